"""A copy with drawn values: a true one is confirmed, and each planted fault is refuted by name."""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from arxdesk_engine.verification.recount import Recount, UnconfirmedFile
from tests.engine.verification.runs import (
    QUASI_IDENTIFIERS,
    Row,
    Run,
    job_on,
    people,
    read_table,
    run,
    write_table,
    written,
)

K = {"model": "k-anonymity", "k": 4}
WAYS: dict[str, dict[str, Any]] = {
    "group by group": {"recoding": "groupwise"},
    "iterated": {"local_recoding": {"iterations": 10}},
    "full domain": {},
}
WRONG = "in {} they are not values below the labels of the result, or not what it shows in other columns"


def spread(folder: Path, way: str = "group by group", rows: list[Row] | None = None, **output: Any) -> Run:
    """A result with a copy, both confirmed as they are."""
    done = run(folder, [K], rows or people(), search=WAYS[way], output={"spread": "spread.csv"} | output)
    counted = done.verify()
    assert counted.plain()["all"] is True, counted.facts
    return done


def tampered(done: Run, change: Callable[[list[Row]], list[Row]]) -> Recount:
    """The copy changed, and its digest reported as though it had been written like that."""
    path = done.path.with_name("spread.csv")
    write_table(path, change(read_table(path)))
    done.facts["output"]["spread"]["sha256"] = hashlib.sha256(path.read_bytes()).hexdigest()
    return done.verify()


def refused(counted: Recount) -> dict[str, str]:
    with pytest.raises(UnconfirmedFile):
        counted.require_confirmed()
    return {each.claim: each.reason for each in counted.refuted}


def with_cell(number: int, name: str, text: str) -> Callable[[list[Row]], list[Row]]:
    return lambda rows: [row | {name: text} if place == number else row for place, row in enumerate(rows)]


def first_label(done: Run) -> int:
    """The first record with a label of four years."""
    return next(number for number, row in enumerate(done.rows()) if row["age"].endswith("+"))


@pytest.mark.parametrize("way", WAYS)
def test_that_a_value_beside_the_label_is_refuted(tmp_path: Path, way: str):
    done = spread(tmp_path, way)
    number = first_label(done)
    low = int(done.rows()[number]["age"].rstrip("+"))
    reasons = refused(tampered(done, with_cell(number, "age", str(low - 1))))
    assert reasons == {"spread cells": WRONG.format("1 record")}


@pytest.mark.parametrize("way", WAYS)
def test_that_a_label_that_was_not_spread_is_refuted(tmp_path: Path, way: str):
    done = spread(tmp_path, way)
    number = first_label(done)
    reasons = refused(tampered(done, with_cell(number, "age", done.rows()[number]["age"])))
    assert reasons == {"spread cells": WRONG.format("1 record")}


def test_that_another_exact_value_is_refuted(tmp_path: Path):
    done = spread(tmp_path)
    number = next(number for number, row in enumerate(done.rows()) if row["age"].isdecimal())
    other = str(int(done.rows()[number]["age"]) + 1)
    assert set(refused(tampered(done, with_cell(number, "age", other)))) == {"spread cells"}


@pytest.mark.parametrize("name", ["diagnosis", "note", "name"])
def test_that_a_changed_cell_of_another_column_is_refuted(tmp_path: Path, name: str):
    done = spread(tmp_path)
    assert set(refused(tampered(done, with_cell(3, name, "changed")))) == {"spread cells"}


def test_that_a_removed_record_with_values_is_refuted(tmp_path: Path):
    rows = [row | {"sex": "other"} if number in (7, 40) else row for number, row in enumerate(people(120))]
    done = spread(tmp_path, rows=rows)
    assert {done.rows()[7][name] for name in QUASI_IDENTIFIERS} == {"*"}
    assert set(refused(tampered(done, with_cell(7, "age", "30")))) == {"spread cells"}


def test_that_a_missing_record_is_refuted(tmp_path: Path):
    done = spread(tmp_path)
    assert refused(tampered(done, lambda rows: rows[1:])) == {"spread records": "239 instead of 240"}


def test_that_another_order_is_refuted(tmp_path: Path):
    done = spread(tmp_path, shuffle=True, suppressed="drop")
    assert set(refused(tampered(done, lambda rows: rows[::-1]))) == {"spread cells"}


def test_that_missing_columns_are_refuted(tmp_path: Path):
    done = spread(tmp_path)

    def without_note(rows: list[Row]) -> list[Row]:
        return [{name: text for name, text in row.items() if name != "note"} for row in rows]

    assert refused(tampered(done, without_note)) == {"spread cells": "the columns are not those of the result"}


def test_that_a_file_changed_later_or_gone_is_refuted(tmp_path: Path):
    done = spread(tmp_path)
    path = tmp_path / "spread.csv"
    path.write_bytes(path.read_bytes() + b"\n")
    assert set(refused(done.verify())) == {"spread sha256"}
    path.unlink()
    assert set(refused(done.verify())) == {"spread cells"}


TENS = {"builder": "interval", "intervals": [[0, 10]], "levels": [[2]], "upper_range": "repeat", "label": "range"}


def test_that_a_value_that_only_the_input_has_is_refuted(tmp_path: Path):
    """Of a hierarchy that the job builds from the values of the table, the leaves are a secret that groups share."""
    rows = [row | {"city": "Ulm"} for row in people(120)]
    content = job_on(tmp_path, rows, [K]).job.content()
    content["attributes"]["age"]["hierarchy"] = TENS
    content |= {"search": WAYS["group by group"], "output": {"spread": "spread.csv"}}

    done = written(Anonymizer.open(job_from(content).at(tmp_path / "job.toml")), tmp_path / "out.csv")
    assert done.verify().plain()["all"] is True
    released = [row["age"] for row in done.rows()]
    shown = {text for text in released if text.isdecimal()}
    hidden = sorted({row["age"] for row in rows} - shown)
    number, secret = next(
        (number, age)
        for age in hidden
        for number, label in enumerate(released)
        if "-" in label and int(label.split("-")[0]) <= int(age) <= int(label.split("-")[1])
    )
    assert set(refused(tampered(done, with_cell(number, "age", secret)))) == {"spread cells"}
