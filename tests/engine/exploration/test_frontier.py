"""A job solved for a series of values of one of its numbers."""

import random
from collections import Counter
from itertools import product

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.exploration.frontier import FrontierProgress, trace
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.variation import LIMIT, Variable, variables
from arxdesk_engine.search.solution import Status

K = Variable(0, "k")
ROWS = {
    "a": [(str(value), f"{value // 2}", "*") for value in range(6)],
    "b": [(str(value), f"{value // 3}", "*") for value in range(6)],
}


def problem(cells, limit, *models, **search):
    """A job over two attributes of three levels each, with its table and hierarchies."""
    frame = pd.DataFrame(cells, columns=["a", "b", "s"]).astype(str)
    settings = {"a": {"role": "quasi-identifying"}, "b": {"role": "quasi-identifying"}, "s": {"role": "sensitive"}}
    job = job_from(
        {
            "data": {"path": "t.csv"},
            "attributes": {name: {"type": "string"} | each for name, each in settings.items()},
            "privacy": list(models),
            "suppression": {"limit": limit},
            "search": search,
        }
    )
    hierarchies = {name: Hierarchy(tuple(rows), name) for name, rows in ROWS.items()}
    return job, Dataset.from_pandas(frame, "t.csv"), hierarchies


def random_cells(generator, records):
    return [(generator.randrange(6), generator.randrange(6), generator.randrange(3)) for _record in range(records)]


@pytest.fixture
def small():
    k_anonymity, diversity = {"model": "k-anonymity", "k": 5}, {"model": "l-diversity", "attribute": "s", "l": 1.0}
    return problem(random_cells(random.Random(3), 40), 0.1, k_anonymity, diversity)  # noqa: S311 - a table, no secret


def counted(cells, levels):
    """The sizes of the groups of a transformation, by looking the labels up."""
    tables = [{row[0]: row[level] for row in ROWS[name]} for name, level in zip("ab", levels, strict=True)]
    return Counter((tables[0][str(a)], tables[1][str(b)]) for a, b, _s in cells)


@given(
    st.integers().map(random.Random), st.integers(1, 25), st.sampled_from([0.0, 0.1, 0.4]), st.sampled_from(["k", "l"])
)
def test_that_each_point_is_what_a_search_of_its_own_finds(generator, records, limit, name):
    cells = random_cells(generator, records)
    models = {"k": {"model": "k-anonymity", "k": 2}, "l": {"model": "l-diversity", "attribute": "s", "l": 2.0}}
    job, dataset, hierarchies = problem(cells, limit, models[name])
    values = [1, 2, 3, 7, 2]
    points = list(trace(job, dataset, hierarchies, Variable(0, name), values))
    assert [point.value for point in points] == values
    for point in points:
        given_value = point.value if name == "k" else float(point.value)
        alone, *_tables = problem(cells, limit, models[name] | {name: given_value}, algorithm="exhaustive")
        solution = Anonymizer.formulate(alone, dataset, hierarchies).search()
        assert (point.status is Status.INFEASIBLE) == (solution.best is None)
        assert point.records == records
        if solution.best is not None:
            assert point.score == pytest.approx(solution.best.score)
            assert point.status is Status.OPTIMAL
            assert point.gap == 0.0


@given(st.integers().map(random.Random), st.integers(1, 25), st.sampled_from([0.0, 0.1, 0.4]))
def test_that_what_a_point_tells_of_its_transformation_is_counted_by_hand(generator, records, limit):
    cells = random_cells(generator, records)
    job, dataset, hierarchies = problem(cells, limit, {"model": "k-anonymity", "k": 2})
    for point in trace(job, dataset, hierarchies, K, [2, 3, 9]):
        removed = {
            levels: sum(size for size in counted(cells, levels).values() if size < point.value)
            for levels in product(range(3), repeat=2)
        }
        if point.levels is None:
            assert min(removed.values()) > limit * records
            continue
        kept = [size for size in counted(cells, point.levels).values() if size >= point.value]
        assert point.suppressed_records == removed[point.levels] <= limit * records
        assert point.classes == len(kept)
        assert point.highest_risk == (1 / min(kept) if kept else None)
        assert point.average_risk == (len(kept) / sum(kept) if kept else None)


def test_that_the_limit_of_suppression_can_be_varied(small):
    job, dataset, hierarchies = small
    points = list(trace(job, dataset, hierarchies, Variable(), [0.0, 0.5, 1.0]))
    for point in points:
        posed = job.model_copy(update={"suppression": job.suppression.model_copy(update={"limit": point.value})})
        assert point.score == Anonymizer.formulate(posed, dataset, hierarchies).search().best.score
    assert points[0].suppressed_records == 0


