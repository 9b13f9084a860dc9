"""What histories give away, and the records behind it, as questions to the engine."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.histories.known_records import History, KnownRecords, known_records
from arxdesk_engine.analysis.people.limited_records import LimitedRecords, limited_records
from arxdesk_engine.analysis.people.records_of_people import RecordsOfPeople, differing_rows, records_of_people
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class KnownRecordsOf(Request[KnownRecords]):
    """The people whom 1 to 3 known records single out, as some columns show these."""

    is_long: ClassVar[bool] = True
    columns: tuple[str, ...]

    def run(self, table: AnalyzedTable, control: Control) -> KnownRecords:
        """Count them. Raises a UserError where the research subset cannot be read; Stopped."""
        return known_records(table, self.columns, control)


@dataclass(frozen=True, slots=True)
class ColumnsInPeople(Request[RecordsOfPeople]):
    """Which columns are the same in all records of a person."""

    is_long: ClassVar[bool] = True
    person: str

    def run(self, table: AnalyzedTable, control: Control) -> RecordsOfPeople:
        """Compare the records of each person. Raises Stopped."""
        control.raise_if_stopped()
        return records_of_people(table.dataset, self.person)


@dataclass(frozen=True, slots=True)
class LimitedRecordsOf(Request[LimitedRecords | None]):
    """The records that are left out because a person has very many; None where any number is allowed."""

    is_long: ClassVar[bool] = True

    def run(self, table: AnalyzedTable, control: Control) -> LimitedRecords | None:
        """Count them. Raises Stopped."""
        control.raise_if_stopped()
        return limited_records(table.job, table.dataset)


@dataclass(frozen=True, slots=True)
class HistoryOfPerson(Request[History]):
    """The records of a person, and those of them that single the person out."""

    found: KnownRecords
    person: int
    known: int

    def run(self, table: AnalyzedTable, control: Control) -> History:
        """Look for the fewest. Raises Stopped."""
        del table
        return self.found.history(self.person, self.known, control)


@dataclass(frozen=True, slots=True)
class RecordsSingledOut(Request[Rows]):
    """All records of everybody whom so many known records single out, or of one of these people."""

    found: KnownRecords
    known: int
    person: int | None = None

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records], person by person."""
        del table
        control.raise_if_stopped()
        return self.found.rows(self.known) if self.person is None else self.found.rows_of(self.person)


@dataclass(frozen=True, slots=True)
class RecordsDiffering(Request[Rows]):
    """The records of the people in whom a column differs."""

    person: str
    column: str

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records], person by person."""
        control.raise_if_stopped()
        return differing_rows(table.dataset, self.person, self.column)
