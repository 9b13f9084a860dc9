"""Saving projects, away from the main thread: archives and job files, whole or not at all."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from arxdesk.core.audit_words import saved_text
from arxdesk.core.values.provenance import Snapshot, Stamp
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.archive import PROJECT_SUFFIX
from arxdesk_engine.job.job import Job
from arxdesk_engine.projects.archive import write_project
from arxdesk_engine.projects.project import Project, kept_raw
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.release.export import require_tables_kept


class ChangedOnDisk(UserError):
    """Somebody else has changed the file since it was read or written last."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A project that was saved: its file as it stands on disk; job and trail are those that an archive has now."""

    path: Path
    stamp: Stamp | None
    job: Job | None = None
    trail: Trail | None = None


def save(snapshot: Snapshot, path: Path, known: dict[Path, Stamp], control: Control) -> Saved:
    """Write a project as the name of the file says. `known` says how files have to stand, and learns of this one.

    Raises ChangedOnDisk where it stands otherwise, or another UserError; Stopped. The old file is then as it was.
    """
    control.report(Progress(tr("Saving {name}", name=path.name)))
    _require_unchanged(path, known)
    require_tables_kept(path, _job_to_save(snapshot))
    job = trail = None
    replacing = partial(_as_expected, path, known)
    if path.suffix.lower() == PROJECT_SUFFIX:
        _require_rows(snapshot, path)
        trail = snapshot.trail.with_entry("saved", saved_text(path))
        job = write_project(path, project_of(snapshot, trail), control, replacing).absolute()
    else:
        _job_to_save(snapshot).saved_at(path).save(path, replacing)
    return Saved(path, known.get(path), job, trail)


def _require_unchanged(path: Path, known: dict[Path, Stamp]) -> None:
    found, expected = Stamp.of(path), known.get(path)
    if expected is not None and found is not None and found != expected:
        problem = Problem(
            str(path), tr("somebody else has changed it since it was opened"), tr("Save it under another name.")
        )
        raise ChangedOnDisk(problem)


def _job_to_save(snapshot: Snapshot) -> Job:
    return snapshot.job if snapshot.rows is None else snapshot.rows.job_of_rows(snapshot.job)


def _require_rows(snapshot: Snapshot, path: Path) -> None:
    if snapshot.rows is not None:
        found = tr("a project file has the table inside, and the records of this one stay where they are")
        raise InvalidJob(Problem(str(path), found, tr("Save a job file (.toml), which names the table.")))


@contextlib.contextmanager
def _as_expected(path: Path, known: dict[Path, Stamp]) -> Iterator[None]:
    """Around the moment in which the old file is replaced, where nobody else does that: it stands as it has to.

    It is asked for again since two windows can begin to save at once; the second is told.
    """
    _require_unchanged(path, known)
    yield
    stamp = Stamp.of(path)
    if stamp is not None:
        known[path] = stamp


def project_of(snapshot: Snapshot, trail: Trail) -> Project:
    """What an archive of a document holds, with the trail that it ends with."""
    raw = kept_raw(snapshot.raw, snapshot.read, snapshot.dataset)
    return Project(
        snapshot.job,
        snapshot.dataset,
        snapshot.hierarchies,
        snapshot.origin,
        snapshot.outcome,
        trail,
        raw,
        snapshot.ledger,
    )
