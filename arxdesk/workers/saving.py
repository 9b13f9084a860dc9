"""Saving projects, away from the main thread: archives and job files, whole or not at all."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass, replace
from pathlib import Path

from arxdesk.provenance import Snapshot, Stamp
from arxdesk.results import Applied, Result
from engine import __version__
from engine.control import Control, Progress
from engine.errors import Problem, UserError
from engine.io.archive import PROJECT_SUFFIX
from engine.job import Job
from engine.project.archive import write_project
from engine.project.outcome import Outcome
from engine.project.project import Project, kept_raw


class ChangedOnDisk(UserError):
    """Somebody else has changed the file since it was read or written last."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A project that was saved: its file as it stands on disk, and for an archive the job as it is there."""

    path: Path
    stamp: Stamp | None
    job: Job | None = None


def save(snapshot: Snapshot, path: Path, known: dict[Path, Stamp], control: Control) -> Saved:
    """Write a project as the name of the file says. `known` says how files have to stand, and learns of this one.

    Raises ChangedOnDisk where it stands otherwise, or another UserError; Stopped. The old file is then as it was.
    """
    control.report(Progress(f"Saving {path.name}"))
    found, expected = Stamp.of(path), known.get(path)
    if expected is not None and found is not None and found != expected:
        problem = Problem(str(path), "somebody else has changed it since it was opened", "Save it under another name.")
        raise ChangedOnDisk(problem)
    job = None
    if path.suffix.lower() == PROJECT_SUFFIX:
        job = _write_archive(snapshot, path, control).absolute()
    else:
        snapshot.job.saved_at(path).save(path)
    stamp = Stamp.of(path)
    if stamp is not None:
        known[path] = stamp
    return Saved(path, stamp, job)


def _write_archive(snapshot: Snapshot, path: Path, control: Control) -> Job:
    raw = kept_raw(snapshot.raw, snapshot.read, snapshot.dataset)
    project = Project(
        snapshot.job,
        snapshot.dataset,
        snapshot.hierarchies,
        snapshot.origin,
        None if snapshot.result is None else _outcome(snapshot.result, snapshot.applied),
        snapshot.trail.with_entry("saved", f"Saved as {path.name}"),
        raw,
    )
    return write_project(path, project, control)


def _outcome(result: Result, applied: Applied | None) -> Outcome:
    moment = result.moment or dt.datetime.now(dt.UTC).replace(microsecond=0)
    levels = None if applied is None else applied.check.levels
    solution = replace(result.solution, continuation=None)
    return Outcome(solution, result.cut_short, levels, moment, result.version or __version__)
