"""The configuration of the open project as it changes, with precise signals of every change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Signal, SignalInstance

from arxdesk.core.configured_table import ConfiguredTable
from arxdesk.core.values.declared import DeclaredPart
from arxdesk.core.values.table_content import TableContent
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import PerPersonSettings
from arxdesk_engine.job.explore import Filters, Pin
from arxdesk_engine.job.job import ALL_OTHERS

SEARCHED_SECTIONS = (
    *("privacy", "costs", "population", "sampling", "subset", "suppression", "perturbation", "quality", "search"),
)
SECTIONS = (
    *SEARCHED_SECTIONS,
    *("project", "paused", "explore", "analysis", "utility", "output", "report", "statements", "attackers"),
)
"""The parts of a job that are changed as a whole; attributes and columns are changed one by one."""


class Configuration(ConfiguredTable):
    """A table with its job and hierarchies. Only commands and the document itself change it."""

    attribute_changed = Signal(str)
    attributes_changed = Signal(tuple)
    """The names of one or many attributes, once per step, after `attribute_changed` of each. What looks at all of the
    attributes listens to this, so that it looks once when hundreds change."""
    hierarchy_changed = Signal(str)
    column_changed = Signal(str)
    privacy_changed = Signal()
    costs_changed = Signal()
    population_changed = Signal()
    subset_changed = Signal()
    suppression_changed = Signal()
    perturbation_changed = Signal()
    quality_changed = Signal()
    search_changed = Signal()
    explore_changed = Signal()
    analysis_changed = Signal()
    utility_changed = Signal()
    attackers_changed = Signal()
    project_changed = Signal()
    output_changed = Signal()
    report_changed = Signal()
    """The form of the report, or what people write for it."""
    person_changed = Signal()
    """Another column says whose record each is, or none; or another number of records of each person is allowed."""
    sample_changed = Signal()
    """Another column has the sampling weights or the households, or none."""

    def signal_of(self, section: str) -> SignalInstance:
        """The signal for changes of a section of the job (one of SECTIONS)."""
        signals: dict[str, SignalInstance] = {
            "privacy": self.privacy_changed,
            "paused": self.privacy_changed,
            "costs": self.costs_changed,
            "population": self.population_changed,
            "sampling": self.subset_changed,
            "subset": self.subset_changed,
            "suppression": self.suppression_changed,
            "perturbation": self.perturbation_changed,
            "quality": self.quality_changed,
            "search": self.search_changed,
            "explore": self.explore_changed,
            "analysis": self.analysis_changed,
            "utility": self.utility_changed,
            "attackers": self.attackers_changed,
            "project": self.project_changed,
            "output": self.output_changed,
            "report": self.report_changed,
            "statements": self.report_changed,
        }
        return signals[section]

    # What only commands call

    def set_attribute(self, name: str, settings: AttributeSettings) -> None:
        """Replace the settings of one attribute."""
        self.set_attributes({name: settings})

    def set_attributes(self, settings: Mapping[str, AttributeSettings]) -> None:
        """Replace the settings of several attributes, as one step.

        Defaults are omitted unless the opened job stated them, so that undo leaves no trace.
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

    def declare(self, columns: Mapping[DeclaredPart, str | None]) -> None:
        """Name the columns that say whose record each is, how many people it stands for, or who lives together."""
        data = self._job.data
        changed = {part for part, name in columns.items() if getattr(data, part) != name}
        if not changed:
            return
        self._replace_job(data=data.model_copy(update={part: columns[part] for part in changed}))
        if "person" in changed:
            self.person_changed.emit()
        if changed & {"weight", "household"}:
            self.sample_changed.emit()

    def limit_records(self, limit: PerPersonSettings | None) -> None:
        """Allow so many records of each person, or any number."""
        if limit != self._job.data.per_person:
            self._replace_job(data=self._job.data.model_copy(update={"per_person": limit}))
            self.person_changed.emit()

    def set_pins(self, pins: Sequence[Pin]) -> None:
        """Replace the pins; the filters stay as they are."""
        self._replace_explore(pins=tuple(pins))

    def set_filters(self, filters: Filters) -> None:
        """Replace the filters. They are saved with the project, but do not count as unsaved changes."""
        if filters != self._job.explore.filters:
            self._replace_explore(filters=filters)

    def set_thresholds(self, thresholds: Thresholds) -> None:
        """Replace the thresholds. Like filters, they are saved, but do not count as unsaved changes."""
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
        self.dataset = self.dataset.with_columns(now)
        self._take_change()
        for name in changed:
            self.column_changed.emit(name)

    def put_content(self, content: TableContent) -> None:
        """Replace the table without signals; views that hold column names are rebuilt."""
        self.dataset, self._hierarchies = content.dataset, dict(content.hierarchies)
        self._job = self._archived_files.settled_job(content.job, content.hierarchies)
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
        """Settings of an attribute, with paths as they are to be stored."""
        return self._archived_files.settled(name, settings, self._hierarchies.get(name))

    def _take_change(self) -> None:
        """React to another job, table or hierarchy."""
        self._obstacles = self._undecided = None
