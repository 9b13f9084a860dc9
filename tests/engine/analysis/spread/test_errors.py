"""The errors of tables of drawn values, counted again by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from arxdesk_engine.analysis.spread.errors import SpreadErrors
from arxdesk_engine.analysis.spread.sentences import copy_sentence, sentence
from arxdesk_engine.analysis.statistics.marginal_tables import LabelShares, TableErrors, table_errors
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.release.spreading.written import WrittenSpread
from tests.engine.verification.runs import CITIES, Row, job_on, people

K = {"model": "k-anonymity", "k": 4}
NAMES = ("age", "city", "sex")


def leaves(name: str, text: str) -> list[str]:
    """The values below a label of the table of `people`, by the rules of its hierarchies."""
    ages = [str(age) for age in range(16, 64)]
    found = {
        "age": [age for age in ages if text in (age, f"{int(age) // 4 * 4}+", f"{int(age) // 16 * 16}+", "*")],
        "city": [city for city, region in CITIES.items() if text in (city, region, "*")],
        "sex": [text] if text != "*" else ["female", "male"],
    }
    return found[name]


def shares(rows: Sequence[Row], names: Sequence[str], *, spread: bool) -> Counter[tuple[str, ...]]:
    """The share of each cell of a table; labels count for their values alike."""
    found: Counter[tuple[str, ...]] = Counter()
    for row in rows:
        cells: list[tuple[str, ...]] = [()]
        for name in names:
            below = leaves(name, row[name]) if spread else [row[name]]
            cells = [(*cell, value) for cell in cells for value in below]
        for cell in cells:
            found[cell] += 1 / len(cells) / len(rows)  # type: ignore[assignment] # shares
    return found


def mean_distance(before: Sequence[Row], after: Sequence[Row], width: int, *, spread: bool) -> float:
    found = []
    for names in combinations(NAMES, width):
        one, other = shares(before, names, spread=False), shares(after, names, spread=spread)
        found.append(sum(abs(one[cell] - other[cell]) for cell in one.keys() | other.keys()) / 2)
    return float(np.mean(found))


@pytest.mark.parametrize("recoding", ["groupwise", "none"])
def test_that_errors_are_half_the_sum_of_differences_of_shares(tmp_path: Path, recoding: str):
    # A city that reads "*" would be taken for a removed one in a count by hand.
    rows = [row | {"city": "Ulm" if row["city"] == "*" else row["city"]} for row in people(160)]
    anonymizer = job_on(tmp_path, rows, [K], search={"recoding": recoding}, output={"suppressed": "drop"})
    solution = anonymizer.search()
    assert solution.best is not None
    output = anonymizer.apply(solution.best.levels)
    if recoding == "groupwise":
        output = anonymizer.apply_recoding(anonymizer.recode(solution))
    spread = anonymizer.spread(output)
    found = anonymizer.spread_errors(output)
    assert found is not None
    drawn, released = (
        [dict(zip(NAMES, cells, strict=True)) for cells in zip(*(table[name] for name in NAMES), strict=True)]
        for table in (
            {name: spread.dataset[name].texts().tolist() for name in NAMES},
            {name: output.dataset[name].at(spread.order).texts().tolist() for name in NAMES},
        )
    )
    widths = {"one_way": 1, "two_way": 2}
    for kind, width in widths.items():
        assert getattr(found.drawn, kind) == pytest.approx(mean_distance(rows, drawn, width, spread=False))
        assert getattr(found.evenly, kind) == pytest.approx(mean_distance(rows, released, width, spread=True))


def test_that_a_removed_record_counts_for_all_values_alike(tmp_path: Path):
    # Among the cities is one that reads "*".
    every = {"suppression": {"limit": 1.0}, "output": {"leave_out": ["city"]}}
    anonymizer = job_on(tmp_path, people(120), [{"model": "k-anonymity", "k": 200}], **every)
    found = anonymizer.spread_errors(anonymizer.apply((0, 0, 0)))
    assert found is not None
    assert found.drawn == found.evenly
    ages, sexes = (Counter(row[name] for row in people(120)) for name in ("age", "sex"))
    of_age = sum(max(0.0, count / 120 - 1 / 48) for count in ages.values())
    of_sex = abs(sexes["male"] / 120 - 1 / 2)
    assert found.drawn.one_way == pytest.approx((of_age + of_sex) / 2)


def test_that_nothing_is_compared_where_nothing_is_generalized_or_written(tmp_path: Path):
    anonymizer = job_on(tmp_path, people(120), [K])
    output = anonymizer.apply((1, 1, 0))
    without = replace(anonymizer, job=anonymizer.job.with_output(leave_out=NAMES))
    assert without.spread_errors(output) is None
    one = replace(anonymizer, job=anonymizer.job.with_output(leave_out=NAMES[1:]))
    found = one.spread_errors(output)
    assert found is not None
    assert found.columns == ("age",)
    assert found.drawn.two_way is None


def test_that_a_stop_is_heeded(tmp_path: Path):
    anonymizer, control = job_on(tmp_path, people(120), [K]), Control()
    control.stop()
    with pytest.raises(Stopped):
        anonymizer.spread_errors(anonymizer.apply((1, 1, 0)), control=control)


def test_that_large_tables_are_counted_by_sorting(monkeypatch: pytest.MonkeyPatch):
    chance = np.random.default_rng(5)
    rows, counts = chance.integers(0, 9, (60, 3)), chance.integers(1, 5, 60)
    readings = [LabelShares.of_leaves(chance.integers(0, 9, 40), 9) for _attribute in range(3)]
    found = table_errors(rows, counts, readings, np.ones(40, np.int64))
    monkeypatch.setattr("arxdesk_engine.analysis.statistics.marginal_tables._MOST_DENSE", 0)
    assert table_errors(rows, counts, readings, np.ones(40, np.int64)) == found


def test_that_errors_are_told_in_a_sentence():
    found = SpreadErrors(("age", "city"), TableErrors(0.0229, 0.0476), TableErrors(0.0311, 0.059))
    assert sentence(found) == (
        "Tables made of drawn values differ from those of the input by 2.3 % (one column) and 4.8 % (two columns) on "
        "average; made of the labels, each spread evenly over its values, by 3.1 % (one column) and 5.9 % (two "
        "columns)."
    )
    alone = SpreadErrors(("age",), TableErrors(0.0, None), TableErrors(0.1, None))
    assert "by 0 % (one column) on average" in sentence(alone)
    written = WrittenSpread(Path("/a/s.csv"), "00", 0, {"age": 3}, {"age": 0}, ",", None, {})
    assert copy_sentence(written) == "A copy with values drawn for 3 labels was written to /a/s.csv."
    stays = replace(written, kept={"age": 1})
    assert copy_sentence(stays).endswith("/a/s.csv; 1 label stays, as no values below are known.")
