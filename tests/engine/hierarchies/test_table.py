"""A hierarchy that lives in the job: read, written, refused, and put to use like a file."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest
from hypothesis import given

from arxdesk_engine.foundation.errors import InvalidHierarchy, InvalidJob
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.hierarchies.validation import check, check_complete
from arxdesk_engine.job.job import MAX_JOB_BYTES, Job, job_from, load_job
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from tests.engine.hierarchies.columns import column
from tests.engine.strategies import hierarchies

ROWS = [["17", "15-19", "*"], ["18", "15-19", "*"], ["", "", "*"]]


def job_with(rows: object, **more: object) -> Job:
    attributes = {"age": {"role": "quasi-identifying", "hierarchy": {"builder": "table", "rows": rows}}}
    return job_from({"data": {"path": "people.csv"}, "attributes": attributes, **more})


@given(hierarchies())
def test_that_any_hierarchy_is_the_same_after_writing_and_reading_a_job(rows):
    job = job_with([list(row) for row in rows])
    read = job_from(tomllib.loads(job.to_toml()))
    source = read.settings_of("age").hierarchy
    assert source == TableBuilder.of(Hierarchy(rows))
    assert read == job
    assert isinstance(source, TableBuilder)
    assert check(source.build(column(["x"]))).rows == rows
    assert builder_from(source.model_dump(mode="json")) == source


def test_that_strange_texts_survive_in_a_job():
    rows = [["\t\x00\x7f\"'\\", "é\u2028\U0001f600", "*"], ["]\n[", "rows = [", "*"]]
    assert job_from(tomllib.loads(job_with(rows).to_toml())) == job_with(rows)


def test_that_it_says_what_it_is_and_depends_on_nothing():
    builder = TableBuilder.of(Hierarchy(tuple(map(tuple, ROWS))))
    assert builder.title == "edited table"
    assert not builder.depends_on_data
    assert builder.labels_of(["18", ""]) == [("18", "15-19", "*"), ("", "", "*")]


def test_that_values_without_a_row_are_named():
    builder = builder_from({"builder": "table", "rows": ROWS})
    with pytest.raises(InvalidHierarchy, match=r'2 values have no entry: "19", "20".*Add a row'):
        builder.labels_of(["17", "19", "20"])
    read = builder.build(column(["17", "19"], name="age"))  # as from a file: found when it is put to use
    with pytest.raises(InvalidHierarchy, match="1 value has no entry"):
        check_complete(read, column(["17", "19"], name="age"))


@pytest.mark.parametrize(
    ("rows", "found"),
    [
        ([], "there are no rows"),
        ([[]], "a row without cells"),
        ([["a", "*"], ["b"]], "has 1 cells instead of 2"),
        ([["a", "*"], ["a", "*"]], "already listed"),
        ([["a", "x", "1"], ["b", "x", "2"]], "splits the group"),
        ([["a"] * 128], "128 levels"),
        ([["a", 1]], "not allowed"),
    ],
)
def test_that_faults_are_told_with_their_place_in_the_job(rows, found):
    with pytest.raises(InvalidJob) as caught:
        job_with(rows)
    assert found in caught.value.message
    assert "attributes.age.hierarchy.rows" in caught.value.message


def test_that_differential_privacy_takes_it_as_it_takes_a_file(tmp_path: Path):
    (tmp_path / "people.csv").write_text("age\n17\n18\n", encoding="utf-8")
    job = job_with(ROWS, privacy=[{"model": "differential-privacy", "epsilon": 1.0, "delta": 0.1, "scheme": "medium"}])
    job = job.at(tmp_path / "job.toml")
    assert load_hierarchies(job, load_dataset(job))["age"].rows == tuple(map(tuple, ROWS))


def test_that_a_job_too_large_to_be_read_again_is_refused_and_nothing_written(tmp_path: Path):
    long = "x" * 100
    rows = [[str(number), long, long, "*"] for number in range(MAX_JOB_BYTES // 200)]
    path = tmp_path / "job.toml"
    with pytest.raises(InvalidJob, match=r"attributes\.age\.hierarchy.*20,971 rows.*Export.*file"):
        job_with(rows).save(path)
    assert not path.exists()


def test_that_a_large_table_is_written_changed_and_read_again_in_seconds(tmp_path: Path):
    rows = [[str(number), f"{number // 5}", f"{number // 50}", "*"] for number in range(20_000)]
    path = tmp_path / "job.toml"
    job = job_with(rows)
    job.save(path)
    read = load_job(path)
    assert read.attributes == job.attributes
    text = path.read_text(encoding="utf-8")
    path.write_text(f"# mine\n{text}", encoding="utf-8")
    read = load_job(path)
    rows[3] = ["3", "new", "0", "*"]
    rows[4] = ["4", "new", "0", "*"]
    read.model_copy(update={"attributes": job_with(rows).attributes}).save(path)
    assert load_job(path).attributes == job_with(rows).attributes
    assert path.read_text(encoding="utf-8").startswith("# mine\n")
