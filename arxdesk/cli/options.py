"""The options of each command, with their help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from arxdesk.cli.arguments import JOB, CommandParser, add_changes, add_common, add_job, number, paragraph, positive
from arxdesk_engine.foundation.language import NAMES
from arxdesk_engine.job.report import FORMS
from arxdesk_engine.report.layout.content import ALL_SECTIONS
from arxdesk_engine.risk.wildcards import SuppressedCells

_FORMATS = "a suffix names the format (.csv, .tsv, .txt, .xlsx, .parquet, .dta, .sav, .zsav, .xpt, .sqlite)"
_TO_OUTPUT = "with - it goes to standard output, and messages to standard error"


def command_parser() -> CommandParser:
    """The parser of all commands."""
    parser = CommandParser(
        prog="arxdesk",
        description="Makes tables about people safe to share. Without a command the window opens.",
    )
    parser.add_argument(
        "--version", action="store_true", help="print the version, with -v also those of the libraries, and end"
    )
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", title="commands")
    for name, (brief, add) in COMMANDS.items():
        add(commands.add_parser(name, help=brief, description=paragraph(add.__doc__ or "")))
    return parser


def _add_run(parser: argparse.ArgumentParser) -> None:
    """Load, search, apply, write, and recount the written table."""
    add_job(parser)
    parser.add_argument(
        "--output",
        metavar="FILE",
        help=f"file or database to write the result to: {_FORMATS}, or the address of a database; "
        "with - it goes to standard output as CSV once it is counted again",
    )
    parser.add_argument("--table", metavar="NAME", help="the table to create if the output is a database")
    parser.add_argument("--replace-table", action="store_true", help="allow replacing a table of that name")
    _add_secrets(parser)
    parser.add_argument("--shuffle", action="store_true", help="write the records in random order")
    parser.add_argument(
        "--codebook",
        type=Path,
        metavar="FILE",
        help="file to write the codebook to, which describes each column (.html, .csv, .xlsx)",
    )
    parser.add_argument(
        "--spread",
        type=Path,
        metavar="FILE",
        help="file to write a copy to in which every label is replaced by a drawn value, for analysis; its name has to "
        "say so (spread, drawn) unless a codebook does",
    )
    parser.add_argument(
        "--plan",
        type=Path,
        metavar="FILE.plan.toml",
        help="file to write what was done to: arxdesk apply does the same to new rows. It holds values of the data",
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE.json",
        help=f"file to write the facts of the run to, as JSON; {_TO_OUTPUT}. --json is the same as --report -",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print the statements that group, release and recount a table outside memory, and run none of them",
    )
    _add_verified(parser)
    _add_seed(parser)
    add_common(parser)


def _add_inspect(parser: argparse.ArgumentParser) -> None:
    """Read and validate everything; print attributes, levels, lattice size and input risks."""
    add_job(parser)
    parser.add_argument("--risks", type=positive, metavar="N", help="analyse identifiers, and sets of up to N columns")
    meanings = [each.value for each in SuppressedCells]
    parser.add_argument("--suppressed", choices=meanings, default="value", help="the meaning of cells that read *")
    add_common(parser)


def _add_lattice(parser: argparse.ArgumentParser) -> None:
    """Classify and score every transformation exactly, and write one row for each: its level in every
    quasi-identifier, then anonymous (true or false), score (empty where not anonymous), lower_bound,
    suppressed_records, classes and smallest_class. A lattice of many millions gives a file of many gigabytes and takes
    long; the number of rows is announced first. Ctrl+C ends it: then nothing is written, and an old file stays as it
    was."""
    add_job(parser)
    parser.add_argument(
        "--output", type=Path, metavar="FILE.csv", required=True, help=f"file to write (.csv, .tsv); {_TO_OUTPUT}"
    )
    add_common(parser)


def _add_report(parser: argparse.ArgumentParser) -> None:
    """Search, apply, count the result again, and write an evidence report to file with a data-protection officer. The
    table itself is not written. Of a project, the applied transformation is reported, even if it is not the best."""
    add_job(parser)
    parser.add_argument(
        "--output", type=Path, metavar="FILE", required=True, help=f"file to write (.html, .pdf); {_TO_OUTPUT}"
    )
    chosen = ", ".join(each.value for each in ALL_SECTIONS)
    parser.add_argument("--sections", metavar="A,B,...", help=f"some of: {chosen} (default: all)")
    parser.add_argument(
        "--form",
        metavar="NAME",
        help=f"follow the points of a standard: {', '.join(FORMS)}; none: no form, whatever the job says",
    )
    parser.add_argument("--values", action="store_true", help="include values of the data")
    _add_secrets(parser)
    parser.add_argument("--title", metavar="TEXT", help="title to use instead of the project's")
    languages = ", ".join(f"{code} ({name})" for code, name in NAMES.items())
    parser.add_argument("--language", metavar="CODE", help=f"one of: {languages} (default: that of the job)")
    _add_seed(parser)
    add_common(parser)


def _add_attack(parser: argparse.ArgumentParser) -> None:
    """Attack a release: count the released records that each person can be, by what an attacker knows, and what these
    tell of them. Without --release the result of the job is made and attacked; nothing of it stays. Records outside the
    sample of the job ([sampling]) are those that findings are compared with. Releases in the ledger of a project are
    earlier ones, as those that --earlier names are."""
    add_job(parser)
    parser.add_argument("--release", type=Path, metavar="FILE", help="file to attack, also of another program")
    parser.add_argument(
        "--earlier",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="an earlier release of the same people",
    )
    parser.add_argument(
        "--sets",
        type=partial(number, 1),
        default=0,
        metavar="N",
        help="attack by all sets of up to N quasi-identifiers",
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE.json",
        help=f"file to write the findings to, as JSON; {_TO_OUTPUT}. --json is the same as --report -",
    )
    add_common(parser)


def _add_apply(parser: argparse.ArgumentParser) -> None:
    """Do to new rows what a finished run did to its own: the same levels and labels. Values that the plan does not know
    are told, and read * at every level above that of the values themselves. A plan does not promise its privacy models
    for new rows: they are judged of these alone, and rows in groups that violate one are removed unless --small says
    otherwise. What is written is counted again."""
    parser.add_argument(
        "job",
        type=Path,
        metavar="PLAN",
        help="a plan (written by arxdesk run --plan), a project with a result, or a job with --levels",
    )
    parser.add_argument("input", metavar="TABLE", help="the new rows: a file, or - for standard input")
    parser.add_argument(
        "--levels", type=Path, metavar="FILE.json", help="take the levels from this report of arxdesk run"
    )
    parser.add_argument(
        "--small",
        choices=("remove", "keep", "fail"),
        default="remove",
        help="what becomes of rows in too small groups: they are removed (the default), stay, or end the command with "
        "status 3",
    )
    parser.add_argument("--output", metavar="FILE", help=f"file or database to write to: {_FORMATS}; {_TO_OUTPUT}")
    parser.add_argument("--table", metavar="NAME", help="the table to create if the output is a database")
    parser.add_argument(
        "--report", type=Path, metavar="FILE.json", help=f"file to write the facts to, as JSON; {_TO_OUTPUT}"
    )
    _add_verified(parser)
    add_common(parser)


def _add_verify(parser: argparse.ArgumentParser) -> None:
    """Count a file that is there already against a job: every privacy model by its definition, and every cell against
    the input, by a path that shares nothing with the search. The file may come from any program, as long as its rows
    are in the order of the input. Nothing is written."""
    parser.add_argument("file", type=Path, metavar="FILE", help="the file to count")
    parser.add_argument("--job", type=Path, metavar="JOB", required=True, help=JOB)
    add_changes(parser)
    parser.add_argument(
        "--claims",
        type=Path,
        metavar="FILE.json",
        help="the report of the run that wrote the file: its levels, figures and SHA-256 have to be confirmed, too",
    )
    _add_verified(parser)
    add_common(parser)


def _add_propose(parser: argparse.ArgumentParser) -> None:
    """Write a first job for a table: types and roles as the columns' names and values suggest, hierarchies built
    automatically, 5-anonymity, and a comment with the reason for each role. It is a proposal: read it before anything
    is shared. Without --output the job is printed."""
    parser.add_argument("proposed", metavar="TABLE", help="a file, or the address of a database with --table")
    parser.add_argument("--table", metavar="NAME", help="the table of a database, or the sheet of a workbook")
    parser.add_argument("--output", dest="job_file", type=Path, metavar="FILE.toml", help="the job file to write")
    parser.add_argument("--replace", action="store_true", help="allow replacing a job file of that name")
    add_common(parser)


def _add_completion(parser: argparse.ArgumentParser) -> None:
    """Print what a shell needs to complete commands, options and names of files. For this session of bash:
    source <(arxdesk completion bash). For good: write it to ~/.local/share/bash-completion/completions/arxdesk,
    ~/.config/fish/completions/arxdesk.fish, or _arxdesk in a folder of $fpath in zsh."""
    parser.add_argument("shell", choices=("bash", "zsh", "fish"), help="the shell")
    _add_little(parser)


def _add_man(parser: argparse.ArgumentParser) -> None:
    """Print the manual page, as source for man: arxdesk man > arxdesk.1; man ./arxdesk.1"""
    _add_little(parser)


def _add_little(parser: argparse.ArgumentParser) -> None:
    """Add what commands take that work on no table."""
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    parser.set_defaults(log=None, verbose=False, quiet=False)


def _add_secrets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--make-secrets", action="store_true", help="allow creating keys and mappings at the paths named in a project"
    )


def _add_seed(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=partial(number, 0), metavar="N", help="seed to use instead of the job's")


def _add_verified(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--require-verified",
        action="store_true",
        help="end with status 6 if any claim about the written file could not be recounted",
    )


COMMANDS: Mapping[str, tuple[str, Callable[[argparse.ArgumentParser], None]]] = {
    "propose": ("write a first job for a table", _add_propose),
    "run": ("load, search, apply, write", _add_run),
    "inspect": ("read and validate everything", _add_inspect),
    "lattice": ("classify every transformation and write them all", _add_lattice),
    "report": ("write an evidence report", _add_report),
    "attack": ("find out what a release gives away", _add_attack),
    "apply": ("do what a run did to new rows", _add_apply),
    "verify": ("count a file that is there already against a job", _add_verify),
    "completion": ("print a script that completes commands in a shell", _add_completion),
    "man": ("print the manual page", _add_man),
}
"""Each command with what the list of commands says of it, and what adds its options, whose text is its description."""
