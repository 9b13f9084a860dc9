"""l-diversity: numbers of values, both entropies, and recursion, against the publications' definitions."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.privacy.diversity import LDiversity, grassberger_logarithms, natural_logarithms
from tests.engine.privacy.tables import (
    SENSITIVE,
    VALUES,
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
from tests.engine.privacy.textbook import (
    Group,
    grassberger,
    is_distinct_diverse,
    is_grassberger_diverse,
    is_recursively_diverse,
    is_shannon_diverse,
    union,
)
from tests.tiers import examples

WHOLE = st.integers(1, 5)
REAL = st.integers(4, 20).map(lambda quarters: Fraction(quarters, 4))
FACTORS = st.sampled_from(("0.1", "0.3", "0.5", "1", "1.5", "2", "3", "4")).map(Fraction)
VARIANTS = ("distinct", "shannon", "grassberger", "recursive")


def model_of(variant, l, c=None):  # noqa: E741
    return LDiversity(attribute=SENSITIVE, variant=variant, l=float(l), c=None if c is None else float(c))


@st.composite
def models(draw, variant):
    return model_of(
        variant,
        draw(REAL if variant in ("shannon", "grassberger") else WHOLE),
        draw(FACTORS) if variant == "recursive" else None,
    )


def group_of(*counts):
    return Group(dict(zip(VALUES, counts, strict=False)), sum(counts))


@given(samples(), WHOLE)
@settings(max_examples=examples(40))
def test_that_classes_with_fewer_than_l_values_are_not_diverse(sample, l):  # noqa: E741
    criterion = model_of("distinct", l).bind(table_of(sample))
    assert_judged(criterion, sample, lambda group: is_distinct_diverse(group.values, l))


@given(samples(), REAL)
@settings(max_examples=examples(40))
def test_that_the_entropy_of_classes_is_at_least_that_of_l_values(sample, l):  # noqa: E741
    criterion = model_of("shannon", l).bind(table_of(sample))
    assert_judged(criterion, sample, lambda group: is_shannon_diverse(group.values, l))


@given(samples(), REAL)
@settings(max_examples=examples(40))
def test_that_grassbergers_estimate_of_the_entropy_is_at_least_that_of_l_values(sample, l):  # noqa: E741
    criterion = model_of("grassberger", l).bind(table_of(sample))
    assert_judged(criterion, sample, lambda group: is_grassberger_diverse(group.values, l))


@given(samples(), FACTORS, WHOLE)
@settings(max_examples=examples(40))
def test_that_the_most_frequent_value_is_rarer_than_c_times_the_rare_ones(sample, c, l):  # noqa: E741
    criterion = model_of("recursive", l, c).bind(table_of(sample))
    assert_judged(criterion, sample, lambda group: is_recursively_diverse(group.values, c, l))


@pytest.mark.parametrize("variant", VARIANTS)
@given(st.data())
def test_that_what_each_variant_implies_is_true(variant, data):
    model, groups = data.draw(models(variant)), data.draw(parts())
    assert_implied(model.bind(table_around(groups)), groups)


@pytest.mark.parametrize("variant", VARIANTS)
@given(st.data())
@settings(max_examples=examples(25))
def test_that_no_part_of_a_class_keeps_more_than_the_whole_allows(variant, data):
    model, groups = data.draw(models(variant)), data.draw(parts(most_parts=2, most_of_a_value=2))
    assert_no_part_keeps_more(model.bind(table_around(groups)), union(groups))


@pytest.mark.parametrize("variant", VARIANTS)
@given(st.data())
@settings(max_examples=examples(25))
def test_that_every_smaller_class_violates_whatever_it_holds(variant, data):
    groups = data.draw(parts(most_parts=2))
    criterion = data.draw(models(variant)).bind(table_around(groups))
    assert_smaller_classes_violate(criterion, Counter(union(groups).values), most=4)


@pytest.mark.parametrize(("least", "size"), [(1.0, 1), (1.5, 2), (2.0, 2), (2.01, 3)])
def test_that_as_many_records_as_values_are_needed_and_can_be_enough(least, size):
    groups = [group_of(*[1] * size)]
    for variant in ("shannon", "grassberger"):
        criterion = model_of(variant, least).bind(table_around(groups, [9] * 5))
        assert criterion.minimal_class_size == size
        assert violations(criterion, groups) == [False]


@pytest.mark.parametrize("variant", ["distinct", "recursive"])
def test_that_only_numbers_of_values_are_inherited(variant):
    """A part that lacks the most frequent value can be more diverse than the whole."""
    c = 1 if variant == "recursive" else None
    whole, part = group_of(4, 1, 1), group_of(1, 1, 1)
    criterion = model_of(variant, 2, c).bind(table_around([whole]))
    assert criterion.violations_are_inherited == (variant == "distinct")
    assert violations(criterion, [whole, part]) == [variant == "recursive", False]


@pytest.mark.parametrize("variant", ["shannon", "grassberger"])
def test_that_too_little_entropy_is_not_inherited(variant):
    whole, part = group_of(9, 1), group_of(1, 1)
    criterion = model_of(variant, 1.9).bind(table_around([whole]))
    assert not criterion.violations_are_inherited
    assert violations(criterion, [whole, part]) == [True, False]


def test_that_grassbergers_estimate_is_not_monotonic():
    """The correction is larger for smaller classes: 1 + 1 are estimated to be more diverse than 2 + 2."""
    part = group_of(1, 1)
    criterion = model_of("grassberger", 2).bind(table_around([part, part]))
    assert not criterion.monotonic_without_suppression
    assert not model_of("grassberger", 2).holds_for_union_of_parts
    assert violations(criterion, [part, union([part, part])]) == [False, True]
    assert not is_grassberger_diverse({"a": 2, "b": 2}, Fraction(2))


@pytest.mark.parametrize(
    ("c", "counts"),
    [
        ("3", (3, 1)),
        ("3", (30, 10)),
        ("1", (4, 4)),
        ("0.1", (1, *[1] * 10)),
        ("0.3", (3, 3, 3, 3, 1)),
        ("0.7", (7, 7, 3)),
        ("1.1", (11, 10)),
        ("0.07", (*[7] * 15, 2)),
    ],
)
def test_that_a_value_c_times_as_frequent_as_the_others_exactly_is_too_frequent(c, counts):
    """1.1 x 10 is 11 in decimals; in binary fractions it is more."""
    names = [f"{number:02}" for number in range(len(counts))]
    held = dict(zip(names, counts, strict=True))
    group, rarer = Group(held, sum(counts)), Group({**held, names[-1]: counts[-1] + 1}, sum(counts) + 1)
    criterion = model_of("recursive", 2, c).bind(table_around([rarer]))
    assert counts[0] == Fraction(c) * sum(counts[1:])
    assert violations(criterion, [group]) == [True]
    assert violations(criterion, [rarer]) == [not is_recursively_diverse(rarer.values, Fraction(c), 2)]


def test_that_a_part_can_keep_as_much_as_it_is_said_to_at_most():
    """7 + 3 + 3: of the first value two have to go, since the others are six."""
    whole, part = group_of(7, 3, 3), group_of(5, 3, 3)
    criterion = model_of("recursive", 2, 1).bind(table_around([whole]))
    assert violations(criterion, [whole, part]) == [True, False]
    assert least_suppressed(criterion, [whole, part]) == [2, 0]


@pytest.mark.parametrize("values", [2, 3, 4, 5])
@given(times=st.integers(1, 200))
@settings(max_examples=examples(20))
def test_that_nothing_is_concluded_from_a_tie(values, times):
    """l values that are equally frequent have an entropy of ln l: what rounding makes of it excludes nothing."""
    even, uneven = group_of(*[times] * values), group_of(times + 1, *[times] * (values - 1))
    criterion = model_of("shannon", values).bind(table_around([uneven]))
    assert violations(criterion, [uneven, group_of(*[1] * values)]) == [True, False]
    assert [least > 0 for least in least_suppressed(criterion, [even, uneven])] == [False, True]


def test_that_logarithms_are_those_of_every_count():
    natural, estimated = natural_logarithms(1000), grassberger_logarithms(1000)
    assert natural[0] == natural[1] == 0.0
    assert np.allclose(np.exp(natural[1:]), np.arange(1, 1001), rtol=1e-13)
    constant = -np.euler_gamma - np.log(2.0)
    for f in (1, 2, 3, 4, 5, 10, 99, 100, 999, 1000):
        assert estimated[f] == pytest.approx(float(grassberger(f)) + constant, abs=1e-12)


def test_that_grassbergers_logarithms_reach_the_natural_ones_also_for_the_largest_counts():
    """Even counts are above, odd ones below, both by about 1 / f; a count of 131,072 is one of them."""
    f = np.arange(1, 300_001)
    difference = grassberger_logarithms(300_000)[1:] - np.log(f)
    assert (np.abs(difference) * f < 1.5).all()


@pytest.mark.parametrize(
    "parameters",
    [
        {"l": 0.5},
        {"l": float("nan")},
        {"l": "3"},
        {"l": True},
        {"l": 2.5},
        {"l": 3, "variant": "recursive"},
        {"l": 3, "variant": "recursive", "c": 0.0},
        {"l": 3, "variant": "recursive", "c": float("inf")},
        {"l": 2.5, "variant": "recursive", "c": 3.0},
        {"l": 3, "c": 3.0},
        {"l": 3, "variant": "shanon"},
    ],
)
def test_that_parameters_without_a_meaning_are_refused(parameters):
    with pytest.raises(UnfitSettings):
        LDiversity(attribute=SENSITIVE, **parameters)


def test_that_the_model_explains_itself():
    assert model_of("distinct", 3).title == f"distinct 3-diversity of {SENSITIVE}"
    assert model_of("shannon", 2.5).title == f"entropy 2.5-diversity of {SENSITIVE}"
    assert model_of("grassberger", 3).title == f"entropy 3-diversity (Grassberger) of {SENSITIVE}"
    assert model_of("recursive", 3, 4).title == f"recursive (4, 3)-diversity of {SENSITIVE}"
    assert "at least 3 different values, and none of them dominates" in model_of("shannon", 2.5).sentence
