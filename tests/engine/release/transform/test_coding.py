"""Top and bottom coding: what lies beyond the bounds shows the bound, everything else stays, in its order."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.release.transform.coding import coded_column
from tests.engine.problems import column_of

INTEGER = ValueType(DataType.INTEGER)


def typed(cells, kind):
    column = column_of("x", tuple(cells))
    return Column.encode("x", column.codes, column.values, kind)


@given(
    cells=st.lists(st.integers(-20, 20).map(str) | st.just(""), min_size=1, max_size=20),
    bottom=st.none() | st.integers(-20, 0),
    top=st.none() | st.integers(1, 20),
)
def test_that_every_cell_is_coded_and_the_order_is_kept(cells, bottom, top):
    def expected(cell):
        if cell and bottom is not None and int(cell) < bottom:
            return f"<{bottom}"
        return f">={top}" if cell and top is not None and int(cell) >= top else cell

    low, high = None if bottom is None else str(bottom), None if top is None else str(top)
    column = typed(cells, INTEGER)
    coded = coded_column(column, low, high)
    assert coded.texts().tolist() == [expected(cell) for cell in cells]
    in_order = list(dict.fromkeys(expected(value) for value in column.values))
    assert list(coded.values) == in_order
    changed = set(coded.values) != set(column.values)
    assert coded.type == (ValueType() if changed else INTEGER)


@pytest.mark.parametrize(
    ("cells", "kind", "bounds", "expected"),
    [
        (["1929-12-31", "1930-01-01"], ValueType(DataType.DATE), ("1930-01-01", None), ["<1930-01-01", "1930-01-01"]),
        (
            ["low", "mid", "high"],
            ValueType(DataType.ORDINAL, None, ("low", "mid", "high")),
            ("mid", "high"),
            ["<mid", "mid", ">=high"],
        ),
        (["17.9", "18", "89.99", "90"], ValueType(DataType.DECIMAL), ("18", "90"), ["<18", "18", "89.99", ">=90"]),
    ],
)
def test_that_bounds_belong_to_what_is_above_them(cells, kind, bounds, expected):
    assert coded_column(typed(cells, kind), *bounds).texts().tolist() == expected


def test_that_a_hundred_thousand_values_are_coded_at_once():
    column = Column("x", np.arange(100_000, dtype=np.int32), tuple(map(str, range(100_000))), INTEGER)
    values = coded_column(column, "10", "99000").values
    assert (values[:2], values[-2:], len(values)) == (("<10", "10"), ("98999", ">=99000"), 98_992)
