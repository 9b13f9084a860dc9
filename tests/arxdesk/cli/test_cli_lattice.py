"""The command `lattice` as its users call it: the listing, what is refused, what an interruption leaves."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.search.check import check
from tests.arxdesk.cli.calling import OnTerminal, arxdesk
from tests.arxdesk.cli.test_commands import AGES, JOB, PEOPLE, files, first_line, rows, wide_job

FIGURES = ["anonymous", "score", "lower_bound", "suppressed_records", "classes", "smallest_class"]


@pytest.fixture
def job(tmp_path: Path) -> Path:
    (tmp_path / "people.csv").write_text(PEOPLE)
    (tmp_path / "ages.csv").write_text(AGES)
    (tmp_path / "job.toml").write_text(JOB)
    return tmp_path / "job.toml"


def test_that_every_transformation_gets_a_row_with_exact_figures(job: Path, tmp_path: Path):
    target = tmp_path / "lattice.csv"
    done = arxdesk("lattice", job, "--output", target)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.splitlines()[0].startswith("3 transformations classified in ")
    assert done.stdout.splitlines()[0].endswith(" s; 2 of them satisfy the job.")
    assert done.stdout.splitlines()[1] == f"Written to {target}."
    written = rows(target)
    assert list(written[0]) == ["age", "sex", *FIGURES]
    problem = Anonymizer.open(job).problem
    for row, levels in zip(written, problem.lattice, strict=True):
        expected = check(problem, levels)
        assert (int(row["age"]), int(row["sex"])) == levels
        assert row["anonymous"] == str(expected.anonymous).lower()
        assert row["score"] == (repr(expected.score) if expected.anonymous else "")
        assert row["lower_bound"] == repr(expected.lower_bound)
        counts = expected.suppressed_records, expected.classes, expected.smallest_class
        assert (int(row["suppressed_records"]), int(row["classes"]), int(row["smallest_class"])) == counts


def test_that_the_number_of_threads_changes_no_byte(job: Path, tmp_path: Path):
    for threads in (1, 2):
        target = tmp_path / f"{threads}.csv"
        assert arxdesk("lattice", job, "--output", target, "--threads", threads, "--quiet").returncode == 0
    assert (tmp_path / "1.csv").read_bytes() == (tmp_path / "2.csv").read_bytes()


def test_that_tsv_is_written_with_tabs_and_quiet_prints_nothing(job: Path, tmp_path: Path):
    done = arxdesk("lattice", job, "--output", tmp_path / "lattice.tsv", "--quiet")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    assert list(rows(tmp_path / "lattice.tsv", "\t")[0]) == ["age", "sex", *FIGURES]


def test_that_a_listing_is_delimited_text(job: Path, tmp_path: Path):
    done = arxdesk("lattice", job, "--output", tmp_path / "lattice.parquet")
    assert done.returncode == 2
    assert '"lattice.parquet" has no suffix that can be written. Allowed: .csv, .tsv.' in done.stderr
    assert not (tmp_path / "lattice.parquet").exists()


def test_that_names_with_any_character_are_one_cell(job: Path, tmp_path: Path):
    name = 'a "b", c\rd'
    (tmp_path / "people.csv").write_bytes(PEOPLE.replace("age", '"a ""b"", c\rd"').encode())
    job.write_text(JOB.replace("[attributes.age]", '[attributes."a \\"b\\", c\\rd"]'))
    target = tmp_path / "lattice.csv"
    done = arxdesk("lattice", job, "--output", target)
    assert done.returncode == 0, done.stderr
    assert list(rows(target)[0]) == [name, "sex", *FIGURES]


def test_that_a_lattice_without_anything_anonymous_is_listed_all_the_same(job: Path, tmp_path: Path):
    job.write_text(JOB.replace("k = 2", "k = 100").replace("limit = 0.5", "limit = 0.0"))
    done = arxdesk("lattice", job, "--output", tmp_path / "lattice.csv")
    assert done.returncode == 0
    assert "; 0 of them satisfy the job." in done.stdout
    assert {row["score"] for row in rows(tmp_path / "lattice.csv")} == {""}
    assert {row["smallest_class"] for row in rows(tmp_path / "lattice.csv")} == {"0"}


@pytest.mark.parametrize("name", ["people.csv", "ages.csv"])
def test_that_inputs_are_never_replaced(job: Path, tmp_path: Path, name: str):
    before = files(tmp_path)
    done = arxdesk("lattice", job, "--output", tmp_path / name)
    assert done.returncode == 2
    assert "is a file that the job reads" in first_line(done)
    assert files(tmp_path) == before


def test_that_the_job_is_never_replaced(job: Path, tmp_path: Path):
    link = tmp_path / "link.csv"
    link.symlink_to(job)
    before = files(tmp_path)
    done = arxdesk("lattice", job, "--output", link)
    assert done.returncode == 2
    assert "is a file that the job reads, or the job itself" in first_line(done)
    assert files(tmp_path) == before


@pytest.mark.parametrize(
    ("output", "status", "found"),
    [("lattice.pdf", 2, "has no suffix that can be written"), ("nowhere/lattice.csv", 4, "the folder does not exist")],
)
def test_that_what_cannot_be_written_is_said(job: Path, tmp_path: Path, output: str, status: int, found: str):
    done = arxdesk("lattice", job, "--output", tmp_path / output)
    assert done.returncode == status
    assert found in first_line(done)


def test_that_an_output_is_asked_for(job: Path):
    done = arxdesk("lattice", job)
    assert done.returncode == 2
    assert "--output" in first_line(done)


def test_that_an_interruption_leaves_the_old_file_and_nothing_half_written(tmp_path: Path):
    target = tmp_path / "lattice.csv"
    target.write_text("as it was\n")
    job = wide_job(tmp_path)
    before = files(tmp_path)
    terminal = OnTerminal("lattice", job, "--output", target)
    terminal.read_until(lambda seen: "Classifying [" in seen)
    terminal.process.send_signal(signal.SIGINT)
    status, output = terminal.end()
    assert (status, output) == (130, "")
    assert "arxdesk: interrupted." in terminal.seen
    assert files(tmp_path) == before


def test_that_a_terminal_shows_progress_and_is_clean_afterwards(job: Path, tmp_path: Path):
    terminal = OnTerminal("lattice", job, "--output", tmp_path / "lattice.csv")
    assert terminal.end()[0] == 0
    assert "Classifying [########################]  100 %" in terminal.seen
    assert terminal.seen.endswith("\r\x1b[K")


@pytest.mark.parametrize("quiet", [False, True])
def test_that_very_many_rows_are_announced_and_made(job: Path, tmp_path: Path, monkeypatch, capsys, quiet: bool):
    monkeypatch.setattr("arxdesk.cli.lattice.MANY_ROWS", 2)
    target = tmp_path / "lattice.csv"
    assert cli.main(["lattice", str(job), "--output", str(target), *(["--quiet"] if quiet else [])]) == 0
    said = capsys.readouterr().err
    assert said == "" if quiet else said.startswith("arxdesk: 3 transformations give as many rows, about 0 GB")
    assert len(rows(target)) == 3


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
def test_that_a_device_is_refused(job: Path, tmp_path: Path):
    link = tmp_path / "lattice.csv"
    link.symlink_to("/dev/full")
    done = arxdesk("lattice", job, "--output", link)
    assert done.returncode == 4
    assert "cannot be written" in first_line(done)
