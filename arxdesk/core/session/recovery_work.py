"""Files of unsaved changes, written and read away from the main thread."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import tomllib
from collections.abc import Mapping
from dataclasses import astuple, dataclass, field, replace
from pathlib import Path
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QLockFile

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.loading_work import load_job_and_data, opened
from arxdesk.core.values.archived_files import is_kept
from arxdesk.core.values.arx_import import ArxImport
from arxdesk.core.values.provenance import Provenance, Stamp
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, UnreadableFile, UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.hierarchies.builder import Row
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.io.files.archive import PROJECT_SUFFIX, on_disk
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.io.hierarchy import read_hierarchy
from arxdesk_engine.job.job import Job, job_from, load_job
from arxdesk_engine.projects.archive import ledger_of, releases_in
from arxdesk_engine.projects.facts import outcome_facts, outcome_of, trail_facts, trail_of
from arxdesk_engine.projects.job_inside import subset_files
from arxdesk_engine.projects.layout import OutcomeFacts, StoredTrail
from arxdesk_engine.projects.ledger import Ledger
from arxdesk_engine.projects.ledger_text import ledger_of_text, ledger_text
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.projects.unpacking import job_in

SUFFIX = ".unsaved.json"
LOCK_SUFFIX = ".lock"
VERSION = 2
"""In version 1 the job was a text in TOML, and nothing else was kept of the project."""
MOST_BYTES = 128 * 1024 * 1024
MOST_CELLS = 2_000_000
"""So many cells of hierarchies that lie in an archive are kept; of larger ones only where they are."""
_OWNER_ONLY = 0o600
_DAMAGE = (ValueError, TypeError, LookupError, RecursionError)


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A document as it was kept: its job (absolute paths), its project file if it has one, and when.

    `hierarchies` are those that lie in an archive: somebody may overwrite or delete it. `stamp` is that of the project
    file when it was read or written last, `records` and `columns` tell the table again.
    """

    name: str
    project: Path | None
    job: Job
    hierarchies: Mapping[str, tuple[Row, ...]] = field(default_factory=dict)
    origin: Origin | None = None
    trail: Trail = field(default_factory=Trail)
    stamp: Stamp | None = None
    records: int | None = None
    columns: tuple[str, ...] = ()
    kept: dt.datetime = field(default_factory=lambda: dt.datetime.now(dt.UTC).replace(microsecond=0))
    outcome: Outcome | None = None
    """The result of a search, without the other transformations it checked."""
    ledger: Ledger = field(default_factory=Ledger)
    """What was released; the rows of releases that are not in the project file are not kept."""
    digests: Mapping[str, str] = field(default_factory=dict)
    """SHA-256 of what the configuration reads in the project's own archive, by its name there."""
    archived: frozenset[tuple[int, str]] = frozenset()
    """The numbers and SHA-256 of the releases whose tables the project's own archive has."""
    kept_ledger: Mapping[str, Any] | None = None
    """The ledger as it stands in the file."""

    def to_json(self) -> str:
        """The content of the file."""
        content = {
            "version": VERSION,
            "name": self.name,
            "project": None if self.project is None else str(self.project.absolute()),
            "kept": self.kept.isoformat(),
            "job": self.job.content(),
            "hierarchies": self.hierarchies,
            "origin": None if self.origin is None else self.origin.model_dump(mode="json", exclude_defaults=True),
            "trail": trail_facts(self.trail).model_dump(mode="json"),
            "stamp": None if self.stamp is None else list(astuple(self.stamp)),
            "records": self.records,
            "columns": self.columns,
            "outcome": None if self.outcome is None else outcome_facts(self.outcome).model_dump(mode="json"),
            "digests": self.digests,
            "ledger": ledger_text(self.ledger, self.archived),
        }
        return json.dumps(content, ensure_ascii=False)


@dataclass(frozen=True, slots=True)
class Leftover:
    """A file that an ended program has left, and its project."""

    file: Path
    name: str
    kept: dt.datetime


def kept_hierarchies(job: Job, hierarchies: Mapping[str, Hierarchy]) -> dict[str, tuple[Row, ...]]:
    """The rows of the hierarchies that lie in an archive, as far as there is room for them."""
    found: dict[str, tuple[Row, ...]] = {}
    left = MOST_CELLS
    for name, hierarchy in hierarchies.items():
        file = job.settings_of(name).hierarchy_file
        cells = len(hierarchy.rows) * hierarchy.levels
        if file is not None and is_kept(file) and cells <= left:
            left -= cells
            found[name] = hierarchy.rows
    return found


