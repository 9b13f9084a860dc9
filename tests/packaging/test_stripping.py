"""Libraries get smaller and still load; one that `strip` would break stays as it was."""

from __future__ import annotations

import ctypes
import shutil
import stat
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.packaging.scripts import load_script

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux") or shutil.which("strip") is None, reason="strip is a tool of Linux"
)


def library_here(module: str) -> Path:
    spec = find_spec(module)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin)


def test_that_a_stripped_library_is_smaller_keeps_its_rights_and_loads(tmp_path: Path):
    path = tmp_path / "library.so"
    shutil.copy(library_here("sqlalchemy.engine._result_cy"), path)
    path.chmod(0o755)
    before = path.stat().st_size
    saved = load_script("stripping").strip_libraries(tmp_path)
    assert saved == before - path.stat().st_size > 0
    assert stat.S_IMODE(path.stat().st_mode) == 0o755
    ctypes.CDLL(str(path))
    assert list(tmp_path.iterdir()) == [path]


def test_that_a_library_that_would_not_load_any_more_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The tool of wheels has moved parts of this one, so that `strip` breaks it."""
    [original] = library_here("numpy").parent.parent.glob("numpy.libs/libscipy_openblas*")
    path = tmp_path / "openblas.so"
    shutil.copy(original, path)
    stripping = load_script("stripping")
    assert stripping.loads(path.read_bytes())
    stripping.strip_libraries(tmp_path)
    assert path.read_bytes() == original.read_bytes()
    monkeypatch.setattr(stripping, "loads", lambda _content: True)
    stripping.strip_libraries(tmp_path)
    with pytest.raises(OSError, match="not page-aligned"):
        ctypes.CDLL(str(path))


def test_that_other_files_and_links_are_left_alone(tmp_path: Path):
    (tmp_path / "text.so").write_text("no library")
    (tmp_path / "link.so").symlink_to("text.so")
    assert load_script("stripping").strip_libraries(tmp_path) == 0
    assert (tmp_path / "text.so").read_text() == "no library"
    assert (tmp_path / "link.so").is_symlink()


def test_that_nothing_happens_without_the_tool(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    stripping = load_script("stripping")
    monkeypatch.setattr(stripping.shutil, "which", lambda _name: None)
    assert stripping.strip_libraries(tmp_path) == 0
