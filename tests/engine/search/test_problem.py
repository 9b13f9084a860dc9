"""What may be suppressed, and which classes violate."""

import dataclasses
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.record_limits import records_within
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.search.check import check
from tests.engine import naive
from tests.engine.problems import problem_of
from tests.engine.strategies import cases


@given(case=cases(), limit=st.floats(0.0, 1.0))
def test_that_the_limit_is_rounded_down_to_whole_records(case, limit):
    problem = dataclasses.replace(problem_of(case), suppression_limit=limit)
    assert problem.suppressible == naive.allowed(limit, case.records)
    assert 0 <= problem.suppressible <= case.records


@given(percent=st.integers(0, 100_000), places=st.sampled_from([2, 3, 4, 5]), records=st.integers(1, 100_000))
def test_that_a_limit_is_meant_as_the_decimal_that_is_written(percent, places, records):
    percent %= 10**places + 1
    written = f"{percent / 10**places:.{places}f}"
    assert records_within(float(written), records) == percent * records // 10**places


@given(parts=st.integers(0, 10_000), records=st.integers(1, 10_000))
def test_that_the_share_of_some_records_allows_these_records(parts, records):
    part = min(parts, records)
    assert records_within(part / records, records) == records_within(Fraction(part, records), records) == part


@pytest.mark.parametrize("limit", [0.07, 0.14, 0.28, 0.29, 0.55, 0.56, 0.57, 0.58])
def test_that_29_of_100_records_may_go_with_a_limit_of_29_percent(limit):
    case = naive.Case((("a",) * 100,), ((("a", "*"),),), limit=limit)
    assert problem_of(case).suppressible == round(100 * limit)


@pytest.mark.parametrize(("limit", "records", "expected"), [(0.05, 30_162, 1508), (0.0, 9, 0), (1.0, 9, 9)])
def test_that_five_percent_of_adult_are_1508_records(limit, records, expected):
    problem = problem_of(naive.Case((("a",) * records,), ((("a", "*"),),), limit=limit))
    assert problem.suppressible == expected


@given(case=cases(), other=st.integers(1, 6))
def test_that_a_class_violates_when_it_breaks_any_model(case, other):
    problem = dataclasses.replace(problem_of(case), privacy=(MinimalSize(case.k), MinimalSize(other)))
    classes = problem.grouping.classes((0,) * len(case.columns))
    assert problem.judge(classes).violating.tolist() == [size < max(case.k, other) for size in classes.counts]
    assert not dataclasses.replace(problem, privacy=()).judge(classes).violating.any()


@given(case=cases())
def test_that_specializations_of_what_is_not_anonymous_are_not_anonymous(case):
    problem = problem_of(case)
    for levels in problem.lattice:
        found = check(problem, levels)
        assert (found.specializations_fail, found.generalizations_hold) == (not found.anonymous, found.anonymous)
    verdicts = {levels: naive.verdict(case, levels).anonymous for levels in naive.transformations(case)}
    for levels, anonymous in verdicts.items():
        if not anonymous:
            assert not any(verdicts[below] for below in problem.lattice.predecessors(levels))
