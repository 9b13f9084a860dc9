"""Columns get another order at import: by the keyboard and by the menu, in the project and in its job."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.importing.choices import Choices, ColumnChoice
from arxdesk.importing.columns_model import NAME
from arxdesk_engine.data.schema import Role
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.preparation.loading import load_dataset
from tests.arxdesk.importing.conftest import PEOPLE, Wizard

ALT = Qt.KeyboardModifier.AltModifier


@pytest.fixture
def opened(wizard: Wizard, tmp_path: Path) -> Wizard:
    PEOPLE.to_csv(tmp_path / "people.csv", index=False)
    wizard.open(tmp_path / "people.csv")
    return wizard


def shown(wizard: Wizard) -> list[str]:
    return [column.name for column in wizard.dialog.roles_page.model.columns]


def choose(wizard: Wizard, row: int) -> None:
    view = wizard.dialog.roles_page.view
    view.setCurrentIndex(wizard.dialog.roles_page.list.page_model.index(row, NAME))


def test_that_columns_move_and_the_table_has_that_order(opened: Wizard):
    page = opened.dialog.roles_page
    choose(opened, 3)
    for _time in range(2):
        QTest.keyClick(page.view, Qt.Key.Key_Up, ALT)
    assert shown(opened) == ["age", "city", "sex", "weight"]
    assert page.list.selected() == [3]
    assert page.view.currentIndex().row() == 1
    QTest.keyClick(page.view, Qt.Key.Key_S)  # all else still means the column, not the row
    assert opened.flow.draft.choices.columns[3].role is Role.SENSITIVE
    page.model.name_changed.emit(1, "town")
    assert opened.flow.draft.choices.columns[3].name == "town"
    choose(opened, 0)
    QTest.keyClick(page.view, Qt.Key.Key_Space)
    assert not opened.flow.draft.choices.columns[0].keep
    made = opened.finish()
    assert made.dataset.names == ("town", "sex", "weight")
    assert made.job.data.columns == ("city", "sex", "weight")
    assert load_dataset(made.job).names == ("town", "sex", "weight")
    assert list(made.dataset["sex"].codes) == list(load_dataset(made.job)["sex"].codes)


def test_that_the_order_of_the_file_needs_no_word(opened: Wizard):
    page = opened.dialog.roles_page
    choose(opened, 0)
    QTest.keyClick(page.view, Qt.Key.Key_Up, ALT)  # there is no room
    assert shown(opened) == list(PEOPLE.columns)
    QTest.keyClick(page.view, Qt.Key.Key_Down, ALT)
    assert opened.flow.draft.job().data.columns == ("sex", "age", "weight", "city")
    QTest.keyClick(page.view, Qt.Key.Key_Up, ALT)
    assert opened.flow.draft.job().data.columns == ()


def test_that_several_move_together():
    columns = tuple(ColumnChoice(name, name) for name in "abcde")
    choices = Choices(DataSource(path="t.csv"), columns)
    assert choices.moved([1, 2], 1).places == (0, 3, 1, 2, 4)
    assert choices.moved([1, 3], -1).places == (1, 0, 3, 2, 4)
    assert choices.moved([0, 2], -1) is choices
    assert choices.moved([2, 4], 1) is choices
    assert choices.moved([1, 2], 1).for_columns(list("abcde")).places == (0, 3, 1, 2, 4)
    assert choices.moved([1, 2], 1).for_columns(list("abxde")).order == ()
