"""k^m-anonymity of columns of sets: against all combinations and all cuts, by definition."""

from __future__ import annotations

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.kernels.combinations import rare_combinations
from arxdesk_engine.search.sets.apriori import Apriori, split_further
from arxdesk_engine.search.sets.counting import LEFT_OUT, WeightedSets
from arxdesk_engine.search.sets.cut import SetProblem
from arxdesk_engine.search.sets.exact import CutSearch
from arxdesk_engine.search.sets.recoding import recode_sets
from arxdesk_engine.search.sets.tree import NO_PARENT, ItemTree

ITEMS = "abcdef"
ROWS = (
    *(("a", "ab", "abc", "*"), ("b", "ab", "abc", "*"), ("c", "c", "abc", "*")),
    *(("d", "de", "def", "*"), ("e", "de", "def", "*"), ("f", "f", "def", "*")),
)
Sets = list[frozenset[str]]
sets_of_items = st.lists(st.frozensets(st.sampled_from(ITEMS), max_size=5), min_size=1, max_size=14)


def tree_of(rows=ROWS) -> ItemTree:
    items = [row[0] for row in rows]
    column = Column("items", np.arange(len(items), dtype=np.int32), tuple(items))
    return ItemTree.of(bind(Hierarchy(tuple(rows)), column))


def weighted(sets: Sets, tree: ItemTree, items=ITEMS, weights=None) -> WeightedSets:
    offsets = np.cumsum([0, *map(len, sets)]).astype(np.int64)
    codes = np.array([items.index(item) for each in sets for item in sorted(each)], np.int32)
    counts = np.ones(len(sets), np.int64) if weights is None else np.array(weights, np.int64)
    return WeightedSets.of(offsets, codes, counts, tree.leaf_of)


def supports(sets: list[frozenset[object]], m: int) -> Counter[tuple[object, ...]]:
    """How many sets have each combination of 1 to m items that occurs: by counting all of them."""
    return Counter(
        each for one in sets for size in range(1, m + 1) for each in itertools.combinations(sorted(one, key=str), size)
    )


def is_anonymous(sets: list[frozenset[object]], k: int, m: int) -> bool:
    return all(count >= k for count in supports(sets, m).values())


def shown_sets(sets: Sets, tree: ItemTree, shown, items=ITEMS) -> list[frozenset[object]]:
    node = {item: int(shown[tree.leaf_of[items.index(item)]]) for item in items}
    return [frozenset(node[item] for item in each if node[item] != LEFT_OUT) for each in sets]


def all_cuts(tree: ItemTree, node: int) -> list[tuple[int, ...]]:
    """Every way to show the items of a node: as the node, or each of its parts in some way."""
    parts = [part for part in range(len(tree.parent)) if tree.parent[part] == node]
    found = [(node,)]
    if parts:
        found += [sum(each, ()) for each in itertools.product(*(all_cuts(tree, part) for part in parts))]
    return found


def loss_of(sets: Sets, tree: ItemTree, cut: tuple[int, ...], items=ITEMS) -> float:
    """The normalized certainty penalty of a cut, by its definition."""
    lost = 0.0
    for each in sets:
        for item in each:
            leaf = tree.leaf_of[items.index(item)]
            node = next(node for node in cut if tree.low[node] <= leaf < tree.high[node])
            leaves = tree.high[node] - tree.low[node]
            lost += 0.0 if leaves == 1 else leaves / len(items)
    return lost / max(1, sum(map(len, sets)))


def leaves_of(items: frozenset[str], tree: ItemTree) -> set[int]:
    return {int(tree.leaf_of[ITEMS.index(item)]) for item in items}


@given(sets_of_items, st.integers(1, 4), st.integers(1, 4), st.data())
def test_that_rare_combinations_are_those_of_counting_all(sets, k, m, data):
    weights = data.draw(st.lists(st.integers(1, 3), min_size=len(sets), max_size=len(sets)))
    tree = tree_of()
    found = weighted(sets, tree, weights=weights).rare(tree.leaves, k, m)
    copies = [each for each, weight in zip(sets, weights, strict=True) for _copy in range(weight)]
    leaves = [frozenset(int(tree.leaf_of[ITEMS.index(item)]) for item in each) for each in copies]
    counted = supports(leaves, m)
    rare = {each: count for each, count in counted.items() if count < k}
    listed = {
        tuple(item for item in row if item >= 0): count
        for row, count in zip(found.combinations.tolist(), found.supports.tolist(), strict=True)
    }
    minimal = {each for each in rare if not any(set(other) < set(each) for other in rare)}
    assert found.total == len(listed)
    marked = weighted(sets, tree, weights=weights).having_rare(tree.leaves, k, m)
    assert marked.tolist() == [any(set(each) <= leaves_of(one, tree) for each in rare) for one in sets]
    assert minimal <= set(listed)
    assert listed.items() <= rare.items()


@given(sets_of_items, st.integers(1, 4), st.integers(1, 3), st.integers(0, 6))
def test_that_only_combinations_with_a_first_item_are_looked_at(sets, k, m, first):
    tree = tree_of()
    leaves = [frozenset(int(tree.leaf_of[ITEMS.index(item)]) for item in each) for each in sets]
    counted = supports(leaves, m)
    expected = any(count < k and min(each) < first for each, count in counted.items())
    assert weighted(sets, tree).has_rare(tree.leaves, k, m, first) is expected


def test_that_the_number_of_rare_combinations_is_told_where_there_is_no_room_for_all():
    offsets, items = np.array([0, 4], np.int64), np.arange(4, dtype=np.int32)
    room, counts = np.empty((2, 1), np.int32), np.empty(2, np.int64)
    weights, nobody = np.ones(1, np.int64), np.zeros(0, np.bool_)
    assert rare_combinations(offsets, items, weights, 4, 4, 2, 1, False, room, counts, nobody) == 4
    assert room.tolist() == [[0], [1]]
    assert rare_combinations(offsets, items, weights, 4, 4, 2, 1, True, room, counts, nobody) >= 2


