"""The maximal elements against a list that keeps everything."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from engine.lattice.antichain import MaximalElements
from tests.engine import naive

LEVELS = st.tuples(*[st.integers(0, 3)] * 3)


@given(st.lists(LEVELS, max_size=40))
def test_that_the_set_holds_exactly_what_lies_below_something_added(added):
    known = MaximalElements(3)
    for index, levels in enumerate(added):
        known.add(levels)
        for probe in itertools.product(range(4), repeat=3):
            assert known.covers(probe) == naive.covered(added[: index + 1], probe)


@given(st.lists(LEVELS, max_size=40))
def test_that_only_maximal_elements_are_kept(added):
    known = MaximalElements(3)
    for levels in added:
        known.add(levels)
    maximal = {a for a in added if not any(a != b and naive.covered([b], a) for b in added)}
    assert len(known) == len(maximal)


def test_that_thousands_of_elements_fit():
    known = MaximalElements(4)
    antichain = [levels for levels in itertools.product(range(14), repeat=4) if sum(levels) == 26]
    for levels in antichain:
        known.add(levels)
    assert len(known) == len(antichain) > 1000
    assert all(known.covers(levels) for levels in antichain)
    assert not known.covers((13, 13, 1, 0))
