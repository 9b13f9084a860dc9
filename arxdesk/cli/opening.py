"""The job that a command is about, with what the options change of it, and its table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from arxdesk.cli.arguments import STANDARD_INPUT
from arxdesk.cli.telling import warn
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.arx import is_arx_project
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.job.assigning import assigned
from arxdesk_engine.job.job import Job, job_of_bytes, load_job
from arxdesk_engine.projects.archive import is_project, job_of, read_project
from arxdesk_engine.projects.project import Project
from arxdesk_engine.release.export import absolute_place


def job_of_options(options: argparse.Namespace) -> Job:
    """The job that the options name, with the input and the settings that they put in place. Raises a UserError.

    Losses of a project of ARX are listed on standard error.
    """
    job = _job_at(options.job, quiet=options.quiet or options.json)
    if options.input is not None:
        job = _assigned(job, "data.path", absolute_place(options.input), "--input")
    for assignment in options.set:
        key, equals, text = assignment.partition("=")
        if not equals:
            found = "there is no = between the setting and its value"
            raise InvalidJob(Problem(f"--set {assignment}", found, "Write it as in suppression.limit=0.05."))
        job = _assigned(job, key.strip(), text.strip(), "--set")
    return job


def _assigned(job: Job, key: str, text: str, option: str) -> Job:
    try:
        return assigned(job, key, text)
    except InvalidJob as error:
        raise InvalidJob(
            Problem(option if option == "--input" else f"{option} {each.place}", each.found, each.remedy)
            for each in error.problems
        ) from error


def _job_at(path: Path, *, quiet: bool) -> Job:
    if path == STANDARD_INPUT:
        return job_of_bytes(sys.stdin.buffer.read(), Path("standard input"))
    if is_arx_project(path):
        from arxdesk_engine.arx.reading import read_arx  # noqa: PLC0415 - few jobs come from there

        imported = read_arx(path)
        if imported.left_out or (imported.notes and not quiet):
            warn(imported.summary)
        return imported.job
    return job_of(path) if is_project(path) else load_job(path)


def is_archive(path: Path) -> bool:
    """Whether a file is a project, of ArxDesk or of ARX."""
    return path != STANDARD_INPUT and (is_project(path) or is_arx_project(path))


def has_own_table(options: argparse.Namespace) -> bool:
    """Whether the table is that inside a project, and not one that the options name."""
    changed = options.input is not None or any(each.startswith(("data.", "attributes.")) for each in options.set)
    return options.job != STANDARD_INPUT and is_project(options.job) and not changed


def opened(options: argparse.Namespace, job: Job, control: Control, project: Project | None = None) -> Anonymizer:
    """The job with all it names. A project is looked through as a whole before anything of it is used."""
    if has_own_table(options):
        project = project or read_project(options.job, control)
        return Anonymizer.formulate(job, project.dataset, project.hierarchies)
    anonymizer = Anonymizer.open(job, control)
    if anonymizer.dataset.guesses and not (options.quiet or options.json):
        guessed = ", ".join(anonymizer.dataset.guesses)
        warn(f"guessed for {job.table_place}: {guessed}. Set it in the section [data].")
    return anonymizer
