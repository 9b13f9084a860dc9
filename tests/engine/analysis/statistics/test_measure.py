"""Normalizing and aggregating measures."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import gmean

from arxdesk_engine.analysis.statistics.measure import Measure, aggregates

numbers = st.floats(0.0, 1e6, allow_nan=False)


@pytest.mark.parametrize(
    ("raw", "least", "greatest", "quality"),
    [(2, 2, 4, 1), (3, 2, 4, 0.5), (4, 2, 4, 0), (5, 2, 4, 0), (1, 2, 4, 1), (2, 2, 2, 1), (3, 2, 2, 0)],
)
def test_that_quality_is_1_at_the_minimum_and_0_at_the_maximum(raw, least, greatest, quality):
    assert Measure(raw, least, greatest).quality == quality


@given(parts=st.lists(st.tuples(numbers, numbers, numbers), min_size=1, max_size=8))
def test_that_aggregates_are_formed_before_normalizing(parts):
    measures = [Measure(low + raw, low, low + raw + rest + 1.0) for low, raw, rest in parts]
    found = aggregates(measures)
    for name in ("raw", "minimum", "maximum"):
        values = [getattr(each, name) for each in measures]
        assert getattr(found.arithmetic_mean, name) == pytest.approx(sum(values) / len(values))
        assert getattr(found.geometric_mean, name) == pytest.approx(
            gmean([v + 1 for v in values]) - 1, rel=1e-9, abs=1e-9
        )
        assert getattr(found.maximum, name) == max(values)
    losses = [1 - each.quality for each in measures]
    assert found.arithmetic_mean_of_qualities == pytest.approx(1 - sum(losses) / len(losses))
    assert found.geometric_mean_of_qualities == pytest.approx(2 - gmean([loss + 1 for loss in losses]))
