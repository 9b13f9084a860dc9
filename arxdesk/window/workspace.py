"""The four perspectives on one document, and the start page where there is none."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QSplitter, QStackedWidget, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.identifiers import IdentifierWatch
from arxdesk.core.document import Document
from arxdesk.core.settings import Settings
from arxdesk.core.values.results import RunningSearch
from arxdesk.core.wishes import Wishes
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.projects.start_page import StartPage
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.basics.deferred import Departures, Steps
from arxdesk_engine.lattice.lattice import Levels

if TYPE_CHECKING:
    from arxdesk.configure.perspective import ConfigurePerspective
    from arxdesk.explore.perspective import ExploreParts, ExplorePerspective

P = TypeVar("P", bound=QWidget)

LATE_MODULES = (
    "arxdesk.explore.perspective",
    "arxdesk.configure.perspective",
    "arxdesk.quality.perspective",
    "arxdesk.risk.perspective",
    "arxdesk.printing.pdf",
)
"""What a document needs and the start page does not: half of the modules of the window, loaded once it is there."""


class OnDemand(dict[str, QWidget]):
    """The perspectives made so far; any other is made on demand."""

    def __init__(self, makers: Mapping[str, Callable[[], QWidget]], take_in: Callable[[str, QWidget], object]) -> None:
        super().__init__()
        self._makers, self._take_in = makers, take_in

    @property
    def missing(self) -> tuple[str, ...]:
        """The perspectives not made yet."""
        return tuple(key for key in self._makers if key not in self)

    def of(self, key: str, kind: type[P]) -> P:
        """A perspective with its type."""
        made = self[key]
        if not isinstance(made, kind):
            raise TypeError(key)
        return made

    def __missing__(self, key: str) -> QWidget:
        made = self._makers[key]()
        self[key] = made
        self._take_in(key, made)
        return made


class Workspace(QStackedWidget):
    """Makes the perspectives of each document when they are looked at first; each keeps the sizes of its panes."""

    explore_made = Signal(QWidget)
    """The perspective Explore, whose panes the actions of the window show and hide."""

    def __init__(
        self,
        settings: Settings,
        attention_changed: Callable[[], object],
        parent: QWidget | None = None,
    ) -> None:
        """Call `attention_changed` when other things in a perspective need attention."""
        super().__init__(parent)
        self._settings = settings
        self._attention_changed = attention_changed
        self.start_page = StartPage()
        self.addWidget(self.start_page)
        self.perspectives = OnDemand({}, self._take_in)
        self.exploration: Exploration | None = None
        """The model of Explore, made before its view."""
        self.analysis: Analysis | None = None
        """The model of Quality and Risk, made before their views."""
        self._identifiers: IdentifierWatch | None = None
        self._parts: ExploreParts | None = None
        self._turns = Steps(self._make_next, self)
        self._departures = Departures(self)

    @property
    def configure(self) -> ConfigurePerspective | None:
        """The perspective Configure; None where it is not made."""
        from arxdesk.configure.perspective import ConfigurePerspective  # noqa: PLC0415 - after the window is there

        made = self.perspectives.get("configure")
        return made if isinstance(made, ConfigurePerspective) else None

    @property
    def explore(self) -> ExplorePerspective | None:
        """The perspective Explore; None where it is not made."""
        from arxdesk.explore.perspective import ExplorePerspective  # noqa: PLC0415 - after the window is there

        made = self.perspectives.get("explore")
        return made if isinstance(made, ExplorePerspective) else None

    def open(self, document: Document, jobs: Jobs) -> None:
        """Show another document; `jobs` does the work of its views."""
        from arxdesk.explore.perspective import ExploreParts  # noqa: PLC0415 - after the window is there

        self.close_document()
        self.exploration = Exploration(document, jobs, self)
        self._parts = ExploreParts(self.exploration)
        self.analysis = self._make_shared(document, jobs)
        makers: dict[str, Callable[[], QWidget]] = {
            "configure": partial(self._make_configure, document, jobs),
            "explore": partial(self._make_explore, self.exploration, self._parts),
            "quality": partial(self._make_quality, self.analysis),
            "risk": partial(self._make_risk, self.analysis),
        }
        self.perspectives = OnDemand(makers, self._take_in)

    def _make_configure(self, document: Document, jobs: Jobs) -> QWidget:
        from arxdesk.configure.perspective import ConfigurePerspective  # noqa: PLC0415 - after the window is there

        configure = ConfigurePerspective(document, jobs, self)
        configure.turns.finished.connect(self._turns.start)
        return configure

    def _make_explore(self, exploration: Exploration, parts: ExploreParts) -> QWidget:
        from arxdesk.explore.perspective import ExplorePerspective  # noqa: PLC0415 - after the window is there

        explore = ExplorePerspective(exploration, parts, self)
        self.explore_made.emit(explore)
        return explore

    def _make_quality(self, analysis: Analysis) -> QWidget:
        from arxdesk.quality.perspective import QualityPerspective  # noqa: PLC0415 - after the window is there

        return QualityPerspective(analysis, self)

    def _make_risk(self, analysis: Analysis) -> QWidget:
        from arxdesk.risk.perspective import RiskPerspective  # noqa: PLC0415 - after the window is there

        return RiskPerspective(analysis, self)

    def _make_shared(self, document: Document, jobs: Jobs) -> Analysis:
        analysis = Analysis(document, jobs, self)
        wishes = document.wishes
        wishes.safe_harbor.connect(self._show_safe_harbor)
        self._identifiers = IdentifierWatch(analysis)
        self._identifiers.left_changed.connect(self._attention_changed)
        analysis.records_changed.connect(partial(self._show_records, wishes))
        return analysis

    def _show_records(self, wishes: Wishes) -> None:
        if self.analysis is not None and self.analysis.shown_records is not None:
            wishes.show_perspective("quality")

    def _make_next(self) -> None:
        """Make the remaining views, one in every turn of the event loop."""
        missing = self.perspectives.missing
        if "explore" in missing and self._parts is not None and not self._parts.is_complete:
            self._parts.make_next()
        elif missing:
            _made = self.perspectives[missing[0]]
        else:
            self._turns.stop()
            if self._identifiers is not None:
                self._identifiers.begin()  # last, when everything is there to be used

    def _take_in(self, key: str, perspective: QWidget) -> None:
        self.addWidget(perspective)
        for name, splitter in _splitters(perspective).items():
            splitter.restoreState(self._settings.bytes(f"splitter/{key}/{name}"))

    def close_document(self) -> None:
        """Forget the document and show the start page."""
        self._turns.stop()
        self.remember_sizes()
        self.setCurrentWidget(self.start_page)
        for perspective in self.perspectives.values():
            self.removeWidget(perspective)
            self._departures.add(perspective)
        self.perspectives = OnDemand({}, self._take_in)
        if self._parts is not None:
            self._parts.discard()
            self._parts = None
        if self.exploration is not None:
            self._departures.add(self.exploration)
            self.exploration = None
        if self.analysis is not None:
            self.analysis.end()
            self._departures.add(self.analysis)
            self.analysis = self._identifiers = None

    def show_perspective(self, key: str) -> None:
        """Bring a perspective to the front."""
        self.setCurrentWidget(self.perspectives[key])

    def apply_selection(self) -> None:
        """Apply the transformation that is selected in Explore, where it may be."""
        if self.exploration is not None:
            self.exploration.apply_selection()

    def protect(self, action: str) -> None:
        """Open one of the dialogs about protection: guess_roles or one of OF_PROTECTION."""
        from arxdesk.configure.perspective import ConfigurePerspective  # noqa: PLC0415 - loaded with the perspective

        configure = self.perspectives.of("configure", ConfigurePerspective)
        flow = configure.protection
        {
            "guess_roles": flow.guess_roles,
            "add_model": configure.privacy_view.ask_for_model,
            "presets": flow.ask_for_preset,
            "add_perturbation": configure.limits_view.perturbation.ask,
            "safe_harbor": flow.show_checklist,
        }[action]()

    def _show_safe_harbor(self) -> None:
        self.protect("safe_harbor")

    def attention(self) -> tuple[int, str]:
        """How many things in Risk need attention, and why."""
        watch = self._identifiers
        return (len(watch.left), watch.reason) if watch is not None else (0, "")

    def show_identifiers(self) -> None:
        """Bring the identifiers that were found to the front of Risk."""
        from arxdesk.risk.perspective import RiskPerspective  # noqa: PLC0415 - loaded with the perspective

        self.perspectives.of("risk", RiskPerspective).ranking.choose_scope("identifiers")

    def begin_search(self) -> None:
        """Let the views of transformations follow a search."""
        if self.exploration is not None:
            self.exploration.begin_search()

    def follow_search(self, live: RunningSearch) -> None:
        """Show how far the search is."""
        if self.exploration is not None:
            self.exploration.follow(live)

    def end_search(self) -> None:
        """Show the result of the search."""
        if self.exploration is not None:
            self.exploration.end_search()

    def select(self, levels: Levels) -> None:
        """Select a transformation in all views."""
        if self.exploration is not None:
            self.exploration.select(levels)

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
