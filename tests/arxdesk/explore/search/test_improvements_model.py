"""The improvements of a search as rows, the latest first."""

from __future__ import annotations

from PySide6.QtCore import Qt

from arxdesk.explore.search.finds import Find
from arxdesk.explore.search.improvements_model import ImprovementColumn, ImprovementsModel

FINDS = [
    Find(0.012, 0.9, (3, 1, 2), 0),
    Find(0.5, 0.5, (2, 1, 2), 4),
    Find(2.0, 0.4, (1, 0, 0), 1200),
    Find(3.0, 0.4, (1, 0, 0), 1200),
]


def rows(model: ImprovementsModel) -> list[tuple[object, ...]]:
    return [tuple(model.data(model.index(row, each)) for each in ImprovementColumn) for row in range(model.rowCount())]


def test_that_each_row_says_when_how_good_and_what_changed(qapp):
    model = ImprovementsModel()
    model.reset(["age", "sex", "zip"], FINDS[:3])
    assert rows(model) == [
        ("2.0 s", "0.4000", "age 2 → 1, sex 1 → 0 and 1 other", "1,200"),
        ("500 ms", "0.5000", "age 3 → 2", "4"),
        ("12 ms", "0.9000", "first found", "0"),
    ]
    assert model.data(model.index(0, 0), Qt.ItemDataRole.ToolTipRole) == (
        "age 2 → 1, sex 1 → 0, zip 2 → 0\n1,200 records removed"
    )
    assert [model.levels_at(row) for row in range(3)] == [(1, 0, 0), (2, 1, 2), (3, 1, 2)]


def test_that_what_is_added_goes_on_from_what_was_there(qapp, qtbot):
    model = ImprovementsModel()
    model.reset(["age", "sex", "zip"], FINDS[:1])
    with qtbot.waitSignal(model.rowsInserted) as inserted:
        model.add(FINDS[1:3])
    assert inserted.args[1:] == [0, 1]
    whole = ImprovementsModel()
    whole.reset(["age", "sex", "zip"], FINDS[:3])
    assert rows(model) == rows(whole)
    with qtbot.assertNotEmitted(model.rowsInserted):
        model.add([])


def test_that_another_search_begins_with_nothing(qapp):
    model = ImprovementsModel()
    model.reset(["age", "sex", "zip"], FINDS)
    assert rows(model)[0][ImprovementColumn.CHANGE] == "the same"
    model.reset(["age"])
    assert model.rowCount() == 0
    model.add([Find(1.0, 0.5, (2,), 0)])
    assert rows(model) == [("1.0 s", "0.5000", "first found", "0")]
