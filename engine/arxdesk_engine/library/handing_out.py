"""A result handed on: the evidence report, a project of the window, a job for files."""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine import __version__
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.report import FORMS
from arxdesk_engine.library.checking import laid_out
from arxdesk_engine.library.frames.frame import DATA_FRAME, Frame
from arxdesk_engine.library.posing import PosedFrame
from arxdesk_engine.preparation.preparation import prepared
from arxdesk_engine.projects.archive import write_project
from arxdesk_engine.projects.origin import Origin
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.project import Project
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.solution import Solution, Status

if TYPE_CHECKING:
    from arxdesk_engine.attacks.attack import AttackReport

SUFFIXES = (".html", ".htm")


@dataclass(frozen=True, slots=True, eq=False)
class ReleasedResult:
    """A result as those need it who hand it on."""

    posed: PosedFrame
    solution: Solution
    output: Output
    recoding: LocalRecoding | None

    def is_cut_short(self) -> bool:
        """Whether the search had not looked at everything yet."""
        return self.solution.status is Status.BEST_FOUND


def write_report(
    release: ReleasedResult, path: Path, *, form: str, language: str | None, with_values: bool, control: Control
) -> None:
    """Write the evidence report. Raises InvalidJob for another form, language or suffix; UnwritableFile; Stopped."""
    from arxdesk_engine.report.facts import facts_of  # noqa: PLC0415 - templates, for reports alone
    from arxdesk_engine.report.facts.subject import Subject  # noqa: PLC0415
    from arxdesk_engine.report.html import write_html  # noqa: PLC0415
    from arxdesk_engine.report.layout.content import ReportContent, language_from  # noqa: PLC0415

    if path.suffix.lower() not in SUFFIXES:
        remedy = "Choose a name that ends in .html, or save a project and let arxdesk report write it as .pdf."
        raise InvalidJob(Problem(str(path), "the library writes reports as .html", remedy))
    if form and form not in FORMS:
        raise InvalidJob(Problem("report, form", f"there is no form {quoted(form)}", suggestion(form, tuple(FORMS))))
    content = ReportContent(
        with_values=with_values, language=None if language is None else language_from(language, "report, language")
    )
    with laid_out(release.posed) as (_folder, anonymizer):
        settings = anonymizer.job.report.model_copy(update={"form": form or anonymizer.job.report.form})
        job = anonymizer.job.model_copy(update={"report": settings})
        subject = Subject(
            replace(anonymizer, job=job),
            release.solution,
            release.output,
            release.recoding,
            cut_short=release.is_cut_short(),
            origin=_origin(release.posed),
        )
        facts = facts_of(subject, content, control)
    write_html(path, facts, control)


def attacked(release: ReleasedResult, largest: int, control: Control) -> AttackReport:
    """Attack the release, as `arxdesk attack` does. Raises Stopped; UnwritableFile."""
    from arxdesk_engine.disclosed_choices import choices_of  # noqa: PLC0415 - few uses need them
    from arxdesk_engine.trial_release import attack_trial  # noqa: PLC0415

    with laid_out(release.posed) as (_folder, anonymizer):
        choices = choices_of(anonymizer, release.solution, release.output, release.recoding)
        return attack_trial(anonymizer, release.output, control, largest=largest, choices=choices)


def save_project(release: ReleasedResult, path: Path, hierarchies: Mapping[str, Hierarchy], control: Control) -> None:
    """Save a project for the window: all columns of the frame, the job, its hierarchies, and the result.

    Columns that are neither texts, numbers nor dates are left out. Raises UnwritableFile, InvalidJob (another suffix
    than .arxdesk); Stopped.
    """
    posed, job = release.posed, release.posed.job
    raw = posed.frame.raw(readable(posed.frame), job.data.null_values)
    dataset = prepared(raw, job.data, job.attributes, DATA_FRAME)
    whole = Anonymizer.formulate(job, dataset, hierarchies)
    now = dt.datetime.now(dt.UTC).replace(microsecond=0)
    best = release.solution.best
    applied = None if best is None else best.levels
    cut_short = release.is_cut_short()
    outcome = Outcome(replace(release.solution, continuation=None), cut_short, applied, now, __version__)
    fits = whole.quasi_identifiers == posed.anonymizer.quasi_identifiers
    project = Project(job, dataset, hierarchies, _origin(posed), outcome if fits else None)
    write_project(path, project, control)


def readable(frame: Frame) -> tuple[str, ...]:
    """The columns that are texts, numbers or dates."""
    found = []
    for name in frame.names:
        try:
            frame.raw([name])
        except InvalidData:
            continue
        found.append(name)
    return tuple(found)


def _origin(posed: PosedFrame) -> Origin:
    return Origin.of(posed.job.data, dt.datetime.now(dt.UTC).replace(microsecond=0))
