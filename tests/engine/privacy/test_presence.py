"""delta-presence: shares of the population, classes that nothing is shared of, and what follows."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.privacy.presence import DeltaPresence
from tests.engine.privacy.tables import (
    assert_implied,
    assert_judged,
    assert_no_part_keeps_more,
    least_suppressed,
    parts,
    samples,
    table_of,
    violations,
)
from tests.engine.privacy.textbook import Group, is_present_enough, union
from tests.tiers import examples

LIMITS = st.lists(st.integers(0, 12), min_size=2, max_size=2).map(
    lambda ends: [Fraction(end, 12) for end in sorted(ends)]
)


def criterion_of(dmin, dmax):
    return DeltaPresence(dmin=float(dmin), dmax=float(dmax)).bind(None)


def group_of(size, population):
    return Group({"a": size}, population)


@given(samples(subset=True), LIMITS)
def test_that_shares_of_the_population_lie_between_the_limits(sample, limits):
    DeltaPresence(dmin=float(limits[0]), dmax=float(limits[1])).bind(table_of(sample))
    assert_judged(criterion_of(*limits), sample, lambda group: is_present_enough(group, *limits))


@given(parts(), LIMITS)
def test_that_what_presence_implies_is_true(groups, limits):
    criterion = criterion_of(*limits)
    assert criterion.monotonic_without_suppression
    assert criterion.judges_absence == (limits[0] > 0)
    assert_implied(criterion, groups)


@given(parts(most_parts=2, most_of_a_value=2), LIMITS)
@settings(max_examples=examples(25))
def test_that_no_part_of_a_class_keeps_more_than_the_whole_allows(groups, limits):
    assert_no_part_keeps_more(criterion_of(*limits), union(groups))


@given(st.integers(1, 30), st.integers(0, 30))
def test_that_a_share_of_a_limit_exactly_is_within_it(population, size):
    size = min(size, population)
    share, nearly = Fraction(size, population), Fraction(1, 10**9)
    group = group_of(size, population)
    assert violations(criterion_of(share, share), [group]) == [False]
    if share < 1:
        assert violations(criterion_of(share + nearly, 1), [group]) == [True]
    if share > 0:
        assert violations(criterion_of(0, share - nearly), [group]) == [True]


def test_that_whole_percents_are_exact():
    """0.07 x 100 is above 7 in binary fractions, 0.29 x 100 below 29."""
    for percent in range(1, 100):
        criterion = criterion_of(Fraction(percent, 100), Fraction(percent, 100))
        groups = [group_of(percent - 1, 100), group_of(percent, 100), group_of(percent + 1, 100)]
        assert violations(criterion, groups) == [True, False, True]


def test_that_a_part_can_keep_as_much_as_it_is_said_to_at_most():
    """5 of 8 are shared, at most half of them may be: 3 of 6 are, where two records go."""
    criterion = criterion_of(0, "0.5")
    assert violations(criterion, [group_of(5, 8), group_of(3, 6)]) == [True, False]
    assert least_suppressed(criterion, [group_of(5, 8), group_of(3, 6)]) == [2, 0]


@pytest.mark.parametrize(("dmin", "violates"), [("0", False), ("0.1", True), ("1", True)])
def test_that_a_class_that_nothing_is_shared_of_violates_any_lower_limit(dmin, violates):
    """And so does every part of it: nothing is shared of them either."""
    criterion = criterion_of(dmin, 1)
    assert violations(criterion, [group_of(0, 10), group_of(0, 1), group_of(10, 10)]) == [violates, violates, False]
    assert criterion.judges_absence == violates


def test_that_presence_is_not_inherited():
    """Of a class with too large a share a part can have a smaller one, and with too small a share a larger one."""
    criterion = criterion_of("0.2", "0.5")
    assert not criterion.violations_are_inherited
    too_large, too_small = group_of(6, 8), group_of(1, 10)
    assert violations(criterion, [too_large, group_of(1, 2), group_of(5, 6)]) == [True, False, True]
    assert violations(criterion, [too_small, group_of(1, 3), group_of(0, 7)]) == [True, False, True]


def test_that_a_single_record_can_be_within_any_limits():
    """Why it implies no minimal size."""
    assert criterion_of("0.2", "0.2").minimal_class_size == 1
    assert violations(criterion_of("0.2", "0.2"), [group_of(1, 5)]) == [False]


@pytest.mark.parametrize(
    "limits",
    [
        {"dmin": 0.5, "dmax": 0.2},
        {"dmin": -0.1},
        {"dmax": 1.1},
        {"dmin": float("nan")},
        {"dmin": "0.1"},
        {"dmax": True},
    ],
)
def test_that_limits_are_shares_in_their_order(limits):
    with pytest.raises(UnfitSettings):
        DeltaPresence(**limits)


def test_that_the_model_explains_itself():
    model = DeltaPresence(dmin=0.05, dmax=0.15)
    assert model.title == "(0.05, 0.15)-presence"
    assert "between 5 % and 15 %" in model.sentence
    assert model.needs_subset
    assert not model.holds_for_union_of_parts
