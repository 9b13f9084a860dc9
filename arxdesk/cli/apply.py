"""`arxdesk apply`: what a finished run did, done to new rows."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxdesk.cli.arguments import STANDARD_INPUT, STANDARD_OUTPUT
from arxdesk.cli.ending import DONE
from arxdesk.cli.opening import job_of_options, opened
from arxdesk.cli.telling import has_facts_on_output, shown_place, tell, write_facts
from arxdesk.cli.terminal import ProgressBar
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, UnreadableFile
from arxdesk_engine.io.files.atomic import require_writable
from arxdesk_engine.job.job import Job
from arxdesk_engine.plans.new_rows import NewRows, applied_to, table_for
from arxdesk_engine.plans.plan import fixed_levels, follows_from_table, plan_of, with_levels
from arxdesk_engine.projects.archive import is_project, read_project
from arxdesk_engine.release.export import absolute_place, require_exportable, require_no_input, writes_tables

if TYPE_CHECKING:
    from arxdesk_engine.verification.recount import Recount


def apply(options: argparse.Namespace) -> int:
    """Do a plan to the rows of a table, write them, and count what was written again."""
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        job, dataset = table_for(_plan(options, control), absolute_place(options.input), control)
        job = _with_output(options, job)
        found = applied_to(job, dataset, options.small, control)
        facts, recount = _released(options, found, control)
    if options.json or options.report:
        write_facts(options, facts)
    if not options.quiet:
        lines = list(found.sentences())
        if recount is None:
            lines.append("Nothing was written: name a file with --output.")
        else:
            lines += [each for each in (recount.sentence,) if each]
            lines.append(f"Written to {shown_place(options)}.")
        tell("\n".join(lines), aside=has_facts_on_output(options))
    if recount is not None:
        recount.require_confirmed(whole=options.require_verified)
    return DONE


def _plan(options: argparse.Namespace, control: Control) -> Job:
    """The plan that the options name: a plan file, a job with the levels of a report, or what a project has applied."""
    source = argparse.Namespace(**{**vars(options), "input": None, "set": []})
    job = job_of_options(source)
    if options.levels is not None:
        job = with_levels(job, _levels_in(options.levels))
    elif options.job != STANDARD_INPUT and is_project(options.job):
        project = read_project(options.job, control)
        kept = project.outcome
        best = None if kept is None else kept.solution.best
        levels = None if kept is None else kept.applied or (None if best is None else best.levels)
        if levels is None:
            remedy = "Anonymize it in the window and save it, or name the report of a run with --levels."
            raise InvalidJob(Problem(str(options.job), "the project has no result", remedy))
        with opened(source, job, control, project) as anonymizer:
            if levels not in anonymizer.problem.lattice:
                found = "the result in the project is not one of its job any more"
                raise InvalidJob(Problem(str(options.job), found, "Anonymize again, and save it."))
            return plan_of(anonymizer, levels)
    if not follows_from_table(job):
        return job
    with opened(source, job, control) as anonymizer:
        return plan_of(anonymizer, fixed_levels(anonymizer))


def _levels_in(report: Path) -> dict[str, int]:
    """The levels that a report of `arxdesk run` tells. Raises UnreadableFile or InvalidData."""
    try:
        facts = json.loads(report.read_bytes())
        levels = facts["solution"]["levels"]
    except OSError as error:
        raise UnreadableFile.from_os_error(report, error) from error
    except (ValueError, LookupError, TypeError) as error:
        found = "this is no report of a run that found a transformation"
        raise InvalidData(Problem(str(report), found, "Name a file that arxdesk run --report has written.")) from error
    if facts.get("local_recoding"):
        found = "the records of that run have levels of their own"
        raise InvalidData(Problem(str(report), found, "Release new rows by a run of their own."))
    if not isinstance(levels, dict) or not all(isinstance(each, int) and each >= 0 for each in levels.values()):
        raise InvalidData(Problem(str(report), "its levels are no numbers", "Name another report."))
    return levels


def _with_output(options: argparse.Namespace, job: Job) -> Job:
    """The job with the target of the options, which alone is written; refused before anything is done to the rows."""
    said: dict[str, object] = {"path": None, "table": None, "codebook": None, "spread": None}
    if options.output is not None:
        table = options.table if writes_tables(options.output) else None
        said |= {"path": absolute_place(options.output), "table": table}
    job = job.with_output(**said)
    if options.output is not None:
        require_exportable(job, "--output")
    if options.report and options.report != STANDARD_OUTPUT:
        require_no_input(options.report, job, "--report")
        require_writable(options.report)
    return job


def _released(options: argparse.Namespace, found: NewRows, control: Control) -> tuple[dict[str, Any], Recount | None]:
    """Write what the options ask for and count it again; the facts of it."""
    anonymizer = found.anonymizer
    facts = anonymizer.describe(found.solution, found.output) | {"new_rows": found.plain()}
    if options.output is None:
        return facts, None
    anonymizer.require_releasable()
    exported = anonymizer.write(found.output, control=control)
    control.report(Progress("Recounting the written file"))
    facts["output"] = exported.plain()
    recount = anonymizer.verify(facts, found.output, exported, control)
    if options.writes_output:
        facts["output"]["path"] = str(STANDARD_OUTPUT)
    return facts | {"verified": recount.plain()}, recount
