"""The command line: `arxdesk run`, `inspect`, `lattice` and `report` over the engine; Qt for reports in PDF alone."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from arxdesk.inspection_facts import inspection_facts
from arxdesk.inspection_text import inspection
from arxdesk.run_text import outcome
from arxdesk.terminal import ProgressBar
from arxdesk.utility_text import usefulness
from engine import __version__
from engine.anonymizer import Anonymizer
from engine.arx import is_arx_project
from engine.control import Control, Progress
from engine.errors import InvalidJob, Problem, UnwritableFile, UserError
from engine.export import absolute_place, require_exportable, require_input_kept, require_no_input
from engine.filing.content import ALL_SECTIONS, ReportContent, sections_from
from engine.io.atomic import atomic_writer, require_writable
from engine.io.same_place import is_one_of, is_same_file
from engine.io.writing import require_writable_format
from engine.job import Job, load_job
from engine.project.archive import is_project, job_of, read_project
from engine.project.project import Project
from engine.quality.statistics.utility import Utility
from engine.report.listing import write_listing
from engine.report.utility import utility_facts
from engine.risk.wildcards import SuppressedCells
from engine.search.classification import Classified
from engine.search.local_recoding import LocalRecoding
from engine.transform.apply import Output

if TYPE_CHECKING:
    from engine.report.recount import Recount

DONE, INVALID, NOTHING_FOUND, FAILED, INTERRUPTED = 0, 2, 3, 4, 130

MANY_ROWS = 10_000_000
"""From how many rows on a listing is announced before it is made."""
BYTES_OF_FIGURES = 65
"""What a row of the listing takes beside the levels, roughly."""


def is_command(arguments: Sequence[str]) -> bool:
    """Whether the arguments are for the command line and not for the window, which takes one file at most."""
    return len(arguments) > 1 or any(each in _COMMANDS or each.startswith("-") for each in arguments)


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status. Never shows a traceback for a user's mistake."""
    _write_any_character()
    options = _parser().parse_args(arguments)
    try:
        status = int(_COMMANDS[options.command](options))
        sys.stdout.flush()
    except UserError as error:
        print(f"arxdesk: {error.message}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        print("arxdesk: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has seen enough, such as `head`
        _forget_output()
        return FAILED
    return status


def _write_any_character() -> None:
    """Terminals and pipes of another encoding than UTF-8 get escapes for what they cannot show, not a failure."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _tell(text: str) -> None:
    """Print. Raises UnwritableFile where nobody can write there, such as into a file on a full disk."""
    try:
        print(text, flush=True)
    except BrokenPipeError:
        raise
    except OSError as error:
        _forget_output()
        found = f"cannot be written ({(error.strerror or type(error).__name__).lower()})"
        remedy = "Free some space, send it somewhere else, or leave it out with --quiet."
        raise UnwritableFile(Problem("standard output", found, remedy)) from error


def _forget_output() -> None:
    """What is still buffered would fail again when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def run(options: argparse.Namespace) -> int:
    """Load, search, apply, write, and count again what was written."""
    job = _with_output(options, _job_at(options.job))
    target = job.output_place
    _require_writable(options, job)
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        anonymizer = _opened(options.job, job, control)
        if target is not None:
            anonymizer.require_releasable()
        with _stopping_on_interrupt(control) as interrupted:
            solution = anonymizer.search(control, options.seed)
            recodes = solution.best is not None and job.search.local_recoding is not None
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
        _tell(outcome(anonymizer, solution, output, recoding, written))
        if utility is not None:
            _tell(usefulness(utility))
    if recount is not None:
        recount.require_confirmed()
    if interrupted.seen:
        return INTERRUPTED
    return DONE if output is not None else NOTHING_FOUND


def _job_at(path: Path) -> Job:
    """The job of a file: a job file, or a project. What of a project of ARX is not in it goes to standard error."""
    if is_arx_project(path):
        from engine.arx.reading import read_arx  # noqa: PLC0415 - few jobs come from there

        imported = read_arx(path)
        if imported.left_out:
            print(f"arxdesk: {imported.summary}", file=sys.stderr)
        return imported.job
    return job_of(path) if is_project(path) else load_job(path)


def _opened(path: Path, job: Job, control: Control, project: Project | None = None) -> Anonymizer:
    """The job of a file with all it names. A project is looked through as a whole before anything of it is used."""
    if not is_project(path):
        return Anonymizer.open(job, control)
    project = project or read_project(path, control)
    return Anonymizer.formulate(job, project.dataset, project.hierarchies)


def _utility(
    options: argparse.Namespace, anonymizer: Anonymizer, output: Output, recoding: LocalRecoding | None
) -> Utility:
    """What the job asks of the usefulness of its output; Ctrl+C ends it with what is known by then."""
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        with _stopping_on_interrupt(control):
            return anonymizer.utility(output, None, recoding, control)


def _write(
    options: argparse.Namespace,
    anonymizer: Anonymizer,
    output: Output,
    recoding: LocalRecoding | None,
    report: dict[str, Any],
) -> tuple[Recount, str]:
    """Write where the job says and count it again; what is told of that. `report` gets the facts."""
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        exported = anonymizer.write(output, control=Control(bar.show, options.threads), local_recoding=recoding)
        bar.show(Progress("Counting again what was written"))
        report["output"] = exported.plain()
        recount = anonymizer.verify(report, output, exported)
        report["verified"] = recount.plain()
    return recount, f"{recount.sentence}\n{exported.sentence}"


def _require_writable(options: argparse.Namespace, job: Job) -> None:
    """What cannot be written is said before the search and not after it."""
    target = job.output_place
    if target is not None:
        place = "--output" if options.output else f"{job.source}, output.path"
        require_input_kept(job, place)
        require_exportable(job, place)
    if options.report:
        if options.report.suffix.lower() in (".pdf", ".html", ".htm"):
            remedy = "Let the name end in .json; arxdesk report writes an evidence report as .html or .pdf."
            raise InvalidJob(Problem("--report", "this report is written as JSON, for programs", remedy))
        require_no_input(options.report, job, "--report")
        codebook = None if job.output.codebook is None else job.resolve(job.output.codebook)
        if is_one_of(options.report, [each for each in (target, codebook, options.job) if each]):
            found = "the report would replace the result, its codebook or the job"
            raise InvalidJob(Problem("--report", found, "Choose another file."))
        require_writable(options.report)


def inspect(options: argparse.Namespace) -> int:
    """Read and validate everything; print attributes, levels, lattice size and input risks."""
    job = _job_at(options.job)
    with ProgressBar(sys.stderr, silent=options.json) as bar:
        control = Control(bar.show)
        anonymizer = _opened(options.job, job, control)
        facts = inspection_facts(anonymizer)
        if options.risks:
            facts["analysis"] = anonymizer.analyse(options.risks, SuppressedCells(options.suppressed), control)
    _tell(json.dumps(facts, indent=2) if options.json else inspection(facts))
    return DONE


def lattice(options: argparse.Namespace) -> int:
    """Classify and score every transformation exactly, and write one row for each: its level in every
    quasi-identifier, then anonymous (true or false), score (empty where not anonymous), lower_bound,
    suppressed_records, classes and smallest_class. A lattice of many millions gives a file of many gigabytes and takes
    long; how many rows there will be is said before it begins. Ctrl+C ends it: then nothing is written, and an old
    file stays as it was."""
    job, target = _job_at(options.job), options.output
    _require_writable_listing(options, job)
    bar = ProgressBar(sys.stderr, silent=options.quiet)
    control = Control(bar.show, options.threads)
    with bar:
        anonymizer = _opened(options.job, job, control)
    size, names = anonymizer.problem.lattice.size, anonymizer.quasi_identifiers
    if size > MANY_ROWS and not options.quiet:
        print(_many_rows(size, len(names)), file=sys.stderr)
    started = time.perf_counter()
    anonymous = 0

    def all_of_it() -> Iterator[Classified]:
        """The whole lattice; what is not whole must not be written."""
        nonlocal anonymous
        for chunk in anonymizer.classify(control):
            anonymous += int(chunk.anonymous.sum())
            yield chunk
        if control.stopped:
            raise KeyboardInterrupt

    with bar, _stopping_on_interrupt(control):
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
        f"arxdesk: {size:,} transformations give as many rows, about {gigabytes:,.0f} GB, and that takes long. "
        "Ctrl+C ends it and leaves every file as it was."
    )


