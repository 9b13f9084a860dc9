"""`arxdesk report`: search, apply, and write in the format of the suffix. Only PDF needs Qt."""

from __future__ import annotations

import argparse
import importlib
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

from arxdesk.cli.ending import DONE, NOTHING_FOUND, stopping_on_request
from arxdesk.cli.opening import has_own_table, is_archive, job_of_options, opened
from arxdesk.cli.telling import has_facts_on_output, shown_place, tell, write_facts
from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine import __version__
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnwritableFile, quoted, suggestion
from arxdesk_engine.foundation.extras import require_extra
from arxdesk_engine.foundation.language import in_language
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.databases.same_place import is_one_of
from arxdesk_engine.io.digest import sha256_of_file
from arxdesk_engine.io.files.atomic import require_writable
from arxdesk_engine.io.writing import require_writable_format
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.report import FORMS
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.projects.archive import read_project
from arxdesk_engine.projects.outcome import Outcome, restored
from arxdesk_engine.projects.places import require_own_places
from arxdesk_engine.projects.project import Project
from arxdesk_engine.release.export import require_no_input
from arxdesk_engine.report.facts import Facts, facts_of
from arxdesk_engine.report.facts.subject import Restored, Subject
from arxdesk_engine.report.html import write_html
from arxdesk_engine.report.layout.content import ALL_SECTIONS, ReportContent, language_from, sections_from
from arxdesk_engine.report.sections.verdict import verdict
from arxdesk_engine.search.solution import Solution, Status

PDF = ".pdf"
SUFFIXES = (".html", ".htm", PDF)
NO_FORM = "none"


def report(options: argparse.Namespace) -> int:
    """Search, apply, count the result again, and write an evidence report."""
    job, content = job_of_options(options), content_asked(options)
    form = form_asked(options.form, job)
    if is_archive(options.job):
        named = {"output": True, "codebook": True, "spread": True}  # none of them is written
        require_own_places(job, options.job, **named, secrets=options.make_secrets)
    require_writable_report(options.output, job, options.job)
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        project = read_project(options.job, control) if has_own_table(options) else None
        with opened(options, job, control, project) as anonymizer:
            with stopping_on_request(control) as interrupted:
                subject = subject_of(anonymizer, project, control, options.seed)
            subject = in_form(subject, form)
            facts = facts_of(subject, content, Control(bar.show, options.threads))
        write_report(options.output, facts)
    with in_language(facts.language):
        sentence = verdict(facts).sentence
    if options.json:
        write_facts(options, _outcome(options, facts, sentence))
    if not options.quiet:
        tell(f"{sentence}\nWritten to {shown_place(options)}.", aside=has_facts_on_output(options))
    if facts.checks is not None:
        facts.checks.require_confirmed()
    if interrupted.seen:
        return interrupted.status
    return NOTHING_FOUND if facts.applied is None else DONE


def _outcome(options: argparse.Namespace, facts: Facts, sentence: str) -> dict[str, Any]:
    """What --json tells of a report; the facts themselves are those of `arxdesk run`."""
    checks = facts.checks
    return {
        "arxdesk": __version__,
        "report": str(options.output),
        "language": facts.language,
        "sentence": sentence,
        "anonymized": facts.applied is not None,
        "verified": None if checks is None else not (checks.refuted or checks.undecided),
        "refuted": [] if checks is None else [each.claim for each in checks.refuted],
        "not_recounted": [] if checks is None else [each.claim for each in checks.undecided],
    }


def require_writable_report(path: Path, job: Job, job_file: Path) -> None:
    """Refuse an unwritable report before the search. Raises InvalidJob or UnwritableFile."""
    require_writable_format(str(path), "--output", SUFFIXES)
    require_no_input(path, job, "--output")
    others = (job_file, _result_file(job), *job.files_beside_output)
    if is_one_of(path, [each for each in others if each is not None]):
        found = "the report would replace the job, the result or a file beside it"
        raise InvalidJob(Problem("--output", found, "Choose another file."))
    require_writable(path)
    if path.suffix.lower() == PDF:
        _require_pages(path)


def _require_pages(path: Path) -> None:
    """Raises MissingLibrary without Qt, UnwritableFile where it does not start: servers often lack what it needs."""
    require_extra("desktop", str(path), "Or write the report as .html.")
    try:
        importlib.import_module("arxdesk.printing.pdf")
    except ImportError as error:
        found = f"pages in PDF cannot be drawn on this machine ({error})"
        raise UnwritableFile(
            Problem(str(path), found, "Install that library, or write the report as .html.")
        ) from error


