"""The arguments of the command line: its parser, what all commands share, and their help on statuses and variables."""

from __future__ import annotations

import argparse
import os
import textwrap
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NoReturn

from arxdesk_engine.foundation.errors import suggestion

INVALID = 2
STANDARD_INPUT = Path("-")
STANDARD_OUTPUT = Path("-")
THREADS, LOG = "ARXDESK_THREADS", "ARXDESK_LOG"
WIDTH = 100
JOB = "a job (.toml) or a project (.arxdesk, .deid); - reads a job from standard input"
STATUSES: Mapping[str, str] = {
    "0": "done",
    "2": "the command, the job or the data are not valid",
    "3": "no transformation satisfies the job, or new rows do not fit a plan",
    "4": "a file could not be read or written, or there is not enough memory",
    "5": "the written file contradicts a claim about it: do not share it",
    "6": "the file was written, but could not be recounted",
    "130": "interrupted by Ctrl+C (128 + the number of any other signal); a search writes its best result so far",
}
VARIABLES: Mapping[str, str] = {
    THREADS: "how many cores to use where --threads does not say",
    LOG: "a file ending in .log to append a log to where --log does not say",
    "ARXDESK_DATABASE_PASSWORD": "the password of databases that the job names",
    "NUMBA_CACHE_DIR": "where compiled kernels are kept",
    "NO_COLOR": "if not empty, no colours",
    "FORCE_COLOR": "if not empty, colours also where there is no terminal",
    "TERM": "if dumb, progress is written line by line",
}


class CommandParser(argparse.ArgumentParser):
    """Takes options by their full names, and suggests others for those that are mistyped."""

    def __init__(self, **settings: object) -> None:
        super().__init__(
            **settings,  # type: ignore[arg-type]  # those of its base
            allow_abbrev=False,
            epilog=f"exit status:\n{_listed(STATUSES)}\n\nenvironment:\n{_listed(VARIABLES)}\n",
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )

    def error(self, message: str) -> NoReturn:
        """Report an error, and where to read on."""
        self.exit(INVALID, f"arxdesk: {message}\n{self.prog} --help tells what there is.\n")

    @property
    def commands(self) -> Mapping[str, CommandParser]:
        """The parsers of the commands by their names; none of a command."""
        for action in self._actions:
            if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001 - argparse has no other way to ask
                return action.choices
        return {}

    @property
    def options(self) -> tuple[str, ...]:
        """The names of all options."""
        return tuple(name for action in self._actions for name in action.option_strings)

    @property
    def actions(self) -> Sequence[argparse.Action]:
        """The arguments in the order of the help."""
        return self._actions

    def parsed(self, arguments: Sequence[str]) -> argparse.Namespace:
        """The options of a command line. Ends the program where it is wrong, with what may have been meant."""
        command = next((each for each in arguments if not each.startswith("-")), None)
        if command is not None and command not in self.commands:
            self.error(f"there is no command {command!r}. {suggestion(command, tuple(self.commands))}")
        options, unknown = self.parse_known_args(arguments)
        if unknown:
            chosen = self.commands[options.command]
            wrong = next((each for each in unknown if each.startswith("-")), None)
            if wrong is None:
                chosen.error(f"{options.command} takes no further argument: {unknown[0]}")
            name = wrong.partition("=")[0]
            chosen.error(f"{options.command} has no option {name}. {suggestion(name, chosen.options)}")
        return self._with_environment(options)

    def _with_environment(self, options: argparse.Namespace) -> argparse.Namespace:
        """The options, with what variables say where these do not."""
        for name, variable, read in (("threads", THREADS, positive), ("log", LOG, log_file)):
            text = os.environ.get(variable)
            if text and getattr(options, name, "") is None:
                try:
                    setattr(options, name, read(text))
                except argparse.ArgumentTypeError as error:
                    self.error(f"{variable}: {error}")
        return options


def add_job(parser: argparse.ArgumentParser) -> None:
    """Add the job that a command is about, and what is put in place of parts of it."""
    parser.add_argument("job", type=Path, metavar="JOB", help=JOB)
    add_changes(parser)


def add_changes(parser: argparse.ArgumentParser) -> None:
    """Add what is put in place of parts of a job."""
    parser.add_argument(
        "--input",
        metavar="FILE",
        help="the table to read in place of the job's: a file, the address of a database, or - for standard input",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="SECTION.KEY=VALUE",
        help="put another value into the job, as in --set suppression.limit=0.05 --set privacy.1.k=10",
    )


def add_common(parser: argparse.ArgumentParser) -> None:
    """Add what every command that works on a table takes."""
    parser.add_argument("--threads", type=positive, metavar="N", help=f"cores to use (default: ${THREADS}, else all)")
    parser.add_argument(
        "--json", action="store_true", help="print one JSON object to standard output, and messages to standard error"
    )
    parser.add_argument(
        "--log",
        type=log_file,
        metavar="FILE.log",
        help=f"append a log of the work; it holds no values of the data (default: ${LOG}, else none)",
    )
    much = parser.add_mutually_exclusive_group()
    much.add_argument("-q", "--quiet", action="store_true", help="print only errors")
    much.add_argument("-v", "--verbose", action="store_true", help="print each step with its time to standard error")


def log_file(text: str) -> Path:
    """Require a suffix of logs: a log is appended to its file, which must never be a table."""
    if Path(text).suffix.lower() != ".log":
        raise argparse.ArgumentTypeError(f"{text!r} does not end in .log")
    return Path(text)


def paragraph(text: str) -> str:
    """A text as one paragraph: the formatter keeps lines as they are."""
    return textwrap.fill(" ".join(text.split()), WIDTH)


def positive(text: str) -> int:
    """A whole number of at least 1."""
    return number(1, text)


def number(least: int, text: str) -> int:
    """A whole number of at least so much."""
    if not text.isdecimal() or int(text) < least:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of at least {least}")
    return int(text)


def _listed(lines: Mapping[str, str]) -> str:
    widest = max(map(len, lines))
    return "\n".join(f"  {name.ljust(widest)}  {text}" for name, text in lines.items())
