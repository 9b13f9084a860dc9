"""The genetic algorithm: its first generation, what goes into the next, and when it ends."""

import math
import random

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import ValidationError

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.heuristics.genetic import _Evolution, genetic, triangle
from arxdesk_engine.search.heuristics.genetic_settings import GeneticSettings
from arxdesk_engine.search.rank import rank
from arxdesk_engine.search.solution import Limits, Status
from tests.engine.problems import ADULT, problem_of, reference_job
from tests.engine.strategies import cases, hard_cases

SMALL = GeneticSettings(subpopulation_size=6, iterations=4, immigration_interval=2)


def evolution_of(problem, parameters=SMALL, seed=0):
    return _Evolution(problem, Checker(problem, Control(), Limits()), random.Random(seed), parameters)  # noqa: S311


def examined(problem, seed, parameters=SMALL):
    return genetic(problem, Control(), Limits(), seed, parameters).examined


def test_that_the_defaults_are_those_of_the_papers_second_table():
    assert GeneticSettings().model_dump() == {
        "elite_fraction": 0.2,
        "crossover_fraction": 0.4,
        "production_fraction": 0.2,
        "mutation_probability": 0.05,
        "immigration_fraction": 0.2,
        "immigration_interval": 10,
        "iterations": 50,
        "subpopulation_size": 50,
    }


def test_that_the_first_individuals_form_the_triangle_of_figure_5():
    assert triangle((0, 0, 0, 0, 0), (3, 1, 5, 3, 1)) == [
        (3, 0, 0, 0, 0),
        (3, 1, 0, 0, 0),
        (3, 1, 5, 0, 0),
        (3, 1, 5, 3, 0),
        (3, 1, 5, 3, 1),
    ]


@given(case=cases(), size=st.integers(1, 8))
def test_that_the_first_generation_is_two_equal_sub_populations_of_which_one_begins_with_the_triangle(case, size):
    problem = problem_of(case)
    one, other = evolution_of(problem, GeneticSettings(subpopulation_size=size))._first_generation()
    expected = triangle(problem.lattice.bottom, problem.lattice.top)[:size]
    assert one[: len(expected)] == expected
    assert (len(one), len(other)) == (size, size)
    assert all(levels in problem.lattice for levels in one + other)


@given(case=hard_cases(), seed=st.integers(0, 100))
def test_that_the_elite_stays_and_that_nobody_is_there_twice_while_there_are_others(case, seed):
    problem = problem_of(case)
    parameters = GeneticSettings(subpopulation_size=10, elite_fraction=0.25)
    evolution = evolution_of(problem, parameters, seed)
    population = evolution._graded(evolution._first_generation(), {})[0]
    assert population == sorted(population, key=rank)
    following = evolution._next_generation(population)
    assert len(following) == 10
    assert following[:3] == [check.levels for check in population[:3]]
    if problem.lattice.size > 200:
        assert len(set(following[3:]) - set(following[:3])) == 7


@given(case=hard_cases(), seed=st.integers(0, 100), probability=st.sampled_from([0.0, 0.3, 1.0]))
def test_that_children_take_each_gene_from_a_parent_and_mutants_change_at_most_as_many_as_said(case, seed, probability):
    problem = problem_of(case)
    evolution = evolution_of(problem, GeneticSettings(subpopulation_size=4, mutation_probability=probability), seed)
    parents = evolution._graded(evolution._first_generation(), {})[0][:2]
    child = evolution._child(parents)
    assert all(level in (parents[0].levels[gene], parents[1].levels[gene]) for gene, level in enumerate(child))
    mutant = evolution._mutant(child)
    genes = sum(low < high for low, high in zip(problem.lattice.bottom, problem.lattice.top, strict=True))
    assert mutant in problem.lattice
    changed = sum(a != b for a, b in zip(mutant, child, strict=True))
    assert min(1, genes) <= changed <= max(1, math.ceil(probability * genes))


def test_that_the_fittest_of_the_sub_populations_swap(adult):
    evolution = evolution_of(adult.problem, GeneticSettings(subpopulation_size=10, immigration_fraction=0.3))
    one, other = evolution._graded(evolution._first_generation(), {})
    swapped, against = list(one), list(other)
    evolution._swap(swapped, against)
    assert sorted(swapped, key=rank) == swapped == sorted(other[:3] + one[3:], key=rank)
    assert against == sorted(one[:3] + other[3:], key=rank)


@given(case=hard_cases(), seed=st.integers(0, 1000))
def test_that_the_same_seed_gives_the_same_run(case, seed):
    assert examined(problem_of(case), seed) == examined(problem_of(case), seed)


def test_that_another_seed_gives_another_run(adult):
    assert len({tuple(check.levels for check in examined(adult.problem, seed)) for seed in range(3)}) == 3


def test_that_it_ends_after_its_iterations(adult):
    short = genetic(adult.problem, Control(), Limits(), 0, GeneticSettings(iterations=1))
    long = genetic(adult.problem, Control(), Limits(), 0)
    assert 50 < short.checks < 200 < long.checks
    assert long.status is Status.BEST_FOUND
    assert long.best.score < 0.26


@given(case=cases(), seed=st.integers(0, 100))
def test_that_it_ends_once_it_has_looked_at_everything(case, seed):
    problem = problem_of(case)
    assume(problem.lattice.size <= 60)
    endless = GeneticSettings(iterations=10**9, subpopulation_size=20, mutation_probability=1.0)
    found = genetic(problem, Control(), Limits(), seed, endless)
    assert len(found.examined) == found.checks == problem.lattice.size
    best = min((rank(each) for each in found.examined if each.anonymous), default=None)
    assert best == (None if found.best is None else rank(found.best))


@pytest.mark.parametrize(
    "wrong",
    [
        {"elite_fraction": 1.1},
        {"elite_fraction": 0.7, "crossover_fraction": 0.4},
        {"production_fraction": 0.0},
        {"mutation_probability": -0.1},
        {"immigration_interval": 0},
        {"iterations": 0},
        {"subpopulation_size": 0},
        {"population": 5},
    ],
)
def test_that_parameters_out_of_range_are_refused(wrong):
    with pytest.raises(ValidationError):
        GeneticSettings(**wrong)
    with pytest.raises(InvalidJob, match="genetic"):
        job_from({"data": {"path": "a.csv"}, "search": {"genetic": wrong}})


def test_that_a_job_names_limits_and_presets_the_parameters_as_they_are():
    assert SearchSettings.model_fields["genetic"].annotation is GeneticSettings
    assert SearchSettings().genetic == GeneticSettings()


def test_that_a_job_sets_the_parameters(shared):
    job = reference_job(shared, "adult", ADULT)
    search = {"algorithm": "genetic", "genetic": {"iterations": 1, "subpopulation_size": 4}}
    configured = job_from({**job.model_dump(mode="json", exclude_none=True), "search": search})
    assert "[search.genetic]\niterations = 1\nsubpopulation_size = 4\n" in configured.to_toml()
    assert Anonymizer.open(configured).search().checks <= 16
