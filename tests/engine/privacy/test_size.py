"""k-anonymity and k-map: sizes in the table and in the population, and the size that a sample needs."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.named_settings import UnfitSettings
from arxdesk_engine.privacy.model import UnfitModel
from arxdesk_engine.privacy.size import KAnonymity, KMap, MinimalPopulation, MinimalSize
from arxdesk_engine.privacy.table import WholeTable
from arxdesk_engine.risk.population import REGIONS
from tests.engine.privacy import textbook
from tests.engine.privacy.tables import (
    assert_implied,
    assert_smaller_classes_violate,
    parts,
    samples,
    table_around,
    table_of,
    transformations,
    violations,
)

ESTIMATORS = ("poisson", "zero_truncated_poisson")
SIGNIFICANCES = st.sampled_from(("0.001", "0.01", "0.05", "0.1", "0.5", "0.9", "0.999"))


def sample_of(records, population=None):
    return WholeTable(records, {}, {}, np.array([1]), population)


def derived(estimator, k, records, population, significance):
    model = KMap(k=k, estimator=estimator, significance=float(significance), population=population)
    return model.bind(sample_of(records)).minimal_class_size


@given(samples(), st.integers(1, 8))
def test_that_classes_below_k_violate(sample, k):
    criterion = KAnonymity(k=k).bind(table_of(sample))
    for classes, groups in transformations(sample):
        assert criterion.violating(classes).tolist() == [group.size < k for group in groups]


@given(samples(subset=True), st.integers(1, 8))
def test_that_the_population_of_k_map_is_the_whole_table(sample, k):
    criterion = KMap(k=k).bind(table_of(sample))
    for classes, groups in transformations(sample):
        assert criterion.violating(classes).tolist() == [group.population < k for group in groups]


@given(parts(), st.integers(1, 8))
def test_that_what_sizes_imply_is_true(groups, k):
    for criterion in (MinimalSize(k), MinimalPopulation(k)):
        assert_implied(criterion, groups)
        assert criterion.violations_are_inherited
        assert criterion.monotonic_without_suppression


@given(parts(), st.integers(1, 8))
def test_that_every_class_below_the_minimal_size_is_too_small(groups, k):
    overall = textbook.Counter(textbook.union(groups).values)
    assert MinimalSize(k).minimal_class_size == k
    assert_smaller_classes_violate(MinimalSize(k), overall, most=3)


def test_that_a_population_of_k_needs_no_record_that_counts():
    """Why it implies no minimal size: one record is enough in a class of k people."""
    group = textbook.Group({"a": 1}, 5)
    assert violations(MinimalPopulation(5), [group, textbook.Group({"a": 1}, 4)]) == [False, True]
    assert MinimalPopulation(5).minimal_class_size == 1
    assert not MinimalPopulation(5).only_class_size


@pytest.mark.parametrize("k", [0, -1, 2**31, 2.5, "5", True, None])
@pytest.mark.parametrize("model", [KAnonymity, KMap])
def test_that_k_is_a_whole_number_of_at_least_one(model, k):
    with pytest.raises(UnfitSettings):
        model(k=k)


def test_that_the_model_explains_itself():
    assert KAnonymity(k=5).title == "5-anonymity"
    assert "fewer than 5 people" in KAnonymity(k=5).sentence
    assert "20 % (1 in 5)" in KAnonymity(k=5).sentence
    assert KMap(k=5).title == "5-map"
    assert KMap(k=5, estimator="poisson").title == "5-map (estimated)"


@pytest.mark.parametrize(
    ("estimator", "k", "expected"),
    [
        *(("poisson", k, expected) for k, expected in ((5, 4), (10, 5), (50, 11))),
        *(("zero_truncated_poisson", k, expected) for k, expected in ((5, 3), (10, 4), (50, 10))),
    ],
)
def test_that_derived_sizes_are_those_of_the_reference(estimator, k, expected):
    """Engine reference 3.2: a tenth of the 301,620 people, and a significance of 5 %."""
    assert derived(estimator, k, 30_162, 301_620, "0.05") == expected


@given(
    st.sampled_from(ESTIMATORS),
    st.integers(1, 60),
    st.integers(1, 2000),
    st.integers(1, 2000) | st.just(1),
    SIGNIFICANCES,
)
def test_that_the_derived_size_is_that_of_adding_up_probabilities(estimator, k, records, times, significance):
    population = records * times + k
    truth = textbook.derived_k(k, records, population, Fraction(significance), truncated=estimator != "poisson")
    assert derived(estimator, k, records, population, significance) == truth


@pytest.mark.parametrize("estimator", ESTIMATORS)
@given(st.integers(1, 2**31 - 1), st.integers(1, 2**31), st.integers(1, 10**30), st.floats(1e-300, 1.0 - 1e-16))
def test_that_the_derived_size_is_between_one_and_k_whatever_is_asked(estimator, k, records, more, significance):
    found = derived(estimator, k, records, records + more, significance)
    assert 1 <= found <= min(k, records)


@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_that_the_whole_population_as_sample_needs_k(estimator):
    assert derived(estimator, 5, 1000, 1000, "0.05") == 5


@given(parts())
def test_that_an_estimated_k_map_is_a_minimal_size(groups):
    table = table_around(groups, (1,))
    model = KMap(k=5, estimator="poisson", population=10**6)
    criterion = model.bind(table)
    assert isinstance(criterion, MinimalSize)
    assert (model.only_class_size, model.needs_subset, model.holds_for_union_of_parts) == (True, False, True)


def test_that_the_population_is_that_of_the_model_before_that_of_the_job():
    def size(known=None, **given):
        return KMap(k=50, estimator="poisson", significance=0.05, **given).bind(sample_of(30_162, known)).k

    assert size(population=301_620) == size(known=301_620) == size(known=10**9, population=301_620) == 11
    assert size(region="USA") == size(known=REGIONS["USA"]) == 2


@pytest.mark.parametrize(
    ("known", "given", "found"),
    [
        (None, {}, "the size of the population is not known"),
        (29, {}, "the population of 29 is smaller than the table of 30 records"),
        (None, {"population": 29}, "the population of 29 is smaller than the table of 30 records"),
        (None, {"population": 100, "region": "USA"}, "there are both a population and a region"),
    ],
)
def test_that_a_population_that_is_missing_too_small_or_named_twice_is_told(known, given, found):
    with pytest.raises(UnfitModel) as caught:
        KMap(k=3, estimator="poisson", **given).bind(sample_of(30, known))
    assert caught.value.found == found
    assert caught.value.remedy


def test_that_an_unknown_region_is_told_with_the_nearest_one():
    with pytest.raises(UnfitSettings, match=r'"Germny" is not known. Did you mean "Germany"'):
        KMap(k=3, estimator="poisson", region="Germny")
