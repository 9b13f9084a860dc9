"""Entry point: no arguments or a file opens the window; everything else is a command and leaves Qt unimported."""

from __future__ import annotations

import gc
import importlib
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path

# Imports make a quarter of a million objects for the window, and nearly all of them stay. Checking them for garbage
# after every 700 takes a tenth of the start; this is said here because it has to come before them, and only for
# programs of our own.
gc.set_threshold(400_000)

DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM")
CHECK = "--check"
"""For those who package ArxDesk: go through the window with the example (arxdesk/check.py)."""
LOG = "--log"
"""Before a command or a file: where to log. Off by default."""
VARIABLE_OF_LOG = "ARXDESK_LOG"
"""The same for the window; commands read it themselves (arxdesk/cli/arguments.py)."""
INTERRUPTED = 130


def main(arguments: Sequence[str] | None = None) -> int:
    """Run ArxDesk; returns the exit status."""
    arguments = sys.argv[1:] if arguments is None else list(arguments)
    _open_closed_streams()
    try:
        from arxdesk.cli import commands as cli  # noqa: PLC0415 - takes half a second, in which somebody may press Ctrl+C
    except KeyboardInterrupt:
        sys.stderr.write("arxdesk: interrupted.\n")
        return INTERRUPTED
    if arguments[:1] == [LOG]:
        return _run_logged(arguments[1:])
    checks = arguments[:1] == [CHECK]
    if not checks and cli.is_command(arguments):
        return cli.main(arguments)
    if log := os.environ.pop(VARIABLE_OF_LOG, ""):
        return _run_logged([log, *arguments])
    complaint = _complaint([] if checks else arguments)
    if complaint:
        return _refuse(complaint)
    if checks:
        from arxdesk.check import run as check  # noqa: PLC0415 - the command line starts without Qt

        return check(arguments[1:])
    from arxdesk.app import run  # noqa: PLC0415

    return run(arguments)


def _run_logged(arguments: Sequence[str]) -> int:
    from arxdesk_engine.foundation.errors import UserError  # noqa: PLC0415 - loaded with the command line by now
    from arxdesk_engine.foundation.log import log_to, logged  # noqa: PLC0415

    if not arguments or Path(arguments[0]).suffix.lower() != ".log":  # it is appended to, so that it must be no table
        return _refuse(f"{LOG} needs the name of a file that ends in .log, and so does {VARIABLE_OF_LOG}.")
    try:
        with log_to(Path(arguments[0])), logged(logging.getLogger(__name__), "arxdesk"):
            return main(arguments[1:])
    except UserError as error:
        return _refuse(str(error))


def _refuse(complaint: str) -> int:
    from arxdesk.cli.arguments import INVALID  # noqa: PLC0415

    sys.stderr.write(f"arxdesk: {complaint}\n")
    return INVALID


def _open_closed_streams() -> None:
    """Let standard streams that the caller has closed lead nowhere.

    Otherwise the first file that is opened takes their place, and what is printed would be written into it.
    """
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest number that is free
        if getattr(sys, name) is None:
            setattr(sys, name, os.fdopen(number, "r" if number == 0 else "w", closefd=False))


def _complaint(arguments: Sequence[str]) -> str:
    """What keeps the window from opening, or nothing. Qt would end the program without a word a person understands."""
    from arxdesk_engine.foundation.errors import UserError, suggestion  # noqa: PLC0415 - loaded with the command line by now
    from arxdesk_engine.foundation.extras import require_extra  # noqa: PLC0415

    if arguments and not Path(arguments[0]).exists():
        from arxdesk.cli.options import COMMANDS  # noqa: PLC0415

        return f"{arguments[0]} is neither a file nor a command. {suggestion(arguments[0], tuple(COMMANDS))}"
    try:
        require_extra("desktop", "the window", "Or use the commands; arxdesk --help lists them.")
    except UserError as error:
        return str(error)
    has_display_server = sys.platform not in ("win32", "darwin")
    if has_display_server and not any(os.environ.get(name) for name in DISPLAYS):
        return "there is no display for the window here. Use the commands; arxdesk --help lists them."
    try:
        importlib.import_module("PySide6.QtWidgets")
    except ImportError as error:  # systems that never had a desktop lack libraries that Qt needs
        return (
            f"the window cannot be opened on this system ({error}). Install that library; what Qt needs comes on "
            "Debian with the packages libegl1 libgl1 libfontconfig1 libdbus-1-3 libxkbcommon-x11-0 libxcb-cursor0."
        )
    return ""


if __name__ == "__main__":
    sys.exit(main())
