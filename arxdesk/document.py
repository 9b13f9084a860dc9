"""The open project as observable state. Commands write it, views read it and listen to its precise signals."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QUndoCommand, QUndoStack

from arxdesk.obstacles import Obstacle, needs_population, obstacles_of
from arxdesk.outputs import KeptOutputs
from arxdesk.results import Application, Applied, Result
from engine.analysis_settings import AnalysisSettings, Thresholds
from engine.attributes import AttributeSettings
from engine.dataset import Column, Dataset
from engine.explore_settings import Filters, Pin
from engine.hierarchies.hierarchy import Hierarchy
from engine.hierarchies.validation import missing_values
from engine.job import ALL_OTHERS, Job
from engine.job_faults import every_record_counts
from engine.lattice.lattice import Levels
from engine.privacy.differential import DifferentialPrivacy
from engine.schema import Role
from engine.search.solution import Check

UNDO_LIMIT = 500
SEARCHED_SECTIONS = ("privacy", "costs", "population", "sampling", "subset", "suppression", "quality", "search")
SECTIONS = (*SEARCHED_SECTIONS, "paused", "explore", "analysis", "utility")
"""The parts of a job that are changed as a whole; attributes and columns are changed one by one."""


class Document(QObject):
    """One open project: its table, its configuration (a job), what was found and what was applied.

    The configuration changes only through undoable commands (`push`). Results are kept while the configuration
    changes; `result_is_current` tells whether they still belong to it.
    """

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
    focus_changed = Signal(str)
    result_changed = Signal()
    selection_changed = Signal()
    applied_changed = Signal()
    currency_changed = Signal(bool)
    lock_changed = Signal(bool)
    title_changed = Signal()
    application_wanted = Signal(object)
    """What is to be applied again (Application), and whose output is no longer kept."""

    def __init__(
        self,
        job: Job,
        dataset: Dataset,
        hierarchies: Mapping[str, Hierarchy],
        file: Path | None,
        parent: QObject | None = None,
        missing: Mapping[str, tuple[int, ...]] | None = None,
    ) -> None:
        super().__init__(parent)
        self.dataset = dataset
        self.undo_stack = QUndoStack(self)
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.undo_stack.cleanChanged.connect(self._announce_title)
        self._job = job.absolute()
        self._stated = frozenset(job.attributes)
        self._hierarchies = dict(hierarchies)
        self._searched_hierarchies: Mapping[str, Hierarchy] = {}
        self._missing: dict[str, tuple[Hierarchy, Column, tuple[int, ...]]] = {
            name: (hierarchies[name], dataset[name], codes) for name, codes in (missing or {}).items()
        }
        self._obstacles: tuple[Obstacle, ...] | None = None
        self._file = file
        self._focus = dataset.names[0]
        self._result: Result | None = None
        self._checks: dict[Levels, Check] = {}
        self._selection: Levels | None = None
        self._applied: Applied | None = None
        self._wanted: Application | None = None
        self._outputs = KeptOutputs()
        self._locked = False
        self._held = False
        self._was_current = True
        self._saved_job: Job | None = self._job

    @property
    def every_change(self) -> tuple[SignalInstance, ...]:
        """All signals that can change what may be done now."""
        return (
            self.attributes_changed,  # comes after hierarchy_changed and column_changed as well, once per step
            *(self.signal_of(section) for section in SEARCHED_SECTIONS),  # paused models share the signal of the others
            self.result_changed,
            self.selection_changed,
            self.applied_changed,
            self.currency_changed,
            self.lock_changed,
            self.title_changed,
        )

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

    @property
    def file(self) -> Path | None:
        """Where the project is saved; None before it is saved for the first time."""
        return self._file

    @property
    def name(self) -> str:
        """How the project is called on screen."""
        return self._file.stem if self._file else Path(self.dataset.source).stem

    @property
    def modified(self) -> bool:
        """Whether there are changes that are not saved. To apply a transformation changes nothing that is saved."""
        saved = self._saved_job
        return saved is None or (not self.undo_stack.isClean() and _asked_about(saved) != _asked_about(self._job))

    def settings_of(self, attribute: str) -> AttributeSettings:
        """The settings of an attribute."""
        return self._job.settings_of(attribute)

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

        Where differential privacy has a scheme, no data may decide: it leaves one.
        """
        private = self.differential_privacy
        limits = [self.level_limits(name) for name in self.attributes_with(Role.QUASI_IDENTIFYING)]
        if limits and private is not None and private.search_budget is None:
            return 1
        return math.prod(high - low + 1 for low, high in limits) if limits else 0

    @property
    def differential_privacy(self) -> DifferentialPrivacy | None:
        """The model of that kind that the job asks for; it draws a sample, and may remove any number of its records."""
        return next((model for model in self._job.privacy if isinstance(model, DifferentialPrivacy)), None)

    @property
    def every_record_counts(self) -> bool:
        """Whether nothing declares a research subset or draws a sample; how large these are only a search finds."""
        return every_record_counts(self._job)

    @property
    def source_name(self) -> str:
        """The name of the file that the table came from."""
        return Path(self.dataset.source).name

    @property
    def obstacles(self) -> tuple[Obstacle, ...]:
        """What keeps the configuration from being searched, each with the way out; found once per configuration."""
        if self._obstacles is None:
            self._obstacles = obstacles_of(self._job, self.dataset, self._hierarchies, self.missing_values)
        return self._obstacles

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

    # What only commands call

    def set_attribute(self, name: str, settings: AttributeSettings) -> None:
        """Replace the settings of one attribute."""
        self.set_attributes({name: settings})

    def set_attributes(self, settings: Mapping[str, AttributeSettings]) -> None:
        """Replace the settings of several attributes, as one step.

        What holds anyway is not said, unless the job said it when it was opened: what is undone leaves no trace.
        """
        others = self._job.attributes.get(ALL_OTHERS) or AttributeSettings()
        said = {**self._job.attributes, **settings}
        for name, value in settings.items():
            if value == others and name not in self._stated:
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
        self._announce_currency()
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
        self.title_changed.emit()  # the stack may not have been clean before, if only what is applied was changed

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
        self._announce_currency()
        for name in changed:
            self.column_changed.emit(name)

    # What everybody may call

    def forget_steps(self) -> None:
        """Forget what could be undone, before the program ends.

        Python takes the rest apart in any order, and a stack that finds one of its commands gone ends it with a crash.
        """
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()

    def push(self, command: QUndoCommand, *, touches_search: bool = True) -> None:
        """Do an undoable change of the configuration. Ignored while a search has it locked.

        A change that touches nothing of what is searched (`touches_search` false) is made all the same, unless the
        project is about to be left.
        """
        if not (self._locked and (touches_search or self._held)):
            self.undo_stack.push(command)

    @property
    def locked(self) -> bool:
        """Whether the configuration cannot be changed, because a search uses it."""
        return self._locked

    @property
    def held(self) -> bool:
        """Whether nothing at all can be changed, because another project takes its place soon."""
        return self._held

    def set_locked(self, locked: bool, *, held: bool = False) -> None:
        """Lock or unlock the configuration; `held`: nobody would be asked about any change any more."""
        self._held = locked and held
        if locked != self._locked:
            self._locked = locked
            self.lock_changed.emit(locked)

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

    @property
    def result(self) -> Result | None:
        """What the last search left."""
        return self._result

    def set_result(self, result: Result) -> None:
        """Take over what a search left and select its best transformation."""
        self._result = result
        self._searched_hierarchies = self.hierarchies
        self._applied, self._wanted = None, None
        self._outputs.clear()
        self._checks = {check.levels: check for check in result.solution.examined}
        self._selection = result.solution.best.levels if result.solution.best else None
        self.result_changed.emit()
        self.selection_changed.emit()
        self.applied_changed.emit()
        self._announce_currency()

    @property
    def result_is_current(self) -> bool:
        """Whether the result belongs to the configuration as it is now, however it was reached."""
        if self._result is None:
            return True
        searched, now = self._result.job, self._job
        return (
            all(_as_searched(searched, section) == _as_searched(now, section) for section in SEARCHED_SECTIONS)
            and self._result.anonymizer.dataset is self.dataset
            and all(_same(searched.settings_of(name), now.settings_of(name)) for name in self.dataset.names)
            and all(
                self._searched_hierarchies.get(name) is self._hierarchies.get(name)
                for name in self.attributes_with(Role.QUASI_IDENTIFYING)
            )
        )

    @property
    def can_search_on(self) -> bool:
        """Whether the last search ended early, and still belongs to the configuration."""
        result = self._result
        return result is not None and not self._locked and result.can_go_on and self.result_is_current

    @property
    def selected(self) -> Levels | None:
        """The transformation selected in all views; None when nothing is."""
        return self._selection

    @property
    def selection(self) -> Check | None:
        """What is known of the selected transformation; None when nothing is selected, or it was not looked at yet."""
        return None if self._selection is None else self._checks.get(self._selection)

    def forget_checks(self) -> None:
        """A search, perhaps of other rules, begins or has failed: what is known of transformations is not of it."""
        self._checks = {}
        self.selection_changed.emit()

    def select(self, levels: Levels | None, check: Check | None = None) -> None:
        """Select a transformation, or none; `check` is what is known of it."""
        is_new = levels is not None and check is not None and levels not in self._checks
        if levels is not None and check is not None:
            self._checks.setdefault(levels, check)
        if levels != self._selection or is_new:
            self._selection = levels
            self.selection_changed.emit()

    @property
    def applied(self) -> Applied | None:
        """What Quality and Risk show; None before something was applied."""
        return self._applied

    @property
    def wanted(self) -> Application | None:
        """What is on its way to be applied again; None when nothing is."""
        return self._wanted

    def set_applied(self, applied: Applied | None) -> None:
        """Take over an applied transformation, or none."""
        self._applied, self._wanted = applied, None
        if applied is not None:
            self._outputs.keep(applied)
        self.applied_changed.emit()

    def apply_again(self, application: Application | None) -> None:
        """Apply what was applied before, or nothing: at once where its output is kept, else when it is there again."""
        kept = None if application is None else self._outputs.of(application)
        if kept is not None or application is None:
            self.set_applied(kept)
        else:
            self._wanted = application
            self.application_wanted.emit(application)

    def mark_saved(self, file: Path, job: Job) -> None:
        """The configuration `job` is saved at `file`; what was changed while it was written is not."""
        self._file = file
        self._saved_job = job
        if _asked_about(job) == _asked_about(self._job):
            self.undo_stack.setClean()
        else:
            self.undo_stack.resetClean()
        self.title_changed.emit()

    def mark_unsaved(self) -> None:
        """What is open is saved nowhere, such as what a crash has left."""
        self._saved_job = None
        self.undo_stack.resetClean()
        self.title_changed.emit()

    def _replace_explore(self, **changes: object) -> None:
        self._job = self._job.model_copy(update={"explore": self._job.explore.model_copy(update=changes)})
        self.explore_changed.emit()

    def _replace_job(self, **changes: object) -> None:
        self._job = self._job.model_copy(update=changes)
        self._announce_currency()

    def _announce_currency(self) -> None:
        self._obstacles = None
        current = self.result_is_current
        if current != self._was_current:
            self._was_current = current
            self.currency_changed.emit(current)

    def _announce_title(self, _clean: bool) -> None:
        self.title_changed.emit()


def _same(first: AttributeSettings, second: AttributeSettings) -> bool:
    """Comparing field by field takes its time, and hardly ever is there anything to compare."""
    return first is second or first == second


def _as_searched(job: Job, section: str) -> object:
    """A section of a job as far as a search depends on it: what it removed is recoded after it, and a population that
    no model estimates from is for the figures of Risk alone."""
    if section == "search":
        return job.search.model_copy(update={"local_recoding": None})
    if section == "population" and not any(map(needs_population, job.privacy)):
        return None
    return getattr(job, section)


def _asked_about(job: Job) -> Job:
    """The part of a job that nobody may lose without being asked: all but how its results are looked at."""
    explore = job.explore.model_copy(update={"filters": Filters()})
    return job.model_copy(update={"explore": explore, "analysis": AnalysisSettings()})
