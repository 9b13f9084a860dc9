"""Tables with faults: each is told, and what comes out is a hierarchy that keeps what was in order."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.editing.repair import repaired
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import check
from tests.engine.strategies import hierarchies

TABLES = st.lists(st.lists(st.sampled_from(["a", "b", "c", "*", ""]), max_size=5).map(tuple), max_size=9)


@given(TABLES)
def test_that_any_table_with_a_cell_becomes_a_hierarchy(rows):
    found = repaired(rows, "file.csv")
    if not any(rows):
        assert found is None
        return
    assert found is not None
    check(found.hierarchy)
    assert {row[0] for row in found.hierarchy.rows} == {row[0] for row in rows if row}
    try:
        check(Hierarchy(tuple(row for row in rows if row)))
    except InvalidHierarchy:
        assert found.faults
    else:
        assert found.faults == ()


@given(hierarchies(max_values=7))
def test_that_a_hierarchy_in_order_stays_as_it_is(rows):
    found = repaired(rows, "file.csv", range(10, 10 + len(rows)))
    assert found is not None
    assert found.faults == ()
    assert found.hierarchy == Hierarchy(rows, "file.csv", tuple(range(10, 10 + len(rows))))


def test_that_each_fault_is_told_with_its_line_and_mended():
    rows = [
        ("17", "15-19", "0-19", "*"),
        ("18", "15-19", "0-19", "*"),
        ("19", "15-19", "20-39", "*"),
        ("20", "20-24"),
        ("17", "15-19", "0-19", "*"),
        ("", "", "", "*", "urplus"),
    ]
    found = repaired(rows, "age.csv", (1, 2, 3, 4, 6, 7))
    assert found is not None
    assert found.hierarchy.rows == (
        ("17", "15-19", "0-19", "*"),
        ("18", "15-19", "0-19", "*"),
        ("19", "15-19", "0-19", "*"),
        ("20", "20-24", "20-24", "*"),
        ("", "", "", "*"),
    )
    assert [(fault.kind, fault.number) for fault in found.faults] == [("uneven", 2), ("duplicate", 1), ("split", 1)]
    assert [fault.found for fault in found.faults] == [
        'line 4, "20", has 2 cells instead of 4',
        'line 6, "17", is already listed in line 1',
        'level 2 splits the group "15-19" of level 1 (at "19")',
    ]


def test_that_too_many_levels_are_cut():
    found = repaired([tuple("a" * 130)], "long.csv")
    assert found is not None
    assert found.hierarchy.levels == 127
    assert [fault.kind for fault in found.faults] == ["levels"]
