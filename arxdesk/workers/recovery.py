"""Keeping what is not saved yet, in a file of its own, away from the main thread."""

from __future__ import annotations

import contextlib
import datetime as dt
import json
import tomllib
from dataclasses import asdict, dataclass
from pathlib import Path

from PySide6.QtCore import QLockFile

from arxdesk.workers.loading import LoadedProject, load_job_and_data
from engine.control import Control
from engine.errors import InvalidJob, Problem, UnreadableFile, UserError
from engine.io.atomic import atomic_writer
from engine.job import MAX_JOB_BYTES, Job, job_from, load_job

SUFFIX = ".unsaved.json"
LOCK_SUFFIX = ".lock"
VERSION = 1
_OWNER_ONLY = 0o600


@dataclass(frozen=True, slots=True)
class Unsaved:
    """A configuration as it was kept: its job (TOML, absolute paths), its project file if it has one, and when."""

    name: str
    project: str | None
    kept: dt.datetime
    job: str

    def to_json(self) -> str:
        """As it is written."""
        return json.dumps({**asdict(self), "kept": self.kept.isoformat(), "version": VERSION})

    @classmethod
    def from_json(cls, raw: bytes) -> Unsaved:
        """As it was written. Raises ValueError for anything else."""
        content = json.loads(raw)
        if not isinstance(content, dict) or content.get("version") != VERSION:
            raise ValueError("this is another version")
        name, project, kept, job = (content.get(key) for key in ("name", "project", "kept", "job"))
        if not (isinstance(name, str) and isinstance(kept, str) and isinstance(job, str)):
            raise ValueError("something is missing")
        moment = dt.datetime.fromisoformat(kept)
        if moment.tzinfo is None:
            raise ValueError("nobody can tell when this was")
        return cls(name, project if isinstance(project, str) else None, moment, job)


@dataclass(frozen=True, slots=True)
class Leftover:
    """A file that an ended program has left, and what it is about."""

    file: Path
    name: str
    kept: dt.datetime


def keep(job: Job, name: str, project: Path | None, file: Path, control: Control) -> None:  # noqa: ARG001
    """Write the configuration of a document into `file`, readable by its owner alone. Raises UnwritableFile."""
    kept = dt.datetime.now(dt.UTC).replace(microsecond=0)
    unsaved = Unsaved(name, None if project is None else str(project.absolute()), kept, job.to_toml())
    with contextlib.suppress(OSError):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch(_OWNER_ONLY)
    with atomic_writer(file) as stream:
        stream.write(unsaved.to_json().encode())


def forget(file: Path, control: Control) -> None:  # noqa: ARG001
    """Remove a file that is no longer needed."""
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)


def leftovers(folder: Path, own: Path, control: Control) -> tuple[Leftover, ...]:  # noqa: ARG001
    """What programs that no longer run have left in a folder, the latest first; what cannot be read is passed over."""
    found = []
    for file in folder.glob(f"*{SUFFIX}"):
        if file != own and _is_orphan(file):
            with contextlib.suppress(UserError):
                unsaved = _read(file)
                found.append(Leftover(file, unsaved.name, unsaved.kept))
    return tuple(sorted(found, key=lambda each: each.kept, reverse=True))


def lock_of(file: Path) -> QLockFile:
    """The lock that tells that the program which keeps `file` still runs, however long it does."""
    lock = QLockFile(str(file.with_name(file.name.removesuffix(SUFFIX) + LOCK_SUFFIX)))
    lock.setStaleLockTime(0)
    return lock


def restore(file: Path, control: Control) -> LoadedProject:
    """Load the project that was kept in `file`. Raises a UserError."""
    unsaved = _read(file)
    project = None if unsaved.project is None else Path(unsaved.project)
    try:
        content = tomllib.loads(unsaved.job)
    except (ValueError, RecursionError) as error:
        raise _broken(file) from error
    job = job_from(content, str(file))
    if project is not None:
        with contextlib.suppress(UserError):
            job = job.with_text_of(load_job(project))
    return load_job_and_data(job, project, control)


def _is_orphan(file: Path) -> bool:
    lock = lock_of(file)
    if not lock.tryLock(0):
        return False
    lock.unlock()
    return True


def _read(file: Path) -> Unsaved:
    try:
        with file.open("rb") as stream:
            raw = stream.read(2 * MAX_JOB_BYTES + 1)
        if len(raw) > 2 * MAX_JOB_BYTES:
            raise ValueError
        return Unsaved.from_json(raw)
    except OSError as error:
        raise UnreadableFile.from_os_error(file, error) from error
    except (ValueError, RecursionError) as error:
        raise _broken(file) from error


def _broken(file: Path) -> InvalidJob:
    remedy = "Discard it, and open the project itself."
    return InvalidJob(Problem(str(file), "what was kept of the project cannot be read", remedy))