def content_asked(options: argparse.Namespace) -> ReportContent:
    """The content of a report that the options ask for. Raises InvalidJob."""
    sections = ALL_SECTIONS if options.sections is None else sections_from(options.sections, "--sections")
    language = None if options.language is None else language_from(options.language, "--language")
    return ReportContent(sections, options.values, options.title or "", language)


def form_asked(name: str | None, job: Job) -> str:
    """The form that a report follows: that of the option, else that of the job; "" for none. Raises InvalidJob."""
    if name is None:
        return job.report.form
    if name != NO_FORM and name not in FORMS:
        raise InvalidJob(Problem("--form", f"there is no form {quoted(name)}", suggestion(name, (*FORMS, NO_FORM))))
    return "" if name == NO_FORM else name


def in_form(subject: Subject, form: str) -> Subject:
    """The same subject of a report in a form, whatever the job says."""
    job = subject.anonymizer.job
    settings = job.report.model_copy(update={"form": form})
    return replace(subject, anonymizer=replace(subject.anonymizer, job=job.model_copy(update={"report": settings})))


def subject_of(anonymizer: Anonymizer, project: Project | None, control: Control, seed: int | None) -> Subject:
    """Search and apply: the transformation applied in a project, else the best, recoded as in the job.

    The search is repeated, so that a claimed proof is made now; but a draw of differential privacy
    is not repeated, whatever the seed of the search. Raises UnconfirmedOutcome if the draw in a project contradicts
    its table.
    """
    job, kept = anonymizer.job, None if project is None else project.outcome
    drawn = _drawn(anonymizer, kept, control)
    solution = anonymizer.search(control, seed) if drawn is None else drawn.solution
    subject = Subject(anonymizer, solution, cut_short=control.stopped or _reached_limit(job, solution), seed=seed)
    if drawn is not None:
        subject = replace(subject, restored=Restored(drawn.moment, drawn.version))
    if project is not None:
        subject = replace(subject, trail=project.trail, origin=project.origin)
    result = _result_file(job)
    if result is not None and result.is_file():
        subject = replace(subject, written=result)
    if project is not None and project.ledger.entries:
        subject = _beside_earlier(subject, project)
    levels = _levels(anonymizer, solution, None if kept is None else kept.applied)
    if levels is None:
        return subject
    is_best = solution.best is not None and levels == solution.best.levels
    if job.search.recoding_settings is None or not is_best or control.stopped:
        return replace(subject, output=anonymizer.apply(levels))
    recoding = anonymizer.recode(solution, control, seed)
    return replace(subject, output=anonymizer.apply_recoding(recoding), local_recoding=recoding)


def _beside_earlier(subject: Subject, project: Project) -> Subject:
    """The subject with the releases in the ledger, but for that of the file that the report is about."""
    from arxdesk_engine.earlier_releases import releases_of  # noqa: PLC0415 - pandas is slow to import

    written = "" if subject.written is None else sha256_of_file(subject.written)
    earlier, not_compared = releases_of(project, written)
    return replace(subject, earlier=earlier, not_compared=not_compared)


def _drawn(anonymizer: Anonymizer, kept: Outcome | None, control: Control) -> Outcome | None:
    """The kept draw of a project, once its table has confirmed it; None where the job draws nothing."""
    if kept is None or not anonymizer.policy.draws_transformation or not kept.solution.is_drawn:
        return None
    return restored(anonymizer.problem, kept, control, anonymizer.job.source)


def write_report(path: Path, facts: Facts) -> None:
    """Write the report, whole or not at all. Raises UnwritableFile."""
    if path.suffix.lower() != PDF:
        write_html(path, facts)
        return
    from arxdesk.printing.pdf import require_application, write_pdf  # noqa: PLC0415 - Qt, for this suffix alone

    _application = require_application()  # held while the pages are drawn
    write_pdf(path, facts)


def _reached_limit(job: Job, solution: Solution) -> bool:
    limits, is_open = job.search, solution.status in (Status.BEST_FOUND, Status.NONE_FOUND)
    by_time = limits.time_limit is not None and solution.seconds >= limits.time_limit
    by_looks = limits.check_limit is not None and solution.checks >= limits.check_limit
    return is_open and (by_time or by_looks)


def _levels(anonymizer: Anonymizer, solution: Solution, applied: Levels | None) -> Levels | None:
    if applied is not None and applied in anonymizer.problem.lattice:
        return applied
    return None if solution.best is None else solution.best.levels


def _result_file(job: Job) -> Path | None:
    place = job.output_place
    return None if place is None or is_address(place) else Path(place)
