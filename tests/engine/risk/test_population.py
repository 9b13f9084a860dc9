"""Populations by region, size and sampling fraction."""

import dataclasses

import pytest

from arxdesk_engine.risk.population import REGIONS, Population


def test_that_a_region_has_its_size_whatever_the_sample():
    assert Population(region="USA").size_for(30_162) == Population(region="USA").size_for(1) == 317_238_626
    assert Population(region="European Union").size_for(30_162) == 507_420_000
    assert len(REGIONS) == 14


def test_that_a_size_is_taken_as_it_is():
    assert Population(size=317_238_626).size_for(30_162) == 317_238_626
    assert Population(size=7).size_for(7) == 7


@pytest.mark.parametrize(
    ("fraction", "records", "size"),
    [(0.01, 30_162, 3_016_200), (0.1, 30_162, 301_620), (1.0, 30_162, 30_162), (0.3, 10, 33), (0.5, 0, 0)],
)
def test_that_a_sampling_fraction_scales_the_sample_up(fraction, records, size):
    assert Population(sampling_fraction=fraction).size_for(records) == size


@pytest.mark.parametrize("fraction", [1.0, 0.999999999999, 1 / 3, 1e-9])
def test_that_a_sampling_fraction_never_makes_the_population_smaller_than_the_sample(fraction):
    population = Population(sampling_fraction=fraction)
    assert all(population.size_for(records) >= records for records in range(1, 200))


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({}, "none of them is given"),
        ({"region": "USA", "size": 5}, "2 of them are given"),
        ({"region": "USA", "size": 5, "sampling_fraction": 0.5}, "3 of them are given"),
        ({"region": "Atlantis"}, '"Atlantis" is not a known region; known regions are Africa, Australia'),
        ({"size": 0}, "at least 1, not 0"),
        ({"sampling_fraction": 0.0}, "greater than 0 and not greater than 1, not 0.0"),
        ({"sampling_fraction": 1.5}, "greater than 0 and not greater than 1, not 1.5"),
        ({"sampling_fraction": float("nan")}, "not nan"),
    ],
)
def test_that_what_is_no_population_is_refused(values, message):
    with pytest.raises(ValueError, match=message):
        Population(**values)


def test_that_a_population_smaller_than_the_sample_is_refused():
    with pytest.raises(ValueError, match=r"the population \(10\) is smaller than the sample \(11 records\)"):
        Population(size=10).size_for(11)
    with pytest.raises(ValueError, match="smaller than the sample"):
        Population(region="Australia").size_for(23_130_901)


def test_that_a_fraction_without_a_finite_population_is_refused():
    with pytest.raises(ValueError, match="too small to compute with"):
        Population(sampling_fraction=5e-324).size_for(30_162)


def test_that_populations_cannot_be_changed():
    with pytest.raises(dataclasses.FrozenInstanceError):
        Population(size=5).size = 6
