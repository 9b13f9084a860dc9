"""Searches that end early and go on: the same proof in the end, and what was found on the way."""

import itertools

import numpy as np
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import job_from
from arxdesk_engine.quality.discernibility import Discernibility
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Solution, Status
from arxdesk_engine.search.whole.classification import look_at
from arxdesk_engine.search.workers import Workers
from tests.engine.search.exact.test_by_losses import best_score, random_problem


def with_classes(problem: SearchProblem) -> SearchProblem:
    """The same problem with a quality model that only classes can bound."""
    return SearchProblem(
        problem.grouping,
        problem.lattice,
        problem.privacy,
        Discernibility(problem.grouping),
        problem.suppression_limit,
    )


def in_pieces(problem: SearchProblem, checks: int) -> list[Solution]:
    """The solutions of a search that is ended after every so many checks until it comes to its end."""
    found = [ALGORITHMS["optimal"](problem, Control(threads=1), Limits(checks=checks), 0)]
    while (following := found[-1].continuation) is not None:
        found.append(following(Control(threads=1), Limits(checks=checks)))
        assert len(found) < 10_000
    return found


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("checks", [7, 60])
def test_that_a_search_in_pieces_proves_the_best_of_the_lattice(seed, checks):
    problem = random_problem(seed)
    found = in_pieces(problem, checks)
    last = found[-1]
    assert last.status in (Status.OPTIMAL, Status.INFEASIBLE)
    assert (np.inf if last.best is None else last.best.score) == best_score(problem)
    for before, after in itertools.pairwise(found):
        assert before.status in (Status.BEST_FOUND, Status.NONE_FOUND)
        assert before.checks < after.checks <= before.checks + checks
        assert before.lower_bound <= after.lower_bound
        assert before.seconds <= after.seconds
        assert after.examined[: len(before.examined)] == before.examined
        assert after.improvements[: len(before.improvements)] == before.improvements


@pytest.mark.parametrize("seed", range(4))
def test_that_a_search_from_both_ends_goes_on_too(seed):
    problem = with_classes(random_problem(seed))
    whole = ALGORITHMS["optimal"](problem, Control(threads=1), Limits(), 0)
    found = in_pieces(problem, 20)
    assert found[-1].status is whole.status
    assert (found[-1].best is None) == (whole.best is None)
    if whole.best is not None and found[-1].best is not None:
        assert found[-1].best.score == whole.best.score


def test_that_nothing_is_left_to_go_on_with_after_a_proof():
    assert ALGORITHMS["optimal"](random_problem(0), Control(threads=1), Limits(), 0).continuation is None


@pytest.mark.parametrize("algorithm", sorted(ALGORITHMS))
@pytest.mark.parametrize("seed", range(3))
def test_that_improvements_fall_to_the_best(algorithm, seed):
    found = ALGORITHMS[algorithm](random_problem(seed), Control(threads=1), Limits(checks=300), 0)
    scores = [each.check.score for each in found.improvements]
    assert scores == sorted(scores, reverse=True)
    assert ([found.improvements[-1].check] if scores else []) == ([found.best] if found.best else [])
    assert all(each.check.anonymous and each.lower_bound <= each.check.score for each in found.improvements)
    assert [each.checks for each in found.improvements] == sorted(each.checks for each in found.improvements)


def test_that_reports_tell_what_was_looked_at_until_then():
    reports: list[SearchReport] = []

    def remember(progress: object) -> None:
        assert isinstance(progress, SearchReport)
        reports.append(progress)

    found = ALGORITHMS["flash"](random_problem(1), Control(remember, 1), Limits(), 0)
    last = reports[-1].seen
    assert last is not None
    assert tuple(last.checks()) == found.examined
    assert last.seconds() == sorted(last.seconds())
    first = reports[0].seen
    assert first is not None
    assert first.checks() == last.checks()[: first.count]
    assert last.checks(first.count) == last.checks()[first.count :]


