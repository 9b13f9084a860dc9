"""Verdicts on histograms, against sums and products in plain Python."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels import diversity as kernels

HISTOGRAMS = st.lists(
    st.lists(st.integers(1, 6) | st.sampled_from([1, 2, 1000, 10**5]), max_size=6), min_size=1, max_size=6
)
LARGEST = 6 * 10**5
LOGARITHMS = np.log(np.maximum(np.arange(LARGEST + 1), 1))


def laid_out(histograms):
    """Starts, counts and sizes of histograms, one after the other."""
    starts = np.concatenate([[0], np.cumsum([len(each) for each in histograms])]).astype(np.int64)
    counts = np.array([count for each in histograms for count in each], np.int64)
    return starts, counts, np.array([sum(each) for each in histograms], np.int64)


@given(HISTOGRAMS, st.integers(2, 8))
def test_that_entropy_below_a_limit_is_found(histograms, values):
    """Above 0 by more than rounding; what is within it of the limit may be either."""
    least = math.log(values) * 0.97
    violating = np.zeros(len(histograms), np.bool_)
    kernels.entropy_is_below(*laid_out(histograms), LOGARITHMS, least, 0.0, violating)
    for counts, violates in zip(histograms, violating.tolist(), strict=True):
        size = sum(counts)
        entropy = -math.fsum(count / size * math.log(count / size) for count in counts)
        assert abs(entropy - least) < 1e-9 or violates == (size > 0 and entropy < least)


@given(HISTOGRAMS)
def test_that_slack_forgives_rounding_and_no_more(histograms):
    """Each class is held to its own entropy, and to a little more."""
    for counts in filter(None, histograms):
        size = sum(counts)
        entropy = -math.fsum(count / size * math.log(count / size) for count in counts)
        for more, expected in ((0.0, False), (1e-6 * (1 + math.log(size)), True)):
            violating = np.zeros(1, np.bool_)
            kernels.entropy_is_below(*laid_out([counts]), LOGARITHMS, entropy + more, 1e-12, violating)
            assert violating.tolist() == [expected]


def test_that_verdicts_are_only_ever_made_worse():
    violating = np.array([True, False])
    kernels.entropy_is_below(*laid_out([[1, 1], [1, 1]]), LOGARITHMS, 0.1, 0.0, violating)
    assert violating.tolist() == [True, False]
    violating = np.array([True, False])
    starts, counts, sizes = laid_out([[1], [1]])
    values, limits = np.zeros(2, np.int32), (np.zeros(1), np.ones(1))
    kernels.share_is_outside(starts, values, counts, sizes, *limits, False, violating)
    assert violating.tolist() == [True, False]


@given(HISTOGRAMS, st.sampled_from(["0.1", "0.3", "0.7", "1", "1.5", "2", "10"]), st.integers(1, 7))
def test_that_records_above_the_limit_of_recursion_are_counted(histograms, factor, rank):
    starts, counts, _sizes = laid_out(histograms)
    excess = np.full(len(histograms), -7, np.int64)
    kernels.count_excess(starts, counts, float(factor), rank, excess)
    expected = []
    for each in histograms:
        falling = sorted(each, reverse=True)
        limit = Fraction(factor) * sum(falling[rank - 1 :])
        most = math.ceil(limit) - 1  # the largest number below the limit
        expected.append(sum(each) if len(each) < rank else sum(max(0, count - most) for count in each))
    assert excess.tolist() == expected


def test_that_a_factor_without_measure_allows_everything():
    starts, counts, _sizes = laid_out([[5, 10**15]])
    excess = np.empty(1, np.int64)
    for factor in (1e300, math.inf):
        kernels.count_excess(starts, counts, factor, 2, excess)
        assert excess.tolist() == [0]


@st.composite
def limited(draw):
    """Histograms over some values, and the limits of each value, in whole percent of the class."""
    domain = draw(st.integers(1, 5))
    histograms = draw(
        st.lists(
            st.dictionaries(st.integers(0, domain - 1), st.integers(1, 30), max_size=domain), min_size=1, max_size=5
        )
    )
    ends = [sorted(draw(st.tuples(st.integers(0, 100), st.integers(0, 100)))) for _value in range(domain)]
    return histograms, [low for low, _high in ends], [high for _low, high in ends]


@pytest.mark.parametrize("must_have_all", [False, True])
@given(case=limited())
def test_that_shares_outside_of_their_limits_are_found(must_have_all, case):
    """Both limits are included; the smallest difference of such shares is far above that of the limits given."""
    histograms, least, most = case
    starts, counts, sizes = laid_out([list(each.values()) for each in histograms])
    values = np.array([value for each in histograms for value in each], np.int32)
    limits = np.array(least) / 100 * (1 - 1e-12), np.array(most) / 100 * (1 + 1e-12)
    violating = np.zeros(len(histograms), np.bool_)
    kernels.share_is_outside(starts, values, counts, sizes, *limits, must_have_all, violating)
    for each, violates in zip(histograms, violating.tolist(), strict=True):
        size = sum(each.values())
        outside = any(not least[value] * size <= 100 * count <= most[value] * size for value, count in each.items())
        lacks = must_have_all and size > 0 and any(high > 0 and value not in each for value, high in enumerate(most))
        assert violates == (outside or lacks)


@given(HISTOGRAMS, st.integers(2, 8), st.lists(st.booleans(), min_size=6, max_size=6))
def test_that_records_that_entropy_lacks_are_counted(histograms, values, marked):
    """n (1 - H / ln l) of violating classes below the limit, or with too few values; close to it either is right."""
    violating = np.array(marked[: len(histograms)], np.bool_)
    lacking = np.full(len(histograms), -7, np.int64)
    least = math.log(values)
    kernels.count_entropy_lacking(*laid_out(histograms), LOGARITHMS, least, values, 1e-12, 1e-3, violating, lacking)
    for counts, violates, found in zip(histograms, violating.tolist(), lacking.tolist(), strict=True):
        size = sum(counts)
        if not violates or not counts:
            assert found == 0
            continue
        entropy = -math.fsum(count / size * math.log(count / size) for count in counts)
        if len(counts) >= values and entropy >= least - 1e-9:
            assert abs(entropy - least) < 1e-9 or found == 0
        else:
            assert 1 <= found <= size
            assert found >= size * (1 - entropy / least) - 0.01
            assert found <= size * (1 - entropy / least) + 1.01


@given(
    HISTOGRAMS, st.lists(st.floats(0.0, 1.0), min_size=6, max_size=6), st.lists(st.booleans(), min_size=6, max_size=6)
)
def test_that_records_above_the_shares_of_their_values_are_counted(histograms, most, marked):
    """X / (1 - M) in fractions, for violating classes alone."""
    starts, counts, sizes = laid_out(histograms)
    values = np.array([value for each in histograms for value in range(len(each))], np.int32)
    violating = np.array(marked[: len(histograms)], np.bool_)
    least = np.full(len(histograms), -7, np.int64)
    kernels.count_above_shares(starts, values, counts, sizes, np.array(most), 1e-3, violating, least)
    for each, violates, found in zip(histograms, violating.tolist(), least.tolist(), strict=True):
        above = [
            (count - Fraction(limit) * sum(each), Fraction(limit))
            for count, limit in zip(each, most, strict=False)
            if count - limit * sum(each) > 0.0
        ]
        if not violates or not above:
            assert found == -7
            continue
        too_many, room = sum(excess for excess, _limit in above), 1 - sum(limit for _excess, limit in above)
        if room > Fraction(1, 500):
            assert found <= max(1, min(sum(each), too_many / room + 1))
            assert found >= min(sum(each), too_many / room - Fraction(1, 100))
        assert 1 <= found <= sum(each)
