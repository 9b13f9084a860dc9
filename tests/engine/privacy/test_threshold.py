"""Models of the whole table: what has to be suppressed, by trying everything, and what that implies."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.privacy.model import UnfitModel
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.privacy.table import WholeTable
from arxdesk_engine.privacy.threshold import (
    AverageRisk,
    MeanRisk,
    PopulationUniqueness,
    PopulationUniques,
    SampleUniqueness,
    SampleUniques,
    size_of_risk,
)
from arxdesk_engine.risk.population import REGIONS
from arxdesk_engine.risk.uniqueness import population_uniques
from tests.engine.privacy.textbook import average_risk, share_of_small
from tests.tiers import examples

SIZES = st.lists(st.integers(1, 9) | st.sampled_from((1, 1, 1, 2, 2, 3, 50)), max_size=12).map(sorted)
FEW = st.lists(st.integers(1, 4), min_size=1, max_size=6)
SHARES = st.integers(0, 20).map(lambda twentieths: Fraction(twentieths, 20)) | st.fractions(0, 1, max_denominator=30)
RISKS = st.sampled_from((0.0, 0.05, 0.1, 0.2, 0.25, 0.334, 0.5, 0.6, 1.0))


@st.composite
def rules(draw, *, strict=None):
    """A criterion, and whether class sizes fulfil it by definition; nothing kept fulfils everything."""
    kind = (
        draw(st.sampled_from(("average", "uniques", "strict"))) if strict is None else "strict" if strict else "average"
    )
    threshold = draw(SHARES)
    if kind == "uniques":
        criterion = SampleUniqueness(threshold=float(threshold)).bind(None)
        return criterion, lambda sizes: not sizes or Fraction(sizes.count(1), sum(sizes)) <= threshold
    if kind == "average":
        criterion = AverageRisk(threshold=float(threshold)).bind(None)
        return criterion, lambda sizes: not sizes or average_risk(sizes) <= threshold
    highest, share = draw(RISKS), draw(SHARES)
    criterion = AverageRisk(threshold=float(threshold), highest=highest, records=float(share)).bind(None)
    least = least_size(highest)
    return (
        criterion,
        lambda sizes: not sizes or (average_risk(sizes) <= threshold and share_of_small(sizes, least) <= share),
    )


def least_size(highest):
    """The least size whose risk is not above this one."""
    risk = Fraction(str(highest))
    if risk == 0:
        return 10**6
    size = risk.denominator // risk.numerator
    return size if Fraction(1, size) <= risk else size + 1


def first_that_holds(criterion, sizes, start=0):
    return criterion.first_that_holds(np.array(sizes, np.int64), start)


@st.composite
def generalizations(draw):
    """Class sizes of a transformation, which of them become one, and the sizes then."""
    sizes = draw(FEW)
    group_of = draw(st.lists(st.integers(0, len(sizes) - 1), min_size=len(sizes), max_size=len(sizes)))
    merged = [sum(size for size, group in zip(sizes, group_of, strict=True) if group == each) for each in set(group_of)]
    return sizes, group_of, merged


def least_suppressed(sizes, fulfils, must_go=()):
    """The fewest records without which the rest fulfils everything, of all sets of classes."""
    places = range(len(sizes))
    return min(
        sum(sizes[place] for place in gone)
        for number in range(len(sizes) + 1)
        for gone in combinations(places, number)
        if set(must_go) <= set(gone)
        and all(fulfil([sizes[place] for place in places if place not in gone]) for fulfil in fulfils)
    )


@given(rules(), SIZES, st.data())
@settings(max_examples=examples(200))
def test_that_the_fewest_smallest_classes_go_by_trying_every_number(rule, sizes, drawn):
    criterion, fulfils = rule
    start = drawn.draw(st.integers(0, len(sizes)))
    expected = next(number for number in range(start, len(sizes) + 1) if fulfils(sizes[number:]))
    assert first_that_holds(criterion, sizes, start) == expected


@given(rules(), FEW.map(sorted))
def test_that_no_other_set_of_as_many_classes_has_fewer_records(rule, sizes):
    """What the order of suppression is for: the smallest ones are the fewest records, of all sets of that number."""
    criterion, _fulfils = rule
    number = first_that_holds(criterion, sizes)
    assert sum(sizes[:number]) == min(sum(gone) for gone in combinations(sizes, number))


@given(rules(), generalizations())
@settings(max_examples=examples(150))
def test_that_unions_of_all_classes_fulfil_what_the_classes_fulfil(rule, found):
    criterion, fulfils = rule
    sizes, _group_of, merged = found
    assert criterion.monotonic_without_suppression
    if fulfils(sizes):
        assert fulfils(merged)
        assert first_that_holds(criterion, sorted(merged)) == 0


@given(st.lists(rules(), min_size=1, max_size=2), st.integers(1, 4), generalizations())
@settings(max_examples=examples(150))
def test_that_a_transformation_needs_no_more_suppression_than_any_specialization(found, k, transformations):
    """Of all sets that could be suppressed below, with a minimal class size, whose violations are inherited."""
    criteria, fulfils = zip(*found, strict=True)
    if not all(criterion.suppresses_least for criterion in criteria):
        return
    assert MinimalSize(k).violations_are_inherited
    sizes, _group_of, merged = transformations
    small = [place for place, size in enumerate(sizes) if size < k]
    below = least_suppressed(sizes, fulfils, small)
    kept = sorted(size for size in merged if size >= k)
    number, before = 0, -1
    while number != before:
        before = number
        for criterion in criteria:
            number = first_that_holds(criterion, kept, number)
    assert sum(size for size in merged if size < k) + sum(kept[:number]) <= below


def test_that_the_strict_average_risk_can_need_more_suppression_than_a_specialization():
    """1 + 1 + 3: without one single record a quarter is in classes below 3; 2 + 3: two fifths are."""
    criterion = AverageRisk(threshold=1.0, highest=0.334, records=0.25).bind(None)
    assert (criterion.size, criterion.suppresses_least) == (3, False)
    assert first_that_holds(criterion, [1, 1, 3]) == 1
    assert first_that_holds(criterion, [2, 3]) == 1
    assert share_of_small([1, 3], 3) == Fraction(1, 4)
    assert share_of_small([2, 3], 3) == Fraction(2, 5)


@given(st.integers(1, 30), st.integers(1, 30))
def test_that_a_threshold_that_is_reached_exactly_is_kept_to(classes, size):
    risk, nearly = Fraction(1, size), Fraction(1, 10**9)
    sizes = [size] * classes
    assert first_that_holds(AverageRisk(threshold=float(risk)).bind(None), sizes) == 0
    assert first_that_holds(AverageRisk(threshold=float(risk - nearly)).bind(None), sizes) == classes
    uniques = Fraction(classes, classes + 2 * size)
    sizes = [1] * classes + [2] * size
    assert first_that_holds(SampleUniqueness(threshold=float(uniques)).bind(None), sizes) == 0
    assert first_that_holds(SampleUniqueness(threshold=float(uniques - nearly)).bind(None), sizes) > 0
    strict = AverageRisk(threshold=1.0, highest=0.5, records=float(uniques)).bind(None)
    assert first_that_holds(strict, sizes) == 0


@given(rules())
def test_that_an_empty_table_fulfils_everything(rule):
    assert first_that_holds(rule[0], []) == 0


@given(rules(), SIZES, SIZES, st.data())
def test_that_parts_that_fulfil_it_together_fulfil_it(rule, one, other, drawn):
    """Classes of different parts that look alike become one."""
    _criterion, fulfils = rule
    if not (fulfils(one) and fulfils(other)):
        return
    alike = drawn.draw(st.integers(0, min(len(one), len(other))))
    one, other = drawn.draw(st.permutations(one)), drawn.draw(st.permutations(other))
    together = [size + more for size, more in zip(one[:alike], other[:alike], strict=True)]
    assert fulfils([*together, *one[alike:], *other[alike:]])


@pytest.mark.parametrize(
    ("highest", "size"),
    [(0.2, 5), (0.334, 3), (1.0, 1), (0.5, 2), (0.51, 2), (0.332, 4), (0.3303, 4), (0.33, 4), (0.00016, 6250)],
)
def test_that_a_highest_risk_is_a_class_size(highest, size):
    """As in engine reference 3.6: 0.2 is 5, 0.334 is 3. Unlike there nothing is forgiven."""
    assert size_of_risk(highest) == size == least_size(highest)


@given(st.integers(1, 10**6).map(lambda parts: parts / 10**6))
def test_that_a_class_of_that_size_has_at_most_that_risk(highest):
    size = size_of_risk(highest)
    assert size == least_size(highest)
    assert Fraction(1, size) <= Fraction(str(highest))
    assert size == 1 or Fraction(1, size - 1) > Fraction(str(highest))


@pytest.mark.parametrize("highest", [0.0, 5e-324, 1e-300, 1e-19])
def test_that_no_class_is_large_enough_for_next_to_no_risk(highest):
    criterion = AverageRisk(threshold=1.0, highest=highest, records=0.0).bind(None)
    assert first_that_holds(criterion, [1, 10**9]) == 2


def estimating(monkeypatch, estimates):
    """Population uniqueness with estimates by the number of classes that are left."""

    def estimate(sizes, population, estimator):
        assert (population, estimator) == (1000, "pitman")
        return estimates[len(sizes)]

    monkeypatch.setattr("arxdesk_engine.risk.uniqueness.population_uniques", estimate)
    return PopulationUniques(0.1, "pitman", 1000)


@pytest.mark.parametrize(
    ("estimate", "holds"), [(None, False), (0.0, False), (1e-9, True), (100.0, True), (100.1, False), (-1.0, False)]
)
def test_that_uniques_are_estimated_to_be_some_but_not_too_many(monkeypatch, estimate, holds):
    criterion = estimating(monkeypatch, {2: estimate, 1: None})
    assert first_that_holds(criterion, [1, 1]) == (0 if holds else 2)


def test_that_without_a_unique_record_nothing_has_to_be_estimated(monkeypatch):
    criterion = estimating(monkeypatch, {})
    assert first_that_holds(criterion, [2, 2, 3]) == 0
    assert first_that_holds(criterion, [1, 1, 2, 3], 2) == 2


@given(fewest=st.integers(0, 12), uniques=st.integers(0, 12), start=st.integers(0, 12))
def test_that_where_estimates_fall_the_fewest_classes_go(fewest, uniques, start):
    """As many as it takes for the estimate to be small enough, or for no record to be unique any more."""
    sizes = sorted([1] * uniques + [2] * (12 - uniques))
    estimates = {left: 200.0 if 12 - left < fewest else 50.0 for left in range(13)}
    with pytest.MonkeyPatch.context() as patch:
        criterion = estimating(patch, estimates)
        expected = max(start, min(fewest, uniques))
        assert first_that_holds(criterion, sizes, start) == expected


@given(st.lists(st.sampled_from((None, 0.0, 50.0, 150.0)), min_size=9, max_size=9), st.integers(0, 8))
def test_that_whatever_is_estimated_what_is_left_fulfils_it(estimates, uniques):
    """Where estimates rise and fall others than the fewest may go, but one class less would not do."""
    sizes = [1] * uniques + [3] * (8 - uniques)
    with pytest.MonkeyPatch.context() as patch:
        criterion = estimating(patch, dict(enumerate(estimates)))

        def holds(number):
            left = sizes[number:]
            return not left or left[0] > 1 or estimates[len(left)] == 50.0

        number = first_that_holds(criterion, sizes)
        assert holds(number)
        assert number == 0 or not holds(number - 1)
        assert not criterion.monotonic_without_suppression
        assert not criterion.suppresses_least


def test_that_estimated_uniques_can_become_more_by_generalization():
    """Why nothing is claimed: records that are alone stay so, and fewer classes around them make them look rarer."""
    fine, coarse = np.array([1] * 10 + [2] * 20), np.array([1] * 10 + [4] * 10)
    assert coarse.sum() == fine.sum()
    assert population_uniques(coarse, 1000, "zayatz") > population_uniques(fine, 1000, "zayatz")


def test_that_the_population_is_that_of_the_model_before_that_of_the_job():
    def size(known=None, **given):
        return (
            PopulationUniqueness(threshold=0.1, **given).bind(WholeTable(30, {}, {}, np.array([1]), known)).population
        )

    assert size(population=500) == size(known=500) == size(known=10**9, population=500) == 500
    assert size(region="USA") == REGIONS["USA"]


@pytest.mark.parametrize(
    ("given_", "found"),
    [
        ({}, "the size of the population is not known"),
        ({"population": 29}, "the population of 29 is smaller than the table of 30 records"),
        ({"population": 100, "region": "USA"}, "there are both a population and a region"),
    ],
)
def test_that_a_population_that_is_missing_too_small_or_named_twice_is_told(given_, found):
    with pytest.raises(UnfitModel) as caught:
        PopulationUniqueness(threshold=0.1, **given_).bind(WholeTable(30, {}, {}, np.array([1])))
    assert caught.value.found == found
    assert caught.value.remedy


@pytest.mark.parametrize("threshold", [-0.1, 1.1, float("nan"), "0.1", True, None])
@pytest.mark.parametrize("model", [AverageRisk, SampleUniqueness, PopulationUniqueness])
def test_that_thresholds_are_shares(model, threshold):
    with pytest.raises(UnfitSettings):
        model(threshold=threshold)


@pytest.mark.parametrize(("given_", "missing"), [({"highest": 0.2}, "records"), ({"records": 0.2}, "highest")])
def test_that_half_of_the_strict_variant_is_refused(given_, missing):
    with pytest.raises(UnfitSettings, match=f"{missing} is missing"):
        AverageRisk(threshold=0.1, **given_)


def test_that_the_models_explain_themselves():
    model = AverageRisk(threshold=0.05, highest=0.2, records=0.01)
    assert model.title == "average risk of at most 5 %"
    assert "At most 1 % of the records have a risk above 20 %." in model.sentence
    assert SampleUniqueness(threshold=0.01).title == "sample uniqueness of at most 1 %"
    assert "(Dankar)" in PopulationUniqueness(threshold=0.01).title
    assert isinstance(model.bind(None), MeanRisk)
    assert isinstance(SampleUniqueness(threshold=0.1).bind(None), SampleUniques)
    held = (model, SampleUniqueness(threshold=0.1), PopulationUniqueness(threshold=0.1))
    assert [each.holds_for_union_of_parts for each in held] == [True, True, False]
