"""A copy with drawn values says what the released table says, and nothing else of the input."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.job.job import job_from
from arxdesk_engine.release.spreading.spread import spread_table
from arxdesk_engine.release.transform.apply import Output
from tests.engine.verification.runs import CITIES, Row, job_on, people, run, written

K = {"model": "k-anonymity", "k": 4}
BY_GROUPS = {"recoding": "groupwise"}
TENS = {"builder": "interval", "intervals": [[0, 10]], "levels": [[2]], "upper_range": "repeat", "label": "range"}


def texts(dataset: Dataset) -> dict[str, list[str]]:
    return {column.name: column.texts().tolist() for column in dataset}


def recoded(anonymizer: Anonymizer) -> Output:
    return anonymizer.apply_recoding(anonymizer.recode(anonymizer.search()))


def ages_moved(rows: list[Row]) -> list[Row]:
    """Other ages below the same labels."""
    return [row | {"age": str(int(row["age"]) // 4 * 4 + (int(row["age"]) + 1) % 4)} for row in rows]


def test_that_other_values_below_the_same_labels_change_nothing(tmp_path: Path):
    outputs = []
    for name, rows in (("one", people()), ("other", ages_moved(people()))):
        folder = tmp_path / name
        folder.mkdir()
        done = written(job_on(folder, rows, [K], output={"spread": "spread.csv"}), folder / "out.csv", (1, 0, 0))
        outputs.append(done)
    one, other = outputs
    assert one.anonymizer.dataset["age"].texts().tolist() != other.anonymizer.dataset["age"].texts().tolist()
    assert (tmp_path / "one" / "out.csv").read_bytes() == (tmp_path / "other" / "out.csv").read_bytes()
    assert (tmp_path / "one" / "spread.csv").read_bytes() == (tmp_path / "other" / "spread.csv").read_bytes()


def test_that_only_what_is_released_is_looked_at_after_recoding_by_groups(tmp_path: Path):
    """The same released table, on top of another input."""
    rows = people()
    first = job_on(tmp_path, rows, [K], search=BY_GROUPS)
    output = recoded(first)
    other = job_on(tmp_path, ages_moved(rows[::-1]), [K], search=BY_GROUPS)
    unknown = replace(output, members=output.members[::-1], class_sizes=output.class_sizes[::-1])
    expected = spread_table(first.job, first.hierarchies, output)
    found = spread_table(other.job, other.hierarchies, unknown)
    assert texts(found.dataset) == texts(expected.dataset)
    assert expected.drawn["age"] > 0


def test_that_values_that_only_the_input_has_are_never_drawn(tmp_path: Path):
    """A built hierarchy has the values of the table as its leaves: only those that the result shows are no secret."""
    ages = [31] * 3 + [32] * 5 + [35, 36, 37] + [51, 52, 53] + [71] * 4
    (tmp_path / "ages.csv").write_text("age,other\n" + "".join(f"{age},x\n" for age in ages))
    attributes = {"age": {"role": "quasi-identifying", "hierarchy": TENS}}
    plain = {"data": {"path": "ages.csv"}, "attributes": attributes, "privacy": [{"model": "k-anonymity", "k": 3}]}
    anonymizer = Anonymizer.open(job_from(plain | {"search": BY_GROUPS}).at(tmp_path / "job.toml"))
    output = recoded(anonymizer)
    spread = anonymizer.spread(output)
    released, drawn = (each.dataset["age"].texts().tolist() for each in (output, spread))
    shown = {text for text in released if text.isdecimal()}
    assert shown == {"31", "32", "71"}
    for before, after in zip(released, drawn, strict=True):
        if before == "30-39":
            assert after in {"31", "32"}
        else:
            assert after == before
    kept = [text for text in released if text == "50-59"]
    assert (spread.drawn["age"], spread.kept["age"], len(kept)) == (3, 3, 3), "no value below 50-59 is shown"
    assert spread.dataset["age"].type.kind is DataType.STRING


def test_that_removed_records_and_other_columns_stay(tmp_path: Path):
    rows = [row | {"sex": "other"} if number in (7, 40) else row for number, row in enumerate(people(120))]
    anonymizer = job_on(tmp_path, rows, [K], search=BY_GROUPS)
    output = recoded(anonymizer)
    assert output.suppressed.nonzero()[0].tolist() == [7, 40]
    spread, released = texts(anonymizer.spread(output).dataset), texts(output.dataset)
    for number in (7, 40):
        assert {spread[name][number] for name in anonymizer.quasi_identifiers} == {"*"}
    for name in released.keys() - set(anonymizer.quasi_identifiers):
        assert spread[name] == released[name]
    dropping = replace(anonymizer, job=anonymizer.job.with_output(suppressed="drop", leave_out=("note",)))
    dropped = dropping.spread(output)
    assert dropped.order.tolist() == [number for number in range(120) if number not in (7, 40)]
    assert "note" not in dropped.dataset.names


def test_that_every_label_becomes_a_value_below_it(tmp_path: Path):
    anonymizer = job_on(tmp_path, people(), [K], search=BY_GROUPS)
    output = recoded(anonymizer)
    spread = anonymizer.spread(output)
    ages, drawn = output.dataset["age"].texts().tolist(), spread.dataset["age"].texts().tolist()
    for label, value in zip(ages, drawn, strict=True):
        low = 16 if label == "*" else int(label.rstrip("+"))
        # 32+ reads the same whether it stands for 4 or for 16 years.
        width = 48 if label == "*" else 1 if label.isdecimal() else 16 if low % 16 == 0 else 4
        assert low <= int(value) < low + width
    assert spread.dataset["age"].type.kind is DataType.INTEGER
    assert set(spread.dataset["city"].values) <= set(CITIES)
    assert spread.drawn["age"] == sum(not text.isdecimal() for text in ages)
    assert sum(spread.kept.values()) == 0


def test_that_aggregates_stay(tmp_path: Path):
    clusters = {"transformation": "cluster-microaggregate", "function": "median"}
    plain = job_on(tmp_path, people(), [K]).job
    attributes = dict(plain.attributes)
    attributes["age"] = attributes["age"].model_validate({**attributes["age"].model_dump(), **clusters})
    anonymizer = Anonymizer.open(plain.model_copy(update={"attributes": attributes}))
    output = anonymizer.apply((1, 1, 0))
    spread = anonymizer.spread(output)
    assert texts(spread.dataset)["age"] == texts(output.dataset)["age"]
    assert set(spread.sources) == {"city", "sex"}


def test_that_the_seed_of_the_job_gives_the_same_copy_again(tmp_path: Path):
    anonymizer = job_on(tmp_path, people(), [K], search=BY_GROUPS)
    output = recoded(anonymizer)
    other = replace(anonymizer, job=anonymizer.job.with_output(spread_seed=1))
    assert texts(anonymizer.spread(output).dataset) == texts(anonymizer.spread(output).dataset)
    assert texts(anonymizer.spread(output).dataset) != texts(other.spread(output).dataset)


@pytest.mark.parametrize("defence", ["none", "public-splits"])
def test_that_width_says_nothing_of_values_only_where_splits_are_public(tmp_path: Path, monkeypatch, defence: str):
    steps = []
    module = "arxdesk_engine.release.spreading.spread"

    def noted(counts: np.ndarray, under: Any, most: int) -> np.ndarray:
        steps.append(most)
        return np.full(under.number_of_leaves, 1 / under.number_of_leaves)

    monkeypatch.setattr(f"{module}.leaf_shares", noted)
    anonymizer = job_on(tmp_path, people(), [K], search=BY_GROUPS | {"defence": defence})
    anonymizer.spread(recoded(anonymizer))
    assert set(steps) == ({1} if defence == "none" else {1_000})


def test_that_nothing_is_spread_where_nothing_is_generalized(tmp_path: Path):
    done = run(tmp_path, [{"model": "k-anonymity", "k": 1}], output={"spread": "spread.csv"})
    assert set(done.output.levels) == {0}
    assert (tmp_path / "spread.csv").read_bytes() == done.path.read_bytes()
    assert done.exported.plain()["spread"]["drawn_cells"] == {"age": 0, "city": 0, "sex": 0}
