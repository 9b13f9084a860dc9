"""The wheel: the same file from the same source, import names of its own, both ways to start, nothing of the tests."""

from __future__ import annotations

import configparser
import hashlib
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.places import ROOT

PARTS = ("arxdesk", "engine", "resources")
FILES = ("pyproject.toml", "README.md", "LICENSE")
MOMENT = "1790000000"
OURS = {"arxdesk", "arxdesk_engine", "arxdesk_resources"}


def built(folder: Path, name: str) -> Path:
    """The wheel of a copy of the source in another folder, made at another time."""
    source, target = folder / name, folder / f"{name} wheel"
    for part in PARTS:
        shutil.copytree(ROOT / part, source / part, ignore=shutil.ignore_patterns("__pycache__"))
    for file in FILES:
        shutil.copy(ROOT / file, source)
    environ = {**os.environ, "SOURCE_DATE_EPOCH": MOMENT}
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(target)]
    subprocess.run(command, cwd=source, env=environ, capture_output=True, check=True)
    [wheel] = target.iterdir()
    return wheel


@pytest.fixture(scope="module")
def wheels(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("wheels")
    return built(folder, "one"), built(folder, "another")


def test_that_the_same_source_gives_the_same_wheel(wheels: tuple[Path, Path]):
    one, another = (hashlib.sha256(wheel.read_bytes()).hexdigest() for wheel in wheels)
    assert one == another


def test_that_no_import_name_can_belong_to_somebody_else(wheels: tuple[Path, Path]):
    with zipfile.ZipFile(wheels[0]) as archive:
        tops = {name.partition("/")[0] for name in archive.namelist()}
        names = [name for name in archive.namelist() if name.startswith(tuple(f"{each}/" for each in OURS))]
    assert {top for top in tops if not top.endswith(".dist-info")} == OURS
    assert "arxdesk_engine/py.typed" in names
    assert not [name for name in names if "test" in Path(name).parts or name.endswith(("DECISIONS.md", ".pyc"))]


def test_that_it_starts_from_a_terminal_and_from_a_menu(wheels: tuple[Path, Path]):
    with zipfile.ZipFile(wheels[0]) as archive:
        [place] = [name for name in archive.namelist() if name.endswith("entry_points.txt")]
        entries = configparser.ConfigParser()
        entries.read_string(archive.read(place).decode())
    assert entries["console_scripts"]["arxdesk"] == "arxdesk.__main__:main"
    assert entries["gui_scripts"]["arxdesk-desktop"] == "arxdesk.__main__:main"