def keep(unsaved: Unsaved, file: Path, control: Control) -> None:  # noqa: ARG001
    """Write a document into `file`, readable by its owner alone. Raises UnwritableFile."""
    unsaved = replace(unsaved, digests=_digests(unsaved), archived=_archived(unsaved))
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(_OWNER_ONLY)
    with atomic_writer(file) as stream:
        stream.write(unsaved.to_json().encode("utf-8", "surrogatepass"))


def forget(file: Path, control: Control) -> None:  # noqa: ARG001
    """Remove a file that is no longer needed."""
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)


def leftovers(folder: Path, own: Path, control: Control) -> tuple[Leftover, ...]:  # noqa: ARG001
    """The files that ended programs have left in a folder, the latest first; unreadable ones are skipped."""
    found = []
    for file in folder.glob(f"*{SUFFIX}"):
        if file != own and _is_orphan(file):
            with contextlib.suppress(UserError):
                found.append(_leftover(file, _content(file)))
    return tuple(sorted(found, key=lambda each: each.kept, reverse=True))


def lock_of(file: Path) -> QLockFile:
    """The lock that tells that the program which keeps `file` still runs, however long it does."""
    lock = QLockFile(str(file.with_name(file.name.removesuffix(SUFFIX) + LOCK_SUFFIX)))
    lock.setStaleLockTime(0)
    return lock


def restore(file: Path, control: Control, password: str | None = None) -> LoadedProject:
    """Load the project that was kept in `file`; `password` is that of its database. Raises a UserError."""
    unsaved = _unsaved(file, _content(file))
    job = _with_hierarchies(unsaved, control)
    if unsaved.project is not None and unsaved.project.suffix.lower() == ".toml":
        with contextlib.suppress(UserError):
            job = job.with_text_of(load_job(unsaved.project))
    found = load_job_and_data(job, unsaved.project, control, password)
    _require_same_table(unsaved, found)
    _require_same_entries(unsaved)
    before = Provenance(
        unsaved.origin or found.provenance.origin,
        found.provenance.raw,
        unsaved.trail,
        unsaved.stamp,
        ArxImport.of_trail(unsaved.trail),
        found.provenance.rows,
        found.provenance.place_of_rows,
        _ledger(file, unsaved, control),
    )
    found = replace(found, provenance=before, outcome=unsaved.outcome)
    return replace(found, provenance=opened(found, told("Restored unsaved changes"), action="restored"))


def _with_hierarchies(unsaved: Unsaved, control: Control) -> Job:
    """The job with the rows of the hierarchies that are not in their archive any more as they were."""
    job, attributes = unsaved.job, dict(unsaved.job.attributes)
    for name, rows in unsaved.hierarchies.items():
        settings = job.settings_of(name)
        if settings.hierarchy_file is not None and not _is_there(settings.hierarchy_file, rows, job, control):
            attributes[name] = settings.model_copy(update={"hierarchy": TableBuilder(rows=rows)})
    return job.model_copy(update={"attributes": attributes})


def _is_there(file: str, rows: tuple[Row, ...], job: Job, control: Control) -> bool:
    try:
        with on_disk(file, control) as copy:
            return read_hierarchy(copy, job.data.null_values).rows == rows
    except UserError:
        return False


def _require_same_table(unsaved: Unsaved, found: LoadedProject) -> None:
    """Raises InvalidData where the table is another one by now."""
    if unsaved.records is None:
        return
    if (found.dataset.total_records, found.dataset.names) != (unsaved.records, unsaved.columns):
        problem = tr("the table there has other records or columns than the one that was changed")
        remedy = tr("Put the original table back, and restore again. The backup is still there.")
        raise InvalidData(Problem(found.dataset.source, problem, remedy))


def _require_same_entries(unsaved: Unsaved) -> None:
    """Raises InvalidData where the archive holds another table, or other subsets, by now."""
    if unsaved.project is None or not unsaved.digests:
        return
    content, _job = job_in(unsaved.project)
    for name, digest in unsaved.digests.items():
        if name not in content.entries or content.entries[name].sha256 != digest:
            problem = tr("somebody else has replaced the records that were changed")
            remedy = tr("Put the original project back, and restore again. The backup is still there.")
            raise InvalidData(Problem(str(unsaved.project / name), problem, remedy))


