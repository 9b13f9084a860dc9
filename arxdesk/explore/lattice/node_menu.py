"""The context menu of a node of the lattice."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.ui.icons import icon
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.lattice.lattice import Levels


class NodeMenu(QMenu):
    """Select, show the neighbours, pin, apply, copy the levels; each slot gets the levels of the node."""

    def __init__(self, levels: Levels, can_apply: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._levels = levels
        self.select_action = self._add(tr("Select"), "")
        self.neighbours_action = self._add(tr("Show neighbours"), "explore")
        self.pin_action = self._add(tr("Pin"), "pin")
        self.apply_action = self._add(tr("Apply"), "check")
        self.apply_action.setEnabled(can_apply)
        self.addSeparator()
        self.copy_action = self._add(tr("Copy levels"), "copy")
        self.copy_action.triggered.connect(self._copy)

    def bind(self, action: QAction, slot: Callable[[Levels], object]) -> None:
        """Let an action do something with the node."""
        action.triggered.connect(lambda: slot(self._levels))

    def _add(self, text: str, icon_name: str) -> QAction:
        return self.addAction(icon(icon_name), text) if icon_name else self.addAction(text)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(", ".join(map(str, self._levels)))
