"""Releases put together: by comparing all people with each other, and with planted intersections."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.risk.intersection import ABSENT, intersected, pairs_of


@st.composite
def looks(draw):
    people = draw(st.integers(1, 10))
    one = st.lists(st.integers(-1, 3), min_size=people, max_size=people)
    return draw(st.lists(one, min_size=1, max_size=4))


@given(looks(), st.integers(2, 6))
def test_that_groups_are_those_of_comparing_people(given_looks, least):
    found = intersected([np.array(look) for look in given_looks])
    people = range(len(given_looks[0]))
    patterns = [tuple(look[each] for look in given_looks) for each in people]
    for each in people:
        shown = [look for look in given_looks if look[each] != ABSENT]
        assert found.together[each] == (patterns.count(patterns[each]) if shown else 0)
        assert found.alone[each] == min((look.count(look[each]) for look in shown), default=0)
    narrowed = [found.together[each] < min(least, found.alone[each]) for each in people]
    assert found.narrowed(least).tolist() == narrowed
    stayed = [each for each in people if ABSENT not in patterns[each]]
    came = [each for each in people if ABSENT in patterns[each] and patterns[each][0] != ABSENT]
    went = [each for each in people if patterns[each][0] == ABSENT and set(patterns[each]) != {ABSENT}]
    for share, expected in ((found.stayed(least), stayed), (found.came(least), came), (found.went(least), went)):
        assert (share.some, share.of) == (sum(narrowed[each] for each in expected), len(expected))


@given(looks(), st.integers(2, 6))
def test_that_pairs_are_two_releases_by_themselves(given_looks, least):
    arrays = [np.array(look) for look in given_looks]
    names = [f"r{place}" for place in range(len(arrays))]
    found = pairs_of(arrays, names, least)
    expected = [(a, b) for a in range(len(arrays)) for b in range(a + 1, len(arrays))]
    assert [(each.first, each.second) for each in found] == [(names[a], names[b]) for a, b in expected]
    for each, (a, b) in zip(found, expected, strict=True):
        assert each.narrowed.some == intersected([arrays[a], arrays[b]]).narrowed(least).sum()


@pytest.mark.parametrize(
    ("first", "second", "stayed", "came", "went"),
    [
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 0, 1, 1, 1, 1], 0, 0, 0),
        ([0, 0, 0, 0, 1, 1, 1, 1], [0, 0, 0, 1, 0, 1, 1, 1], 8, 0, 0),
        ([0, 0, 0, 0, 0, 0, 0, -1], [0, 0, 0, 0, 0, 0, -1, 0], 0, 1, 1),
        ([0, 0, 0, 0, -1, -1, -1, -1], [-1, -1, -1, -1, 0, 0, 0, 0], 0, 0, 0),
    ],
)
def test_that_planted_intersections_are_found_and_no_others(first, second, stayed, came, went):
    found = intersected([np.array(first), np.array(second)])
    assert [each.some for each in (found.stayed(4), found.came(4), found.went(4))] == [stayed, came, went]
