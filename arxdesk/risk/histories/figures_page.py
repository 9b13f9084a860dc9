"""Shares of people by the number of known records, above the columns in the records of a person."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QModelIndex, Signal
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.risk.histories.figures_model import ColumnsInPeopleModel, KnownColumn, KnownRecordsModel, PersonColumn
from arxdesk.ui import layouts, words
from arxdesk.ui.models.figures_text import Cell, FiguresText
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.tables.cells import BarDelegate
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.histories.known_records import KnownRecords, known_records_sentence
from arxdesk_engine.analysis.people.known_events import KNOWN
from arxdesk_engine.analysis.people.limited_records import LimitedRecords
from arxdesk_engine.analysis.people.records_of_people import RecordsOfPeople, findings, people_sentence
from arxdesk_engine.foundation.language import tr

KNOWN_WIDTH, SHARE_WIDTH, DIFFERING_WIDTH = 84, 76, 96
ROW, HEADER = 24, 28


class FiguresPage(QWidget):
    """Announces the figure whose people are to be shown, as known records and side, and the row of a column."""

    figure_opened = Signal(int, str)
    column_opened = Signal(int)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._sides: Mapping[str, KnownRecords] = {}
        self._of_people: RecordsOfPeople | None = None
        self.known, self.columns = KnownRecordsModel(self), ColumnsInPeopleModel(self)
        self.known_table = RecordsTable(tr("People who are singled out by known records"), two_line_header=False)
        self.columns_table = RecordsTable(tr("Columns in the records of a person"), two_line_header=False)
        self.sentence = paragraph("", "dense", "1")
        self.people = paragraph("", "dense", "1")
        self.findings = paragraph("", "caption", "2")
        self._lay_out()
        self.known_table.activated.connect(self._open_figure)
        self.columns_table.activated.connect(lambda index: self.column_opened.emit(index.row()))

    def show_figures(self, sides: Mapping[str, KnownRecords]) -> None:
        """Replace the shares, by "before" and "after"."""
        self._sides = sides
        self.sentence.setText(known_records_sentence(sides, words=words.LOCAL))
        self.known.set_sides(sides)
        for column in (KnownColumn.BEFORE, KnownColumn.BEFORE_BAR, KnownColumn.AFTER, KnownColumn.AFTER_BAR):
            self.known_table.setColumnHidden(column, self.known.side_of(column) not in sides)

    def show_columns(self, found: RecordsOfPeople, limit: LimitedRecords | None = None) -> None:
        """Replace the columns, and tell what a limit of the records of a person leaves out of the table."""
        self._of_people = found
        self.columns.set_found(found)
        said = [people_sentence(found, words.LOCAL)]
        if limit is not None:
            said.append(tr("{records} of each count.", records=words.capitalized(limit.settings.in_brief)))
        self.people.setText(" ".join(said))
        self.people.setToolTip("" if limit is None else limit.sentence(words.LOCAL))
        self.findings.setText(" ".join(findings(found, words.LOCAL)))
        self.findings.setVisible(bool(self.findings.text()))

    def numbers(self) -> FiguresText:
        """Both tables as tab-separated text."""
        rows: list[tuple[Cell, ...]] = [tuple(tr("Known records\tTable\tPeople\tSingled out\tAt random").split("\t"))]
        for side, each in self._sides.items():
            rows += [
                (known, _table_of(side), found.people, found.some, found.random) for known, found in each.found.items()
            ]
        rows += [(), tuple(tr("Column\tIn a person\tPeople differing").split("\t"))]
        of_people = () if self._of_people is None else self._of_people.columns
        return FiguresText([*rows, *((each.name, each.constancy.value, each.differing) for each in of_people)])

    def _open_figure(self, index: QModelIndex) -> None:
        side = self.known.side_of(index.column())
        self.figure_opened.emit(KNOWN[index.row()], side if side in self._sides else next(iter(self._sides)))

    def _lay_out(self) -> None:
        of_columns = (self.people, (self.columns_table, 1), self.findings)
        layouts.column(self.sentence, self.known_table, 6, *of_columns, spacing=6, inside=self)
        self.findings.hide()
        self.known_table.setModel(self.known)
        self.columns_table.setModel(self.columns)
        for table in (self.known_table, self.columns_table):
            table.verticalHeader().hide()
            table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
            table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
            table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        for column in (KnownColumn.BEFORE_BAR, KnownColumn.AFTER_BAR):
            self.known_table.set_cell_delegate(column, BarDelegate())
            self.known_table.header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.known_table.setColumnWidth(KnownColumn.KNOWN, KNOWN_WIDTH)
        for column in (KnownColumn.BEFORE, KnownColumn.AFTER):
            self.known_table.setColumnWidth(column, SHARE_WIDTH)
        self.known_table.setMaximumHeight(HEADER + ROW * len(KNOWN) + 2)
        for table in (self.known_table, self.columns_table):
            table.setMinimumHeight(HEADER + ROW)  # in a low window they scroll
        for place in (PersonColumn.NAME, PersonColumn.CONSTANCY):
            self.columns_table.header.setSectionResizeMode(place, QHeaderView.ResizeMode.Stretch)
        self.columns_table.setColumnWidth(PersonColumn.DIFFERING, DIFFERING_WIDTH)
        self.known_table.setToolTip(tr("Double click or Enter shows the people of a figure"))
        self.columns_table.setToolTip(tr("Double click or Enter shows the records of people in whom a column differs"))


def _table_of(side: str) -> str:
    return tr("input") if side == "before" else tr("output")
