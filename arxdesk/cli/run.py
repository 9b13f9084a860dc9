"""`arxdesk run`: from a job to a written table that was counted again."""

from __future__ import annotations

import argparse
import contextlib
import sys
from typing import TYPE_CHECKING, Any

from arxdesk.cli.arguments import STANDARD_OUTPUT
from arxdesk.cli.ending import DONE, NOTHING_FOUND, stopping_on_request
from arxdesk.cli.opening import is_archive, job_of_options, opened
from arxdesk.cli.run_text import outcome
from arxdesk.cli.telling import has_facts_on_output, shown_place, tell, write_facts
from arxdesk.cli.terminal import ProgressBar
from arxdesk.cli.utility_text import usefulness
from arxdesk_engine.analysis.facts.utility import utility_facts
from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from arxdesk_engine.analysis.spread.sentences import copy_sentence
from arxdesk_engine.analysis.spread.sentences import sentence as spread_sentence
from arxdesk_engine.analysis.statistics.utility import Utility
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.io.databases.same_place import is_one_of
from arxdesk_engine.io.files.atomic import require_writable
from arxdesk_engine.io.writing import require_writable_format
from arxdesk_engine.job.job import Job
from arxdesk_engine.plans.plan import plan_of, require_one_transformation
from arxdesk_engine.projects.places import require_own_places
from arxdesk_engine.release.export import (
    absolute_place,
    require_exportable,
    require_input_kept,
    require_no_input,
    writes_tables,
)
from arxdesk_engine.release.linked_export import files_of_tables, require_tables_exportable, with_tables_beside
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import LocalRecoding

if TYPE_CHECKING:
    from arxdesk_engine.analysis.spread.errors import SpreadErrors
    from arxdesk_engine.release.export import Exported
    from arxdesk_engine.verification.recount import Recount


def run(options: argparse.Namespace) -> int:
    """Load, search, apply, write, and recount the written table."""
    job = _with_output(options, job_of_options(options))
    if is_archive(options.job):
        asked = {name: getattr(options, name) is not None for name in ("output", "codebook", "spread")}
        require_own_places(job, options.job, **asked, secrets=options.make_secrets)
    if options.explain:
        return _explain(job, options.threads)
    _require_writable(options, job)
    bar = ProgressBar(sys.stderr, silent=options.quiet)
    control = Control(bar.show, options.threads)
    with bar:
        anonymizer = opened(options, job, control)
    with anonymizer:
        return _released(options, anonymizer, job, control, bar)


def _released(options: argparse.Namespace, anonymizer: Anonymizer, job: Job, control: Control, bar: ProgressBar) -> int:
    """Search, apply, write and recount; the status of the program."""
    target = job.output_place
    with bar:
        if target is not None:
            anonymizer.require_releasable()
        with stopping_on_request(control) as interrupted:
            solution = anonymizer.search(control, options.seed)
            recodes = solution.best is not None and job.search.recoding_settings is not None and not interrupted.seen
            recoding = anonymizer.recode(solution, control, options.seed) if recodes else None
    output = None if solution.best is None else anonymizer.apply(solution.best.levels)
    if recoding is not None:
        output = anonymizer.apply_recoding(recoding)
    report = anonymizer.describe(solution, output, recoding)
    if options.plan and solution.best is not None:
        saved = plan_of(anonymizer, solution.best.levels).saved_at(options.plan)
        saved.save(options.plan)
    written, recount = "Nothing was written: name a file with --output.", None
    if output is not None and target is not None:
        recount, written = _write(options, anonymizer, output, recoding, report)
    utility = None
    if output is not None and job.utility is not None and not interrupted.seen:
        utility = _utility(options, anonymizer, output, recoding)
        report["utility"] = utility_facts(utility)
    if options.json or options.report:
        write_facts(options, report)
    if not options.quiet:
        aside = has_facts_on_output(options)
        refinement = None if recoding is None else RefinementTotals.from_report(report)
        tell(outcome(anonymizer, solution, output, recoding, refinement, written), aside=aside)
        if utility is not None:
            tell(usefulness(utility), aside=aside)
    if recount is not None:
        recount.require_confirmed(whole=options.require_verified)
    if interrupted.seen:
        return interrupted.status
    return DONE if output is not None else NOTHING_FOUND


def _explain(job: Job, threads: int | None) -> int:
    statements = explained(job, Control(threads=threads))
    tell(statements or "The table is read into memory: there are no statements.")
    return DONE


