"""What the last step of a hierarchy met: a refusal with its alternative, or a rule that is no longer followed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QUndoStack
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.steps import HierarchySteps, Refusal
from arxdesk.ui.widgets.basics.message import Message
from arxdesk_engine.foundation.language import tr


class StepNotice(Message):
    """Comes with a step and goes with the next one; its link does what is offered.

    `told` announces that it came or went.
    """

    told = Signal()

    def __init__(self, steps: HierarchySteps, undo_stack: QUndoStack, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._undo_stack = undo_stack
        self._offer: Callable[[], None] | None = None
        self.hide()
        steps.performed.connect(self.dismiss)
        steps.refused.connect(self._tell_refusal)
        steps.rule_left.connect(self._tell_rule_left)
        undo_stack.indexChanged.connect(self._dismiss_past)
        self.link_activated.connect(self._take_offer)

    def dismiss(self) -> None:
        """Remove the notice with its offer."""
        self._offer = None
        self.hide()
        self.told.emit()

    def _tell_refusal(self, refusal: Refusal) -> None:
        self._offer = refusal.instead
        links = (("do", refusal.words),) if refusal.instead is not None else ()
        self.set_content("warn", refusal.found, refusal.remedy, links)
        self.show()
        self.told.emit()

    def _tell_rule_left(self, title: str) -> None:
        self._offer = self._undo_stack.undo
        self.set_content("info", tr("No longer follows its rule"), f"({title}).", (("do", tr("Undo")),))
        self.show()
        self.told.emit()

    def _take_offer(self, _link: str) -> None:
        offer = self._offer
        self.dismiss()
        if offer is not None:
            offer()

    def _dismiss_past(self, _index: int) -> None:
        """Remove the notice about a change once another one is done or undone."""
        self.dismiss()
