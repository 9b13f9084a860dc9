"""The partitions that looks start from: generalizations, the cheapest known, within bounds of memory."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.classes.partition import Partition
from arxdesk_engine.search import sources
from arxdesk_engine.search.sources import Sources
from tests.engine.naive import Case
from tests.engine.problems import problem_of
from tests.engine.strategies import cases, hard_cases
from tests.tiers import examples

ATTRIBUTES, HIGHEST = 3, 4
LEVELS = st.tuples(*[st.integers(0, HIGHEST)] * ATTRIBUTES)


def partition(levels, rows=10):
    """Only what is asked of a partition here: its levels and how many rows it has."""
    members = np.ones(rows, np.uint32)
    nothing = np.zeros(0, np.int64)
    return Partition(np.array(levels, np.int64), 1, rows, rows, 0, nothing, 0, None, members, members, members)


def generalizes(upper, levels):
    return (upper.levels >= np.array(levels)).all()


def bytes_of(known):
    return sum(each.nbytes for each in known)


def known_to(places):
    """Everything that is remembered beside the whole."""
    return [each for each in places._known[1:] if each is not None]


@st.composite
def histories(draw):
    """What is put and asked for, one after the other."""
    put = st.tuples(st.just("put"), LEVELS, st.integers(1, 40))
    ask = st.tuples(st.sampled_from(["best", "better"]), LEVELS, st.just(0))
    return draw(st.lists(put | ask, max_size=60))


@given(histories(), st.sampled_from([0, 64, 300, 10**6]))
def test_that_the_best_is_a_generalization_and_memory_is_bounded(history, most_bytes):
    whole = partition([-1] * ATTRIBUTES, 40)  # levels that no attribute has: all in one class
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sources, "CACHE_BYTES", most_bytes)
        patch.setattr(sources, "CACHE_ENTRIES", 5)
        places = Sources(whole)
        for action, levels, rows in history:
            place = np.array(levels, np.int64)
            if action == "put":
                places.put(partition(levels, rows))
            elif action == "best":
                found = places.best(place)
                assert found is whole or generalizes(found, levels)
            else:
                found = places.better(whole, place)
                assert found is whole or generalizes(found, levels)
            known = known_to(places)
            assert len(known) <= 5
            assert bytes_of(known) <= most_bytes
            assert places._bytes == bytes_of(known)
        assert places.best(np.full(ATTRIBUTES, HIGHEST + 1)) is whole  # above everything that was put


@given(case=cases() | hard_cases(), data=st.data())
@settings(max_examples=examples(25))
def test_that_looks_from_the_best_source_are_looks_from_the_whole(case, data):
    problem = problem_of(case)
    partitioner, places = problem.partitioner, Sources(problem.partitioner.whole)
    terms = {"keep_rows": True, "most_weighed": case.records}
    for _step in range(6):
        levels = tuple(data.draw(st.integers(a, b)) for a, b in zip(case.lowest, case.highest, strict=True))
        place = np.array(levels, np.int64)
        source = places.best(place)
        assert source is partitioner.whole or generalizes(source, levels)
        found, expected = (partitioner.refine(each, place, **terms) for each in (source, partitioner.whole))
        assert sorted(found.kept_counts.tolist()) == sorted(expected.kept_counts.tolist())
        assert found.dropped_records == expected.dropped_records
        assert (found.dropped_weights == expected.dropped_weights).all()
        places.put(found)


def test_that_the_cheapest_of_several_generalizations_is_taken():
    places = Sources(partition([HIGHEST] * ATTRIBUTES, 100))
    for levels, rows in (((4, 4, 1), 90), ((2, 2, 1), 50), ((2, 1, 1), 90), ((0, 0, 0), 1)):
        places.put(partition(levels, rows))
    assert tuple(places.best(np.array([1, 1, 1])).levels) == (2, 2, 1)  # fewest rows, one more attribute
    assert tuple(places.best(np.array([2, 1, 1])).levels) == (2, 2, 1)
    assert tuple(places.best(np.array([3, 1, 1])).levels) == (4, 4, 1)
    assert tuple(places.best(np.array([3, 3, 3])).levels) == (4, 4, 4)  # only the whole is above
    assert tuple(places.best(np.array([0, 0, 0])).levels) == (0, 0, 0)


def test_that_of_equally_many_rows_the_one_with_fewer_attributes_to_go_through_is_taken():
    places = Sources(partition([HIGHEST] * ATTRIBUTES))
    for levels in ((3, 3, 3), (1, 3, 3), (1, 1, 3)):
        places.put(partition(levels))
    assert tuple(places.best(np.array([1, 1, 1])).levels) == (1, 1, 3)


def test_that_the_least_recently_used_is_forgotten_and_the_whole_never(monkeypatch):
    monkeypatch.setattr(sources, "CACHE_ENTRIES", 2)
    whole = partition([HIGHEST] * ATTRIBUTES, 100)
    places = Sources(whole)
    first, second, third = (partition(levels) for levels in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    places.put(first)
    places.put(second)
    assert places.best(first.levels) is first  # used again
    places.put(third)
    assert [places.best(each.levels) for each in (first, second, third)] == [first, whole, third]


def test_that_what_is_too_large_alone_is_not_kept(monkeypatch):
    monkeypatch.setattr(sources, "CACHE_BYTES", 100)
    whole = partition([HIGHEST] * ATTRIBUTES, 1000)
    places = Sources(whole)
    places.put(partition((1, 1, 1), 26))
    assert places.best(np.array([1, 1, 1])) is whole
    small = partition((2, 2, 2), 25)
    places.put(small)
    assert places.best(np.array([1, 1, 1])) is small


def test_that_something_better_is_only_something_cheaper():
    whole = partition([HIGHEST] * ATTRIBUTES, 100)
    places = Sources(whole)
    near = partition((1, 1, 1), 50)
    places.put(near)
    levels = np.array([0, 1, 1])
    assert places.better(whole, levels) is near
    assert places.better(near, levels) is near
    own = partition((0, 1, 1), 10)  # known to the caller alone
    assert places.better(own, levels) is own


def test_that_looking_for_something_better_changes_nothing(monkeypatch):
    """Nothing is counted as used by it: several threads may ask at once, and what is forgotten stays the same."""
    monkeypatch.setattr(sources, "CACHE_ENTRIES", 2)
    whole = partition([HIGHEST] * ATTRIBUTES, 100)
    places = Sources(whole)
    first, second, third = (partition(levels) for levels in ((1, 0, 0), (0, 1, 0), (0, 0, 1)))
    places.put(first)
    places.put(second)
    for _time in range(3):
        assert places.better(whole, first.levels) is first
    places.put(third)
    assert places.best(first.levels) is whole  # still the least recently used


def test_that_the_whole_of_a_table_without_a_single_top_label_fits_everything():
    """Hierarchies that do not end in one label: no levels describe the class of all rows."""
    rows = (("a", "x"), ("b", "y"))
    problem = problem_of(Case((("a", "b", "a"), ("b", "b", "a")), (rows, rows), k=1))
    places = Sources(problem.partitioner.whole)
    for levels in problem.lattice:
        assert places.best(np.array(levels)) is problem.partitioner.whole
