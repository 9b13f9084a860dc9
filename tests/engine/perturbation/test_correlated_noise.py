"""Correlated noise: its moments against the definition, precision, missing cells, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from arxdesk_engine.perturbation.correlated_noise import CorrelatedNoise
from arxdesk_engine.perturbation.covariances import covariance, root_of
from arxdesk_engine.perturbation.numbers import numbers_of
from tests.engine.perturbation.tables import records_of, texts_of

RECORDS = 20_000
SMALL = arrays(np.float64, st.tuples(st.integers(2, 8), st.integers(1, 4)), elements=st.integers(-50, 50))


def correlated(seed=1):
    """Columns a and b with the covariance [[4, 3], [3, 9]] but for sampling, with four decimals."""
    normal = np.random.default_rng(seed).standard_normal((RECORDS, 2))
    return np.round(normal @ np.array([[2.0, 0.0], [1.5, np.sqrt(6.75)]]).T + [10.0, -5.0], 4)


def noisy(numbers, **settings):
    columns = {name: [f"{number:.4f}" for number in numbers[:, place]] for place, name in enumerate("ab")}
    found = CorrelatedNoise(columns=("a", "b"), **settings).perturb(records_of(**columns))
    return np.stack([numbers_of(column) for column in found.columns], axis=1), found.facts["moments"]


@given(SMALL)
def test_that_a_covariance_is_the_sum_of_its_definition(numbers):
    records, columns = numbers.shape
    means = [sum(numbers[:, place]) / records for place in range(columns)]
    for first in range(columns):
        for second in range(columns):
            products = ((row[first] - means[first]) * (row[second] - means[second]) for row in numbers)
            assert covariance(numbers)[first, second] == pytest.approx(sum(products) / (records - 1))


@given(SMALL)
def test_that_a_root_is_one_also_of_columns_that_follow_from_others(numbers):
    matrix = covariance(np.hstack([numbers, numbers[:, :1] * 2.0 + 1.0]))
    root = root_of(matrix)
    assert np.array_equal(root, np.tril(root))
    assert root @ root.T == pytest.approx(matrix, abs=1e-6 * max(1.0, matrix.max()))


@pytest.mark.parametrize("noise", [0.1, 0.5])
def test_that_means_and_covariance_stay_within_sampling_error(noise):
    """A mean of n errors deviates by sqrt(c S / n); a covariance by about sqrt((S_aa S_bb + S_ab^2) / n) at most."""
    before = correlated()
    after, told = noisy(before, noise=noise, seed=3)
    expected = covariance(before)
    deviations = np.sqrt(noise * np.diag(expected) / RECORDS)
    assert (np.abs(after.mean(axis=0) - before.mean(axis=0)) < 4 * deviations).all()
    of_covariance = np.sqrt((np.outer(np.diag(expected), np.diag(expected)) + expected**2) / RECORDS)
    assert (np.abs(covariance(after) - expected) < 4 * of_covariance).all()
    assert told["before"]["covariance"] == expected.tolist()
    assert np.array(told["after"]["covariance"]) == pytest.approx(covariance(after))
    assert told["after"]["means"] == pytest.approx(after.mean(axis=0).tolist())


def test_that_errors_have_the_covariance_of_the_columns():
    before = correlated()
    after, _told = noisy(before, noise=0.2, seed=5, keep_covariance=False)
    errors, expected = after - before, 0.2 * covariance(before)
    deviations = np.sqrt((np.outer(np.diag(expected), np.diag(expected)) + expected**2) / RECORDS)
    assert (np.abs(covariance(errors) - expected) < 4 * deviations).all()
    apart = np.abs(np.array([np.corrcoef(errors[:, place], before[:, place])[0, 1] for place in range(2)]))
    assert (apart < 4 / np.sqrt(RECORDS)).all()


def test_that_numbers_are_as_precise_as_those_of_the_column():
    records = records_of(age=[20, 31, 44, 58], income=["10.5", "20.25", "", "40"])
    age, income = CorrelatedNoise(columns=("age", "income"), noise=0.5).perturb(records).columns
    assert all(text.lstrip("-").isdigit() for text in texts_of(age))
    assert all(len(text.partition(".")[2]) <= 2 for text in texts_of(income))
    assert texts_of(income)[2] == ""
    assert (age.type, income.type) == (records.columns["age"].type, records.columns["income"].type)
    assert texts_of(age) != ["20", "31", "44", "58"]


def test_that_a_constant_column_stays():
    records = records_of(age=[20, 31, 44, 58], one=[1, 1, 1, 1])
    assert texts_of(CorrelatedNoise(columns=("age", "one")).perturb(records).columns[1]) == ["1"] * 4


def test_that_the_same_seed_gives_the_same_numbers():
    first, again, other = (noisy(correlated()[:50], seed=seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_that_texts_and_too_few_numbers_are_refused():
    (unfit,) = CorrelatedNoise(columns=("job",)).unfit(records_of(job=["cook", "nurse"]))
    assert (unfit.field, unfit.found) == ("columns", '"job" is of the type string, and numbers are needed')
    (unfit,) = CorrelatedNoise(columns=("a", "b")).unfit(records_of(a=[1, 2, ""], b=[1, "", 3]))
    assert unfit.found == '1 record has a number in each of "a", "b"'
