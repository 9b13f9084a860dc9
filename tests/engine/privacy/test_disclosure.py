"""delta-disclosure privacy and beta-likeness: the share of each value against that in the table."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.privacy.disclosure import BetaLikeness, DeltaDisclosure, SharesWithin
from tests.engine.privacy.tables import (
    SENSITIVE,
    assert_implied,
    assert_judged,
    assert_no_part_keeps_more,
    assert_smaller_classes_violate,
    least_suppressed,
    parts,
    samples,
    table_around,
    table_of,
    violations,
)
from tests.engine.privacy.textbook import Group, histograms, is_beta_like, is_delta_disclosing, union
from tests.tiers import examples

DELTAS = st.integers(1, 12).map(lambda quarters: Fraction(quarters, 4))
BETAS = st.integers(1, 20).map(lambda tenths: Fraction(tenths, 10))
ABSENT = ("allowed", "violating")
BETA_VARIANTS = ("basic", "enhanced")


def disclosure(delta, absent_values="allowed"):
    return DeltaDisclosure(attribute=SENSITIVE, delta=float(delta), absent_values=absent_values)


def likeness(beta, variant="basic"):
    return BetaLikeness(attribute=SENSITIVE, variant=variant, beta=float(beta))


def group_of(**counts):
    return Group(counts, sum(counts.values()))


@st.composite
def models(draw, kind):
    if kind in ABSENT:
        return disclosure(draw(DELTAS), kind)
    return likeness(draw(BETAS), kind)


every_kind = pytest.mark.parametrize("kind", [*ABSENT, *BETA_VARIANTS])


@pytest.mark.parametrize("absent_values", ABSENT)
@given(samples(), DELTAS)
@settings(max_examples=examples(30))
def test_that_no_value_is_2_to_the_delta_times_as_frequent_or_as_rare_as_in_the_table(absent_values, sample, delta):
    criterion, overall = disclosure(delta, absent_values).bind(table_of(sample)), sample.overall
    assert_judged(
        criterion,
        sample,
        lambda group: not is_delta_disclosing(group.values, overall, delta, absent_values=absent_values),
    )


@pytest.mark.parametrize("variant", BETA_VARIANTS)
@given(samples(), BETAS)
@settings(max_examples=examples(30))
def test_that_no_value_gains_more_than_beta(variant, sample, beta):
    criterion, overall = likeness(beta, variant).bind(table_of(sample)), sample.overall
    assert_judged(
        criterion, sample, lambda group: is_beta_like(group.values, overall, beta, enhanced=variant == "enhanced")
    )


@every_kind
@given(groups=parts(), others=st.lists(st.integers(0, 9), max_size=5), drawn=st.data())
def test_that_what_each_model_implies_is_true(kind, groups, others, drawn):
    assert_implied(drawn.draw(models(kind)).bind(table_around(groups, others)), groups)


@every_kind
@given(groups=parts(most_parts=2, most_of_a_value=2), others=st.lists(st.integers(0, 9), max_size=5), drawn=st.data())
@settings(max_examples=examples(25))
def test_that_no_part_of_a_class_keeps_more_than_the_whole_allows(kind, groups, others, drawn):
    assert_no_part_keeps_more(drawn.draw(models(kind)).bind(table_around(groups, others)), union(groups))


@every_kind
@given(groups=parts(most_parts=2), drawn=st.data())
@settings(max_examples=examples(25))
def test_that_every_smaller_class_violates_whatever_it_holds(kind, groups, drawn):
    overall = Counter(union(groups).values)
    if overall.total() > 0:
        criterion = drawn.draw(models(kind)).bind(table_around(groups))
        assert_smaller_classes_violate(criterion, overall, most=4)


@given(parts(most_parts=2, most_of_a_value=3), BETAS)
@settings(max_examples=examples(25))
def test_that_the_minimal_size_is_the_first_with_room_for_all_records(groups, beta):
    overall = union(groups).values
    if sum(overall.values()) == 0:
        return
    criterion = likeness(beta).bind(table_around(groups))
    size = criterion.minimal_class_size
    assert size <= sum(overall.values())  # the table itself is like itself
    if size <= 6:
        held = [Group({value: found[value] for value in overall}, size) for found in histograms([*overall], size)]
        fulfilling = [group for group, violates in zip(held, violations(criterion, held), strict=True) if not violates]
        assert fulfilling or not all(overall.values())


def test_that_a_share_of_exactly_1_plus_beta_times_the_tables_is_allowed():
    """A tenth of the table, and three tenths more of it: 13 of 100."""
    table = table_around([group_of(a=10, b=90)])
    groups = [group_of(a=13, b=87), group_of(a=14, b=86)]
    assert violations(likeness("0.3").bind(table), groups) == [False, True]
    assert violations(likeness(Fraction(3, 10) - Fraction(1, 10**9)).bind(table), groups) == [True, True]


@given(st.integers(1, 40), st.integers(1, 40), st.integers(1, 40), st.integers(0, 40))
def test_that_a_gain_of_beta_exactly_is_allowed_whatever_the_numbers(a, b, inside, other):
    p, q = Fraction(a, a + b), Fraction(inside, inside + other)
    beta = (q - p) / p
    if beta <= 0:
        return
    table, groups = table_around([group_of(a=a, b=b)]), [group_of(a=inside, b=other)]
    assert violations(likeness(beta).bind(table), groups) == [False]
    assert violations(likeness(beta * (1 - Fraction(1, 10**9))).bind(table), groups) == [True]


@pytest.mark.parametrize(("a", "b", "delta"), [(4, 4, 1), (2, 30, 2), (8, 120, 2), (1, 31, 3), (8, 0, 2)])
def test_that_a_ratio_of_2_to_the_delta_exactly_is_too_much(a, b, delta):
    """A quarter of the table is a; in the class it is as many times as frequent, or as rare."""
    table, group = table_around([group_of(a=64, b=192)]), group_of(a=a, b=b)
    nearly = Fraction(1, 10**9)
    assert max(Fraction(4 * a, a + b), Fraction(a + b, 4 * a)) == 2**delta
    assert violations(disclosure(delta).bind(table), [group]) == [True]
    assert violations(disclosure(delta + nearly).bind(table), [group]) == [False]


def test_that_whole_percents_are_exact():
    """Of a table that is half a, classes that are a percent more of it than a half."""
    table = table_around([group_of(a=50, b=50)])
    for percent in range(1, 50):
        groups = [group_of(a=50 + percent, b=50 - percent), group_of(a=51 + percent, b=49 - percent)]
        assert violations(likeness(Fraction(percent, 50)).bind(table), groups) == [False, True]


def test_that_a_part_can_keep_as_much_as_it_is_said_to_at_most():
    """5 of 13 are a, at most a fifth may be: 2 of 10 are, where three records go."""
    table, groups = table_around([group_of(a=10, b=90)]), [group_of(a=5, b=8), group_of(a=2, b=8)]
    criterion = likeness(1).bind(table)
    assert violations(criterion, groups) == [True, False]
    assert least_suppressed(criterion, groups) == [3, 0]


@every_kind
def test_that_nothing_here_is_inherited(kind):
    """A part can have the shares of the table where the whole has not."""
    whole, part = group_of(a=9, b=1), group_of(a=1, b=1)
    table = table_around([group_of(a=50, b=50)])
    criterion = (disclosure("0.5", kind) if kind in ABSENT else likeness("0.5", kind)).bind(table)
    assert not criterion.violations_are_inherited
    assert violations(criterion, [whole, part]) == [True, False]


def test_that_delta_disclosure_is_not_monotonic_where_values_may_be_absent():
    """A value that one of two classes lacks is half as frequent in their union: too rare for the table."""
    one, other = group_of(a=6, b=3), group_of(a=9, b=0)
    table = table_around([group_of(a=7, b=3)])
    allowed, violating = disclosure("0.8").bind(table), disclosure("0.8", "violating").bind(table)
    assert violations(allowed, [one, other, union([one, other])]) == [False, False, True]
    assert (allowed.monotonic_without_suppression, violating.monotonic_without_suppression) == (False, True)
    assert (disclosure("0.8").holds_for_union_of_parts, disclosure("0.8", "violating").holds_for_union_of_parts) == (
        False,
        True,
    )
    assert violations(violating, [one, other]) == [False, True]


def test_that_a_value_that_the_subset_lacks_is_asked_of_no_class():
    table = table_around([group_of(a=2, b=2, c=0)])
    groups = [Group({"a": 1, "b": 1, "c": 0}, 2)]
    for model in (disclosure(1), disclosure(1, "violating"), likeness("0.1"), likeness("0.1", "enhanced")):
        assert violations(model.bind(table), groups) == [False]


def test_that_the_only_value_of_a_table_gains_nothing():
    """-ln 1 = 0, and (1 - 1) / 1 is not more."""
    table, groups = table_around([group_of(a=7)]), [group_of(a=1), group_of(a=7)]
    assert violations(likeness("0.1", "enhanced").bind(table), groups) == [False, False]


@pytest.mark.parametrize("largest", [1e15, 1e300, 1.7e308])
def test_that_limits_beyond_any_share_allow_everything(largest):
    table, groups = table_around([group_of(a=1, b=1000, c=0)]), [group_of(a=1, b=0, c=0), group_of(a=0, b=5, c=0)]
    for model in (disclosure(largest), likeness(largest)):
        criterion = model.bind(table)
        assert violations(criterion, groups) == [False, False]
        assert criterion.minimal_class_size == 1


def test_that_values_may_be_so_many_that_few_records_cannot_hold_them():
    """Of a hundred values each may be in at most 3 of 200 records: no class of fewer than 67 has room for 100."""
    table = table_around([Group({f"{value:03}": 2 for value in range(100)}, 200)])
    assert likeness("0.5").bind(table).minimal_class_size == 67


def test_that_very_many_values_do_not_take_very_long():
    """Each of 200,000 may be in half as many records more as in the table: at least two thirds of 200,000 records."""
    criterion = SharesWithin(SENSITIVE, np.zeros(200_000), np.full(200_000, 1.5 / 200_000))
    assert criterion.minimal_class_size == 133_334


@pytest.mark.parametrize("value", [0.0, -1.0, float("nan"), float("inf"), "1", True, None])
def test_that_delta_and_beta_are_positive_numbers(value):
    with pytest.raises(UnfitSettings):
        DeltaDisclosure(attribute=SENSITIVE, delta=value)
    with pytest.raises(UnfitSettings):
        BetaLikeness(attribute=SENSITIVE, beta=value)


def test_that_the_models_explain_themselves():
    assert disclosure(1).title == f"1-disclosure privacy of {SENSITIVE}"
    assert "less than 2 times as frequent, or as rare" in disclosure(1).sentence
    assert likeness(1, "enhanced").title == f"enhanced 1-likeness of {SENSITIVE}"
    assert "more than 2 times as frequent" in likeness(1).sentence
    assert all(likeness(1, variant).holds_for_union_of_parts for variant in BETA_VARIANTS)
