"""Enumerating between two transformations against filtering all of them."""

import itertools

from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.lattice.enumeration import number_before, transformations
from arxdesk_engine.lattice.lattice import Lattice
from tests.engine import naive

LEVELS = st.tuples(*[st.integers(0, 3)] * 3)
TOP = (3, 2, 3)


@st.composite
def boxes(draw):
    one, other = draw(LEVELS), draw(LEVELS)
    return tuple(map(min, one, other)), tuple(map(max, one, other))


def all_between(low, high):
    return itertools.product(*(range(a, b + 1) for a, b in zip(low, high, strict=True)))


@given(box=boxes(), closed_below=st.lists(LEVELS, max_size=4), order=st.permutations(range(3)))
def test_that_exactly_what_is_not_closed_comes_in_lexicographic_order(box, closed_below, order):
    found = list(transformations(*box, lambda _low, high: naive.covered(closed_below, high), order=order))
    expected = [levels for levels in all_between(*box) if not naive.covered(closed_below, levels)]
    assert found == sorted(expected, key=lambda levels: [levels[index] for index in order])


@given(box=boxes(), closed_below=st.lists(LEVELS, max_size=4), height=st.integers(0, 9))
def test_that_one_height_is_that_part_of_all(box, closed_below, height):
    found = transformations(*box, lambda _low, high: naive.covered(closed_below, high), height)
    everything = transformations(*box, lambda _low, high: naive.covered(closed_below, high))
    assert list(found) == [levels for levels in everything if sum(levels) == height]


@given(boxes())
def test_that_what_is_closed_on_the_way_does_not_come_any_more(box):
    closed = []
    found = []
    for levels in transformations(*box, lambda low, _high: any(naive.covered([low], other) for other in closed)):
        found.append(levels)
        closed.append(levels)
    assert found == [box[0]]


@given(box=boxes(), order=st.permutations(range(3)))
def test_that_the_number_is_the_place_in_that_order(box, order):
    everything = transformations(*box, lambda _low, _high: False, order=order)
    assert [number_before(Lattice(*box), levels, order) for levels in everything] == list(range(Lattice(*box).size))


def test_that_a_closed_lattice_of_any_size_costs_one_question():
    asked = []

    def closed(low, high):
        asked.append((low, high))
        return True

    assert list(transformations((0,) * 60, (9,) * 60, closed)) == []
    assert asked == [((0,) * 60, (9,) * 60)]


def test_that_the_first_of_a_lattice_of_any_size_come_at_once():
    middle = transformations((0,) * 60, (9,) * 60, lambda _low, _high: False, 270)
    assert all(sum(levels) == 270 for levels in itertools.islice(middle, 100))
