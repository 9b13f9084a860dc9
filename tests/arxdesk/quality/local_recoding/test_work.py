"""What local recoding finds is what the engine makes of the job, from the transformation that is applied."""

from __future__ import annotations

from dataclasses import replace

import pytest

from arxdesk.analysis.analysis import output_table
from arxdesk.core.session.search_work import apply
from arxdesk.quality.local_recoding.work import Recode
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.search.local_recoding import End
from arxdesk_engine.search.solution import Limits
from tests.arxdesk.analysis.applied_documents import discharges, put_on
from tests.arxdesk.changes import change_suppression_limit


@pytest.fixture(scope="module")
def hospital():
    document = discharges(800)
    document.push(change_suppression_limit(document, 0.5))
    put_on(document)
    return document


def recode(document, settings, seconds=None, applied=None, control=None):
    before, applied = InputTable(document.job, document.dataset), applied or document.applied
    table = output_table(before, document.result, applied)
    return Recode(document.result, applied, settings, seconds).run(table, control or Control())


@pytest.mark.parametrize("iterations", [1, 3, 100])
def test_that_it_is_what_the_engine_finds_with_these_settings(hospital, iterations):
    anonymizer, solution = hospital.result.anonymizer, hospital.result.solution
    settings = LocalRecodingSettings(iterations=iterations)
    expected = anonymizer.recode(solution, None, None, settings, Limits())
    found = recode(hospital, LocalRecodingSettings(iterations=iterations))
    assert expected.suppressed_records < solution.best.suppressed_records
    assert (found.found.iterations, found.found.score, found.settings) == (
        expected.iterations,
        expected.score,
        settings,
    )
    assert (found.found.recoding.suppressed == expected.recoding.suppressed).all()
    facts = anonymizer.describe(solution, anonymizer.apply_recoding(expected), expected)
    assert found.detail_after == facts["quality"]["granularity"]
    assert found.detail_before == hospital.applied.mean_granularity
    assert found.people_kept == solution.best.suppressed_records - expected.suppressed_records


def test_that_with_the_limits_of_the_job_it_begins_with_what_is_applied_and_not_with_the_best(hospital):
    result = hospital.result
    checks = [each for each in result.solution.examined if each.anonymous and each.suppressed_records]
    other = next(each for each in checks if each.levels != result.solution.best.levels)
    applied = apply(result, other.levels, Control())
    own = LocalRecodingSettings(suppression_limit=0.5, generalization_suppression_factor=0.5)
    found = recode(hospital, own, applied=applied)
    assert found.first.levels == other.levels
    expected = result.anonymizer.recode(replace(result.solution, best=other), settings=own, limits=Limits())
    assert not found.found.is_fresh
    assert found.found.iterations == expected.iterations


def test_that_a_recoded_table_can_be_recoded_again_from_its_beginning(hospital):
    once = recode(hospital, LocalRecodingSettings(iterations=1))
    applied = apply(hospital.result, once.first.levels, Control(), once)
    again = recode(hospital, LocalRecodingSettings(iterations=100), applied=applied)
    fresh = recode(hospital, LocalRecodingSettings(iterations=100))
    assert (again.first, again.found.iterations) == (fresh.first, fresh.found.iterations)
    assert (again.detail_before, again.detail_after) == (fresh.detail_before, fresh.detail_after)


def test_that_the_check_of_a_recoded_table_counts_all_of_it(hospital):
    once = recode(hospital, LocalRecodingSettings(iterations=100))
    applied = apply(hospital.result, once.first.levels, Control(), once)
    output, check = applied.output, applied.check
    assert check.suppressed_records == once.found.suppressed_records == int(output.suppressed.sum())
    assert (check.classes, check.smallest_class) == (len(output.class_sizes), output.class_sizes.min())
    assert check.largest_class == output.class_sizes.max()
    assert applied.score == once.found.score
    assert applied.transformations[0] == once.found.iterations[0].levels
    assert set(applied.transformations) == {each.levels for each in once.found.iterations}


def test_that_progress_tells_the_iteration_and_the_records_left(hospital):
    told = []
    found = recode(hospital, LocalRecodingSettings(iterations=100), control=Control(told.append))
    left = 800 - found.found.iterations[0].records
    assert told[0].activity == "First step, 800 records left"
    assert told[1].activity == f"Iteration 1 of up to 100, {left} records left"
    assert told[0].fraction == 0.0
    assert told[-1].activity == "Measuring the detail kept"


def test_that_a_stopped_recoding_keeps_its_finished_iterations(hospital):
    control = Control()
    control.stop()
    found = recode(hospital, LocalRecodingSettings(iterations=100), control=control)
    assert (found.found.end, found.found.iterations, found.people_kept) == (End.STOPPED, (), 0)
    assert found.detail_after == pytest.approx(found.detail_before)


def test_that_no_time_is_a_limit(hospital):
    found = recode(hospital, LocalRecodingSettings(iterations=100), 1e-9)
    assert found.found.end is End.LIMIT
