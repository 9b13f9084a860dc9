"""The order of values: moved, sorted, read from and written to files that list every value once."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.configure.attributes.value_order_dialog import ValueOrderDialog
from arxdesk.core.attributes import value_order
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData

VALUES = ("Stage 10", "Stage 2", "stage 1", "none")
LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def column() -> Column:
    codes = np.array([0, 0, 0, 1, 2, 2, 3, 4], np.int32)
    return Column.encode("stage", codes, (*VALUES, ""), ValueType())


@pytest.fixture
def dialog(qtbot, column: Column) -> ValueOrderDialog:
    made = ValueOrderDialog(column)
    qtbot.addWidget(made)
    made.show()
    return made


def test_that_missing_cells_have_no_place_and_a_known_order_is_shown(qtbot, column: Column, dialog):
    assert set(dialog.order) == set(VALUES)
    ordered = Column.encode("stage", column.codes, column.values, ValueType(DataType.ORDINAL, None, VALUES))
    again = ValueOrderDialog(ordered)
    qtbot.addWidget(again)
    assert again.order == VALUES


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("A to Z", ("none", "stage 1", "Stage 10", "Stage 2")),
        ("By number", ("stage 1", "Stage 2", "Stage 10", "none")),
        ("By frequency", ("Stage 10", "stage 1", "Stage 2", "none")),
    ],
)
def test_that_values_are_sorted(dialog: ValueOrderDialog, name: str, expected: tuple[str, ...]):
    QTest.mouseClick(dialog.sorts[name], LEFT)
    assert dialog.order == expected
    QTest.mouseClick(dialog.sorts["Reverse"], LEFT)
    assert dialog.order == expected[::-1]


def test_that_what_is_selected_moves_by_button_and_key(dialog: ValueOrderDialog, qtbot):
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    dialog.set_order(("a", "b", "c", "d"), [2])
    QTest.mouseClick(dialog.up, LEFT)
    assert dialog.order == ("a", "c", "b", "d")
    QTest.keyClick(dialog.list, Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier)
    QTest.mouseClick(dialog.up, LEFT)
    assert dialog.order == ("c", "a", "b", "d")
    dialog.set_order(("a", "b", "c", "d"), [0, 1])
    QTest.mouseClick(dialog.down, LEFT)
    assert dialog.order == ("c", "a", "b", "d")
    assert sorted(index.row() for index in dialog.list.selectedIndexes()) == [1, 2]


def test_that_an_order_is_written_and_read_again(dialog: ValueOrderDialog, tmp_path: Path, monkeypatch):
    file = tmp_path / "order.txt"
    monkeypatch.setattr("arxdesk.configure.attributes.value_order_dialog.ask_where_to_save_order", lambda *_: file)
    monkeypatch.setattr("arxdesk.configure.attributes.value_order_dialog.ask_for_order", lambda *_: file)
    dialog.set_order(VALUES)
    QTest.mouseClick(dialog.write_file, LEFT)
    assert file.read_text(encoding="utf-8").splitlines() == list(VALUES)
    assert dialog.message.kind == "ok"
    dialog.set_order(VALUES[::-1])
    QTest.mouseClick(dialog.read_file, LEFT)
    assert dialog.order == VALUES


def test_that_a_file_that_does_not_fit_is_told_and_changes_nothing(dialog, tmp_path: Path, monkeypatch):
    file = tmp_path / "order.txt"
    file.write_text("Stage 2\nStage 2\nStage 3\n", encoding="utf-8")
    monkeypatch.setattr("arxdesk.configure.attributes.value_order_dialog.ask_for_order", lambda *_: file)
    before = dialog.order
    QTest.mouseClick(dialog.read_file, LEFT)
    assert dialog.order == before
    assert dialog.message.kind == "error"
    assert "3 of the values are not listed" in dialog.message.text.text()


@pytest.mark.parametrize(
    ("content", "found"),
    [
        (b"a\nb\n", "1 of the values are not listed"),
        (b"a\nb\nc\nd\n", "1 of the values are no values of the column"),
        (b"a\nb\nc\na\n", "1 of the values are listed more than once"),
        (b"\xff\xfe\x00", "not a text file"),
    ],
)
def test_that_every_value_has_to_be_listed_once(content: bytes, found: str):
    with pytest.raises(InvalidData, match=found):
        value_order.read_order(content, ("a", "b", "c"), "order.txt")


def test_that_blank_lines_and_a_mark_at_the_beginning_do_no_harm():
    assert value_order.read_order("\ufeffb\r\n\r\n a \r\n".encode(), ("a", "b"), "x") == ("b", "a")


@given(st.integers(1, 12), st.integers(), st.integers(-1, 1).filter(bool))
def test_that_moving_keeps_all_values_and_the_order_of_the_others(number: int, seed: int, step: int):
    draw = random.Random(seed)  # noqa: S311 - no secret
    values = tuple(f"v{place}" for place in range(number))
    places = tuple(sorted(draw.sample(range(number), draw.randint(1, number))))
    found, selected = value_order.moved(values, places, step)
    assert sorted(found) == sorted(values)
    assert [found[place] for place in selected] == [values[place] for place in places]
    others = [value for place, value in enumerate(values) if place not in places]
    assert [value for value in found if value in others] == others
    assert all(abs(new - old) <= 1 for new, old in zip(selected, places, strict=True))
