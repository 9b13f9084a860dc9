"""The command line: `arxdesk run`, `inspect`, `lattice` and `report` over the engine; Qt for reports in PDF alone."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import logging
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from arxdesk.cli.arguments import STANDARD_OUTPUT, command_parser
from arxdesk.cli.attack import attacked, earlier_releases
from arxdesk.cli.ending import INTERRUPTED, Ended, ending_on_request, stopping_on_request
from arxdesk.cli.inspection_facts import inspection_facts
from arxdesk.cli.inspection_text import inspection
from arxdesk.cli.run_text import outcome
from arxdesk.cli.terminal import ProgressBar, printable
from arxdesk.cli.utility_text import usefulness
from arxdesk_engine.analysis.facts.listing import write_listing
from arxdesk_engine.analysis.facts.utility import utility_facts
from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from arxdesk_engine.analysis.spread.sentences import copy_sentence
from arxdesk_engine.analysis.spread.sentences import sentence as spread_sentence
from arxdesk_engine.analysis.statistics.utility import Utility
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.arx import is_arx_project
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import InvalidJob, OutOfMemory, Problem, UnwritableFile, UserError
from arxdesk_engine.foundation.language import in_language
from arxdesk_engine.foundation.log import log_to, logged
from arxdesk_engine.io.databases.same_place import is_one_of, is_same_file
from arxdesk_engine.io.files.atomic import atomic_writer, require_writable
from arxdesk_engine.io.writing import require_writable_format
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.projects.archive import is_project, job_of, read_project
from arxdesk_engine.projects.places import require_own_places
from arxdesk_engine.projects.project import Project
from arxdesk_engine.release.export import (
    absolute_place,
    require_exportable,
    require_input_kept,
    require_no_input,
    writes_tables,
)
from arxdesk_engine.release.linked_export import files_of_tables, require_tables_exportable, with_tables_beside
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.risk.wildcards import SuppressedCells
from arxdesk_engine.search.local_recoding import LocalRecoding
from arxdesk_engine.search.whole.classification import Classified

if TYPE_CHECKING:
    from arxdesk_engine.analysis.spread.errors import SpreadErrors
    from arxdesk_engine.release.export import Exported
    from arxdesk_engine.verification.recount import Recount

_LOG = logging.getLogger(__name__)

DONE, NOTHING_FOUND, FAILED = 0, 3, 4

MANY_ROWS = 10_000_000
"""From how many rows on a listing is announced before it is made."""
BYTES_OF_FIGURES = 65
"""The approximate size of a row of the listing without its levels."""


def is_command(arguments: Sequence[str]) -> bool:
    """Whether the arguments are for the command line and not for the window, which takes one file at most."""
    return len(arguments) > 1 or any(each in _COMMANDS or each.startswith("-") for each in arguments)


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status. Never shows a traceback for a user's mistake."""
    _write_any_character()
    options = command_parser({name: each.__doc__ for name, each in _COMMANDS.items()}).parse_args(arguments)
    try:
        with ending_on_request(), log_to(options.log), logged(_LOG, "arxdesk %s", options.command):
            status = int(_COMMANDS[options.command](options))
        sys.stdout.flush()
    except UserError as error:
        return _failed(error)
    except MemoryError:
        return _failed(OutOfMemory.during(options.command))
    except Ended as end:
        print("arxdesk: ended on request.", file=sys.stderr)
        return end.status
    except KeyboardInterrupt:
        print("arxdesk: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has seen enough, such as `head`
        _forget_output()
        return FAILED
    return status


def _failed(error: UserError) -> int:
    print(f"arxdesk: {printable(error.message)}", file=sys.stderr)
    return error.exit_status


def _write_any_character() -> None:
    """Escape characters that a terminal or pipe with another encoding than UTF-8 cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _tell(text: str, *, aside: bool = False) -> None:
    """Print to standard output, or to standard error (`aside`).

    Raises UnwritableFile if that cannot be written, such as a file on a full disk.
    """
    try:
        print(printable(text), flush=True, file=sys.stderr if aside else sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as error:
        _forget_output()
        found = f"cannot be written ({(error.strerror or type(error).__name__).lower()})"
        remedy = "Free some space, redirect the output, or use --quiet."
        raise UnwritableFile(Problem("standard output", found, remedy)) from error


def _forget_output() -> None:
    """Discard buffered output, which would fail again when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(options: argparse.Namespace) -> int:
    """Load, search, apply, write, and recount the written table."""
    job = _with_output(options, _job_at(options.job, quiet=options.quiet))
    if _is_archive(options.job):
        asked = {name: getattr(options, name) is not None for name in ("output", "codebook", "spread")}
        require_own_places(job, options.job, **asked, secrets=options.make_secrets)
    if options.explain:
        return _explain(job, options.threads)
    _require_writable(options, job)
    bar = ProgressBar(sys.stderr, silent=options.quiet)
    control = Control(bar.show, options.threads)
    with bar:
        anonymizer = _opened(options.job, job, control, quiet=options.quiet)
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
    written, recount = "Nothing was written: name a file with --output.", None
    if output is not None and target is not None:
        recount, written = _write(options, anonymizer, output, recoding, report)
    utility = None
    if output is not None and job.utility is not None and not interrupted.seen:
        utility = _utility(options, anonymizer, output, recoding)
        report["utility"] = utility_facts(utility)
    if options.report:
        _write_json(options.report, report)
    if not options.quiet:
        aside = options.report == STANDARD_OUTPUT
        refinement = None if recoding is None else RefinementTotals.from_report(report)
        _tell(outcome(anonymizer, solution, output, recoding, refinement, written), aside=aside)
        if utility is not None:
            _tell(usefulness(utility), aside=aside)
    if recount is not None:
        recount.require_confirmed(whole=options.require_verified)
    if interrupted.seen:
        return interrupted.status
    return DONE if output is not None else NOTHING_FOUND


def _explain(job: Job, threads: int | None) -> int:
    statements = explained(job, Control(threads=threads))
    _tell(statements or "The table is read into memory: there are no statements.")
    return DONE


def _job_at(path: Path, *, quiet: bool = False) -> Job:
    """The job of a job file or a project. Losses of a project of ARX are listed on standard error."""
    if is_arx_project(path):
        from arxdesk_engine.arx.reading import read_arx  # noqa: PLC0415 - few jobs come from there

        imported = read_arx(path)
        if imported.left_out or (imported.notes and not quiet):
            print(printable(f"arxdesk: {imported.summary}"), file=sys.stderr)
        return imported.job
    return job_of(path) if is_project(path) else load_job(path)


def _is_archive(path: Path) -> bool:
    return is_project(path) or is_arx_project(path)


def _opened(
    path: Path, job: Job, control: Control, project: Project | None = None, *, quiet: bool = False
) -> Anonymizer:
    """The job of a file with all it names. A project is looked through as a whole before anything of it is used."""
    if not is_project(path):
        anonymizer = Anonymizer.open(job, control)
        if anonymizer.dataset.guesses and not quiet:
            guessed = ", ".join(anonymizer.dataset.guesses)
            line_start = "\r\x1b[K" if sys.stderr.isatty() else ""  # where the progress bar stands
            print(
                f"{line_start}arxdesk: guessed for {job.table_place}: {guessed}. Set it in the section [data].",
                file=sys.stderr,
            )
        return anonymizer
    project = project or read_project(path, control)
    return Anonymizer.formulate(job, project.dataset, project.hierarchies)


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
        report["output"] = exported.plain()
        recount = _counted_again(anonymizer, report, output, exported)
        report["verified"] = recount.plain()
        lines = [recount.sentence, exported.sentence, *exported.notes]
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


def inspect(options: argparse.Namespace) -> int:
    """Read and validate everything; print attributes, levels, lattice size and input risks."""
    job = _job_at(options.job, quiet=options.json)
    with ProgressBar(sys.stderr, silent=options.json) as bar:
        control = Control(bar.show)
        with _opened(options.job, job, control) as anonymizer:
            facts = inspection_facts(anonymizer)
            if options.risks:
                facts["analysis"] = anonymizer.analyse(options.risks, SuppressedCells(options.suppressed), control)
    _tell(json.dumps(facts, indent=2) if options.json else inspection(facts))
    for note in () if anonymizer.rows is None else anonymizer.rows.notes:
        _tell(note, aside=True)
    return DONE


def lattice(options: argparse.Namespace) -> int:
    """Classify and score every transformation exactly, and write one row for each: its level in every
    quasi-identifier, then anonymous (true or false), score (empty where not anonymous), lower_bound,
    suppressed_records, classes and smallest_class. A lattice of many millions gives a file of many gigabytes and takes
    long; the number of rows is announced first. Ctrl+C ends it: then nothing is written, and an old file stays as it
    was."""
    job, target = _job_at(options.job, quiet=options.quiet), options.output
    _require_writable_listing(options, job)
    bar = ProgressBar(sys.stderr, silent=options.quiet)
    control = Control(bar.show, options.threads)
    with bar:
        anonymizer = _opened(options.job, job, control, quiet=options.quiet)
    size, names = anonymizer.problem.lattice.size, anonymizer.quasi_identifiers
    if size > MANY_ROWS and not options.quiet:
        print(_many_rows(size, len(names)), file=sys.stderr)
    started = time.perf_counter()
    anonymous = 0

    def all_of_it() -> Iterator[Classified]:
        """The whole lattice; a part of it must not be written."""
        nonlocal anonymous
        for chunk in anonymizer.classify(control):
            anonymous += int(chunk.anonymous.sum())
            yield chunk
        if control.stopped:
            raise KeyboardInterrupt

    with anonymizer, bar, stopping_on_request(control):
        write_listing(target, names, all_of_it(), "\t" if target.suffix.lower() == ".tsv" else ",")
    if not options.quiet:
        seconds = time.perf_counter() - started
        _tell(f"{size:,} transformations classified in {seconds:.2f} s; {anonymous:,} of them satisfy the job.")
        _tell(f"Written to {target}.")
    return DONE


def _require_writable_listing(options: argparse.Namespace, job: Job) -> None:
    require_writable_format(str(options.output), "--output", (".csv", ".tsv"))
    require_no_input(options.output, job, "--output")
    if is_same_file(options.output, options.job):
        raise InvalidJob(Problem("--output", "the listing would replace the job", "Choose another file."))
    require_writable(options.output)


def _many_rows(size: int, attributes: int) -> str:
    gigabytes = size * (2 * attributes + BYTES_OF_FIGURES) / 1e9
    return (
        f"arxdesk: {size:,} transformations give as many rows, about {gigabytes:,.0f} GB, and take long. "
        "Ctrl+C ends it and leaves every file as it was."
    )


def report(options: argparse.Namespace) -> int:
    """Search, apply, count the result again, and write an evidence report to file with a data-protection officer. The
    table itself is not written. Of a project, the applied transformation is reported, even if it is not the best."""
    from arxdesk.cli import report as report_command  # noqa: PLC0415 - templates, for this command alone
    from arxdesk_engine.report.facts import facts_of  # noqa: PLC0415
    from arxdesk_engine.report.sections.verdict import verdict  # noqa: PLC0415

    job, content = _job_at(options.job, quiet=options.quiet), report_command.content_asked(options)
    form = report_command.form_asked(options.form, job)
    if _is_archive(options.job):
        named = {"output": True, "codebook": True, "spread": True}  # none of them is written
        require_own_places(job, options.job, **named, secrets=options.make_secrets)
    report_command.require_writable_report(options.output, job, options.job)
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        project = read_project(options.job, control) if is_project(options.job) else None
        with _opened(options.job, job, control, project, quiet=options.quiet) as anonymizer:
            with stopping_on_request(control) as interrupted:
                subject = report_command.subject_of(anonymizer, project, control, options.seed)
            subject = report_command.in_form(subject, form)
            facts = facts_of(subject, content, Control(bar.show, options.threads))
        report_command.write_report(options.output, facts)
    if not options.quiet:
        with in_language(facts.language):
            sentence = verdict(facts).sentence
        _tell(f"{sentence}\nWritten to {options.output}.")
    if facts.checks is not None:
        facts.checks.require_confirmed()
    if interrupted.seen:
        return interrupted.status
    return NOTHING_FOUND if facts.applied is None else DONE


def attack(options: argparse.Namespace) -> int:
    """Attack a release: count the released records that each person can be, by what an attacker knows, and what these
    tell of them. Without --release the result of the job is made and attacked; nothing of it stays. Records outside the
    sample of the job ([sampling]) are those that findings are compared with. Releases in the ledger of a project are
    earlier ones, as those that --earlier names are."""
    job = _job_at(options.job, quiet=options.quiet)
    if options.report and options.report != STANDARD_OUTPUT:
        require_no_input(options.report, job, "--report")
        require_writable(options.report)
    earlier, left_out = earlier_releases(options)
    if left_out and not options.quiet:
        why = "the ledger has not kept their rows, or their people are not found in this input"
        print(printable(f"arxdesk: not compared: {', '.join(left_out)} ({why})."), file=sys.stderr)
    found = attacked(options, job, earlier, lambda control: _opened(options.job, job, control, quiet=options.quiet))
    if options.report:
        _write_json(options.report, found.plain())
    if not options.quiet:
        _tell("\n".join(found.sentences()), aside=options.report == STANDARD_OUTPUT)
    return DONE


_COMMANDS = {"run": run, "inspect": inspect, "lattice": lattice, "report": report, "attack": attack}


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


def _write_json(path: Path, content: dict[str, Any]) -> None:
    text = json.dumps(content, indent=2, ensure_ascii=False)
    if path == STANDARD_OUTPUT:
        _tell(text)
        return
    with atomic_writer(path) as stream:
        stream.write(text.encode(errors="backslashreplace") + b"\n")  # a file name need not be UTF-8
