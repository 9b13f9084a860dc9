"""The self-test of recoding group by group against brute force, with and without the defence."""

import random

import pytest

from arxdesk_engine.analysis.refinement.groupwise import refinement_by_groups, refinement_of_public_splits
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.search.groupwise.recoding import recode_by_groups
from tests.engine import naive
from tests.engine.analysis.refinement.brute_force import (
    Seen,
    breaches,
    certain_places,
    consistent_inputs,
    require_sound,
)
from tests.engine.problems import problem_of
from tests.tiers import examples

PAIR = (("a", "*"), ("b", "*"))
THREE = (("a", "*"), ("b", "*"), ("c", "*"))
FIVE = (("a", "*"), ("b", "*"), ("c", "*"), ("d", "*"), ("e", "*"))
FOUR = (("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*"))
SHAPES = ((FOUR,), (THREE,), (PAIR, PAIR), (THREE, PAIR), (FOUR, PAIR), (FIVE,))


def recoded(case, is_public):
    """The problem of a case and its recoding."""
    problem = problem_of(case)
    return problem, recode_by_groups(problem, Control(), None, 0, is_public=is_public)


def seen(case, is_public):
    """What outsiders see of the recoded case."""
    problem, found = recoded(case, is_public)
    if found is None:
        return None
    recoding = found.recoding
    levels = tuple(
        None if recoding.suppressed[each] else recoding.transformations[recoding.chosen[each]]
        for each in problem.grouping.tuple_of_record
    )
    return Seen(levels, recoding.transformations)


def drawn(seed, most_records=(6, 5)):
    """A small table."""
    chance = random.Random(seed)  # noqa: S311 - tables for tests
    hierarchies = chance.choice(SHAPES)
    records = chance.randint(4, most_records[len(hierarchies) > 1])
    columns = tuple(tuple(chance.choice(rows)[0] for _ in range(records)) for rows in hierarchies)
    return naive.Case(columns, hierarchies, chance.choice((2, 2, 3)), 0.0, None, "arithmetic-mean", 0.5)


# Of the 40 breaches of the first 40 seeds all but one are counted.
@pytest.mark.parametrize("seed", range(8))
def test_that_findings_hold_in_every_input(seed):
    case = drawn(seed)
    problem, found = recoded(case, False)
    refinement = refinement_by_groups(problem, found.recoding, is_improved=True)
    inputs = list(consistent_inputs(case, seen(case, False), lambda other: seen(other, False)))
    require_sound(case, problem, refinement, inputs)
    assert certain_places(refinement) <= breaches(case, problem, refinement, inputs)


@pytest.mark.parametrize("seed", range(examples(40)))
def test_that_nothing_is_certain_after_public_splits(seed):
    case = drawn(seed, most_records=(9, 6))
    problem, found = recoded(case, True)
    refinement = refinement_of_public_splits(problem, found.recoding)
    inputs = list(consistent_inputs(case, seen(case, True), lambda other: seen(other, True)))
    require_sound(case, problem, refinement, inputs)
    assert breaches(case, problem, refinement, inputs) == set()
    assert not refinement.certain.any()
