"""Packing, classes, members and the cache against grouping tuples of texts."""

import itertools
from collections import Counter
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.classes import Classes, Grouping, LevelWeights, Packing, _ClassCache
from engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine import naive
from tests.engine.problems import column_of, columns_and_hierarchies, grouping_of
from tests.engine.strategies import cases


def texts(grouping, classes):
    """The classes as label tuples with their sizes."""
    labels = [
        [hierarchy.labels[level][code] for code in grouping.packing.unpack(classes.keys, attribute)]
        for attribute, (hierarchy, level) in enumerate(zip(grouping.hierarchies, classes.levels, strict=True))
    ]
    rows = list(zip(*labels, strict=True))
    assert len(set(rows)) == len(rows)
    return Counter(dict(zip(rows, classes.counts.tolist(), strict=True)))


@given(case=cases(), order=st.randoms(use_true_random=False))
def test_that_classes_are_those_of_grouping_texts_in_whatever_order_they_are_asked_for(case, order):
    grouping = grouping_of(case)
    everything = list(naive.transformations(case))
    order.shuffle(everything)
    for levels in everything:
        classes = grouping.classes(levels)
        assert classes.levels == levels
        assert texts(grouping, classes) == Counter(naive.generalized(case, levels))


@given(case=cases())
def test_that_every_record_is_a_member_of_its_class(case):
    grouping = grouping_of(case)
    for levels in naive.transformations(case):
        classes = grouping.classes(levels)
        members = grouping.members(classes)
        rows = naive.generalized(case, levels)
        assert np.bincount(members, minlength=len(classes)).tolist() == classes.counts.tolist()
        assert len(set(zip(rows, members.tolist(), strict=True))) == len(classes)


