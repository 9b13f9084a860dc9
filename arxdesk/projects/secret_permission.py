"""Confirm creating keys and mappings at places that an opened project names."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from arxdesk.ui.widgets.basics.buttons import make_primary
from arxdesk.ui.widgets.frames.framed_dialog import FramedQuestion
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.projects.places import Secret

_NAMED = 6


class SecretPermissionBox(FramedQuestion):
    """Names the places; `allow` is the button that lets them be used, and Return presses Cancel."""

    def __init__(self, secrets: Sequence[Secret], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setIcon(QMessageBox.Icon.Warning)
        self.setWindowTitle(tr("Files outside the project"))
        self.setText(
            tr_n(
                len(secrets),
                "This project makes a file outside its folder",
                "This project makes files outside its folder",
            )
        )
        asked = tr(
            "Allow this only where you know who made the project. Files that are there already are never replaced."
        )
        self.setInformativeText(f"{_lines(secrets)}\n\n{asked}")
        self.allow: QPushButton = self.addButton(tr("Allow"), QMessageBox.ButtonRole.AcceptRole)
        cancel = self.addButton(QMessageBox.StandardButton.Cancel)
        make_primary(cancel)
        self.setDefaultButton(cancel)
        self.setEscapeButton(cancel)


def _lines(secrets: Sequence[Secret]) -> str:
    by_place = {each.path: each for each in secrets}
    lines = [
        tr("Mapping of pseudonyms for {attribute}:\n{path}", attribute=each.attribute, path=path)
        if each.is_mapping
        else tr("Key for {attribute}:\n{path}", attribute=each.attribute, path=path)
        for path, each in by_place.items()
    ]
    more = len(lines) - _NAMED
    return "\n\n".join(lines[:_NAMED] + ([tr_n(more, "and {n} more", "and {n} more")] if more > 0 else []))
