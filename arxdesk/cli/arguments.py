"""The arguments of the command line: commands, options, and their help on statuses and variables."""

from __future__ import annotations

import argparse
import textwrap
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import NoReturn

from arxdesk_engine import __version__
from arxdesk_engine.foundation.language import NAMES
from arxdesk_engine.job.report import FORMS
from arxdesk_engine.report.layout.content import ALL_SECTIONS
from arxdesk_engine.risk.wildcards import SuppressedCells

INVALID = 2
STANDARD_OUTPUT = Path("-")
_WIDTH = 100
_JOB = "a job (.toml) or a project (.arxdesk, .deid)"
_STATUSES = """\
exit status:
  0    done
  2    the command, the job or the data are not valid
  3    no transformation satisfies the job
  4    a file could not be read or written, or there is not enough memory
  5    the written file contradicts a claim about it: do not share it
  6    the file was written, but could not be recounted
  130  interrupted by Ctrl+C (128 + the number of any other signal); a search writes its best result so far
"""
_VARIABLES = """\
environment:
  ARXDESK_DATABASE_PASSWORD  the password of databases that the job names
  NUMBA_CACHE_DIR            where compiled kernels are kept
"""


class CommandParser(argparse.ArgumentParser):
    """Takes options by their full names, and reports an error before the usage."""

    def __init__(self, **settings: object) -> None:
        super().__init__(
            **settings,  # type: ignore[arg-type]  # those of its base
            allow_abbrev=False,
            epilog=f"{_STATUSES}\n{_VARIABLES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Report an error before the usage."""
        self.exit(INVALID, f"arxdesk: {message}\n{self.format_usage()}")


def command_parser(descriptions: Mapping[str, str | None]) -> CommandParser:
    """The parser of all commands; `descriptions` stand in the help of each."""
    parser = CommandParser(
        prog="arxdesk",
        description="Makes tables about people safe to share. Without a command the window opens.",
    )
    parser.add_argument("--version", action="version", version=f"arxdesk {__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="run | inspect | lattice | report | attack")
    paragraphs = {name: _paragraph(text) for name, text in descriptions.items()}
    _add_run(commands.add_parser("run", help="load, search, apply, write", description=paragraphs["run"]))
    _add_inspect(commands.add_parser("inspect", help="read and validate everything", description=paragraphs["inspect"]))
    _add_lattice(
        commands.add_parser(
            "lattice", help="classify every transformation and write them all", description=paragraphs["lattice"]
        )
    )
    _add_report(commands.add_parser("report", help="write an evidence report", description=paragraphs["report"]))
    _add_attack(
        commands.add_parser("attack", help="find out what a release gives away", description=paragraphs["attack"])
    )
    for command in commands.choices.values():
        command.add_argument(
            "--log", type=_log_file, metavar="FILE.log", help="append a log of the work; it holds no values of the data"
        )
    return parser


def _add_run(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=Path, metavar="JOB", help=_JOB)
    parser.add_argument(
        "--output",
        metavar="FILE",
        help="file or database to write the result to: a suffix names the format "
        "(.csv, .tsv, .txt, .xlsx, .parquet, .dta, .sav, .zsav, .xpt, .sqlite), or the address of a database",
    )
    parser.add_argument("--table", metavar="NAME", help="the table to create if the output is a database")
    parser.add_argument("--replace-table", action="store_true", help="allow replacing a table of that name")
    parser.add_argument(
        "--make-secrets", action="store_true", help="allow creating keys and mappings at the paths named in a project"
    )
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
        "--report",
        type=Path,
        metavar="FILE.json",
        help="file to write the facts of the run to, as JSON; with - they go to standard output, and all other "
        "messages to standard error",
    )
    parser.add_argument(
        "--explain",
        action="store_true",
        help="print the statements that group, release and recount a table outside memory, and run none of them",
    )
    parser.add_argument(
        "--require-verified",
        action="store_true",
        help="end with status 6 if any claim about the written file could not be recounted",
    )
    _add_search(parser)


def _add_inspect(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=Path, metavar="JOB", help=_JOB)
    parser.add_argument("--json", action="store_true", help="print the facts as JSON")
    parser.add_argument(
        "--risks", type=partial(_number, 1), metavar="N", help="analyse identifiers, and sets of up to N columns"
    )
    meanings = [each.value for each in SuppressedCells]
    parser.add_argument("--suppressed", choices=meanings, default="value", help="the meaning of cells that read *")


def _add_lattice(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=Path, metavar="JOB", help=_JOB)
    parser.add_argument("--output", type=Path, metavar="FILE.csv", required=True, help="file to write (.csv, .tsv)")
    _add_threads(parser)


def _add_report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=Path, metavar="JOB", help=_JOB)
    parser.add_argument("--output", type=Path, metavar="FILE", required=True, help="file to write (.html, .pdf)")
    chosen = ", ".join(each.value for each in ALL_SECTIONS)
    parser.add_argument("--sections", metavar="A,B,...", help=f"some of: {chosen} (default: all)")
    parser.add_argument(
        "--form",
        metavar="NAME",
        help=f"follow the points of a standard: {', '.join(FORMS)}; none: no form, whatever the job says",
    )
    parser.add_argument("--values", action="store_true", help="include values of the data")
    parser.add_argument(
        "--make-secrets", action="store_true", help="allow creating keys and mappings at the paths named in a project"
    )
    parser.add_argument("--title", metavar="TEXT", help="title to use instead of the project's")
    languages = ", ".join(f"{code} ({name})" for code, name in NAMES.items())
    parser.add_argument("--language", metavar="CODE", help=f"one of: {languages} (default: that of the job)")
    _add_search(parser)


def _add_attack(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("job", type=Path, metavar="JOB", help=_JOB)
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
        type=partial(_number, 1),
        default=0,
        metavar="N",
        help="attack by all sets of up to N quasi-identifiers",
    )
    parser.add_argument(
        "--report",
        type=Path,
        metavar="FILE.json",
        help="file to write the findings to, as JSON; with - they go to standard output",
    )
    _add_threads(parser)


def _add_search(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seed", type=partial(_number, 0), metavar="N", help="seed to use instead of the job's")
    _add_threads(parser)


def _add_threads(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--threads", type=partial(_number, 1), metavar="N", help="cores to use (default: all)")
    parser.add_argument("--quiet", action="store_true", help="print only errors")


def _log_file(text: str) -> Path:
    """Require a suffix of logs: a log is appended to its file, which must never be a table."""
    if Path(text).suffix.lower() != ".log":
        raise argparse.ArgumentTypeError(f"{text!r} does not end in .log")
    return Path(text)


def _paragraph(text: str | None) -> str:
    """A docstring as one paragraph: the formatter keeps lines as they are."""
    return textwrap.fill(" ".join((text or "").split()), _WIDTH)


def _number(least: int, text: str) -> int:
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return int(text)