def wide_case(attributes=7, values=3000, records=400):
    """Codes of 12 bits each: 84 bits, two words."""
    generator = np.random.default_rng(1)
    names = [str(number) for number in range(values)]
    rows = tuple((name, str(int(name) // 50), str(int(name) // 1000), "*") for name in names)
    columns = []
    for _attribute in range(attributes):
        near = generator.integers(0, 200, records) + 1000 * generator.integers(0, 3, records)
        columns.append(tuple(names[value] for value in near))
    return naive.Case(tuple(columns), (rows,) * attributes, k=2)


def test_that_keys_wider_than_a_word_are_grouped_exactly():
    case = wide_case()
    columns = [column_of(str(index), cells) for index, cells in enumerate(case.columns)]
    # All 3,000 values are in each column's dictionary, so that its codes need 12 bits.
    everything = [
        column.encode(column.name, np.array([int(t) for t in column.texts()], np.int32), [row[0] for row in rows])
        for column, rows in zip(columns, case.hierarchies, strict=True)
    ]
    bound = [bind(Hierarchy(case.hierarchies[0]), column) for column in everything]
    grouping = Grouping([column.codes for column in everything], bound)
    assert grouping.packing.width == 2
    assert sorted(set(grouping.packing.words.tolist())) == [0, 1]
    label_of = {row[0]: row for row in case.hierarchies[0]}
    generator = np.random.default_rng(2)
    for levels in [(0,) * 7, (3,) * 7, *map(tuple, generator.integers(0, 4, (40, 7)).tolist())]:
        rows = zip(
            *([label_of[cell][level] for cell in cells] for cells, level in zip(case.columns, levels, strict=True)),
            strict=True,
        )
        assert texts(grouping, grouping.classes(levels)) == Counter(rows)


@given(case=cases())
def test_that_packing_is_undone_by_unpacking(case):
    columns, bound = columns_and_hierarchies(case)
    packing = Packing(bound)
    keys = packing.pack([column.codes for column in columns])
    for attribute, column in enumerate(columns):
        assert packing.unpack(keys, attribute).tolist() == column.codes.tolist()


def test_that_no_code_lies_across_two_words():
    rows = tuple((str(value),) for value in range(2**11))
    column = column_of("a", tuple(row[0] for row in rows))
    packing = Packing([bind(Hierarchy(rows), column)] * 17)
    assert packing.width == 4
    spans = {(w, s) for w, s in zip(packing.words.tolist(), packing.shifts.tolist(), strict=True)}
    assert len(spans) == 17
    assert all(shift + 11 <= 64 for _word, shift in spans)
    codes = [np.full(3, 2**11 - 1, np.int32)] * 17
    assert all((packing.unpack(packing.pack(codes), index) == 2**11 - 1).all() for index in range(17))


@given(case=cases(), chosen=st.randoms(use_true_random=False))
def test_that_weights_are_added_over_chosen_classes(case, chosen):
    grouping = grouping_of(case)
    weights = LevelWeights([hierarchy.domain_rows for hierarchy in grouping.hierarchies])
    for levels in itertools.islice(naive.transformations(case), 8):
        classes = grouping.classes(levels)
        mask = np.array([chosen.random() < 0.5 for _class in range(len(classes))], np.bool_)
        in_chosen = mask[grouping.members(classes)]
        expected = [
            sum(
                len(rows) * naive.share(rows, record[attribute], level)
                for record, is_in in zip(naive.generalized(case, levels), in_chosen, strict=True)
                if is_in
            )
            for attribute, (rows, level) in enumerate(zip(case.hierarchies, levels, strict=True))
        ]
        assert grouping.weigh(classes, mask, weights).tolist() == expected


def classes_of_size(levels, number):
    return Classes(levels, np.zeros((number, 1), np.uint64), np.ones(number, np.int64))


def test_that_the_cache_gives_the_smallest_known_specialization():
    cache = _ClassCache(2)
    assert cache.best_source((0, 0)) is None
    for levels, number in [((0, 0), 90), ((1, 0), 50), ((0, 1), 40), ((2, 2), 5)]:
        cache.put(classes_of_size(levels, number))
    assert cache.best_source((1, 1)).levels == (0, 1)
    assert cache.best_source((1, 0)).levels == (1, 0)
    assert cache.best_source((2, 3)).levels == (2, 2)
    assert cache.best_source((0, 0)).levels == (0, 0)


def remembered(cache):
    return [known for known in cache._known if known is not None]


def test_that_the_cache_stays_within_its_number_of_entries_and_keeps_what_is_used(monkeypatch):
    monkeypatch.setattr("engine.classes.CACHE_ENTRIES", 4)
    cache = _ClassCache(1)
    cache.put(classes_of_size((1,), 3))
    for level in range(2, 30):
        assert cache.best_source((1,)).levels == (1,)
        cache.put(classes_of_size((level,), 3))
        assert len(remembered(cache)) <= 4
    assert {known.levels for known in remembered(cache)} == {(1,), (27,), (28,), (29,)}


@pytest.mark.parametrize("sizes", [[10] * 50, [10, 10, 10, 500, 10, 10], [500], [10, 500, 500, 10, 500]])
def test_that_the_cache_stays_within_its_memory_whatever_is_put(monkeypatch, sizes):
    monkeypatch.setattr("engine.classes.CACHE_BYTES", 1000)
    cache = _ClassCache(1)
    for level, number in enumerate(sizes):
        cache.put(classes_of_size((level,), number))
        assert sum(known.nbytes for known in remembered(cache)) <= 1000
        assert cache._bytes == sum(known.nbytes for known in remembered(cache))
        if number * 16 <= 1000:
            assert cache.best_source((level,)) is not None


@given(case=cases())
def test_that_a_cache_without_room_changes_no_result(case):
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("engine.classes.CACHE_BYTES", 64)
        patch.setattr("engine.classes.CACHE_ENTRIES", 2)
        grouping = grouping_of(case)
        for levels in itertools.islice(naive.transformations(case), 20):
            assert texts(grouping, grouping.classes(levels)) == Counter(naive.generalized(case, levels))


def test_that_grouping_needs_columns_and_a_hierarchy_for_each():
    with pytest.raises(ValueError, match="at least one column"):
        Grouping([], [])
    with pytest.raises(ValueError, match="one hierarchy for each"):
        Grouping([np.zeros(1, np.int32)], [])


def test_that_several_threads_may_ask_for_classes_at_once():
    generator = np.random.default_rng(3)
    columns = [column_of(f"q{number}", tuple(generator.integers(0, 60, 40_000).astype(str))) for number in range(4)]
    rows = tuple((str(value), f"a{value // 5}", f"b{value // 15}", "*") for value in range(60))
    hierarchies = [bind(Hierarchy(rows), column) for column in columns]
    everything = list(itertools.product(range(1, 4), repeat=4))

    def sizes(classes):
        order = np.argsort(classes.keys[:, 0])
        return classes.keys[order, 0].tolist(), classes.counts[order].tolist()

    alone = Grouping([column.codes for column in columns], hierarchies)
    expected = {levels: sizes(alone.classes(levels)) for levels in everything}
    shared = Grouping([column.codes for column in columns], hierarchies)
    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(shared.classes, everything))
    assert all(sizes(classes) == expected[classes.levels] for classes in found)
