"""How delimited text is written: as the input is or as a job says, read again by the second count with that."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.job.job import job_from
from arxdesk_engine.projects.archive import read_project, write_project
from arxdesk_engine.release.export import Exported
from arxdesk_engine.verification.recount import Recount
from tests.engine.projects.projects import project_of

NAMES = ("Müller", "Weiß", "Ångström", "=1+1", "+49 30 12", "-", "@x", "-5", "'=y", "a;b", 'say "x"', "Ø")


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if '"' in text else text


ROWS = "".join(
    f"{_quoted(name)};{20 + number % 3};{number % 4},50;{number}\n"
    for number, name in enumerate(NAMES * 3)
    if ";" not in name
)
TEXT = f"Name;Alter;Gewicht;=Nummer\n{ROWS}"


def opened(folder: Path, letters: str = "cp1252", text: str = TEXT, **output: Any) -> Anonymizer:
    """A job on a table as a German spreadsheet writes it."""
    (folder / "tabelle.csv").write_bytes(text.encode(letters))
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    attributes = {"Alter": quasi, "Gewicht": {"role": "quasi-identifying"}}
    content = {
        "data": {"path": "tabelle.csv", "decimal_mark": ",", "header": True},
        "attributes": attributes,
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression": {"limit": 0.5},
        "output": output,
    }
    return Anonymizer.open(job_from(content).at(folder / "job.toml"))


def written(anonymizer: Anonymizer, path: Path) -> tuple[Exported, Recount]:
    solution = anonymizer.search()
    assert solution.best is not None
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output, path)
    facts = anonymizer.claims(output) | {"output": exported.plain()}
    return exported, anonymizer.verify(facts, output, exported)


def test_that_a_result_is_written_as_its_input_is(tmp_path: Path):
    exported, recount = written(opened(tmp_path), tmp_path / "out.csv")
    assert recount.plain()["all"], recount.sentence
    assert (tmp_path / "out.csv").read_bytes().decode("cp1252") == TEXT
    assert exported.form is not None
    assert (exported.delimiter, exported.form.with_comma) == (";", {"Alter", "Gewicht", "=Nummer"})


def test_that_a_project_remembers_how_its_table_was_written(tmp_path: Path):
    job = opened(tmp_path).job
    write_project(tmp_path / "p.arxdesk", project_of(job))
    project = read_project(tmp_path / "p.arxdesk")
    anonymizer = Anonymizer.formulate(project.job, project.dataset, project.hierarchies)
    _exported, recount = written(anonymizer, tmp_path / "out.csv")
    assert recount.plain()["all"], recount.sentence
    assert (tmp_path / "out.csv").read_bytes().decode("cp1252") == TEXT


@pytest.mark.parametrize("encoding", [None, "utf-8", "utf-8-sig", "utf-16", "iso8859-15"])
@pytest.mark.parametrize("quote", ["minimal", "all"])
@pytest.mark.parametrize("escape", [False, True])
def test_that_a_job_says_how_it_is_written(tmp_path: Path, encoding: str | None, quote: str, escape: bool):
    said = {"delimiter": "|", "quote": quote, "decimal_mark": ".", "line_end": "crlf", "escape_formulas": escape}
    anonymizer = opened(tmp_path, "utf-8", **said, **({} if encoding is None else {"encoding": encoding}))
    exported, recount = written(anonymizer, tmp_path / "out.csv")
    assert recount.plain()["all"], recount.sentence
    text = (tmp_path / "out.csv").read_bytes().decode(encoding or "utf-8")
    header, first, *_rows = text.split("\r\n")
    name = "'=Nummer" if escape else "=Nummer"
    assert header == ("Name|Alter|Gewicht|" + name if quote == "minimal" else f'"Name"|"Alter"|"Gewicht"|"{name}"')
    assert first == ("Müller|20|0.50|0" if quote == "minimal" else '"Müller"|"20"|"0.50"|"0"')
    assert ("'=1+1" in text, "''=y" in text, "'-5" in text) == (escape, escape, False)
    assert any("begin as a formula does" in note for note in exported.notes) is not escape


def test_that_what_an_encoding_does_not_hold_is_told(tmp_path: Path):
    text = TEXT.replace("Ø", "Łódź")
    anonymizer = opened(tmp_path, "utf-8", text, encoding="cp1252")
    with pytest.raises(InvalidData, match=r'column "Name": "cp1252" cannot encode the character U\+0141'):
        written(anonymizer, tmp_path / "out.csv")
    assert not (tmp_path / "out.csv").exists()


def test_that_utf_8_is_taken_where_the_encoding_of_the_input_does_not_hold_a_label(tmp_path: Path):
    anonymizer = opened(tmp_path)
    hierarchy = {"role": "quasi-identifying", "minimum_level": 1, "hierarchy": "h.csv"}
    (tmp_path / "h.csv").write_text("20;≥ 20\n21;≥ 20\n22;≥ 20\n", encoding="utf-8")
    content = anonymizer.job.content() | {"attributes": {"Alter": hierarchy, "Gewicht": {"role": "quasi-identifying"}}}
    exported, recount = written(Anonymizer.open(job_from(content).at(tmp_path / "job.toml")), tmp_path / "out.csv")
    assert recount.plain()["all"], recount.sentence
    assert any("written in UTF-8: " in note for note in exported.notes)
    assert "≥ 20" in (tmp_path / "out.csv").read_text(encoding="utf-8")


def test_that_labels_with_commas_and_numbers_with_points_are_told_apart(tmp_path: Path):
    """A hierarchy writes its labels as it likes; only whole numbers get the mark, unless a label has one already."""
    for labels, first in (("[0,5; 2[", "[0,5; 2["), ("0,50", "0,50"), ("1.25", "1,25")):
        rows = "".join(f'"{number}.50";"{labels}"\n' for number in range(4))
        (tmp_path / "h.csv").write_text(rows, encoding="utf-8")
        content = opened(tmp_path).job.content()
        content["attributes"]["Gewicht"] = {"role": "quasi-identifying", "hierarchy": "h.csv", "minimum_level": 1}
        path = tmp_path / "out.csv"
        _exported, recount = written(Anonymizer.open(job_from(content).at(tmp_path / "job.toml")), path)
        assert recount.plain()["all"], (labels, recount.sentence)
        assert f";{first};" in path.read_text(encoding="cp1252").replace('"', "")


@pytest.mark.parametrize("suffix", [".csv", ".parquet", ".xlsx", ".sav", ".db"])
@pytest.mark.parametrize("left_out", [("Name",), ("Gewicht",), ("Name", "Alter", "Gewicht")])
def test_that_columns_are_left_out_and_that_what_is_left_is_counted(
    tmp_path: Path, suffix: str, left_out: tuple[str, ...]
):
    table = {"table": "t"} if suffix == ".db" else {}
    anonymizer = opened(tmp_path, leave_out=left_out, path=str(tmp_path / f"out{suffix}"), **table)
    exported, recount = written(anonymizer, tmp_path / f"out{suffix}")
    assert exported.left_out == left_out
    assert exported.plain()["left_out"] == list(left_out)
    assert not recount.refuted, recount.sentence
    found = {each.claim: each.verified for each in (*recount.models, *recount.facts)}
    grouped = "Gewicht" not in left_out
    assert found["2-anonymity"] is (None if "Alter" in left_out else True)
    assert found["classes"] is (True if grouped else None)
    assert (found["records"], found["sha256"], found["other columns"]) == (True, True, True)
    if suffix == ".csv":
        header = (tmp_path / "out.csv").read_text(encoding="cp1252").splitlines()[0]
        assert header.split(";") == [name for name in ("Name", "Alter", "Gewicht", "=Nummer") if name not in left_out]


def test_that_columns_to_leave_out_are_there_and_some_are_left(tmp_path: Path):
    with pytest.raises(InvalidJob, match=r'output\.leave_out: the table has no column "name".*"Name"'):
        opened(tmp_path, leave_out=["name"]).require_releasable()
    anonymizer = opened(tmp_path, leave_out=["Name", "Alter", "Gewicht", "=Nummer"])
    with pytest.raises(InvalidJob, match="no column would be left"):
        anonymizer.require_releasable()


def test_that_removed_records_in_a_table_are_told(tmp_path: Path):
    rows = TEXT + "".join(f"x;{number};9,50;1\n" for number in (55, 66))
    for suppressed, expected in (("keep", 1), ("drop", 0)):
        exported, _recount = written(opened(tmp_path, text=rows, suppressed=suppressed), tmp_path / "out.csv")
        told = [note for note in exported.notes if "removed records are in the table as rows of *" in note]
        assert len(told) == expected
