"""A screen reader without a voice, for the system's Python: goes through the program over AT-SPI, and by it alone.

    dbus-run-session -- xvfb-run -a /usr/bin/python3 atspi_reader.py TABLE OUTPUT COMMAND...

starts COMMAND, opens TABLE by the import wizard, protects and anonymizes it, looks at all that follows, and writes
OUTPUT. Writes one line of JSON for each screen: its name, and the role, the name and the value of everything in it that
is in sight.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, GLib  # noqa: E402 - the version first

PATIENCE = 120.0
"""Seconds until something is taken for missing."""
SEARCHING = 300.0
"""The same for the result of a search, the first of which compiles what it calls."""
ANSWER = 10_000
"""Milliseconds that the program has for an answer."""
WITH_CELLS = {"table", "tree table", "list", "tree"}
MOST_PARTS = 200
"""Of one parent."""
MOST_CELLS = 60
"""Of one table."""


def main() -> None:
    """Go the whole way."""
    table, output, *command = sys.argv[1:]
    Atspi.set_timeout(ANSWER, ANSWER)
    program = subprocess.Popen(command)
    try:
        tell("start", wait_for("push button", "Open the example"))
        open_table(table)
        protect()
        anonymize()
        for name in ("Quality", "Risk"):
            press("radio button", name)
            tell(name.lower(), wait_for("radio button", name, "checked"))
        export(output)
    finally:
        program.terminate()
        program.wait(PATIENCE)


def open_table(path: str) -> None:
    """By the dialog of files and the wizard; the last column gets another role than proposed."""
    press("push button", "Open file...")
    tell("file", wait_for("text", "File name:"))
    write("File name:", path)
    press("push button", "Open")
    tell("format", wait_for("push button", "Next: columns and roles"))
    press("push button", "Next: columns and roles")
    tell("proposed roles", wait_for("push button", "Next: finish"))
    columns = wait_for("table", "Columns")
    Atspi.Table.add_row_selection(columns, Atspi.Table.get_n_rows(columns) - 1)
    press("radio button", "Insensitive")
    tell("roles", wait_for("radio button", "Insensitive", "checked"))
    press("push button", "Next: finish")
    tell("finish", wait_for("push button", "Open the table"))
    press("push button", "Open the table")


def protect() -> None:
    """By k-anonymity with another k than proposed."""
    wait_for("push button", "Add a model...")
    press("push button", "Add a model...")
    write("Find a model", "k-anonymity")
    write("People at least per group (k)", "4")
    tell("model", wait_for("push button", "Add"))
    press("push button", "Add")
    tell("configure", wait_for("push button", "Anonymize..."))


def anonymize() -> None:
    """As proposed."""
    press("push button", "Anonymize...")
    tell("search", wait_for("push button", "Anonymize"))
    press("push button", "Anonymize")
    tell("explore", wait_for("push button", "Export...", patience=SEARCHING))


def export(path: str) -> None:
    """To a file."""
    press("push button", "Export...")
    tell("export", wait_for("push button", "Next: place and format"))
    press("push button", "Next: place and format")
    write("File", path)
    tell("place", wait_for("push button", "Write"))
    press("push button", "Write")
    tell("result", wait_for("push button", "Close"))


def tell(screen: str, _arrived: object) -> None:
    """Write what there is on a screen, once it has been the same for a moment."""
    before: list[dict[str, Any]] = []
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        parts = [described(part) for part in everything()]
        if parts and parts == before:
            break
        before = parts
        time.sleep(0.3)
    print(json.dumps({"screen": screen, "parts": before}), flush=True)


def everything() -> Iterator[Any]:
    """All parts of the program that are in sight."""
    desktop = Atspi.get_desktop(0)
    for place in range(desktop.get_child_count()):
        program = desktop.get_child_at_index(place)
        if program is not None:
            yield from below(program)


def below(parent: Any) -> Iterator[Any]:
    """The parts of a part that are in sight."""
    try:
        number = min(parent.get_child_count(), MOST_PARTS)
    except GLib.Error:  # gone meanwhile
        return
    for place in range(number):
        try:
            part = parent.get_child_at_index(place)
            if part is None or not is_in(part, Atspi.StateType.SHOWING):
                continue
            role = part.get_role_name()
        except GLib.Error:
            continue
        yield part
        if role not in WITH_CELLS:
            yield from below(part)


def described(part: Any) -> dict[str, Any]:
    """What is told of a part."""
    try:
        kinds = part.get_interfaces()
        return {
            "role": part.get_role_name(),
            "name": part.get_name(),
            "labels": labels(part),
            "focusable": is_in(part, Atspi.StateType.FOCUSABLE),
            "value": Atspi.Value.get_current_value(part) if "Value" in kinds else None,
            "text": Atspi.Text.get_text(part, 0, -1) if "Text" in kinds else None,
            "cells": cells(part) if part.get_role_name() in WITH_CELLS else [],
        }
    except GLib.Error:
        return {}


def cells(part: Any) -> list[str]:
    """The names of the first cells of a table, its headers among them."""
    children = (part.get_child_at_index(place) for place in range(min(part.get_child_count(), MOST_CELLS)))
    return [child.get_name() for child in children if child is not None]


def labels(part: Any) -> list[str]:
    """The names of what labels it."""
    found = (each for each in part.get_relation_set() if each.get_relation_type() == Atspi.RelationType.LABELLED_BY)
    return [each.get_target(0).get_name() for each in found]


def is_in(part: Any, state: Atspi.StateType) -> bool:
    """Whether it is in a state."""
    return bool(part.get_state_set().contains(state))


def wait_for(role: str, name: str, state: str = "enabled", patience: float = PATIENCE) -> Any:
    """A part that can be used, once it is there."""
    wanted = getattr(Atspi.StateType, state.upper())
    return until(
        lambda: next((each for each in everything() if matches(each, role, name, wanted)), None), name, patience
    )


def matches(part: Any, role: str, name: str, state: Atspi.StateType) -> bool:
    """Whether it is what is looked for."""
    try:
        return part.get_role_name() == role and part.get_name() == name and is_in(part, state)
    except GLib.Error:
        return False


def press(role: str, name: str) -> None:
    """Do what its first action does, as a reader asks for it."""
    Atspi.Action.do_action(wait_for(role, name), 0)


def write(name: str, text: str) -> None:
    """Have a field hold a text in place of what is in it."""
    field = wait_for("text", name)
    Atspi.EditableText.set_text_contents(field, text)
    until(lambda: Atspi.Text.get_text(field, 0, -1) == text or None, f"{text} in {name}")


def until(look: Callable[[], Any], name: str, patience: float = PATIENCE) -> Any:
    """What is found, within reason."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(0.2)
    raise SystemExit(f"{name!r} is not there; in sight are {sorted({str(each.get_name()) for each in everything()})}")


main()
