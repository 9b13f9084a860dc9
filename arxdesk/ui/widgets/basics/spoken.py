"""Accessibility: the role and value of widgets that paint themselves, and announcements.

A widget defines its role by `spoken_role` and, if it shows one value, by `spoken_value`; name and description are set
as on any widget. Qt asks for them only while something listens.
"""

from __future__ import annotations

from PySide6.QtCore import QObject
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget

Role = QAccessible.Role


class SpokenWidget(QAccessibleWidget):
    """Reports the role and the value of a widget."""

    def text(self, kind: QAccessible.Text) -> str:
        """The value as the widget shows it; everything else as of any widget."""
        if kind == QAccessible.Text.Value:
            return str(getattr(self.object(), "spoken_value", "") or "")
        return super().text(kind)


def begin() -> None:
    """Install the factory."""
    QAccessible.installFactory(_interface_of)


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
        _send(QAccessibleEvent(widget, QAccessible.Event.ValueChanged))


def _send(event: QAccessibleEvent) -> None:
    QAccessible.updateAccessibility(event)


def _interface_of(_kind: str, asked: QObject) -> QAccessibleInterface | None:
    role = getattr(type(asked), "spoken_role", None)
    return SpokenWidget(asked, role, "") if role is not None and isinstance(asked, QWidget) else None