def _digests(unsaved: Unsaved) -> dict[str, str]:
    """Of what is read in the project's own archive, for as long as nobody else has written that."""
    project = unsaved.project
    if project is None or project.suffix.lower() != PROJECT_SUFFIX or Stamp.of(project) != unsaved.stamp:
        return {}
    try:
        entries = job_in(project)[0].entries
    except UserError:
        return {}
    read = [unsaved.job.data.path, *subset_files(unsaved.job, paused=False), *subset_files(unsaved.job, paused=True)]
    names = [Path(each).relative_to(project).as_posix() for each in read if Path(each).is_relative_to(project)]
    return {name: entries[name].sha256 for name in names if name in entries}


def _archived(unsaved: Unsaved) -> frozenset[tuple[int, str]]:
    project = unsaved.project
    if project is None or project.suffix.lower() != PROJECT_SUFFIX or Stamp.of(project) != unsaved.stamp:
        return frozenset()
    try:
        return releases_in(project)
    except UserError:
        return frozenset()


def _ledger(file: Path, unsaved: Unsaved, control: Control) -> Ledger:
    """The releases that were kept, those of the project's own archive with their rows."""
    project, archived = unsaved.project, Ledger()
    if project is not None and project.suffix.lower() == PROJECT_SUFFIX:
        with contextlib.suppress(UserError):
            archived = ledger_of(project, control)
    try:
        return ledger_of_text(unsaved.kept_ledger, archived)
    except (*_DAMAGE, ValidationError) as error:
        raise _broken(file) from error


def _is_orphan(file: Path) -> bool:
    lock = lock_of(file)
    if not lock.tryLock(0):
        return False
    lock.unlock()
    return True


def _content(file: Path) -> dict[str, Any]:
    try:
        with file.open("rb") as stream:
            raw = stream.read(MOST_BYTES + 1)
        if len(raw) > MOST_BYTES:
            raise ValueError
        content = json.loads(raw)
    except OSError as error:
        raise UnreadableFile.from_os_error(file, error) from error
    except _DAMAGE as error:
        raise _broken(file) from error
    if not isinstance(content, dict) or content.get("version") not in (1, VERSION):
        raise _broken(file)
    return content


def _leftover(file: Path, content: Mapping[str, Any]) -> Leftover:
    """The summary offered at the start; the rest is read on demand."""
    name, kept = content.get("name"), content.get("kept")
    try:
        if not isinstance(name, str) or not isinstance(kept, str) or "job" not in content:
            raise ValueError("something is missing")
        moment = dt.datetime.fromisoformat(kept)
        if moment.tzinfo is None:
            raise ValueError("the time is not known")
    except ValueError as error:
        raise _broken(file) from error
    return Leftover(file, name, moment)


def _unsaved(file: Path, content: Mapping[str, Any]) -> Unsaved:
    left = _leftover(file, content)
    project, job = content.get("project"), content["job"]
    try:
        path = Path(project) if isinstance(project, str) else None
        if content["version"] == 1:
            return Unsaved(left.name, path, job_from(tomllib.loads(job), str(file)), kept=left.kept)
        origin, stamp, outcome = content["origin"], content["stamp"], content.get("outcome")
        rows = {name: TableBuilder(rows=table).rows for name, table in content["hierarchies"].items()}
        return Unsaved(
            left.name,
            path,
            job_from(job, str(file)),
            rows,
            None if origin is None else Origin.model_validate(origin),
            trail_of(StoredTrail.model_validate(content["trail"])),
            None if stamp is None else Stamp(*map(int, stamp)),
            content["records"],
            tuple(content["columns"]),
            left.kept,
            None if outcome is None else outcome_of(OutcomeFacts.model_validate(outcome), (), ()),
            digests={str(name): str(digest) for name, digest in content.get("digests", {}).items()},
            kept_ledger=content.get("ledger"),
        )
    except (*_DAMAGE, ValidationError) as error:
        raise _broken(file) from error


def _broken(file: Path) -> InvalidJob:
    remedy = tr("Discard it, and open the project itself.")
    return InvalidJob(Problem(str(file), tr("the backup of the project cannot be read"), remedy))
