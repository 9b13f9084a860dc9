"""Pitman's model against its likelihood, summed term by term."""

import math
from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.pitman import Likelihood, PitmanModel, fit_pitman, pitman_uniques
from tests.tiers import examples

ALPHAS = (-1000, -300, -100, -30, -10, -3, -1, -0.3, -0.1, -0.01, 0.0, 0.01, 0.1, 0.3, 0.5, 0.7, 0.8, 0.9, 0.95, 0.99)
ROOMS = tuple(10.0**power for power in np.arange(-6.0, 9.5, 0.5))


def histogram(sizes):
    return ClassSizeHistogram.of(np.array(sizes, np.int64))


def estimable(sizes):
    """Whether there is something to estimate: uniques, but not uniques alone."""
    return 1 in sizes and max(sizes) > 1


samples = st.one_of(
    st.lists(st.integers(1, 6), min_size=2, max_size=40),
    st.lists(st.integers(1, 3), min_size=60, max_size=160),
    st.lists(st.sampled_from([1, 1, 1, 2, 2, 3, 5, 9, 70, 150]), min_size=2, max_size=120),
).filter(estimable)


def sums_of_terms(sizes, theta, alpha):
    """The two sides of both equations."""
    u, n = len(sizes), sum(sizes)
    return (
        math.fsum(1 / (theta + i * alpha) for i in range(1, u)),
        math.fsum(1 / (theta + i) for i in range(1, n)),
        math.fsum(i / (theta + i * alpha) for i in range(1, u)),
        math.fsum(number / (j - alpha) for size, number in Counter(sizes).items() for j in range(1, size)),
    )


def log_likelihood(sizes, theta, alpha):
    j = np.concatenate([np.arange(1, size) for size in sizes])
    of_classes, of_records = np.arange(1, len(sizes)), np.arange(1, sum(sizes))
    return np.log(theta + of_classes * alpha).sum() - np.log(theta + of_records).sum() + np.log(j - alpha).sum()


def most_likely_on_the_borders(sizes):
    """The best of theta = 0, and of alpha without end, where theta / -alpha classes are alike."""
    u, n = len(sizes), sum(sizes)
    without_theta = [log_likelihood(sizes, 0.0, alpha) for alpha in np.arange(0.001, 1.0, 0.001)]

    def of_like_classes(logarithm):
        classes = u - 1 + math.exp(logarithm)
        return np.log(classes - np.arange(1, u)).sum() - (n - 1) * math.log(classes)

    return max(without_theta + [of_like_classes(logarithm) for logarithm in np.arange(-9.0, 21.0, 0.01)])


@given(samples)
def test_that_the_parameters_solve_both_equations(sizes):
    model = fit_pitman(histogram(sizes))
    if model is not None:
        ones, records, steps, of_sizes = sums_of_terms(sizes, model.theta, model.alpha)
        assert ones == pytest.approx(records, rel=1e-8)
        assert steps == pytest.approx(of_sizes, rel=1e-8)
        assert model.theta > 0.0
        assert model.alpha < 1.0


@settings(max_examples=examples(30))
@given(samples)
def test_that_no_parameters_are_more_likely_and_that_without_any_the_border_is(sizes):
    bound = len(sizes) - 1
    points = [(room, alpha) for room in ROOMS for alpha in ALPHAS if alpha >= 0]
    points += [(-alpha * (bound + room), alpha) for room in ROOMS for alpha in ALPHAS if alpha < 0]
    likelihoods = {point: log_likelihood(sizes, *point) for point in points}
    best = max(likelihoods, key=likelihoods.get)
    model = fit_pitman(histogram(sizes))
    if model is not None:
        assert log_likelihood(sizes, model.theta, model.alpha) >= likelihoods[best] - 1e-7
    else:
        assert likelihoods[best] <= most_likely_on_the_borders(sizes) + 1e-4


@pytest.mark.parametrize("classes", [2, 30, 63, 64, 65, 66, 500])
@pytest.mark.parametrize("alpha", [-7.0, -0.5, -1e-3, -1e-9, 0.0, 1e-9, 1e-4, 0.02, 0.4, 0.97])
@pytest.mark.parametrize("room", [1e-3, 2.0, 40.0, 3e5])
def test_that_closed_forms_are_the_sums_of_the_terms(classes, alpha, room):
    sizes = [1 + (i % 7) * (i % 13) for i in range(classes - 1)] + [201]
    likelihood = Likelihood(histogram(sizes))
    theta = room + max(0.0, -alpha * (classes - 1))
    found = likelihood.sums(theta, alpha)
    expected = sums_of_terms(sizes, theta, alpha)
    assert (found.ones, found.records, found.steps, found.sizes) == pytest.approx(expected, rel=1e-10)
    steps = range(1, classes)
    assert found.squares == pytest.approx(math.fsum((theta + i * alpha) ** -2 for i in steps), rel=1e-6)
    assert found.mixed == pytest.approx(math.fsum(i * (theta + i * alpha) ** -2 for i in steps), rel=1e-6)
    assert found.step_squares == pytest.approx(math.fsum((i / (theta + i * alpha)) ** 2 for i in steps), rel=1e-5)
    squares = math.fsum((theta + i) ** -2 for i in range(1, sum(sizes)))
    assert found.record_squares == pytest.approx(squares, rel=1e-6)
    of_sizes = math.fsum((j - alpha) ** -2 for size in sizes for j in range(1, size))
    assert found.size_squares == pytest.approx(of_sizes, rel=1e-10)


