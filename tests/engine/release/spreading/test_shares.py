"""Shares of leaves estimated from labels: the maximum of likelihood, by brute force on small tables."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.release.spreading.leaves import LabelLeaves, leaves_under
from arxdesk_engine.release.spreading.shares import leaf_shares, shares_in_labels
from tests.tiers import examples

ROWS = (("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*"))
TEXTS = ("a", "b", "c", "d", "ab", "cd", "*")
UNDER = leaves_under(TEXTS, ROWS, (0, 1, 2))
GRID = 20


def likelihood(shares: np.ndarray, counts: np.ndarray, under: LabelLeaves = UNDER) -> float:
    """The logarithm of the probability of the labels, by its definition."""
    found = 0.0
    for text, count in enumerate(counts):
        if count:
            found += count * np.log(max(sum(shares[leaf] for leaf in under.leaves[under.texts == text]), 1e-300))
    return float(found)


def best_on_grid(counts: np.ndarray) -> float:
    """The greatest likelihood among all shares that are multiples of 1 / GRID."""
    thirds = itertools.product(range(GRID + 1), repeat=3)
    candidates = (np.array([*three, GRID - sum(three)]) / GRID for three in thirds if sum(three) <= GRID)
    return max(likelihood(each, counts) for each in candidates)


@given(st.lists(st.integers(0, 9), min_size=7, max_size=7).filter(any))
@settings(max_examples=examples(25))
def test_that_no_shares_are_likelier(numbers: list[int]):
    counts = np.array(numbers)
    found = leaf_shares(counts, UNDER)
    assert found.sum() == pytest.approx(1.0)
    assert (found >= 0.0).all()
    assert likelihood(found, counts) >= best_on_grid(counts) - 1e-3


@given(st.lists(st.integers(0, 9), min_size=7, max_size=7).filter(any), st.integers(1, 20))
@settings(max_examples=examples(100))
def test_that_each_step_is_likelier_than_the_one_before(numbers: list[int], step: int):
    counts = np.array(numbers)
    before, after = (likelihood(leaf_shares(counts, UNDER, most), counts) for most in (step, step + 1))
    assert after >= before - 1e-9


def test_that_values_alone_have_their_frequencies():
    assert leaf_shares(np.array([6, 3, 1, 0, 0, 0, 0]), UNDER) == pytest.approx([0.6, 0.3, 0.1, 0.0])


def test_that_labels_alone_are_divided_equally():
    assert leaf_shares(np.array([0, 0, 0, 0, 6, 2, 0]), UNDER) == pytest.approx([0.375, 0.375, 0.125, 0.125])


def test_that_a_label_divides_as_its_values_do():
    found = leaf_shares(np.array([3, 1, 0, 0, 8, 0, 0]), UNDER)
    assert found == pytest.approx([0.75, 0.25, 0.0, 0.0], abs=1e-6)
    one_step = leaf_shares(np.array([3, 1, 0, 0, 8, 0, 0]), UNDER, 1)
    assert one_step == pytest.approx([7 / 12, 5 / 12, 0.0, 0.0])


def test_that_a_text_without_leaves_does_not_count():
    under = leaves_under((*TEXTS, "removed"), ROWS, (0, 1, 2))
    assert leaf_shares(np.array([1, 1, 0, 0, 0, 0, 0, 50]), under) == pytest.approx([0.5, 0.5, 0.0, 0.0])
    assert leaf_shares(np.zeros(8, np.int64), under) == pytest.approx([0.25] * 4)


def test_that_shares_in_a_label_make_a_whole():
    found = shares_in_labels(np.array([0.6, 0.2, 0.0, 0.0]), UNDER)
    assert np.bincount(UNDER.texts, found) == pytest.approx(np.ones(7))
    assert found[UNDER.texts == 4] == pytest.approx([0.75, 0.25])
    assert found[UNDER.texts == 5] == pytest.approx([0.5, 0.5]), "nothing is known of these leaves"
