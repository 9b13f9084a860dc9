"""The differences of the gamma function's relatives against sums."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.risk.gamma import (
    digamma_difference,
    log_gamma_difference,
    log_gamma_differences,
    trigamma,
    trigamma_of_large,
)

starts = st.floats(1e-3, 1e9) | st.floats(15.0, 17.0)
PRECISION = 1e-12


@given(starts, st.integers(0, 300))
def test_that_differences_of_digamma_are_sums_of_reciprocals(x, m):
    expected = math.fsum(1.0 / (x + i) for i in range(m))
    assert digamma_difference(x, m) == pytest.approx(expected, rel=PRECISION)


@given(starts, st.integers(1, 300))
def test_that_differences_of_log_gamma_are_sums_of_logarithms(x, m):
    expected = math.fsum(math.log(x + i) for i in range(m))
    scale = math.fsum(abs(math.log(x + i)) for i in range(m))
    assert log_gamma_difference(x, m) == pytest.approx(expected, rel=PRECISION, abs=PRECISION * scale + 1e-15)


@given(st.lists(st.tuples(starts, st.integers(0, 300)), max_size=20))
def test_that_many_differences_of_log_gamma_are_the_single_ones(pairs):
    found = log_gamma_differences(np.array([x for x, _m in pairs]), np.array([float(m) for _x, m in pairs]))
    single = [log_gamma_difference(x, m) for x, m in pairs]
    np.testing.assert_allclose(found, single, rtol=1e-13, atol=1e-13)


def test_that_the_logarithm_of_a_quotient_keeps_its_digits_where_gamma_itself_has_none():
    assert math.exp(log_gamma_difference(5e11, 0.5)) == pytest.approx(math.sqrt(5e11), rel=1e-11)
    assert log_gamma_difference(0.5, 0.5) == pytest.approx(-0.5 * math.log(math.pi), rel=PRECISION)
    assert log_gamma_difference(20.5, -20.0) == pytest.approx(math.lgamma(0.5) - math.lgamma(20.5), rel=PRECISION)


@given(starts, st.integers(1, 300))
def test_that_trigamma_falls_by_squares_of_reciprocals(x, m):
    fall = math.fsum((x + i) ** -2 for i in range(m))
    assert trigamma(x) - trigamma(x + m) == pytest.approx(fall, rel=PRECISION, abs=1e-15 * trigamma(x) + 1e-300)


def test_that_trigamma_has_its_known_values():
    assert trigamma(1.0) == pytest.approx(math.pi**2 / 6, rel=1e-15)
    assert trigamma(0.5) == pytest.approx(math.pi**2 / 2, rel=1e-15)
    assert trigamma(10.0) == pytest.approx(math.pi**2 / 6 - math.fsum(i**-2 for i in range(1, 10)), rel=PRECISION)
    large = np.array([16.0, 17.5, 400.0])
    assert trigamma_of_large(large).tolist() == pytest.approx([trigamma(x) for x in large], rel=1e-15)
