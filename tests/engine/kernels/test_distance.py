"""Earth mover's distances of many classes at once, against exact sums in plain Python."""

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxdesk_engine.kernels import distance as kernels

LARGE = 10**6


@st.composite
def tables(draw, most_values=60):
    """How often each value occurs in the table, and in each of some classes; of many values few may occur in one."""
    domain = draw(st.integers(1, 6) | st.integers(1, most_values))
    amount = st.integers(0, 3) | st.sampled_from([0, 0, 1, LARGE])
    overall = draw(st.lists(amount, min_size=domain, max_size=domain).filter(any))
    occurring = [value for value, count in enumerate(overall) if count]
    classes = draw(
        st.lists(
            st.dictionaries(st.sampled_from(occurring), st.integers(1, 3) | st.just(LARGE), max_size=8),
            min_size=1,
            max_size=5,
        )
    )
    return overall, classes


def distances_of(kernel, classes, *facts):
    """What a kernel says of classes, each a dictionary; of its values in any order."""
    starts = np.concatenate([[0], np.cumsum([len(each) for each in classes])]).astype(np.int64)
    values = np.array([value for each in classes for value in each], np.int32)
    counts = np.array([count for each in classes for count in each.values()], np.int64)
    sizes = np.array([sum(each.values()) for each in classes], np.int64)
    distances = np.full(len(classes), -7.0)
    kernel(starts, values, counts, sizes, *facts, distances)
    return distances.tolist()


def surpluses(overall, held):
    """f N - P n of every value, whole numbers."""
    records, size = sum(overall), sum(held.values())
    return [held.get(value, 0) * records - count * size for value, count in enumerate(overall)]


def carried(overall, held):
    """What passes from each value to the next."""
    found, passing = 0, 0
    for surplus in surpluses(overall, held):
        passing += surplus
        found += abs(passing)
    return found


@given(tables())
def test_that_equal_distances_are_the_sums_of_all_surpluses(case):
    overall, classes = case
    expected = [sum(abs(surplus) for surplus in surpluses(overall, held)) / 2 for held in classes]
    assert distances_of(kernels.equal_distance, classes, np.array(overall)) == expected


@given(tables())
@example(([1] * 200, [{0: 1}, {199: 1}, {100: 3}, {5: 1, 190: 2}]))
@example(([1] * 1000, [dict.fromkeys(range(999, 0, -9), 1)]))
@example(([0] * 99 + [1], [{99: 5}]))
@example(([1] * 9, [{8: 1}, {0: 1}, {}, {4: 2}]))
@example(([0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0], [{1: 1}, {16: 1}, {1: 2, 16: 2}]))
def test_that_ordered_distances_are_the_sums_of_what_passes_from_value_to_value(case):
    """With most values in the class they are added one by one, with few of them in parts."""
    overall, classes = case
    expected = [carried(overall, held) for held in classes]
    assert distances_of(kernels.ordered_distance, classes, np.array(overall)) == expected


@st.composite
def trees(draw):
    """The parent of each node, level by level up to the root, numbered at every level from 0."""
    overall, classes = draw(tables(most_values=12))
    nodes, parents = len(overall), []
    for _level in range(draw(st.integers(0, 3))):
        merged = draw(st.lists(st.integers(0, nodes - 1), min_size=nodes, max_size=nodes))
        numbers = {node: number for number, node in enumerate(dict.fromkeys(merged))}
        parents.append([numbers[node] for node in merged])
        nodes = len(numbers)
    if nodes > 1:
        parents.append([0] * nodes)
    return overall, classes, parents


@given(trees())
@example(([1], [{0: 1}, {}], []))
@example(([1, 1, 1, 1], [{0: 1}, {3: 2}, {0: 1, 1: 1, 2: 1, 3: 1}], [[0, 0, 1, 1], [0, 0]]))
def test_that_hierarchical_distances_are_half_of_what_passes_every_edge(case):
    """An edge is half a step long, so that leaves below a node of height h are h steps apart."""
    overall, classes, parents = case
    width = len(overall)
    below = np.zeros((len(parents) + 1, width), np.int64)
    below[0] = overall
    padded = np.zeros((len(parents), width), np.int32)
    for level, parent in enumerate(parents):
        padded[level, : len(parent)] = parent
        np.add.at(below[level + 1], parent, below[level, : len(parent)])
    expected = []
    for held in classes:
        passing, work = surpluses(overall, held), 0
        for parent in parents:
            work += sum(map(abs, passing))
            above = [0] * (max(parent) + 1)
            for surplus, node in zip(passing, parent, strict=True):
                above[node] += surplus
            passing = above
        expected.append(work / 2)
    assert distances_of(kernels.hierarchical_distance, classes, padded, below) == expected


@pytest.mark.parametrize("kernel", [kernels.equal_distance, kernels.ordered_distance])
def test_that_the_order_in_which_values_are_listed_does_not_matter(kernel):
    overall = np.array([3, 1, 4, 1, 5, 9, 2, 6])
    one, other = {1: 2, 5: 3, 7: 1}, {7: 1, 1: 2, 5: 3}
    assert distances_of(kernel, [one], overall) == distances_of(kernel, [other], overall)


@given(st.integers(1, 2**31), st.integers(1, 1000))
def test_that_distances_of_large_tables_are_exact_below_2_to_the_53(records, size):
    """A class of one of two values, equally frequent: half of everything has to move, in one step."""
    overall, held = [records, records], {0: size}
    for kernel in (kernels.equal_distance, kernels.ordered_distance):
        assert distances_of(kernel, [held], np.array(overall)) == [records * size]
