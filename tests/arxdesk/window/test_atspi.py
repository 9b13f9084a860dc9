"""The program as a screen reader on Linux meets it: over AT-SPI, from the start page to an export.

Needs what a desktop has: D-Bus, AT-SPI with its bindings for the system's Python, and a display (Debian: dbus,
at-spi2-core, python3-gi, gir1.2-atspi-2.0, xvfb).
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.places import ROOT

PYTHON = "/usr/bin/python3"
READER = Path(__file__).with_name("atspi_reader.py")
SECONDS = 300
ROLES = {
    "start": {"push button", "menu bar", "radio button"},
    "configure": {"table", "combo box", "spin button", "slider", "text", "page tab", "check box"},
    "search": {"radio button", "combo box", "spin button"},
    "explore": {"table", "chart", "radio button"},
    "quality": {"table", "chart", "page tab", "combo box"},
    "risk": {"table", "chart", "progress bar"},
    "export": {"table", "check box", "push button"},
}
"""What each screen has at least."""
ROLELESS = {"filler", "unknown", "invalid"}
MEASURED = {"slider", "spin button", "progress bar"}

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def screens(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[dict[str, Any]]]:
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
        [*bus, PYTHON, str(READER), *program],
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
def test_that_each_thing_on_a_screen_says_what_it_is(screens: dict[str, list[dict[str, Any]]], screen: str):
    parts = screens[screen]
    assert {part["role"] for part in parts} >= ROLES[screen]
    assert [fault for part in parts for fault in faults(part)] == []


def faults(part: dict[str, Any]) -> Iterator[str]:
    """What is missing of its name, its role and its value."""
    role, name = part["role"], part["name"]
    if part["focusable"] and not (name or part["labels"]):
        yield f"a {role} has no name"
    if part["focusable"] and role in ROLELESS:
        yield f"{name!r} has no role"
    if role == "combo box" and not part["labels"]:
        yield f"the combo box with {name!r} has no label"
    if role in MEASURED and part["value"] is None:
        yield f"the {role} {name!r} has no number"
    if role == "text" and part["text"] is None:
        yield f"the field {name!r} has no text"
