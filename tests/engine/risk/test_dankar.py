"""The decision rule against its table."""

import numpy as np
import pytest

from arxdesk_engine.risk.dankar import DankarChoice, dankar_choice
from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.pitman import pitman_uniques
from arxdesk_engine.risk.snb import snb_uniques
from arxdesk_engine.risk.zayatz import zayatz_uniques


def histogram(numbers):
    sizes = sorted(numbers)
    return ClassSizeHistogram(np.array(sizes, np.int64), np.array([numbers[size] for size in sizes], np.int64))


ORDINARY = histogram({1: 300, 2: 120, 3: 60, 4: 40, 9: 20})
WITHOUT_PITMAN = histogram({1: 20, 10**6: 1})


@pytest.mark.parametrize("fallback", [True, False])
def test_that_small_samples_are_for_pitman(fallback):
    for population in (10 * ORDINARY.records, 10**9):
        uniques = pitman_uniques(ORDINARY, population)
        assert uniques > 0.0
        found = dankar_choice(ORDINARY, population, zayatz_fallback=fallback)
        assert found == DankarChoice(uniques, "pitman")


def test_that_zayatz_stands_in_for_pitman_where_that_is_allowed():
    population = 10**8
    assert pitman_uniques(WITHOUT_PITMAN, population) is None
    expected = DankarChoice(zayatz_uniques(WITHOUT_PITMAN, population), "zayatz")
    assert dankar_choice(WITHOUT_PITMAN, population, zayatz_fallback=True) == expected
    assert dankar_choice(WITHOUT_PITMAN, population, zayatz_fallback=False) == DankarChoice(None, None)


@pytest.mark.parametrize("fallback", [True, False])
@pytest.mark.parametrize("numbers", [{1: 300, 2: 120, 3: 60, 4: 40, 9: 20}, {1: 100, 2: 2, 3: 1, 50: 30}])
def test_that_large_samples_have_the_smaller_estimate(numbers, fallback):
    sample = histogram(numbers)
    chosen = set()
    for population in range(sample.records + 1, 10 * sample.records, sample.records // 4):
        estimates = {"snb": snb_uniques(sample, population), "zayatz": zayatz_uniques(sample, population)}
        available = {name: uniques for name, uniques in estimates.items() if uniques is not None}
        best = min(available, key=available.get)
        found = dankar_choice(sample, population, zayatz_fallback=fallback)
        assert found == DankarChoice(available[best], best)
        chosen.add(best)
    assert chosen


def test_that_each_of_both_is_chosen_somewhere():
    few_pairs, many_pairs = histogram({1: 100, 2: 2, 3: 1, 50: 30}), histogram({1: 300, 2: 120, 3: 60, 4: 40, 9: 20})
    found = {
        dankar_choice(sample, factor * sample.records, zayatz_fallback=False).estimator
        for sample in (few_pairs, many_pairs)
        for factor in range(2, 10)
    }
    assert found == {"snb", "zayatz"}


def test_that_zayatz_stands_in_for_the_binomial_model_always():
    without_pairs = histogram({1: 5, 3: 4})
    assert snb_uniques(without_pairs, 20) is None
    found = dankar_choice(without_pairs, 20, zayatz_fallback=False)
    assert found == DankarChoice(zayatz_uniques(without_pairs, 20), "zayatz")


@pytest.mark.parametrize("numbers", [{}, {2: 5}, {7: 1}])
def test_that_without_sample_uniques_nothing_is_chosen(numbers):
    assert dankar_choice(histogram(numbers), 100, zayatz_fallback=True) == DankarChoice(0.0, None)


def test_that_a_sample_larger_than_the_population_is_refused():
    for numbers in ({2: 5}, {1: 5, 2: 4}):
        with pytest.raises(ValueError, match="smaller than the sample"):
            dankar_choice(histogram(numbers), 9, zayatz_fallback=True)
