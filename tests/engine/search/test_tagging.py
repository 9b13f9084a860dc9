"""Whatever is tagged is true, after any checks in any order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.search.check import check
from arxdesk_engine.search.solution import Limits, Status
from arxdesk_engine.search.tagging import SearchEndedError, Tagging
from tests.engine.problems import problem_of
from tests.engine.strategies import cases_of_every_kind


def between(problem, low, high):
    return [levels for levels in problem.lattice if all(a <= b <= c for a, b, c in zip(low, levels, high, strict=True))]


@given(case=cases_of_every_kind(), data=st.data())
def test_that_tags_bound_and_share_are_true(case, data):
    problem = problem_of(case)
    everything = list(problem.lattice)
    truth = {levels: check(problem, levels) for levels in everything}
    reports: list[Progress] = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("arxdesk_engine.search.check.REPORT_SECONDS", 0.0)  # every report is delivered
        tagging = Tagging(problem, Control(reports.append), Limits())
        chosen = data.draw(st.lists(st.sampled_from(everything), min_size=1, max_size=6))
        tagging.look(chosen[0])
        tagging.look_at_all(chosen[1:])
    for levels, found in truth.items():
        fails, passes = tagging.failing.covers(levels), tagging.passing.covers(levels)
        assert not (fails and found.anonymous)
        assert not fails or found.specializations_fail
        assert not passes or not found.specializations_fail
        if tagging.excludes(levels, levels):
            assert not found.anonymous or found.score >= tagging.checker.incumbent
    low, high = data.draw(st.tuples(*[st.sampled_from(everything)] * 2))
    inside = [truth[levels] for levels in between(problem, low, high)]
    if tagging.excludes(low, high):
        assert all(not found.anonymous or found.score >= tagging.checker.incumbent for found in inside)
    if tagging.decides(low, high):
        assert len({found.specializations_fail for found in inside}) <= 1
    open_ones = [x for x in everything if not tagging.checker.is_known(x) and not tagging.excludes(x, x)]
    assert len(everything) - len(open_ones) >= reports[-1].excluded * len(everything) - 1e-9
    for levels in open_ones:
        assert reports[-1].lower_bound <= truth[levels].lower_bound


@given(cases_of_every_kind())
def test_that_a_question_ends_a_search_that_has_to_end(case):
    problem = problem_of(case)
    control = Control()
    tagging = Tagging(problem, control, Limits())
    control.stop()
    bottom, top = problem.lattice.bottom, problem.lattice.top
    for ask in (tagging.excludes, tagging.decides, tagging.settles):
        with pytest.raises(SearchEndedError):
            ask(bottom, top)
    with pytest.raises(SearchEndedError):
        tagging.look(top)
    with pytest.raises(SearchEndedError):
        tagging.look_at_all([top])
    solution = tagging.solve("any", lambda: tagging.look(top))
    assert (solution.status, solution.checks) == (Status.NONE_FOUND, 0)
    assert solution.lower_bound == problem.quality.lower_bound(bottom)
