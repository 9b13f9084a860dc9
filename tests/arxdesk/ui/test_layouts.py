"""Layouts in layouts, of whose items Python keeps no objects."""

from __future__ import annotations

import shiboken6
from PySide6.QtWidgets import QGridLayout, QLabel, QLayout, QLayoutItem, QWidget

from arxdesk.ui import layouts
from tests.places import ROOT


def objects_of_items() -> set[int]:
    return {
        id(each)
        for each in shiboken6.getAllValidWrappers()
        if isinstance(each, QLayoutItem) and not isinstance(each, QLayout)
    }


def test_that_no_object_of_an_item_is_left(qtbot):
    inside = QWidget()
    qtbot.addWidget(inside)
    before = objects_of_items()
    deeper = layouts.row(QLabel("one"), 4, QLabel("two"), layouts.STRETCH)
    middle = layouts.column(deeper, QLabel("three"))
    outer = layouts.column((middle, 1), QLabel("four"), inside=inside)
    grid = QGridLayout()
    layouts.nest(grid, layouts.row(QLabel("five")), 0, 0, 1, 2)
    layouts.nest(outer, grid)
    assert objects_of_items() <= before
    assert [each.count() for each in (outer, middle, deeper)] == [3, 2, 4]
    texts = [label.text() for label in layouts.widgets_in(outer) if isinstance(label, QLabel)]
    assert texts == ["one", "two", "three", "four", "five"]
    assert objects_of_items() <= before


def test_that_layouts_are_nested_in_no_other_way():
    sources = (ROOT / "arxdesk").rglob("*.py")
    assert [path.name for path in sources if ".addLayout(" in path.read_text("utf-8")] == ["layouts.py"]
