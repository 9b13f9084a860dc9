"""Permission to create keys and mappings at the places that an opened project names."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QObject, Signal

from arxdesk.core.document import Document
from arxdesk.core.values.secret_places import PermissionRequest


class Permission(QObject):
    """Asks once for each document."""

    wanted = Signal(PermissionRequest)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document: Document | None = None

    def follow(self, document: Document | None) -> None:
        """Ask for another document from now on."""
        self._document = document

    def ask(self, document: Document, go_on: Callable[[], object], refused: Callable[[], object] | None = None) -> None:
        """Go on at once, or once somebody allows keys and mappings at the places that an opened project names."""
        secrets = document.secret_places.to_allow(document.job)
        if not secrets:
            go_on()
            return
        granted = partial(self._take, document, go_on)
        self.wanted.emit(PermissionRequest(secrets, granted, refused or _nothing))

    def _take(self, document: Document, go_on: Callable[[], object]) -> None:
        if document is self._document:
            document.secret_places.allow()
            go_on()


def _nothing() -> None:
    """The default reaction to a refusal: none."""
