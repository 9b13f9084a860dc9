"""Without any extra the command line and the library do all they can, and say in a sentence what is missing."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest
from packaging.requirements import Requirement

from arxdesk_engine.foundation.extras import _LIBRARIES, MissingLibrary, require_extra
from tests.packaging.core_environment import core_environment
from tests.packaging.scripts import load_script
from tests.places import EXAMPLE, ROOT

JOB = EXAMPLE / "discharge.toml"
DATABASE = "postgresql://somebody@nowhere/db"
LEFT_TO_PYTHON = ("PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
SCRIPT = """
import contextlib, io, json, sys
from arxdesk.__main__ import main
told = []
for arguments in json.loads(sys.argv[1]):
    with contextlib.redirect_stdout(io.StringIO()) as said, contextlib.redirect_stderr(io.StringIO()) as complaint:
        status = main(arguments)
    told.append((status, said.getvalue(), complaint.getvalue()))
print(json.dumps(told))
"""
LEFT_OUT = ("pyside6-essentials", "shiboken6", "pyqtgraph", "sqlalchemy", "duckdb", "pyreadstat", "psycopg", "pyspark")

links = pytest.mark.skipif(sys.platform == "win32", reason="links to folders need a right of their own there")


@pytest.fixture(scope="module")
def python(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return core_environment(tmp_path_factory.mktemp("core") / "venv")


def start(python: Path, *commands: Sequence[object]) -> list[tuple[int, str, str]]:
    """The status, output and complaint of each command line, all in one process of the environment."""
    given = json.dumps([[*map(str, command)] for command in commands])
    environ = {name: value for name, value in os.environ.items() if name not in LEFT_TO_PYTHON}
    told = subprocess.run([python, "-c", SCRIPT, given], env=environ, capture_output=True, text=True, check=True)
    return [(status, said, complaint) for status, said, complaint in json.loads(told.stdout)]


def job_for(path: str, output: object, more: str = "") -> str:
    return f"""
[data]
path = "{path}"
{more}
[attributes]
"*" = {{ role = "insensitive" }}
sex = {{ role = "quasi-identifying", hierarchy = "{EXAMPLE}/hierarchy_sex.csv" }}
[[privacy]]
model = "k-anonymity"
k = 3
[output]
path = "{output}"
"""


def test_that_the_core_brings_neither_qt_nor_what_extras_bring():
    distributions = load_script("distributions")
    assert distributions.required().keys().isdisjoint(LEFT_OUT)
    assert distributions.required(["desktop"]).keys() >= {"pyside6-essentials", "duckdb", "sqlalchemy", "numpy"}


def test_that_every_library_is_of_the_extra_that_is_told():
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    for extra, (module, _name) in _LIBRARIES.items():
        brought = {Requirement(line).name.lower() for line in extras[extra]}
        assert any(name.startswith(module.lower()) for name in brought)


def test_that_what_is_there_is_not_complained_about():
    for extra in _LIBRARIES:
        require_extra(extra, "job.toml")


def test_that_what_is_missing_is_told_with_its_command(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(_LIBRARIES, "duckdb", ("no_such_module", "DuckDB"))
    with pytest.raises(MissingLibrary) as told:
        require_extra("duckdb", "visits", "Or take less.")
    assert told.value.message == (
        "visits: DuckDB is needed for this, and is not installed. "
        'Install it with: pip install "arxdesk[duckdb]". Or take less.'
    )


@links
def test_that_the_example_is_anonymized_and_reported_without_any_extra(python: Path, tmp_path: Path):
    output, report, page = (tmp_path / name for name in ("out.xlsx", "report.json", "report.html"))
    released = ("run", JOB, "--output", output, "--report", report)
    (status, said, complaint), written = start(python, released, ("report", JOB, "--output", page, "--quiet"))
    assert (status, complaint) == (0, "")
    assert "Verified by a recount" in said
    assert report.stat().st_size > 0
    assert written == (0, "", "")
    assert page.stat().st_size > 0


@links
def test_that_the_window_and_pages_in_pdf_need_the_desktop(python: Path, tmp_path: Path):
    *windows, printed = start(python, (), ("--check",), (JOB,), ("report", JOB, "--output", tmp_path / "report.pdf"))
    for status, _said, complaint in windows:
        assert status == 2
        assert complaint == (
            "arxdesk: the window: Qt is needed for this, and is not installed. "
            'Install it with: pip install "arxdesk[desktop]". Or use the commands; arxdesk --help lists them.\n'
        )
    status, _said, complaint = printed
    assert status == 2
    assert complaint.endswith('pip install "arxdesk[desktop]". Or write the report as .html.\n')


FORMATS = (
    ("stays.sav", "out.csv", "", "statistical"),
    ("stays.csv", "out.dta", "", "statistical"),
    ("stays.sqlite", "out.csv", 'table = "stays"', "databases"),
    (DATABASE, "out.csv", 'table = "stays"', "databases"),
    ("stays.csv", "out.sqlite", "", "databases"),
    ("stays.csv", "out.csv", 'engine = "duckdb"', "duckdb"),
    (DATABASE, DATABASE, 'table = "stays"\nengine = "database"', "databases"),
)
"""A table, the output, more settings of the section [data], and the extra that is missing."""


@links
def test_that_other_formats_name_their_extra(python: Path, tmp_path: Path):
    commands = []
    for number, (table, output, more, _extra) in enumerate(FORMATS):
        folder = tmp_path / str(number)
        folder.mkdir()
        if table != DATABASE:
            (folder / table).write_bytes((EXAMPLE / "discharge.csv").read_bytes())
        content = job_for(table, output if output == DATABASE else folder / output, more)
        kept = "" if output.endswith((".csv", ".dta")) else 'table = "kept"\n'
        (folder / "job.toml").write_text(content + kept, encoding="utf-8")
        commands.append(("run", folder / "job.toml", "--quiet"))
    for number, (status, _said, complaint) in enumerate(start(python, *commands)):
        table, _output, _more, extra = FORMATS[number]
        assert status == 2, complaint
        assert f'pip install "arxdesk[{extra}]"' in complaint
        assert {path.name for path in (tmp_path / str(number)).iterdir()} <= {"job.toml", table}
