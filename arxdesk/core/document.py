"""The open project as observable state. Commands write it, views read it and listen to its precise signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from weakref import ref

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QUndoCommand, QUndoStack

from arxdesk.core.audit import AuditRecorder
from arxdesk.core.configuration import SEARCHED_SECTIONS, Configuration
from arxdesk.core.freshness import Posed, asked_about
from arxdesk.core.outputs import KeptOutputs
from arxdesk.core.secret_places import SecretPlaces
from arxdesk.core.steps import Step
from arxdesk.core.table_content import TableContent
from arxdesk.core.table_state import Findings, TableState
from arxdesk.core.values.archived_files import is_kept, relocated
from arxdesk.core.values.provenance import Kept, Provenance, Snapshot, Stamp
from arxdesk.core.values.results import Result
from arxdesk.core.wishes import Wishes
from arxdesk_engine.analysis.applied import Application, Applied
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.io.files.archive import PROJECT_SUFFIX
from arxdesk_engine.job.explore import Pin
from arxdesk_engine.job.job import Job
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.search.solution import Check

UNDO_LIMIT = 500


class Document(Configuration):
    """One open project: its table, its configuration (a job), what was found and what was applied.

    The configuration changes only through undoable commands (`push`). Results are kept while the configuration
    changes; `result_is_current` tells whether they still belong to it.
    """

    result_changed = Signal()
    selection_changed = Signal()
    applied_changed = Signal()
    currency_changed = Signal(bool)
    lock_changed = Signal(bool)
    title_changed = Signal()
    remade = Signal(str)
    """Columns have other names, or are others: whoever names columns begins anew. What was done."""
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
        provenance: Provenance | None = None,
        secret_places: SecretPlaces | None = None,
    ) -> None:
        super().__init__(job, dataset, hierarchies, parent, missing)
        self.provenance = provenance or Provenance()
        self.undo_stack = QUndoStack()
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.undo_stack.cleanChanged.connect(self._announce_title)
        self.audit = AuditRecorder(self.provenance.trail, self.undo_stack, self._present_job, self)
        self.undo_stack.setParent(self)  # after the recorder: it empties itself as it goes, with nobody to follow
        self.stamp = self.provenance.stamp
        """That of the file when it was read or written last."""
        self.secret_places = secret_places or SecretPlaces()
        self.wishes = Wishes(self)
        self._read = dataset
        self._posed: Posed | None = None
        """What the result was asked; after a save its files may be elsewhere."""
        self._expected: Posed | None = None
        """What is being searched, or looked at again."""
        self._kept: tuple[Outcome, Posed] | None = None
        self._good: tuple[Result, Posed, Applied] | None = None
        """What was applied before a search that found nothing; whoever takes back its question gets this again."""
        self._file = file
        self._result: Result | None = None
        self._saved_result: ref[Result] | None = None  # a search that could go on holds much that nobody needs then
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
            self.project_changed,
            self.result_changed,
            self.selection_changed,
            self.applied_changed,
            self.currency_changed,
            self.lock_changed,
            self.title_changed,
        )

    @property
    def file(self) -> Path | None:
        """Where the project is saved; None before it is saved for the first time."""
        return self._file

    @property
    def name(self) -> str:
        """How the project is called on screen."""
        return self._file.stem if self._file else Path(self.source_name).stem

    @property
    def modified(self) -> bool:
        """Whether there is something that nobody may lose without being asked: changes that are not saved, and in an
        archive a result that is not, or what the audit trail says of tables and reports that were handed out. What is
        applied is saved with the next saving, and nobody is asked about it."""
        return self._has_unsaved_work or self._has_unfiled

    @property
    def lacks_trail_alone(self) -> bool:
        """Whether nothing but the audit trail would be lost."""
        return self._has_unfiled and not self._has_unsaved_work

    @property
    def _has_unsaved_work(self) -> bool:
        saved = self._saved_job
        changed = not self.undo_stack.isClean() and saved is not None and asked_about(saved) != asked_about(self._job)
        return saved is None or changed or self._has_unsaved_result

    @property
    def _has_unfiled(self) -> bool:
        return self.is_archive and self.audit.tells_of_unfiled

    @property
    def is_archive(self) -> bool:
        """Whether the project is saved with its table, its result and its audit trail."""
        return self._file is not None and self._file.suffix.lower() == PROJECT_SUFFIX

    @property
    def _has_unsaved_result(self) -> bool:
        result = self._result
        saved = None if self._saved_result is None else self._saved_result()
        return result is not None and self.is_archive and result is not saved and self.result_is_current

    @property
    def source_name(self) -> str:
        """The name of the file that the table came from, or the address of its database."""
        origin = self.provenance.origin
        return Path(self.dataset.source).name if origin is None else origin.name

    @property
    def table_file(self) -> Path | None:
        """The file that the table came from; None where a database or an archive has it."""
        if self._file is not None or self._job.table_file is None or is_kept(str(self._job.table_file)):
            return None
        return self._job.table_file

    @property
    def snapshot(self) -> Snapshot:
        """Everything that an archive holds, as it is now; a result that does not belong to the configuration is left
        out."""
        is_current = self._result is not None and self.result_is_current
        return Snapshot(
            self._job,
            self.dataset,
            self._read,
            self.hierarchies,
            self.provenance.origin,
            self.provenance.raw,
            self.audit.seal(),
            self._result if is_current else None,
            self.outcome,
        )

    @property
    def outcome(self) -> Outcome | None:
        """What a search has found and what of it was applied, as a project keeps it; None where it does not belong to
        the configuration."""
        if self._result is not None:
            return self._result.outcome(self._applied) if self.result_is_current else None
        return self.unconfirmed

    @property
    def unconfirmed(self) -> Outcome | None:
        """What the file of the project says that a search has found, until it was looked at again; None where that
        does not belong to the configuration, for as long as it does not."""
        if self._kept is None or not self._kept[1].is_asked_by(self):
            return None
        return self._kept[0]

    def keep_outcome(self, outcome: Outcome | None) -> None:
        """The file says that a search has found this (None: what it says is not true). It is saved again, though it
        was not looked at yet."""
        self._kept = None if outcome is None else (outcome, Posed(self._job, self.dataset, self.hierarchies))

    def expect_result(self, job: Job | None = None) -> None:
        """A search of a job (None: the present one) begins; a save until its end may move the files that it names."""
        self._expected = Posed(job or self._job, self.dataset, self.hierarchies)

    def set_pins(self, pins: Sequence[Pin]) -> None:
        """Keep other transformations in mind; the filters stay as they are."""
        super().set_pins(pins)
        self.title_changed.emit()  # the stack may not have been clean before, if only what is applied was changed

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
            self.audit.push(command)

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
    def result(self) -> Result | None:
        """What the last search left."""
        return self._result

    def set_result(self, result: Result) -> None:
        """Take over what a search left and select its best transformation."""
        if result.solution.best is not None:
            self._good = None
        elif self._result is not None and self._posed is not None and self._applied is not None:
            self._good = self._result, self._posed, self._applied
        self._result = result
        self._posed = self._expected or Posed(result.job, result.anonymizer.dataset, self.hierarchies)
        self._expected, self._kept = None, None
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
        return self._posed is None or self._posed.is_asked_by(self)

    @property
    def searched(self) -> Anonymizer | None:
        """The problem that the result solves, its job naming the files where they are now: after a save they may be
        in the archive, and nowhere else."""
        if self._result is None or self._posed is None:
            return None
        anonymizer = self._result.anonymizer
        return anonymizer if anonymizer.job is self._posed.job else replace(anonymizer, job=self._posed.job)

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

    def mark_saved(self, file: Path, job: Job, kept: Kept | None = None, stamp: Stamp | None = None) -> None:
        """The configuration `job` is saved at `file`; what was changed while it was written is not.

        `kept` is what it became in an archive: from now on the configuration names the files there.
        """
        self._file, self.stamp = file, stamp
        self._saved_job = job
        if kept is not None:
            self._take_kept(job, kept)
        self._job, self._saved_job = self._job.at(file), self._saved_job.at(file)
        if asked_about(self._saved_job) == asked_about(self._job):
            self.undo_stack.setClean()
        else:
            self.undo_stack.resetClean()
        self.title_changed.emit()

    def take_restored(self, result: Result, applied: Applied | None) -> None:
        """Take over the result that the archive holds, and what was applied."""
        self._saved_result = ref(result)
        self.set_result(result)
        if applied is not None:
            self.set_applied(applied)

    def _take_kept(self, written: Job, kept: Kept) -> None:
        """Name the files of the archive. They have the content of those before, so that a result stays current."""
        repoint = self._kept_files.take(written, kept.job, kept.snapshot.hierarchies)
        for place in range(self.undo_stack.count()):
            step = self.undo_stack.command(place)
            if isinstance(step, Step):
                step.repoint(repoint)
                step.take_kept(kept, repoint)
        self._posed = None if self._posed is None else self._posed.moved(kept, repoint)
        self._expected = None if self._expected is None else self._expected.moved(kept, repoint)
        if self._good is not None:
            self._good = self._good[0], self._good[1].moved(kept, repoint), self._good[2]
        if self._kept is not None:
            self._kept = self._kept[0], self._kept[1].moved(kept, repoint)
        self._job = Posed(self._job, self.dataset, self._hierarchies).moved(kept, repoint).job
        self._saved_job = relocated(written, written, kept.job, lambda _name: True, repoint)
        self._saved_result = None if kept.snapshot.result is None else ref(kept.snapshot.result)

    @property
    def table_state(self) -> TableState:
        """The table, with everything that names its columns and what was found for it."""
        found = self._result, self._posed, self._good, self._checks, self._selection, self._applied
        table = self._job, self.dataset, self._hierarchies, self._read, self.provenance.raw
        content = TableContent(*table, self._stated, self._missing, self.focus, self.left_out)
        return TableState(content, Findings(*found))

    def put_table(self, state: TableState, text: str) -> None:
        """Put another table in place; a step of undo holds both. `text` says what was done."""
        self.put_content(state.content)
        self._read = state.content.read
        self.provenance = replace(self.provenance, raw=state.content.raw)
        if self._file is not None:
            self._job = self._job.at(self._file)
        found = state.findings.settled(self._kept_files)
        self._kept = self._kept and (self._kept[0], self._kept[1].settled(self._kept_files))
        self._result, self._posed, self._good = found.result, found.posed, found.good
        self._checks, self._selection, self._applied = dict(found.checks), found.selection, found.applied
        self._expected = self._wanted = None
        self._outputs.clear()
        if found.applied is not None:
            self._outputs.keep(found.applied)
        self._was_current = self.result_is_current
        self.remade.emit(text)

    def mark_unsaved(self) -> None:
        """What is open is saved nowhere, such as what a crash has left."""
        self._saved_job = None
        self.undo_stack.resetClean()
        self.title_changed.emit()

    def _take_change(self) -> None:
        super()._take_change()
        if self._good is not None and not self.result_is_current and self._good[1].is_asked_by(self):
            self._bring_back(*self._good)
        self._announce_currency()

    def _bring_back(self, result: Result, posed: Posed, applied: Applied) -> None:
        """What a search found before another one found nothing: the configuration is the one that it was found for."""
        self._good = None
        self._result, self._posed, self._expected = result, posed, None
        self._applied, self._wanted = applied, None
        self._outputs.keep(applied)
        self._checks = {check.levels: check for check in (*result.solution.examined, applied.check)}
        self._selection = applied.check.levels
        self.result_changed.emit()
        self.selection_changed.emit()
        self.applied_changed.emit()
        self.title_changed.emit()

    def _announce_currency(self) -> None:
        current = self.result_is_current
        if current != self._was_current:
            self._was_current = current
            self.currency_changed.emit(current)

    def _present_job(self) -> Job:
        return self._job

    def _announce_title(self, _clean: bool) -> None:
        self.title_changed.emit()
