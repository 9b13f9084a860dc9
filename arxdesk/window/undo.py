"""Undo and redo: the two actions, which follow the open document."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QAction, QKeySequence, QUndoGroup
from PySide6.QtWidgets import QWidget

from arxdesk.core.document import Document
from arxdesk.ui.icons import icon
from arxdesk_engine.foundation.language import marked, tr


class UndoActions:
    """Their texts name the step that they take back or repeat."""

    def __init__(self, window: QWidget) -> None:
        self._group = QUndoGroup(window)
        self.undo = self._make_undo(window)
        self.redo = self._make_redo(window)

    def follow(self, document: Document | None) -> None:
        """Offer the steps of a document; none while it is locked."""
        stack = document.undo_stack if document and not document.locked else None
        if stack is not None and stack not in self._group.stacks():
            self._group.addStack(stack)
        self._group.setActiveStack(stack)  # type: ignore[arg-type] # Qt takes none, its stub does not know

    def _make_undo(self, window: QWidget) -> QAction:
        action = self._group.createUndoAction(window)
        name = partial(_name, action, marked("Undo"), marked("Undo {step}"))
        self._group.undoTextChanged.connect(name)
        name("")
        action.setShortcut(QKeySequence.StandardKey.Undo)
        action.setIcon(icon("undo"))
        return action

    def _make_redo(self, window: QWidget) -> QAction:
        action = self._group.createRedoAction(window)
        name = partial(_name, action, marked("Redo"), marked("Redo {step}"))
        self._group.redoTextChanged.connect(name)
        name("")
        usual = QKeySequence.keyBindings(QKeySequence.StandardKey.Redo)
        action.setShortcuts([*usual, *(key for key in (QKeySequence("Ctrl+Y"),) if key not in usual)])
        action.setIcon(icon("redo"))
        return action


def _name(action: QAction, alone: str, of_step: str, step: str) -> None:
    """Say what an action takes back or repeats; Qt would put the words one behind the other in every language."""
    action.setText(tr(of_step, step=step) if step else tr(alone))
