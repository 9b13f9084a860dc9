"""Sums, first rows and histograms of classes, against dictionaries in plain Python."""

import itertools
from collections import Counter

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from arxdesk_engine.kernels import histogram as kernels

LARGE = 2**32 - 1


@st.composite
def rows(draw):
    """The class of each row (0: none), its value and its records (0: none of them count), and how many there are."""
    classes = draw(st.sampled_from([1, 2, 3, 50, 3000]))
    domain = draw(st.sampled_from([1, 2, 5, 300]))
    members = st.integers(0, min(classes, 3)) | st.integers(0, classes)
    row = st.tuples(members, st.integers(0, domain - 1), st.sampled_from([0, 1, 2, LARGE]))
    return classes, domain, draw(st.lists(row, max_size=40))


def arrays(found):
    members, values, amounts = zip(*found, strict=True) if found else ((), (), ())
    return np.array(members, np.uint32), np.array(values, np.int32), np.array(amounts, np.uint32)


def counted(kernel, classes, domain, found):
    """The histograms of a kernel as dictionaries; each value of a class is listed once."""
    members, values, amounts = arrays(found)
    starts = np.full(classes + 1, -7, np.int64)
    listed, counts = np.full(len(found) + 1, -7, np.int32), np.full(len(found) + 1, -7, np.int64)
    number = kernel(members, values, amounts, domain, starts, listed, counts)
    assert (starts[0], starts[-1]) == (0, number)
    assert (np.diff(starts) >= 0).all()
    histograms = []
    for start, end in itertools.pairwise(starts):
        histogram = dict(zip(listed[start:end].tolist(), counts[start:end].tolist(), strict=True))
        assert len(histogram) == end - start
        histograms.append(histogram)
    return histograms


def counted_by_dictionary(classes, found):
    histograms = [Counter() for _class in range(classes + 1)]
    for member, value, amount in found:
        histograms[member][value] += amount
    return [{value: count for value, count in histogram.items() if count > 0} for histogram in histograms[1:]]


ALL_IN_ONE = (1, 5, [(1, value % 5, 1) for value in range(40)])
ALL_APART = (3000, 300, [(number + 1, number, LARGE) for number in range(40)])
NOTHING_COUNTS = (2, 2, [(1, 0, 0), (2, 1, 0), (0, 1, 3)])


@pytest.mark.parametrize("kernel", [kernels.count_values, kernels._count_in_table, kernels._count_in_order])
@given(case=rows())
@example(case=ALL_IN_ONE)
@example(case=ALL_APART)
@example(case=NOTHING_COUNTS)
@example(case=(1, 1, []))
def test_that_values_are_counted_as_a_dictionary_counts_them(kernel, case):
    classes, domain, found = case
    assert counted(kernel, classes, domain, found) == counted_by_dictionary(classes, found)


@given(rows())
@example(ALL_APART)
def test_that_amounts_are_added_up_for_each_class(case):
    classes, _domain, found = case
    members, _values, amounts = arrays(found)
    sums = np.full(classes + 1, -7, np.int64)
    kernels.sum_of_class(members, amounts, sums)
    expected = Counter()
    for member, _value, amount in found:
        expected[member] += amount
    assert sums.tolist() == [expected[each] for each in range(classes + 1)]


@given(rows())
@example(ALL_IN_ONE)
def test_that_the_first_row_of_each_class_is_found(case):
    classes, _domain, found = case
    first = np.full(classes + 1, -7, np.int64)
    kernels.first_of_class(arrays(found)[0], first)
    members = [member for member, _value, _amount in found]
    assert first.tolist() == [members.index(each) if each in members else -1 for each in range(classes + 1)]


@given(rows(), st.sampled_from([np.uint8, np.uint16, np.uint32]), st.data())
def test_that_chosen_classes_are_weighed_by_their_first_rows(case, kind, drawn):
    classes, _domain, found = case
    rows_and_columns = (max(1, len(found)), 4)
    generator = np.random.default_rng(len(found))
    weights = generator.integers(0, np.iinfo(kind).max, rows_and_columns, kind, endpoint=True)
    first = generator.integers(0, rows_and_columns[0], classes)
    sizes = generator.integers(0, 2**20, classes)
    chosen = generator.random(classes) < 0.5
    columns = np.array(drawn.draw(st.lists(st.integers(0, 3), max_size=4, unique=True)), np.int64)
    sums = np.full(len(columns), -7, np.int64)
    kernels.weigh_classes(first, sizes, chosen, weights, columns, sums)
    assert sums.tolist() == [
        sum(
            int(size) * int(weights[row, column])
            for row, size, is_chosen in zip(first, sizes, chosen, strict=True)
            if is_chosen
        )
        for column in columns
    ]


def test_that_many_values_and_classes_take_no_table_for_each_pair():
    """A million classes of one record among a million values: a cell for each pair would be eight terabytes."""
    classes, domain = 1_000_000, 1_000_000
    members = np.arange(1, classes + 1, dtype=np.uint32)
    values = np.arange(domain, dtype=np.int32)[::-1].copy()
    starts, listed, counts = np.empty(classes + 1, np.int64), np.empty(classes, np.int32), np.empty(classes, np.int64)
    number = kernels.count_values(members, values, np.ones(classes, np.uint32), domain, starts, listed, counts)
    assert number == classes
    assert (starts == np.arange(classes + 1)).all()
    assert (listed == values).all()
    assert (counts == 1).all()
