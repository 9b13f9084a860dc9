"""Rows with counts, from file to file: what is written and counted again is what as many rows of one record give."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.spelling import PLAIN
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.preparation.counts import counts_in
from arxdesk_engine.verification.counts import counts_in as counts_again
from tests.engine.verification.runs import Row, job_on, people, run, written
from tests.engine.verification.test_recount import COSTS, EVERY, K

COUNT = "number; of them"
COUNTED = {"path": "people.csv", "delimiter": ";", "count": COUNT}


def counted(records: int = 90) -> list[Row]:
    """Rows with counts in the middle of their other columns."""
    counts = np.random.default_rng(5).integers(1, 5, records)
    return [
        dict(list(row.items())[:3]) | {COUNT: str(number)} | dict(list(row.items())[3:])
        for row, number in zip(people(records), counts, strict=True)
    ]


def written_out(rows: list[Row]) -> list[Row]:
    """A row for each record."""
    return [{name: row[name] for name in row if name != COUNT} for row in rows for _each in range(int(row[COUNT]))]


def contents(rows: list[Row]) -> Counter[tuple[str, ...]]:
    return Counter(tuple(row.values()) for row in rows)


def of_expression(model: dict[str, Any]) -> dict[str, Any]:
    """The model, with a research subset that does not go by rows."""
    return model | ({"subset": "days > 3"} if "subset" in model else {})


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
@pytest.mark.parametrize("model", EVERY)
def test_that_the_second_count_says_the_same_as_of_records_written_out(tmp_path: Path, model: str, suppressed: str):
    rows, privacy = counted(), [of_expression(EVERY[model])]
    sections: dict[str, Any] = {"costs": COSTS, "output": {"suppressed": suppressed}}
    known = run(tmp_path, privacy, written_out(rows), **sections)
    expected, shown = known.verify(), contents(known.rows())
    found = run(tmp_path, privacy, rows, data=COUNTED, **sections)
    assert list(found.rows()[0]) == list(rows[0])
    assert contents(written_out(found.rows())) == shown
    recount = found.verify()
    assert recount.models == expected.models
    figures = ("records", "suppressed_records", "classes", "smallest_class", "largest_class")
    assert {name: getattr(recount, name) for name in figures} == {name: getattr(expected, name) for name in figures}
    claims = {each.claim: each.verified for each in recount.facts}
    assert claims.pop("counts") is True
    assert claims == {each.claim: each.verified for each in expected.facts}


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet", ".xlsx", ".dta", ".sav", ".db"])
@pytest.mark.parametrize("shuffle", [False, True])
def test_that_every_format_keeps_the_counts(tmp_path: Path, suffix: str, shuffle: bool):
    output: dict[str, Any] = {"shuffle": shuffle, "leave_out": ["note", "name"]}
    if suffix == ".db":
        output["table"] = "people"
    found = written(job_on(tmp_path, counted(), [K], data=COUNTED, output=output), tmp_path / f"out{suffix}")
    recount = found.verify()
    assert [each for each in (*recount.models, *recount.facts) if each.verified is not True] == []
    assert recount.records == len(written_out(counted()))


@pytest.mark.parametrize("recoding", ["iterated", "groupwise"])
def test_that_tables_recoded_in_parts_keep_the_counts(tmp_path: Path, recoding: str):
    found = run(tmp_path, [K], counted(), data=COUNTED, search={"recoding": recoding})
    recount = found.verify()
    assert [each for each in (*recount.models, *recount.facts) if each.verified is not True] == []
    assert recount.records == len(written_out(counted()))


def first(rows: list[Row], wanted: Callable[[Row], bool]) -> Row:
    return next(row for row in rows if wanted(row))


def raised(rows: list[Row]) -> list[Row]:
    rows[0][COUNT] = str(int(rows[0][COUNT]) + 1)
    return rows


def exchanged(rows: list[Row]) -> list[Row]:
    one = rows[0]
    other = first(rows, lambda row: row[COUNT] != one[COUNT])
    one[COUNT], other[COUNT] = other[COUNT], one[COUNT]
    return rows


def parted(rows: list[Row]) -> list[Row]:
    row = first(rows, lambda row: int(row[COUNT]) > 1)
    return [*rows, row | {COUNT: "1"}] if not row.update({COUNT: str(int(row[COUNT]) - 1)}) else rows


def without_one(rows: list[Row]) -> list[Row]:
    return rows[1:]


def with_count(text: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [rows[0] | {COUNT: text}, *rows[1:]]


def without_counts(rows: list[Row]) -> list[Row]:
    return [{name: row[name] for name in row if name != COUNT} for row in rows]


def of_one_each(rows: list[Row]) -> list[Row]:
    return [row | {COUNT: "1"} for row in rows]


FAULTS: dict[str, tuple[Callable[[list[Row]], list[Row]], set[str]]] = {
    "one more": (raised, {"records", "counts"}),
    "exchanged": (exchanged, {"counts"}),
    "parted": (parted, {"counts"}),
    "a row less": (without_one, {"records", "counts"}),
    "none": (with_count("0"), {"table"}),
    "a half": (with_count("1.5"), {"table"}),
    "no number": (with_count("many"), {"table"}),
    "negative": (with_count("-2"), {"table"}),
    "infinite": (with_count("inf"), {"table"}),
    "far too many": (with_count("1e999999999"), {"table"}),
    "empty": (with_count(""), {"table"}),
    "no column": (without_counts, {"table"}),
    "of one each": (of_one_each, {"records", "counts", "4-anonymity"}),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_that_planted_faults_are_refuted(tmp_path: Path, fault: str):
    change, claims = FAULTS[fault]
    found = run(tmp_path, [K], counted(), data=COUNTED).tampered(change)
    assert claims <= {each.claim for each in found.refuted}


def test_that_counts_may_be_written_as_the_job_says(tmp_path: Path):
    rows = counted()
    plain = run(tmp_path, [K], rows, data=COUNTED)
    assert plain.verify().refuted == ()
    expected = [row[COUNT] for row in plain.rows()]
    for row in rows:
        row[COUNT] = f"{row[COUNT]},0"
    data = COUNTED | {"decimal_mark": ",", "thousands_mark": ".", "rename": {COUNT: "n"}, "count": "n"}
    found = run(tmp_path, [K], rows, data=data)
    assert found.verify().refuted == ()
    assert [row["n"] for row in found.rows()] == expected


def test_that_the_codebook_and_the_report_say_how_many_records_there_are(tmp_path: Path):
    found = run(tmp_path, [K], counted(), data=COUNTED, output={"codebook": "book.html"})
    book = found.anonymizer.codebook(found.output, found.exported)
    assert book.records == len(written_out(counted())) == found.facts["input"]["records"]
    note = f"Each row stands for as many records as its column {COUNT} says."
    assert note in book.notes
    assert note in (tmp_path / "book.html").read_text()
    assert [column.name for column in book.columns] == list(counted()[0])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("0", '"0" is not a whole number from 1 on'),
        ("-1", '"-1" is not a whole number'),
        ("2.5", '"2.5" is not a whole number'),
        ("", "the cell has no count"),
        ("some", '"some" is not a whole number'),
        ("9" * 30, "the counts add up to"),
    ],
)
def test_that_cells_that_are_no_counts_are_named(tmp_path: Path, text: str, said: str):
    rows = counted()
    rows[7][COUNT] = text
    with pytest.raises(InvalidData, match=said):
        job_on(tmp_path, rows, [K], data=COUNTED)


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ({"count": "numbr; of them"}, 'Did you mean "number; of them"'),
        ({"columns": ["age", "city", "sex"]}, f'Add "{COUNT}" to data.columns'),
        ({"rename": {COUNT: "n"}}, "Name it as data.rename does"),
    ],
)
def test_that_a_column_of_counts_that_is_not_there_is_named(tmp_path: Path, data: dict[str, Any], said: str):
    with pytest.raises(InvalidData, match=said):
        job_on(tmp_path, counted(), [K], data=COUNTED | data)


def test_that_the_counts_are_no_attribute(tmp_path: Path):
    anonymizer = job_on(tmp_path, counted(), [K], data=COUNTED)
    assert COUNT not in anonymizer.dataset.names
    job = anonymizer.job
    attributes = dict(job.attributes) | {COUNT: next(iter(job.attributes.values()))}
    with pytest.raises(InvalidJob, match="the column has the counts of the rows"):
        Anonymizer.open(job.model_copy(update={"attributes": attributes}))
    output = job.output.model_copy(update={"leave_out": (COUNT,)})
    with pytest.raises(InvalidJob, match="the counts of the rows are left out"):
        Anonymizer.open(job.model_copy(update={"output": output}))
    with pytest.raises(InvalidJob, match="the table was read without its counts"):
        Anonymizer.formulate(job, dataclasses.replace(anonymizer.dataset, weights=None), anonymizer.hierarchies)


@given(text=st.from_regex(r"[+-]?[0-9]{0,4}[.]?[0-9]{0,3}([eE][+-]?[0-9]{1,2})?| *|nan|inf|_1|1_0|٣", fullmatch=True))
def test_that_both_readings_take_the_same_texts_for_counts(text: str):
    text = text.strip()
    cells = pd.Categorical([text])
    try:
        found = counts_in(RawColumn("n", np.zeros(1, np.int32), (text,)), "n", PLAIN).tolist()
    except InvalidData as error:
        if "add up" in str(error):
            return  # the second count has no need of a limit so low
        with pytest.raises(ValueError, match="no whole number"):
            counts_again(cells)
    else:
        assert counts_again(cells).tolist() == found
