"""The search in kernels: every look as by grouping whole rows, the best as by all transformations, on any cores."""

import dataclasses
import math
import sys

import numpy as np
import pytest

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.kernels.exact import batches, queue
from arxdesk_engine.lattice.antichain import MaximalElements
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.quality.height import Height
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.quality.precision import Precision
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.check import check
from arxdesk_engine.search.exact.frame import IntervalSearch
from arxdesk_engine.search.exact.in_arrays import InArrays, fits
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.rank import place_of
from arxdesk_engine.search.solution import Limits, Status
from tests.engine.problems import column_of
from tests.engine.search.exact.test_by_losses import looks_of, random_hierarchy

FRAME = sys.modules["arxdesk_engine.search.exact.frame"]
MODELS = (Loss, Precision, Height)


def small_problem(seed):
    """Three to six attributes, few enough transformations to look at all, of one of the models and any terms."""
    generator = np.random.default_rng(seed)
    attributes, records = int(generator.integers(3, 7)), int(generator.integers(1, 200))
    kinds = generator.integers(0, 4, records)
    codes, bound = [], []
    for attribute in range(attributes):
        values = int(generator.integers(1, 6))
        profiles = generator.dirichlet(np.full(values, 0.5), 4)
        column = column_of(f"q{attribute}", tuple(str(generator.choice(values, p=profiles[kind])) for kind in kinds))
        hierarchy = random_hierarchy(generator, values)
        if generator.random() < 0.2:  # without a top that covers all
            rows = [[f"{value}", f"{value % 2}"] for value in range(values)]
            hierarchy = Hierarchy(tuple(tuple(row) for row in rows))
        codes.append(column.codes)
        bound.append(bind(hierarchy, column))
    grouping = Grouping(codes, bound)
    weights = generator.choice([0.0, 0.2, 1.0], attributes)
    aggregate = str(generator.choice(["sum", "maximum", "arithmetic-mean", "geometric-mean"]))
    model = MODELS[int(generator.integers(len(MODELS)))]
    factor, monotonic = float(generator.choice([0.0, 0.3, 0.5, 1.0])), bool(generator.integers(2))
    tops = [hierarchy.maximum_level for hierarchy in bound]
    bottom = tuple(int(generator.integers(0, top + 1)) if generator.random() < 0.1 else 0 for top in tops)
    return SearchProblem(
        grouping,
        Lattice(bottom, tuple(tops)),
        (MinimalSize(int(generator.integers(1, 7))),),
        model(grouping, weights, aggregate, factor, monotonic=monotonic),
        float(generator.choice([0.0, 0.02, 0.1, 0.3, 1.0])),
    )


def search(problem, threads=1, limits=None):
    return ALGORITHMS["optimal"](problem, Control(threads=threads), limits or Limits(), 0)


def assert_best(problem, solution):
    """The first of the best by all transformations, and every look as by grouping whole rows."""
    looks = [check(problem, levels) for levels in problem.lattice]
    held = [look for look in looks if look.anonymous]
    assert solution.status is (Status.OPTIMAL if held else Status.INFEASIBLE)
    if held:
        best = min(held, key=place_of)
        assert solution.best.score == pytest.approx(best.score, rel=1e-12, abs=1e-12)
        assert solution.best == next(look for look in looks if look.levels == solution.best.levels)
    by_levels = {look.levels: look for look in looks}
    for look in solution.examined:
        expected = by_levels[look.levels]
        if not look.anonymous and math.isinf(look.score):
            look = dataclasses.replace(look, score=expected.score)
        assert look == expected


@pytest.fixture
def proof_alone(monkeypatch):
    let_the_proof_do_it(monkeypatch)


def let_the_proof_do_it(patch):
    """Almost no first transformation to start from, several dives from the beginning, small tables in kernels, too."""
    patch.setattr("arxdesk_engine.search.exact.in_arrays.LEAST_CELLS", 0)
    patch.setattr("arxdesk_engine.search.exact.by_losses.LEAST_FIRST_LOOKS", 1)
    patch.setattr("arxdesk_engine.search.exact.by_losses.MOST_FIRST_LOOKS", 1)
    patch.setattr(FRAME, "LOOKS_BEFORE_MORE", 2)
    patch.setattr("arxdesk_engine.search.exact.in_arrays.HELP_FROM_CELLS", 0)