@pytest.mark.parametrize(("theta", "alpha"), [(3.0, 0.4), (250.0, 0.7), (700.0, -0.3), (0.2, 0.9), (40.0, 0.05)])
def test_that_the_derivatives_are_those_of_finite_differences(theta, alpha):
    sizes = [1] * 300 + [2] * 90 + [3] * 40 + [7] * 12 + [80, 300]
    found = Likelihood(histogram(sizes)).sums(theta, alpha)

    def slope(of, step, by_theta):
        ahead, behind = (
            sums_of_terms(sizes, theta + (side if by_theta else 0.0), alpha + (0.0 if by_theta else side))[of]
            for side in (step, -step)
        )
        return (ahead - behind) / (2 * step)

    by_theta = [slope(of, 1e-5 * theta, True) for of in range(4)]
    by_alpha = [slope(of, 1e-6, False) for of in range(4)]
    assert by_theta == pytest.approx([-found.squares, -found.record_squares, -found.mixed, 0.0], rel=1e-5, abs=1e-12)
    assert by_alpha == pytest.approx([-found.mixed, 0.0, -found.step_squares, found.size_squares], rel=1e-4, abs=1e-6)


@pytest.mark.parametrize(("theta", "alpha"), [(100.0, 0.5), (20.0, 0.8), (2000.0, 0.2)])
def test_that_the_uniques_of_a_simulated_population_are_estimated(theta, alpha):
    """People arrive one by one, as in the model: the first of them are a sample of all."""
    generator = np.random.default_rng(1)
    people, records = 100_000, 5_000
    members, founds = np.empty(people, np.int64), np.zeros(people, bool)
    classes = 0
    for person, chance in enumerate(generator.random(people)):
        founds[person] = chance * (theta + person) < theta + alpha * classes
        if founds[person]:
            members[person] = classes
            classes += 1
            continue
        # A class of c is joined in proportion to c - alpha: who meets its founder turns away with probability alpha.
        met = int(generator.random() * person)
        while founds[met] and generator.random() < alpha:
            met = int(generator.random() * person)
        members[person] = members[met]
    sample = ClassSizeHistogram.of(np.bincount(members[:records]))
    truth = int((np.bincount(members) == 1).sum())
    assert fit_pitman(sample).alpha == pytest.approx(alpha, abs=0.05)
    assert pitman_uniques(sample, people) == pytest.approx(truth, rel=0.2)


def test_that_more_people_have_more_uniques_but_a_smaller_share_of_them():
    sizes = histogram([1] * 300 + [2] * 60 + [3] * 25 + [10] * 5 + [200])
    populations = [10**power for power in range(4, 12)]
    found = [pitman_uniques(sizes, population) for population in populations]
    assert all(0 < few < many for few, many in pairwise(found))
    shares = [uniques / population for uniques, population in zip(found, populations, strict=True)]
    assert all(small > large for small, large in pairwise(shares))


@pytest.mark.parametrize("theta", [0.5, 30.0, 3e3])
@pytest.mark.parametrize("alpha", [-2.0, 0.0, 0.3, 0.9])
def test_that_expected_uniques_are_those_of_the_gamma_functions(theta, alpha):
    theta = theta if alpha >= 0 else theta + 2.5
    expected = math.exp(math.lgamma(theta + 1) - math.lgamma(theta + alpha) + alpha * math.log(317_238_626))
    assert PitmanModel(theta, alpha).uniques(317_238_626) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize(
    ("sizes", "population", "uniques"),
    [
        ([], 100, 0.0),
        ([2, 5], 100, 0.0),
        ([9], 100, 0.0),
        ([1], 100, 100.0),
        ([1, 1, 1], 100, 100.0),
        ([1, 1, 2, 5], 9, 2.0),
        ([1, 50], 1000, None),
        ([1] * 40 + [2], 10**6, None),
        ([1] * 20 + [10**6], 10**8, None),
    ],
)
def test_that_the_limits_of_the_model_are_told(sizes, population, uniques):
    assert pitman_uniques(histogram(sizes), population) == uniques


def test_that_samples_without_pairs_are_estimated():
    assert 0 < pitman_uniques(histogram([1] * 200 + [3] * 40 + [9] * 8), 10**6) < 10**6


def test_that_a_sample_larger_than_the_population_is_refused():
    with pytest.raises(ValueError, match="smaller than the sample"):
        pitman_uniques(histogram([1, 2]), 2)
