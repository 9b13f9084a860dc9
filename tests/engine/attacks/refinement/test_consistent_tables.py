"""What the attack concludes beside all tables of which the algorithm makes the same release."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.attacks.refinement.releases import (
    attacked,
    drawn,
    finer,
    groups,
    iterations,
    keys_of,
    optimum,
    require_implied,
    tables,
)
from tests.tiers import examples

SEEDS = st.integers(0, 10**9)
WAYS = {
    "one transformation": (optimum, (0.0, 0.0, 0.2, 0.4, 1.0)),
    "iterations": (iterations, (1.0,)),
    "groups": (lambda case: groups(case, is_public=False), (0.0, 0.3)),
    "public splits": (lambda case: groups(case, is_public=True), (0.0, 0.3)),
}


def release(seed, way, largest):
    """A small table released by a way, the findings and all consistent tables; None where nothing is released."""
    run, limits = WAYS[way]
    case = drawn(f"{way} {seed}", largest, limits=limits)
    made = run(case)
    if made is None or (found := attacked(case, *made)) is None:
        return None

    def seen(other):
        again = run(other)
        return None if again is None else again[0]

    consistent = tables(case, made[0], seen)
    return None if consistent is None else (case, found, consistent)


@pytest.mark.parametrize("way", WAYS)
@settings(max_examples=examples(15), deadline=None)
@given(SEEDS)
def test_that_every_conclusion_holds_in_all_consistent_tables(way, seed):
    if (made := release(seed, way, 150)) is not None:
        require_implied(*made)


@settings(max_examples=examples(30), deadline=None)
@given(SEEDS)
def test_that_exact_conclusions_are_all_that_the_consistent_tables_tell(seed):
    made = release(seed, "one transformation", 300)
    if made is None or not made[1].is_exact:
        return
    case, found, consistent = made
    free = float(found.combinations @ found.groups.sizes)
    assert math.log2(sum(orders for _groups, orders in consistent)) == pytest.approx(free - found.bits, abs=1e-9)
    for group, key in enumerate(keys_of(case, found)):
        values = [of_groups[key] for of_groups, _orders in consistent]
        for attribute, level in enumerate(key[0]):
            there, gone, labels = finer(case, key, attribute, max(level - 1, 0), values)
            told = (there, gone) if labels > 1 else (0, 0)
            assert (found.of_groups.there[group, attribute], found.of_groups.gone[group, attribute]) == told


@settings(max_examples=examples(15), deadline=None)
@given(SEEDS)
def test_that_public_splits_make_no_finer_value_certain(seed):
    made = release(seed, "public splits", 150)
    if made is None:
        return
    case, found, consistent = made
    for group, key in enumerate(keys_of(case, found)):
        if key[0] is None:
            continue
        values = [of_groups[key] for of_groups, _orders in consistent]
        assert not found.of_groups.there[group].any()
        for attribute, level in enumerate(key[0]):
            for lower in range(level):
                there, _gone, labels = finer(case, key, attribute, lower, values)
                assert there == 0 or labels == 1
