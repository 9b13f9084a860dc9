"""The table of records: any order, roles and captions in the header, and every role of Qt answered."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QLocale, QModelIndex, Qt

from arxdesk.core.records_model import MAX_ROWS, RecordsModel
from arxdesk.ui.item_roles import BAND_ROLE, CAPTION_ROLE, CELL_ROLE, REMOVED_ROLE, ROLE_ROLE, TONE_ROLE
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import Role

ROLES = Qt.ItemDataRole
FRAME = pd.DataFrame({"age": ["30", "", "10", "20"], "city": ["<b>Rome</b>", "Oslo", "Bonn", "Oslo"]})


@pytest.fixture
def dataset() -> Dataset:
    return Dataset.from_pandas(FRAME, "people.csv")


@pytest.fixture
def model(qapp, dataset: Dataset) -> RecordsModel:
    made = RecordsModel(lambda name: Role.SENSITIVE if name == "city" else Role.QUASI_IDENTIFYING)
    made.set_records(dataset.columns)
    return made


def shown(model: RecordsModel, column: int) -> list[object]:
    return [model.index(row, column).data() for row in range(model.rowCount())]


def test_that_the_model_keeps_the_rules_of_qt(model: RecordsModel, dataset: Dataset, qtmodeltester):
    qtmodeltester.check(model)
    model.set_records(dataset.columns, np.array([3, 0]))
    qtmodeltester.check(model)
    model.set_records(())
    qtmodeltester.check(model)


def test_that_records_are_shown_as_they_are(model: RecordsModel):
    assert (model.rowCount(), model.columnCount()) == (4, 2)
    assert shown(model, 0) == list(FRAME["age"])
    assert shown(model, 1) == list(FRAME["city"])
    assert [model.headerData(row, Qt.Orientation.Vertical) for row in range(4)] == ["1", "2", "3", "4"]


def test_that_a_chosen_order_shows_those_records_with_their_numbers(model: RecordsModel, dataset: Dataset):
    model.set_records(dataset.columns, np.array([2, 0, 1]))
    assert shown(model, 0) == ["10", "30", ""]
    assert model.record_of(0) == 2
    assert [model.headerData(row, Qt.Orientation.Vertical) for row in range(3)] == ["3", "1", "2"]


def test_that_removed_and_banded_are_those_of_the_record_and_not_of_the_row(model: RecordsModel, dataset: Dataset):
    removed, bands = np.array([True, False, False, False]), np.array([False, False, True, False])
    model.set_records(dataset.columns, np.array([2, 0]), removed, bands)
    assert [model.index(row, 0).data(REMOVED_ROLE) for row in range(2)] == [False, True]
    assert [model.index(row, 0).data(BAND_ROLE) for row in range(2)] == [True, False]


def test_that_without_bands_the_view_chooses_them(model: RecordsModel):
    assert model.index(0, 0).data(BAND_ROLE) is None
    assert model.index(0, 0).data(REMOVED_ROLE) is False


def test_that_everything_about_a_cell_is_answered_at_once(model: RecordsModel):
    model.set_ticked(np.array([True, True, False, True]))
    for row in range(4):
        for column in range(2):
            index = model.index(row, column)
            roles = (ROLES.DisplayRole, ROLES.TextAlignmentRole, TONE_ROLE)
            assert index.data(CELL_ROLE) == tuple(index.data(role) for role in roles)
    assert [model.index(row, 0).data(TONE_ROLE) for row in range(4)] == [None, "missing", "muted", None]
    states = [model.headerData(row, Qt.Orientation.Vertical, ROLES.CheckStateRole) for row in range(4)]
    assert states == [Qt.CheckState.Checked] * 2 + [Qt.CheckState.Unchecked, Qt.CheckState.Checked]
    model.set_ticked(None)
    assert model.headerData(0, Qt.Orientation.Vertical, ROLES.CheckStateRole) is None


def test_that_missing_cells_are_told(model: RecordsModel):
    assert [model.index(row, 0).data(TONE_ROLE) for row in range(4)] == [None, "missing", None, None]


def test_that_numbers_stand_at_the_right_and_texts_at_the_left(model: RecordsModel):
    for ask in (
        lambda column: model.index(0, column).data(ROLES.TextAlignmentRole),
        lambda column: model.headerData(column, Qt.Orientation.Horizontal, ROLES.TextAlignmentRole),
    ):
        assert ask(0) & Qt.AlignmentFlag.AlignRight
        assert ask(1) & Qt.AlignmentFlag.AlignLeft


def test_that_the_header_has_name_role_type_and_number_of_values(model: RecordsModel):
    assert model.headerData(1, Qt.Orientation.Horizontal) == "city"
    assert model.headerData(1, Qt.Orientation.Horizontal, ROLE_ROLE) == "sensitive"
    assert model.headerData(1, Qt.Orientation.Horizontal, CAPTION_ROLE) == "Text · 3"


def test_that_without_roles_the_header_has_no_chips(qapp, dataset: Dataset):
    model = RecordsModel()
    model.set_records(dataset.columns)
    assert model.headerData(0, Qt.Orientation.Horizontal, ROLE_ROLE) is None


def test_that_cells_are_never_taken_for_markup_in_tooltips(model: RecordsModel):
    assert model.index(0, 1).data(ROLES.ToolTipRole) == "<span>&lt;b&gt;Rome&lt;/b&gt;</span>"
    assert model.index(1, 1).data(ROLES.ToolTipRole) == "Oslo"


def test_that_only_the_header_of_the_attribute_is_refreshed(model: RecordsModel, qtbot):
    with qtbot.waitSignal(model.headerDataChanged) as told:
        model.refresh_header("city")
    assert told.args == [Qt.Orientation.Horizontal, 1, 1]
    with qtbot.assertNotEmitted(model.headerDataChanged):
        model.refresh_header("no such column")


def test_that_columns_are_found_by_name(model: RecordsModel):
    assert model.column_of("city") == 1
    assert model.column_of("no such column") == -1
    assert model.name_of(0) == "age"


def test_that_there_are_no_children_and_nothing_at_no_place(model: RecordsModel):
    assert model.rowCount(model.index(0, 0)) == 0
    assert model.columnCount(model.index(0, 0)) == 0
    assert model.data(QModelIndex()) is None


def test_that_no_more_rows_are_shown_than_a_view_can_address(qapp):
    column = Column.encode("a", np.zeros(2, np.int32), ["x"])
    model = RecordsModel()
    model.set_records([column], np.broadcast_to(np.intp(0), MAX_ROWS + 5))
    assert model.rowCount() == MAX_ROWS


def test_that_numbers_are_written_as_the_locale_has_them(qapp):
    before = QLocale()
    column = Column.encode("a", np.arange(2000, dtype=np.int32), [f"{number:04}" for number in range(2000)])
    model = RecordsModel()
    model.set_records([column])
    try:
        QLocale.setDefault(QLocale(QLocale.Language.German, QLocale.Country.Germany))
        assert model.headerData(1233, Qt.Orientation.Vertical) == "1.234"
        assert model.headerData(0, Qt.Orientation.Horizontal, CAPTION_ROLE).endswith("2.000")
    finally:
        QLocale.setDefault(before)