def report(options: argparse.Namespace) -> int:
    """Search, apply, count the result again, and write an evidence report to file with a data-protection officer. The
    table itself is not written. What a project has applied is told, not only what is best."""
    from arxdesk import filing_command  # noqa: PLC0415 - templates, for this command alone
    from engine.filing.facts import facts_of  # noqa: PLC0415
    from engine.filing.told.verdict import verdict  # noqa: PLC0415

    job, content = _job_at(options.job), _content(options)
    filing_command.require_writable_report(options.output, job, options.job)
    with ProgressBar(sys.stderr, silent=options.quiet) as bar:
        control = Control(bar.show, options.threads)
        project = read_project(options.job, control) if is_project(options.job) else None
        anonymizer = _opened(options.job, job, control, project)
        with _stopping_on_interrupt(control) as interrupted:
            subject = filing_command.subject_of(anonymizer, project, control, options.seed)
        facts = facts_of(subject, content, Control(bar.show, options.threads))
        filing_command.write_report(options.output, facts)
    if not options.quiet:
        _tell(f"{verdict(facts).sentence}\nWritten to {options.output}.")
    if facts.checks is not None:
        facts.checks.require_confirmed()
    if interrupted.seen:
        return INTERRUPTED
    return NOTHING_FOUND if facts.applied is None else DONE


def _content(options: argparse.Namespace) -> ReportContent:
    """What the command line asks of a report."""
    sections = ALL_SECTIONS if options.sections is None else sections_from(options.sections, "--sections")
    return ReportContent(sections, options.values, options.title or "")


