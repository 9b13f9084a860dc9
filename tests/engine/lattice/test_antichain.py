"""The maximal and the minimal elements against a list that keeps everything."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels.prefix_tree import find_generalization, find_specialization
from arxdesk_engine.lattice.antichain import MaximalElements, MinimalElements
from tests.engine import naive

LEVELS = st.tuples(*[st.integers(0, 3)] * 3)
HIGHEST = 2**15 - 1


def below(known, levels):
    return naive.covered(known, levels)


def above(known, levels):
    return any(naive.covered([levels], other) for other in known)


DIRECTIONS = pytest.mark.parametrize(("kind", "covered"), [(MaximalElements, below), (MinimalElements, above)])


@st.composite
def wide(draw):
    """Levels of up to 70 attributes, in part equal, in part comparable."""
    attributes = draw(st.integers(1, 70))
    base = draw(st.lists(st.integers(0, HIGHEST), min_size=attributes, max_size=attributes))
    change = st.dictionaries(st.integers(0, attributes - 1), st.sampled_from([0, 1, HIGHEST - 1, HIGHEST]), max_size=4)
    changes = draw(st.lists(change, min_size=1, max_size=30))
    return [tuple(changed.get(index, level) for index, level in enumerate(base)) for changed in changes]


@DIRECTIONS
@given(added=st.lists(LEVELS, max_size=40))
def test_that_the_set_holds_exactly_what_something_added_implies(kind, covered, added):
    known = kind(3)
    for index, levels in enumerate(added):
        assert known.add(levels) == (not covered(added[:index], levels))
        for probe in itertools.product(range(4), repeat=3):
            assert known.covers(probe) == covered(added[: index + 1], probe)


@DIRECTIONS
@given(added=wide())
def test_that_only_the_elements_that_nothing_else_implies_are_kept(kind, covered, added):
    known = kind(len(added[0]))
    for levels in added:
        known.add(levels)
    extreme = {one for one in added if not covered([other for other in added if other != one], one)}
    assert sorted(map(tuple, known.rows[: len(known)].tolist())) == sorted(extreme)
    for one, other in itertools.permutations(extreme, 2):
        assert not covered([one], other)


@DIRECTIONS
@given(added=wide(), data=st.data())
def test_that_the_order_of_adding_changes_nothing(kind, covered, added, data):
    first, second = kind(len(added[0])), kind(len(added[0]))
    for levels in added:
        first.add(levels)
    for levels in data.draw(st.permutations(added)):
        second.add(levels)
    assert len(first) == len(second)
    assert set(map(tuple, first.rows[: len(first)].tolist())) == set(map(tuple, second.rows[: len(second)].tolist()))


@DIRECTIONS
def test_that_thousands_of_elements_fit(kind, covered):
    known = kind(4)
    antichain = [levels for levels in itertools.product(range(14), repeat=4) if sum(levels) == 26]
    for levels in antichain:
        known.add(levels)
    assert len(known) == len(antichain) > 1000
    assert known.rows.dtype == np.int16
    assert known.rows.shape == (2048, 4)
    assert all(known.covers(levels) for levels in antichain)
    assert not known.covers((13, 13, 1, 0) if kind is MaximalElements else (13, 12, 0, 0))
    known.add((13,) * 4 if kind is MaximalElements else (0,) * 4)
    assert len(known) == 1


def test_that_a_set_that_keeps_changing_needs_no_more_room():
    """Memory follows the largest antichain and not the number of elements that were ever added."""
    known = MaximalElements(5)
    for level in range(2000):
        for other in range(5):
            known.add(tuple(10 * level + (index == other) for index in range(5)))
    assert len(known) == 5
    assert len(known.rows) == len(known.tree.owners) == 64
    assert len(known.tree.nodes) < 200


def test_that_kernels_take_the_arrays():
    lower, upper = MaximalElements(2), MinimalElements(2)
    for known in (lower, upper):
        known.add((2, 1))
        known.add((1, 2))
    for probe in itertools.product(range(4), repeat=2):
        levels = np.array(probe, np.int16)
        assert (find_generalization(lower.tree.nodes, lower.tree.rows, levels, True) != 0) == lower.covers(probe)
        assert (find_specialization(upper.tree.nodes, upper.tree.rows, levels, True) != 0) == upper.covers(levels)


@pytest.mark.parametrize("levels", [(1,), (1, 1, 1), ()])
def test_that_levels_of_another_lattice_are_refused(levels):
    known = MaximalElements(2)
    with pytest.raises(ValueError, match="2 levels expected"):
        known.covers(levels)
