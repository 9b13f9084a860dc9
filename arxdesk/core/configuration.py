"""The configuration of the open project: its table, its job, its hierarchies, and precise signals of their changes."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal, SignalInstance

from arxdesk.core.obstacles import Obstacle, about_undecided, obstacles_of
from arxdesk.core.table_content import LeftOut, TableContent
from arxdesk.core.values.archived_files import KeptFiles
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import missing_values
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.explore import Filters, Pin
from arxdesk_engine.job.job import ALL_OTHERS, Job
from arxdesk_engine.job.policy import ReleasePolicy, policy_of

SEARCHED_SECTIONS = ("privacy", "costs", "population", "sampling", "subset", "suppression", "quality", "search")
SECTIONS = (*SEARCHED_SECTIONS, "project", "paused", "explore", "analysis", "utility", "output")
"""The parts of a job that are changed as a whole; attributes and columns are changed one by one."""

UNDECIDED = "undecided"
"""What stands in place of a role where nobody has chosen one."""


class Configuration(QObject):
    """What is searched and shown: a table, a job, hierarchies. Only commands and the document itself change it."""

    attribute_changed = Signal(str)
    attributes_changed = Signal(object)
    """The names of one or many attributes, once per step, after `attribute_changed` of each. What looks at all of the
    attributes listens to this, so that it looks once when hundreds change."""
    hierarchy_changed = Signal(str)
    column_changed = Signal(str)
    privacy_changed = Signal()
    costs_changed = Signal()
    population_changed = Signal()
    subset_changed = Signal()
    suppression_changed = Signal()
    quality_changed = Signal()
    search_changed = Signal()
    explore_changed = Signal()
    analysis_changed = Signal()
    utility_changed = Signal()
    project_changed = Signal()
    output_changed = Signal()
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
        self._job = job.absolute()
        self._stated = frozenset(job.attributes)
        self._hierarchies = dict(hierarchies)
        self._kept_files = KeptFiles(self._job, self._hierarchies)
        self._missing: dict[str, tuple[Hierarchy, Column, tuple[int, ...]]] = {
            name: (hierarchies[name], dataset[name], codes) for name, codes in (missing or {}).items()
        }
        self._obstacles: tuple[Obstacle, ...] | None = None
        self._undecided: tuple[str, ...] | None = None
        self._focus = dataset.names[0]
        self.left_out: tuple[LeftOut, ...] = ()
        """The columns that were left out since the project was opened, and can be brought back."""

    def signal_of(self, section: str) -> SignalInstance:
        """What tells of a change of a section of the job (one of SECTIONS)."""
        signals: dict[str, SignalInstance] = {
            "privacy": self.privacy_changed,
            "paused": self.privacy_changed,
            "costs": self.costs_changed,
            "population": self.population_changed,
            "sampling": self.subset_changed,
            "subset": self.subset_changed,
            "suppression": self.suppression_changed,
            "quality": self.quality_changed,
            "search": self.search_changed,
            "explore": self.explore_changed,
            "analysis": self.analysis_changed,
            "utility": self.utility_changed,
            "project": self.project_changed,
            "output": self.output_changed,
        }
        return signals[section]

    @property
    def job(self) -> Job:
        """The configuration, immutable, its paths absolute; a search takes it as it is."""
        return self._job

    @property
    def hierarchies(self) -> Mapping[str, Hierarchy]:
        """The hierarchies by attribute; attributes without one are missing."""
        return MappingProxyType(self._hierarchies)  # which is never changed, only replaced

    def settings_of(self, attribute: str) -> AttributeSettings:
        """The settings of an attribute."""
        return self._job.settings_of(attribute)

    @property
    def undecided(self) -> tuple[str, ...]:
        """The attributes that nobody has given a role, in column order: they would leave as they are."""
        if self._undecided is None:
            self._undecided = self._job.undecided(self.dataset.names)
        return self._undecided

    def shown_role(self, attribute: str) -> str:
        """The role of an attribute, "undecided" where nobody has given it one."""
        return UNDECIDED if attribute in self.undecided else self.settings_of(attribute).role.value

    def attributes_with(self, role: Role) -> tuple[str, ...]:
        """The attributes that have a role, in column order."""
        return tuple(name for name in self.dataset.names if self.settings_of(name).role is role)

    def level_limits(self, attribute: str) -> tuple[int, int]:
        """The lowest and the highest level that a transformation may give an attribute."""
        settings, hierarchy = self.settings_of(attribute), self._hierarchies.get(attribute)
        highest = hierarchy.levels - 1 if hierarchy else 0
        if settings.maximum_level is not None:
            highest = min(highest, settings.maximum_level)
        return min(settings.minimum_level, highest), highest

    @property
    def transformations(self) -> int:
        """How many transformations the configuration leaves to choose from; 0 without a quasi-identifier.

        Attributes by which nothing is grouped have one level, whatever their hierarchies are. A transformation that is
        fixed beforehand leaves no other.
        """
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
        """What keeps the configuration from being searched, each with the way out; found once per configuration."""
        if self._obstacles is None:
            self._obstacles = obstacles_of(self._job, self.dataset, self._hierarchies, self.missing_values)
        return self._obstacles

    @property
    def concerns(self) -> tuple[Obstacle, ...]:
        """The obstacles, and what has to be decided before anything is handed out."""
        return (*self.obstacles, *about_undecided(self.undecided))

    def missing_values(self, attribute: str) -> tuple[int, ...]:
        """The codes of the values of an attribute that its hierarchy does not list; looked up once per hierarchy."""
        hierarchy = self._hierarchies.get(attribute)
        if hierarchy is None:
            return ()
        column = self.dataset[attribute]
        known = self._missing.get(attribute)
        if known is None or known[0] is not hierarchy or known[1] is not column:
            known = (hierarchy, column, tuple(missing_values(hierarchy, column)))
            self._missing[attribute] = known
        return known[2]

    @property
    def focus(self) -> str:
        """The attribute that all views look at."""
        return self._focus

    def set_focus(self, attribute: str) -> None:
        """Look at another attribute."""
        if attribute != self._focus and attribute in self.dataset:
            self._focus = attribute
            self.focus_changed.emit(attribute)

    def move_focus(self, step: int) -> None:
        """Look at the attribute so many columns to the right; after the last one comes the first."""
        names = self.dataset.names
        self.set_focus(names[(self.dataset.place_of(self._focus) + step) % len(names)])

    # What only commands call

    def set_attribute(self, name: str, settings: AttributeSettings) -> None:
        """Replace the settings of one attribute."""
        self.set_attributes({name: settings})

    def set_attributes(self, settings: Mapping[str, AttributeSettings]) -> None:
        """Replace the settings of several attributes, as one step.

        What holds anyway is not said, unless the job said it when it was opened: what is undone leaves no trace.
        """
        settings = {name: self._settled(name, value) for name, value in settings.items()}
        others = self._job.attributes.get(ALL_OTHERS) or AttributeSettings()
        said = {**self._job.attributes, **settings}
        for name, value in settings.items():
            if value == others and not value.has_role and name not in self._stated:
                del said[name]
        self._replace_job(attributes=said)
        for name in settings:
            self.attribute_changed.emit(name)
        self.attributes_changed.emit(tuple(settings))

    def set_hierarchy(self, name: str, hierarchy: Hierarchy | None) -> None:
        """Give an attribute a hierarchy, or none."""
        self.set_hierarchies({name: hierarchy})

    def set_hierarchies(self, hierarchies: Mapping[str, Hierarchy | None]) -> None:
        """Give attributes hierarchies, or none, as one step."""
        kept = {name: hierarchy for name, hierarchy in self._hierarchies.items() if name not in hierarchies}
        self._hierarchies = kept | {name: each for name, each in hierarchies.items() if each is not None}
        self._take_change()
        for name in hierarchies:
            self.hierarchy_changed.emit(name)

    def set_sections(self, changes: Mapping[str, object]) -> None:
        """Replace sections of the job (SECTIONS), such as `privacy` or `suppression`; each has a signal of its own."""
        changed = [name for name, value in changes.items() if getattr(self._job, name) != value]
        self._replace_job(**changes)
        for signal in dict.fromkeys(self.signal_of(name) for name in changed):
            signal.emit()

    def set_pins(self, pins: Sequence[Pin]) -> None:
        """Keep other transformations in mind; the filters stay as they are."""
        self._replace_explore(pins=tuple(pins))

    def set_filters(self, filters: Filters) -> None:
        """Show other transformations. They are saved with the project, but nobody is asked about them."""
        if filters != self._job.explore.filters:
            self._replace_explore(filters=filters)

    def set_thresholds(self, thresholds: Thresholds) -> None:
        """Accept other risks. As with filters, they are saved with the project, but nobody is asked about them."""
        if thresholds != self._job.analysis.thresholds:
            analysis = self._job.analysis.model_copy(update={"thresholds": thresholds})
            self._job = self._job.model_copy(update={"analysis": analysis})
            self.analysis_changed.emit()

    def set_column(self, column: Column) -> None:
        """Give an attribute other cells, or the same ones read as another type."""
        self.set_columns([column])

    def set_columns(self, columns: Sequence[Column]) -> None:
        """Give several attributes other cells, as one step."""
        changed = {column.name: column for column in columns}
        now = tuple(changed.get(column.name, column) for column in self.dataset.columns)
        self.dataset = Dataset(now, self.dataset.source)
        self._take_change()
        for name in changed:
            self.column_changed.emit(name)

    def put_content(self, content: TableContent) -> None:
        """Put another table in place and tell nobody: who shows columns by their names begins anew."""
        self.dataset, self._hierarchies = content.dataset, dict(content.hierarchies)
        self._job = self._kept_files.settled_job(content.job, content.hierarchies)
        self._stated, self._missing = content.stated, dict(content.missing)
        self.left_out, self._focus = content.left_out, content.focus
        self._obstacles = self._undecided = None

    def _replace_explore(self, **changes: object) -> None:
        self._job = self._job.model_copy(update={"explore": self._job.explore.model_copy(update=changes)})
        self.explore_changed.emit()

    def _replace_job(self, **changes: object) -> None:
        self._job = self._job.model_copy(update=changes)
        self._take_change()

    def _settled(self, name: str, settings: AttributeSettings) -> AttributeSettings:
        """Settings of an attribute as they are to be kept."""
        return self._kept_files.settled(name, settings, self._hierarchies.get(name))

    def _take_change(self) -> None:
        """The job, the table or a hierarchy is another one."""
        self._obstacles = self._undecided = None
