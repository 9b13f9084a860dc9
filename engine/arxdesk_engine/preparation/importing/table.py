"""The table of an import as read: its columns, the fit of each, and the contradicting cells."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.data.raw_table import RawTable
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.foundation.moments import has_short_year
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource

SHOWN_RECORDS = 1_000
"""The most records shown at once, whether the first ones or those with problems."""


@dataclass(frozen=True, slots=True)
class Reading:
    """The type that the cells of a column are read as; dates may be written in other formats as well.

    `marks` stand before decimals and between thousands where the column is written otherwise than its table.
    """

    type: ValueType = field(default_factory=ValueType)
    other_formats: tuple[str, ...] = ()
    marks: tuple[str, str] | None = None

    @property
    def settings(self) -> AttributeSettings:
        """The settings of the reading in a job."""
        kind = self.type
        said: dict[str, object] = {"type": kind.kind, "order": kind.order, "other_formats": self.other_formats}
        if kind.kind is DataType.SET:
            said["separator"] = kind.separator
        if kind.kind is DataType.DATE:
            said["format"] = kind.format
        if self.marks is not None:
            said |= {"decimal_mark": self.marks[0], "thousands_mark": self.marks[1]}
        return AttributeSettings.model_validate(said)

    @property
    def has_short_year(self) -> bool:
        """Whether dates may be written with years of two digits."""
        return any(has_short_year(each) for each in (self.type.format or "", *self.other_formats))


@dataclass(frozen=True, slots=True)
class ColumnDoubt:
    """What nobody can tell of a column that is read so: in two words, and as a sentence."""

    reading: Reading
    caption: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Example:
    """A text that contradicts, in how many cells it stands, and why it does not fit."""

    value: str
    cells: int
    reason: str


@dataclass(frozen=True, slots=True)
class Judgement:
    """How a column fits a reading: numbers of cells, and which of its distinct texts contradict (bool per text)."""

    reading: Reading
    fits: int
    misfits: int
    missing: int
    contradicting: NDArray[np.bool_]
    examples: tuple[Example, ...] = ()
    additions: tuple[str, ...] = ()
    """Other date formats that contradicting cells are written in."""
    added: int = 0
    """The number of these cells."""
    whole: bool = True
    """Whether all cells were looked at, and not only those in view."""

    def contradicts(self, code: int) -> bool:
        """Whether a distinct text contradicts the reading."""
        return bool(self.contradicting[code])

    def with_addition(self, formats: tuple[str, ...], cells: int) -> Judgement:
        """The same, and so many cells would fit if these formats were accepted as well."""
        return replace(self, additions=formats, added=cells)

    def with_reasons(self, reasons: Mapping[str, str]) -> Judgement:
        """The same with reasons for its examples, by their texts."""
        examples = tuple(replace(each, reason=reasons.get(each.value, "")) for each in self.examples)
        return replace(self, examples=examples)

    @property
    def share(self) -> float:
        """The share of the cells with content that fit, 1 where there is none."""
        present = self.fits + self.misfits
        return self.fits / present if present else 1.0


@dataclass(frozen=True, slots=True)
class ReadColumn:
    """One column as it stands in the file: codes into its distinct texts, and what it can be read as, best first."""

    name: str
    codes: Codes
    texts: tuple[str, ...]
    label: str
    candidates: tuple[Judgement, ...]
    could_be_number: bool = False
    doubt: ColumnDoubt | None = None
    short_year: tuple[str, str] | None = None
    """A date with a year of two digits, and the same as it is read."""

    def code(self, record: int) -> int:
        """The code of a cell."""
        return int(self.codes[record])

    @property
    def distinct(self) -> int:
        """The number of distinct texts, without the empty one."""
        return len(self.texts) - ("" in self.texts)


@dataclass(frozen=True, slots=True)
class ReadTable:
    """A table, or its first records. `sure` says of each detected part of the syntax how sure that is.

    `markers` are texts that could mean a missing value, with their cells.
    `raw` is what the engine read, to be prepared with the choices of the wizard.
    """

    data: DataSource
    columns: tuple[ReadColumn, ...]
    records: int
    whole: bool
    sure: Mapping[str, str]
    markers: Mapping[str, int]
    raw: RawTable


@dataclass(frozen=True, slots=True)
class TableEntry:
    """A sheet of a workbook, or a table or view of a database."""

    name: str
    rows: int | None = None
    columns: int | None = None
    is_view: bool = False


@dataclass(frozen=True, slots=True)
class ImportSource:
    """A file, a folder of `files` or a database, and the tables to choose from; none where there is only one in any
    file of its kind."""

    path: str
    format: str
    tables: tuple[TableEntry, ...]
    is_database: bool
    bytes: int | None = None
    files: int = 1
    records: int | None = None
    """The number of records, where it is known before any of them is read."""
    can_stay: bool = False
    """Whether an engine is known that groups its rows where they are."""
    stays: bool = False
    """Whether the table is several files, or larger than memory: its rows stay where they are."""


@dataclass(frozen=True, slots=True)
class Proposal:
    """A role that is proposed for a column, and why; not `decided` where nothing speaks for any."""

    role: Role
    reason: str
    decided: bool = True
