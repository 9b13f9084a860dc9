"""What is being replaced keeps the keyboard, and shows it."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QLineEdit, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.veil import Veil
from tests.arxdesk.contrast import told_apart

LEAST_MARK = 20


@pytest.mark.parametrize("is_skeleton", [True, False])
def test_that_a_veil_shows_what_has_the_keyboard_below_it(qtbot, is_skeleton):
    window = QWidget()
    qtbot.addWidget(window)
    fields = [QLineEdit() for _number in range(2)]
    layouts.column(*fields, margins=20, inside=window)
    veil = Veil(window)
    window.resize(300, 200)
    window.show()
    qtbot.waitActive(window)
    veil.cover(is_skeleton=is_skeleton)
    pictures = []
    for field in fields:
        field.setFocus()
        qtbot.waitUntil(field.hasFocus)
        pictures.append(window.grab().toImage())
    assert told_apart(*pictures) >= 2 * LEAST_MARK
