"""The program as a screen reader on Linux meets it: over AT-SPI, from a table to an export.

Needs what a desktop has: D-Bus, AT-SPI with its bindings for the system's Python, and a display (Debian: dbus,
at-spi2-core, python3-gi, gir1.2-atspi-2.0, xvfb).
"""

from __future__ import annotations

import csv
import json
import os
import random
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT

PYTHON = "/usr/bin/python3"
READER = Path(__file__).with_name("atspi_reader.py")
SECONDS = 600
K = 4
ROLES = {
    "start": {"push button", "menu bar", "radio button"},
    "file": {"text", "combo box", "push button", "tree"},
    "format": {"table", "combo box", "spin button", "radio button", "text"},
    "proposed roles": {"table", "radio button", "combo box", "text"},
    "roles": {"table", "radio button", "combo box", "text"},
    "finish": {"check box", "label", "push button"},
    "model": {"list", "text", "combo box"},
    "configure": {"table", "combo box", "spin button", "slider", "text", "page tab", "check box"},
    "search": {"radio button", "combo box", "spin button"},
    "explore": {"table", "chart", "radio button"},
    "quality": {"table", "chart", "page tab", "combo box"},
    "risk": {"table", "chart", "progress bar"},
    "export": {"table", "check box", "push button"},
    "place": {"text", "radio button", "push button"},
    "result": {"label", "push button"},
}
"""What each screen has at least."""
ROLELESS = {"filler", "unknown", "invalid"}
MEASURED = {"slider", "spin button", "progress bar"}

pytestmark = pytest.mark.slow


Screens = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """With a table."""
    made = tmp_path_factory.mktemp("data")
    draw = random.Random(5)  # noqa: S311 - nothing here is secret
    lines = ["number;age;sex;postcode;diagnosis"]
    for number in range(400):
        place = draw.choice(("01067", "01069", "04109", "04155"))
        lines.append(f"{7_000 + number};{draw.randint(20, 60)};{draw.choice('mf')};{place};flu")
    (made / "visits.csv").write_text("\n".join(lines))
    return made


@pytest.fixture(scope="module")
def screens(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> Screens:
    """The parts of each screen, as the reader was told of them."""
    missing = [name for name in ("dbus-run-session", "xvfb-run", PYTHON) if shutil.which(name) is None]
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed here")
    bindings = "import gi; gi.require_version('Atspi', '2.0'); from gi.repository import Atspi"
    if subprocess.run([PYTHON, "-c", bindings], capture_output=True, check=False).returncode:
        pytest.skip("AT-SPI and its bindings for Python (gi) are not installed here")
    home = tmp_path_factory.mktemp("home")
    sources = (ROOT, ROOT / "engine", ROOT / "resources")
    surroundings = os.environ | {
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
        "QT_QPA_PLATFORM": "xcb",
        "QT_LINUX_ACCESSIBILITY_ALWAYS_ON": "1",
        "LANG": "C.UTF-8",
    }
    bus = ["dbus-run-session", "--", "xvfb-run", "-a", "-s", "-screen 0 1440x900x24"]
    program = ["env", f"PYTHONPATH={os.pathsep.join(map(str, sources))}", sys.executable, "-m", "arxdesk"]
    surroundings.pop("PYTHONPATH", None)  # not for the Python of the system
    ended = subprocess.run(
        [*bus, PYTHON, str(READER), str(folder / "visits.csv"), str(folder / "released.csv"), *program],
        capture_output=True,
        text=True,
        timeout=SECONDS,
        check=False,
        env=surroundings,
    )
    assert ended.returncode == 0, ended.stderr[-3_000:]
    told = [json.loads(line) for line in ended.stdout.splitlines() if line.startswith("{")]
    return {screen["screen"]: screen["parts"] for screen in told}


@pytest.mark.parametrize("screen", ROLES)
def test_that_each_thing_on_a_screen_says_what_it_is(screens: Screens, screen: str):
    parts = screens[screen]
    assert {part["role"] for part in parts} >= ROLES[screen]
    assert [fault for part in parts for fault in faults(part)] == []


def test_that_the_pages_of_the_wizard_say_what_they_show(screens: Screens):
    chosen = {part["labels"][0]: part["name"] for part in screens["format"] if part["role"] == "combo box"}
    assert (chosen["Separator"], chosen["First row"]) == ("Semicolon ;", "Column names")
    preview = cells_of(screens["format"], "Preview")
    assert {"number, Integer", "age, Integer", "diagnosis, Text, 1 value", "7000", "flu"} <= set(preview)
    columns = cells_of(screens["proposed roles"], "Columns")
    assert {"number", "Identifying", "age", "Quasi-identifying", "diagnosis", "Sensitive"} <= set(columns)
    assert "Insensitive" in cells_of(screens["roles"], "Columns")
    said = {part["labels"][0]: part["name"] for part in screens["finish"] if part["role"] == "label" and part["labels"]}
    assert said["Table"] == "visits.csv, 400 records."
    assert "1 insensitive (diagnosis)" in said["Roles"]


def test_that_what_was_asked_for_by_the_reader_is_in_the_file(screens: Screens, folder: Path):
    assert screens["result"]
    with (folder / "released.csv").open(newline="") as file:
        released = list(csv.DictReader(file, delimiter=";"))
    assert 0.95 * 400 <= len(released) <= 400
    assert "number" not in released[0]
    assert min(Counter((each["age"], each["sex"], each["postcode"]) for each in released).values()) >= K


def cells_of(parts: list[dict[str, Any]], name: str) -> list[str]:
    """The cells of a table, by its name."""
    return next(part["cells"] for part in parts if part["role"] == "table" and part["name"] == name)


def faults(part: dict[str, Any]) -> Iterator[str]:
    """What is missing of its name, its role and its value."""
    role, name = part["role"], part["name"]
    if (part["focusable"] or role == "push button") and not (name or part["labels"]):
        yield f"a {role} has no name"
    if part["focusable"] and role in ROLELESS:
        yield f"{name!r} has no role"
    if role == "combo box" and not part["labels"]:
        yield f"the combo box with {name!r} has no label"
    if role in MEASURED and part["value"] is None:
        yield f"the {role} {name!r} has no number"
    if role == "text" and part["text"] is None:
        yield f"the field {name!r} has no text"
