"""The four perspectives on one document, and the start page where there is none."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from arxdesk.document import Document
from arxdesk.perspectives.configure.perspective import ConfigurePerspective
from arxdesk.perspectives.explore.perspective import ExplorePerspective
from arxdesk.perspectives.quality.perspective import QualityPerspective
from arxdesk.perspectives.risk.perspective import RiskPerspective
from arxdesk.settings import Settings
from arxdesk.start_page import StartPage
from arxdesk.workers.jobs import Jobs


class Workspace(QStackedWidget):
    """Builds the perspectives anew for each document; each keeps the sizes of its panes."""

    hierarchy_file_requested = Signal(str)
    hierarchy_view_opened = Signal(object)
    """The view of the hierarchy in focus, whose wishes the window fulfils."""
    apply_requested = Signal()
    explore_requested = Signal()
    failed = Signal(object)
    propose_requested = Signal(object)
    """The names of attributes that a hierarchy is to be proposed for (a tuple)."""

    def __init__(self, settings: Settings, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._settings = settings
        self.start_page = StartPage()
        self.addWidget(self.start_page)
        self.perspectives: dict[str, QWidget] = {}

    def open(self, document: Document, jobs: Jobs) -> None:
        """Show another document; `jobs` does the work of its views."""
        self.close_document()
        configure = ConfigurePerspective(document, jobs)
        explore = ExplorePerspective(document)
        configure.failed.connect(self.failed)
        configure.overview_view.propose_requested.connect(self.propose_requested)
        configure.hierarchy_file_requested.connect(self.hierarchy_file_requested)
        self.hierarchy_view_opened.emit(configure.inspector.hierarchy_view)
        explore.apply_requested.connect(self.apply_requested)
        quality, risk = QualityPerspective(document), RiskPerspective(document)
        quality.explore_requested.connect(self.explore_requested)
        risk.explore_requested.connect(self.explore_requested)
        self.perspectives = {"configure": configure, "explore": explore, "quality": quality, "risk": risk}
        for key, perspective in self.perspectives.items():
            self.addWidget(perspective)
            for name, splitter in _splitters(perspective).items():
                splitter.restoreState(self._settings.bytes(f"splitter/{key}/{name}"))

    def close_document(self) -> None:
        """Forget the document and show the start page."""
        self.remember_sizes()
        self.setCurrentWidget(self.start_page)
        for perspective in self.perspectives.values():
            self.removeWidget(perspective)
            perspective.deleteLater()
        self.perspectives = {}

    def show_perspective(self, key: str) -> None:
        """Bring a perspective to the front."""
        self.setCurrentWidget(self.perspectives[key])

    def protect(self, action: str) -> None:
        """Open one of the dialogs about protection: guess_roles, add_model, presets or safe_harbor."""
        configure = self.perspectives["configure"]
        assert isinstance(configure, ConfigurePerspective)  # noqa: S101 - tells the type checker what was made
        flow = configure.protection
        {
            "guess_roles": flow.guess_roles,
            "add_model": configure.privacy_view.ask_for_model,
            "presets": flow.ask_for_preset,
            "safe_harbor": flow.show_checklist,
        }[action]()

    def focus_current(self) -> None:
        """Give the keyboard to the perspective in front."""
        perspective = self.currentWidget()
        if perspective is not None:
            perspective.setFocus()

    def remember_sizes(self) -> None:
        """Store the sizes of the panes."""
        for key, perspective in self.perspectives.items():
            for name, splitter in _splitters(perspective).items():
                self._settings.store_bytes(f"splitter/{key}/{name}", splitter.saveState())


def _splitters(perspective: QWidget) -> dict[str, QSplitter]:
    return {splitter.objectName(): splitter for splitter in perspective.findChildren(QSplitter)}
