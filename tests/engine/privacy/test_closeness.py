"""t-closeness: distances against the definition of the earth mover's distance, and the examples of the publication."""

from collections import Counter
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.optimize import linprog

from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.privacy.closeness import TCloseness, fewest_records, least_size
from arxdesk_engine.privacy.model import UnfitModel
from arxdesk_engine.privacy.table import WholeTable
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
    transformations,
    violations,
)
from tests.engine.privacy.textbook import (
    Group,
    equal_distance,
    height_of_common_node,
    hierarchical_distance,
    histograms,
    ordered_distance,
    tree_of,
    union,
)
from tests.engine.problems import column_of
from tests.engine.strategies import hierarchies
from tests.tiers import examples

VARIANTS = ("equal", "ordered", "hierarchical")
THRESHOLDS = st.integers(0, 20).map(lambda twentieths: Fraction(twentieths, 20))
SALARIES = ("3", "4", "5", "6", "7", "8", "9", "10", "11")
DISEASES = (
    ("gastric ulcer", "stomach disease", "digestive system disease", "*"),
    ("gastritis", "stomach disease", "digestive system disease", "*"),
    ("stomach cancer", "stomach disease", "digestive system disease", "*"),
    ("colitis", "colon disease", "digestive system disease", "*"),
    ("flu", "respiratory infection", "respiratory system disease", "*"),
    ("pneumonia", "respiratory infection", "respiratory system disease", "*"),
    ("bronchitis", "respiratory infection", "respiratory system disease", "*"),
    ("pulmonary embolism", "vascular lung disease", "respiratory system disease", "*"),
)
TABLE_3 = (
    ("gastric ulcer", "stomach cancer", "pneumonia"),
    ("gastritis", "flu", "bronchitis"),
    ("gastritis", "bronchitis", "stomach cancer"),
)


def model_of(variant, t):
    return TCloseness(attribute=SENSITIVE, variant=variant, t=float(t))


def in_order(values):
    """Numbers by their size before missing cells, other texts as in a dictionary, where a missing cell is the first."""
    if all(value.isdigit() for value in values if value):
        return sorted(values, key=lambda value: (value == "", int(value or 0)))
    return sorted(values)


def distance_of(variant, histogram, overall, rows):
    match variant:
        case "equal":
            return equal_distance(histogram, overall)
        case "ordered":
            return ordered_distance(histogram, overall, in_order(overall))
    return hierarchical_distance(histogram, overall, rows)


def transported(histogram, overall, ground_distance):
    """The least work that turns one distribution into the other: the transportation problem as a linear program."""
    values = list(overall)
    n, records = sum(histogram.values()), sum(overall.values())
    size = len(values)
    leaves = np.kron(np.eye(size), np.ones(size))
    arrives = np.kron(np.ones(size), np.eye(size))
    solved = linprog(
        [ground_distance(one, other) for one in values for other in values],
        A_eq=np.vstack([leaves, arrives]),
        b_eq=[overall[value] / records for value in values] + [histogram.get(value, 0) / n for value in values],
    )
    return solved.fun


def table_with(values, overall, rows=None):
    """A table of a sensitive attribute alone, with so many records of each value."""
    column = column_of(SENSITIVE, tuple(values))
    counts = np.array([overall[value] for value in column.values])
    trees = {} if rows is None else {SENSITIVE: bind(Hierarchy(rows), column)}
    return WholeTable(int(counts.sum()), {SENSITIVE: counts}, trees, np.array([1]))


def group_in(order, held):
    """A class with its histogram in the order of the values, as codes are."""
    histogram = Counter(held)
    return Group({value: histogram[value] for value in order}, histogram.total())


@st.composite
def distributions(draw):
    rows = draw(hierarchies(max_values=5, max_levels=3))
    values = [row[0] for row in rows]
    overall = draw(st.lists(st.integers(0, 6), min_size=len(values), max_size=len(values)).filter(any))
    inside = [draw(st.integers(0, count)) for count in overall]
    if not any(inside):
        inside = overall
    return dict(zip(values, inside, strict=True)), dict(zip(values, overall, strict=True)), rows