def test_that_single_transformations_are_looked_at_as_they_are_classified():
    problem = random_problem(3)
    wanted = list(problem.lattice)[::37]
    found = look_at(problem, wanted, Control(threads=2))
    assert [each.levels for each in found] == wanted
    for each in found:
        expected = check(problem, each.levels)
        assert (each.anonymous, each.score) == (expected.anonymous, expected.score)
        assert (each.smallest_class, each.classes) == (expected.smallest_class, expected.classes)


def anonymizer_of(tmp_path, **search):
    generator = np.random.default_rng(1)
    rows = generator.integers(0, 8, (400, 5))
    names = [f"q{place}" for place in range(5)]
    lines = [",".join(names), *(",".join(map(str, row)) for row in rows.tolist())]
    (tmp_path / "table.csv").write_text("\n".join(lines) + "\n", encoding="utf-8")
    hierarchy = {"builder": "redaction"}
    attributes = {name: {"role": "quasi-identifying", "hierarchy": hierarchy} for name in names}
    privacy = [{"model": "k-anonymity", "k": 3}]
    job = job_from({"data": {"path": "table.csv"}, "attributes": attributes, "privacy": privacy, "search": search}).at(
        tmp_path / "job.toml"
    )
    return Anonymizer.open(job)


@pytest.mark.parametrize("algorithm", ["optimal", "flash", "genetic"])
def test_that_any_algorithm_goes_on_to_something_no_worse(tmp_path, algorithm):
    anonymizer = anonymizer_of(tmp_path, algorithm=algorithm, check_limit=4)
    early = anonymizer.search(Control(threads=1))
    assert early.checks == 4
    later = anonymizer.resume(early, Control(threads=1))
    assert later.checks > early.checks
    assert later.status is Status.OPTIMAL or algorithm == "genetic"
    assert later.best is not None
    assert early.best is None or later.best.score <= early.best.score


@pytest.mark.parametrize("algorithm", ["flash", "genetic", "top-down"])
def test_that_a_search_that_begins_again_tells_what_both_have_found(tmp_path, algorithm):
    anonymizer = anonymizer_of(tmp_path, algorithm=algorithm, check_limit=30)
    early = anonymizer.search(Control(threads=1))
    reports: list[SearchReport] = []

    def remember(progress: object) -> None:
        assert isinstance(progress, SearchReport)
        reports.append(progress)

    later = anonymizer.resume(early, Control(remember, 1))
    assert (later.checks, later.improvements[: len(early.improvements)]) == (reports[-1].checks, early.improvements)
    assert later.checks > 2 * early.checks - 1
    assert later.seconds > early.seconds
    assert [each.check for each in later.improvements][-1] == later.best
    scores = [each.check.score for each in later.improvements]
    assert scores == sorted(scores, reverse=True)
    assert [each.seconds for each in later.improvements] == sorted(each.seconds for each in later.improvements)
    for report in reports:
        assert report.seconds >= early.seconds
        assert report.checks >= early.checks
        assert report.lower_bound >= early.lower_bound
        assert early.best is None or (report.score is not None and report.score <= early.best.score)
        assert report.seen is not None
        assert all(each >= early.seconds for each in report.seen.seconds())


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("other_quality", [False, True])
def test_that_a_search_that_fails_while_it_goes_on_proves_nothing_false_when_it_goes_on_again(
    seed, other_quality, monkeypatch
):
    problem = with_classes(random_problem(seed)) if other_quality else random_problem(seed)
    expected = ALGORITHMS["optimal"](problem, Control(threads=1), Limits(), 0)
    left = ALGORITHMS["optimal"](problem, Control(threads=1), Limits(checks=12), 0)
    if left.continuation is None:
        assert left.status is expected.status
        return
    with monkeypatch.context() as patched:
        patched.setattr(Workers, "map", out_of_memory)
        with pytest.raises(MemoryError):
            left.continuation(Control(threads=1), Limits())
    found = left.continuation(Control(threads=1), Limits())
    assert found.status is expected.status
    assert (found.best and found.best.score) == (expected.best and expected.best.score)
    assert found.checks > left.checks


def out_of_memory(*_arguments: object) -> None:
    raise MemoryError
