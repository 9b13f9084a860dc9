"""Replacements: what changes, what follows, and that a fresh reading gives the same."""

from __future__ import annotations

import random

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk.configure.table.replacing_work import Replacement, replace
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.preparation.loading import load_dataset

TEXTS = ["a", "b", "ab", "", "1", "2", "12", "A", "é"]


def job_of(folder, cells, data=None, **settings):
    pd.DataFrame({"x": cells, "y": ["z"] * len(cells)}).to_csv(folder / "t.csv", index=False)
    content = {"data": {"path": "t.csv", "header": True, **(data or {})}, "attributes": {"x": settings}}
    return job_from(content).at(folder / "job.toml")


def done(job, *replacements, hierarchies=None):
    """The table and the job after some replacements, and what was told of the last one."""
    dataset, found = load_dataset(job), None
    for replacement in replacements:
        found = replace(dataset, job, hierarchies or {}, replacement, Control())
        for column, settings in found.columns:
            dataset = type(dataset)(
                tuple(column if each.name == column.name else each for each in dataset.columns), dataset.source
            )
            job = job.model_copy(update={"attributes": {**job.attributes, column.name: settings}})
    return dataset, job, found


@given(st.integers(0, 10**6).map(random.Random), st.sampled_from([{}, {"type": "string"}, {"type": "integer"}]))
def test_that_any_replacements_are_read_again_as_they_are_shown(tmp_path_factory, generator: random.Random, settings):
    pool = ["1", "2", "12", ""] if settings.get("type") == "integer" else TEXTS
    cells = ["1"] + [generator.choice(pool) for _record in range(6)]
    job = job_of(tmp_path_factory.mktemp("replaced"), cells, **settings)
    steps = [
        Replacement(
            ("x",), generator.choice(TEXTS), generator.choice(TEXTS), generator.random() < 0.6, generator.random() < 0.5
        )
        for _step in range(generator.randint(1, 4))
    ]
    wanted = cells
    for step in steps:
        wanted = [naive(text, step) for text in wanted]
    dataset, job, _found = done(job, *steps)
    assert dataset["x"].texts().tolist() == wanted
    again = load_dataset(job)["x"]
    assert (again.values, again.codes.tolist(), again.type) == (
        dataset["x"].values,
        dataset["x"].codes.tolist(),
        dataset["x"].type,
    )


def naive(text: str, step: Replacement) -> str:
    def same(first: str, second: str) -> bool:
        return first == second if step.case else first.casefold() == second.casefold()

    if step.whole:
        return step.by if same(text, step.find) else text
    if not step.find:
        return text
    result, place = "", 0
    while place < len(text):
        if same(text[place : place + len(step.find)], step.find):
            result, place = result + step.by, place + len(step.find)
        else:
            result, place = result + text[place], place + 1
    return result


def test_that_values_are_counted_and_merged_ones_are_named(tmp_path):
    job = job_of(tmp_path, ["a", "b", "a", "c"])
    _dataset, _job, found = done(job, Replacement(("x", "y"), "a", "b"))
    assert [(each.before, each.after, each.cells, each.merges) for each in found.values] == [("a", "b", 2, True)]
    assert (found.number, found.cells, found.notes) == (1, 2, ())


def test_that_new_values_without_an_entry_in_the_hierarchy_are_told(tmp_path):
    job = job_of(tmp_path, ["a", "b"])
    hierarchy = Hierarchy((("a", "*"), ("b", "*")), "h")
    _dataset, _job, found = done(job, Replacement(("x",), "a", "c"), hierarchies={"x": hierarchy})
    assert found.notes == ("1 new value has no entry in the hierarchy of x yet. Add them there afterwards.",)


@pytest.mark.parametrize(
    ("data", "settings", "cells"),
    [
        ({}, {"type": "date", "format": "%Y-%m-%d", "other_formats": ["%d.%m.%Y"]}, ["2020-01-02", "03.01.2020"]),
        ({"decimal_mark": ",", "delimiter": ";"}, {"type": "decimal"}, ["1.5", "2"]),
        ({"cleanse": True}, {"type": "integer"}, ["1", "x"]),
    ],
)
def test_that_columns_that_are_rewritten_while_they_are_read_are_left_out(tmp_path, data, settings, cells):
    job = job_of(tmp_path, cells, data, **settings)
    if "decimal_mark" in data:
        (tmp_path / "t.csv").write_text("x;y\n1,5;z\n2;z\n", encoding="utf-8")
    before = load_dataset(job)
    found = replace(before, job, {}, Replacement(("x",), before["x"].values[-1], "3"), Control())
    assert (found.columns, found.number) == ((), 0)
    assert found.notes[0].startswith("x is left out")


def test_that_a_rule_is_as_long_for_many_values_as_for_one(tmp_path):
    job = job_of(tmp_path, [f"{number}.{number}x" for number in range(3_000)])
    _dataset, job, found = done(job, Replacement(("x",), ".", "", whole=False))
    assert found.number == 3_000
    assert len(job.to_toml()) < 400
    assert job.content()["attributes"]["x"] == {"replacements": [{"find": ".", "whole": False}]}


def test_that_thousands_taken_out_of_a_german_file_leave_numbers_as_a_fresh_reading_does(tmp_path):
    (tmp_path / "t.csv").write_text("x;y\n50.983,55;z\n1.200,00;z\n;z\n", encoding="utf-8")
    data = {"path": "t.csv", "header": True, "delimiter": ";", "decimal_mark": ","}
    job = job_from({"data": data}).at(tmp_path / "job.toml")
    dataset, job, found = done(job, Replacement(("x",), ".", "", whole=False))
    assert found.notes == ("x is text now and becomes a decimal number.",)
    assert job.settings_of("x").type is DataType.DECIMAL
    again = load_dataset(job)["x"]
    assert (again.values, again.type) == (dataset["x"].values, dataset["x"].type)
    assert set(again.values) == {"50983.55", "1200.00", ""}


def test_that_values_rewritten_with_a_point_are_numbers_beside_decimal_commas(tmp_path):
    (tmp_path / "t.csv").write_text("x;y\n12 EUR;1,5\n13.5 EUR;2,5\n", encoding="utf-8")
    data = {"path": "t.csv", "header": True, "delimiter": ";", "decimal_mark": ","}
    job = job_from({"data": data}).at(tmp_path / "job.toml")
    dataset, job, _found = done(job, Replacement(("x",), " EUR", "", whole=False))
    assert (job.settings_of("x").type, job.settings_of("x").decimal_mark) == (DataType.DECIMAL, ".")
    again = load_dataset(job)
    assert (
        (again["x"].values, again["x"].type)
        == (dataset["x"].values, dataset["x"].type)
        == (("12", "13.5"), again["x"].type)
    )
    assert again["y"].values == ("1.5", "2.5")
