"""Quality: what became of the data."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QSplitter, QStackedLayout, QVBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.perspectives.quality.detail_view import DetailView
from arxdesk.perspectives.quality.tables_view import TablesView
from arxdesk.perspectives.quality.verdict_view import VerdictView
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.message import Message


class QualityPerspective(QWidget):
    """Lays out the views of what is applied; does nothing while it is hidden."""

    explore_requested = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName("Quality")
        self._document = document
        self._stale = True
        self.verdict = VerdictView(document)
        self.tables = TablesView(document)
        self.detail = DetailView(document)
        self.empty = EmptyState("Nothing applied yet. Choose a transformation in Explore.", "Go to Explore")
        self.empty.action_triggered.connect(self.explore_requested)
        self.outdated = Message(
            "info", "Not up to date.", "These numbers belong to the configuration before your last change."
        )
        self._lay_out()
        document.applied_changed.connect(self._refresh_when_seen)
        document.currency_changed.connect(self._refresh_currency)
        document.focus_changed.connect(self._follow_focus)
        self._refresh_when_seen()

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody looked."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def _lay_out(self) -> None:
        views = QSplitter(Qt.Orientation.Vertical)
        views.setObjectName("quality views")
        views.setHandleWidth(1)
        views.setChildrenCollapsible(False)
        views.addWidget(self.tables)
        views.addWidget(self.detail)
        views.setSizes([379, 303])
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        notice = QFrame()
        notice.setProperty("layer", "panel")
        around = QVBoxLayout(notice)
        around.setContentsMargins(20, 12, 20, 0)
        around.addWidget(self.outdated)
        self._notice = notice
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (notice, self.verdict, rule):
            column.addWidget(part)
        column.addWidget(views, 1)
        blank = QFrame()
        blank.setProperty("layer", "panel")
        QVBoxLayout(blank).addWidget(self.empty)
        self._pages = QStackedLayout(self)
        self._pages.addWidget(blank)
        self._pages.addWidget(content)

    def _refresh_when_seen(self) -> None:
        self._stale = True
        if self.isVisible() or self._document.applied is None:
            self._refresh()

    def _refresh(self) -> None:
        self._stale = False
        self._pages.setCurrentIndex(0 if self._document.applied is None else 1)
        if self._document.applied is None:
            return
        for view in (self.verdict, self.tables, self.detail):
            view.refresh()
        self._refresh_currency()

    def _refresh_currency(self, _current: bool = True) -> None:
        self._notice.setVisible(not self._document.result_is_current)

    def _follow_focus(self, _name: str) -> None:
        if not self._stale and self._document.applied is not None:
            self.tables.follow_focus()
            self.detail.follow_focus()
