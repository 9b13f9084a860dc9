"""Offers in a field for an expression: Return takes one only where somebody went to it."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.ui.widgets.fields.selection_field import SelectionField


def shown(qtbot, text: str) -> SelectionField:
    field = SelectionField("Filter")
    qtbot.addWidget(field)
    with qtbot.waitActive(field):
        field.show()
        field.activateWindow()
    field.setFocus()
    field.setText(text)
    field.show_offers(len(text), len(text), ["and", "or"])
    return field


def test_that_return_applies_a_finished_expression(qtbot):
    field = shown(qtbot, "age > 80 and sex = 'f'")
    popup = field._list
    popup.setCurrentIndex(popup.model().index(0, 0))  # as some systems do by themselves
    with qtbot.waitSignal(field.confirmed) as heard:
        QTest.keyClick(popup, Qt.Key.Key_Return)
    assert heard.args == ["age > 80 and sex = 'f'"]
    assert field.text() == "age > 80 and sex = 'f'"


def test_that_an_offer_stands_apart_from_what_is_before_it(qtbot):
    field = shown(qtbot, "sex = 'f'")
    QTest.keyClick(field._list, Qt.Key.Key_Tab)
    assert field.text() == "sex = 'f' and "
