"""The commands `run` and `inspect` as their users call them: exit status, errors, files, report."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk_engine import __version__
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search import ALGORITHMS
from tests.arxdesk.cli.calling import Done, OnTerminal, arxdesk, arxdesk_process, found_something
from tests.arxdesk.conftest import wide_project
from tests.engine.problems import ADULT, reference_job
from tests.places import EXAMPLE_JOB as EXAMPLE
from tests.places import ROOT

PEOPLE = "name,age,sex\n" + "".join(f"n{age},{age},{'mf'[age % 2]}\n" for age in range(10, 18))
AGES = "".join(f"{age},{age // 4 * 4}-{age // 4 * 4 + 3},*\n" for age in range(10, 20))
JOB = """
[data]
path = "people.csv"
[attributes.name]
role = "identifying"
[attributes.age]
role = "quasi-identifying"
hierarchy = "ages.csv"
[attributes.sex]
role = "quasi-identifying"
[[privacy]]
model = "k-anonymity"
k = 2
[suppression]
limit = 0.5
"""


def first_line(done: Done | subprocess.CompletedProcess[str]) -> str:
    return done.stderr.splitlines()[0]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "ages.csv").write_text(AGES)
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path


@pytest.fixture
def job(folder: Path) -> Path:
    return folder / "job.toml"


def changed(job: Path, *changes: tuple[str, str]) -> Path:
    text = job.read_text()
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    job.write_text(text)
    return job


def files(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}


def rows(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(newline="", encoding="utf-8") as stream:
        return list(csv.DictReader(stream, delimiter=delimiter))


def test_that_a_job_is_run_and_told(job: Path, folder: Path):
    target, report = folder / "out.csv", folder / "report.json"
    done = arxdesk_process("run", job, "--output", target, "--report", report)
    assert done.returncode == 0
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    assert lines[0] == "Optimum proven: no other transformation keeps more detail under these rules."
    assert lines[-1] == f"Written to {target}."
    assert "Highest risk: before 100 %, now 25 %." in lines
    written = rows(target)
    assert len(written) == 8
    assert {row["name"] for row in written} == {"*"}
    facts = json.loads(report.read_text())
    assert facts["output"] == {"path": str(target), "sha256": hashlib.sha256(target.read_bytes()).hexdigest()}


def test_that_the_report_has_the_fields_of_the_contract(job: Path, folder: Path):
    report = folder / "report.json"
    assert arxdesk("run", job, "--output", folder / "out.csv", "--report", report).returncode == 0
    facts = json.loads(report.read_text())
    assert facts["arxdesk"] == __version__
    assert facts["input"] == {
        "records": 8,
        "quasi_identifiers": ["age", "sex"],
        "sensitive": [],
        "distinct_records": 8,
    }
    assert facts["search"].keys() == {
        "algorithm",
        "status",
        "lattice_size",
        "checks",
        "lower_bound",
        "gap",
        "seconds",
        "threads",
    }
    assert facts["search"]["algorithm"] == "optimal"
    assert facts["search"]["status"] == "optimal"
    assert facts["search"]["lattice_size"] == 3
    assert facts["search"]["gap"] == 0.0
    assert facts["solution"].keys() == {
        "levels",
        "score",
        "suppressed_records",
        "classes",
        "smallest_class",
        "largest_class",
    }
    assert list(facts["solution"]["levels"]) == ["age", "sex"]
    for side in ("input", "output"):
        assert {"highest", "average", "records_at_risk"} <= facts["risk"][side]["prosecutor"].keys()
    assert 0.0 <= facts["quality"]["granularity"] <= 1.0
    assert facts["search"]["lower_bound"] <= facts["solution"]["score"]


def test_that_a_job_may_name_its_output_relative_to_itself(job: Path, folder: Path):
    job.write_text(JOB + '[output]\npath = "out.csv"\n')
    assert arxdesk("run", job).returncode == 0
    assert len(rows(folder / "out.csv")) == 8


def test_that_output_on_the_command_line_goes_before_that_of_the_job(job: Path, folder: Path):
    job.write_text(JOB + '[output]\npath = "out.csv"\n')
    assert arxdesk("run", job, "--output", folder / "other.csv").returncode == 0
    assert not (folder / "out.csv").exists()
    assert (folder / "other.csv").exists()


def test_that_without_an_output_nothing_is_written_and_that_is_said(job: Path, folder: Path):
    before = files(folder)
    done = arxdesk("run", job)
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "Nothing was written: name a file with --output."
    assert files(folder) == before


def test_that_tsv_is_written_with_tabs(job: Path, folder: Path):
    assert arxdesk("run", job, "--output", folder / "out.tsv").returncode == 0
    assert len(rows(folder / "out.tsv", "\t")) == 8
    assert rows(folder / "out.tsv", "\t")[0].keys() == {"name", "age", "sex"}


def test_that_removed_records_are_kept_as_stars_or_left_out(job: Path, folder: Path):
    (folder / "people.csv").write_text(PEOPLE + "n19,19,x\n")
    report = folder / "report.json"
    assert arxdesk("run", job, "--output", folder / "kept.csv", "--report", report).returncode == 0
    removed = json.loads(report.read_text())["solution"]["suppressed_records"]
    assert removed > 0
    kept = rows(folder / "kept.csv")
    assert len(kept) == 9
    assert sum(row["age"] == "*" and row["sex"] == "*" for row in kept) == removed
    job.write_text(JOB + '[output]\nsuppressed = "drop"\n')
    assert arxdesk("run", job, "--output", folder / "dropped.csv").returncode == 0
    assert rows(folder / "dropped.csv") == [row for row in kept if row["sex"] != "*"]


def test_that_quiet_prints_nothing(job: Path, folder: Path):
    done = arxdesk("run", job, "--output", folder / "out.csv", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert (folder / "out.csv").exists()


def test_that_quiet_still_prints_errors(folder: Path):
    done = arxdesk_process("run", folder / "nowhere.toml", "--quiet")
    assert done.returncode == 4
    assert "cannot be read" in first_line(done)


def test_that_seed_and_threads_are_accepted_and_the_result_is_the_same(job: Path, folder: Path):
    for name, options in (("a.csv", ()), ("b.csv", ("--seed", 7, "--threads", 2))):
        assert arxdesk("run", job, "--output", folder / name, *options).returncode == 0
    assert (folder / "a.csv").read_bytes() == (folder / "b.csv").read_bytes()


@pytest.mark.parametrize(("options", "threads"), [((), None), (("--threads", 1), 1), (("--threads", 3), 3)])
def test_that_the_report_names_the_cores_that_were_used(job: Path, folder: Path, options: Sequence[object], threads):
    report = folder / "report.json"
    assert arxdesk("run", job, "--output", folder / "out.csv", "--report", report, *options).returncode == 0
    assert json.loads(report.read_text())["search"]["threads"] == (threads or Control().threads)


def test_that_the_search_is_given_the_cores_that_were_asked_for(job: Path, monkeypatch):
    seen = []

    def search(problem, control, limits, seed):
        seen.append(control.threads)
        return optimal(problem, control, limits, seed)

    optimal = ALGORITHMS["optimal"]
    monkeypatch.setitem(ALGORITHMS, "optimal", search)
    for options in (["--threads", "1"], ["--threads", "3"], []):
        assert cli.main(["run", str(job), "--quiet", *options]) == 0
    assert seen == [1, 3, Control().threads]


def test_that_no_figure_but_the_time_depends_on_the_number_of_cores(tmp_path: Path):
    target, facts = tmp_path / "report.json", []
    for threads in (1, 2, 5):
        assert cli.main(["run", str(EXAMPLE), "--report", str(target), "--threads", str(threads), "--quiet"]) == 0
        facts.append(json.loads(target.read_text()))
        assert facts[-1]["search"].pop("threads") == threads
        del facts[-1]["search"]["seconds"]
    assert facts[0] == facts[1] == facts[2]


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("run",), "JOB"),
        (("run", "job.toml", "--threads", "0"), "'0' is not a whole number of at least 1"),
        (("run", "job.toml", "--threads", "many"), "'many' is not a whole number of at least 1"),
        (("run", "job.toml", "--seed", "-1"), "at least 0"),
        (("run", "job.toml", "--seed", "1.5"), "at least 0"),
        (("run", "job.toml", "--outptu", "x.csv"), "--outptu"),
        (("rnu", "job.toml"), "rnu"),
        (("inspect", "job.toml", "--nonsense"), "--nonsense"),
    ],
)
def test_that_a_wrong_call_is_explained_in_the_first_line(arguments: Sequence[str], expected: str):
    done = arxdesk(*arguments)
    assert done.returncode == 2
    assert first_line(done).startswith("arxdesk: ")
    assert expected in done.stderr
    assert "--help tells what there is" in done.stderr


def test_that_help_and_version_are_printed():
    assert arxdesk_process("--version").stdout == f"arxdesk {__version__}\n"
    done = arxdesk_process("--help")
    assert done.returncode == 0
    assert "inspect" in done.stdout


INVALID = {
    "not TOML": ("[data", "not valid TOML", ()),
    "unknown key": ("x", "Did you mean", (("[suppression]", "[suppresion]"),)),
    "value out of range": ("x", "suppression.limit", (("limit = 0.5", "limit = 1.5"),)),
    "wrong type": ("x", "suppression.limit", (("limit = 0.5", 'limit = "much"'),)),
    "unknown role": ("x", "attributes.name.role", (('"identifying"', '"identyfying"'),)),
    "unknown model": ("x", "privacy.1.model", (('"k-anonymity"', '"k-anonimity"'),)),
    "unknown attribute": ("x", "attributes.nam", (("[attributes.name]", "[attributes.nam]"),)),
    "no privacy": ("x", "privacy", (('[[privacy]]\nmodel = "k-anonymity"\nk = 2\n', ""),)),
    "no quasi-identifier": ("x", "quasi-identifying", (('"quasi-identifying"', '"insensitive"'),)),
    "levels that do not exist": ("x", "0 to 9", (('"ages.csv"', '"ages.csv"\nmaximum_level = 9'),)),
}


@pytest.mark.parametrize(
    ("command", "fault"), [*(("run", fault) for fault in INVALID), ("inspect", "not TOML"), ("inspect", "no privacy")]
)
def test_that_an_invalid_job_ends_with_2_and_names_the_place(job: Path, folder: Path, command: str, fault: str):
    text, expected, changes = INVALID[fault]
    if changes:
        changed(job, *changes)
    else:
        job.write_text(text)
    before = files(folder)
    done = arxdesk(command, job)
    assert done.returncode == 2
    assert first_line(done).startswith(f"arxdesk: {job}")
    assert expected in done.stderr
    assert done.stdout == ""
    assert files(folder) == before


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (b"", "empty"),
        (b"name,age,sex\n", "no records"),
        (b"name,age,sex\na,10,m\nb,11\n", "line 3"),
        (b"name,age,age\na,10,m\n", "two columns"),
        (bytes(range(256)) * 50, "binary"),
        (b"name,age,sex\na,99,m\nb,98,f\n", "2 values have no entry"),
    ],
)
def test_that_invalid_data_end_with_2(job: Path, folder: Path, content: bytes, expected: str):
    (folder / "people.csv").write_bytes(content)
    done = arxdesk("run", job, "--output", folder / "out.csv")
    assert done.returncode == 2
    assert first_line(done).startswith("arxdesk: ")
    assert expected in done.stderr
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("", "empty"),
        (AGES + "10,8-11,*\n", "already listed"),
        (AGES + "20,20-23\n", "cells"),
        ("".join(f"{age},same,{age}\n" for age in range(10, 20)), "splits the group"),
    ],
)
def test_that_an_invalid_hierarchy_ends_with_2(job: Path, folder: Path, content: str, expected: str):
    (folder / "ages.csv").write_text(content)
    done = arxdesk("run", job, "--output", folder / "out.csv")
    assert done.returncode == 2
    assert "ages.csv" in first_line(done)
    assert expected in done.stderr
    assert not (folder / "out.csv").exists()


@pytest.mark.parametrize(
    ("suffix", "expected"), [(".xslx", "has no suffix that can be written"), ("", "has no suffix"), (".cvs", ".csv")]
)
def test_that_an_unknown_suffix_is_refused_before_anything_is_read(job: Path, folder: Path, suffix: str, expected: str):
    (folder / "people.csv").unlink()
    done = arxdesk("run", job, "--output", folder / f"out{suffix}")
    assert done.returncode == 2
    assert expected in first_line(done)


@pytest.mark.parametrize("name", ["people.csv", "ages.csv"])
def test_that_the_input_is_never_overwritten(job: Path, folder: Path, name: str):
    before = files(folder)
    for option in ("--output", "--report"):
        done = arxdesk("run", job, option, folder / "." / name)
        assert done.returncode == 2
        assert "a file that the job reads" in first_line(done)
    assert files(folder) == before


def test_that_the_report_replaces_neither_the_job_nor_the_result(job: Path, folder: Path):
    before = files(folder)
    assert arxdesk("run", job, "--report", job).returncode == 2
    assert arxdesk("run", job, "--output", folder / "o.csv", "--report", folder / "o.csv").returncode == 2
    assert files(folder) == before


def test_that_a_job_that_nothing_satisfies_ends_with_3_and_leaves_the_old_output(job: Path, folder: Path):
    changed(job, ("k = 2", "k = 9"), ("limit = 0.5", "limit = 0.0"))
    target, report = folder / "out.csv", folder / "report.json"
    target.write_text("old")
    done = arxdesk("run", job, "--output", target, "--report", report)
    assert done.returncode == 3
    assert done.stdout.startswith("Proven: no transformation satisfies the job.")
    assert target.read_text() == "old"
    facts = json.loads(report.read_text())
    assert facts["search"]["status"] == "infeasible"
    assert facts["search"]["gap"] is None
    assert facts["solution"] is None
    assert "output" not in facts


def test_that_a_check_limit_tells_how_far_from_the_best_the_result_can_be(folder: Path):
    job = wide_job(folder, "[search]\ncheck_limit = 60\n")
    report = folder / "report.json"
    done = arxdesk("run", job, "--output", folder / "out.csv", "--report", report)
    facts = json.loads(report.read_text())
    assert (done.returncode, facts["search"]["status"]) == (0, "best-found")
    assert facts["search"]["checks"] <= 60
    score, bound = facts["solution"]["score"], facts["search"]["lower_bound"]
    assert facts["search"]["gap"] == pytest.approx((score - bound) / score)
    assert "% from the best possible" in done.stdout


@pytest.mark.parametrize(
    ("command", "missing"), [("run", "job.toml"), ("run", "people.csv"), ("run", "ages.csv"), ("inspect", "people.csv")]
)
def test_that_a_missing_file_ends_with_4(job: Path, folder: Path, missing: str, command: str):
    (folder / missing).unlink()
    done = arxdesk(command, job)
    assert done.returncode == 4
    assert first_line(done).startswith(f"arxdesk: {folder / missing}: cannot be read")


@pytest.mark.parametrize("option", ["--output", "--report"])
def test_that_a_read_only_target_ends_with_4_before_the_search_and_stays(job: Path, folder: Path, option: str):
    target = folder / "precious.csv"
    target.write_text("precious")
    target.chmod(0o444)
    done = arxdesk("run", job, option, target)
    assert done.returncode == 4
    assert "read-only" in first_line(done)
    assert done.stdout == ""
    assert target.read_text() == "precious"


@pytest.mark.parametrize("option", ["--output", "--report"])
@pytest.mark.parametrize("place", ["nowhere/out.csv", "folder.csv", "people.csv/out.csv"])
def test_that_a_target_that_cannot_be_is_told_before_the_search(job: Path, folder: Path, option: str, place: str):
    (folder / "folder.csv").mkdir()
    done = arxdesk("run", job, option, folder / place)
    assert done.returncode == 4
    assert "cannot be written" in first_line(done)
    assert done.stdout == ""


def test_that_a_full_disk_ends_with_4_and_nothing_is_half_written(job: Path, folder: Path):
    """A limit on the size of files stands for the disk: the system refuses the same write."""
    lines = "".join(f"n,{10 + number % 8},{'mf'[number % 2]}\n" for number in range(40_000))
    (folder / "people.csv").write_text("name,age,sex\n" + lines)
    target = folder / "out.csv"
    target.write_text("old")

    def little_room() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (65_536, 65_536))

    before = files(folder)
    done = arxdesk_process("run", job, "--output", target, preexec_fn=little_room)
    assert done.returncode == 4
    assert "cannot be written" in first_line(done)
    assert "Nothing was overwritten" in done.stderr
    assert files(folder) == before


def test_that_a_reader_that_stops_reading_causes_no_traceback(job: Path):
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as stream:
        done = arxdesk_process("inspect", job, stdout=stream, stderr=subprocess.PIPE, capture_output=False)
    assert done.stderr == ""
    assert done.returncode == 4


def test_that_a_terminal_of_another_encoding_shows_escapes(job: Path, folder: Path):
    (folder / "people.csv").write_text(PEOPLE.replace("sex", "größe→"), encoding="utf-8")
    changed(job, ("[attributes.sex]", '[attributes."größe→"]'))
    environment = os.environ | {"PYTHONIOENCODING": "ascii"}
    done = arxdesk_process("inspect", job, env=environment)
    assert done.returncode == 0
    assert "gr\\xf6\\xdfe\\u2192" in done.stdout
    facts = json.loads(arxdesk_process("inspect", job, "--json", env=environment).stdout)
    assert facts["attributes"][2]["name"] == "größe→"


def wide_job(folder: Path, more: str = "", limit: float = 0.3) -> Path:
    """A search that takes far longer than a test, as files."""
    _job, dataset, hierarchies = wide_project()
    columns = [column.texts() for column in dataset]
    with (folder / "wide.csv").open("w", newline="") as stream:
        csv.writer(stream).writerows([dataset.names, *zip(*columns, strict=True)])
    text = (
        f'[data]\npath = "wide.csv"\n[[privacy]]\nmodel = "k-anonymity"\nk = 3\n[suppression]\nlimit = {limit}\n{more}'
    )
    for name, hierarchy in hierarchies.items():
        with (folder / f"{name}.csv").open("w", newline="") as stream:
            csv.writer(stream).writerows(hierarchy.rows)
        text += f'[attributes.{name}]\nrole = "quasi-identifying"\nhierarchy = "{name}.csv"\n'
    path = folder / "wide.toml"
    path.write_text(text)
    return path


def test_that_a_terminal_shows_progress_and_is_clean_afterwards(job: Path):
    terminal = OnTerminal("run", job)
    status, output = terminal.end()
    assert status == 0
    assert "Reading the table ..." in terminal.seen
    assert terminal.seen.endswith("\r\x1b[K")
    assert "\x1b" not in output


def test_that_quiet_shows_no_progress(job: Path):
    terminal = OnTerminal("run", job, "--quiet")
    assert terminal.end() == (0, "")
    assert terminal.seen == ""


def test_that_an_interrupted_search_writes_its_best_so_far_and_ends_with_130(folder: Path):
    target, report = folder / "out.csv", folder / "report.json"
    terminal = OnTerminal("run", wide_job(folder), "--output", target, "--report", report)
    terminal.read_until(found_something)
    terminal.process.send_signal(signal.SIGINT)
    status, output = terminal.end()
    assert status == 130
    assert output.startswith("Best found: the search ended before it could prove more.")
    facts = json.loads(report.read_text())
    assert facts["search"]["status"] == "best-found"
    assert 0.0 < facts["search"]["gap"] <= 1.0
    assert facts["output"]["sha256"] == hashlib.sha256(target.read_bytes()).hexdigest()
    assert len(rows(target)) == facts["input"]["records"]


def test_that_an_interrupted_search_without_an_output_writes_nothing(folder: Path):
    job = wide_job(folder)
    before = files(folder)
    terminal = OnTerminal("run", job)
    terminal.read_until(found_something)
    terminal.process.send_signal(signal.SIGINT)
    assert terminal.end()[0] == 130
    assert files(folder) == before


def test_that_an_interruption_while_reading_ends_with_130_and_one_line(job: Path, monkeypatch, capsys):
    def interrupted(*_arguments: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Anonymizer, "open", interrupted)
    assert cli.main(["run", str(job)]) == 130
    assert capsys.readouterr().err == "arxdesk: interrupted.\n"


def test_that_inspect_tells_attributes_levels_size_and_risks_and_writes_nothing(job: Path, folder: Path):
    before = files(folder)
    done = arxdesk("inspect", job)
    assert done.returncode == 0
    assert done.stdout.splitlines() == [
        "8 records, 8 of them different in the quasi-identifiers.",
        "  attribute  role               type     values  levels  transformation",
        "  name       identifying        string   8               suppress",
        "  age        quasi-identifying  integer  8       3       generalize",
        "  sex        quasi-identifying  string   2       1       generalize",
        "Privacy: 2-anonymity. At most 4 records may be removed.",
        "3 transformations to choose from.",
        "Risk now: highest 100 %, average 100 %; 8 records (100 %) are unique.",
        "Everything is valid.",
    ]
    assert files(folder) == before


def test_that_inspect_gives_the_same_facts_as_json(job: Path):
    done = arxdesk("inspect", job, "--json")
    assert (done.returncode, done.stderr) == (0, "")
    facts = json.loads(done.stdout)
    assert facts["records"] == facts["distinct_records"] == 8
    assert facts["lattice_size"] == 3
    assert [(a["name"], a["levels"]) for a in facts["attributes"]] == [("name", None), ("age", 3), ("sex", 1)]
    assert facts["risk"]["prosecutor"]["sample_uniques"] == 8


def test_that_a_column_named_like_a_trick_is_only_a_name(job: Path, folder: Path):
    (folder / "people.csv").write_text(PEOPLE.replace("sex", "{sex} %s\x1b[31m"))
    done = arxdesk("inspect", changed(job, ("[attributes.sex]", '[attributes."{sex} %s\\u001b[31m"]')))
    assert done.returncode == 0


@pytest.mark.parametrize(
    ("arguments", "is_command"),
    [
        ([], False),
        (["people.csv"], False),
        (["run"], True),
        (["inspect", "job.toml"], True),
        (["--help"], True),
        (["rnu", "job.toml"], True),
    ],
)
def test_that_the_window_opens_without_arguments_or_with_one_file(arguments: list[str], is_command: bool):
    assert cli.is_command(arguments) is is_command


@pytest.mark.parametrize(("output", "needed"), [("", []), ("out.csv", ["pandas"])])
def test_that_the_command_line_imports_nothing_slow_that_it_does_not_need(
    job: Path, tmp_path: Path, output: str, needed: list[str]
):
    """What is written is counted again with pandas; without an output nothing needs it."""
    slow = ("PySide6", "shiboken6", "pyqtgraph", "pandas", "tomlkit", "charset_normalizer")
    files = ["--report", str(tmp_path / "report.json"), *(["--output", str(tmp_path / output)] if output else [])]
    script = (
        "import sys; from arxdesk.__main__ import main; "
        f"status = main(['run', {str(job)!r}, *{files}, '--quiet']); "
        f"print(status, [name for name in sys.modules if name in {slow}])"
    )
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == f"0 {needed}\n"


@pytest.mark.parametrize(
    ("limit", "levels", "score", "removed", "classes", "smallest", "largest"),
    [
        (0.0, (0, 4, 1, 1, 3, 2, 2, 1, 0), 0.5731509655590044, 0, 24, 69, 3951),
        (0.05, (0, 3, 0, 0, 2, 1, 1, 2, 0), 0.2419323650662908, 1346, 397, 5, 1685),
        (1.0, (0, 3, 0, 0, 2, 1, 1, 1, 0), 0.22041192847984292, 2553, 602, 5, 848),
    ],
)
def test_that_adult_gives_the_reference_values(
    shared: Path, tmp_path: Path, limit, levels, score, removed, classes, smallest, largest
):
    path, report, target = tmp_path / "adult.toml", tmp_path / "report.json", tmp_path / "out.csv"
    reference_job(shared, "adult", ADULT, limit=limit).saved_at(path).save(path)
    done = arxdesk("run", path, "--output", target, "--report", report)
    assert done.returncode == 0, done.stderr
    facts = json.loads(report.read_text())
    assert facts["search"]["status"] == "optimal"
    assert facts["search"]["lattice_size"] == 12_960
    solution = facts["solution"]
    assert solution["score"] == pytest.approx(score, rel=1e-9)
    assert [solution["levels"][name] for name in ADULT] == list(levels)
    assert solution["suppressed_records"] == removed
    assert (solution["classes"], solution["smallest_class"], solution["largest_class"]) == (classes, smallest, largest)
    assert facts["input"]["records"] == 30_162
    written = rows(target, ";")
    assert len(written) == 30_162
    assert sum(all(row[name] == "*" for name in ADULT) for row in written) == removed


def test_that_a_score_is_named_after_its_quality_model(folder: Path):
    path = folder / "job.toml"
    assert "Loss 0." in arxdesk("run", path).stdout
    path.write_text(f'{JOB}[quality]\nmodel = "discernibility"\n')
    told = arxdesk("run", path).stdout
    assert "Discernibility " in told
    assert "smaller is better" in told


@pytest.mark.parametrize("command", ["run", "inspect", "verify", "apply"])
def test_that_no_kernel_is_loaded_before_it_is_needed(command):
    """Numba and the kernels take as long as all else: a command reads the table first."""
    loaded = "[name for name in sys.modules if name.split('.')[0] in ('numba', 'PySide6')]"
    script = f"import sys; from arxdesk.cli import commands; commands._command({command!r}); print({loaded})"
    found = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
