"""Ask for permission before an opened project creates keys or mappings at its own places."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QWidget

from arxdesk.core.session.session import Session
from arxdesk.core.values.secret_places import PermissionRequest
from arxdesk.projects.secret_permission import SecretPermissionBox


class SecretsFlow(QObject):
    """Asks once for a project; until it is allowed nothing is searched, restored or written that needs it."""

    def __init__(self, window: QWidget, session: Session) -> None:
        super().__init__(window)
        self._window = window
        session.permission.wanted.connect(self._ask_soon)

    def _ask_soon(self, asked: PermissionRequest) -> None:
        """After the window shows what was opened."""
        QTimer.singleShot(0, self, partial(self._ask, asked))

    def _ask(self, asked: PermissionRequest) -> None:
        box = SecretPermissionBox(asked.secrets, self._window)
        box.exec()
        (asked.granted if box.clickedButton() is box.allow else asked.refused)()
