"""Measures of whole tables against slow twins."""

import math
import sys
from collections import Counter

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.table_measures import ambiguity, average_class_size, discernibility
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine.analysis.statistics import twins
from tests.engine.problems import column_of

sizes = st.lists(st.integers(1, 9), min_size=1, max_size=8)


@given(table=twins.recoded())
def test_that_ambiguity_counts_the_tuples_that_a_record_may_be(table):
    levels = [table.level_of(attribute) for attribute in range(len(table.case.columns))]
    found = ambiguity(twins.cells_of(table, known=True))
    domain = math.prod(len(rows) for rows in table.case.hierarchies)
    records = table.case.records
    assert (found.raw, found.minimum, found.maximum) == (
        twins.ambiguity(table, levels),
        records,
        records * domain,
    )


def test_that_ambiguity_of_very_many_attributes_is_a_number_all_the_same():
    column = column_of("a", ("1", "2"))
    bound = bind(Hierarchy(tuple((str(number), "*") for number in range(1, 1001))), column)
    shown = column_of("a", ("1", "*"))
    one = Cells(column, shown, bound, np.zeros(2, np.bool_))
    found = ambiguity([one] * 200)
    assert (found.maximum, found.quality) == (sys.float_info.max, 0.5)


@given(table=twins.recoded())
def test_that_discernibility_and_class_sizes_are_those_of_pairs_of_records(table):
    attributes = range(len(table.case.columns))
    before = list(zip(*table.case.columns, strict=True))
    after = list(zip(*(table.texts(attribute) for attribute in attributes), strict=True))
    kept = [record for record, gone in zip(after, table.suppressed, strict=True) if not gone]
    sizes_before = np.array(list(Counter(before).values()))
    sizes_after = np.array(list(Counter(kept).values()), np.int64)
    records = len(before)
    suppressed = records - len(kept)
    found = discernibility(sizes_before, sizes_after, suppressed)
    assert found.raw == sum(one == other for one in kept for other in kept) + records * suppressed
    assert (found.minimum, found.maximum) == (sum(one == other for one in before for other in before), records**2)
    average = average_class_size(sizes_before, sizes_after)
    assert average.raw == (len(kept) / len(set(kept)) if kept else records)
    assert (average.minimum, average.maximum) == (records / len(set(before)), records)


def test_that_squares_of_large_classes_do_not_overflow():
    size = 3_000_000
    found = discernibility(np.ones(size, np.int64), np.array([size]), 0)
    assert (found.raw, found.quality) == (float(size) ** 2, 0.0)


@given(before=sizes)
def test_that_the_input_has_its_own_classes(before):
    classes = np.array(before)
    assert discernibility(classes, classes, 0).quality == 1.0
    assert average_class_size(classes, classes).quality == 1.0


@given(before=sizes)
def test_that_a_table_with_every_record_suppressed_has_no_quality(before):
    classes, none = np.array(before), np.empty(0, np.int64)
    expected = 1.0 if len(before) == 1 else 0.0
    assert discernibility(classes, none, int(classes.sum())).quality == expected
    assert average_class_size(classes, none).quality == expected
