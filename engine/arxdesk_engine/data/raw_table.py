"""A table as its file has it: texts in dictionaries, before types and corrections."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.data.linked_rows import LinkedRows
from arxdesk_engine.data.schema import SUPPRESSED, ValueType
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidData, Problem, Resolution, UnclearTable, quoted, suggestion
from arxdesk_engine.foundation.language import tr, whole

MAX_COLUMNS = 4096
MAX_RECORDS = 2**31 - 1
_NO_NAMES = ("", SUPPRESSED)


@dataclass(frozen=True, slots=True, eq=False)
class RawColumn:
    """One column: `codes` (int32, one per record) point into `dictionary`, its distinct texts, those that occur.

    Texts are trimmed, and null values are the empty text. `declared` is the type that the format itself gives the
    column, `label` what a statistical file says of it. `has_numbers`: the format has numbers of its own, which read
    with a decimal point whatever stands in texts.
    """

    name: str
    codes: Codes
    dictionary: tuple[str, ...]
    declared: ValueType | None = None
    label: str = ""
    has_numbers: bool = True

    def first(self, records: int) -> RawColumn:
        """The first records of the column."""
        return self.of_codes(self.codes[:records])

    def at(self, rows: Codes) -> RawColumn:
        """The cells of some rows (int32[number]), in their order; missing ones where the row is negative."""
        codes, missing = self.codes[rows], rows < 0
        if not missing.any():
            return self.of_codes(codes)
        known = "" in self.dictionary
        whole = self if known else replace(self, dictionary=(*self.dictionary, ""))
        return whole.of_codes(np.where(missing, np.int32(whole.dictionary.index("")), codes))

    def of_codes(self, codes: Codes) -> RawColumn:
        """The column with other cells of its dictionary, of which those stay that occur."""
        occurs = np.bincount(codes, minlength=len(self.dictionary)) > 0
        renumbered = (np.cumsum(occurs) - 1).astype(np.int32)[codes]
        kept = tuple(text for text, is_there in zip(self.dictionary, occurs.tolist(), strict=True) if is_there)
        return replace(self, codes=renumbered, dictionary=kept)


@dataclass(frozen=True, slots=True)
class SyntaxFacts:
    """The syntax of a delimited file, and its certainty: "certain", "9 of 10 lines", "guessed", ...

    `header_doubt` says why the first row may not be what it was taken for; "" where nothing speaks against it.
    """

    delimiter: str
    quote: str
    encoding: str
    header: bool
    delimiter_confidence: str = "certain"
    quote_confidence: str = "certain"
    encoding_confidence: str = "certain"
    header_confidence: str = "certain"
    header_doubt: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class RawTable:
    """The columns of a table, and how its file is written where it is delimited text.

    `header` is what a workbook tells of its first row: whether it was taken for names, how sure that is, and why it may
    not be what it was taken for; None where nothing was guessed. `linked` are the tables that it is the join of, the
    first one first; none: it is one table.
    """

    columns: tuple[RawColumn, ...]
    records: int
    facts: SyntaxFacts | None = None
    header: tuple[bool, str, str] | None = None
    linked: tuple[LinkedRows, ...] = ()

    @property
    def header_doubt(self) -> str:
        """Why the first row may not be what it was taken for."""
        if self.facts is not None:
            return self.facts.header_doubt
        return "" if self.header is None else self.header[2]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the columns as the file has them."""
        return tuple(column.name for column in self.columns)


@dataclass(frozen=True, slots=True)
class TableName:
    """A sheet of a workbook, or a table or view of a database; sizes are None where asking would take long."""

    name: str
    rows: int | None = None
    columns: int | None = None
    is_view: bool = False


def folded(codes: Codes, texts: Iterable[str], null_values: Collection[str]) -> tuple[Codes, list[str]]:
    """Codes and dictionary of a column after trimming and composing its texts and folding null values into the empty
    text."""
    trimmed = (composed(text.strip()) for text in texts)
    return merged(codes, ["" if text in null_values else text for text in trimmed])


def merged(codes: Codes, texts: Sequence[str]) -> tuple[Codes, list[str]]:
    """Codes and dictionary of a column where `texts` may hold a text more than once."""
    position: dict[str, int] = {}
    for text in texts:  # in one call for all of them, other threads would stand still
        if text not in position:
            position[text] = len(position)
    if len(position) == len(texts):
        return codes, list(texts)
    remap = np.fromiter((position[text] for text in texts), np.int32, len(texts))
    return remap[codes], list(position)


def chosen_names(place: str, names: Sequence[str], wanted: Sequence[str]) -> tuple[str, ...]:
    """The names of the columns to read; none wanted: all. Raises InvalidData for those that do not exist."""
    if not wanted:
        return tuple(names)
    known, twice = set(names), [name for name in dict.fromkeys(wanted) if wanted.count(name) > 1]
    faults = [
        Problem(place, tr("there is no column {name}", name=quoted(name)), suggestion(name, names))
        for name in wanted
        if name not in known
    ]
    faults += [
        Problem(place, tr("the column {name} is chosen twice", name=quoted(name)), tr("Name it once."))
        for name in twice
    ]
    if faults:
        raise InvalidData(faults)
    return tuple(wanted)


def repaired_names(names: Sequence[str]) -> list[str]:
    """The names with numbers where there is none, or "*", and behind those that occurred before."""
    found: list[str] = []
    for number, name in enumerate(names, 1):
        wanted, times = f"column {number}" if name in _NO_NAMES else name, 1
        unique = wanted
        while unique in found or (times > 1 and unique in names):
            times += 1
            unique = f"{wanted} ({times})"
        found.append(unique)
    return found


def require_names(place: str, names: Sequence[str], *, can_number: bool = False) -> None:
    """Raises InvalidData where there are too many columns, or one without a name, one named "*", or two with the same.

    `can_number`: such columns could be given numbers, and the error offers that.
    """
    if len(names) > MAX_COLUMNS:
        raise InvalidData(
            Problem(
                place,
                tr("{number} columns", number=whole(len(names))),
                tr("At most {n} columns can be read.", n=whole(MAX_COLUMNS)),
            )
        )
    seen: set[str] = set()
    for number, name in enumerate(names, 1):
        if not name:
            raise _unclear_name(
                place, tr("column {number} has no name", number=number), tr("Give every column a name"), can_number
            )
        if name == SUPPRESSED:
            found = tr('column {number} is named "*", which stands for all other columns in a job', number=number)
            raise _unclear_name(place, found, tr("Give it another name"), can_number)
        if name in seen:
            raise _unclear_name(
                place, tr("two columns are named {name}", name=quoted(name)), tr("Rename one of them"), can_number
            )
        seen.add(name)


def _unclear_name(place: str, found: str, remedy: str, can_number: bool) -> InvalidData:
    if not can_number:
        return InvalidData(Problem(place, found, f"{remedy}."))
    remedy = tr(
        "{remedy}, or write repair_names = true in the section [data] of the job: it gets a number.", remedy=remedy
    )
    return UnclearTable(
        Problem(place, found, remedy), (Resolution(tr("Give such columns numbers"), {"repair_names": True}),)
    )


def no_records(place: object) -> InvalidData:
    """The error for a table without records."""
    return InvalidData(
        Problem(str(place), tr("the table has a header but no records"), tr("Choose a file with records."))
    )
