"""The reference of the command line, from its parser."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from arxdesk.cli.options import command_parser


def commands() -> dict[str, argparse.ArgumentParser]:
    """The parser of every command, by its name."""
    return dict(_subparsers(command_parser()))


def command_reference() -> str:
    """What each command does, with a row for each argument and option; then statuses and variables."""
    parser = command_parser()
    parts = [_command(name, command) for name, command in _subparsers(parser)]
    parts += ["## Statuses and variables\n", f"```text\n{(parser.epilog or '').strip()}\n```\n"]
    return "\n".join(parts)


def _subparsers(parser: argparse.ArgumentParser) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    for action in parser._actions:  # noqa: SLF001 - argparse tells its parsers in no other way
        if isinstance(action, argparse._SubParsersAction):  # noqa: SLF001
            yield from action.choices.items()


def _command(name: str, command: argparse.ArgumentParser) -> str:
    usage = " ".join(command.format_usage().removeprefix("usage:").split())
    rows = [_row(action) for action in command._actions if action.help != argparse.SUPPRESS]  # noqa: SLF001
    told = " ".join((command.description or "").split())
    head = ["| argument | meaning |", "|---|---|"]
    return "\n".join([f"## `arxdesk {name}`\n", f"{told}\n", f"```text\n{usage}\n```\n", *head, *rows, ""])


def _row(action: argparse.Action) -> str:
    meta = action.metavar if isinstance(action.metavar, str) else ""
    if action.choices is not None and not meta:
        meta = ", ".join(map(str, action.choices))
    names = ", ".join(action.option_strings) or meta or action.dest
    value = f" {meta}" if action.option_strings and action.nargs != 0 and meta else ""
    meaning = (action.help or "").replace("|", "\\|").replace("<", "&lt;").replace("%%", "%")
    return f"| `{names}{value}` | {meaning} |".replace("|`", "| `")
