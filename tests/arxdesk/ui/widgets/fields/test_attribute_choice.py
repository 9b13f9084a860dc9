"""The choice of an attribute: a list, searched by any part of a name where it is long."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.ui.widgets.fields.attribute_choice import WIDEST, AttributeChoice


@pytest.fixture
def choice(qtbot):
    made = AttributeChoice()
    qtbot.addWidget(made)
    made.show()
    return made


def test_that_few_attributes_are_a_plain_list(choice):
    choice.set_attributes(["age", "sex"])
    assert not choice.isEditable()
    choice.set_value("sex")
    assert choice.value == "sex"


def test_that_hundreds_are_searched_by_any_part_of_their_name(choice, qtbot):
    choice.set_attributes([f"Altersangabe_{number}" for number in range(500)])
    assert choice.isEditable()
    choice.set_value("Altersangabe_3")
    assert choice.lineEdit().cursorPosition() == 0
    choice.lineEdit().selectAll()
    with qtbot.waitSignal(choice.chosen) as told:
        QTest.keyClicks(choice.lineEdit(), "angabe_499")
        assert choice.completer().currentCompletion() == "Altersangabe_499"
        choice.lineEdit().setText("Altersangabe_499")
        QTest.keyClick(choice.lineEdit(), Qt.Key.Key_Return)
    assert told.args == ["Altersangabe_499"]


def test_that_what_is_no_attribute_is_forgotten(choice):
    choice.set_attributes([f"a{number}" for number in range(100)])
    choice.set_value("a7")
    choice.lineEdit().setText("nothing like it")
    choice.lineEdit().editingFinished.emit()
    assert choice.currentText() == "a7"
    assert choice.value == "a7"


def test_that_very_long_names_do_not_take_the_room(choice):
    choice.set_attributes(["Hauptentlassungsdiagnose_nach_ICD_10_GM_in_der_Fassung_von_2024"])
    assert choice.sizeHint().width() == WIDEST
