"""Leaves drawn for labels: in the shares that they have, whatever is drawn."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.release.spreading.drawing import draw_leaves
from arxdesk_engine.release.spreading.leaves import leaves_under
from arxdesk_engine.release.spreading.shares import leaf_shares, shares_in_labels
from tests.engine.release.spreading.test_shares import ROWS, TEXTS, UNDER
from tests.tiers import examples


@given(
    st.lists(st.integers(0, 6), max_size=60),
    st.integers(0, 2**32),
    st.lists(st.floats(0.0, 1.0), min_size=4, max_size=4),
)
@settings(max_examples=examples(200))
def test_that_each_leaf_gets_its_share_but_for_a_part_of_a_record(texts: list[int], seed: int, weights: list[float]):
    read = np.array(texts, np.int64)
    shares = shares_in_labels(np.array(weights), UNDER)
    drawn = draw_leaves(read, UNDER, shares, np.random.default_rng(seed))
    counts = np.bincount(read, minlength=len(TEXTS))
    for text, leaf, share in zip(UNDER.texts.tolist(), UNDER.leaves.tolist(), shares.tolist(), strict=True):
        found = int(((read == text) & (drawn == leaf)).sum())
        assert abs(found - counts[text] * share) < 1.0 + 1e-6
    allowed = set(zip(UNDER.texts.tolist(), UNDER.leaves.tolist(), strict=True))
    assert set(zip(texts, drawn.tolist(), strict=True)) <= allowed


def test_that_rare_leaves_are_drawn_as_often_as_they_should():
    """The one record of a label must not always get the most frequent leaf."""
    under = leaves_under(("ab",), ROWS, (1,))
    shares = np.array([0.9, 0.1])
    draws = [draw_leaves(np.zeros(1, np.int64), under, shares, np.random.default_rng(seed))[0] for seed in range(4_000)]
    assert np.mean(draws) == pytest.approx(0.1, abs=0.025)  # five standard deviations


def test_that_chance_says_which_records_get_a_leaf():
    under = leaves_under(("ab",), ROWS, (1,))
    draws = [
        draw_leaves(np.zeros(4, np.int64), under, np.array([0.5, 0.5]), np.random.default_rng(s)) for s in range(60)
    ]
    assert {int(each.sum()) for each in draws} == {2}
    assert len({tuple(each.tolist()) for each in draws}) == 6, "each of the orders"


def test_that_the_seed_gives_the_same_draw_again():
    read = np.repeat(np.arange(len(TEXTS)), 30)
    shares = shares_in_labels(leaf_shares(np.bincount(read), UNDER), UNDER)
    one, same, other = (draw_leaves(read, UNDER, shares, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert one.tolist() == same.tolist() != other.tolist()
    assert draw_leaves(read[:0], UNDER, shares, np.random.default_rng(1)).tolist() == []
