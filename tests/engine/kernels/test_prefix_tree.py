"""The prefix tree against a plain list of tuples, and its arrays against what they promise."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.kernels import prefix_tree as kernels

HIGHEST = 2**15 - 1


def at_or_below(lower, upper):
    return all(a <= b for a, b in zip(lower, upper, strict=True))


def empty_tree(attributes, elements):
    return (
        np.zeros((1 + elements * attributes, kernels.NODE_WIDTH), np.int32),
        np.zeros((elements, attributes), np.int16),
        np.zeros(elements, np.int32),
        np.zeros(kernels.STATE_WIDTH, np.int64),
    )


def int16(levels):
    return np.array(levels, np.int16)


def is_below(tree, levels):
    """Whether `levels` is at or below a stored element."""
    return kernels.find_generalization(*tree[:2], int16(levels), True) != 0


def is_above(tree, levels):
    """Whether `levels` is at or above a stored element."""
    return kernels.find_specialization(*tree[:2], int16(levels), True) != 0


def stored(tree):
    _nodes, rows, _owners, state = tree
    return [tuple(row) for row in rows[: state[kernels.SIZE]].tolist()]


def paths(tree):
    """Every element as its path says it, with all that must hold on the way."""
    nodes, rows, owners, state = tree
    found = []

    def walk(node, prefix):
        """Returns the elements below the node without their prefix."""
        child, below, siblings = nodes[node, kernels.CHILD], [], []
        while child != 0:
            assert nodes[child, kernels.PARENT] == node
            level = int(nodes[child, kernels.LEVEL])
            siblings.append(level)
            path = (*prefix, level)
            if nodes[child, kernels.CHILD] < 0:
                row = ~nodes[child, kernels.CHILD]
                assert owners[row] == child
                assert tuple(rows[row, : len(path)].tolist()) == path
                found.append(tuple(rows[row].tolist()))
                rests = [found[-1][len(path) :]]
            else:
                rests = walk(child, path)
                assert len(rests) > 1, "a path goes no deeper than it must"
            ranks = [sum(rest) for rest in rests]
            assert (nodes[child, kernels.MOST], nodes[child, kernels.LEAST]) == (max(ranks), min(ranks))
            below += [(level, *rest) for rest in rests]
            child = nodes[child, kernels.NEXT]
        assert siblings == sorted(set(siblings), reverse=True)
        return below

    walk(0, ())
    free, node = 0, state[kernels.FREE]
    while node != 0:
        free, node = free + 1, nodes[node, kernels.NEXT]
    assert free == state[kernels.FREED]
    return found


@st.composite
def sequences(draw):
    """Levels of 1 to 70 attributes, most of them near one another, so that many are comparable, and repeated."""
    attributes = draw(st.integers(1, 6) | st.sampled_from([9, 24, 70]))
    highest = draw(st.sampled_from([1, 2, 4, HIGHEST]))
    generator = np.random.default_rng(draw(st.integers(0, 2**32)))
    centre = generator.integers(0, highest + 1, attributes)
    sequence = []
    for _element in range(draw(st.integers(1, 80))):
        if sequence and generator.random() < 0.1:
            sequence.append(sequence[generator.integers(len(sequence))])
            continue
        changed = generator.random(attributes) < generator.choice([0.1, 0.3, 1.0])
        levels = np.where(changed, generator.integers(0, highest + 1, attributes), centre)
        sequence.append(tuple(levels.tolist()))
    return sequence


@given(sequences(), st.booleans())
def test_that_the_tree_keeps_the_maximal_elements_of_a_list(sequence, is_ranked):
    tree = empty_tree(len(sequence[0]), len(sequence))
    kept = []
    for levels in sequence:
        known = any(at_or_below(levels, other) for other in kept)
        assert is_below(tree, levels) == known
        assert is_above(tree, levels) == any(at_or_below(other, levels) for other in kept)
        outcome = kernels.add_maximal(*tree, int16(levels), is_ranked)
        assert outcome == (kernels.KNOWN if known else kernels.ADDED)
        if not known:
            kept = [other for other in kept if not at_or_below(other, levels)] + [levels]
    assert sorted(stored(tree)) == sorted(paths(tree)) == sorted(kept)


@given(sequences(), st.booleans())
def test_that_the_tree_keeps_the_minimal_elements_of_a_list(sequence, is_ranked):
    tree = empty_tree(len(sequence[0]), len(sequence))
    kept = []
    for levels in sequence:
        known = any(at_or_below(other, levels) for other in kept)
        assert is_above(tree, levels) == known
        assert is_below(tree, levels) == any(at_or_below(levels, other) for other in kept)
        outcome = kernels.add_minimal(*tree, int16(levels), is_ranked)
        assert outcome == (kernels.KNOWN if known else kernels.ADDED)
        if not known:
            kept = [other for other in kept if not at_or_below(levels, other)] + [levels]
    assert sorted(stored(tree)) == sorted(paths(tree)) == sorted(kept)


@given(sequences())
def test_that_removing_leaves_the_tree_that_never_had_the_element(sequence):
    """Any elements may be stored, comparable ones too; what is left has the shape that it would have had anyway."""
    elements = list(dict.fromkeys(sequence))
    tree = empty_tree(len(elements[0]), len(elements))
    for levels in elements:
        kernels.insert(*tree, int16(levels))
    assert sorted(paths(tree)) == sorted(elements)
    generator = np.random.default_rng(len(elements))
    while elements:
        position = int(generator.integers(len(elements)))
        kernels.remove(*tree, int(tree[2][position]))
        elements[position] = elements[-1]
        elements.pop()
        assert stored(tree) == elements
        assert sorted(paths(tree)) == sorted(elements)
    assert tree[3][kernels.USED] == tree[3][kernels.FREED]


def test_that_both_directions_find_the_paper_s_example():
    """Figure 3 of the pruning paper: (1, 2, 2) is a generalization of (1, 1, 1)."""
    tree = empty_tree(3, 3)
    for levels in [(1, 1, 1), (1, 3, 0), (3, 2, 0)]:
        assert kernels.add_minimal(*tree, int16(levels), True) == kernels.ADDED
    assert is_above(tree, (1, 2, 2))
    assert not is_above(tree, (0, 3, 3))
    assert not is_below(tree, (1, 2, 2))
    assert is_below(tree, (1, 1, 0))


@pytest.mark.parametrize("attributes", [1, 2, 5, 70])
def test_that_a_full_tree_says_so_and_stays_as_it_was(attributes):
    tree = empty_tree(attributes, 1)
    low, high = int16([0] * attributes), int16([HIGHEST] * attributes)
    other = int16([HIGHEST - 1] * (attributes - 1) + [HIGHEST])
    assert kernels.add_maximal(*tree, other, True) == kernels.ADDED
    assert kernels.add_maximal(*tree, high, True) in (kernels.FULL, kernels.KNOWN)
    assert kernels.add_maximal(*tree, low, True) == kernels.KNOWN
    assert stored(tree) == [tuple(other.tolist())]


def test_that_room_is_what_an_element_can_need():
    """Elements that differ only in the end need a node for every attribute; with exactly that many it works."""
    attributes = 7
    nodes, rows, owners, state = empty_tree(attributes, 2)
    tree = (nodes[: 1 + 1 + attributes], rows, owners, state)
    kernels.insert(*tree, int16([1] * attributes))
    assert kernels.has_room(tree[0], rows, state)
    kernels.insert(*tree, int16([1] * (attributes - 1) + [2]))
    assert state[kernels.USED] == 1 + attributes
    assert len(paths(tree)) == 2


def test_that_freed_nodes_are_used_again():
    """Sweeping a plane through the lattice again and again needs no more nodes than once."""
    tree = empty_tree(4, 300)
    planes = [[x for x in itertools.product(range(5), repeat=4) if sum(x) == rank] for rank in (6, 7, 8, 9, 10)]
    used = []
    for _sweep in range(3):
        for plane in planes:
            for levels in plane:
                assert kernels.add_maximal(*tree, int16(levels), True) == kernels.ADDED
            assert sorted(stored(tree)) == sorted(plane)
        used.append(int(tree[3][kernels.USED]))
        for leaf in range(len(planes[-1])):
            kernels.remove(*tree, int(tree[2][0]))
            assert tree[3][kernels.SIZE] == len(planes[-1]) - leaf - 1
    assert used[0] == used[1] == used[2]
