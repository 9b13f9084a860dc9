"""A screen reader without a voice, for the system's Python: goes through the program over AT-SPI, and by it alone.

    dbus-run-session -- xvfb-run -a /usr/bin/python3 atspi_reader.py COMMAND...

starts COMMAND, which opens the example from the start page, anonymizes it and looks at all that follows. Writes one
line of JSON for each screen: its name, and the role, the name and the value of everything in it that is in sight.
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

PATIENCE = 60.0
"""Seconds until something is taken for missing."""
WITH_CELLS = {"table", "tree table", "list", "tree"}
MOST_PARTS = 200
"""Of one parent."""


def main() -> None:
    """Go the whole way."""
    program = subprocess.Popen(sys.argv[1:])
    try:
        tell("start", wait_for("push button", "Open the example"))
        press("push button", "Open the example")
        tell("configure", wait_for("push button", "Anonymize..."))
        press("push button", "Anonymize...")
        tell("search", wait_for("push button", "Anonymize"))
        press("push button", "Anonymize")
        tell("explore", wait_for("push button", "Export..."))
        for name in ("Quality", "Risk"):
            press("radio button", name)
            tell(name.lower(), wait_for("radio button", name, "checked"))
        press("push button", "Export...")
        tell("export", wait_for("push button", "Next: place and format"))
    finally:
        program.terminate()
        program.wait(PATIENCE)


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
        }
    except GLib.Error:
        return {}


def labels(part: Any) -> list[str]:
    """The names of what labels it."""
    found = (each for each in part.get_relation_set() if each.get_relation_type() == Atspi.RelationType.LABELLED_BY)
    return [each.get_target(0).get_name() for each in found]


def is_in(part: Any, state: Atspi.StateType) -> bool:
    """Whether it is in a state."""
    return bool(part.get_state_set().contains(state))


def wait_for(role: str, name: str, state: str = "enabled") -> Any:
    """A part that can be used, once it is there."""
    wanted = getattr(Atspi.StateType, state.upper())
    return until(lambda: next((each for each in everything() if matches(each, role, name, wanted)), None), name)


def matches(part: Any, role: str, name: str, state: Atspi.StateType) -> bool:
    """Whether it is what is looked for."""
    try:
        return part.get_role_name() == role and part.get_name() == name and is_in(part, state)
    except GLib.Error:
        return False


def press(role: str, name: str) -> None:
    """Do what its first action does, as a reader asks for it."""
    Atspi.Action.do_action(wait_for(role, name), 0)


def until(look: Callable[[], Any], name: str) -> Any:
    """What is found, within reason."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        found = look()
        if found is not None:
            return found
        time.sleep(0.2)
    raise SystemExit(f"{name!r} is not there; in sight are {sorted({str(each.get_name()) for each in everything()})}")


main()
