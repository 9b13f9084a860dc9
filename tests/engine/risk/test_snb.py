"""The shifted negative binomial model against its definition, summed size by size, and simulated populations."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.snb import fit_snb, shlosser_classes, snb_uniques

histograms = st.dictionaries(st.integers(2, 12), st.integers(1, 40), max_size=6)
fractions = st.floats(0.001, 0.99)


def histogram(numbers):
    sizes = sorted(numbers)
    return ClassSizeHistogram(np.array(sizes, np.int64), np.array([numbers[size] for size in sizes], np.int64))


def expected_numbers(k, a, b, fraction):
    """The expected sample classes of one and of two records, in closed form (engine reference 3.8).

    1 - d is π + b - πb, which loses no digits, and both powers of a are one: each alone leaves what floats hold.
    """
    d = (1 - fraction) * (1 - b)
    rest = fraction + b * (1 - fraction)
    power = (b / rest) ** a
    ones = k * fraction * power * (a * d / rest + 1)
    twos = k * a * fraction**2 * (1 - b) * power * (2 - (1 - a) * d) / (2 * rest**2)
    return ones, twos


def expected_numbers_of_poisson(k, mean, fraction):
    """The same for 1 + X people, X Poisson, which is the limit for b = 1."""
    kept = k * math.exp(-fraction * mean)
    ones = kept * fraction * (1 + (1 - fraction) * mean)
    return ones, kept * fraction**2 * mean * (2 + (1 - fraction) * mean) / 2


@pytest.mark.parametrize(("a", "b", "fraction"), [(2.0, 0.335, 0.2), (0.5, 0.1, 0.4), (7.5, 0.6, 0.05)])
def test_that_the_equations_are_what_the_model_says_of_samples(a, b, fraction):
    """Classes of 1 + X people, X negative binomial, of whom each is drawn with the same probability."""
    ones = twos = 0.0
    for others in range(600):
        weight = math.exp(
            math.lgamma(others + a) - math.lgamma(a) - math.lgamma(others + 1) + a * math.log(b)
        ) * math.exp(others * math.log1p(-b))
        ones += weight * (others + 1) * fraction * (1 - fraction) ** others
        twos += weight * math.comb(others + 1, 2) * fraction**2 * (1 - fraction) ** max(others - 1, 0)
    assert expected_numbers(1.0, a, b, fraction) == pytest.approx((ones, twos), rel=1e-9)


@given(histograms, st.integers(1, 200), st.integers(1, 80), fractions)
@example({12: 24, 3: 1}, 10, 26, 0.001)
@example({6: 23}, 10, 32, 0.001)
def test_that_the_parameters_solve_both_equations(others, ones, twos, fraction):
    model = fit_snb(histogram({**others, 1: ones, 2: twos}), fraction)
    if model is None:
        return
    assert model.a > 0.0
    assert 0.0 < model.b <= 1.0
    if 1 - model.b > 1e-5:
        found = expected_numbers(model.classes, model.a, model.b, fraction)
        assert found == pytest.approx((ones, twos), rel=1e-8)
        assert model.uniques == pytest.approx(model.classes * model.b**model.a, rel=1e-8)
    else:
        mean = -math.log(model.uniques / model.classes)
        found = expected_numbers_of_poisson(model.classes, mean, fraction)
        assert found == pytest.approx((ones, twos), rel=1e-3)


@given(histograms, st.integers(1, 200), fractions)
def test_that_the_number_of_classes_is_the_modified_shlosser_estimate(others, ones, fraction):
    numbers = {**others, 1: ones}
    p = Fraction(fraction)
    q = 1 - p
    a = sum(i * p**2 * (1 - p**2) ** (i - 1) * f for i, f in numbers.items())
    b = sum(q**i * ((1 + p) ** i - 1) * f for i, f in numbers.items())
    c = sum(q**i * f for i, f in numbers.items())
    d = sum(i * p * q ** (i - 1) * f for i, f in numbers.items())
    expected = sum(numbers.values()) + ones * (a / b) * (c / d) ** 2
    assert shlosser_classes(histogram(numbers), fraction) == pytest.approx(float(expected), rel=1e-11)


@pytest.mark.parametrize(
    ("a", "b", "fraction", "precision"), [(2.0, 0.335, 0.5, 0.03), (0.5, 0.0126, 0.3, 0.05), (1.0, 0.1123, 0.4, 0.05)]
)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_that_the_uniques_of_a_simulated_population_are_recovered(a, b, fraction, precision, seed):
    """400,000 classes, of which about 44,900 have one person (engine reference 9.8)."""
    generator = np.random.default_rng(seed)
    people = 1 + generator.negative_binomial(a, b, 400_000)
    sample = ClassSizeHistogram.of(generator.binomial(people, fraction))
    population = int(people.sum())
    truth = int((people == 1).sum())
    model = fit_snb(sample, sample.records / population)
    assert truth == pytest.approx(44_900, rel=0.02)
    assert model.classes == pytest.approx(400_000, rel=0.05)
    assert (model.a, model.b) == pytest.approx((a, b), rel=0.15)
    assert snb_uniques(sample, population) == pytest.approx(truth, rel=precision)
    assert snb_uniques(sample, population) == model.uniques


@pytest.mark.parametrize(
    ("numbers", "population", "uniques"),
    [
        ({}, 10, 0.0),
        ({2: 3}, 10, 0.0),
        ({9: 1}, 100, 0.0),
        ({1: 3}, 1000, 1000.0),
        ({1: 3, 2: 2}, 7, 3.0),
        ({1: 3, 3: 2}, 100, None),
        ({1: 5, 2: 400, 3: 2}, 100_000, None),
    ],
)
def test_that_the_limits_of_the_model_are_told(numbers, population, uniques):
    assert snb_uniques(histogram(numbers), population) == uniques


@given(histograms, st.integers(1, 200), st.integers(0, 80), st.integers(0, 10**7))
def test_that_an_estimate_lies_between_nobody_and_everybody(others, ones, twos, unsampled):
    sample = histogram({**others, 1: ones, **({2: twos} if twos else {})})
    population = sample.records + unsampled
    uniques = snb_uniques(sample, population)
    assert uniques is None or 0.0 <= uniques <= population


def test_that_a_sample_larger_than_the_population_is_refused():
    with pytest.raises(ValueError, match="smaller than the sample"):
        snb_uniques(histogram({1: 3, 2: 2}), 6)
