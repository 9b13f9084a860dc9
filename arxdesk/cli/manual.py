"""`arxdesk man`: the manual page, made of the same parser as the help (man(7))."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator, Mapping

from arxdesk.cli.arguments import STATUSES, VARIABLES, CommandParser
from arxdesk.cli.ending import DONE
from arxdesk.cli.options import command_parser
from arxdesk_engine import __version__


def manual(options: argparse.Namespace) -> int:
    """Print the manual page."""
    page = manual_page()
    print(
        json.dumps({"arxdesk": __version__, "page": page}) if options.json else page, end="\n" if options.json else ""
    )
    return DONE


def manual_page() -> str:
    """The page arxdesk(1) as source for man; it has no date, so that the same program always makes the same page."""
    return "".join(f"{line}\n" for line in _lines(command_parser()))


def _lines(parser: CommandParser) -> Iterator[str]:
    yield f'.TH ARXDESK 1 "" "arxdesk {__version__}" "User Commands"'
    yield ".SH NAME"
    yield r"arxdesk \- make tables about people safe to share"
    yield ".SH SYNOPSIS"
    yield r".B arxdesk"
    yield r"[\fIFILE\fR]"
    yield ".br"
    yield r".B arxdesk"
    yield r"\fICOMMAND\fR [\fIOPTION\fR ...]"
    yield ".SH DESCRIPTION"
    yield _escaped(parser.description or "")
    yield "A file opens it in the window: a table, a job or a project."
    yield ".SH OPTIONS"
    yield from _arguments(parser)
    yield ".SH COMMANDS"
    for name, command in parser.commands.items():
        yield f".SS {_escaped(' '.join(_usage(name, command)))}"
        yield _escaped(" ".join((command.description or "").split()))
        yield from _arguments(command)
    yield ".SH EXIT STATUS"
    yield from _terms(STATUSES)
    yield ".SH ENVIRONMENT"
    yield from _terms(VARIABLES)
    yield ".SH SEE ALSO"
    yield "The help of the window has a page on the command line, and one on job files."


def _usage(name: str, command: CommandParser) -> Iterator[str]:
    yield name
    yield from (_value(each) for each in command.actions if not each.option_strings)
    yield from (f"{each.option_strings[-1]} {_value(each)}" for each in command.actions if _is_needed(each))
    yield "[OPTION ...]"


def _is_needed(action: argparse.Action) -> bool:
    return bool(action.option_strings) and action.required


def _arguments(parser: CommandParser) -> Iterator[str]:
    for action in parser.actions:
        if isinstance(action, argparse._SubParsersAction) or action.help == argparse.SUPPRESS:  # noqa: SLF001
            continue
        yield ".TP"
        names = ", ".join(rf"\fB{_escaped(name)}\fR" for name in action.option_strings)
        value = rf"\fI{_escaped(_value(action))}\fR" if action.nargs != 0 else ""
        yield " ".join(each for each in (names, value) if each)
        yield _escaped((action.help or "").replace("%%", "%"))


def _value(action: argparse.Action) -> str:
    if action.metavar is not None:
        return str(action.metavar)
    return "{" + ",".join(map(str, action.choices)) + "}" if action.choices else action.dest.upper()


def _terms(found: Mapping[str, str]) -> Iterator[str]:
    for name, text in found.items():
        yield ".TP"
        yield rf"\fB{_escaped(name)}\fR"
        yield _escaped(text)


def _escaped(text: str) -> str:
    """A text in which nothing is a request of man: no backslash, no period or apostrophe at the beginning of a line."""
    escaped = text.replace("\\", r"\e").replace("-", r"\-")
    return rf"\&{escaped}" if escaped.startswith((".", "'")) else escaped
