"""Cells as numbers, and the measures that come of them, against textbook twins."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.analysis.statistics.attribute_measures import squared_error
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.numbers import numeric_cells
from arxdesk_engine.analysis.statistics.table_measures import explained_variance, record_level_squared_error
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from tests.engine.problems import column_of

WHOLE = ValueType(DataType.INTEGER)


def column(cells, kind=WHOLE):
    texts = [str(cell) for cell in cells]
    dictionary = sorted(set(texts))
    return Column.encode("x", np.array([dictionary.index(text) for text in texts], np.int32), dictionary, kind)


def numeric(before, after, rows=None, suppressed=None):
    """Cells of a table without a hierarchy, unless rows are given."""
    source = column(before)
    bound = bind(Hierarchy(rows or tuple((value,) for value in source.values)), source)
    gone = np.zeros(len(before), np.bool_) if suppressed is None else np.array(suppressed)
    return numeric_cells(Cells(source, column_of("x", tuple(map(str, after))), bound, gone))


def of_records(found, name):
    return np.asarray(getattr(found, name))[found.of_record].tolist()


def test_that_labels_without_a_form_stand_for_the_values_of_the_data_below_them():
    rows = (("1", "low", "*"), ("2", "low", "*"), ("3", "low", "*"), ("9", "high", "*"))
    found = numeric((1, 3, 9, 9), ("low", "low", "high", "*"), rows)
    assert of_records(found, "low") == [1, 1, 9, 1]
    assert of_records(found, "high") == [3, 3, 9, 9]


def test_that_group_numbers_are_not_taken_for_the_value():
    rows = (("0", "1"), ("1", "1"), ("2", "2"))
    found = numeric((0, 1, 2), ("1", "1", "2"), rows)
    assert of_records(found, "low") == [0, 0, 2]
    assert of_records(found, "high") == [1, 1, 2]


def test_that_intervals_count_as_they_are_written_where_they_hold_for_their_values():
    found = numeric((21, 28, 40), ("[20, 30[", "[20, 30[", "<50"))
    assert of_records(found, "low") == [20, 20, 20]
    assert of_records(found, "high") == [29, 29, 49]
    wrong = numeric((21, 28, 40), ("[25, 30[", "[25, 30[", "40"))
    assert of_records(wrong, "low") == [21, 21, 40]


def test_that_a_mean_is_the_number_itself():
    found = numeric((20, 30, 40), ("25", "25", "40"))
    assert of_records(found, "middle") == [25, 25, 40]
    assert of_records(found, "errors") == [5, 5, 0]


def test_that_suppressed_and_unreadable_and_missing_cells():
    found = numeric((20, 30, "", 50), ("*", "30", "x", "50"), None, [True, False, False, False])
    assert of_records(found, "hidden") == [True, False, True, False]
    assert of_records(found, "errors") == [30, 0, 0, 0]
    assert of_records(found, "greatest_errors") == [30, 20, 0, 30]


def test_that_texts_are_no_numbers():
    source = column_of("x", ("a", "b"))
    bound = bind(Hierarchy((("a",), ("b",))), source)
    assert numeric_cells(Cells(source, source, bound, np.zeros(2, np.bool_))) is None


tables = st.lists(
    st.tuples(st.integers(-20, 20), st.integers(0, 6), st.integers(0, 6), st.booleans()), min_size=1, max_size=25
)


def ranges_of(parts):
    """Values, the ranges shown for them, and which records are suppressed, as arrays."""
    values, below, above, gone = (np.array(part) for part in zip(*parts, strict=True))
    low, high = values - below, values + above
    least = min([values.min(), *low[~gone]])
    greatest = max([values.max(), *high[~gone]])
    return values, np.where(gone, least, low), np.where(gone, greatest, high), gone, least, greatest


@given(parts=tables, others=tables)
def test_that_errors_are_those_of_the_definitions(parts, others):
    size = min(len(parts), len(others))
    attributes, wanted, greatest_wanted, sse, sst = [], 0.0, 0.0, 0.0, 0.0
    for each in (parts[:size], others[:size]):
        each = [(*part[:3], first[3]) for part, first in zip(each, parts, strict=False)]
        values, low, high, gone, least, greatest = ranges_of(each)
        shown = ["*" if g else f"[{a}, {b}]" for a, b, g in zip(low, high, gone, strict=True)]
        found = numeric(values.tolist(), shown, None, gone.tolist())
        attributes.append(found)
        errors = np.maximum((values - low) ** 2, (values - high) ** 2)
        worst = np.maximum((values - least) ** 2, (values - greatest) ** 2)
        measure = squared_error(found)
        assert measure.raw == pytest.approx(errors.sum())
        assert measure.maximum == pytest.approx(worst.sum())
        deviation = values.std()
        wanted = wanted + (errors / deviation**2 if deviation else 0.0)
        greatest_wanted = greatest_wanted + (worst / deviation**2 if deviation else 0.0)
        sse += (((low + high) / 2 - values) ** 2).sum()
        sst += ((values - values.mean()) ** 2).sum()
    record = record_level_squared_error(attributes)
    assert record.raw == pytest.approx(np.sqrt(wanted).mean() / 2)
    assert record.maximum == pytest.approx(np.sqrt(greatest_wanted).mean() / 2)
    explained = explained_variance(attributes)
    assert (explained.raw, explained.maximum) == pytest.approx((sse, sst), abs=1e-9)


def test_that_without_numbers_there_are_no_errors():
    assert record_level_squared_error([]) is None
    assert explained_variance([]) is None


def test_that_numbers_too_large_to_calculate_with_are_no_numbers():
    decimal = ValueType(DataType.DECIMAL)
    source = column(["1e308", "-1e308", "3"], decimal)
    bound = bind(Hierarchy(tuple((value,) for value in source.values)), source)
    assert numeric_cells(Cells(source, source, bound, np.zeros(3, np.bool_))) is None


def test_that_an_astronomical_bound_is_no_number_of_the_table():
    rows = (("1", "[0, 1e200["), ("5", "[0, 1e200["))
    source = column(["1", "5"], ValueType(DataType.DECIMAL))
    shown = column_of("x", ("[0, 1e200[", "[0, 1e200["))
    cells = numeric_cells(Cells(source, shown, bind(Hierarchy(rows), source), np.zeros(2, np.bool_)))
    assert (cells.least, cells.greatest) == (0.0, 5.0)
    assert squared_error(cells).raw == 4.0**2 + 5.0**2
