"""People whom known records single out, in rows; and the records of one of them, with those that do it marked."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
from arxdesk_engine.analysis.histories.known_records import History, KnownRecords
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.language import marked, tr

_PEOPLE_HEADINGS = (
    Heading(marked("Person"), hint=marked("As the person column of the input has it"), is_text=True),
    Heading(marked("Records"), hint=marked("The records of the person that are left")),
)


class PeopleFoundModel(ReadOnlyTable):
    """Who is singled out, with the fewest records first."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_PEOPLE_HEADINGS)
        self._found: KnownRecords | None = None
        self._known = 0

    def set_people(self, found: KnownRecords | None, known: int) -> None:
        """Show those whom so many known records single out."""
        self.beginResetModel()
        self._found, self._known = found, known
        self.endResetModel()

    def person_at(self, row: int) -> int | None:
        """The person in a row."""
        if self._found is None or not 0 <= row < self.number_of_rows:
            return None
        return int(self._found.people[self._known][row])

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of people."""
        return 0 if self._found is None else len(self._found.people.get(self._known, ()))

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        person = self.person_at(row)
        if self._found is None or person is None:
            return None
        return words.count(int(self._found.events[person])) if column else self._found.names[person]


class HistoryModel(ReadOnlyTable):
    """The records of a person as a table shows them, those that single the person out marked."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._history: History | None = None
        self._columns: tuple[Column, ...] = ()

    def set_history(self, history: History | None, table: AnalyzedTable | None, columns: Sequence[str]) -> None:
        """Replace the records."""
        self.beginResetModel()
        self._history = history
        self._columns = () if table is None else tuple(table.dataset[name] for name in columns)
        self.endResetModel()

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The number of the record, and the columns that an attacker knows."""
        return (Heading(tr("Record")), *(Heading(each.name, is_text=True) for each in self._columns))

    @property
    def number_of_rows(self) -> int:
        """The number of records."""
        return 0 if self._history is None else len(self._history.rows)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        if self._history is None:
            return None
        record = int(self._history.rows[row])
        if column == 0:
            return words.count(record + 1)
        shown = self._columns[column - 1]
        return shown.values[int(shown.codes[record])]

    def hint(self, row: int, column: int) -> str:
        """The cell, and whether its record is one of those that single the person out."""
        text = self.text(row, column) or ""
        return tr("{text} – one of the known records", text=text) if self._is_marked(row) else text

    def spoken(self, row: int, column: int) -> str | None:
        """Whether the record is marked, for those who do not see it."""
        return self.hint(row, column) if self._is_marked(row) else None

    def tone(self, row: int, column: int) -> str | None:
        """Marked records stand out."""
        del column
        return "found" if self._is_marked(row) else None

    def _is_marked(self, row: int) -> bool:
        return self._history is not None and bool(self._history.marked[row])