_COMMANDS = {"run": run, "inspect": inspect, "lattice": lattice, "report": report}


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say first what is wrong, then how it is written."""
        self.exit(INVALID, f"arxdesk: {message}\n{self.format_usage()}")


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(
        prog="arxdesk",
        description="Makes tables about people safe to share. Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"arxdesk {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="run | inspect | lattice | report")
    running = commands.add_parser("run", help="load, search, apply, write", description=run.__doc__)
    running.add_argument("job", type=Path, metavar="JOB", help="a job (.toml) or a project (.arxdesk, .deid)")
    running.add_argument(
        "--output",
        metavar="FILE",
        help="where to write the result: a file whose suffix names the format "
        "(.csv, .tsv, .txt, .xlsx, .parquet, .dta, .sav, .zsav, .xpt, .sqlite), or the address of a database",
    )
    running.add_argument("--table", metavar="NAME", help="the table to make where the output is a database")
    running.add_argument("--replace-table", action="store_true", help="a table of that name may be replaced")
    running.add_argument("--shuffle", action="store_true", help="write the records in a random order")
    running.add_argument(
        "--codebook", type=Path, metavar="FILE", help="where to write what each column means (.html, .csv, .xlsx)"
    )
    running.add_argument("--report", type=Path, metavar="FILE.json", help="where to write the facts about it, as JSON")
    running.add_argument("--seed", type=partial(_number, 0), metavar="N", help="instead of the job's seed")
    running.add_argument("--threads", type=partial(_number, 1), metavar="N", help="cores to use (default: all)")
    running.add_argument("--quiet", action="store_true", help="print nothing but errors")
    inspecting = commands.add_parser("inspect", help="read and validate everything", description=inspect.__doc__)
    inspecting.add_argument("job", type=Path, metavar="JOB", help="a job (.toml) or a project (.arxdesk, .deid)")
    inspecting.add_argument("--json", action="store_true", help="print the facts as JSON")
    inspecting.add_argument(
        "--risks", type=partial(_number, 1), metavar="N", help="analyse identifiers, and sets of up to N columns"
    )
    meanings = [each.value for each in SuppressedCells]
    inspecting.add_argument("--suppressed", choices=meanings, default="value", help="what cells that read * mean")
    listing = commands.add_parser(
        "lattice", help="classify every transformation and write them all", description=lattice.__doc__
    )
    listing.add_argument("job", type=Path, metavar="JOB", help="a job (.toml) or a project (.arxdesk, .deid)")
    listing.add_argument("--output", type=Path, metavar="FILE.csv", required=True, help="where to write (.csv, .tsv)")
    listing.add_argument("--threads", type=partial(_number, 1), metavar="N", help="cores to use (default: all)")
    listing.add_argument("--quiet", action="store_true", help="print nothing but errors")
    reporting = commands.add_parser("report", help="write an evidence report", description=report.__doc__)
    reporting.add_argument("job", type=Path, metavar="JOB", help="a job (.toml) or a project (.arxdesk, .deid)")
    reporting.add_argument("--output", type=Path, metavar="FILE", required=True, help="where to write (.html, .pdf)")
    chosen = ", ".join(each.value for each in ALL_SECTIONS)
    reporting.add_argument("--sections", metavar="A,B,...", help=f"some of: {chosen} (default: all)")
    reporting.add_argument("--values", action="store_true", help="values of the data may stand in it")
    reporting.add_argument("--title", metavar="TEXT", help="instead of the project's title")
    reporting.add_argument("--seed", type=partial(_number, 0), metavar="N", help="instead of the job's seed")
    reporting.add_argument("--threads", type=partial(_number, 1), metavar="N", help="cores to use (default: all)")
    reporting.add_argument("--quiet", action="store_true", help="print nothing but errors")
    return parser


def _number(least: int, text: str) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return int(text)


def _with_output(options: argparse.Namespace, job: Job) -> Job:
    """The job with what the command line says of its result."""
    said: dict[str, object] = {}
    if options.output is not None:  # the table of the job is one of where the job writes to
        said |= {"path": absolute_place(options.output), "table": None, "replace_table": False}
    if options.table is not None:
        said["table"] = options.table
    if options.codebook is not None:
        said["codebook"] = str(options.codebook.absolute())
    said |= {name: True for name in ("replace_table", "shuffle") if getattr(options, name)}
    return job.with_output(**said) if said else job


@dataclass(slots=True)
class _Interrupt:
    seen: bool = False


@contextlib.contextmanager
def _stopping_on_interrupt(control: Control) -> Iterator[_Interrupt]:
    """While the search runs, Ctrl+C ends it with its best so far instead of ending the program."""
    interrupt = _Interrupt()

    def stop(_signal: int, _frame: FrameType | None) -> None:
        interrupt.seen = True
        control.stop()

    previous = signal.signal(signal.SIGINT, stop)
    try:
        yield interrupt
    finally:
        signal.signal(signal.SIGINT, previous)


def _write_json(path: Path, content: dict[str, Any]) -> None:
    with atomic_writer(path) as stream:
        text = json.dumps(content, indent=2, ensure_ascii=False)
        stream.write(text.encode(errors="backslashreplace") + b"\n")  # a file name need not be UTF-8