def _utility(
    options: argparse.Namespace, anonymizer: Anonymizer, output: Output, recoding: LocalRecoding | None
) -> Utility:
    """The utility of the output, as the job asks for it; Ctrl+C ends it with the results so far."""
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        with stopping_on_request(control):
            return anonymizer.utility(output, None, recoding, control)


def _write(
    options: argparse.Namespace,
    anonymizer: Anonymizer,
    output: Output,
    recoding: LocalRecoding | None,
    report: dict[str, Any],
) -> tuple[Recount, str]:
    """Write to the place in the job and recount; returns the texts about it. `report` gets the facts."""
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        exported = anonymizer.write(output, control=Control(bar.show, options.threads), local_recoding=recoding)
        bar.show(Progress("Recounting the written file"))
        report["output"] = exported.plain() | ({"path": str(STANDARD_OUTPUT)} if options.writes_output else {})
        recount = _counted_again(anonymizer, report, output, exported)
        report["verified"] = recount.plain()
        place = f"Written to {shown_place(options)}." if options.writes_output else exported.sentence
        lines = [recount.sentence, place, *exported.notes]
        if exported.spread is not None:
            lines += [copy_sentence(exported.spread), *exported.spread.notes]
            errors = _spread_errors(anonymizer, output, exported, Control(bar.show))
            report["spread"] = None if errors is None else errors.plain()
            lines += [] if errors is None else [spread_sentence(errors)]
    return recount, "\n".join(lines)


def _spread_errors(anonymizer: Anonymizer, output: Output, exported: Exported, control: Control) -> SpreadErrors | None:
    """The errors of the copy with drawn values; None where there are none, or Ctrl+C ends the comparison."""
    with stopping_on_request(control), contextlib.suppress(Stopped):
        return anonymizer.spread_errors(output, exported, control)
    return None


def _counted_again(anonymizer: Anonymizer, report: dict[str, Any], output: Output, exported: Exported) -> Recount:
    """Recount the written table. Raises UncountedFile if too little memory or the user ends that early."""
    from arxdesk_engine.verification.recount import UncountedFile  # noqa: PLC0415 - pandas is slow to import

    try:
        return anonymizer.verify(report, output, exported)
    except (MemoryError, KeyboardInterrupt) as error:
        reason = "there is not enough memory" if isinstance(error, MemoryError) else "that was interrupted"
        found = f"it was written, but not recounted: {reason}"
        raise UncountedFile(Problem(exported.place, found, "Do not share it before checking it.")) from error


def _require_writable(options: argparse.Namespace, job: Job) -> None:
    """Refuse unwritable targets before the search, not after it."""
    target = job.output_place
    if target is not None:
        place = "--output" if options.output else f"{job.source}, output.path"
        require_input_kept(job, place)
        require_exportable(job, place)
        require_tables_exportable(job)
    if options.plan:
        _require_plan(options, job)
    if options.report and options.report != STANDARD_OUTPUT:
        if options.report.suffix.lower() in (".pdf", ".html", ".htm"):
            remedy = "Use a name that ends in .json; arxdesk report writes an evidence report as .html or .pdf."
            raise InvalidJob(Problem("--report", "this report is written as JSON, for programs", remedy))
        require_no_input(options.report, job, "--report")
        tables = files_of_tables(job).values() if target is not None else ()
        if is_one_of(
            options.report, [each for each in (target, *tables, *job.files_beside_output, options.job) if each]
        ):
            found = "the report would replace the result, a file beside it or the job"
            raise InvalidJob(Problem("--report", found, "Choose another file."))
        require_writable(options.report)


def _require_plan(options: argparse.Namespace, job: Job) -> None:
    """Refuse a plan that cannot be written, or that no run of the job gives."""
    require_writable_format(str(options.plan), "--plan", (".toml",))
    require_no_input(options.plan, job, "--plan")
    require_one_transformation(job)
    require_writable(options.plan)


def _with_output(options: argparse.Namespace, job: Job) -> Job:
    """The job with the options of the command line about its result."""
    said: dict[str, object] = {}
    job = job if options.output is None else with_tables_beside(job)
    if options.output is not None:  # consent to replace a file is for the path in the job, and for no other
        said |= {"path": absolute_place(options.output), "replace_table": False}
        if not writes_tables(options.output):
            said["table"] = None
    if options.table is not None:
        said["table"] = options.table
    beside = {"codebook": options.codebook, "spread": options.spread}
    said |= {name: str(path.absolute()) for name, path in beside.items() if path is not None}
    said |= {name: True for name in ("replace_table", "shuffle") if getattr(options, name)}
    return job.with_output(**said) if said else job
