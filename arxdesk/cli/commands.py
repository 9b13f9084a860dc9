"""The command line: one command of those in `options`, each in a file of its own; Qt for reports in PDF alone."""

from __future__ import annotations

import argparse
import contextlib
import logging
import sys
from collections.abc import Callable, Iterator, Sequence

from arxdesk.cli.ending import DONE, FAILED, INTERRUPTED, Ended, ending_on_request
from arxdesk.cli.options import COMMANDS, command_parser
from arxdesk.cli.streams import standard_streams
from arxdesk.cli.telling import failed, forget_output, write_any_character
from arxdesk_engine.foundation.errors import OutOfMemory, UserError
from arxdesk_engine.foundation.log import LOGGERS, log_to, logged

_LOG = logging.getLogger(__name__)
_VERSION, _VERBOSE = "--version", ("-v", "--verbose")


def is_command(arguments: Sequence[str]) -> bool:
    """Whether the arguments are for the command line and not for the window, which takes one file at most."""
    return len(arguments) > 1 or any(each in COMMANDS or each.startswith("-") for each in arguments)


def main(arguments: Sequence[str]) -> int:
    """Run one command; returns the exit status. Never shows a traceback for a user's mistake."""
    write_any_character()
    if _VERSION in arguments and {*arguments} <= {_VERSION, *_VERBOSE}:
        return _tell_version(with_libraries=len({*arguments}) > 1)
    options = command_parser().parsed(arguments)
    try:
        with (
            ending_on_request(),
            log_to(options.log),
            _steps_told(verbose=options.verbose),
            logged(_LOG, "arxdesk %s", options.command),
            standard_streams(options),
        ):
            status = int(_command(options.command)(options))
        sys.stdout.flush()
    except UserError as error:
        return failed(error, options)
    except MemoryError:
        return failed(OutOfMemory.during(options.command), options)
    except Ended as end:
        print("arxdesk: ended on request.", file=sys.stderr)
        return end.status
    except KeyboardInterrupt:
        print("arxdesk: interrupted.", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader of the output has seen enough, such as `head`
        forget_output()
        return FAILED
    return status


def _command(name: str) -> Callable[[argparse.Namespace], int]:
    """The function of a command, whose file alone is loaded: a command starts as fast as what it needs."""
    match name:
        case "run":
            from arxdesk.cli.run import run

            return run
        case "inspect":
            from arxdesk.cli.inspection import inspect

            return inspect
        case "lattice":
            from arxdesk.cli.lattice import lattice

            return lattice
        case "report":
            from arxdesk.cli.report import report

            return report
        case "attack":
            from arxdesk.cli.attack import attack

            return attack
        case "propose":
            from arxdesk.cli.propose import propose

            return propose
        case "apply":
            from arxdesk.cli.apply import apply

            return apply
        case "verify":
            from arxdesk.cli.verify import verify

            return verify
        case "completion":
            from arxdesk.cli.completion import completion

            return completion
        case _:
            from arxdesk.cli.manual import manual

            return manual


@contextlib.contextmanager
def _steps_told(*, verbose: bool) -> Iterator[None]:
    """Print what is logged to standard error: each step with its time, and no values of the data."""
    if not verbose:
        yield
        return
    handler = logging.StreamHandler()
    handler.setFormatter(logging.Formatter("arxdesk: %(message)s"))
    loggers = [logging.getLogger(name) for name in LOGGERS]
    levels = [logger.level for logger in loggers]
    for logger in loggers:
        logger.addHandler(handler)
        logger.setLevel(logging.INFO)
    try:
        yield
    finally:
        for logger, level in zip(loggers, levels, strict=True):
            logger.removeHandler(handler)
            logger.setLevel(level)


def _tell_version(*, with_libraries: bool) -> int:
    from arxdesk.cli.version import version_lines

    print("\n".join(version_lines(with_libraries=with_libraries)))
    return DONE
