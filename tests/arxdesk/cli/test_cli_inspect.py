"""`arxdesk inspect --risks`: identifiers, quasi-identifiers and unique keys of the input."""

import json
import re
from pathlib import Path

import pytest

from arxdesk.cli import commands as cli

JOB = """
[data]
path = "people.csv"

[attributes.sex]
role = "quasi-identifying"

[attributes.zip]
role = "quasi-identifying"

[[privacy]]
model = "k-anonymity"
k = 2

[population]
size = 100
"""


@pytest.fixture
def job(tmp_path: Path) -> Path:
    rows = ["e-mail,sex,zip", "a@b.org,f,1", "c@d.org,f,1", "e@f.org,m,1", "g@h.org,m,2", "i@j.org,*,*"]
    (tmp_path / "people.csv").write_text("\n".join(rows) + "\n")
    path = tmp_path / "job.toml"
    path.write_text(JOB)
    return path


def facts(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict:
    assert cli.main(["inspect", *arguments, "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def test_that_without_the_option_nothing_is_analysed(job: Path, capsys: pytest.CaptureFixture[str]):
    assert "analysis" not in facts(capsys, str(job))


def test_that_sets_and_keys_are_those_of_counting(job: Path, capsys: pytest.CaptureFixture[str]):
    found = facts(capsys, str(job), "--risks", "2")["analysis"]
    hit = found["identifiers"][0]
    assert (hit["column"], hit["category"]) == ("e-mail", "e-mail address")
    assert "a@b.org" not in json.dumps(found)
    sets = {tuple(each["attributes"]): each for each in found["quasi_identifiers"]["sets"]}
    both = sets["sex", "zip"]  # the record with nothing but * is left out
    assert (both["records"], both["distinction"], both["uniqueness"]) == (4, 0.75, 0.5)
    assert both["separation"] == pytest.approx(1 - 2 / 12)
    keys = found["keys"]  # zip 2 alone, and male with zip 1
    assert (keys["number"], keys["by_size"], keys["records_with_keys"]) == (2, [1, 1], 2)
    assert keys["dis"]["sampling_fraction"] == 0.05


def test_that_suppressed_cells_can_be_any_value(job: Path, capsys: pytest.CaptureFixture[str]):
    found = facts(capsys, str(job), "--risks", "2", "--suppressed", "wildcard")["analysis"]
    assert {found["keys"]["suppressed"], found["quasi_identifiers"]["suppressed"]} == {"wildcard"}
    assert found["keys"]["number"] == 0


def test_that_the_analysis_is_told_in_words(job: Path, capsys: pytest.CaptureFixture[str]):
    assert cli.main(["inspect", str(job), "--risks", "1"]) == 0
    text = capsys.readouterr().out
    assert "look like identifiers" in text
    assert "1 larger sets were not examined." in text
    assert "Cells that read * count as a value." in text
    assert text.endswith("Everything is valid.\n")


def test_that_rows_outside_memory_are_described_by_their_own_job(tmp_path, capsys):
    rows = "".join(f"P{number};{20 + number % 3};{'ab'[number % 2]}\n" for number in range(60))
    (tmp_path / "people.csv").write_text(f"patient;age;note\n{rows}")
    job = tmp_path / "job.toml"
    job.write_text(
        '[data]\npath = "people.csv"\nengine = "duckdb"\n[subset]\nselect = "note = \'a\'"\n'
        '[attributes]\npatient = { role = "identifying" }\nage = { role = "quasi-identifying" }\n'
        '[[privacy]]\nmodel = "k-anonymity"\nk = 2\n'
    )
    assert cli.main(["inspect", str(job)]) == 0
    shown = capsys.readouterr().out
    assert "Research subset: note = 'a'; 30 of 60 records" in shown
    assert "in the research subset" not in shown
    assert re.search(r"patient +identifying +not read +suppress", shown)
    assert cli.main(["inspect", str(job), "--json"]) == 0
    attributes = {each["name"]: each for each in json.loads(capsys.readouterr().out)["attributes"]}
    assert list(attributes) == ["patient", "age", "note"]
    assert (attributes["note"]["type"], attributes["age"]["distinct_values"]) == (None, 3)
