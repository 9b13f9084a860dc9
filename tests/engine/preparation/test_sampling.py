"""Research subsets: drawn at random, each record by itself, or listed in another table."""

from collections import Counter

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.preparation.sampling import matching_records, random_records, sampled_records
from tests.tiers import examples

NAMES = ("age", "sex", "illness")
CELL = st.sampled_from(("", "1", "2", "10", "a"))
RECORDS = st.lists(st.tuples(CELL, CELL, CELL), min_size=1, max_size=20)


def dataset_of(records, names=NAMES, source="people.csv"):
    return Dataset.from_pandas(pd.DataFrame(records, columns=list(names), dtype=str), source)


def matched_one_by_one(records, listed):
    """Every listed record takes the first equal one that is not taken yet."""
    included = [False] * len(records)
    for each in listed:
        included[next(i for i, record in enumerate(records) if record == each and not included[i])] = True
    return included


@given(st.integers(1, 500), st.floats(0.0, 1.0, exclude_min=True), st.integers(0, 10**9))
def test_that_so_many_records_are_drawn_as_the_share_says_at_least_one(records, share, seed):
    included = random_records(records, share, seed)
    assert (included.dtype, included.shape) == (np.bool_, (records,))
    assert included.sum() == max(1, round(share * records))
    assert (included == random_records(records, share, seed)).all()


@pytest.mark.parametrize(
    ("records", "share", "number"), [(1, 1e-9, 1), (1, 1.0, 1), (10, 0.1, 1), (7, 1.0, 7), (3, 0.4, 1)]
)
def test_that_no_share_is_too_small_or_too_large(records, share, number):
    assert random_records(records, share, 1).sum() == number


def test_that_every_record_is_drawn_as_often_as_every_other():
    """Ten degrees of freedom: the statistic is above 30 in one of 1,000 tests."""
    counts = sum(random_records(11, 0.4, seed).astype(int) for seed in range(2000))
    expected = 2000 * 4 / 11
    assert counts.sum() == 2000 * 4
    assert ((counts - expected) ** 2 / expected).sum() < 30


@given(st.floats(0.0, 1.0), st.integers(0, 10**9))
def test_that_records_are_kept_as_often_as_the_probability_says(probability, seed):
    """Six standard deviations: one of 500 million."""
    kept = sampled_records(4000, probability, seed)
    assert (kept == sampled_records(4000, probability, seed)).all()
    assert abs(kept.sum() - 4000 * probability) <= 6 * np.sqrt(4000 * probability * (1 - probability)) + 1e-9


@pytest.mark.parametrize("seed", [None, 0])
def test_that_the_ends_keep_nothing_and_everything(seed):
    assert not sampled_records(1000, 0.0, seed).any()
    assert sampled_records(1000, 1.0, seed).all()
    assert sampled_records(0, 0.5, seed).shape == (0,)


def test_that_neighbours_are_kept_independently():
    """Pairs of both, one, the other and none: three degrees of freedom, above 22 in one of 10,000 tests."""
    kept = sampled_records(20_000, 0.5, 3)
    pairs = Counter(zip(kept[::2].tolist(), kept[1::2].tolist(), strict=True))
    assert sum((count - 2500) ** 2 / 2500 for count in pairs.values()) < 22


def test_that_without_a_seed_every_sample_is_another():
    samples = {sampled_records(200, 0.5, None).tobytes() for _sample in range(20)}
    assert len(samples) == 20
    assert 0.3 < np.mean([sampled_records(1000, 0.4, None).mean() for _sample in range(20)]) < 0.5


def test_that_the_operating_system_decides_where_there_is_no_seed(monkeypatch):
    """A number below probability x 2^64 keeps a record, the same number does not."""
    numbers = np.array([0, 2**62 - 1, 2**62, 2**64 - 1], np.uint64)
    monkeypatch.setattr("secrets.token_bytes", lambda number: numbers.tobytes()[:number])
    assert sampled_records(4, 0.25, None).tolist() == [True, True, False, False]


@given(RECORDS, st.data())
def test_that_listed_records_are_found_as_often_as_they_are_listed_the_first_ones_first(records, drawn):
    places = drawn.draw(st.lists(st.sampled_from(range(len(records))), unique=True))
    listed = drawn.draw(st.permutations([records[place] for place in places]))
    order = drawn.draw(st.permutations(range(3)))
    subset = dataset_of([[each[index] for index in order] for each in listed], [NAMES[index] for index in order])
    assert matching_records(dataset_of(records), subset).tolist() == matched_one_by_one(records, listed)


@given(RECORDS, RECORDS)
@settings(max_examples=examples(100))
def test_that_records_that_are_not_there_are_counted_and_the_first_one_named(records, listed):
    there, wanted = Counter(records), Counter(listed)
    missing = wanted - there
    subset = dataset_of(listed, source="subset.csv")
    if not missing:
        assert matching_records(dataset_of(records), subset).sum() == len(listed)
        return
    with pytest.raises(InvalidData) as caught:
        matching_records(dataset_of(records), subset)
    (problem,) = caught.value.problems
    first = next(number for number, each in enumerate(listed, 1) if missing[each])
    how_often = "is there more often than in the table" if there[listed[first - 1]] else "is not in the table"
    assert problem.place == f"subset.csv, record {first}"
    number = "1 such record" if missing.total() == 1 else f"{missing.total()} such records"
    assert problem.found == f"this record {how_often} ({number} in all)"
    assert problem.remedy


@pytest.mark.parametrize(
    ("names", "found"),
    [
        (("age", "sex", "ilness"), 'has no attribute "illness"'),
        (("age", "sex"), 'has no attribute "illness"'),
        (("age", "sex", "illness", "more"), "has other columns than the table"),
    ],
)
def test_that_other_columns_are_told(names, found):
    subset = dataset_of([("1",) * len(names)], names, "subset.csv")
    with pytest.raises(InvalidData) as caught:
        matching_records(dataset_of([("1", "1", "1")]), subset)
    assert [(problem.place, problem.found) for problem in caught.value.problems] == [("subset.csv", found)]
    assert caught.value.problems[0].remedy


def test_that_an_empty_list_selects_nothing():
    subset = dataset_of([], source="subset.csv")
    assert matching_records(dataset_of([("1", "2", "a")] * 3), subset).tolist() == [False] * 3
