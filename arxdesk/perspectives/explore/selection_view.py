"""The selected transformation in words, with the one thing to do about it: apply it."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QVBoxLayout, QWidget

from arxdesk.document import Document
from arxdesk.results import Result
from arxdesk.widgets.buttons import secondary_button
from arxdesk.widgets.empty_state import EmptyState
from arxdesk.widgets.figure import Figure
from arxdesk.widgets.label import paragraph
from arxdesk.widgets.level_bars import LevelRow, LevelRows
from arxdesk.widgets.message import Message
from arxdesk.widgets.pane import Pane
from arxdesk.words import count_with_share, counted, one_in, percent, score
from engine.search.solution import Check, Status


class SelectionView(Pane):
    """What the selected transformation does to each attribute, and what it costs."""

    apply_requested = Signal()

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Selection", parent=parent)
        self._document = document
        self._sentence = paragraph("", "body")
        self._score = Figure("Score, smaller is better")
        self._risk = Figure("Highest risk")
        self._levels = LevelRows()
        self._message = Message()
        self._apply = secondary_button("Apply", "check")
        self._apply.clicked.connect(self.apply_requested)
        self._empty = EmptyState("Nothing selected. Choose a transformation in the list.")
        self._details = self._lay_out()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._details)
        self.set_body(self._stack)
        document.selection_changed.connect(self.refresh)
        document.applied_changed.connect(self.refresh)
        document.currency_changed.connect(self.refresh)
        document.lock_changed.connect(self.refresh)
        self.refresh()

    def refresh(self) -> None:
        """Show the selected transformation."""
        check, result = self._document.selection, self._document.result
        self._stack.setCurrentWidget(self._details if check and result else self._empty)
        if check is None or result is None:
            self.set_caption("")
            return
        anonymizer = result.anonymizer
        best = result.solution.best
        is_best = best is not None and best.levels == check.levels
        proven = result.solution.status is Status.OPTIMAL
        self.set_caption(("the optimum" if proven else "best so far") if is_best else "")
        self._sentence.setText(_described(check, result))
        self._score.set_value(score(check.score) if check.anonymous else "–")
        risk = 1.0 / check.smallest_class if check.smallest_class else 0.0
        self._risk.set_value(percent(risk) if risk else "–", one_in(risk) if risk else "")
        rows = zip(anonymizer.hierarchies.items(), check.levels, strict=True)
        self._levels.set_rows([LevelRow(name, level, bound.maximum_level) for (name, bound), level in rows])
        self._show_state(check)

    def _lay_out(self) -> QWidget:
        figures = QHBoxLayout()
        figures.setSpacing(0)
        figures.addWidget(self._score, 1)
        figures.addWidget(self._risk, 1)
        words = QVBoxLayout()
        words.setContentsMargins(12, 12, 12, 0)
        words.addWidget(self._sentence)
        foot = QHBoxLayout()
        foot.setContentsMargins(12, 8, 12, 12)
        foot.addStretch()
        foot.addWidget(self._apply)
        notes = QVBoxLayout()
        notes.setContentsMargins(12, 8, 12, 0)
        notes.addWidget(self._message)
        rows = QVBoxLayout()
        rows.setContentsMargins(12, 0, 12, 0)
        rows.addWidget(self._levels)
        details = QWidget()
        column = QVBoxLayout(details)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(words)
        column.addLayout(figures)
        column.addLayout(rows, 1)
        column.addLayout(notes)
        column.addLayout(foot)
        return details

    def _show_state(self, check: Check) -> None:
        applied = self._document.applied
        is_applied = applied is not None and applied.check.levels == check.levels
        self._apply.setEnabled(check.anonymous and not is_applied and not self._document.locked)
        current = self._document.result_is_current
        self._message.setVisible(is_applied or not check.anonymous or not current)
        if not current:
            sentence = "Anonymize again to search under the rules as they are now."
            self._message.set_content("warn", "The configuration has changed since this search.", sentence)
        elif not check.anonymous:
            self._message.set_content("warn", "Cannot be applied.", "It does not satisfy the privacy models.")
        else:
            self._message.set_content("ok", "Applied.", "Quality and Risk show what it does.")


def _described(check: Check, result: Result) -> str:
    problem = result.anonymizer.problem
    removed = count_with_share(check.suppressed_records, result.records, f"people{result.of_part}")
    if check.anonymous:
        return f"Removes {removed} and leaves {counted(check.classes, 'group', 'groups')} of look-alikes."
    if check.suppressed_records <= problem.suppressible_records:  # too small a presence, which removing only lowers
        return f"Not anonymous: there are groups without people{result.of_part}, and removing does not help."
    limit = percent(problem.suppression_limit)
    return f"Not anonymous: {removed} would have to be removed, more than the {limit} allowed."
