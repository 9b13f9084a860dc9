"""The verdict over quality: usability, losses, cost and next steps."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.work import ClassesOf
from arxdesk.quality.detail.keeping import highest_allowed, keep_attribute, lost_attributes
from arxdesk.ui import words
from arxdesk.ui.timing import WhenVisible
from arxdesk.ui.widgets.basics.buttons import dense_button
from arxdesk.ui.widgets.frames.verdict_card import Kind, VerdictCard
from arxdesk_engine.analysis.verdict.quality import verdict_of_input, verdict_of_output
from arxdesk_engine.foundation.language import tr

ICON = "quality"
TOPIC = "verdicts#is-it-still-useful"
_KINDS: dict[bool | None, Kind] = {True: "ok", False: "warn", None: "info"}
SHORT = 22
"""Longer names of attributes do not fit on the button."""


class VerdictView(VerdictCard):
    """The verdict over the quality of an output; before anything is applied, a summary of the input."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.analysis = analysis
        self.setMinimumHeight(108)
        self.keep = dense_button("")
        self.how = dense_button(tr("How is this computed?"))
        self._menu = QMenu(self.keep)
        self.add_slot_widget(self.keep)
        self.add_slot_widget(self.how)
        self._inquiry = analysis.inquiry(self)
        self._inquiry.changed.connect(self._show)
        self._sight = WhenVisible(self, self._ask)
        self._lost: tuple[str, ...] = ()
        self.keep.clicked.connect(self._keep_first)
        self.how.clicked.connect(self._explain)
        analysis.subject_changed.connect(self.refresh)
        analysis.subject_changed.connect(self._show_currency)
        analysis.document.freshness_changed.connect(self._show_currency)
        analysis.document.lock_changed.connect(self._lock)
        self._show_currency()

    def _show_currency(self, *_what: object) -> None:
        output, document = self.analysis.output, self.analysis.document
        self.set_current(output is None or document.result_is_current)

    def refresh(self) -> None:
        """Judge what is applied now, or do so when the card is seen next."""
        self._sight.request()

    def showEvent(self, event: QShowEvent) -> None:
        """Refresh if something changed while hidden."""
        super().showEvent(event)
        self._sight.wake()

    def hideEvent(self, event: QHideEvent) -> None:
        """Drop questions while hidden."""
        super().hideEvent(event)
        if self._inquiry.is_pending:
            self._inquiry.ask({})
            self._sight.postpone()

    def _ask(self) -> None:
        table = self.analysis.input
        needs_groups = self.analysis.output is None and table.quasi_identifiers
        self._inquiry.ask({"groups": TableRequest(table, ClassesOf())} if needs_groups else {})
        self._show()

    def _show(self) -> None:
        output = self.analysis.output
        if output is not None:
            verdict = verdict_of_output(output, words.LOCAL)
        else:
            verdict = verdict_of_input(self.analysis.input, self._inquiry.found.get("groups"), words.LOCAL)
        lines = [words.unbroken(line) for line in verdict.details if line]
        self.set_verdict(_KINDS[verdict.is_good], ICON, words.unbroken(verdict.sentence), lines)
        self._offer()

    def _offer(self) -> None:
        """Keep the lost attribute; of several, offer a menu."""
        self._lost = lost_attributes(self.analysis)
        self.keep.setVisible(bool(self._lost))
        self._menu.clear()
        if len(self._lost) > 1:
            for name in self._lost:
                said = tr("Keep {name}: at most level {level}", name=name, level=highest_allowed(self.analysis, name))
                self._menu.addAction(said.replace("&", "&&"), partial(self._find, name))
            self.keep.setMenu(self._menu)
            self.keep.setText(tr("Find a result that keeps more"))
        elif self._lost:
            name = self._lost[0]
            self.keep.setMenu(None)  # type: ignore[arg-type]
            self.keep.setText(
                tr("Find a result that keeps {name}", name=name)
                if len(name) <= SHORT
                else tr("Find a result that keeps it")
            )
        self.keep.setProperty("opens-menu", len(self._lost) > 1)
        self.keep.style().unpolish(self.keep)
        self.keep.style().polish(self.keep)
        self.keep.setAccessibleName(self.keep.text())
        self.keep.setToolTip(
            tr("Limits the level of {names} (Configure, levels), and searches again", names=words.joined(self._lost, 3))
            if self._lost
            else ""
        )
        self._lock(self.analysis.document.locked)

    def _keep_first(self) -> None:
        if len(self._lost) == 1:
            self._find(self._lost[0])

    def _find(self, name: str) -> None:
        keep_attribute(self.analysis, name)

    def _explain(self) -> None:
        self.analysis.wishes.show_help(TOPIC)

    def _lock(self, locked: bool) -> None:
        self.keep.setEnabled(not locked)
