"""A table of figures: what was before is grey, what is strong is bold, all of it can be copied."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QAbstractItemModelTester

from arxdesk.ui.item_roles import CAPTION_ROLE, TONE_ROLE
from arxdesk.ui.models.figures import FigureRow, FiguresModel
from arxdesk.ui.models.read_only_table import Heading

HEADINGS = (
    Heading("Value", is_text=True),
    Heading("AUC", "before", "How well", is_before=True),
    Heading("AUC", "after"),
)
ROWS = (FigureRow(("Mean", "0.5", "0.4"), is_strong=True), FigureRow(("<b>flu</b>", "0.6", "–"), hint="All of <it>"))


def made(qapp):
    model = FiguresModel(HEADINGS, qapp)
    QAbstractItemModelTester(model, QAbstractItemModelTester.FailureReportingMode.Fatal, model)
    model.set_rows(ROWS)
    return model


def test_that_rows_stand_below_their_headings(qapp):
    model = made(qapp)
    assert (model.rowCount(), model.columnCount()) == (2, 3)
    across = Qt.Orientation.Horizontal
    assert [model.headerData(place, across) for place in range(3)] == ["Value", "AUC", "AUC"]
    assert [model.headerData(place, across, CAPTION_ROLE) for place in range(3)] == [None, "before", "after"]
    assert model.headerData(1, across, Qt.ItemDataRole.ToolTipRole) == "How well"
    assert model.index(1, 2).data() == "–"


def test_that_tones_tell_sides_and_what_is_over_all(qapp):
    model = made(qapp)
    tones = [[model.index(row, column).data(TONE_ROLE) for column in range(3)] for row in range(2)]
    assert tones == [["strong", "muted", "strong"], [None, "muted", None]]


def test_that_words_are_never_read_as_markup(qapp):
    model = made(qapp)
    assert model.index(1, 0).data(Qt.ItemDataRole.ToolTipRole) == "<span>All of &lt;it&gt;</span>"
    assert model.index(0, 0).data(Qt.ItemDataRole.ToolTipRole) == "Mean"


def test_that_all_of_it_is_copied(qapp):
    assert made(qapp).numbers().splitlines() == ["Value\tAUC before\tAUC after", "Mean\t0.5\t0.4", "<b>flu</b>\t0.6\t–"]
