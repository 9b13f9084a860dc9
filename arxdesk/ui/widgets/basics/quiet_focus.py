"""Lists whose current row is a shared selection: receiving the focus does not change it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QAbstractItemView


@contextmanager
def quiet_focus(view: QAbstractItemView) -> Iterator[None]:
    """Around `focusInEvent` of Qt, which would let the first row be current where none is."""
    if view.currentIndex().isValid():
        yield
        return
    with QSignalBlocker(view.selectionModel()):
        yield
        view.selectionModel().clearCurrentIndex()