def test_that_the_tree_has_a_node_for_each_different_group_of_items():
    tree = tree_of()
    assert tree.labels == (*"abcdef", "ab", "de", "abc", "def", "*")
    assert tree.labels[tree.root] == "*"
    assert [tree.labels[each] if each != NO_PARENT else None for each in tree.parent] == [
        *("ab", "ab", "abc", "de", "de", "def", "abc", "def", "*", "*", None)
    ]
    assert tree.penalty.tolist() == pytest.approx([0] * 6 + [2 / 6, 2 / 6, 3 / 6, 3 / 6, 1])


def test_that_items_without_a_hierarchy_have_one_group():
    tree = tree_of([(item,) for item in ITEMS])
    assert tree.labels == (*ITEMS, "*")
    assert tree.parent.tolist() == [6] * 6 + [NO_PARENT]


def test_that_items_that_do_not_occur_count_for_the_domain():
    rows = (("a", "ab", "*"), ("b", "ab", "*"), ("c", "cd", "*"), ("d", "cd", "*"))
    column = Column("items", np.array([0, 1, 2], np.int32), ("a", "b", "c"))
    tree = ItemTree.of(bind(Hierarchy(rows), column))
    assert tree.labels == ("a", "b", "c", "ab", "*")
    assert tree.penalty.tolist() == [0, 0, 0, 0.5, 1]


@given(sets_of_items, st.integers(1, 5), st.integers(1, 3))
def test_that_the_apriori_algorithm_shows_no_rare_combination(sets, k, m):
    if sum(map(bool, sets)) < k:
        return
    tree = tree_of()
    problem = SetProblem.of(tree, weighted(sets, tree), k, m)
    algorithm = Apriori(problem)
    assert algorithm.run()
    first = algorithm.shown
    split = split_further(problem, first)
    for shown in (first, split):
        assert is_anonymous(shown_sets(sets, tree, shown), k, m)
        assert problem.holds(shown)
    assert problem.loss(split) <= problem.loss(first)


@given(sets_of_items, st.integers(1, 5), st.integers(1, 3))
@settings(deadline=None)
def test_that_no_cut_that_holds_loses_less(sets, k, m):
    tree = tree_of()
    found = recode_sets(tree, weighted(sets, tree), k, m)
    holding = [
        loss_of(sets, tree, cut)
        for cut in all_cuts(tree, tree.root)
        if is_anonymous(
            [
                frozenset(
                    next(n for n in cut if tree.low[n] <= tree.leaf_of[ITEMS.index(i)] < tree.high[n]) for i in each
                )
                for each in sets
            ],
            k,
            m,
        )
    ]
    assert is_anonymous(shown_sets(sets, tree, found.shown), k, m)
    if holding:
        assert found.proven
        assert found.loss == pytest.approx(min(holding))
        assert found.left_out == 0
    else:
        assert (found.shown == LEFT_OUT).all()


@given(sets_of_items, st.integers(1, 5), st.integers(1, 3), st.sampled_from([0.1, 0.3, 1.0]))
def test_that_items_are_left_out_within_the_limit_where_that_loses_less(sets, k, m, limit):
    tree = tree_of()
    without, found = (recode_sets(tree, weighted(sets, tree), k, m, share) for share in (0.0, limit))
    total = sum(map(len, sets))
    assert is_anonymous(shown_sets(sets, tree, found.shown), k, m)
    assert found.loss <= without.loss
    hidden = sum(found.shown[tree.leaf_of[ITEMS.index(item)]] == LEFT_OUT for each in sets for item in each)
    assert found.left_out == hidden
    assert found.left_out <= limit * total or without.left_out == total


def test_that_one_rare_item_is_left_out_rather_than_all_generalized():
    tree = tree_of([(item,) for item in ITEMS])
    sets = [frozenset("ab")] * 20 + [frozenset("abf")]
    assert recode_sets(tree, weighted(sets, tree), 5, 2).loss == 1.0
    found = recode_sets(tree, weighted(sets, tree), 5, 2, 0.05)
    assert (found.left_out, found.loss) == (1, pytest.approx(1 / 43))


def test_that_a_search_without_work_left_keeps_what_was_found():
    tree, sets = tree_of(), [frozenset(each) for each in ("ac", "ac", "bd", "bd", "ad")]
    problem = SetProblem.of(tree, weighted(sets, tree), 2, 2)
    algorithm = Apriori(problem)
    algorithm.run()
    first = algorithm.shown
    search = CutSearch(problem, first, work=0.0)
    search.run()
    assert not search.proven
    assert np.array_equal(search.best, first)


def test_that_a_search_can_be_stopped():
    class Stop(Exception):
        pass

    def stop() -> None:
        raise Stop

    tree = tree_of()
    with pytest.raises(Stop):
        recode_sets(tree, weighted([frozenset("ab")] * 3, tree), 2, 2, step=stop)


def test_that_a_group_is_left_out_rather_than_all_items_generalized():
    """Neither "def" nor its items can be shown beside "abc"; the rarest items alone would not do."""
    tree, sets = tree_of(), [frozenset("abc")] * 40 + [frozenset("a")] * 20 + [frozenset("ad"), frozenset("ae")] * 3
    found = recode_sets(tree, weighted(sets, tree), 10, 2, 0.1)
    assert shown_sets(sets, tree, found.shown)[-1] == frozenset({int(tree.leaf_of[0])})
    assert (found.left_out, found.loss) == (6, pytest.approx(6 / 152))
