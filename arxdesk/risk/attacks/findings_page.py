"""What attackers find out, below a sentence on the release that is attacked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.risk.attacks.findings_model import FindingColumn, FindingsModel, ShownAttacker
from arxdesk.risk.attacks.span_cells import SpanDelegate
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.foundation.language import marked, tr, tr_n

WIDTHS = {
    FindingColumn.BEFORE: 72,
    FindingColumn.AFTER: 72,
    FindingColumn.SPANS: 112,
    FindingColumn.OUTSIDE: 72,
    FindingColumn.MEANING: 236,
}
ROOMY, NARROW, NAMES = 704, 564, 320
"""From this width on all columns fit; below the other one the meaning stands in tooltips alone."""
NOBODY_OUTSIDE = marked(
    "No records are held out, so statistics and disclosure cannot be told apart. Share a random sample of, say, 90 %: "
    "findings are then compared with the records that are left out."
)
NOTHING_WANTED = marked(
    "No column is sensitive, so these attackers can find out only who is who. Choose sensitive columns "
    "in Configure, or double click an attacker and tick what is wanted."
)


class FindingsPage(QWidget):
    """Announces the row of an attacker that is to be changed, and the row and column of a figure whose records are."""

    attacker_opened = Signal(int)
    figure_opened = Signal(int, bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = FindingsModel(self)
        self.table = RecordsTable(tr("What attackers find out"), two_line_header=False)
        self.sentence = paragraph("", "dense", "1")
        self.note = paragraph(tr(NOBODY_OUTSIDE), "caption", "2")
        self.hold_out = link_button(tr("Go to the random sample"))
        self.wants_nothing = paragraph(tr(NOTHING_WANTED), "caption", "2")
        self._has_outside = False
        self._sides = "both"
        self._lay_out()
        self.table.activated.connect(self._open)

    @property
    def current_attacker(self) -> int:
        """The place of the attacker whose rows are current; of the first one where none are; -1 without any."""
        found = self.model.attacker_at(self.table.currentIndex().row())
        return found if found >= 0 or not self.model.attackers else 0

    def show_release(self, rows: int, records: int, outside: int, count: str = "") -> None:
        """Say what is attacked; `count` is the column that says how many records a row stands for."""
        self._has_outside = outside > 0
        made_of = tr_n(records, "{n} row", "{n} rows") if count else words.records(records)
        told = [
            tr_n(rows, "{n} released row, made of {records}.", "{n} released rows, made of {records}.", records=made_of)
        ]
        if outside:
            told.append(
                tr_n(
                    outside,
                    "{n} further record is held out to compare with.",
                    "{n} further records are held out to compare with.",
                )
            )
        if count:
            told.append(
                tr("The figures count rows, not the records that {column} says each row stands for.", column=count)
            )
        self.sentence.setText(" ".join(told))
        for part in (self.note, self.hold_out):
            part.setVisible(not outside)
        self._choose_columns()

    def show_attackers(self, attackers: Sequence[ShownAttacker], sides: str) -> None:
        """Replace the findings; the current row stays where it can."""
        if tuple(attackers) == self.model.attackers and sides == self._sides:
            return  # other pages are filled by the same answers
        row, self._sides = self.table.currentIndex().row(), sides
        self.table.clearSpans()
        self.model.set_attackers(attackers)
        for wide in self.model.wide_rows:
            self.table.setSpan(wide, 0, 1, len(FindingColumn))
        if 0 <= row < self.model.rowCount():
            self.table.setCurrentIndex(self.model.index(row, 0))
        self.wants_nothing.setVisible(not any(each.settings.secrets for each in attackers))
        self._choose_columns()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave columns out that do not fit."""
        super().resizeEvent(event)
        self._choose_columns()

    def _choose_columns(self) -> None:
        width, outside = self.width(), self._has_outside
        shown = {
            FindingColumn.BEFORE: self._sides != "after",
            FindingColumn.AFTER: self._sides != "before",
            FindingColumn.SPANS: width >= ROOMY and self._sides != "before",
            FindingColumn.OUTSIDE: outside and self._sides != "before",
            FindingColumn.MEANING: width >= NARROW and self._sides != "before",
        }
        for column, is_shown in shown.items():
            self.table.setColumnHidden(column, not is_shown)
        others = sum(WIDTHS[each] for each, is_shown in shown.items() if is_shown and each != FindingColumn.MEANING)
        self.table.setColumnWidth(FindingColumn.MEANING, max(WIDTHS[FindingColumn.MEANING], width - others - NAMES))

    def _open(self, index: QModelIndex) -> None:
        line = self.model.line_at(index.row())
        if line is None:
            self.attacker_opened.emit(self.model.attacker_at(index.row()))
        elif line.figure is not None:
            is_before = index.column() == FindingColumn.BEFORE and line.before is not None
            self.figure_opened.emit(index.row(), is_before)

    def _lay_out(self) -> None:
        self.table.setModel(self.model)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.set_cell_delegate(FindingColumn.SPANS, SpanDelegate())
        header = self.table.header
        header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(FindingColumn.FIGURE, QHeaderView.ResizeMode.Stretch)
        for column, width in WIDTHS.items():
            self.table.setColumnWidth(column, width)
        self.table.setMinimumHeight(28 + 24)
        self.table.setToolTip(tr("Double click or Enter shows the records of a figure, or changes an attacker"))
        held_out = layouts.row((self.note, 1), self.hold_out, spacing=12)
        layouts.column(self.sentence, (self.table, 1), self.wants_nothing, held_out, spacing=6, inside=self)
        for part in (self.note, self.hold_out, self.wants_nothing):
            part.hide()
