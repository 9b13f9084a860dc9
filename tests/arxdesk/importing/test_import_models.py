"""The models of the import wizard keep the protocol of Qt, and tell what was read."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from arxdesk.importing.columns_model import KEEP, NAME, REASON, ROLE, ImportColumn, ImportColumnsModel
from arxdesk.importing.preview_model import ImportPreviewModel
from arxdesk.importing.tables_model import ImportTablesModel
from arxdesk.ui.item_roles import ROLE_ROLE, TONE_ROLE
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.preparation.importing.table import Judgement, ReadColumn, Reading, ReadTable, TableEntry

CHECK = Qt.ItemDataRole.CheckStateRole


@pytest.fixture
def table() -> ReadTable:
    """Four numbers: one missing, one that is none."""
    judged = Judgement(Reading(ValueType(DataType.INTEGER)), 2, 1, 1, np.array([False, True, False, False]))
    codes = np.array([0, 1, 2, 3], np.int32)
    column = ReadColumn("n", codes, ("1", "x", "", "4"), "", (judged,))
    return ReadTable(DataSource(path="t.csv"), (column,), 4, True, {}, {}, None)


def rows() -> list[ImportColumn]:
    return [
        ImportColumn("a", "age", True, Role.QUASI_IDENTIFYING, False, "Integer", "its name"),
        ImportColumn("b", "b", False, Role.SENSITIVE, True, "Text", "its values"),
    ]


def test_that_cells_are_shown_as_they_stand_in_the_file_with_what_is_wrong(table: ReadTable, qtmodeltester):
    model = ImportPreviewModel()
    qtmodeltester.check(model)
    model.show_table(table, {}, [True])
    qtmodeltester.check(model)
    cells = [model.index(row, 0) for row in range(4)]
    assert [cell.data() for cell in cells] == ["1", "x", "missing", "4"]
    assert [cell.data(TONE_ROLE) for cell in cells] == [None, "problem", "missing", None]
    model.show_records(np.array([1, 3]))
    assert [model.headerData(row, Qt.Orientation.Vertical) for row in range(model.rowCount())] == ["2", "4"]
    model.set_judgement(0, table.columns[0].candidates[0], kept=False)
    assert model.index(0, 0).data(TONE_ROLE) == "muted"


def test_that_columns_announce_what_is_ticked_and_typed(qtbot, qtmodeltester):
    model = ImportColumnsModel()
    model.set_columns(rows())
    qtmodeltester.check(model)
    with qtbot.waitSignal(model.keep_changed) as kept:
        model.setData(model.index(0, KEEP), Qt.CheckState.Unchecked, CHECK)
    assert kept.args == [0, False]
    with qtbot.waitSignal(model.name_changed) as named:
        model.setData(model.index(0, NAME), " years ")
    assert named.args == [0, "years"]
    assert not model.setData(model.index(0, NAME), "  ")
    assert model.index(0, NAME).data() == "age", "shown once the choices have it"
    assert [model.index(row, REASON).data() for row in range(2)] == ["its name", "Left out"]
    assert [model.index(row, ROLE).data(ROLE_ROLE) for row in range(2)] == [Role.QUASI_IDENTIFYING, None]


def test_that_a_selection_survives_a_change_of_the_columns(qtbot):
    model = ImportColumnsModel()
    model.set_columns(rows())
    resets: list[int] = []
    model.modelReset.connect(lambda: resets.append(1))
    with qtbot.waitSignal(model.dataChanged):
        model.set_columns([rows()[0], ImportColumn("b", "b", True, Role.SENSITIVE, True, "Text", "")])
    assert resets == []


def test_that_sizes_that_nobody_knows_are_left_empty(qtmodeltester):
    model = ImportTablesModel()
    model.set_entries((TableEntry("people", 1200, 4), TableEntry("women", None, 2, is_view=True)))
    qtmodeltester.check(model)
    shown = [[model.index(row, column).data() for column in range(3)] for row in range(2)]
    assert shown == [["people", "1,200", "4"], ["women (view)", "", "2"]]


def test_that_no_role_is_shown_before_the_table_was_read():
    model = ImportColumnsModel()
    awaited = ImportColumn("a", "a", True, Role.INSENSITIVE, False, "Text", "Not checked yet", awaited=True)
    model.set_columns([awaited])
    assert model.index(0, 2).data() == "\N{EN DASH}"
    assert model.index(0, 2).data(ROLE_ROLE) is None