@given(distributions())
@settings(max_examples=examples(40))
def test_that_the_distances_of_the_textbook_are_those_of_transportation(found):
    histogram, overall, rows = found
    overall = {value: count for value, count in overall.items() if count}  # what nobody has is no value of the table
    order = in_order(overall)
    tree = {row[0]: row for row in tree_of(rows)}
    height, steps = max(1, len(tree_of(rows)[0]) - 1), max(1, len(order) - 1)
    grounds = {
        "equal": lambda one, other: float(one != other),
        "ordered": lambda one, other: abs(order.index(one) - order.index(other)) / steps,
        "hierarchical": lambda one, other: height_of_common_node(tree[one], tree[other]) / height,
    }
    for variant, ground in grounds.items():
        truth = distance_of(variant, histogram, overall, rows)
        assert transported(histogram, overall, ground) == pytest.approx(float(truth), abs=1e-9)


@pytest.mark.parametrize("variant", VARIANTS)
@given(sample=samples(), drawn=st.data())
@settings(max_examples=examples(25))
def test_that_classes_farther_than_t_violate_and_those_at_t_do_not(variant, sample, drawn):
    overall, rows = sample.overall, sample.tree
    found = {
        distance_of(variant, group.values, overall, rows)
        for _classes, groups in transformations(sample)
        for group in groups
        if group.size > 0
    }
    t = drawn.draw(st.sampled_from(sorted(found)) | THRESHOLDS)
    criterion = model_of(variant, t).bind(table_of(sample))
    assert_judged(criterion, sample, lambda group: distance_of(variant, group.values, overall, rows) <= t)


@pytest.mark.parametrize("variant", VARIANTS)
@given(groups=parts(), others=st.lists(st.integers(0, 5), max_size=5), t=THRESHOLDS)
def test_that_what_closeness_implies_is_true(variant, groups, others, t):
    criterion = model_of(variant, t).bind(table_around([*groups, Group(dict.fromkeys(groups[0].values, 1), 1)], others))
    assert criterion.monotonic_without_suppression
    assert_implied(criterion, groups)


@pytest.mark.parametrize("variant", VARIANTS)
@given(groups=parts(most_parts=2, most_of_a_value=2), others=st.lists(st.integers(0, 5), max_size=5), t=THRESHOLDS)
@settings(max_examples=examples(25))
def test_that_no_part_of_a_class_keeps_more_than_the_whole_allows(variant, groups, others, t):
    whole = union(groups)
    table = table_around([whole, Group(dict.fromkeys(whole.values, 1), 1)], others)
    assert_no_part_keeps_more(model_of(variant, t).bind(table), whole)


@pytest.mark.parametrize("variant", VARIANTS)
@given(groups=parts(most_parts=2), t=THRESHOLDS)
@settings(max_examples=examples(25))
def test_that_every_smaller_class_violates_whatever_it_holds(variant, groups, t):
    overall = Counter(union(groups).values)
    if overall.total() > 0:
        assert_smaller_classes_violate(model_of(variant, t).bind(table_around(groups)), overall, most=4)


@given(st.lists(st.integers(0, 6), min_size=1, max_size=4).filter(any), THRESHOLDS)
def test_that_the_least_size_is_the_smallest_one_that_can_be_close(counts, t):
    overall = dict(zip(VALUES, counts, strict=False))
    found = least_size(np.array(counts), float(t))
    sizes = (
        size
        for size in range(1, sum(counts) + 1)
        if any(equal_distance(held, overall) <= t for held in histograms([*overall], size))
    )
    assert found == next(sizes)


def test_that_very_many_values_do_not_take_very_long():
    """Of 200,000 equally frequent values a class within 0.2 of them has at least 160,000: no size is tried below."""
    overall = np.full(200_000, 5)
    assert least_size(overall, 0.2) == 160_000
    assert least_size(overall, 0.0) > 199_999


