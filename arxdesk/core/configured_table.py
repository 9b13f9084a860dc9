"""The configured table and the facts derived from it, for reading."""

from __future__ import annotations

import math
from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from arxdesk.core.obstacles import Obstacle, about_undecided, obstacles_of, obstacles_outside_memory
from arxdesk.core.values.archived_files import ArchivedFiles
from arxdesk.core.values.table_content import OmittedColumn
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.item_sets import as_items
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import missing_values
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import ReleasePolicy, policy_of
from arxdesk_engine.preparation.people import number_of_people

if TYPE_CHECKING:
    from arxdesk_engine.backends.grouped_table import GroupedTable

UNDECIDED = "undecided"
"""Shown in place of a role that has not been chosen."""


class ConfiguredTable(QObject):
    """A table with its job and its hierarchies, the facts that follow from them, and the attribute in focus.

    Facts that take long are found once per configuration.
    """

    focus_changed = Signal(str)

    def __init__(
        self,
        job: Job,
        dataset: Dataset,
        hierarchies: Mapping[str, Hierarchy],
        parent: QObject | None = None,
        missing: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(parent)
        self.dataset = dataset
        self.rows: GroupedTable | None = None
        """The rows where they stay, if the table is that of their distinct tuples; None: the table has them."""
        self._job = job.absolute()
        self._stated = frozenset(job.attributes)
        self._hierarchies = dict(hierarchies)
        self._archived_files = ArchivedFiles(self._job, self._hierarchies)
        self._missing: dict[str, tuple[Hierarchy, Column, tuple[int, ...]]] = {
            name: (hierarchies[name], dataset[name], codes) for name, codes in (missing or {}).items()
        }
        self._obstacles: tuple[Obstacle, ...] | None = None
        self._undecided: tuple[str, ...] | None = None
        self._people: tuple[Column, int] | None = None
        self._sorted_out: tuple[Job, Dataset, dict[Role, tuple[str, ...]]] | None = None
        self._counted: tuple[tuple[object, ...], int] | None = None
        """The configuration whose transformations were counted, and how many it has."""
        self._focus = dataset.names[0]
        self.left_out: tuple[OmittedColumn, ...] = ()
        """Columns left out since the project was opened; they can be restored."""

    @property
    def job(self) -> Job:
        """The configuration, immutable, its paths absolute; a search takes it as it is."""
        return self._job

    @property
    def job_of_rows(self) -> Job:
        """The configuration as a job that reads the rows: `job`, unless that is about their distinct tuples."""
        return self._job if self.rows is None else self.rows.job_of_rows(self._job)

    @property
    def records(self) -> int:
        """The number of records of the table, however many of its rows are distinct."""
        return self.dataset.total_records

    @property
    def people(self) -> int:
        """The number of people of the table; 0 where no column says whose record each is."""
        person = self._job.data.person
        if person is None or person not in self.dataset:
            return 0
        column = self.dataset[person]
        if self._people is None or self._people[0] is not column:
            self._people = column, number_of_people(column)
        return self._people[1]

    @property
    def hierarchies(self) -> Mapping[str, Hierarchy]:
        """The hierarchies by attribute; attributes without one are missing."""
        return MappingProxyType(self._hierarchies)  # which is never changed, only replaced

    def settings_of(self, attribute: str) -> AttributeSettings:
        """The settings of an attribute."""
        return self._job.settings_of(attribute)

    @property
    def undecided(self) -> tuple[str, ...]:
        """The attributes without a chosen role, in column order: they would be exported unchanged."""
        if self._undecided is None:
            self._undecided = self._job.undecided(self.dataset.names)
        return self._undecided

    def shown_role(self, attribute: str) -> str:
        """The role of an attribute, "undecided" if none was chosen."""
        return UNDECIDED if attribute in self.undecided else self.settings_of(attribute).role.value

    def attributes_with(self, role: Role) -> tuple[str, ...]:
        """The attributes that have a role, in column order; sorted out once per job and table."""
        if self._sorted_out is None or self._sorted_out[0] is not self._job or self._sorted_out[1] is not self.dataset:
            found: dict[Role, list[str]] = {each: [] for each in Role}
            for name in self.dataset.names:
                found[self.settings_of(name).role].append(name)
            self._sorted_out = self._job, self.dataset, {each: tuple(names) for each, names in found.items()}
        return self._sorted_out[2][role]

    def hierarchy_column(self, attribute: str) -> Column:
        """The column that the hierarchy of an attribute is for: of sets, the items of all cells."""
        return as_items(self.dataset[attribute])

    def level_limits(self, attribute: str) -> tuple[int, int]:
        """The lowest and the highest level that a transformation may give an attribute."""
        settings, hierarchy = self.settings_of(attribute), self._hierarchies.get(attribute)
        highest = hierarchy.levels - 1 if hierarchy else 0
        if settings.maximum_level is not None:
            highest = min(highest, settings.maximum_level)
        return min(settings.minimum_level, highest), highest

    @property
    def transformations(self) -> int:
        """The number of transformations of the configuration; 0 without a quasi-identifier.

        Attributes by which nothing is grouped have one level, whatever their hierarchies are. A transformation that is
        fixed beforehand leaves no other. Multiplied once per configuration.
        """
        of = self._job, self.dataset, self._hierarchies
        if self._counted is None or any(one is not other for one, other in zip(of, self._counted[0], strict=True)):
            self._counted = of, self._count_transformations()
        return self._counted[1]

    def _count_transformations(self) -> int:
        names = self.attributes_with(Role.QUASI_IDENTIFYING)
        limits = [self.level_limits(name) for name in names if self.settings_of(name).is_grouped]
        if limits and self.policy.fixes_transformation:
            return 1
        return math.prod(high - low + 1 for low, high in limits) if names else 0

    @property
    def policy(self) -> ReleasePolicy:
        """The release policy of the job."""
        return policy_of(self._job)

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """The problems that prevent a search, each with its remedy; computed once per configuration."""
        if self._obstacles is None:
            found = obstacles_of(self._job, self.dataset, self._hierarchies, self.missing_values)
            if self.rows is not None:
                found += obstacles_outside_memory(self._job, self.dataset, found)
            self._obstacles = found
        return self._obstacles

    @property
    def concerns(self) -> tuple[Obstacle, ...]:
        """The obstacles, and decisions required before an export."""
        return (*self.obstacles, *about_undecided(self.undecided))

    def missing_values(self, attribute: str) -> tuple[int, ...]:
        """The codes of the values of an attribute that its hierarchy does not list; looked up once per hierarchy."""
        hierarchy = self._hierarchies.get(attribute)
        if hierarchy is None:
            return ()
        column = self.dataset[attribute]
        known = self._missing.get(attribute)
        if known is None or known[0] is not hierarchy or known[1] is not column:
            known = (hierarchy, column, tuple(missing_values(hierarchy, as_items(column))))
            self._missing[attribute] = known
        return known[2]

    @property
    def focus(self) -> str:
        """The attribute in focus in all views."""
        return self._focus

    def set_focus(self, attribute: str) -> None:
        """Move the focus to another attribute."""
        if attribute != self._focus and attribute in self.dataset:
            self._focus = attribute
            self.focus_changed.emit(attribute)

    def move_focus(self, step: int) -> None:
        """Move the focus by so many columns to the right; the first follows the last."""
        names = self.dataset.names
        self.set_focus(names[(self.dataset.place_of(self._focus) + step) % len(names)])
