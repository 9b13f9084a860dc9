"""The selected transformation in words, with the one thing to do about it: apply it."""

from __future__ import annotations

from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.empty_state import EmptyState
from arxdesk.ui.widgets.basics.figure import Figure
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.state_mark import StateMark
from arxdesk.ui.widgets.tables.level_bars import LevelRow, LevelRows
from arxdesk.ui.words import count, count_with_share, one_in, percent, score, shortened
from arxdesk_engine.analysis.applied import Application
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import Unit
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.solution import Check, Status

NOTHING_YET = marked("No search yet. Its selected result is described here.")
SEARCHING = marked("Searching. The best transformation so far appears here.")
NOTHING_SELECTED = marked("Nothing selected. Choose a transformation in the list.")
LOOKING = marked("Checking it ...")
NOT_SEEN = marked("Not checked by the search.")
MARKED = 12
"""Up to this many attributes have their levels in the title."""


class SelectionView(QWidget):
    """The selected transformation: its effect on each attribute, and its quality."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self._document = document = exploration.document
        self._mark = StateMark("unknown")
        self._title = ElidedLabel("", "body", "1", 600)
        self._sentence = paragraph("", "dense")
        self._score = Figure(tr("Score, smaller is better"))
        self._risk = Figure(tr("Highest risk"))
        self._levels = LevelRows(row=20)
        self._message = Message()
        self._apply = secondary_button(tr("Apply"), "check")
        self._apply.clicked.connect(exploration.apply_selection)
        self._empty = EmptyState(tr(NOTHING_YET))
        self._details = self._lay_out()
        self._stack = QStackedWidget()
        self._stack.addWidget(self._empty)
        self._stack.addWidget(self._details)
        layouts.column(self._stack, inside=self)
        document.selection_changed.connect(self.refresh)
        document.applied_changed.connect(self.refresh)
        document.freshness_changed.connect(self.refresh)
        document.lock_changed.connect(self.refresh)
        exploration.alternatives_changed.connect(self._follow)
        exploration.classification.changed.connect(self._show_ties)
        self.refresh()

    @property
    def caption(self) -> str:
        """The name of the transformation."""
        return self._title.text()

    @property
    def sentence(self) -> str:
        """Its effect in words."""
        return self._sentence.text()

    def refresh(self) -> None:
        """Show the selected transformation."""
        levels, anonymizer = self._document.selected, self._anonymizer
        check = self._document.selection
        if levels is None and self._exploration.is_searching:
            levels, check = self._best_so_far()
        if levels is None or anonymizer is None or len(levels) != len(anonymizer.hierarchies):
            nothing = tr(NOTHING_YET) if anonymizer is None else tr(NOTHING_SELECTED)
            self._empty.set_content(tr(SEARCHING) if self._document.locked else nothing)
            self._stack.setCurrentWidget(self._empty)
            return
        self._stack.setCurrentWidget(self._details)
        self._name(levels, check)
        rows = zip(anonymizer.hierarchies.items(), levels, strict=True)
        self._levels.set_rows(
            [LevelRow(name, level, bound.maximum_level, _example(bound, level)) for (name, bound), level in rows]
        )
        if check is None:
            self._show_nothing_known()
            return
        self._sentence.setText(_described(check, anonymizer) + self._ties(levels))
        self._score.set_value(score(check.score) if check.anonymous else "–")
        risk = 1.0 / check.smallest_class if check.smallest_class else 0.0
        self._risk.set_value(percent(risk) if risk else "–", one_in(risk) if risk else "")
        self._show_state(check)

    @property
    def _anonymizer(self) -> Anonymizer | None:
        """The shown problem: during a search the searched one, which may differ from the one before."""
        result = self._document.result
        if self._exploration.is_searching or result is None:
            return self._exploration.anonymizer
        return result.anonymizer

    @property
    def _best(self) -> tuple[Levels | None, bool]:
        """The best transformation known, and whether it is proven to be."""
        result = self._document.result
        if self._exploration.is_searching or result is None:
            known = self._exploration.alternatives
            return (None if known is None or known.best < 0 else known.levels_of(known.best)), False
        best = result.solution.best
        return (None if best is None else best.levels), result.solution.status is Status.OPTIMAL

    def _best_so_far(self) -> tuple[Levels | None, Check | None]:
        """Show the best so far while the user has not selected anything."""
        known = self._exploration.alternatives
        if known is None or known.best < 0:
            return None, None
        return known.levels_of(known.best), known.check_of(known.best)

    def _show_ties(self) -> None:
        if self._exploration.classification.share is None:
            self.refresh()

    def _ties(self, levels: Levels) -> str:
        """The number of other transformations with the best score; which of them is called the best is arbitrary."""
        known, (best, _proven) = self._exploration.alternatives, self._best
        if known is None or self._exploration.is_searching or best != levels or known.best < 0:
            return ""
        others = known.ties
        if others <= 0:
            return ""
        said = tr_n(
            others,
            "{n} other transformation has the same score.",
            "{n} other transformations have the same score.",
            n=count(others),
        )
        return f" {said}"

    @property
    def _is_drawn(self) -> bool:
        result = self._document.result
        return result is not None and result.solution.is_drawn and not self._exploration.is_searching

    def _follow(self) -> None:
        if self._exploration.is_searching:
            self.refresh()

    def _name(self, levels: Levels, check: Check | None) -> None:
        best, proven = self._best
        if best == levels:
            self._mark.set_state("optimum")
            self._title.setText(
                tr("The optimum") if proven else tr("Drawn at random") if self._is_drawn else tr("Best so far")
            )
            return
        self._mark.set_state("unknown" if check is None else "anonymous" if check.anonymous else "not")
        self._title.setText(tr("Levels {levels}", levels=shortened(levels, MARKED)))

    def _show_nothing_known(self) -> None:
        self._sentence.setText(tr(LOOKING) if self._exploration.may_look else tr(NOT_SEEN))
        self._score.set_value("–")
        self._risk.set_value("–", "")
        self._message.hide()
        self._apply.setEnabled(False)
        self._apply.show()

    def _lay_out(self) -> QWidget:
        name = layouts.row(self._mark, (self._title, 1), spacing=8, margins=(12, 8, 12, 2))
        figures = layouts.row((self._score, 3), (self._risk, 2), spacing=0)
        words = layouts.column(self._sentence, margins=(12, 0, 12, 0))
        for figure in (self._score, self._risk):
            figure.set_padding(12, 4)
        # the message beside the button: the rows above need the room
        foot = layouts.row((self._message, 1), layouts.STRETCH, self._apply, spacing=8, margins=(12, 6, 12, 8))
        rows = layouts.column(self._levels, margins=(12, 0, 12, 0))
        details = QWidget()
        layouts.column(name, words, figures, (rows, 1), foot, spacing=0, inside=details)
        return details

    def _show_state(self, check: Check) -> None:
        applied, searching = self._document.applied, self._exploration.is_searching
        is_applied = not searching and applied is not None and applied.application == Application(check.levels)
        self._apply.setEnabled(check.anonymous and not is_applied and not self._document.locked)
        current = searching or self._document.result_is_current
        self._message.setVisible(is_applied or not check.anonymous or not current)
        self._apply.setVisible(check.anonymous and not is_applied)
        if not current:
            self._message.set_content(
                "warn", tr("Out of date."), tr("Anonymize again.")
            )  # the command bar has the reason
        elif not check.anonymous:
            self._message.set_content("warn", tr("Cannot be applied."), tr("Choose another one."))
        else:
            self._message.set_content("ok", tr("Applied."), tr("See Quality and Risk."))


def _example(bound: BoundHierarchy, level: int) -> str:
    """A sample value at a level."""
    labels = bound.labels[level] if 0 <= level < bound.levels else ()
    return labels[len(labels) // 2] if labels else ""


def _with_share(number: int, whole: int, unit: Unit, part: str) -> str:
    """A number out of all that count: "3 of 40 records of the research subset (7.5 %)"."""
    if not part:
        return count_with_share(number, whole, unit)
    values = {"number": count(number), "whole": count(whole), "part": tr(part)}
    share = percent(number / whole if whole else 0.0)
    if unit == "people":
        return tr("{number} of {whole} people of the {part} ({share})", **values, share=share)
    return tr("{number} of {whole} records of the {part} ({share})", **values, share=share)


def _without_any(part: str, *, counts_people: bool) -> str:
    """Why removing does not help where groups have no members among those that count."""
    if not part:
        return (
            tr("Not anonymous: there are groups without people, and removing does not help.")
            if counts_people
            else tr("Not anonymous: there are groups without records, and removing does not help.")
        )
    if counts_people:
        return tr(
            "Not anonymous: there are groups without people of the {part}, and removing does not help.", part=tr(part)
        )
    return tr(
        "Not anonymous: there are groups without records of the {part}, and removing does not help.", part=tr(part)
    )


def _described(check: Check, anonymizer: Anonymizer) -> str:
    problem, part = anonymizer.problem, anonymizer.policy.part
    if problem.removes_people:
        removed = tr_n(
            check.suppressed_records,
            "{people} with {n} record",
            "{people} with {n} records",
            people=_with_share(check.suppressed_people, problem.grouping.people, "people", part),
        )
    else:
        removed = _with_share(check.suppressed_records, problem.grouping.records, "records", part)
    if check.anonymous:
        return tr_n(
            check.classes,
            "Removes {removed} and leaves {n} group of look-alikes.",
            "Removes {removed} and leaves {n} groups of look-alikes.",
            removed=removed,
        )
    # within the limit the presence is too small, which removing only lowers
    if problem.suppressed(check.suppressed_records, check.suppressed_people) <= problem.suppressible:
        return _without_any(part, counts_people=bool(problem.grouping.people))
    limit = percent(problem.suppression_limit)
    return tr("Not anonymous: it would remove {removed}, more than the {limit} allowed.", removed=removed, limit=limit)
