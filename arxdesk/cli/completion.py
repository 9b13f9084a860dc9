"""`arxdesk completion`: what a shell needs to complete commands, options and names of files."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator

import shtab

from arxdesk.cli.arguments import CommandParser
from arxdesk.cli.ending import DONE
from arxdesk.cli.options import command_parser
from arxdesk_engine import __version__
from arxdesk_engine.foundation.language import NAMES
from arxdesk_engine.job.report import FORMS

_FILES = ("FILE", "JOB", "PLAN", "TABLE")
"""Whose names an argument takes, by how its metavar begins."""
_KNOWN = {"language": tuple(NAMES), "form": (*FORMS, "none")}
"""Values to complete of options that tell better themselves what is wrong than a list of choices does."""


def completion(options: argparse.Namespace) -> int:
    """Print the script for a shell."""
    script = completion_script(options.shell)
    # Not through `tell`: a script must come out byte by byte.
    print(json.dumps({"arxdesk": __version__, "shell": options.shell, "script": script}) if options.json else script)
    return DONE


def completion_script(shell: str) -> str:
    """The script that a shell (bash, zsh, fish) reads to complete the command line."""
    parser = command_parser()
    for action in _actions(parser):
        if str(action.metavar or "").startswith(_FILES):
            action.complete = shtab.FILE  # type: ignore[attr-defined]  # where shtab looks
        elif action.dest in _KNOWN:
            action.choices = _KNOWN[action.dest]
    return str(shtab.complete(parser, shell))


def _actions(parser: CommandParser) -> Iterator[argparse.Action]:
    yield from parser.actions
    for command in parser.commands.values():
        yield from _actions(command)
