"""Rank swapping: marginals, how far ranks move, who is paired with whom, and what is refused."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.kernels.perturbation.rank_pairs import pair_ranks
from arxdesk_engine.perturbation.method import PerturbedRecords
from arxdesk_engine.perturbation.rank_swapping import RankSwapping, window_of
from tests.engine.perturbation.tables import records_of, texts_of

CELLS = st.lists(st.sampled_from(["", *map(str, range(12))]), min_size=1, max_size=60)


def swapped(cells, percent=10.0, seed=0):
    found = RankSwapping(columns=("age",), percent=percent, seed=seed).perturb(records_of(age=cells))
    return texts_of(found.columns[0]), found.facts["ranks"]["age"]


def partners_of(ranks, window, draws):
    found = np.empty(ranks, np.int64)
    pair_ranks(window, np.array(draws, np.float64), np.zeros(ranks + 1, np.int64), found)
    return found.tolist()


def naive_partners(ranks, window, draws):
    """By the definition: the ranks that are left in the window, listed."""
    partner = {}
    for rank in range(ranks):
        if rank in partner:
            continue
        left = [other for other in range(rank + 1, min(ranks, rank + window + 1)) if other not in partner]
        chosen = left[int(draws[rank] * len(left))] if left else rank
        partner[rank], partner[chosen] = chosen, rank
    return [partner[rank] for rank in range(ranks)]


@given(st.integers(0, 40), st.integers(0, 45), st.data())
def test_that_ranks_are_paired_as_by_the_definition(ranks, window, data):
    draws = data.draw(st.lists(st.floats(0.0, 1.0, exclude_max=True), min_size=ranks, max_size=ranks))
    assert partners_of(ranks, window, draws) == naive_partners(ranks, window, draws)


@given(CELLS, st.floats(0.5, 100.0), st.integers(0, 9))
def test_that_every_value_occurs_as_often_and_missing_cells_stay(cells, percent, seed):
    after, _facts = swapped(cells, percent, seed)
    assert Counter(after) == Counter(cells)
    assert [cell == "" for cell in after] == [cell == "" for cell in cells]


@given(st.permutations(range(50)), st.sampled_from([2.0, 5.0, 20.0, 100.0]), st.integers(0, 9))
def test_that_ranks_move_by_the_percentage_at_most(cells, percent, seed):
    after, facts = swapped(cells, percent, seed)
    moves = [abs(int(new) - old) for old, new in zip(cells, after, strict=True)]
    assert max(moves) <= 50 * percent / 100
    assert (facts["largest_move"], facts["mean_move"]) == (max(moves), pytest.approx(np.mean(moves)))
    assert facts["swapped"] == sum(move > 0 for move in moves)
    correlation = np.corrcoef(np.array(cells, float), np.array(after, float))[0, 1]
    assert facts["rank_correlation"] == pytest.approx(correlation)


@given(st.lists(st.integers(0, 5), min_size=10, max_size=40), st.integers(0, 9))
def test_that_records_of_one_value_do_not_widen_the_window(cells, seed):
    after, facts = swapped(cells, 20.0, seed)
    ordered = sorted(cells)
    for old, new in zip(cells, after, strict=True):
        low, high = sorted((old, int(new)))
        last_of_low = len(ordered) - 1 - ordered[::-1].index(low)
        assert ordered.index(high) - last_of_low <= facts["window"]


def test_that_every_rank_in_the_window_is_drawn_alike():
    counts = Counter(partners_of(9, 4, np.random.default_rng(seed).random(9))[0] for seed in range(4000))
    assert set(counts) == {1, 2, 3, 4}
    assert all(abs(count - 1000) < 4 * np.sqrt(4000 * 0.25 * 0.75) for count in counts.values())


def test_that_numbers_dates_and_ordered_categories_are_sorted_by_their_meaning():
    numbers = swapped([9, 10, 11, 100], percent=25.0)[0]
    assert numbers == ["10", "9", "100", "11"]
    order = ("low", "middle", "high", "top")
    column = Column.encode("level", np.arange(4, dtype=np.int32), order, ValueType(DataType.ORDINAL, order=order))
    found = RankSwapping(columns=("level",), percent=25.0).perturb(PerturbedRecords({"level": column}))
    assert texts_of(found.columns[0]) == ["middle", "low", "top", "high"]


def test_that_the_same_seed_gives_the_same_cells():
    results = [swapped(range(100), 10.0, seed)[0] for seed in (1, 1, 2)]
    assert results[0] == results[1] != results[2]


@pytest.mark.parametrize("records", [1, 7, 29, 1000])
@pytest.mark.parametrize("percent", [0.1, 3.0, 14.3, 100.0])
def test_that_the_window_is_the_percentage_rounded_down(records, percent):
    assert window_of(records, percent) == Fraction(str(percent)) * records // 100


def test_that_columns_without_an_order_and_empty_windows_are_refused():
    (unfit,) = RankSwapping(columns=("job",), percent=5.0).unfit(records_of(job=["cook", "nurse"]))
    assert (unfit.field, unfit.found) == ("columns", '"job" is of the type string, whose values have no order')
    (unfit,) = RankSwapping(columns=("age",), percent=5.0).unfit(records_of(age=[1, 2, ""]))
    assert (unfit.field, unfit.found) == ("percent", "5 % of 2 records with a value are less than one")
