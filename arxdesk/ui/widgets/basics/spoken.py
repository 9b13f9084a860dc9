"""Accessibility: the role and value of widgets that paint themselves, and announcements.

A widget defines its role by `spoken_role` and, if it shows one value, the words by `spoken_value` and the number by
`spoken_scale`; if a reader may set it, there is a `spoken_to`, which takes a number of the scale. Name and description
are set as on any widget. Qt asks for them only while something listens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleEvent,
    QAccessibleInterface,
    QAccessibleValueChangeEvent,
    QAccessibleValueInterface,
)
from PySide6.QtWidgets import QAbstractButton, QAccessibleWidget, QComboBox, QGraphicsView, QScrollArea, QWidget
from shiboken6 import VoidPtr

from arxdesk.ui.spoken_button import BUTTONS, SpokenButton
from arxdesk.ui.spoken_caption import caption

Role = QAccessible.Role


@dataclass(frozen=True)
class Scale:
    """A number between two others, and the least step by which it changes (0: any)."""

    value: float
    lowest: float
    highest: float
    step: float = 0.0


class SpokenNumber(QAccessibleValueInterface):
    """The scale of a widget, as it is at the moment it is asked for."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__()
        self._widget: Any = widget

    def currentValue(self) -> float:
        """The number."""
        return self._scale.value

    def setCurrentValue(self, value: float) -> None:
        """Move to a number, on widgets that can be moved; others stay."""
        move = getattr(self._widget, "spoken_to", None)
        if move is not None:
            move(min(max(float(value), self._scale.lowest), self._scale.highest))

    def minimumValue(self) -> float:
        """The least number there can be."""
        return self._scale.lowest

    def maximumValue(self) -> float:
        """The greatest number there can be."""
        return self._scale.highest

    def minimumStepSize(self) -> float:
        """The least step."""
        return self._scale.step

    @property
    def _scale(self) -> Scale:
        return getattr(self._widget, "spoken_scale", None) or Scale(0.0, 0.0, 0.0)


class SpokenWidget(QAccessibleWidget):
    """Reports the role and the value of a widget."""

    def __init__(self, widget: QWidget, role: QAccessible.Role) -> None:
        super().__init__(widget, role, "")
        self._number = SpokenNumber(widget)  # Qt takes its address only: it lives as long as this

    def interface_cast(self, kind: QAccessible.InterfaceType) -> Any:  # noqa: ANN401 - an address
        """The number, where the widget shows one now; everything else as of any widget."""
        if (
            kind == QAccessible.InterfaceType.ValueInterface
            and getattr(self.object(), "spoken_scale", None) is not None
        ):
            return self._number
        found = super().interface_cast(kind)
        return VoidPtr(0) if found is None else found  # PySide ends the program where None is returned

    def text(self, kind: QAccessible.Text) -> str:
        """The value as the widget shows it; everything else as of any widget."""
        if kind == QAccessible.Text.Value:
            return str(getattr(self.object(), "spoken_value", "") or "")
        return super().text(kind)


def begin() -> None:
    """Install the factory."""
    QAccessible.installFactory(_interface_of)


def ask_anew(widget: QWidget) -> None:
    """Forget what a widget has been to readers: one that listens has asked before it had its place."""
    if QAccessible.isActive():
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(QAccessible.queryAccessibleInterface(widget)))


def announce(widget: QWidget, words: str, *, is_urgent: bool = False) -> None:
    """Have words read out: after the current speech, or in its place."""
    if words and QAccessible.isActive():
        event = QAccessibleAnnouncementEvent(widget, words)
        manners = QAccessible.AnnouncementPoliteness
        event.setPoliteness(manners.Assertive if is_urgent else manners.Polite)
        _send(event)


def tell_value(widget: QWidget) -> None:
    """Announce a changed value of a widget."""
    if QAccessible.isActive():
        scale = getattr(widget, "spoken_scale", None)
        # Windows takes every event of a changed value for one of this class.
        _send(
            QAccessibleValueChangeEvent(widget, getattr(widget, "spoken_value", "") if scale is None else scale.value)
        )


def _send(event: QAccessibleEvent) -> None:
    QAccessible.updateAccessibility(event)


def _interface_of(kind: str, asked: QObject) -> QAccessibleInterface | None:
    if kind == QComboBox.__name__ and isinstance(asked, QComboBox):
        caption(asked)
    role = _role_of(asked)
    if isinstance(asked, QAbstractButton) and (role is not None or kind in BUTTONS):
        return SpokenButton(asked, role or (Role.RadioButton if asked.autoExclusive() else Role.CheckBox))
    return SpokenWidget(asked, role) if role is not None and isinstance(asked, QWidget) else None


def _role_of(asked: QObject) -> QAccessible.Role | None:
    """The declared role; that of the area around for what it draws on; a group for what scrolls."""
    declared: QAccessible.Role | None = getattr(type(asked), "spoken_role", None)
    around = asked.parent()
    if declared is None and isinstance(around, QGraphicsView) and around.viewport() is asked:
        return _role_of(around)
    return Role.Grouping if declared is None and isinstance(asked, QScrollArea) else declared
