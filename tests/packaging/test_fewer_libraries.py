"""A library of which nothing is asked for is taken out, and one that is there twice is there once; all else stays."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.packaging.scripts import load_script

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or sys.maxsize < 2**32 or not (shutil.which("cc") and shutil.which("nm")),
    reason="libraries of Linux are made and read",
)


def library(path: Path, source: str, *linked: str) -> None:
    command = [
        "cc",
        "-shared",
        "-fPIC",
        "-Wl,--no-as-needed",
        f"-Wl,-soname,{path.name}",
        "-o",
        str(path),
        "-x",
        "c",
        "-",
    ]
    command += ["-x", "none", f"-L{path.parent}", *(f"-l:{name}" for name in linked), "-Wl,-rpath,$ORIGIN"]
    subprocess.run(command, input=source, text=True, capture_output=True, check=True)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    library(tmp_path / "libextra.so.1", "int extra(void) { return 7; }")
    library(tmp_path / "libbase.so.1", "int base(void) { return 1; }")
    library(
        tmp_path / "user.so", "int base(void); int use(void) { return base() + 1; }", "libextra.so.1", "libbase.so.1"
    )
    return tmp_path


def test_that_a_library_of_which_nothing_is_asked_for_goes_and_the_others_load(folder: Path):
    size = (folder / "libextra.so.1").stat().st_size
    assert load_script("fewer_libraries").take_out(folder, "libextra.so") == size
    assert {path.name for path in folder.iterdir()} == {"libbase.so.1", "user.so"}
    assert ctypes.CDLL(str(folder / "user.so")).use() == 2


def test_that_a_library_stays_of_which_something_is_asked_for(folder: Path):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    assert load_script("fewer_libraries").take_out(folder, "libbase.so") == 0
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_that_nothing_happens_where_there_is_no_such_library(folder: Path):
    assert load_script("fewer_libraries").take_out(folder, "libother.so") == 0


def test_that_a_file_that_is_no_library_is_left_alone(folder: Path):
    (folder / "text.so").write_text("GROUP ( libextra.so.1 )", encoding="utf-8")
    assert load_script("fewer_libraries").take_out(folder, "libextra.so") > 0
    assert (folder / "text.so").read_text(encoding="utf-8") == "GROUP ( libextra.so.1 )"


def test_that_the_same_library_is_there_once_and_both_places_load(folder: Path):
    for name in ("one.libs", "two.libs"):
        (folder / name).mkdir()
        shutil.copy(folder / "libextra.so.1", folder / name)
    shutil.copy(folder / "libextra.so.1", folder / "one.libs" / "libother.so.1")
    shutil.copy(folder / "libbase.so.1", folder / "two.libs" / "libother.so.1")
    size = (folder / "libextra.so.1").stat().st_size
    assert load_script("fewer_libraries").link_same(folder) == 2 * size
    links = {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_symlink()}
    assert links == {"one.libs/libextra.so.1", "two.libs/libextra.so.1"}
    assert not (folder / "two.libs" / "libextra.so.1").readlink().is_absolute()
    assert ctypes.CDLL(str(folder / "two.libs" / "libextra.so.1")).extra() == 7