def test_that_the_least_size_of_no_records_is_one():
    assert least_size(np.zeros(3, np.int64), 0.1) == 1


@pytest.mark.parametrize("variant", VARIANTS)
def test_that_being_far_is_not_inherited(variant):
    """2 + 2 + 2 + 0 of four equally frequent values are farther from them than a part with one of each can be."""
    whole, part = Group({"a": 3, "b": 1, "c": 1, "d": 1}, 6), Group({"a": 1, "b": 1, "c": 1, "d": 1}, 4)
    table = table_around([Group(dict.fromkeys("abcd", 5), 20)])
    criterion = model_of(variant, 0.05).bind(table)
    assert not criterion.violations_are_inherited
    assert violations(criterion, [whole, part]) == [True, False]


@pytest.mark.parametrize(
    ("held", "distance"), [(("3", "4", "5"), "0.375"), (("6", "8", "11"), "1/6"), (("3", "5", "9"), "1/6")]
)
def test_that_salaries_are_as_far_apart_as_li_et_al_say(held, distance):
    """Examples of sections 4.1 and 4.3: 0.375 and 0.167, the latter also for the first class of table 5."""
    order, t = in_order(SALARIES), Fraction(distance)
    group = group_in(order, held)
    assert ordered_distance(group.values, dict.fromkeys(SALARIES, 1), order) == t
    table = table_with(SALARIES, dict.fromkeys(SALARIES, 1))
    for limit, violates in ((t, False), (t - Fraction(1, 10**6), True)):
        assert violations(model_of("ordered", limit).bind(table), [group]) == [violates]


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [("flu", "bronchitis", "1/3"), ("flu", "pulmonary embolism", "2/3"), ("flu", "stomach cancer", "1")],
)
def test_that_diseases_are_as_far_apart_as_li_et_al_say(one, other, distance):
    """Section 4.3: a class of one disease in a table that is almost all of another one."""
    rows = {row[0]: row for row in DISEASES}
    assert Fraction(height_of_common_node(rows[one], rows[other]), 3) == Fraction(distance)
    overall = Counter({one: 1, other: 999})
    table = table_with(rows, overall, DISEASES)
    group = group_in(sorted(rows), [one])
    nearly = Fraction(distance) * Fraction(999, 1000)
    assert violations(model_of("hierarchical", nearly).bind(table), [group]) == [False]
    assert violations(model_of("hierarchical", nearly - Fraction(1, 10**6)).bind(table), [group]) == [True]


def test_that_the_diseases_of_three_classes_are_as_far_from_their_table_as_by_hand():
    """The nine diseases of table 3 in the classes of table 5: 7/27, 8/27 and 5/27 over the tree of figure 1.

    Of the first class, 1/9 moves between the systems at distance 1, and 2/9 within each of both at 1/3.
    """
    overall = Counter(disease for held in TABLE_3 for disease in held)
    values = [row[0] for row in DISEASES]
    groups = [group_in(sorted(values), held) for held in TABLE_3]
    everything = {value: overall[value] for value in values}
    distances = [hierarchical_distance(group.values, everything, DISEASES) for group in groups]
    assert distances == [Fraction(7, 27), Fraction(8, 27), Fraction(5, 27)]
    table = table_with(values, everything, DISEASES)
    for t in distances:
        criterion = model_of("hierarchical", t).bind(table)
        assert violations(criterion, groups) == [distance > t for distance in distances]


@pytest.mark.parametrize("tenths", [1, 2, 3, 4])
@pytest.mark.parametrize("variant", VARIANTS)
def test_that_a_distance_of_t_exactly_is_close_enough(variant, tenths):
    """Tenths have no exact binary fraction. In the hierarchy both values are half as far from each other."""
    table = table_around([Group({"": 10, "a": 10}, 20)])
    groups = [Group({"": 5 + tenths, "a": 5 - tenths}, 10), Group({"": 10 - 2 * tenths, "a": 10 + 2 * tenths}, 20)]
    t = Fraction(tenths, 20 if variant == "hierarchical" else 10)
    assert violations(model_of(variant, t).bind(table), groups) == [False, False]
    assert violations(model_of(variant, t - Fraction(1, 10**9)).bind(table), groups) == [True, True]


