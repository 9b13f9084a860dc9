"""Accessibility: buttons that stay down, and boxes that are ticked.

Qt lets readers toggle such a button without the click that a person makes (`QAccessibleButton::doAction`), so that the
button changed and nothing followed.
"""

from __future__ import annotations

from PySide6.QtGui import QAccessible, QAccessibleActionInterface
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QCheckBox, QRadioButton

BUTTONS = (QCheckBox.__name__, QRadioButton.__name__)


class SpokenButton(QAccessibleWidget):
    """Reports whether a button is down or a box is ticked; what a reader does to it is a click."""

    def __init__(self, button: QAbstractButton, role: QAccessible.Role) -> None:
        super().__init__(button, role, "")
        self._button = button

    def state(self) -> QAccessible.State:
        """The state of the widget, and of the button."""
        state = super().state()
        state.checkable = self._button.isCheckable()
        state.checked = self._button.isChecked()
        state.pressed = self._button.isDown()
        if isinstance(self._button, QCheckBox) and self._button.isTristate():
            state.checkStateMixed = self._button.checkState().name == "PartiallyChecked"
        return state

    def text(self, kind: QAccessible.Text) -> str:
        """The words on the button where it has no other name."""
        said = super().text(kind)
        return self._button.text().replace("&", "") if kind == QAccessible.Text.Name and not said else said

    def actionNames(self) -> list[str]:
        """To press it, and all that can be done to a widget."""
        press = [QAccessibleActionInterface.pressAction()] if self._button.isEnabled() else []
        return press + super().actionNames()

    def doAction(self, name: str) -> None:
        """Click, by whatever name it is asked for; not at once, since what follows may wait for the person."""
        if name in (QAccessibleActionInterface.pressAction(), QAccessibleActionInterface.toggleAction()):
            if self._button.isEnabled():
                self._button.animateClick()
        else:
            super().doAction(name)
