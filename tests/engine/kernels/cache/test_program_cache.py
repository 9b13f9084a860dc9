"""A packaged program keeps its kernels in the user's cache folder, wherever it lies and is started from."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from arxdesk_engine.kernels.cache import program_cache
from arxdesk_engine.kernels.cache.program_cache import ProgramLocator
from tests.places import ROOT, SEARCH_PATH

PACKAGED = """
import sys
sys.frozen = True
from arxdesk_engine.kernels.jit import nb
code = compile("def add(one, other):\\n    return one + other\\n", "invented/nowhere.py", "exec")
exec(code)
compiled = nb.njit("int64(int64, int64)", cache=True)(add)
assert compiled(2, 3) == 5
print(sum(compiled.stats.cache_hits.values()), sum(compiled.stats.cache_misses.values()))
"""


@pytest.fixture(autouse=True)
def forgotten():
    for function in (program_cache.folder, program_cache.fingerprint):
        function.cache_clear()
    yield
    for function in (program_cache.folder, program_cache.fingerprint):
        function.cache_clear()


def start(cwd: Path, cache: Path) -> str:
    done = subprocess.run(
        [sys.executable, "-c", PACKAGED],
        cwd=cwd,
        env={"PYTHONPATH": SEARCH_PATH, "NUMBA_CACHE_DIR": str(cache), "PATH": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_that_the_second_start_uses_what_the_first_compiled_also_from_another_folder(tmp_path: Path):
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    cache = tmp_path / "cache"
    assert start(tmp_path, cache) == "0 1"
    assert start(elsewhere, cache) == "1 0"
    [folder] = cache.iterdir()
    assert folder.name.startswith("kernels-")
    assert {path.suffix for path in folder.iterdir()} == {".nbi", ".nbc"}


def test_that_a_folder_that_cannot_be_made_is_replaced_for_this_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "file"))
    folder = Path(program_cache.folder())
    assert folder.is_dir()
    assert not folder.is_relative_to(tmp_path)
    program_cache._fallbacks.pop().cleanup()


def test_that_the_folder_is_the_users_own_and_names_the_version(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    monkeypatch.setattr(program_cache.platformdirs, "user_cache_path", lambda name, **_: tmp_path / name)
    assert program_cache.folder() == str(tmp_path / "ArxDesk" / f"kernels-{program_cache.__version__}")


def test_that_another_program_file_makes_what_is_cached_stale(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    prints = []
    for content in (b"one", b"other"):
        program = tmp_path / "program"
        program.write_bytes(content)
        monkeypatch.setattr(program_cache.sys, "executable", str(program))
        program_cache.fingerprint.cache_clear()
        prints.append(ProgramLocator(1).get_source_stamp())
    assert prints[0] != prints[1]


def test_that_an_ordinary_python_keeps_numbas_own_places():
    script = "from arxdesk_engine.kernels.jit import nb; print(repr(nb.config.CACHE_LOCATOR_CLASSES))"
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout.strip() == "''"
