"""The proof on lattices of thousands, without the help of a good first transformation, with any number of cores."""

import functools
import sys
import threading
from typing import NamedTuple

import numpy as np
import pytest

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy, Hierarchy, bind
from arxdesk_engine.kernels.exact.signals import HELPED
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Limits, Status
from arxdesk_engine.search.whole.classification import classify
from tests.engine.problems import column_of
from tests.engine.stopping import SIGNALS, counted_looks, stopped_by_another_thread

SEEDS = (*range(25), 163, 264, 363, 454, 494, 555, 587)  # the last: where a look may be forgotten
BY_LOSSES = sys.modules["arxdesk_engine.search.exact.by_losses"]
FRAME = sys.modules["arxdesk_engine.search.exact.frame"]


def random_hierarchy(generator: np.random.Generator, values: int) -> Hierarchy:
    """Halves and thirds of the values, up to one that covers all."""
    columns = [np.arange(values)]
    while columns[-1].max() > 0:
        columns.append(columns[-1] // int(generator.integers(2, 5)))
    return Hierarchy(tuple(tuple(str(column[value]) for column in columns) for value in range(values)))


class Drawn(NamedTuple):
    """What a seed makes of a problem."""

    codes: list[np.ndarray]
    hierarchies: list[BoundHierarchy]
    aggregate: str
    weights: np.ndarray
    limit: float
    k: int
    order: np.ndarray


@functools.cache
def drawn(seed: int) -> Drawn:
    """Six to eight skewed, correlated attributes: many transformations score nearly the same."""
    generator = np.random.default_rng(seed)
    attributes, records = int(generator.integers(6, 9)), int(generator.integers(100, 500))
    kinds = generator.integers(0, 6, records)
    codes, bound = [], []
    for attribute in range(attributes):
        values = int(generator.integers(2, 7))
        profiles = generator.dirichlet(np.full(values, 0.4), 6)
        column = column_of(f"q{attribute}", tuple(str(generator.choice(values, p=profiles[kind])) for kind in kinds))
        codes.append(column.codes)
        bound.append(bind(random_hierarchy(generator, values), column))
    aggregate = str(generator.choice(["sum", "maximum", "arithmetic-mean", "geometric-mean"]))
    weights = generator.choice([0.2, 0.5, 1.0], attributes)
    limit = float(generator.choice([0.0, 0.02, 0.05, 0.2, 1.0]))
    k = int(generator.integers(2, 6))
    return Drawn(codes, bound, aggregate, weights, limit, k, generator.permutation(attributes))


def random_problem(seed: int, shuffled: bool = False, k: int | None = None) -> SearchProblem:
    """What a seed draws; the columns may also come in another order, or be asked for another k."""
    found = drawn(seed)
    order = found.order if shuffled else np.arange(len(found.codes))
    bound = [found.hierarchies[attribute] for attribute in order]
    grouping = Grouping([found.codes[attribute] for attribute in order], bound)
    return SearchProblem(
        grouping,
        Lattice((0,) * len(order), tuple(hierarchy.maximum_level for hierarchy in bound)),
        (MinimalSize(k or found.k),),
        Loss(grouping, found.weights[order], found.aggregate),
        found.limit,
    )


@functools.cache
def best_of_all_looks(seed: int) -> float:
    """The best score of a random problem, by a look at every transformation."""
    problem = random_problem(seed)
    return min(found.score for found in (check(problem, levels) for levels in problem.lattice) if found.anonymous)


def search(problem, threads=1, limits=None):
    return ALGORITHMS["optimal"](problem, Control(threads=threads), limits or Limits(), 0)


def best_score(problem):
    """The best score of the whole lattice, infinite where nothing is anonymous."""
    scores = (chunk.score[chunk.anonymous].min(initial=np.inf) for chunk in classify(problem, Control(threads=1)))
    return float(min(scores))


def looks_of(solution):
    """Everything that may not depend on the number of cores."""
    return solution.status, solution.best, solution.checks, solution.lower_bound, solution.examined


@pytest.fixture(autouse=True)
def cores_for_small_tables(monkeypatch):
    """The tables here are small, and would be left to one core."""
    monkeypatch.setattr("arxdesk_engine.search.check.SMALL_TABLE", 0)
    monkeypatch.setattr("arxdesk_engine.search.exact.in_arrays.HELP_FROM_CELLS", 0)


@pytest.fixture
def proof_alone(monkeypatch):
    """Almost no first transformation to start from: intervals are divided from the beginning."""
    monkeypatch.setattr(BY_LOSSES, "LEAST_FIRST_LOOKS", 1)
    monkeypatch.setattr(BY_LOSSES, "MOST_FIRST_LOOKS", 1)


@pytest.fixture
def many_dives(monkeypatch):
    """Several intervals at once from the beginning, not only once a search takes long."""
    monkeypatch.setattr(FRAME, "LOOKS_BEFORE_MORE", 2)


@pytest.fixture(params=["by objects", "in kernels"])
def both_ways(request, monkeypatch):
    """By objects, as tables of this size are searched, and in kernels."""
    if request.param == "in kernels":
        monkeypatch.setattr("arxdesk_engine.search.exact.in_arrays.LEAST_CELLS", 0)


@pytest.fixture
def every_report(monkeypatch):
    """Reports are not held back."""
    monkeypatch.setattr("arxdesk_engine.search.check.REPORT_SECONDS", 0.0)


@pytest.fixture(scope="module")
def long_problem():
    """A lattice of 4^14: its proof takes far longer than the tests that end it."""
    generator = np.random.default_rng(0)
    kinds = generator.integers(0, 6, 3000)
    codes, bound = [], []
    for attribute in range(14):
        profiles = generator.dirichlet(np.full(8, 0.4), 6)
        column = column_of(f"q{attribute}", tuple(str(generator.choice(8, p=profiles[kind])) for kind in kinds))
        hierarchy = Hierarchy(tuple((str(value), str(value // 2), str(value // 4), "*") for value in range(8)))
        codes.append(column.codes)
        bound.append(bind(hierarchy, column))
    grouping = Grouping(codes, bound)
    return SearchProblem(grouping, Lattice((0,) * 14, (3,) * 14), (MinimalSize(5),), Loss(grouping), 0.1)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("seed", SEEDS)
def test_that_the_proof_alone_finds_the_best_of_thousands(seed, proof_alone):
    problem = random_problem(seed)
    solution = search(problem)
    assert solution.status is Status.OPTIMAL
    assert solution.best.score == best_of_all_looks(seed)
    assert solution.checks < problem.lattice.size


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("checks", [None, 5, 40, 150])
@pytest.mark.parametrize("seed", range(10))
def test_that_no_look_depends_on_the_number_of_cores(seed, checks, many_dives):
    problem = random_problem(seed)
    one, two, five = (looks_of(search(problem, threads, Limits(checks=checks))) for threads in (1, 2, 5))
    assert one == two == five


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("checks", [None, 40])
@pytest.mark.parametrize("seed", range(10))
def test_that_no_look_depends_on_the_number_of_cores_without_a_first_search(seed, checks, proof_alone, many_dives):
    problem = random_problem(seed)
    one, two, five = (looks_of(search(problem, threads, Limits(checks=checks))) for threads in (1, 2, 5))
    assert one == two == five


@pytest.mark.parametrize("cores", [2, 4])
def test_that_several_cores_share_the_looks(long_problem, monkeypatch, cores):
    monkeypatch.setattr("arxdesk_engine.search.exact.helpers.cores", lambda: cores)
    signals, in_arrays = [], sys.modules["arxdesk_engine.search.exact.in_arrays"]
    take_looks = in_arrays.take_looks

    def seen(*arguments):
        signals[:] = [arguments[SIGNALS]]
        return take_looks(*arguments)

    monkeypatch.setattr(in_arrays, "take_looks", seen)
    alone = looks_of(search(long_problem, 1, Limits(checks=1500)))
    assert signals[0][HELPED] == 0

    def is_helped() -> bool:
        assert looks_of(search(long_problem, cores, Limits(checks=1500))) == alone
        return signals[0][HELPED] > 0

    assert any(is_helped() for _search in range(20))  # a busy machine may not have had a core for others


@pytest.mark.parametrize("seed", range(10))
def test_that_the_order_of_the_columns_changes_no_best_score(seed, proof_alone):
    one, other = search(random_problem(seed)), search(random_problem(seed, shuffled=True))
    assert one.status is other.status is Status.OPTIMAL
    assert one.best.score == pytest.approx(other.best.score, abs=1e-12)  # the product has another order


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("seed", [seed for seed in range(10) if random_problem(seed).suppression_limit < 1.0])
def test_that_classes_larger_than_the_table_are_proven_impossible_by_one_look(seed, threads):
    solution = search(random_problem(seed, k=10_000), threads)
    assert (solution.status, solution.best, solution.gap) == (Status.INFEASIBLE, None, None)
    assert solution.checks == 1


@pytest.mark.parametrize("threads", [1, 3])
def test_that_a_stop_from_a_report_ends_the_search_and_its_threads(threads, long_problem, every_report, monkeypatch):
    before = set(threading.enumerate())
    control = Control(lambda progress: progress.checks > 600 and control.stop(), threads)
    looks = counted_looks(monkeypatch, control)
    solution = ALGORITHMS["optimal"](long_problem, control, Limits(), 0)
    assert looks.before > 600 / threads  # those of helpers are not counted
    assert looks.after <= threads
    assert solution.status is Status.BEST_FOUND
    assert 0.0 < solution.lower_bound < solution.best.score
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("threads", [1, 3])
def test_that_a_stop_from_another_thread_ends_the_search_and_its_threads(threads, long_problem, monkeypatch):
    before = set(threading.enumerate())
    control = Control(threads=threads)
    looks = stopped_by_another_thread(monkeypatch, control, 600)
    solution = ALGORITHMS["optimal"](long_problem, control, Limits(), 0)
    assert looks.before == 600
    assert 1 <= looks.after <= threads
    assert solution.status is Status.BEST_FOUND
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("threads", [1, 3])
def test_that_a_fault_in_a_report_ends_the_threads(threads, long_problem, every_report):
    before = set(threading.enumerate())

    def report(progress):
        if progress.checks > 600:
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        ALGORITHMS["optimal"](long_problem, Control(report, threads), Limits(), 0)
    assert set(threading.enumerate()) <= before


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("arxdesk_engine.search.exact.frame.MOST_OPEN", 1),
        ("arxdesk_engine.search.exact.frame.PARTITION_BYTES", 1),
        ("arxdesk_engine.search.check.REMEMBERED_CHECKS", 2),
        ("arxdesk_engine.search.sources.CACHE_BYTES", 1),
    ],
)
@pytest.mark.parametrize("seed", range(6))
def test_that_bounds_of_memory_change_no_result(seed, name, least, proof_alone, monkeypatch):
    problem = random_problem(seed)
    whole = search(problem)
    module, _dot, variable = name.rpartition(".")
    monkeypatch.setattr(sys.modules[module], variable, least)
    bounded = search(problem)
    assert (bounded.status, bounded.best, bounded.lower_bound) == (whole.status, whole.best, whole.lower_bound)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("seed", range(6))
def test_that_all_bounds_of_memory_together_change_no_result(seed, proof_alone, many_dives, monkeypatch):
    problem = random_problem(seed)
    whole = search(problem)
    monkeypatch.setattr(FRAME, "MOST_OPEN", 1)
    monkeypatch.setattr(FRAME, "PARTITION_BYTES", 1)
    monkeypatch.setattr("arxdesk_engine.search.check.REMEMBERED_CHECKS", 2)
    monkeypatch.setattr("arxdesk_engine.search.sources.CACHE_BYTES", 1)
    bounded = [search(problem, threads) for threads in (1, 3)]
    assert looks_of(bounded[0]) == looks_of(bounded[1])
    assert (bounded[0].status, bounded[0].best) == (whole.status, whole.best)
    assert len(bounded[0].examined) <= 2


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("seed", range(6))
def test_that_a_check_limit_is_kept_and_no_bound_is_above_the_best(seed, proof_alone, every_report):
    problem = random_problem(seed)
    best, needed = best_score(problem), search(problem).checks
    for checks in range(1, 51):
        reports = []
        control = Control(reports.append, threads=2)
        solution = ALGORITHMS["optimal"](problem, control, Limits(checks=checks), 0)
        assert solution.checks == len(solution.examined) == min(checks, needed)
        assert solution.lower_bound <= best
        assert all(report.lower_bound <= best for report in reports)
        assert all(report.score is None or report.score >= best for report in reports)
        bounds = [report.lower_bound for report in reports]
        assert bounds == sorted(bounds)
        if solution.status is Status.OPTIMAL:  # the last looks may be for less generalized ones of the same score alone
            assert solution.best.score == best
        elif checks < needed:
            assert solution.status in (Status.BEST_FOUND, Status.NONE_FOUND)


@pytest.mark.usefixtures("both_ways")
@pytest.mark.parametrize("seed", range(10))
def test_that_no_bound_that_is_reported_on_the_way_is_above_the_best(seed, proof_alone, many_dives, every_report):
    problem = random_problem(seed)
    best, reports = best_score(problem), []
    ALGORITHMS["optimal"](problem, Control(reports.append, threads=2), Limits(), 0)
    assert all(report.lower_bound <= best for report in reports)
    excluded = [report.excluded for report in reports]
    assert excluded == sorted(excluded)
    assert 0.0 <= excluded[0] <= excluded[-1] <= 1.0
    assert (reports[-1].score, reports[-1].lower_bound, reports[-1].excluded) == (best, best, 1.0)
