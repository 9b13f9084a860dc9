"""The built folder, moved to where nobody may write, does what the checkout does: the window and the commands."""

from __future__ import annotations

import contextlib
import csv
import hashlib
import json
import os
import re
import shutil
import sqlite3
import stat
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import pandas as pd
import pyreadstat
import pytest

from tests.engine.arx.arx_classes import model_configuration, model_of, project_model
from tests.engine.arx.arx_projects import with_objects, written, xml_parts
from tests.packaging.core_environment import core_environment
from tests.packaging.scripts import load_script
from tests.places import EXAMPLE, ROOT

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the folder was never built on other systems"),
]

IS_COMPILED_AHEAD = shutil.which("cc") is not None
MOST_MEGABYTES = 450 if IS_COMPILED_AHEAD else 660
RECORDS = 1_000
JOB = """
[data]
path = "{path}"
{source}

[attributes]
"*" = {{ role = "insensitive" }}
sex = {{ role = "quasi-identifying", hierarchy = "{example}/hierarchy_sex.csv" }}
age = {{ role = "quasi-identifying", type = "integer", hierarchy = "{example}/hierarchy_age.csv" }}

[[privacy]]
model = "k-anonymity"
k = 3

[utility]
targets = ["admission_type"]
folds = 2
"""

RUN = """
import json, sys
from pathlib import Path
from arxdesk.__main__ import main
from arxdesk_engine import kernels
status = main(sys.argv[1:])
print(json.dumps({"from": str(Path(kernels.__file__).parents[2]), "numba": "numba" in sys.modules}))
sys.exit(status)
"""


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The program, built from a clean clone that is gone, in a place with difficult signs that nobody may write to."""
    clone = tmp_path_factory.mktemp("build") / "clone"
    subprocess.run(["git", "clone", "--quiet", str(ROOT), str(clone)], check=True)
    command = [sys.executable, "packaging/build.py", "--python", sys.executable]
    built = subprocess.run(command, cwd=clone, capture_output=True, text=True, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    assert f"The program is in {clone}/dist/ArxDesk" in built.stdout
    folder = tmp_path_factory.mktemp("Büro 1") / "ArxDesk"
    shutil.move(clone / "dist" / "ArxDesk", folder)
    shutil.rmtree(clone)
    everything = [folder, *folder.rglob("*")]
    for path in everything:
        if not path.is_symlink():
            path.chmod(path.stat().st_mode & ~0o222)
    before = state(folder)
    yield folder / "arxdesk"
    after = state(folder)
    for path in everything:
        if path.is_dir() and not path.is_symlink():
            path.chmod(stat.S_IRWXU)
    shutil.rmtree(folder)  # it is too large to be kept with what tests leave
    assert after == before, "the program has written into its own folder"


def state(folder: Path) -> dict[str, tuple[int, int]]:
    entries = ((path, path.lstat()) for path in folder.rglob("*"))
    return {str(path): (entry.st_size, entry.st_mtime_ns) for path, entry in entries}


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty home folder."""
    return tmp_path_factory.mktemp("home")


def without_network() -> list[str]:
    """What keeps a command from the network, where this machine lets us."""
    prefix = ["unshare", "--map-root-user", "--net"]
    with contextlib.suppress(OSError):
        if subprocess.run([*prefix, "true"], capture_output=True, check=False).returncode == 0:
            return prefix
    return []


def start(program: Path, home: Path, arguments: Sequence[object], cwd: Path) -> str:
    """Run the program with nothing of this environment but a bare path; return what it printed."""
    environ = {"HOME": str(home), "PATH": "/usr/bin:/bin", "QT_QPA_PLATFORM": "offscreen", "LANG": "C.UTF-8"}
    command = [*without_network(), str(program), *map(str, arguments)]
    done = subprocess.run(command, cwd=cwd, env=environ, capture_output=True, text=True, timeout=600, check=False)
    assert (done.returncode, done.stderr) == (0, ""), done.stdout + done.stderr
    return done.stdout


