"""The script of a job does what `arxdesk run` does with the job."""

import ast
import json
import subprocess
import sys
import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.cli.commands import main
from arxdesk_engine.job.job import Job, job_from, load_job
from arxdesk_engine.job.script import WIDTH, _literal, python_of
from tests.engine.verification.runs import job_on, people
from tests.places import EXAMPLE_JOB, SEARCH_PATH
from tests.tiers import examples

K = {"model": "k-anonymity", "k": 5}


def executed(script, folder):
    path = folder / "script.py"
    path.write_text(script, encoding="utf-8")
    environment = {"PYTHONPATH": SEARCH_PATH, "PATH": "", "HOME": str(folder)}
    command = [sys.executable, "-W", "error", str(path)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    "sections",
    [
        {"output": {"path": "out.csv", "suppressed": "drop", "codebook": "book.csv"}},
        {"output": {"path": "out.tsv"}, "utility": {}, "search": {"local_recoding": {"iterations": 20}}},
        {"output": {"path": "out.csv", "spread": "spread.csv"}, "search": {"recoding": "groupwise"}},
        {
            "output": {"path": "out.db", "table": "shared"},
            "search": {"algorithm": "genetic", "check_limit": 30, "seed": 7},
        },
    ],
    ids=["text", "recoding", "drawn values", "database"],
)
def test_that_a_script_writes_what_the_command_line_writes(tmp_path, sections, capsys):
    output = {"path": "out.csv"} | sections.get("output", {})
    job = job_on(tmp_path, people(), [K], **{**sections, "output": output}).job
    job.save(tmp_path / "job.toml")
    assert main(["run", str(tmp_path / "job.toml"), "--report", str(tmp_path / "report.json")]) == 0
    names = [name for name in (output["path"], output.get("codebook"), output.get("spread")) if name]
    by_command = {name: (tmp_path / name).read_bytes() for name in names}
    for name in names:
        (tmp_path / name).unlink()
    done = executed(python_of(load_job(tmp_path / "job.toml")), tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == "Verified by a recount of the written file: 5-anonymity.\n"
    for name in names:
        if name.endswith(".db"):
            assert json.loads((tmp_path / "report.json").read_text())["output"]["table"] == "shared"
        else:
            assert (tmp_path / name).read_bytes() == by_command[name]


def test_that_absolute_paths_mean_the_same_everywhere(tmp_path):
    job = job_on(tmp_path, people(), [K], output={"path": "out.csv"}).job
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = executed(python_of(job.absolute()), elsewhere)
    assert (done.returncode, done.stderr) == (0, "")
    assert (tmp_path / "out.csv").exists()


def test_that_a_job_without_output_is_shown(tmp_path):
    done = executed(python_of(job_on(tmp_path, people(), [K]).job), tmp_path)
    assert done.returncode == 0
    assert "240 rows" in done.stdout


def test_that_a_job_that_nothing_satisfies_ends_in_words(tmp_path):
    anonymizer = job_on(tmp_path, people(), [{"model": "k-anonymity", "k": 1000}], suppression={"limit": 0.0})
    done = executed(python_of(anonymizer.job), tmp_path)
    assert (done.returncode, done.stderr) == (1, "No transformation was found: infeasible.\n")


def test_that_the_password_of_a_database_is_told_of_and_not_there():
    job = job_from({"data": {"path": "postgresql://me@host/db", "table": "t"}})
    assert "# The password of the database comes from the variable ARXDESK_DATABASE_PASSWORD." in python_of(job)


def test_that_the_example_is_readable():
    job = load_job(EXAMPLE_JOB)
    script = python_of(job)
    assert max(map(len, script.splitlines())) <= WIDTH + 20
    assert len(script.splitlines()) < 50
    assert job_of(script).content() == job.content()


def job_of(script: str) -> Job:
    """The job that a script holds."""
    call = next(
        node
        for node in ast.walk(ast.parse(script))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "job_from"
    )
    return job_from(ast.literal_eval(call.args[0]))


PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=20,
)


@given(PLAIN)
@settings(max_examples=examples(300))
def test_that_any_values_are_written_as_literals(value):
    assert ast.literal_eval(_literal(value)) == value


def test_that_paths_into_an_archive_mean_the_same(tmp_path):
    job = job_from(
        {"data": {"path": "study.arxdesk/data.parquet"}, "output": {"path": "out.csv", "codebook": "b.html"}}
    )
    absolute = job.at(tmp_path / "job.toml").absolute()
    assert absolute.data.path == str(tmp_path / "study.arxdesk" / "data.parquet")
    assert (absolute.output.path, absolute.output.codebook) == (str(tmp_path / "out.csv"), str(tmp_path / "b.html"))
    assert job_of(python_of(absolute)).content() == absolute.content()
    again = job_from(tomllib.loads(absolute.to_toml()))
    assert again.content() == absolute.content()
