"""What a command says: messages for people, and facts for programs on standard output."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import os
import sys
from typing import Any

from arxdesk.cli.arguments import STANDARD_OUTPUT
from arxdesk.cli.terminal import is_drawn_on, printable, styled
from arxdesk_engine import __version__
from arxdesk_engine.foundation.errors import Problem, UnwritableFile, UserError
from arxdesk_engine.io.files.atomic import atomic_writer


def write_any_character() -> None:
    """Escape characters that a terminal or pipe with another encoding than UTF-8 cannot show, instead of failing."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def has_facts_on_output(options: argparse.Namespace) -> bool:
    """Whether standard output is for facts or a table, so that messages go to standard error."""
    return options.json or options.writes_output or getattr(options, "report", None) == STANDARD_OUTPUT


def shown_place(options: argparse.Namespace) -> str:
    """Where a command writes its result, in words."""
    return "standard output" if options.writes_output else str(options.output)


def tell(text: str, *, aside: bool = False) -> None:
    """Print to standard output, or to standard error (`aside`).

    Raises UnwritableFile if that cannot be written, such as a file on a full disk.
    """
    try:
        print(printable(text), flush=True, file=sys.stderr if aside else sys.stdout)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unwritable_output(error) from error


def unwritable_output(error: OSError) -> UnwritableFile:
    """Why standard output cannot be written; what is left for it is forgotten."""
    forget_output()
    found = f"cannot be written ({(error.strerror or type(error).__name__).lower()})"
    return UnwritableFile(Problem("standard output", found, "Free some space, redirect the output, or use --quiet."))


def warn(text: str) -> None:
    """Print a message about the work to standard error, below a progress bar if there is one."""
    line_start = "\r\x1b[K" if is_drawn_on(sys.stderr) else ""
    print(f"{line_start}{styled('arxdesk:', 'strong', sys.stderr)} {printable(text)}", file=sys.stderr)


def failed(error: UserError, options: argparse.Namespace) -> int:
    """Tell what went wrong: to people, and with --json to programs that have no facts yet. Returns the exit status."""
    print(f"{styled('arxdesk:', 'error', sys.stderr)} {printable(error.message)}", file=sys.stderr)
    if options.json and not getattr(options, "has_told_facts", False):
        problems = [{"place": each.place, "found": each.found, "remedy": each.remedy} for each in error.problems]
        content = {"arxdesk": __version__, "exit_status": error.exit_status, "problems": problems}
        with contextlib.suppress(OSError):
            print(json.dumps(content, indent=2, ensure_ascii=False), flush=True)
    return error.exit_status


def forget_output() -> None:
    """Discard buffered output, which would fail again when Python ends."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def write_facts(options: argparse.Namespace, content: dict[str, Any]) -> None:
    """Write facts as JSON to the file that the options name for a report, or to standard output: - or --json."""
    text = json.dumps(content, indent=2, ensure_ascii=False)
    path = STANDARD_OUTPUT if options.json else options.report
    if path == STANDARD_OUTPUT:
        tell(text)
        options.has_told_facts = True
        return
    with atomic_writer(path) as stream:
        stream.write(text.encode(errors="backslashreplace") + b"\n")  # a file name need not be UTF-8
