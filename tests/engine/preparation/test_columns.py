"""Columns under another name, left out, and brought back: everything of a job that names them follows."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.cli.commands import main
from arxdesk_engine.data.selection.renaming import renamed_in
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.preparation.columns import (
    OmittedColumnSettings,
    data_once_written,
    renamed_job,
    source_of,
    with_columns,
    without_columns,
)
from arxdesk_engine.preparation.loading import load_dataset
from tests.tiers import examples

NAMES = ("age", "sex", "pain", "seen", "who")
ROWS = [(str(20 + number % 7), "mf"[number % 2], f"p{number % 4}", "2020-01-01", str(number)) for number in range(56)]


def everything() -> dict[str, object]:
    """A job that names columns wherever a job can."""
    shift = {"person": "who", "days": 3, "key_file": "k.key"}
    return {
        "data": {"path": "in.csv", "rename": {"SEX": "sex"}, "columns": ["age", "SEX", "pain", "seen", "who"]},
        "attributes": {
            "age": {"role": "quasi-identifying", "replace": {"99": ""}},
            "sex": {"role": "quasi-identifying"},
            "pain": {"role": "sensitive"},
            "seen": {"role": "sensitive", "shift": shift},
            "who": {"role": "identifying"},
        },
        "privacy": [
            {"model": "l-diversity", "attribute": "pain", "l": 2},
            {"model": "k-map", "k": 2, "subset": "age > 3 and who = 'age'"},
        ],
        "paused": [
            {"model": "l-diversity", "attribute": "pain", "l": 3},
            {"model": "differential-privacy", "epsilon": 1.0, "delta": 0.01, "levels": {"age": 1, "sex": 0}},
        ],
        "subset": {"select": "age >= 3 or not sex in ('age', 'm')"},
        "perturbation": [{"method": "pram", "columns": ["pain"], "strata": ["age"]}],
        "quality": {"model": "classification", "targets": ["pain"], "features": ["age", "sex"]},
        "utility": {"targets": ["pain"], "features": ["age"], "scaling": {"age": "log"}},
        "output": {"leave_out": ["who", "age"]},
        "explore": {
            "filters": {"forbidden": {"age": [1]}},
            "pins": [{"levels": {"age": 1, "sex": 0}, "title": "age"}],
        },
    }


names = st.text(st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=6).filter(
    lambda name: name.isprintable() and name == composed(name) and name not in (*NAMES, "*", "SEX")
)


@given(st.sampled_from(NAMES), names)
@settings(max_examples=examples(60), deadline=None)
def test_that_renaming_there_and_back_changes_nothing(old, new):
    job = job_from(everything())
    there = renamed_job(job, old, new, NAMES)
    assert source_of(there.data, new) == source_of(job.data, old)
    back = renamed_job(there, new, old, [new if name == old else name for name in NAMES])
    assert back.content() == job.content()
    assert there.content() != job.content()


def test_that_every_place_has_the_new_name():
    job = renamed_job(job_from(everything()), "age", "Age of the person", NAMES)
    text = job.to_toml()
    assert job.data.rename == {"SEX": "sex", "age": "Age of the person"}
    assert job.subset is not None
    assert job.subset.select == "\"Age of the person\" >= 3 or not sex in ('age', 'm')"
    assert job.privacy[1].model_dump()["subset"] == "\"Age of the person\" > 3 and who = 'age'"
    assert job_from(job.content()).content() == job.content()
    assert text.count("Age of the person") >= 10
    assert [name for name in job.attributes if name == "age"] == []
    person = renamed_job(job_from(everything()), "who", "person", NAMES).attributes["seen"].shift
    assert person is not None
    assert person.person == "person"
    assert renamed_job(job_from(everything()), "pain", "ache", NAMES).privacy[0].sensitive_attribute == "ache"
    assert renamed_job(job_from(everything()), "pain", "ache", NAMES).perturbation[0].names == ("ache", "age")


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("age>3 and AGE=2", "x>3 and AGE=2"),
        ("\"age\" = 'age'", "x = 'age'"),
        ("`age` is missing or not (age like 'age%')", "x is missing or not (x like 'age%')"),
        ("age between 1 and 2 and not age in ('age')", "x between 1 and 2 and not x in ('age')"),
    ],
)
def test_that_nothing_but_the_attribute_changes_in_an_expression(written, expected):
    assert renamed_in(written, "age", "x") == expected


def test_that_two_columns_can_swap_their_names():
    job = job_from({"data": {"path": "in.csv"}})
    job = renamed_job(job, "a", "c", ["a", "b"])
    job = renamed_job(job, "b", "a", ["c", "b"])
    job = renamed_job(job, "c", "b", ["c", "a"])
    assert job.data.rename == {"a": "b", "b": "a"}


@pytest.mark.parametrize(
    ("new", "said"),
    [(" ", "empty"), ("sex", "another column is named"), ("*", "all other columns"), ("a\nb", "invisible characters")],
)
def test_that_names_which_cannot_be_are_refused(new, said):
    with pytest.raises(InvalidJob, match=said):
        renamed_job(job_from(everything()), "age", new, NAMES)


def test_that_what_the_job_needs_is_not_left_out():
    job = job_from(everything())
    for name, said in (
        ("pain", "2-diversity"),
        ("who", "shifted"),
        ("pain", "PRAM"),
        ("age", "research subset"),
        ("sex", "predicts"),
    ):
        with pytest.raises(InvalidJob) as caught:
            without_columns(job, [name], NAMES)
        assert said in caught.value.message
        assert "or keep the column." in caught.value.message
    with pytest.raises(InvalidJob, match="no column would be left"):
        without_columns(job, NAMES, NAMES)


def _plain() -> Job:
    return job_from(
        {
            "data": {"path": "in.csv", "rename": {"SEX": "sex"}},
            "attributes": {"age": {"role": "quasi-identifying"}, "sex": {"role": "sensitive"}},
            "output": {"leave_out": ["sex"]},
            "explore": {"pins": [{"levels": {"sex": 1}}]},
        }
    )


def test_that_columns_are_left_out_and_brought_back():
    job = _plain()
    left = without_columns(job, ["sex"], NAMES)
    assert left.data.columns == ("age", "pain", "seen", "who")
    assert (left.data.rename, left.output.leave_out, list(left.attributes)) == ({}, (), ["age"])
    back = with_columns(left, [OmittedColumnSettings("SEX", "sex", job.attributes["sex"])], NAMES)
    assert back.data.columns == ("age", "SEX", "pain", "seen", "who")
    assert (back.data.rename, back.attributes, back.explore) == (job.data.rename, job.attributes, job.explore)
    with pytest.raises(InvalidJob, match='named "sex" by now'):
        with_columns(left, [OmittedColumnSettings("SEX", "sex")], ("age", "sex", "sex"))


def test_that_an_archive_knows_columns_by_the_names_that_they_were_written_with():
    written = DataSource(path="in.csv", rename={"a": "x"})
    kept = DataSource(path="p.arxdesk/data.csv")
    assert data_once_written(DataSource(path="in.csv"), written, kept).rename == {"x": "a"}
    assert data_once_written(written, written, kept) == kept
    both = data_once_written(DataSource(path="in.csv", rename={"a": "x", "b": "y"}), written, kept)
    assert both.rename == {"b": "y"}
    fewer = data_once_written(DataSource(path="in.csv", rename={"a": "x"}, columns=("a",)), written, kept)
    assert (fewer.columns, fewer.rename) == (("x",), {})


def _run(folder: Path, job: Job) -> bytes:
    path = folder / "job.toml"
    job.save(path)
    assert main(["run", str(path), "--output", str(folder / "out.csv")]) == 0
    return (folder / "out.csv").read_bytes()


def test_that_the_renamed_job_makes_the_same_table_under_another_header(tmp_path):
    lines = [",".join(("age", "SEX", *NAMES[2:])), *map(",".join, ROWS)]
    (tmp_path / "in.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    content = {
        "data": {"path": "in.csv", "rename": {"SEX": "sex"}},
        "attributes": {"age": {"role": "quasi-identifying"}, "sex": {"role": "quasi-identifying"}},
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "subset": {"select": "age > 21"},
        "suppression": {"limit": 1.0},
    }
    job = job_from(content).at(tmp_path / "job.toml")
    before = _run(tmp_path, job)
    after = _run(tmp_path, renamed_job(job, "age", "Alter in Jahren", NAMES))
    assert after == before.replace(b"age", b"Alter in Jahren", 1)
    assert after.split(b"\n")[0] == b"Alter in Jahren,sex,pain,seen,who"
    left = without_columns(job, ["who"], NAMES)
    assert load_dataset(left).names == NAMES[:-1]


def test_that_attackers_follow_columns():
    attacker = {"name": "Neighbour", "knows": ["a", "b"], "secrets": ["c"], "other": ["a"]}
    job = job_from({"data": {"path": "t.csv"}, "attackers": [attacker]})
    (found,) = renamed_job(job, "a", "x", ("a", "b", "c")).attackers
    assert (found.knows, found.secrets, found.other) == (("x", "b"), ("c",), ("x",))
    with pytest.raises(InvalidJob, match="Neighbour is an attacker"):
        without_columns(job, ["c"], ("a", "b", "c"))
