"""Event anonymity against its definition: combinations of known records, in plain Python, over all sets of people."""

import itertools
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.events import SharedEvents
from arxdesk_engine.privacy.whole_histories import SharedHistories
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.release import person_faults
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits
from tests.engine import naive
from tests.engine.problems import columns_and_hierarchies
from tests.engine.search.test_people import people_cases
from tests.engine.verification.runs import job_on, people, written

WHOLE = "whole histories"


def holds(records, people, k, m):
    """Whether every combination of at most m records of these people, or all records of each, belong to k of them."""
    events = defaultdict(list)
    for text, person in records:
        if person in people:
            events[person].append(text)
    shared = Counter()
    if m == WHOLE:
        shared.update(tuple(sorted(each)) for each in events.values())
        return all(number >= k for number in shared.values())
    for each in events.values():
        for size in range(1, m + 1):
            shared.update(set(itertools.combinations(sorted(each), size)))
    return all(number >= k for number in shared.values())


def largest(records, k, m):
    everybody = sorted({person for _text, person in records})
    for size in range(len(everybody), -1, -1):
        found = [each for each in itertools.combinations(everybody, size) if holds(records, each, k, m)]
        if found:
            assert len(found) == 1, "there is more than one"
            return set(found[0])
    raise AssertionError("nobody shares everything")


@given(people_cases(), st.sampled_from([1, 2, 3, WHOLE]))
def test_that_the_largest_set_of_people_is_left_who_share_their_events(case, m):
    columns, bound = columns_and_hierarchies(case.case)
    grouping = Grouping([each.codes for each in columns], bound, people=np.array(case.people, np.int32))
    criteria = (SharedHistories(case.k) if m == WHOLE else SharedEvents(case.k, m),)
    lattice = Lattice(case.case.lowest, case.case.highest)
    problem = SearchProblem(grouping, lattice, criteria, Loss(grouping), case.case.limit, removes_people=True)
    checks = {levels: check(problem, levels) for levels in problem.lattice}
    for levels, found in checks.items():
        records = list(zip(naive.generalized(case.case, levels), case.people, strict=True))
        left = largest(records, case.k, m)
        removed = [person not in left for person in case.people]
        assert (found.suppressed_people, found.suppressed_records) == (len(set(case.people) - left), sum(removed))
        losses = naive.losses_of(case.case, levels, removed)
        assert found.score == pytest.approx(naive.aggregated(losses, case.case), abs=1e-9)
    for levels, found in checks.items():
        for others, other in checks.items():
            if all(high >= low for high, low in zip(others, levels, strict=True)):
                assert not (found.generalizations_hold and not other.anonymous)
                assert not (other.specializations_fail and found.anonymous)
    best = min((each.score for each in checks.values() if each.anonymous), default=None)
    for name in ("optimal", "flash", "ola"):
        solution = ALGORITHMS[name](problem, Control(), Limits(), 0)
        assert (None if solution.best is None else solution.best.score) == best, name


def visits(records: int = 200, number: int = 60):
    generator = np.random.default_rng(4)
    owners = generator.integers(0, number, records).tolist()
    return [{**row, "name": f"p{owner}"} for row, owner in zip(people(records), owners, strict=True)]


def opened(folder, model, **sections):
    data = {"path": "people.csv", "delimiter": ";", "person": "name"}
    return job_on(folder, visits(), [model], **{"data": data, "suppression": {"limit": 0.5}} | sections)


@pytest.mark.parametrize("m", [1, 2, 3])
def test_that_the_second_count_confirms_it_by_its_definition(tmp_path, m):
    run = written(opened(tmp_path, {"model": "event-anonymity", "k": 4, "m": m}), tmp_path / "out.csv")
    found = run.verify()
    assert not found.refuted
    assert found.models[0].verified
    assert run.verify_as({"k": 40}).models[0].verified is False


def test_that_the_second_count_compares_whole_histories(tmp_path):
    model = {"model": "history-anonymity", "k": 4}
    run = written(opened(tmp_path, model, suppression={"limit": 0.9}), tmp_path / "out.csv")
    found = run.verify()
    assert not found.refuted
    assert found.models[0].verified
    assert run.verify_as({"k": 40}).models[0].verified is False


def test_that_one_known_record_is_k_anonymity_of_people(tmp_path):
    folders = [tmp_path / name for name in ("events", "k")]
    best = []
    for folder, model in zip(
        folders, ({"model": "event-anonymity", "k": 4, "m": 1}, {"model": "k-anonymity", "k": 4}), strict=True
    ):
        folder.mkdir()
        best.append(opened(folder, model).search().best)
    assert (best[0].levels, best[0].score, best[0].suppressed_people) == (
        best[1].levels,
        best[1].score,
        best[1].suppressed_people,
    )


@pytest.mark.parametrize(
    ("sections", "found"),
    [
        ({"data": {"path": "people.csv", "delimiter": ";"}}, "nothing says whose record each is"),
        ({"suppression": {"limit": 0.1, "removes": "records"}}, "single records are removed"),
    ],
)
def test_that_it_needs_people_who_are_removed_as_wholes(tmp_path, sections, found):
    for model in ({"model": "event-anonymity", "k": 4, "m": 2}, {"model": "history-anonymity", "k": 4}):
        with pytest.raises(InvalidJob, match=found):
            opened(tmp_path, model, **sections)


def test_that_more_combinations_than_can_be_counted_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(person_faults, "MOST_COMBINATIONS", 10)
    with pytest.raises(InvalidJob, match="more than can be counted"):
        opened(tmp_path, {"model": "event-anonymity", "k": 4, "m": 2})
