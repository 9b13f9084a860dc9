"""Files that are dropped: taken as copies, since whoever offers to move them would delete them behind it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def offer_to_copy(event: QDropEvent) -> None:
    """Take files that enter or are dropped, where they can be copied; nothing else is accepted."""
    if dropped_files(event) and event.possibleActions() & Qt.DropAction.CopyAction:
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
    else:
        event.ignore()


def dropped_files(event: QDropEvent) -> tuple[Path, ...]:
    """The files of this computer among what is dragged."""
    return tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())
