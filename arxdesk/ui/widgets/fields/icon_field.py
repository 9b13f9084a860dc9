"""A line to write in, with an icon at its beginning and a button at its end that empties it."""

from __future__ import annotations

from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from arxdesk.ui.icons import icon
from arxdesk_engine.foundation.language import tr


class IconField(QLineEdit):
    """Its name is the accessible name of the field, and part of those of its buttons."""

    def __init__(self, name: str, hint: str, icon_name: str = "", parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setPlaceholderText(hint)
        if icon_name:
            self.addAction(icon(icon_name, "text.3"), QLineEdit.ActionPosition.LeadingPosition).setEnabled(False)
        leading = self.findChildren(QToolButton)
        self.setClearButtonEnabled(True)
        for button in self.findChildren(QToolButton):
            button.setAccessibleName(name if button in leading else tr("Empty {name}", name=name))