def test_that_a_value_for_which_nothing_is_anonymous_is_a_point_without_a_score(small):
    job, dataset, hierarchies = small
    feasible, infeasible = trace(job, dataset, hierarchies, K, [2, 41])
    assert feasible.score is not None
    assert (infeasible.status, infeasible.score, infeasible.levels, infeasible.gap) == (
        Status.INFEASIBLE,
        None,
        None,
        None,
    )


def test_that_refused_values_are_all_named_before_anything_starts(small):
    job, dataset, hierarchies = small
    reports = []
    with pytest.raises(UserError) as caught:
        trace(job, dataset, hierarchies, K, [2, 0, 2.5], Control(reports.append))
    assert [(each.place, each.found) for each in caught.value.problems] == [
        ("job, privacy.1.k", "0 is not allowed"),
        ("job, privacy.1.k", "2.5 is not allowed"),
    ]
    assert reports == []
    with pytest.raises(UserError, match=r"suppression\.limit: 1\.5 is not allowed"):
        trace(job, dataset, hierarchies, Variable(), [0.1, 1.5])


def test_that_a_value_that_contradicts_another_parameter_is_named():
    job, dataset, hierarchies = problem(
        [(0, 0, 0)], 0.0, {"model": "delta-presence", "dmin": 0.2, "dmax": 0.5, "subset": "s = '0'"}
    )
    with pytest.raises(InvalidJob, match=r"privacy\.1\.dmax: dmin = 0\.2 is larger than dmax = 0\.1"):
        trace(job, dataset, hierarchies, Variable(0, "dmax"), [0.1])


def test_that_a_model_that_is_not_there_is_told(small):
    with pytest.raises(InvalidJob, match=r"privacy\.8: there is no such model"):
        trace(*small, Variable(7, "k"), [2])


def test_that_differential_privacy_is_not_asked_again_and_again():
    private = {"model": "differential-privacy", "epsilon": 1.0, "delta": 1e-5, "search_budget": 0.1}
    with pytest.raises(InvalidJob, match=r"privacy\.1: each further result would spend the budget"):
        trace(*problem([(0, 0, 0)] * 9, 0.0, private), Variable(0, "epsilon"), [1.0, 2.0])


def test_that_points_come_one_after_the_other_with_progress(small):
    job, dataset, hierarchies = small
    reports = []
    points = trace(job, dataset, hierarchies, K, [2, 3, 4], Control(reports.append))
    assert next(points).value == 2
    assert {each.number for each in reports} == {1}
    assert all(isinstance(each, FrontierProgress) and each.of == 3 and each.value == 2 for each in reports)
    assert [point.value for point in points] == [3, 4]
    assert reports[-1].number == 3
    assert reports[-1].fraction == pytest.approx(2 / 3)
    assert any(each.search is not None and each.search.checks for each in reports)


def test_that_a_stop_ends_it_and_keeps_what_was_found(small):
    job, dataset, hierarchies = small
    control = Control()
    points = trace(job, dataset, hierarchies, K, [2, 3, 4], control)
    assert next(points).value == 2
    control.stop()
    assert list(points) == []


def test_that_a_stop_in_the_middle_of_a_search_gives_its_best_so_far_if_there_is_one(small):
    job, dataset, hierarchies = small

    def stop(progress):
        if progress.number == 2:
            control.stop()

    control = Control(stop)
    points = list(trace(job, dataset, hierarchies, K, [2, 3, 4], control))
    assert 1 <= len(points) <= 2
    assert all(point.score is not None for point in points)


def test_that_the_time_limit_is_that_of_each_value(small):
    job, dataset, hierarchies = small
    points = list(trace(job, dataset, hierarchies, K, [2, 3], seconds=1e-9))
    assert [point.value for point in points] == [2, 3]
    for point in points:
        assert point.status in (Status.BEST_FOUND, Status.NONE_FOUND)
        assert point.gap is None or point.gap >= 0


def test_that_all_numbers_of_a_job_can_be_varied(small):
    job, *_tables = small
    found = list(variables(job))
    assert found == [Variable(0, "k"), Variable(1, "l"), Variable(None, LIMIT)]
    assert [each.value_of(job) for each in found] == [5, 1.0, 0.1]
    for variable in found:
        changed = variable.change(job, 1)
        assert variable.value_of(changed) == 1
        assert variable.change(changed, variable.value_of(job)).privacy == job.privacy
