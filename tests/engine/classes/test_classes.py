"""Packing, classes and members against grouping tuples of texts."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.classes.classes import AggregatedColumns, Grouping, Packing
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine import naive
from tests.engine.problems import column_of, columns_and_hierarchies, grouping_of
from tests.engine.strategies import cases


def texts(grouping, classes):
    """The classes as label tuples with their sizes."""
    keys = grouping.tuples.keys[grouping.rows.tuples[classes.first_rows]]
    labels = [
        [hierarchy.labels[level][hierarchy.codes[level][code]] for code in grouping.packing.unpack(keys, attribute)]
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
        members = classes.of_records
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


def test_that_grouping_needs_columns_and_a_hierarchy_for_each():
    with pytest.raises(ValueError, match="at least one column"):
        Grouping([], [])
    with pytest.raises(ValueError, match="one hierarchy for each"):
        Grouping([np.zeros(1, np.int32)], [])


@given(case=cases(), data=st.data())
def test_that_the_distinct_values_of_a_class_are_those_of_its_records_that_count(case, data):
    columns, bound = columns_and_hierarchies(case)
    cells = tuple(data.draw(st.sampled_from(("", "1", "2", "3"))) for _record in range(case.records))
    included = np.array([data.draw(st.booleans()) for _record in range(case.records)])
    included[0] = True
    values = {"income": column_of("income", cells).codes}
    grouping = Grouping(
        [column.codes for column in columns], bound, values, included, aggregates=AggregatedColumns({0: "income"})
    )
    levels = data.draw(st.sampled_from(list(naive.transformations(case))))
    classes = grouping.classes(levels)
    expected = [set() for _each in range(len(classes))]
    for cell, counts, each in zip(cells, included.tolist(), classes.of_records.tolist(), strict=True):
        if counts:
            expected[each].add(cell)
    assert classes.distinct_values("income").tolist() == [len(found) for found in expected]
    whole = {cell for cell, counts in zip(cells, included.tolist(), strict=True) if counts}
    assert grouping.distinct_values == {"income": len(whole)}
    part = grouping.restricted_to(np.arange(len(grouping.tuples)) == 0)
    assert (part.aggregated, part.distinct_values) == ({0: "income"}, {"income": len(whole)})


@given(case=cases(), data=st.data())
def test_that_rows_with_weights_are_grouped_as_so_many_records(case, data):
    columns, bound = columns_and_hierarchies(case)
    weights = np.array([data.draw(st.integers(1, 4)) for _row in range(case.records)])
    chosen = np.array([data.draw(st.booleans()) for _row in range(case.records)])
    included = data.draw(st.none() | st.just(chosen))
    values = column_of("v", tuple(data.draw(st.sampled_from("xyz")) for _row in range(case.records))).codes
    codes = [column.codes for column in columns]
    once = np.repeat(np.arange(case.records), weights)
    found = Grouping(codes, bound, {"v": values}, included, weights=weights, ungrouped=[values])
    known = Grouping(
        [each[once] for each in codes],
        bound,
        {"v": values[once]},
        None if included is None else included[once],
        ungrouped=[values[once]],
    )
    parts = np.arange(len(known.tuples)) % 2 == 0
    for one, other, of_one, of_other in (
        (found, known, chosen, chosen[once]),
        (found.restricted_to(parts), known.restricted_to(parts), None, None),
    ):
        assert one.records == other.records
        for name in ("counts", "population_counts"):
            assert getattr(one.tuples, name).tolist() == getattr(other.tuples, name).tolist()
            assert getattr(one.rows, name).tolist() == getattr(other.rows, name).tolist()
        assert one.sample_sizes.tolist() == other.sample_sizes.tolist()
        assert one.input_sizes.tolist() == other.input_sizes.tolist()
        of_one = np.ones(len(one.tuple_of_record), np.bool_) if of_one is None else of_one
        of_other = np.ones(len(other.tuple_of_record), np.bool_) if of_other is None else of_other
        assert one.records_of_tuples(of_one).tolist() == other.records_of_tuples(of_other).tolist()
