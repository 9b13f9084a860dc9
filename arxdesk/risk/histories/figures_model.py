"""Shares of people by the number of known records, in rows; and the columns of a person's records, in rows."""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
from arxdesk_engine.analysis.histories.known_records import KnownRecords
from arxdesk_engine.analysis.people.known_events import KNOWN, KnownEvents
from arxdesk_engine.analysis.people.records_of_people import ColumnOfPeople, Constancy, RecordsOfPeople
from arxdesk_engine.foundation.language import marked, tr, tr_n


class KnownColumn(IntEnum):
    """The columns of the table of shares."""

    KNOWN = 0
    BEFORE_BAR = 1
    BEFORE = 2
    AFTER_BAR = 3
    AFTER = 4


_SHARE = marked("People with records that nobody else has together, as the chosen columns show them")
_KNOWN_HEADINGS = (
    Heading(marked("Known"), hint=marked("The records of a person that an attacker knows"), is_text=True),
    Heading(marked("Input"), hint=_SHARE, is_text=True, is_before=True),
    Heading("", hint=_SHARE, is_before=True),
    Heading(marked("Output"), hint=_SHARE, is_text=True),
    Heading("", hint=_SHARE),
)
TOO_MANY = marked("too many")


class KnownRecordsModel(ReadOnlyTable):
    """One row for each number of known records, with the share of people who are singled out."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_KNOWN_HEADINGS)
        self._sides: Mapping[str, KnownRecords] = {}

    def set_sides(self, sides: Mapping[str, KnownRecords]) -> None:
        """Replace the figures, by "before" and "after"."""
        self.beginResetModel()
        self._sides = dict(sides)
        self.endResetModel()

    @staticmethod
    def side_of(column: int) -> str:
        """The side that a column is of."""
        return "after" if column in (KnownColumn.AFTER, KnownColumn.AFTER_BAR) else "before"

    def found_at(self, row: int, column: int) -> KnownEvents | None:
        """The figure of a cell; None where there is none."""
        side = self._sides.get(self.side_of(column))
        return None if side is None else side.found.get(KNOWN[row])

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """One for each number of known records."""
        return len(KNOWN) if self._sides else 0

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        if column == KnownColumn.KNOWN:
            return words.records(KNOWN[row])
        if column in (KnownColumn.BEFORE_BAR, KnownColumn.AFTER_BAR):
            return None
        found = self.found_at(row, column)
        if found is None:
            return tr(TOO_MANY) if self.side_of(column) in self._sides else ""
        return words.percent(found.some) if found.is_exact else f"≈ {words.percent(found.some)}"

    def hint(self, row: int, column: int) -> str:
        """The number of people, how sure it is, and what records at random would do."""
        found = self.found_at(row, column)
        if found is None:
            return tr("There are too many combinations of so many records to count them")
        if found.is_exact:
            singled = words.count_with_share(round(found.some * found.people), found.people, "people")
        else:
            singled = tr_n(
                found.judged,
                "{low} to {high} of the people (95 %, from {n} person looked at)",
                "{low} to {high} of the people (95 %, from {n} people looked at)",
                low=words.percent(found.low),
                high=words.percent(found.high),
            )
        return tr_n(
            found.known,
            "Singled out by a record: {people}. With records picked at random of a person picked at random: {random} "
            "of the cases",
            "Singled out by {n} records: {people}. With records picked at random of a person picked at random: "
            "{random} of the cases",
            people=singled,
            random=words.percent(found.random),
        )

    def tone(self, row: int, column: int) -> str | None:
        """Faint where nobody is singled out, and where nothing was counted."""
        found = self.found_at(row, column)
        return "muted" if column != KnownColumn.KNOWN and (found is None or found.some == 0.0) else None

    def share(self, row: int, column: int) -> float | None:
        """The bar of a share."""
        if column not in (KnownColumn.BEFORE_BAR, KnownColumn.AFTER_BAR):
            return None
        found = self.found_at(row, column)
        return None if found is None else found.some


class PersonColumn(IntEnum):
    """The columns of the table of constancy."""

    NAME = 0
    CONSTANCY = 1
    DIFFERING = 2


_COLUMN_HEADINGS = (
    Heading(marked("Column"), is_text=True),
    Heading(marked("In one person"), hint=marked("Whether it is the same in all records of a person"), is_text=True),
    Heading(marked("Differs in"), hint=marked("The people with several values, of those with several records")),
)
_CONSTANCY = {
    Constancy.CONSTANT: marked("always the same"),
    Constancy.NEARLY_CONSTANT: marked("nearly always the same"),
    Constancy.CHANGING: marked("changes"),
    Constancy.UNKNOWN: marked("one record each"),
}


class ColumnsInPeopleModel(ReadOnlyTable):
    """One row for each column but the person column, in the order of the table."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_COLUMN_HEADINGS)
        self._found: RecordsOfPeople | None = None

    def set_found(self, found: RecordsOfPeople | None) -> None:
        """Replace the columns."""
        self.beginResetModel()
        self._found = found
        self.endResetModel()

    def column_at(self, row: int) -> ColumnOfPeople | None:
        """The column in a row."""
        return None if self._found is None or row < 0 else self._found.columns[row]

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of columns."""
        return 0 if self._found is None else len(self._found.columns)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        each = self.column_at(row)
        if each is None:
            return None
        texts = {PersonColumn.NAME: each.name, PersonColumn.CONSTANCY: tr(_CONSTANCY[each.constancy])}
        return texts.get(PersonColumn(column), words.people(each.differing))

    def hint(self, row: int, column: int) -> str:
        """The share of the people."""
        del column
        each = self.column_at(row)
        if each is None or self._found is None:
            return ""
        if each.constancy is Constancy.UNKNOWN:
            return tr("Nobody has several records")
        several = words.count_with_share(each.differing, self._found.with_several, "people")
        said = tr("{name} differs between the records of {people} with several records", name=each.name, people=several)
        if each.constancy is not Constancy.NEARLY_CONSTANT:
            return said
        return f"{said}. {tr('Check these values: they may be errors')}"

    def tone(self, row: int, column: int) -> str | None:
        """A warning where a column differs in few people."""
        each = self.column_at(row)
        is_finding = each is not None and each.constancy is Constancy.NEARLY_CONSTANT
        if is_finding and column != PersonColumn.NAME:
            return "warn"
        return "muted" if each is not None and column == PersonColumn.DIFFERING and not each.differing else None
