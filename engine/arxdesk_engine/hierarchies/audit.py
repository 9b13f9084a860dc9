"""Findings in a valid hierarchy: values of the column that it lacks, and parts that serve no purpose."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.hierarchies.groups import Groups, Numbers, records_of_rows
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.occupancy import Occupancy
from arxdesk_engine.hierarchies.validation import missing_values


@dataclass(frozen=True, slots=True)
class Audit:
    """The findings on a hierarchy for a column.

    `missing` are the values of the column without an entry, `unused` the entries whose value does not occur. `has_root`
    says whether everything is one group at the last level. `repeated` are the levels that have the groups of the level
    before them, `ambiguous` the labels that name different groups on different levels, without "*".
    """

    missing: tuple[str, ...]
    unused: tuple[str, ...]
    has_root: bool
    repeated: tuple[int, ...]
    ambiguous: tuple[str, ...]

    @property
    def lacks_missing_cells(self) -> bool:
        """Whether there are missing cells without an entry."""
        return "" in self.missing


def audit(groups: Groups, column: Column) -> Audit:
    """Check a hierarchy for a column. The time grows with the rows: 0.1 s for 100,000."""
    hierarchy = groups.hierarchy
    occurring = set(column.values)
    return Audit(
        tuple(column.values[code] for code in missing_values(hierarchy, column)),
        tuple(row[0] for row in hierarchy.rows if row[0] not in occurring),
        hierarchy.levels > 1 and groups.count(hierarchy.levels - 1) == 1,
        _repeated(groups),
        _ambiguous(groups),
    )


@dataclass(frozen=True, slots=True)
class Inspection:
    """A hierarchy as views show it for a column: its groups, the records of each row (int64[rows]), the findings."""

    hierarchy: Hierarchy
    column: Column
    groups: Groups
    records: Numbers
    audit: Audit

    @property
    def occupancy(self) -> Occupancy:
        """The records of the groups of every level."""
        return Occupancy(self.groups, self.records)


def inspect(hierarchy: Hierarchy, column: Column) -> Inspection:
    """Count and audit a hierarchy for a column; 0.2 s for 100,000 rows."""
    groups = Groups.of(hierarchy)
    return Inspection(hierarchy, column, groups, records_of_rows(hierarchy, column), audit(groups, column))


def _repeated(groups: Groups) -> tuple[int, ...]:
    return tuple(
        coarser for finer, coarser in pairwise(range(groups.levels)) if groups.count(finer) == groups.count(coarser)
    )


def _ambiguous(groups: Groups) -> tuple[str, ...]:
    """Labels of different groups. A group that stays as it is on the next level may keep its label."""
    found: dict[str, None] = {}
    size_of: dict[str, tuple[int, int]] = {}
    for level in range(groups.levels):
        sizes, first = groups.rows[level].tolist(), groups.first[level].tolist()
        for label, size, row in zip(groups.labels[level], sizes, first, strict=True):
            known = size_of.setdefault(label, (size, row))
            if known != (size, row) and label not in ("", SUPPRESSED):
                found[label] = None
    return tuple(found)
