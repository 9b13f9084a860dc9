"""The base of Quality and Risk: a verdict above views that sleep while hidden."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSplitter, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.deferred import Deferred, Turns
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.search.solution import Status

OUTDATED = (marked("Out of date."), marked("These numbers belong to the configuration before your last change."))
RECODED_ANEW = (
    marked("Recoded again."),
    marked(
        "An earlier version saved this project with another, usually coarser table. Check the figures before exporting."
    ),
)
NOT_YET = (marked("Only the input is shown."), marked("No transformation applied yet."))
IMPOSSIBLE = (marked("Only the input is shown."), marked("Nothing satisfies these rules. Relax them in Configure."))
NARROW, NARROW_NAME = 1160, " narrow"
"""Below this width three views beside each other cut each other's words."""
_ANONYMIZE, _EXPLORE = ("anonymize", marked("Anonymize")), ("explore", marked("Choose a transformation in Explore"))


class AnalysisPerspective(QWidget):
    """Shows a verdict and the views given to `lay_out`, and above both what is not as it should be.

    The views are made one after the other, each in a turn of its own, so that the window answers in between. In a low
    window they keep a height in which they can be read, and scroll below the verdict.
    """

    spoken_role = Role.Grouping

    def __init__(self, analysis: Analysis, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.analysis = analysis
        self.notice = Message("info")
        self.notice.link_activated.connect(self._follow_link)
        self._is_narrow = False
        self._around = QFrame()
        self._scrolled = QScrollArea()
        self._scrolled.setAccessibleName(name)
        self._scrolled.setFrameShape(QFrame.Shape.NoFrame)
        self._scrolled.setWidgetResizable(True)
        self._scrolled.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # the views have the keyboard, not what holds them

    def lay_out(self, verdict: QWidget, views: QWidget, lowest: int, deferred: Sequence[Deferred[QWidget]]) -> None:
        """Put the verdict above the views, which are `lowest` pixels high at least; make those that are `deferred`."""
        self._around.setProperty("layer", "panel")
        layouts.column(self.notice, margins=(20, 12, 20, 0), inside=self._around)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        self._views = views
        views.setMinimumHeight(lowest)
        self._scrolled.setWidget(views)
        layouts.column(self._around, verdict, rule, (self._scrolled, 1), spacing=0, inside=self)
        self.turns = Turns(deferred, self)
        self.analysis.subject_changed.connect(self._describe)
        self.analysis.document.freshness_changed.connect(self._describe)
        self.analysis.document.result_changed.connect(self._describe)
        self._describe()

    def arrange(self, *, is_narrow: bool) -> int:
        """Put the views below each other where they would be too narrow beside; returns how high they are at least."""
        raise NotImplementedError

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Arrange the views for another width."""
        super().resizeEvent(event)
        is_narrow = event.size().width() < NARROW
        if is_narrow != self._is_narrow:
            self._is_narrow = is_narrow
            self._views.setMinimumHeight(self.arrange(is_narrow=is_narrow))
            for each in (self._views, *self._views.findChildren(QSplitter)):
                if each.objectName():  # sizes that are kept are those of one arrangement
                    each.setObjectName(each.objectName().removesuffix(NARROW_NAME) + NARROW_NAME * is_narrow)

    def show_top(self) -> None:
        """Scroll up to the first of the views."""
        self._scrolled.verticalScrollBar().setValue(0)

    def _describe(self, *_what: object) -> None:
        document = self.analysis.document
        result = document.result
        if self.analysis.output is not None:
            recoded = self.analysis.output.applied.recoded
            is_another = recoded is not None and recoded.was_another
            self._around.setVisible(is_another or not document.result_is_current)
            self._notify(RECODED_ANEW if document.result_is_current else OUTDATED)
            return
        self._around.show()
        if result is not None and result.solution.status is Status.INFEASIBLE:
            self._notify(IMPOSSIBLE, ("configure", marked("Go to Configure")))
        else:
            self._notify(NOT_YET, _ANONYMIZE if result is None else _EXPLORE)

    def _notify(self, said: tuple[str, str], *links: tuple[str, str]) -> None:
        lead, sentence = said
        self.notice.set_content("info", tr(lead), tr(sentence), tuple((key, tr(text)) for key, text in links))

    def _follow_link(self, key: str) -> None:
        wishes = self.analysis.wishes
        if key == "anonymize":
            wishes.anonymize()
        else:
            wishes.show_perspective(key)
