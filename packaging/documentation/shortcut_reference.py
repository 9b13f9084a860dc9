"""The reference of the keyboard, from the commands of the window."""

from __future__ import annotations

from collections.abc import Iterable

from arxdesk.window.shortcuts import keys_of_hierarchies, keys_of_menus
from arxdesk.window.shortcuts_dialog import SEVERAL, Shortcut

_HEAD = ("| keys | command | what it does |", "|---|---|---|")


def shortcut_reference() -> str:
    """A table for each menu of the window, and one for the hierarchies; commands without keys are left out."""
    tables = [_table(f"Menu {title}", commands) for title, commands in keys_of_menus().items()]
    return "\n".join([*tables, _table("While the keyboard is in a hierarchy", keys_of_hierarchies())])


def _table(title: str, commands: Iterable[Shortcut]) -> str:
    return "\n".join([f"## {title}\n", *_HEAD, *map(_row, commands), ""])


def _row(each: Shortcut) -> str:
    keys = ", ".join(f"`{key}`" for key in each.keys.split(SEVERAL))
    return f"| {keys} | {each.command} | {each.told} |"
