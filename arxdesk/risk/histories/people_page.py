"""Who is singled out, beside the records of one of these people."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.analysis.sides import reason_in, title
from arxdesk.risk.histories.people_model import HistoryModel, PeopleFoundModel
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.splitter import splitter
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.histories.known_records import SIDES, History, KnownRecords
from arxdesk_engine.analysis.people.known_events import KNOWN, KnownEvents
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.language import tr, tr_n

NUMBER_WIDTH, WIDEST = 68, 180
PEOPLE_WIDTH, HISTORY_WIDTH = 200, 320
MOST_COPIED = 10_000


class PeoplePage(QWidget):
    """The number of known records and the side are chosen above; the links below show records in the tables."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.people, self.history = PeopleFoundModel(self), HistoryModel(self)
        self.people_table = RecordsTable(tr("People who are singled out"), two_line_header=False)
        self.history_table = RecordsTable(tr("Records of the person"), two_line_header=False)
        self.list = PagedList(self.people_table, tr("people"))
        self.known = Segmented(tr("Known records"), [(str(known), words.records(known)) for known in KNOWN])
        self.side = Segmented(tr("Table of the people"), [(side, title(side)) for side in SIDES])
        self.note = paragraph("", "dense", "2")
        self.empty = paragraph("", "dense", "2")
        self.all_link, self.one_link = link_button(""), link_button(tr("Show this person's records"))
        self._lay_out()

    @property
    def number(self) -> int:
        """How many records are known."""
        return int(self.known.value)

    @property
    def person(self) -> int | None:
        """The person that is looked at."""
        return self.people.person_at(self.list.current_row)

    def choose(self, known: int, side: str) -> None:
        """Choose the people, without announcing it."""
        self.known.set_value(str(known))
        self.side.set_value(side)

    def show_people(self, found: KnownRecords, *, both: bool) -> None:
        """List those whom so many records single out; the first of them is looked at."""
        with QSignalBlocker(self.list):
            self.people.set_people(found, self.number)
            self.list.show_row(0)
        self.side.setVisible(both)
        events, number = found.found.get(self.number), self.people.rowCount()
        self.all_link.setText(tr_n(number, "Show the records of {n} person", "Show the records of {n} people"))
        for part in (self.list, self.history_table, self.note, self.all_link, self.one_link):
            part.setVisible(number > 0)
        self.empty.setVisible(number == 0)
        if events is None:
            self.empty.setText(
                tr_n(
                    self.number,
                    "There are too many combinations of one record to count them.",
                    "There are too many combinations of {n} records to count them.",
                )
            )
        else:
            self.empty.setText(f"{reason_in(self.side.value, self._nobody(events))}.")

    def show_history(self, history: History | None, table: AnalyzedTable, found: KnownRecords) -> None:
        """Show the records of the person, once they are found."""
        self.history.set_history(history, table, found.columns)
        self.history_table.resizeColumnsToContents()
        self.one_link.setEnabled(history is not None)
        if history is None:
            self.note.setText("")
            return
        number = int(history.marked.sum())
        self.note.setText(
            tr_n(
                number,
                "The marked record is like no other person's.",
                "The {n} marked records together are nobody else's.",
            )
        )
        first = next(iter(row for row in range(len(history.marked)) if history.marked[row]), 0)
        self.history_table.scrollTo(self.history.index(first, 0))

    def numbers(self) -> str:
        """The people, tab-separated, as far as they can be copied without a pause."""
        model, more = self.people, self.people.rowCount() - MOST_COPIED
        rows = [(model.text(row, 0) or "", model.text(row, 1) or "") for row in range(model.rowCount() - max(0, more))]
        lines = ["\t".join(line) for line in [(tr("Person"), tr("Records")), *rows]]
        return "\n".join([*lines, tr_n(more, "... and {n} more", "... and {n} more")] if more > 0 else lines)

    def _nobody(self, events: KnownEvents) -> str:
        if events.is_exact:
            return tr_n(self.number, "Nobody is singled out by one record", "Nobody is singled out by {n} records")
        looked_at = words.people(events.judged)
        return tr_n(
            self.number,
            "Nobody of {people} looked at is singled out by one record",
            "Nobody of {people} looked at is singled out by {n} records",
            people=looked_at,
        )

    def _lay_out(self) -> None:
        self.list.set_model(self.people)
        self.history_table.setModel(self.history)
        for table in (self.people_table, self.history_table):
            table.verticalHeader().hide()
            table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
            table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.people_table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.people_table.header.setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        self.people_table.setColumnWidth(1, NUMBER_WIDTH)
        self.history_table.setMinimumWidth(120)
        self.history_table.header.setMaximumSectionSize(WIDEST)
        right = QWidget()
        layouts.column((self.history_table, 1), self.note, spacing=6, margins=(8, 0, 0, 0), inside=right)
        both = splitter(Qt.Orientation.Horizontal, [(self.list, PEOPLE_WIDTH), (right, HISTORY_WIDTH)])
        both.setObjectName("histories")
        choices = layouts.row(self.known, layouts.STRETCH, self.side, spacing=8)
        links = layouts.row(self.all_link, self.one_link, layouts.STRETCH, spacing=16)
        layouts.column(choices, self.empty, (both, 1), links, spacing=8, inside=self)
        self.empty.hide()
