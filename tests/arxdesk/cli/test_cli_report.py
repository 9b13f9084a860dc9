"""`arxdesk report`: what it writes, how it ends, and that Qt is for PDF alone."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.preparation.loading import load_hierarchies
from arxdesk_engine.projects.archive import read_project, write_project
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.project import Project
from arxdesk_engine.projects.trail import Trail
from arxdesk_engine.report.forms.catalogue import ALL_FORMS
from arxdesk_engine.search.solution import DRAWING
from tests.engine.report.reports import PRIVATE, Page, searched
from tests.engine.verification.runs import job_on, people
from tests.places import SEARCH_PATH

PRECISION = {"model": "precision"}
"""What a search budget may choose by: it does not depend on the values that occur."""

JOB = """
[data]
path = "people.csv"
[attributes.name]
role = "identifying"
[attributes.age]
role = "quasi-identifying"
hierarchy = "ages.csv"
[attributes.city]
role = "quasi-identifying"
hierarchy = "cities.csv"
[[privacy]]
model = "k-anonymity"
k = 4
[suppression]
limit = 0.9
"""


@pytest.fixture
def job(tmp_path: Path) -> Path:
    """A job file with its table and hierarchies."""
    job_on(tmp_path, people(), [{"model": "k-anonymity", "k": 4}])
    path = tmp_path / "job.toml"
    path.write_text(JOB, encoding="utf-8")
    return path


def run(*arguments: object) -> int:
    return cli.main(["report", *map(str, arguments)])


def page(path: Path) -> Page:
    return Page.read(path.read_text(encoding="utf-8"))


def test_that_a_page_is_written_and_its_first_sentence_printed(job: Path, capsys: pytest.CaptureFixture[str]):
    target = job.with_name("report.html")
    assert run(job, "--output", target) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed[0].startswith("4-anonymity holds in this table, confirmed by a recount")
    assert printed[1] == f"Written to {target}."
    assert page(target).named("To compare with")["Removed records"].isdecimal()


def test_that_quiet_prints_nothing(job: Path, capsys: pytest.CaptureFixture[str]):
    assert run(job, "--output", job.with_name("report.html"), "--quiet") == 0
    assert capsys.readouterr() == ("", "")


def test_that_the_same_file_comes_of_run_as_the_report_says(job: Path):
    report, result = job.with_name("report.html"), job.with_name("result.csv")
    assert run(job, "--output", report, "--quiet") == 0
    assert cli.main(["run", str(job), "--output", str(result), "--quiet"]) == 0

    told = page(report).named("To compare with")["SHA-256 of the result"]
    assert told == hashlib.sha256(result.read_bytes()).hexdigest()


def test_that_a_result_where_the_job_writes_it_is_compared(job: Path):
    job.write_text(JOB + '[output]\npath = "result.csv"\n', encoding="utf-8")
    report = job.with_name("report.html")
    assert cli.main(["run", str(job), "--quiet"]) == 0
    assert run(job, "--output", report, "--quiet") == 0
    assert page(report).named("Recounted figure")["Exported as result.csv"].startswith("the same, byte by byte")


@pytest.mark.parametrize("suffix", ["html", "pdf"])
def test_that_qt_is_imported_for_pdf_alone(job: Path, suffix: str):
    target = job.with_name(f"report.{suffix}")
    script = (
        "import sys; from arxdesk.cli import commands; status = commands.main(sys.argv[1:]); "
        "print(status, any(name.startswith('PySide6') for name in sys.modules))"
    )
    arguments = ["report", str(job), "--output", str(target), "--quiet"]
    environment = {key: value for key, value in os.environ.items() if key not in ("DISPLAY", "QT_QPA_PLATFORM")}
    found = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True, env=environment
    )
    assert found.stdout.split() == ["0", str(suffix == "pdf")]
    assert target.read_bytes()[:4] == (b"%PDF" if suffix == "pdf" else b"<!DO")


def test_that_sections_title_and_values_are_as_asked(job: Path):
    target = job.with_name("report.html")
    chosen = ("--sections", "risk,summary", "--title", "For the hospital", "--values")
    assert run(job, "--output", target, *chosen) == 0
    found = page(target)
    assert [attributes["id"] for tag, attributes in found.tags if tag == "section"] == ["summary", "risk", "limits"]
    assert "For the hospital" in found.text
    assert "shown where they help" in found.text


def test_that_an_infeasible_job_has_a_report_and_status_3(job: Path):
    job.write_text(JOB.replace("k = 4", "k = 300").replace("0.9", "0.0"), encoding="utf-8")
    target = job.with_name("report.html")
    assert run(job, "--output", target, "--quiet") == 3
    assert "No transformation satisfies these rules, so there is no output." in page(target).text


@pytest.mark.parametrize("target", ["people.csv", "ages.csv", "job.toml", "report.txt", "report"])
def test_that_no_input_and_no_other_format_is_written(job: Path, target: str, capsys: pytest.CaptureFixture[str]):
    path = job.with_name(target)
    before = path.read_bytes() if path.exists() else None
    assert run(job, "--output", path) == 2
    assert capsys.readouterr().err.startswith("arxdesk: --output: ")
    assert (path.read_bytes() if path.exists() else None) == before


def test_that_an_input_called_like_a_report_is_not_replaced(job: Path, capsys: pytest.CaptureFixture[str]):
    for name in ("people.csv", "ages.csv"):
        linked = job.with_name(f"{name}.html")
        linked.symlink_to(job.with_name(name))
        before = linked.read_bytes()
        assert run(job, "--output", linked) == 2
        assert "is a file that the job reads" in capsys.readouterr().err
        assert linked.read_bytes() == before


def test_that_a_folder_that_is_not_there_ends_with_status_4_before_the_search(job: Path, monkeypatch):
    monkeypatch.setattr("arxdesk_engine.anonymizer.Anonymizer.search", None)  # would fail
    assert run(job, "--output", job.parent / "nowhere" / "report.html") == 4


def test_that_unknown_sections_are_refused(job: Path, capsys: pytest.CaptureFixture[str]):
    assert run(job, "--output", job.with_name("r.html"), "--sections", "riks") == 2
    assert 'Did you mean "risk"?' in capsys.readouterr().err


def test_that_the_language_is_that_of_the_job_or_the_one_asked_for(job: Path, capsys: pytest.CaptureFixture[str]):
    target = job.with_name("report.html")
    job.write_text(f'{JOB}\n[report]\nlanguage = "fr"\n', encoding="utf-8")
    for options, code in (((), "fr"), (("--language", "de"), "de"), (("--language", "en"), "en")):
        assert run(job, "--output", target, "--sections", "summary", *options) == 0
        assert [attributes["lang"] for tag, attributes in page(target).tags if tag == "html"] == [code]
    assert "Traceback" not in capsys.readouterr().err


@pytest.mark.parametrize(("code", "remedy"), [("it", "Allowed: en, de, fr, es"), ("DE", "Allowed"), ("deu", '"de"')])
def test_that_unknown_languages_are_refused(job: Path, code: str, remedy: str, capsys: pytest.CaptureFixture[str]):
    assert run(job, "--output", job.with_name("r.html"), "--language", code) == 2
    told = capsys.readouterr().err
    assert told.startswith("arxdesk: --language: there is no report in")
    assert remedy in told


def test_that_the_form_is_that_of_the_job_or_the_one_asked_for(job: Path, capsys: pytest.CaptureFixture[str]):
    text = f'{JOB}[report]\nform = "ico"\n[statements]\nmotives = "None & <b>none</b>."\n'
    job.write_text(text, encoding="utf-8")
    for asked, edition in (
        ((), ALL_FORMS["ico"].edition),
        (("--form", "wp29", "--sections", "summary"), ALL_FORMS["wp29"].edition),
    ):
        page = job.parent / "page.html"
        assert run(job, "--output", page, *asked) == 0
        written = page.read_text("utf-8")
        assert f"Arranged by: {edition}.".replace("'", "&#39;") in written
        assert "None &amp; &lt;b&gt;none&lt;/b&gt;." in written
    assert run(job, "--output", page, "--form", "none") == 0
    assert "Arranged by" not in page.read_text("utf-8")
    capsys.readouterr()


@pytest.mark.parametrize(("name", "meant"), [("iso-27558", "iso-27559"), ("hippa", "hipaa"), ("nine", "none")])
def test_that_unknown_forms_are_refused_with_the_nearest_one(
    job: Path, name: str, meant: str, capsys: pytest.CaptureFixture[str]
):
    assert run(job, "--output", job.parent / "page.html", "--form", name) == 2
    told = capsys.readouterr().err
    assert "--form" in told
    assert f'Did you mean "{meant}"?' in told
    assert not (job.parent / "page.html").exists()


def test_that_a_job_without_quasi_identifiers_says_what_to_do(job: Path, capsys: pytest.CaptureFixture[str]):
    job.write_text(JOB.replace("quasi-identifying", "insensitive").replace("hierarchy =", "#"), encoding="utf-8")
    assert run(job, "--output", job.with_name("r.html")) == 2
    assert "no attribute is quasi-identifying" in capsys.readouterr().err
    assert not job.with_name("r.html").exists()


def test_that_an_interrupted_search_has_a_report_and_status_130(job: Path, monkeypatch: pytest.MonkeyPatch):

    search = Anonymizer.search

    def interrupted(anonymizer, control, seed):

        signal.raise_signal(signal.SIGINT)
        return search(anonymizer, control, seed)

    monkeypatch.setattr(Anonymizer, "search", interrupted)
    target = job.with_name("report.html")
    assert run(job, "--output", target, "--quiet") == 130
    assert "early, by a limit or by a person" in " ".join(page(target).text)


def saved(folder: Path, applied: tuple[int, ...] | None, **sections: object) -> Path:
    """A project whose owner applied a transformation."""
    anonymizer = job_on(folder, people(), sections.pop("privacy", [{"model": "k-anonymity", "k": 4}]), **sections)
    solution = searched(anonymizer).solution
    trail = Trail().with_entry("opened", "The table was opened")

    moment = dt.datetime(2026, 1, 2, 3, 4, 5, tzinfo=dt.UTC)
    outcome = Outcome(solution, False, applied, moment, "0.1.0")
    hierarchies = load_hierarchies(anonymizer.job, anonymizer.dataset)
    path = folder / "study.arxdesk"
    write_project(path, Project(anonymizer.job, anonymizer.dataset, hierarchies, None, outcome, trail))
    return path


def test_that_the_report_of_a_project_tells_what_was_applied_and_its_trail(tmp_path: Path):
    path = saved(tmp_path, (3, 2, 0))
    target = tmp_path / "report.html"
    assert run(path, "--output", target, "--quiet") == 0
    found = page(target)
    assert found.named("To compare with")["Levels"] == "3, 2, 0"
    assert "The table was opened" in [row[3] for row in found.tables["Audit trail"]]
    assert "A person chose another transformation" in " ".join(found.text)


def test_that_what_was_drawn_once_is_not_drawn_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = saved(tmp_path, None, privacy=[PRIVATE], quality=PRECISION)
    drawn = read_project(path).outcome
    assert drawn is not None
    assert drawn.solution.best is not None
    monkeypatch.setattr("arxdesk_engine.anonymizer.Anonymizer.search", None)  # would fail
    target = tmp_path / "report.html"
    assert run(path, "--output", target, "--quiet") == 0
    assert page(target).named("To compare with")["Levels"] == ", ".join(map(str, drawn.solution.best.levels))


def test_that_a_project_is_never_replaced_by_its_report(tmp_path: Path):
    path = saved(tmp_path, None)
    linked = tmp_path / "linked.html"
    linked.symlink_to(path)
    before = path.read_bytes()
    assert run(path, "--output", linked) == 2
    assert path.read_bytes() == before


def test_that_the_seed_is_told(job: Path):
    target = job.with_name("report.html")
    assert run(job, "--output", target, "--seed", 17, "--threads", 1) == 0
    found = page(target)
    assert found.named("Made with")["Seed"] == "17"
    assert found.named("Made with")["Cores"].startswith("1;")
    assert "arxdesk run job.toml --output result.csv --seed 17" in found.text


def test_that_secrets_are_never_part_of_a_report(job: Path):
    masking = (
        '[attributes.name.masking]\nmethod = "pseudonym"\nkey_file = "secret/k"\ncreate_key = true\n'
        'mapping_file = "secret/map.csv"\n'
    )
    job.with_name("secret").mkdir()
    text = JOB.replace("[attributes.age]", masking + "[attributes.age]")
    job.write_text(text, encoding="utf-8")
    target = job.with_name("report.html")
    assert run(job, "--output", target, "--quiet", "--values") == 0
    key = (job.parent / "secret" / "k").read_bytes()
    content = target.read_bytes()
    assert key not in content
    assert key.hex().encode() not in content
    assert not (job.parent / "secret" / "map.csv").exists()


def test_that_what_was_drawn_is_told_whatever_the_seed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    path = saved(tmp_path, None, privacy=[PRIVATE], quality=PRECISION)
    monkeypatch.setattr(
        "arxdesk_engine.anonymizer.Anonymizer.search", None
    )  # would draw again, and spend the budget twice
    assert run(path, "--output", tmp_path / "report.html", "--quiet", "--seed", 5) == 0


def claimed(path: Path, change: Callable[[Outcome], Outcome]) -> Path:
    """The project with another outcome, as somebody else may have written it."""
    project = read_project(path)
    assert project.outcome is not None
    write_project(path, dataclasses.replace(project, outcome=change(project.outcome)))
    return path


def drawn_as(outcome: Outcome, **changes: object) -> Outcome:
    solution, best = outcome.solution, outcome.solution.best
    assert best is not None
    return dataclasses.replace(
        outcome, solution=dataclasses.replace(solution, best=dataclasses.replace(best, **changes))
    )


@pytest.mark.parametrize("changes", [{"levels": (9, 9, 9)}, {"levels": (0,)}, {"suppressed_records": 1}])
def test_that_a_draw_that_the_table_contradicts_is_refused(
    tmp_path: Path, changes: dict[str, object], capsys: pytest.CaptureFixture[str]
):
    path = claimed(
        saved(tmp_path, None, privacy=[PRIVATE], quality=PRECISION), lambda outcome: drawn_as(outcome, **changes)
    )
    assert run(path, "--output", tmp_path / "report.html", "--quiet") == 2
    assert "the kept result is not used" in capsys.readouterr().err
    assert not (tmp_path / "report.html").exists()


def test_that_a_job_that_draws_nothing_is_searched_whatever_its_project_calls_drawn(tmp_path: Path):
    def lie(outcome: Outcome) -> Outcome:
        lied = drawn_as(outcome, levels=(0, 0, 0), smallest_class=4)
        return dataclasses.replace(lied, solution=dataclasses.replace(lied.solution, algorithm=DRAWING))

    path = claimed(saved(tmp_path, None), lie)
    target = tmp_path / "report.html"
    assert run(path, "--output", target, "--quiet") == 0
    text = " ".join(page(target).text)
    assert "Proven: no transformation keeps more detail" in text
    assert "drawn at random" not in text


def test_that_a_report_never_replaces_the_codebook(job: Path, capsys: pytest.CaptureFixture[str]):
    job.write_text(JOB + '[output]\npath = "out/result.csv"\ncodebook = "book.html"\n', encoding="utf-8")
    book = job.with_name("book.html")
    book.write_text("kept")
    assert run(job, "--output", book) == 2
    assert "a file beside it" in capsys.readouterr().err
    assert book.read_text() == "kept"


@pytest.mark.parametrize(
    "command",
    [("inspect",), ("run", "--output", "o.csv"), ("report", "--output", "r.html"), ("lattice", "--output", "l.csv")],
)
def test_that_a_full_disk_behind_standard_output_is_told_without_a_traceback(job: Path, command: tuple[str, ...]):
    name, *options = command
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "arxdesk", name, str(job), *options],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
            cwd=job.parent,
            env={**os.environ, "PYTHONPATH": SEARCH_PATH},
        )
    assert done.returncode == 4
    last = done.stderr.splitlines()[-1]  # on a slow machine, lines about the progress stand before
    assert last.startswith("arxdesk: standard output: cannot be written (no space left on device).")
    assert "Traceback" not in done.stderr
