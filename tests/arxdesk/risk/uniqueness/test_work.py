"""Uniqueness of both tables is what the engine estimates from their groups."""

import numpy as np
import pytest

from arxdesk.risk.uniqueness.work import UniquenessOf
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.risk.population import Population
from arxdesk_engine.risk.uniqueness import SAMPLING_FRACTIONS, uniqueness, uniqueness_by_fraction
from tests.arxdesk.analysis.applied_documents import discharges, put_on, wards
from tests.arxdesk.analysis.test_records import tables_of


@pytest.fixture(scope="module")
def hospital():
    document = discharges(800)
    put_on(document)
    return document


def test_that_the_estimates_are_those_of_the_engine_for_all_groups(hospital):
    population = Population(size=50_000)
    for table, sizes in zip(tables_of(hospital), sizes_of(hospital), strict=True):
        found = UniquenessOf(population).run(table, Control())
        assert found.own == uniqueness(sizes, 50_000)
        assert found.curve == uniqueness_by_fraction(sizes)
        assert found.fractions == SAMPLING_FRACTIONS
        assert (found.records, found.kept, found.population) == (800, sizes.sum(), 50_000)
        assert found.fraction == 800 / 50_000


def sizes_of(document):
    return document.result.anonymizer.problem.grouping.input_sizes[0], document.applied.output.class_sizes


def test_that_a_share_is_one_of_all_records_also_where_some_are_removed(hospital):
    before, after = tables_of(hospital)
    population = Population(sampling_fraction=0.01)
    assert UniquenessOf(population).run(after, Control()).population == 80_000
    assert UniquenessOf(population).run(before, Control()).population == 80_000


def test_that_only_records_that_count_are_drawn_from_the_population():
    document = wards()
    document.set_sections({"subset": SubsetSettings(select="sex = 'f'")})
    put_on(document)
    before, _after = tables_of(document)
    found = UniquenessOf(Population(sampling_fraction=0.5)).run(before, Control())
    assert (found.records, found.population) == (7, 14)
    assert found.own == uniqueness(np.array([3, 3, 1]), 14)


def test_that_without_a_population_there_are_curves_alone(hospital):
    found = UniquenessOf(None).run(tables_of(hospital)[0], Control())
    assert (found.own, found.population, found.fraction) == (None, None, None)
    assert len(found.curve) == len(SAMPLING_FRACTIONS)


def test_that_the_curve_reaches_down_to_a_smaller_share_than_any_usual_one():
    document = wards()
    found = UniquenessOf(Population(region="China")).run(InputTable(document.job, document.dataset), Control())
    assert found.fraction == 12 / 1_366_040_000
    assert found.fractions[0] <= found.fraction
    assert list(found.fractions) == sorted(set(found.fractions))
    assert found.fractions[-len(SAMPLING_FRACTIONS) :] == SAMPLING_FRACTIONS


def test_that_a_population_smaller_than_the_table_is_a_problem_that_can_be_told(hospital):
    with pytest.raises(UserError, match="smaller than the sample"):
        UniquenessOf(Population(size=799)).run(tables_of(hospital)[0], Control())
