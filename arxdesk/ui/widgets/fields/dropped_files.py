"""Files that are dropped: taken as copies, since whoever offers to move them would delete them behind it."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtGui import QDropEvent


def offer_to_copy(event: QDropEvent) -> bool:
    """Take files that enter or are dropped, where they can be copied; nothing else is accepted. Whether they were."""
    taken = bool(dropped_files(event)) and bool(event.possibleActions() & Qt.DropAction.CopyAction)
    if taken:
        event.setDropAction(Qt.DropAction.CopyAction)
    event.setAccepted(taken)
    return taken


def dropped_files(event: QDropEvent) -> tuple[Path, ...]:
    """The local files of a drag."""
    return tuple(Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile())
