"""How decimals and missing cells are written is guessed from what stands in the columns."""

from __future__ import annotations

import numpy as np
import pytest

from arxdesk_engine.data.notation import decimal_mark, markers_in, null_markers
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import DataType, ValueType


def column(*texts: str, declared: ValueType | None = None) -> RawColumn:
    distinct = tuple(dict.fromkeys(texts))
    codes = np.array([distinct.index(text) for text in texts], np.int32)
    return RawColumn("c", codes, distinct, declared)


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        ([column("1.5", "2.25", "3")], (".", "certain")),
        ([column("1,5", "2,25", "3")], (",", "certain")),
        ([column("1,5"), column("2.5"), column("7,25")], (",", "2 of 3 columns")),
        ([column("1", "2"), column("a", "b")], (".", "none found")),
        ([column("1,234", "12,345")], (".", "none found")),  # most likely thousands
        ([column("1,234", "0,5")], (",", "certain")),
        ([column("?", "0,5", "NA")], (",", "certain")),
        ([column("14.03", "word", "other", "more")], (".", "none found")),
        ([column("1,5", "Berlin, Mitte", "a", "b", "c", "d")], (".", "none found")),
    ],
)
def test_that_the_decimal_mark_is_that_of_most_columns_with_decimals(columns, expected):
    assert decimal_mark(columns) == expected


def test_that_only_unmistakable_markers_are_taken_among_texts():
    assert null_markers([column("?", "private", "NULL", "NA", "#N/A")]) == ("?", "#N/A")


@pytest.mark.parametrize("marker", ["NA", "N/A", "-", "null", "nan"])
def test_that_whatever_marks_missing_values_among_numbers_and_dates_is_taken(marker: str):
    assert null_markers([column("1", marker, "2")]) == (marker,)
    assert null_markers([column("2001-01-01", marker)]) == (marker,)
    assert null_markers([column(marker)]) == ()


def test_that_thousands_and_dates_in_several_formats_are_numbers_and_dates_beside_markers_as_well():
    assert null_markers([column("683", "N/A", "1,302")]) == ("N/A",)
    assert null_markers([column("9,982.99", "N/A", "12.50")]) == ("N/A",)
    assert null_markers([column("3/19/1984", "N/A", "02/17/68")]) == ("N/A",)
    assert null_markers([column("01234", "N/A", "98101")]) == ()  # codes
    assert null_markers([column("3/19/1984", "N/A", "Smith")]) == ()


def test_that_columns_with_types_of_their_own_are_left_alone():
    assert null_markers([column("1", "-", declared=ValueType(DataType.INTEGER))]) == ()


def test_that_markers_are_counted_in_cells_over_all_columns():
    assert markers_in([column("?", "a", "?"), column("NA", "?")]) == {"?": 3, "NA": 1}
