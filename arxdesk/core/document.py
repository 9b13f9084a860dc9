"""The open project as observable state. Commands write it, views read it and listen to its precise signals."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from operator import attrgetter
from pathlib import Path

from PySide6.QtCore import QObject, Signal, SignalInstance
from PySide6.QtGui import QUndoCommand, QUndoStack

from arxdesk.core.audit import AuditRecorder
from arxdesk.core.configuration import SEARCHED_SECTIONS
from arxdesk.core.freshness import SearchInputs
from arxdesk.core.rows_words import ROLES_STAY
from arxdesk.core.saved_state import SavedState
from arxdesk.core.searched_configuration import SearchedConfiguration
from arxdesk.core.table_state import TableState
from arxdesk.core.values.archived_files import is_kept, relocated
from arxdesk.core.values.provenance import Provenance, SavedSnapshot, Snapshot, Stamp
from arxdesk.core.values.release_ledger import ReleaseLedger
from arxdesk.core.values.results import Result
from arxdesk.core.values.secret_places import SecretPlaces
from arxdesk.core.values.steps import Step
from arxdesk.core.values.table_content import TableContent
from arxdesk.core.wishes import Wishes
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.io.files.archive import PROJECT_SUFFIX
from arxdesk_engine.job.explore import Pin
from arxdesk_engine.job.job import Job

UNDO_LIMIT = 500


class Document(SearchedConfiguration):
    """One open project: its table, its configuration (a job), what was found, its file and its audit trail.

    The configuration changes only through undoable commands (`push`).
    """

    lock_changed = Signal(bool)
    remade = Signal(str)
    """Columns were renamed or replaced, so that views are rebuilt; the text describes the change."""

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
        self.rows = self.provenance.rows
        self.undo_stack = QUndoStack()
        self.undo_stack.setUndoLimit(UNDO_LIMIT)
        self.undo_stack.cleanChanged.connect(self._announce_title)
        self.audit = AuditRecorder(self.provenance.trail, self.undo_stack, partial(attrgetter("job"), self), self)
        self.undo_stack.setParent(self)  # after the recorder: it empties itself as it goes, with nobody to follow
        self.ledger = ReleaseLedger(self.provenance.ledger, self)
        self.stamp = self.provenance.stamp
        """The stamp of the file when it was last read or written."""
        self.secret_places = secret_places or SecretPlaces()
        self.wishes = Wishes(self)
        self._read = dataset
        self._file = file
        self._locked = False
        self._held = False
        self._saved = SavedState(self._job)

    @property
    def every_change(self) -> tuple[SignalInstance, ...]:
        """All signals that can change the enabled actions."""
        return (
            self.attributes_changed,  # comes after hierarchy_changed and column_changed as well, once per step
            *(self.signal_of(section) for section in SEARCHED_SECTIONS),  # paused models share the signal of the others
            self.person_changed,
            self.sample_changed,
            self.project_changed,
            self.result_changed,
            self.selection_changed,
            self.applied_changed,
            self.freshness_changed,
            self.lock_changed,
            self.title_changed,
        )

    @property
    def file(self) -> Path | None:
        """Where the project is saved; None before it is saved for the first time."""
        return self._file

    @property
    def name(self) -> str:
        """The name of the project on screen."""
        return self._file.stem if self._file else Path(self.source_name).stem

    @property
    def modified(self) -> bool:
        """Whether there is something that nobody may lose without being asked: changes that are not saved, and in an
        archive a result that is not, or what the audit trail says of tables and reports that were handed out. What is
        applied is saved with the next saving, and nobody is asked about it."""
        return self._lacks_work or self._lacks_trail

    @property
    def lacks_trail_alone(self) -> bool:
        """Whether only the audit trail is unsaved."""
        return self._lacks_trail and not self._lacks_work

    @property
    def _lacks_work(self) -> bool:
        changed = not (self.undo_stack.isClean() or self._saved.is_asked_as(self._job))
        found = self._result is not None and self.is_archive and not self._saved.has_result(self._result)
        return self._saved.job is None or changed or (found and self.result_is_current)

    @property
    def _lacks_trail(self) -> bool:
        return self.is_archive and self.audit.has_unsaved_exports

    @property
    def is_archive(self) -> bool:
        """Whether the project is saved with its table, its result and its audit trail."""
        return self._file is not None and self._file.suffix.lower() == PROJECT_SUFFIX

    @property
    def source_name(self) -> str:
        """The name of the file that the table came from, or the address of its database."""
        origin = self.provenance.origin
        return Path(self.dataset.source).name if origin is None else origin.name

    @property
    def table_file(self) -> Path | None:
        """The file that the table came from; None where a database or an archive has it."""
        table = self.job_of_rows.table_file
        return None if self._file is not None or table is None or is_kept(str(table)) else table

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
            self.ledger.now,
            self.rows,
        )

    def set_pins(self, pins: Sequence[Pin]) -> None:
        """Replace the pins; the filters stay as they are."""
        super().set_pins(pins)
        self.title_changed.emit()  # the stack may not have been clean before, if only what is applied was changed

    def forget_steps(self) -> None:
        """Clear the undo stack before the program ends.

        Python takes the rest apart in any order, and a stack that finds one of its commands gone ends it with a crash.
        """
        self.undo_stack.blockSignals(True)
        self.undo_stack.clear()

    def push(self, command: QUndoCommand, *, touches_search: bool = True) -> None:
        """Make an undoable change of the configuration. Ignored while a search locks it.

        A change that touches nothing of what is searched (`touches_search` false) is made all the same, unless the
        project is about to be left. A change that needs the rows is told to be impossible where they stay outside.
        """
        if self.rows is not None and isinstance(command, Step) and command.needs_rows:
            found = tr("{step} is not possible while the records stay where they are", step=command.text())
            self.wishes.tell_failure(InvalidJob(Problem(self.name, found, tr(ROLES_STAY))))
            return
        if not (self._locked and (touches_search or self._held)):
            self.audit.push(command)

    @property
    def locked(self) -> bool:
        """Whether a search locks the configuration."""
        return self._locked

    @property
    def held(self) -> bool:
        """Whether every change is locked because another project is being opened."""
        return self._held

    def set_locked(self, locked: bool, *, held: bool = False) -> None:
        """Lock or unlock the configuration; `held`: for every change, because another project is being opened."""
        self._held = locked and held
        if locked != self._locked:
            self._locked = locked
            self.lock_changed.emit(locked)

    @property
    def can_search_on(self) -> bool:
        """Whether the last search ended early, and still belongs to the configuration."""
        result = self._result
        return result is not None and not self._locked and result.can_go_on and self.result_is_current

    def mark_saved(self, file: Path, job: Job, kept: SavedSnapshot | None = None, stamp: Stamp | None = None) -> None:
        """Note that `job` is saved at `file`; changes made while it was written are not.

        `kept` is what it became in an archive: from now on the configuration names the files there.
        """
        self._file, self.stamp = file, stamp
        self._saved.job = job
        if kept is not None:
            self._take_kept(job, kept)
        self._job, self._saved.job = self._job.at(file), self._saved.job.at(file)
        if self._saved.is_asked_as(self._job):
            self.undo_stack.setClean()
        else:
            self.undo_stack.resetClean()
        self.title_changed.emit()

    def take_restored(self, result: Result, applied: Applied | None) -> None:
        """Take over the result of the archive and its applied transformation."""
        self._saved.set_result(result)
        self.set_result(result)
        if applied is not None:
            self.set_applied(applied)

    def _take_kept(self, written: Job, kept: SavedSnapshot) -> None:
        """Name the files of the archive. They have the content of those before, so that a result stays current."""
        repoint = self._archived_files.take(written, kept.job, kept.snapshot.hierarchies)
        for place in range(self.undo_stack.count()):
            step = self.undo_stack.command(place)
            if isinstance(step, Step):
                step.repoint(repoint)
                step.take_kept(kept, repoint)
        self._move_findings(kept, repoint)
        self._job = SearchInputs(self._job, self.dataset, self._hierarchies).moved(kept, repoint).job
        self._saved.job = relocated(written, written, kept.job, lambda _name: True, repoint)
        self._saved.set_result(kept.snapshot.result)

    @property
    def table_state(self) -> TableState:
        """The table, with everything that names its columns and what was found for it."""
        table = self._job, self.dataset, self._hierarchies, self._read, self.provenance.raw
        content = TableContent(*table, self._stated, self._missing, self.focus, self.left_out)
        return TableState(content, self.findings)

    def put_table(self, state: TableState, text: str) -> None:
        """Replace the table, for a step of undo; `text` describes the change."""
        self.put_content(state.content)
        self._read = state.content.read
        self.provenance = replace(self.provenance, raw=state.content.raw)
        if self._file is not None:
            self._job = self._job.at(self._file)
        self._put_findings(state.findings)
        self.remade.emit(text)

    def mark_unsaved(self) -> None:
        """Mark everything as unsaved, such as the changes that a crash has left."""
        self._saved.job = None
        self.undo_stack.resetClean()
        self.title_changed.emit()
