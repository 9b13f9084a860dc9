"""Combinations of events that people share, against multisets in plain Python."""

import itertools
from collections import Counter, defaultdict

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.classes import histories
from arxdesk_engine.classes.histories import Histories, TooManyCombinations

RECORDS = st.lists(st.tuples(st.integers(0, 5), st.integers(1, 4), st.integers(1, 2)), max_size=18)


def histories_of(records):
    people, groups, weights = zip(*records, strict=True) if records else ((), (), ())
    return Histories.from_records(
        np.array(people, np.int32), np.array(groups, np.int64), np.array(weights, np.uint32), 6
    )


def by_hand(records, m, k):
    """Of each person the combinations that count, those of fewer than k people, and those of nobody else."""
    events = defaultdict(list)
    for person, group, weight in records:
        events[person] += [group] * weight
    of_person = {
        person: {combination for size in range(1, m + 1) for combination in itertools.combinations(sorted(each), size)}
        for person, each in events.items()
    }
    people = Counter(combination for each in of_person.values() for combination in each)
    found = [[0, 0, 0] for _person in range(6)]
    for person, each in of_person.items():
        largest = [one for one in each if len(one) == min(m, len(events[person]))]
        found[person] = [
            len(largest),
            sum(people[one] < k for one in largest),
            sum(people[one] == 1 for one in largest),
        ]
    return found


@given(RECORDS, st.integers(1, 4), st.integers(1, 3))
def test_that_combinations_are_counted_as_multisets(records, m, k):
    assert histories_of(records).shared(m, k).tolist() == by_hand(records, m, k)


@given(RECORDS, st.integers(1, 3), st.lists(st.booleans(), min_size=6, max_size=6))
def test_that_a_part_of_the_people_is_judged_by_all(records, m, judged):
    found = histories_of(records).shared(m, 2, np.array(judged))
    expected = by_hand(records, m, 2)
    assert found.tolist() == [
        each if is_judged else [0, 0, 0] for each, is_judged in zip(expected, judged, strict=True)
    ]


@given(RECORDS)
def test_that_people_with_the_same_history_are_counted(records):
    events = defaultdict(list)
    for person, group, weight in records:
        events[person] += [group] * weight
    people = Counter(tuple(sorted(each)) for each in events.values())
    expected = [people[tuple(sorted(events[person]))] if person in events else 0 for person in range(6)]
    assert histories_of(records).alike().tolist() == expected


def test_that_many_histories_are_told_apart_by_their_events_alone():
    generator = np.random.default_rng(1)
    people = np.repeat(np.arange(20_000, dtype=np.int32), 3)
    groups = generator.integers(1, 40, 60_000).astype(np.int64)
    found = Histories.from_records(people, groups, np.ones(60_000, np.uint32), 20_000).alike()
    told = [tuple(sorted(each)) for each in groups.reshape(-1, 3).tolist()]
    number = Counter(told)
    assert found.tolist() == [number[each] for each in told]


def test_that_too_many_combinations_are_refused(monkeypatch):
    monkeypatch.setattr(histories, "MOST_COMBINATIONS", 20)
    records = [(0, group, 1) for group in range(1, 11)]
    with pytest.raises(TooManyCombinations, match="55 combinations"):
        histories_of(records).shared(2, 2)
    assert histories_of(records).shared(1, 2).tolist()[0] == [10, 10, 10]
