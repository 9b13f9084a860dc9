"""Files of other programs, counted against a job: right ones pass, and each way to be wrong has its finding."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

from arxdesk_engine.existing_file import count_existing
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import Job, job_from

AGES = [("10", "low"), ("11", "low"), ("12", "high"), ("13", "high")]
PEOPLE = [(age, sex, f"note {n}") for n, (age, sex) in enumerate((age, sex) for age, _ in AGES * 2 for sex in "fm")]
TEXT = "age,sex,note\n" + "".join(",".join(row) + "\n" for row in PEOPLE)


@pytest.fixture
def job(tmp_path: Path) -> Job:
    (tmp_path / "people.csv").write_text(TEXT)
    content = {
        "data": {"path": "people.csv"},
        "attributes": {
            "age": {
                "role": "quasi-identifying",
                "hierarchy": {"builder": "table", "rows": [[age, label, "*"] for age, label in AGES]},
            },
            "sex": {"role": "quasi-identifying"},
        },
        "privacy": [{"model": "k-anonymity", "k": 4}],
        "suppression": {"limit": 0.25},
    }
    return job_from(content).at(tmp_path / "job.toml")


def written(folder: Path, rows: list[tuple[str, ...]], name: str = "theirs.csv", delimiter: str = ",") -> Path:
    path = folder / name
    with path.open("w", newline="") as stream:
        csv.writer(stream, delimiter=delimiter).writerows([("age", "sex", "note"), *rows])
    return path


RIGHT = [(dict(AGES)[age], sex, note) for age, sex, note in PEOPLE]


def refuted(job: Job, path: Path) -> list[str]:
    return [each.claim for each in count_existing(job, path).refuted]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
def test_that_a_right_file_of_any_program_passes(job: Job, tmp_path: Path, delimiter: str):
    found = count_existing(job, written(tmp_path, RIGHT, delimiter=delimiter))
    assert (found.refuted, found.records, found.classes, found.smallest_class) == ((), 16, 4, 4)
    assert all(each.verified for each in (*found.models, *found.facts))


def test_that_records_of_stars_are_removed_ones(job: Job, tmp_path: Path):
    low = [("*", "*", row[2]) if row[:2] == ("low", "f") else row for row in RIGHT]
    found = count_existing(job, written(tmp_path, low))
    assert (found.refuted, found.suppressed_records, found.classes) == ((), 4, 3)
    more = [("*", "*", row[2]) if row[0] == "low" else row for row in RIGHT]
    assert refuted(job, written(tmp_path, more)) == ["suppression limit"]


@pytest.mark.parametrize(
    ("change", "claims"),
    [
        (lambda rows: [("low", *rows[2][1:]) if n == 4 else row for n, row in enumerate(rows)], {"quasi-identifiers"}),
        (lambda rows: [(*row[:2], "other") if n == 4 else row for n, row in enumerate(rows)], {"other columns"}),
        (lambda rows: rows[:-1], {"records", "4-anonymity"}),
        (lambda _rows: PEOPLE, {"4-anonymity"}),
    ],
)
def test_that_each_way_to_be_wrong_is_found(job: Job, tmp_path: Path, change, claims):
    assert claims <= set(refuted(job, written(tmp_path, change(RIGHT))))


def test_that_columns_of_another_table_are_told(job: Job, tmp_path: Path):
    path = tmp_path / "other.csv"
    path.write_text("a,b\n1,2\n")
    found = count_existing(job, path)
    assert [each.reason for each in found.refuted][-1] == "the columns are not those of the input"


def test_that_levels_outside_the_job_are_told(job: Job, tmp_path: Path):
    settings = job.attributes["age"].model_copy(update={"minimum_level": 2})
    stricter = job.model_copy(update={"attributes": {**job.attributes, "age": settings}})
    assert "quasi-identifiers" in refuted(stricter, written(tmp_path, RIGHT))


def test_that_rows_in_another_order_are_found_where_the_job_says_so(job: Job, tmp_path: Path):
    shuffled = job.with_output(shuffle=True)
    assert refuted(shuffled, written(tmp_path, RIGHT[::-1])) == []
    assert "other columns" in refuted(job, written(tmp_path, RIGHT[::-1]))


def test_that_a_report_of_another_job_is_told(job: Job, tmp_path: Path):
    claims = {"solution": {"levels": {"height": 1}}, "output": {"sha256": ""}}
    with pytest.raises(InvalidJob, match="other quasi-identifiers"):
        count_existing(job, written(tmp_path, RIGHT), claims)
