"""All attackers who know a few quasi-identifiers, the riskiest first."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QObject, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.ui import layouts, words
from arxdesk.ui.models.figures_text import FiguresText
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count
from arxdesk_engine.attacks.lines import share_text
from arxdesk_engine.foundation.language import tr, tr_n

if TYPE_CHECKING:  # pandas is slow to import
    from arxdesk_engine.attacks.column_sets import ColumnSet

LARGEST = 4
SHARE_WIDTH = 104


class SetColumn(IntEnum):
    """The columns of the table."""

    KNOWN = 0
    SINGLE = 1
    FEW = 2
    EXPECTED = 3


class SetsModel(ReadOnlyTable):
    """One row for each set of columns."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.sets: tuple[ColumnSet, ...] = ()
        self._least = 0

    def set_sets(self, sets: Sequence[ColumnSet], least: int) -> None:
        """Replace the sets; `least` candidates are not few."""
        self.beginResetModel()
        self.sets, self._least = tuple(sets), least
        self.endResetModel()

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        least = count(self._least)
        return (
            Heading(tr("Known columns"), is_text=True),
            Heading(tr("Singled out"), hint=tr("People with one candidate in the release")),
            Heading(
                tr("Fewer than {least}", least=least),
                hint=tr("People with fewer than {least} candidates in the release", least=least),
            ),
            Heading(
                tr("Right guesses"), hint=tr("People found by a guess among their candidates: the sum of 1/candidates")
            ),
        )

    @property
    def number_of_rows(self) -> int:
        """The number of sets."""
        return len(self.sets)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        found = self.sets[row]
        texts = {
            SetColumn.KNOWN: ", ".join(found.known),
            SetColumn.SINGLE: share_text(found.single, words.LOCAL),
            SetColumn.FEW: share_text(found.few, words.LOCAL),
            SetColumn.EXPECTED: words.decimal(found.expected, 1),
        }
        return texts[SetColumn(column)]

    def hint(self, row: int, column: int) -> str:
        """The numbers behind a share."""
        found = self.sets[row]
        if column == SetColumn.KNOWN:
            return words.joined(found.known, 12)
        if column == SetColumn.EXPECTED:
            return tr_n(
                found.single.of,
                "{expected} of {n} record",
                "{expected} of {n} records",
                expected=words.decimal(found.expected, 1),
            )
        share = found.single if column == SetColumn.SINGLE else found.few
        return words.count_with_share(share.some, share.of, "records")

    def tone(self, row: int, column: int) -> str | None:
        """Faint where nobody is found, marked where somebody is singled out."""
        found = self.sets[row]
        if column == SetColumn.SINGLE:
            return "warn" if found.single.some else "muted"
        return "muted" if column == SetColumn.FEW and not found.few.some else None

    def numbers(self) -> FiguresText:
        """All sets as tab-separated text."""
        headings = tr("Known columns\tSingled out\tFew candidates\tRight guesses").split("\t")
        rows = ((", ".join(each.known), each.single.some, each.few.some, each.expected) for each in self.sets)
        return FiguresText((headings, *rows))


class SetsPage(QWidget):
    """How many columns are known at most is chosen above. Announces a set that is to become an attacker."""

    set_opened = Signal(tuple)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.model = SetsModel(self)
        self.table = RecordsTable(tr("Sets of known columns"), two_line_header=False)
        self.list = PagedList(self.table, tr("columns"))
        self.sentence = paragraph("", "dense", "1")
        sizes = [(str(size), str(size)) for size in range(1, LARGEST + 1)]
        self.most_known = Segmented(tr("Columns known at most"), sizes)
        self.most_known.set_value("2")
        self._lay_out()
        self.table.activated.connect(self._open)

    @property
    def largest(self) -> int:
        """The most columns that are known."""
        return int(self.most_known.value)

    def show_sets(self, sets: tuple[ColumnSet, ...], least: int) -> None:
        """Replace the sets."""
        if sets is self.model.sets:
            return  # other pages are filled by the same answers
        self.model.set_sets(sets, least)
        single = sum(each.single.some > 0 for each in sets)
        if not single:
            told = tr_n(
                len(sets),
                "Of {n} set of columns, none singles anybody out. The riskiest first.",
                "Of {n} sets of columns, none singles anybody out. The riskiest first.",
            )
        else:
            told = tr_n(
                len(sets),
                "Of {n} set of columns, {single} single somebody out. The riskiest first.",
                "Of {n} sets of columns, {single} single somebody out. The riskiest first.",
                single=count(single),
            )
        self.sentence.setText(told)

    def _open(self, index: QModelIndex) -> None:
        row = self.list.source_row(index)
        if row >= 0:
            self.set_opened.emit(self.model.sets[row].known)

    def _lay_out(self) -> None:
        self.list.set_model(self.model)
        self.table.verticalHeader().hide()
        self.table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.header.setSectionResizeMode(SetColumn.KNOWN, QHeaderView.ResizeMode.Stretch)
        for column in (SetColumn.SINGLE, SetColumn.FEW, SetColumn.EXPECTED):
            self.table.header.widen(column, SHARE_WIDTH)
        self.table.setToolTip(tr("Double click or Enter makes an attacker of the columns"))
        above = layouts.row((self.sentence, 1), label(tr("Columns at most"), "dense", "2"), self.most_known, spacing=8)
        layouts.column(above, (self.list, 1), spacing=6, inside=self)