def test_that_whole_percents_are_exact():
    """0.29 x 100 is below 29 in binary fractions."""
    table = table_around([Group({"": 50, "a": 50}, 100)])
    for percent in range(1, 50):
        groups = [Group({"": 50 + more, "a": 50 - more}, 100) for more in (percent, percent + 1)]
        for variant in ("equal", "ordered"):
            assert violations(model_of(variant, Fraction(percent, 100)).bind(table), groups) == [False, True]


def test_that_a_part_can_keep_as_much_as_it_is_said_to_at_most():
    """6 of 15 have a value of one in a hundred; of 10 records one may have it, at a distance of 0.09: five go."""
    table = table_around([Group({"": 1, "a": 99}, 100)])
    groups = [Group({"": 6, "a": 9}, 15), Group({"": 1, "a": 9}, 10)]
    for variant in ("equal", "ordered"):
        criterion = model_of(variant, "0.09").bind(table)
        assert violations(criterion, groups) == [True, False]
        assert least_suppressed(criterion, groups) == [5, 0]


@given(samples(), st.sampled_from(VARIANTS))
@settings(max_examples=examples(20))
def test_that_the_whole_table_is_at_distance_zero(sample, variant):
    """The table is its research subset: one class of everything has exactly its distribution."""
    criterion = model_of(variant, 0.0).bind(table_of(sample))
    overall = sample.overall
    group = Group({value: overall[value] for value in in_order(overall)}, overall.total())
    assert violations(criterion, [group]) == [False]


def test_that_a_hierarchy_is_as_high_whichever_of_its_values_occur():
    """Two branches without a root have one above them, also where the table has values of one branch alone."""
    rows = (("a", "x"), ("b", "x"), ("c", "y"))
    overall = {"a": 1, "b": 1}
    table = table_with("ab", overall, rows)
    group = Group({"a": 1, "b": 0}, 1)
    assert hierarchical_distance(group.values, {**overall, "c": 0}, rows) == Fraction(1, 4)
    assert violations(model_of("hierarchical", 0.25).bind(table), [group]) == [False]
    assert violations(model_of("hierarchical", 0.24).bind(table), [group]) == [True]


def test_that_the_hierarchical_distance_asks_for_a_hierarchy():
    with pytest.raises(UnfitModel, match='needs a hierarchy of "sensitive"'):
        model_of("hierarchical", 0.2).bind(table_with("ab", {"a": 1, "b": 1}))


@pytest.mark.parametrize("t", [-0.1, 1.1, float("nan"), "0.2", True, None])
def test_that_t_is_a_number_from_zero_to_one(t):
    with pytest.raises(UnfitSettings):
        TCloseness(attribute=SENSITIVE, t=t)


def test_that_the_model_explains_itself():
    assert model_of("ordered", 0.2).title == f"0.2-closeness of {SENSITIVE} (ordered distance)"
    assert "the distance is at most 0.2" in model_of("equal", 0.2).sentence
    assert all(model_of(variant, 0.2).holds_for_union_of_parts for variant in VARIANTS)


def test_that_a_class_of_fewer_records_than_the_fewest_is_never_as_close():
    for counts in ([1] * 50, [30, 10, 5, 1, 1], [100], [7, 7, 7]):
        overall, total = np.array(counts), sum(counts)
        for t in (0.0, 0.1, 0.2, 0.5):
            least = fewest_records(overall, t)
            shares = np.sort(overall / total)[::-1]
            assert shares[least:].sum() <= t + 1e-9
            assert least == 1 or shares[least - 1 :].sum() > t
