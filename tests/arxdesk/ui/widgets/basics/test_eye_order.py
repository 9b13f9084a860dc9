"""Tab goes as the eye does, and the ring shows where it is."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from arxdesk.ui.widgets.basics.eye_order import tab_stops
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk.ui.widgets.basics.message import Message
from arxdesk.ui.widgets.basics.tab_bar import TabBar
from arxdesk.ui.widgets.fields.spin_box import SpinBox
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.window.window import MainWindow

LONG = 60_000


@pytest.fixture
def dialog(qtbot) -> FramedDialog:
    """Made from the foot upwards and from right to left."""
    made = FramedDialog()
    qtbot.addWidget(made)
    made.foot, made.right, made.left, made.mark = QPushButton("foot"), SpinBox(), QLineEdit("left"), HelpMark("", "it")
    row = QHBoxLayout()
    for part in (made.left, made.right, made.mark):
        row.addWidget(part)
    column = QVBoxLayout(made)
    column.addLayout(row)
    column.addWidget(made.foot)
    made.resize(400, 200)
    made.show()
    return made


def test_that_tab_goes_in_rows_from_the_left(dialog):
    assert tab_stops(dialog) == [dialog.left, dialog.right, dialog.mark.button, dialog.foot]
    dialog.activateWindow()
    dialog.left.setFocus()
    for expected in (dialog.right, dialog.mark.button, dialog.foot, dialog.left):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        assert dialog.focusWidget() is expected
    QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Backtab)
    assert dialog.focusWidget() is dialog.foot


def test_that_a_part_without_height_is_read_as_well(dialog):
    flat = QLineEdit(dialog)
    flat.setGeometry(0, 0, 40, 0)
    flat.show()
    assert flat in tab_stops(dialog)


def test_that_what_goes_hands_the_keyboard_to_no_question_mark(dialog):
    dialog.activateWindow()
    dialog.left.setFocus()
    dialog.right.hide()
    dialog.left.hide()
    assert dialog.focusWidget() is dialog.foot


def test_that_one_tab_reaches_the_link_of_a_message(qtbot):
    made = FramedDialog()
    qtbot.addWidget(made)
    field, message = QLineEdit(), Message("warn", "Look.", "There is something.", (("go", "Go there"),))
    column = QVBoxLayout(made)
    column.addWidget(field)
    column.addWidget(message)
    made.show()
    made.activateWindow()
    field.setFocus()
    QTest.keyClick(field, Qt.Key.Key_Tab)
    with qtbot.waitSignal(message.link_activated) as chosen:
        QTest.keyClick(made.focusWidget(), Qt.Key.Key_Return)
    assert chosen.args == ["go"]


def test_that_a_tab_with_the_keyboard_has_a_ring(qtbot):
    host = QWidget()
    qtbot.addWidget(host)
    bar, other = TabBar(), QLineEdit()
    bar.addTab("Attributes")
    bar.addTab("Weights")
    column = QVBoxLayout(host)
    column.addWidget(bar)
    column.addWidget(other)
    host.show()
    host.activateWindow()
    other.setFocus()
    before = bar.grab().toImage()
    bar.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(bar.hasFocus)
    assert bar.grab().toImage() != before


def test_that_every_perspective_is_read_from_its_upper_left(window: MainWindow, qtbot):
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    qtbot.waitUntil(lambda: not window.session.jobs._lanes, timeout=LONG)
    configure = window.workspace.perspectives["configure"]
    overview = configure._overview.widget
    card = configure.privacy_view.cards[0]
    qtbot.waitUntil(lambda: card.isVisible() and overview.isVisible(), timeout=LONG)
    order = tab_stops(window)
    places = [order.index(each) for each in (overview.tabs, overview.table)]
    assert places == sorted(places)
    places = [order.index(each) for each in (card.active, card.more, card.k, card.formula)]
    assert places == sorted(places)
