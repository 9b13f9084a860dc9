"""Risks of samples against their definitions: sums over the frequencies in the population, products over members."""

import math
from collections import defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.integrate import quad

from arxdesk_engine.risk.household_risk import household_risk
from arxdesk_engine.risk.individual_risk import approximate_risk, global_risk, individual_risk
from arxdesk_engine.risk.log_linear import independent_means, log_linear_risk, risk_of_uniques
from arxdesk_engine.risk.sample_frequencies import SampleFrequencies, sample_frequencies
from arxdesk_engine.risk.wildcards import compatible_records, distinct_tuples
from tests.engine.risk.tables import columns_of, compatible, records_with_suppressed_cells

WEIGHTS = st.floats(0.25, 500.0)
RISKS = st.floats(0.0, 1.0)


@st.composite
def samples(draw):
    records = draw(records_with_suppressed_cells())
    return records, [draw(WEIGHTS) for _record in records]


@given(samples())
def test_that_frequencies_are_sums_over_compatible_records(sample):
    records, weights = sample
    found = sample_frequencies(distinct_tuples(columns_of(records)), np.array(weights))
    for place, record in enumerate(records):
        alike = [weight for other, weight in zip(records, weights, strict=True) if compatible(record, other)]
        assert found.sample[place] == len(alike)
        assert found.population[place] == pytest.approx(sum(alike))


@given(records_with_suppressed_cells())
def test_that_sample_frequencies_are_those_of_suppressed_cells_as_wildcards(records):
    tuples = distinct_tuples(columns_of(records))
    found = sample_frequencies(tuples, np.ones(len(records)))
    assert found.sample.tolist() == compatible_records(tuples)[tuples.tuple_of_record].tolist()


@pytest.mark.parametrize("weights", [[1.0, 0.0], [1.0, -2.0], [1.0, math.nan], [1.0, math.inf], [1.0]])
def test_that_impossible_weights_are_told(weights):
    with pytest.raises(ValueError, match="weight"):
        sample_frequencies(distinct_tuples(columns_of([(0,), (1,)])), np.array(weights))


def mean_of_inverse(f, p):
    """The sum of 1/F over the negative binomial distribution of F from f on, until past its mean nothing is left."""
    term, total = p**f, 0.0
    for size in range(f, 100_000):
        total += term / size
        if size > f / p and term < 1e-18:
            break
        term *= size / (size - f + 1) * (1.0 - p)
    return total


@given(st.integers(1, 30), st.floats(0.02, 1.0))
def test_that_individual_risk_is_the_mean_over_frequencies_in_the_population(f, p):
    frequencies = SampleFrequencies(np.array([float(f)]), np.array([f / p]))
    risk = individual_risk(frequencies)[0]
    assert risk == pytest.approx(mean_of_inverse(f, p), rel=1e-9)
    assert approximate_risk(frequencies)[0] == pytest.approx(risk if f <= 2 else p / (f - (1 - p)))


@given(st.floats(1e-9, 0.9))
def test_that_small_keys_have_the_published_closed_forms(p):
    frequencies = SampleFrequencies(np.array([1.0, 2.0]), np.array([1.0, 2.0]) / p)
    odds = p / (1 - p)
    one, two = individual_risk(frequencies)
    assert one == pytest.approx(-odds * math.log(p), rel=1e-9)
    assert two == pytest.approx(odds + odds**2 * math.log(p), rel=1e-7)


def by_quadrature(f, p):
    """The integral over the logarithm of s, where it has no corner."""
    return p * quad(lambda x: math.exp(f * x) / (p + (1 - p) * math.exp(x)), -40.0, 0.0, points=[-40 / f], limit=500)[0]


@pytest.mark.parametrize(
    ("f", "population"),
    [(1, 1e9), (15, 15e6), (16, 16e6), (16, 33.0), (3, 4e9), (2_000, 2e6), (500_000, 5e8), (4, 2.0), (5, 5.0)],
)
def test_that_extreme_keys_have_a_risk(f, population):
    risk = individual_risk(SampleFrequencies(np.array([float(f)]), np.array([population])))[0]
    assert 0.0 < risk <= 1.0 / f
    if population <= f:
        assert risk == 1.0 / f
    else:
        assert risk == pytest.approx(by_quadrature(f, f / population), rel=1e-8)


@given(st.lists(st.tuples(RISKS, st.integers(0, 4)), min_size=1, max_size=20))
def test_that_a_household_is_found_with_any_of_its_members(members):
    risks, homes = zip(*members, strict=True)
    safe = defaultdict(lambda: 1.0)
    for risk, home in members:
        safe[home] *= 1.0 - risk
    found = household_risk(np.array(risks), np.array(homes, np.int32))
    assert found.tolist() == pytest.approx([1.0 - safe[home] for home in homes])


@given(st.lists(RISKS, max_size=20))
def test_that_global_risk_is_mean_and_sum(risks):
    found = global_risk(np.array(risks))
    assert found.expected == pytest.approx(math.fsum(risks))
    assert found.average == pytest.approx(math.fsum(risks) / max(1, len(risks)))
    assert (found.records, found.highest) == (len(risks), max(risks, default=0.0))


@given(samples())
def test_that_the_model_of_main_effects_keeps_every_margin(sample):
    """A fit of maximum likelihood has the margins of the data when it is added up over the whole table of keys."""
    records, weights = sample
    size = len(records[0])
    values = [sorted({record[place] for record in records}) for place in range(size)]
    margins = [defaultdict(float) for _place in range(size)]
    for record, weight in zip(records, weights, strict=True):
        for place, cell in enumerate(record):
            margins[place][cell] += weight
    total = math.fsum(weights)
    tuples = distinct_tuples(columns_of(records))
    means = independent_means(tuples, np.bincount(tuples.tuple_of_record, weights))
    for key, mean in zip(zip(*tuples.codes.tolist(), strict=True), means, strict=True):
        expected = total * math.prod(margins[place][cell] / total for place, cell in enumerate(key))
        assert mean == pytest.approx(expected)
    assert all(sum(margins[place][cell] for cell in values[place]) == pytest.approx(total) for place in range(size))


@given(st.lists(st.tuples(st.integers(1, 3), st.floats(0.0, 30.0), st.floats(0.01, 1.0)), min_size=1, max_size=8))
def test_that_uniques_are_unique_where_nobody_is_outside(keys):
    counts, means, fractions = (np.array(part) for part in zip(*keys, strict=True))
    found = risk_of_uniques(counts, means, fractions)
    unique = links = 0.0
    for count, mean, fraction in keys:
        if count == 1:
            outside = mean * (1.0 - fraction)
            chances = [math.exp(-outside)]
            chances += [chances[0] * math.prod(outside / i for i in range(1, n + 1)) for n in range(1, 150)]
            unique += chances[0]
            links += sum(chance / (1 + others) for others, chance in enumerate(chances))
    assert found.sample_uniques == sum(count == 1 for count, _mean, _fraction in keys)
    assert found.population_uniques == pytest.approx(unique)
    assert found.correct_links == pytest.approx(links)


@given(samples())
def test_that_a_census_has_only_population_uniques(sample):
    records, _weights = sample
    tuples, weights = distinct_tuples(columns_of(records)), np.ones(len(records))
    frequencies = sample_frequencies(tuples, weights)
    found = log_linear_risk(tuples, weights, frequencies)
    assert found.sample_uniques == int((frequencies.sample == 1).sum())
    assert found.population_uniques == found.correct_links == found.sample_uniques
