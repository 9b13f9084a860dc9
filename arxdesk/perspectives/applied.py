"""What Quality and Risk have in common: they show what is applied, and sleep while nobody looks."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QFrame, QStackedLayout, QVBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.results import Applied
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.message import Message
from engine.search.solution import Status

NOTHING_YET = "Nothing applied yet. Choose a transformation in Explore."
NOTHING_POSSIBLE = "Nothing satisfies these rules, so that there is nothing to show. Relax them in Configure."


class AppliedPerspective(QWidget):
    """Shows the views given to `lay_out` once something is applied, and says so before, and when it is out of date.

    Subclasses fill their views in `show_applied`, which is called only while the perspective is visible.
    """

    explore_requested = Signal()

    def __init__(self, document: Document, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self._document = document
        self._stale = True
        self.empty = EmptyState(NOTHING_YET, "Go to Explore")
        self.empty.action_triggered.connect(self.explore_requested)
        self.outdated = Message(
            "info", "Not up to date.", "These numbers belong to the configuration before your last change."
        )
        self._notice = QFrame()
        self._pages = QStackedLayout(self)

    def show_applied(self, applied: Applied) -> None:
        """Fill the views."""
        raise NotImplementedError

    @property
    def shown(self) -> Applied | None:
        """What the views show; None while there is nothing, or while they sleep."""
        return None if self._stale else self._document.applied

    def showEvent(self, event: QShowEvent) -> None:
        """Catch up with what happened while nobody looked."""
        super().showEvent(event)
        if self._stale:
            self._refresh()

    def lay_out(self, verdict: QWidget, views: QWidget) -> None:
        """Put the verdict above the views, and begin to follow the document."""
        self._notice.setProperty("layer", "panel")
        around = QVBoxLayout(self._notice)
        around.setContentsMargins(20, 12, 20, 0)
        around.addWidget(self.outdated)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        content = QWidget()
        column = QVBoxLayout(content)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        for part in (self._notice, verdict, rule):
            column.addWidget(part)
        column.addWidget(views, 1)
        blank = QFrame()
        blank.setProperty("layer", "panel")
        QVBoxLayout(blank).addWidget(self.empty)
        self._pages.addWidget(blank)
        self._pages.addWidget(content)
        self._document.applied_changed.connect(self._refresh_when_seen)
        self._document.currency_changed.connect(self._refresh_currency)
        self._refresh_when_seen()

    def _refresh_when_seen(self) -> None:
        self._stale = True
        if self.isVisible() or self._document.applied is None:
            self._refresh()

    def _refresh(self) -> None:
        applied = self._document.applied
        self._stale = False
        self._pages.setCurrentIndex(0 if applied is None else 1)
        result = self._document.result
        is_infeasible = result is not None and result.solution.status is Status.INFEASIBLE
        self.empty.set_content(NOTHING_POSSIBLE if is_infeasible else NOTHING_YET, "Go to Explore")
        if applied is not None:
            self.show_applied(applied)
            self._refresh_currency()

    def _refresh_currency(self, _current: bool = True) -> None:
        self._notice.setVisible(not self._document.result_is_current)
