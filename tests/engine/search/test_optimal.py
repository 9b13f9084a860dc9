"""The proof on lattices of thousands, without the help of a good first transformation, with any number of cores."""

import sys

import numpy as np
import pytest

from engine.classes import Grouping
from engine.control import Control
from engine.hierarchies.hierarchy import Hierarchy, bind
from engine.lattice.lattice import Lattice
from engine.privacy.size import KAnonymity
from engine.quality.loss import Loss
from engine.search import ALGORITHMS
from engine.search.check import check
from engine.search.problem import Problem
from engine.search.solution import Limits, Status
from tests.engine.problems import column_of

SEEDS = (*range(25), 163, 264, 363, 454, 494, 555, 587)  # the last: where a look may be forgotten
MODULE = sys.modules["engine.search.optimal"]  # the name in the package is the function


def random_hierarchy(generator: np.random.Generator, values: int) -> Hierarchy:
    """Halves and thirds of the values, up to one that covers all."""
    columns = [np.arange(values)]
    while columns[-1].max() > 0:
        columns.append(columns[-1] // int(generator.integers(2, 5)))
    return Hierarchy(tuple(tuple(str(column[value]) for column in columns) for value in range(values)))


def random_problem(seed: int) -> Problem:
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
    grouping = Grouping(codes, bound)
    aggregate = str(generator.choice(["sum", "maximum", "arithmetic-mean", "geometric-mean"]))
    weights = generator.choice([0.2, 0.5, 1.0], attributes)
    limit = float(generator.choice([0.0, 0.02, 0.05, 0.2, 1.0]))
    return Problem(
        grouping,
        Lattice((0,) * attributes, tuple(hierarchy.maximum_level for hierarchy in bound)),
        (KAnonymity(k=int(generator.integers(2, 6))),),
        Loss(grouping, weights, aggregate),
        limit,
    )


def search(problem, threads=1, limits=None):
    return ALGORITHMS["optimal"](problem, Control(threads=threads), limits or Limits(), 0)


@pytest.mark.parametrize("seed", SEEDS)
def test_that_the_proof_alone_finds_the_best_of_thousands(seed, monkeypatch):
    monkeypatch.setattr(MODULE, "LEAST_FIRST_LOOKS", 1)
    monkeypatch.setattr(MODULE, "MOST_FIRST_LOOKS", 1)
    problem = random_problem(seed)
    best = min(found.score for found in (check(problem, levels) for levels in problem.lattice) if found.anonymous)
    solution = search(problem)
    assert solution.status is Status.OPTIMAL
    assert solution.best.score == best
    assert solution.checks < problem.lattice.size