def start_checkout(arguments: Sequence[object]) -> str:
    command = [sys.executable, "-m", "arxdesk", *map(str, arguments)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout


def digest(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()


def test_that_the_window_works_with_the_example(program: Path, home: Path, tmp_path: Path):
    for cwd in (tmp_path, program.parent):
        said = start(program, home, ["--check", tmp_path / "pictures"], cwd)
        assert said.splitlines()[-1] == "This installation works."
    names = {path.name for path in (tmp_path / "pictures").glob("*.png")}
    assert names == {"configure.png", "explore.png", "quality.png", "risk.png"}


def test_that_a_check_leaves_nothing_of_it_behind(program: Path, home: Path, tmp_path: Path):
    start(program, home, ["--check"], tmp_path)
    left = [path for path in home.rglob("*") if path.is_file()]
    assert (left == []) == IS_COMPILED_AHEAD


def test_that_the_example_is_anonymized_as_by_the_checkout(program: Path, home: Path, tmp_path: Path):
    job = EXAMPLE / "discharge.toml"
    mine, its = tmp_path / "mine.csv", tmp_path / "its.csv"
    said = start(program, home, ["run", job, "--output", its, "--quiet"], tmp_path)
    assert said == ""
    start_checkout(["run", job, "--output", mine, "--quiet"])
    assert digest(its) == digest(mine)


def test_that_the_example_is_inspected_as_by_the_checkout(program: Path, home: Path, tmp_path: Path):
    arguments = ["inspect", EXAMPLE / "discharge.toml", "--risks", 2]
    assert start(program, home, arguments, tmp_path) == start_checkout(arguments)


@pytest.mark.skipif(not IS_COMPILED_AHEAD, reason="there is no C compiler")
def test_that_a_wheel_brings_the_kernels_of_the_program_and_numba_stays_unloaded(program: Path, tmp_path: Path):
    platform_wheel, bundle = load_script("platform_wheel"), load_script("offline_bundle")
    kernels = program.parent / "_internal" / platform_wheel.PLACE
    wheel = platform_wheel.with_kernels(bundle.build_wheel(tmp_path), kernels, tmp_path)
    python, installed, its = core_environment(tmp_path / "environment"), tmp_path / "installed", tmp_path / "its.csv"
    shutil.unpack_archive(wheel, installed, "zip")
    environ = {"HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "PYTHONPATH": str(installed), "LANG": "C.UTF-8"}
    command = [str(python), "-c", RUN, "run", str(EXAMPLE / "discharge.toml"), "--output", str(its), "--quiet"]
    done = subprocess.run(command, cwd=tmp_path, env=environ, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert json.loads(done.stdout) == {"from": str(installed), "numba": False}
    assert list(installed.rglob("*.nb[ci]")) == []
    mine = tmp_path / "mine.csv"
    start_checkout(["run", EXAMPLE / "discharge.toml", "--output", mine, "--quiet"])
    assert digest(its) == digest(mine)


def test_that_reports_are_written_as_page_and_as_pdf(program: Path, home: Path, tmp_path: Path):
    job, page, printed = EXAMPLE / "discharge.toml", tmp_path / "its.html", tmp_path / "its.pdf"
    for output in (page, printed):
        start(program, home, ["report", job, "--output", output, "--quiet"], tmp_path)
    start_checkout(["report", job, "--output", tmp_path / "mine.html", "--quiet"])
    mine, its = (path.read_text(encoding="utf-8") for path in (tmp_path / "mine.html", page))
    assert re.findall(r"<h\d.*?</h\d>", its) == re.findall(r"<h\d.*?</h\d>", mine) != []
    assert its.count("<svg") == mine.count("<svg") > 0
    assert printed.read_bytes().startswith(b"%PDF-")
    assert b"/FontFile" in printed.read_bytes()


def example_table() -> pd.DataFrame:
    with (EXAMPLE / "discharge.csv").open(encoding="utf-8", newline="") as stream:
        header, *rows = csv.reader(stream)
    return pd.DataFrame(rows[:RECORDS], columns=header)


def write(table: pd.DataFrame, path: Path) -> None:
    if path.suffix == ".parquet":
        table.to_parquet(path)
    elif path.suffix == ".xlsx":
        table.to_excel(path, index=False, engine="xlsxwriter")
    elif path.suffix == ".sav":
        pyreadstat.write_sav(table, str(path))
    elif path.suffix == ".sqlite":
        with contextlib.closing(sqlite3.connect(path)) as connection:
            table.to_sql("stays", connection, index=False)


@pytest.mark.parametrize("suffix", [".parquet", ".xlsx", ".sav", ".sqlite"])
def test_that_tables_of_every_kind_are_read_and_predictions_made_as_by_the_checkout(
    program: Path, home: Path, tmp_path: Path, suffix: str
):
    table, job = tmp_path / f"stays{suffix}", tmp_path / "job.toml"
    write(example_table(), table)
    source = 'table = "stays"' if suffix == ".sqlite" else ""
    job.write_text(JOB.format(path=table.name, source=source, example=EXAMPLE), encoding="utf-8")
    reports = []
    for name in ("its", "mine"):
        files = ["--output", tmp_path / f"{name}.csv", "--report", tmp_path / f"{name}.json", "--quiet"]
        arguments = ["run", job, *files]
        _said = start(program, home, arguments, tmp_path) if name == "its" else start_checkout(arguments)
        reports.append(json.loads((tmp_path / f"{name}.json").read_text(encoding="utf-8")))
    assert digest(tmp_path / "its.csv") == digest(tmp_path / "mine.csv")
    assert reports[0]["utility"] == reports[1]["utility"]


def test_that_a_table_that_stays_outside_memory_is_anonymized_as_by_the_checkout(
    program: Path, home: Path, tmp_path: Path
):
    table, job = tmp_path / "stays.parquet", tmp_path / "job.toml"
    write(example_table(), table)
    text = JOB.format(path=table.name, source='engine = "duckdb"', example=EXAMPLE).partition("[utility]")[0]
    job.write_text(text, encoding="utf-8")
    mine, its = tmp_path / "mine.csv", tmp_path / "its.csv"
    said = start(program, home, ["run", job, "--output", its], tmp_path)
    assert "Verified by a recount of the written file: 3-anonymity." in said
    start_checkout(["run", job, "--output", mine, "--quiet"])
    assert digest(its) == digest(mine)


@pytest.mark.parametrize("suffix", [".parquet", ".xlsx", ".sav", ".dta"])
def test_that_results_of_every_kind_are_written_and_confirmed(program: Path, home: Path, tmp_path: Path, suffix: str):
    output = tmp_path / f"its{suffix}"
    said = start(program, home, ["run", EXAMPLE / "discharge.toml", "--output", output], tmp_path)
    assert "Verified by a recount of the written file: 5-anonymity." in said
    assert output.stat().st_size > 0


def test_that_a_project_of_arx_is_read_as_by_the_checkout(program: Path, home: Path, tmp_path: Path):
    model = project_model(kAnonymityModel=model_of("KAnonymity", enabled=True, k=5))
    parts = with_objects(xml_parts(), model, model_configuration())
    arguments = ["inspect", written(tmp_path / "study.deid", parts)]
    said = start(program, home, arguments, tmp_path)
    assert said == start_checkout(arguments) != ""


def test_that_what_is_needed_is_there_and_what_is_not_is_left_out(program: Path):
    inside = program.parent / "_internal"
    for name in ("help/index.md", "icons/LICENSE.txt", "style/arxdesk.qss", "hierarchies/icd-10.csv"):
        assert (inside / "arxdesk_resources" / name).is_file()
    plugins = inside / "PySide6" / "Qt" / "plugins"
    for name in ("platforms/libqxcb.so", "platforms/libqwayland.so", "platforms/libqoffscreen.so"):
        assert (plugins / name).is_file()
    assert (plugins / "imageformats" / "libqsvg.so").is_file()
    assert list(inside.glob("numpy-*.dist-info/licenses/*"))
    assert [path for path in inside.rglob("*") if path.is_symlink() and not path.exists()] == []
    words = {"pytest", "hypothesis", "mypy", "ruff", "tests", "PyInstaller", "tkinter", "libQt6Qml.so.6"}
    words |= {"numba", "llvmlite"} if IS_COMPILED_AHEAD else set()
    assert [path for path in inside.rglob("*") if path.name in words] == []
    unused = ("libarrow_substrait.*", "QtOpenGL*", "libQt6OpenGL*", "_highspy")
    assert [path for pattern in unused for path in inside.rglob(pattern)] == []
    assert list(inside.rglob("*.nb[ci]")) == []
    megabytes = sum(path.stat().st_size for path in program.parent.rglob("*") if not path.is_symlink()) / 1_000_000
    assert megabytes < MOST_MEGABYTES


def test_that_every_library_finds_those_that_it_is_linked_with(program: Path):
    """Except for what belongs to the system of the person (graphics, Wayland) or is missing where it was built."""
    inside = program.parent / "_internal"
    inside_names = {path.name for path in inside.rglob("*.so*")}
    missing = set()
    for path in inside.rglob("*.so*"):
        if not path.is_symlink() and os.path.getsize(path) > 0:  # noqa: PTH202 - a link that leads nowhere
            told = subprocess.run(["ldd", str(path)], capture_output=True, text=True, check=False).stdout
            missing |= {line.split()[0] for line in told.splitlines() if "not found" in line}
    system = ("libwayland-", "libxcb", "libX", "libEGL", "libGL", "libxkbcommon")
    assert [name for name in missing - inside_names if not name.startswith(system)] == []
