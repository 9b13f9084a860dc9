"""Undo and redo: the two actions, which follow the open document."""

from __future__ import annotations

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
        action = StepAction(marked("Undo"), marked("Undo {step}"), window)
        action.triggered.connect(self._group.undo)
        self._group.canUndoChanged.connect(action.setEnabled)
        self._group.undoTextChanged.connect(action.name_step)
        action.setShortcut(QKeySequence.StandardKey.Undo)
        action.setIcon(icon("undo"))
        return action

    def _make_redo(self, window: QWidget) -> QAction:
        action = StepAction(marked("Redo"), marked("Redo {step}"), window)
        action.triggered.connect(self._group.redo)
        self._group.canRedoChanged.connect(action.setEnabled)
        self._group.redoTextChanged.connect(action.name_step)
        usual = QKeySequence.keyBindings(QKeySequence.StandardKey.Redo)
        action.setShortcuts([*usual, *(key for key in (QKeySequence("Ctrl+Y"),) if key not in usual)])
        action.setIcon(icon("redo"))
        return action


class StepAction(QAction):
    """Takes back or repeats a step, which it names; that of Qt puts words one behind the other in any language."""

    def __init__(self, alone: str, of_step: str, window: QWidget) -> None:
        super().__init__(tr(alone), window)
        self._alone, self._of_step = alone, of_step
        self.setEnabled(False)

    def name_step(self, step: str) -> None:
        """Say which step it is, or none ("")."""
        self.setText(tr(self._of_step, step=step) if step else tr(self._alone))