@pytest.mark.parametrize("seed", range(150))
def test_that_the_best_is_that_of_all_transformations(seed, proof_alone, monkeypatch):
    if seed % 2:  # with losses that only large lattices are asked for
        monkeypatch.setattr("arxdesk_engine.search.exact.rare_values.LEAST_TRANSFORMATIONS", 0)
    problem = small_problem(seed)
    assert fits(problem)
    assert_best(problem, search(problem))


@pytest.mark.parametrize("checks", [None, 7, 30])
@pytest.mark.parametrize("seed", range(150, 170))
def test_that_no_look_depends_on_the_number_of_cores(seed, checks, proof_alone):
    problem = small_problem(seed)
    one, two, eight = (looks_of(search(problem, threads, Limits(checks=checks))) for threads in (1, 2, 8))
    assert one == two == eight


@pytest.mark.parametrize("seed", range(170, 190))
def test_that_a_search_that_goes_on_step_by_step_ends_where_it_would(seed, proof_alone):
    problem = small_problem(seed)
    solution = search(problem, limits=Limits(checks=3))
    while solution.continuation is not None:
        solution = solution.continuation(Control(threads=2), Limits(checks=4))
    assert_best(problem, solution)


@pytest.mark.parametrize("seed", range(190, 200))
def test_that_places_in_pools_are_made_where_they_run_out(seed, proof_alone, monkeypatch):
    problem = small_problem(seed)
    expected = search(problem)
    monkeypatch.setattr("arxdesk_engine.search.exact.pools._INTERVALS_PER_DIVE", 4)
    monkeypatch.setattr("arxdesk_engine.search.exact.pools.LEAST_SLOTS", 2)
    monkeypatch.setattr("arxdesk_engine.search.exact.pools.BYTES_OF_SLOTS", 0)
    found = search(problem)
    assert (found.status, found.best, found.lower_bound) == (expected.status, expected.best, expected.lower_bound)


def test_that_small_tables_are_left_to_objects():
    assert not fits(small_problem(0))


def test_that_every_reference_is_given_back(proof_alone):
    """Once nothing is open, all places are free but those of all rows and of losses without suppression."""
    for seed in range(200, 215):
        made = []

        def keeping(problem, checker, made=made):
            made.append(InArrays(problem, checker))
            return made[-1]

        IntervalSearch(small_problem(seed), keeping, Control(threads=1), Limits()).run()
        pools = made[0]._made
        if made[0].is_open:  # proven before all was divided
            continue
        assert pools.slots.references.tolist()[1:] == [0] * (len(pools.slots.references) - 1)
        assert pools.tables.references.tolist()[1:] == [0] * (len(pools.tables.references) - 1)
        for free, first in ((pools.slots.free, 1), (pools.tables.free, 1), (pools.intervals.free, 0)):
            assert sorted(free[: len(free) - first].tolist()) == list(range(first, len(free)))


@pytest.mark.parametrize("elements", [0, 1, 100, 1000])
def test_that_a_reserved_tree_takes_so_many_elements(elements):
    known = MaximalElements(5)
    generator = np.random.default_rng(elements)
    for levels in generator.integers(0, 9, (50, 5)):
        known.add(tuple(levels.tolist()))
    before = len(known)
    known.reserve(elements)
    tree = known.tree
    for number in range(elements):  # of one sum, so that none covers another
        low = np.array([20 + number, 2000 - number, 0, 0, 0], np.int16)
        assert queue.add_maximal(*tree, low, True) != 0
    assert len(known) == before + elements


@pytest.mark.parametrize("kernel", [batches.go_on, batches.help_out, queue.push, queue.prune])
def test_that_a_kernel_is_compiled_ahead_and_releases_the_interpreter(kernel):
    assert len(kernel.signatures) == 1
    assert kernel.targetoptions["nogil"]
