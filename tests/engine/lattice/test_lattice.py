"""The implicit lattice against enumerating it."""

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.lattice.lattice import Lattice, height, interval_size, is_specialization, with_level


@st.composite
def lattices(draw):
    limits = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 2)), min_size=1, max_size=4))
    return Lattice(tuple(low for low, _more in limits), tuple(low + more for low, more in limits))


@given(lattices())
def test_that_size_members_and_neighbours_are_those_of_the_enumeration(lattice):
    everything = list(lattice)
    assert len(everything) == len(set(everything)) == lattice.size == interval_size(lattice.bottom, lattice.top)
    for levels in everything:
        assert levels in lattice
        above = {o for o in everything if height(o) == height(levels) + 1 and is_specialization(levels, o)}
        below = {o for o in everything if height(o) == height(levels) - 1 and is_specialization(o, levels)}
        assert set(lattice.successors(levels)) == above
        assert set(lattice.predecessors(levels)) == below


@given(lattices())
def test_that_what_lies_outside_is_no_member(lattice):
    for attribute in range(len(lattice.top)):
        assert with_level(lattice.top, attribute, lattice.top[attribute] + 1) not in lattice
        assert with_level(lattice.bottom, attribute, lattice.bottom[attribute] - 1) not in lattice
    assert lattice.top[1:] not in lattice
    assert list(lattice.top) not in lattice


def test_that_a_lattice_of_any_size_costs_nothing():
    lattice = Lattice((0,) * 60, (9,) * 60)
    assert lattice.size == 10**60
    assert list(itertools.islice(lattice, 2))[1] == (0,) * 59 + (1,)


@pytest.mark.parametrize(("bottom", "top"), [((), ()), ((1,), (0,)), ((0, 2), (1, 1))])
def test_that_a_lattice_without_a_transformation_is_refused(bottom, top):
    with pytest.raises(ValueError, match="no lattice"):
        Lattice(bottom, top)
