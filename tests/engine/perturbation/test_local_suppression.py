"""Local suppression: k by counting all pairs, the least cost by trying all sets of keys, importance, refusals."""

import itertools

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.perturbation.local_suppression import LocalSuppression
from arxdesk_engine.verification.perturbed import least_matches
from tests.engine.perturbation.tables import job_with, records_of, released, texts_of

ROWS = st.lists(
    st.tuples(st.sampled_from(["a", "b", "c", ""]), st.sampled_from(["x", "y", ""]), st.sampled_from("0123")),
    min_size=3,
    max_size=25,
)
KEYS = ("first", "second", "third")


def frequencies(rows):
    """How many rows each row agrees with, by looking at all pairs."""

    def agree(one, other):
        return all(mine in ("", theirs) or theirs == "" for mine, theirs in zip(one, other, strict=True))

    return [sum(agree(row, other) for other in rows) for row in rows]


def suppressed(rows, k, **settings):
    records = records_of(**dict(zip(KEYS, zip(*rows, strict=True), strict=False)))
    asked = LocalSuppression(columns=tuple(records.columns), k=k, **settings)
    found = asked.perturb(records)
    return list(zip(*(texts_of(column) for column in found.columns), strict=True)), found.facts


@given(ROWS, st.integers(2, 3), st.fixed_dictionaries({}, optional={"first": st.integers(1, 5)}))
def test_that_every_record_looks_like_k(rows, k, importance):
    after, facts = suppressed(rows, k, importance=importance)
    assert min(frequencies(after)) >= k
    assert facts["least_matches"] == {"before": min(frequencies(rows)), "after": min(frequencies(after))}
    below = sum(frequency < k for frequency in frequencies(rows))
    assert facts["records_below_k"] == {"before": below, "after": 0}
    for old, new in zip(rows, after, strict=True):
        assert all(now in ("", before) for before, now in zip(old, new, strict=True))
    counted = [sum(old[key] != new[key] for old, new in zip(rows, after, strict=True)) for key in range(len(KEYS))]
    assert [each["suppressed"] for each in facts["keys"].values()] == counted


@given(ROWS, st.integers(2, 3))
def test_that_records_which_look_like_k_lose_nothing(rows, k):
    after, _facts = suppressed(rows, k)
    assert all(old == new for old, new, f in zip(rows, after, frequencies(rows), strict=True) if f >= k)


@given(ROWS, st.integers(2, 3), st.lists(st.integers(1, 4), min_size=3, max_size=3))
def test_that_the_first_record_loses_cells_of_the_least_importance(rows, k, weights):
    """Of one rare tuple alone, all sets of keys are tried."""
    rare = [place for place, f in enumerate(frequencies(rows)) if f < k]
    if len({rows[place] for place in rare}) != 1:
        return
    after, _facts = suppressed(rows, k, importance=dict(zip(KEYS, weights, strict=True)))
    costs = []
    for keys in itertools.chain.from_iterable(itertools.combinations(range(3), size) for size in range(4)):
        tried = [
            tuple("" if place in rare and key in keys else cell for key, cell in enumerate(row))
            for place, row in enumerate(rows)
        ]
        if frequencies(tried)[rare[0]] >= k:
            costs.append(sum(weights[key] for key in keys if rows[rare[0]][key]))
    lost = [key for key in range(3) if rows[rare[0]][key] != after[rare[0]][key]]
    assert sum(weights[key] for key in lost) == min(costs)


def test_that_importance_decides_between_keys():
    rows = [("a", "x", "0")] * 3 + [("a", "y", "0")] + [("b", "y", "0")] * 3
    assert suppressed(rows, 2, importance={"first": 2})[0][3] == ("a", "", "0")
    assert suppressed(rows, 2, importance={"second": 2})[0][3] == ("", "y", "0")


def test_that_more_records_of_one_key_are_handled():
    rows = [("a",)] * 3 + [("b",)]
    after, facts = suppressed(rows, 2)
    assert after == [("a",)] * 3 + [("",)]
    assert facts["keys"] == {"first": {"importance": 1, "suppressed": 1, "share": 0.25}}


@given(ROWS)
def test_that_the_second_count_finds_the_rarest_record(rows):
    columns = [pd.Categorical(cells, categories=sorted(set(cells))) for cells in zip(*rows, strict=True)]
    assert least_matches(columns) == min(frequencies(rows))


def test_that_numbers_keep_their_order_and_type():
    records = records_of(age=["5", "10", "10", "5", "7"], town=["A"] * 5)
    age, _town = LocalSuppression(columns=("age", "town"), k=2).perturb(records).columns
    assert age.type == records.columns["age"].type
    assert texts_of(age) == ["5", "10", "10", "5", ""]
    assert list(age.values) == ["5", "7", "10", ""]


def test_that_fewer_records_than_k_are_refused_and_told_where_few_are_written():
    (unfit,) = LocalSuppression(columns=("first",), k=3).unfit(records_of(first=["a", "b"]))
    assert (unfit.field, unfit.found) == ("k", "the table has 2 records")
    _rows, facts = suppressed([("a", "x", "0"), ("b", "x", "0")], 3)
    assert facts["records_below_k"] == {"before": 2, "after": 2}


def test_that_importance_names_keys_and_that_keys_are_few():
    asked = {"method": "local-suppression", "columns": ["town"], "k": 2}
    with pytest.raises(UserError, match='importance names "twn", which is no key'):
        job_with({**asked, "importance": {"twn": 2}})
    with pytest.raises(UserError, match=r"there are 13 keys\. Name at most 12"):
        job_with({**asked, "columns": [f"c{number}" for number in range(13)]})


def test_that_importance_follows_a_new_name():
    asked = LocalSuppression(columns=("town", "age"), k=2, importance={"town": 3})
    changed = asked.with_names(lambda name: "place" if name == "town" else name)
    assert (changed.columns, changed.importance) == (("place", "age"), {"place": 3})


def test_that_keys_of_a_release_reach_k():
    towns = ["A", "B", "C", "D"] * 10 + ["E"]
    ages = [str(20 + number % 7) for number in range(41)]
    job = job_with({"method": "local-suppression", "columns": ["town", "age"], "k": 3})
    _anonymizer, output = released(job, town=towns, age=ages)
    rows = list(zip(texts_of(output.dataset["town"]), texts_of(output.dataset["age"]), strict=True))
    assert min(frequencies(rows)) >= 3
    assert np.mean([cell == "" for row in rows for cell in row]) < 0.5
