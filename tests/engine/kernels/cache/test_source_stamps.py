"""Compiled kernels are compiled again when any file that went into them has changed, not only their own."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from arxdesk_engine.kernels.cache import source_stamps
from tests.places import ROOT, SEARCH_PATH

KERNELS = ROOT / "engine" / "arxdesk_engine" / "kernels"
CALLER = """
import sys
sys.path.insert(0, {folder!r})
import arxdesk_engine.kernels.jit
from lent.kernels.caller import compiled
print(compiled(1), sum(compiled.stats.cache_hits.values()))
"""


@pytest.fixture
def kernels(tmp_path: Path) -> Path:
    folder = tmp_path / "arxdesk_engine" / "kernels"
    shutil.copytree(KERNELS, folder, ignore=shutil.ignore_patterns("__pycache__"))
    return folder


def stamp(file: Path) -> str:
    for function in (source_stamps.stamp, source_stamps._imported, source_stamps._digest):
        function.cache_clear()
    return source_stamps.stamp(file)


@pytest.mark.parametrize(
    ("changed", "is_stale"),
    [
        ("exact/queue.py", True),
        ("exact/arrays.py", True),  # imported as a module
        ("exact/order.py", True),  # names of it are imported
        ("prefix_tree.py", True),
        ("arrays.py", True),  # through others
        ("distance.py", False),
        ("groupwise/bound.py", False),
    ],
)
def test_that_kernels_are_stale_when_what_they_import_has_changed(changed: str, is_stale: bool, kernels: Path):
    before = stamp(kernels / "exact" / "queue.py")
    with (kernels / changed).open("a") as file:
        file.write("# changed\n")
    assert (stamp(kernels / "exact" / "queue.py") != before) is is_stale


def test_that_a_constant_of_another_file_is_compiled_anew(tmp_path: Path):
    folder = tmp_path / "lent" / "kernels"
    folder.mkdir(parents=True)
    (folder.parent / "__init__.py").touch()
    (folder / "__init__.py").touch()
    (folder / "caller.py").write_text(
        "from arxdesk_engine.kernels.jit import nb\n"
        "from lent.kernels.constants import ADDED\n\n"
        '@nb.njit("int64(int64)", cache=True)\n'
        "def compiled(value):\n"
        "    return value + ADDED\n"
    )
    said = []
    for added in (1, 1, 20):
        (folder / "constants.py").write_text(f"ADDED = {added}\n")
        done = subprocess.run(
            [sys.executable, "-B", "-c", CALLER.format(folder=str(tmp_path))],
            env={"PYTHONPATH": SEARCH_PATH, "NUMBA_CACHE_DIR": str(tmp_path / "cache"), "PATH": ""},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        said.append(done.stdout.split())
    assert said == [["2", "0"], ["2", "1"], ["21", "0"]]
