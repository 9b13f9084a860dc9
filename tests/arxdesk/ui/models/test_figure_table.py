"""Figures in rows and columns: worded when looked at, copied as a whole."""

from __future__ import annotations

from PySide6.QtCore import Qt

from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel


def test_that_only_what_is_looked_at_is_worded(qapp):
    asked = []

    def text(row, column):
        asked.append((row, column))
        return f"{row}.{column}"

    model = FigureTableModel()
    model.set_table(FigureTable(("a", "b"), 1_000_000, text))
    assert (model.rowCount(), model.columnCount()) == (1_000_000, 2)
    assert model.index(999_999, 1).data() == "999999.1"
    assert asked == [(999_999, 1)]


def test_that_figures_are_at_the_right_and_the_last_side_is_strong(qapp):
    model = FigureTableModel()
    model.set_table(FigureTable.of(["Measure", "Input", "Output"], [["Mean", "1", "2"]], strong=2))
    right = Qt.AlignmentFlag.AlignRight
    aligned = [model.index(0, at).data(Qt.ItemDataRole.TextAlignmentRole) & right == right for at in range(3)]
    assert aligned == [False, True, True]
    assert [model.index(0, at).data(TONE_ROLE) for at in range(3)] == [None, None, "strong"]
    assert model.headerData(2, Qt.Orientation.Horizontal) == "Output"


def test_that_all_of_it_is_one_text(qapp):
    assert FigureTable.of(["a", "b"], [["x", "1"], ["y", "2"]]).as_text() == "a\tb\nx\t1\ny\t2"
