"""Questions of Quality and Risk about a table: the sizes of groups, records behind a figure, identifiers."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.class_counts import ClassCounts, count_classes
from arxdesk_engine.analysis.risk.identifiers import IdentifierFindings, identifiers_in
from arxdesk_engine.analysis.shown import records
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control


@dataclass(frozen=True, slots=True)
class ClassesOf(Request[ClassCounts]):
    """The classes of a table by their sizes."""

    def run(self, table: AnalyzedTable, control: Control) -> ClassCounts:
        """Count them. Raises a UserError where the research subset cannot be read."""
        del control
        return count_classes(table)


@dataclass(frozen=True, slots=True)
class InClassesOfSize(Request[Rows]):
    """The records in groups of `smallest` to `largest` records, of any size from there on where that is None."""

    smallest: int
    largest: int | None

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records]."""
        return records.in_classes_of_size(table, self.smallest, self.largest, control)


@dataclass(frozen=True, slots=True)
class AboveRisk(Request[Rows]):
    """The records whose risk, one over the size of their group, exceeds a threshold."""

    threshold: float

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records]."""
        return records.above_risk(table, self.threshold, control)


@dataclass(frozen=True, slots=True)
class Removed(Request[Rows]):
    """The records that count and that the output shows nothing of; none in an input."""

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records]."""
        del control
        return records.removed(table)


@dataclass(frozen=True, slots=True)
class GroupOfRecord(Request[Rows]):
    """The records in the group of a record, itself among them; none where it is in no group."""

    record: int

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records]."""
        del control
        return records.looking_like(table, self.record)


@dataclass(frozen=True, slots=True)
class RecordsShowing(Request[Rows]):
    """The records that show one of some texts in each of some attributes: ((attribute, (text, ...)), ...)."""

    values: tuple[tuple[str, tuple[str, ...]], ...]

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records]. Raises a UserError."""
        return records.showing(table, self.values, control)


@dataclass(frozen=True, slots=True)
class HiddenRecords(Request[Rows]):
    """The records that show nothing of an attribute, because they were removed."""

    attribute: str

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records]. Raises a UserError."""
        del control
        return records.showing_nothing(table, self.attribute)


@dataclass(frozen=True, slots=True)
class IdentifiersOf(Request[IdentifierFindings]):
    """Identifiers among all columns, by their names and their values; roles do not matter."""

    is_long: ClassVar[bool] = True

    def run(self, table: AnalyzedTable, control: Control) -> IdentifierFindings:
        """Look at every column."""
        return identifiers_in(table.dataset, control)

    def state(self, table: AnalyzedTable) -> Hashable:
        """The cells alone."""
        return table.dataset
