"""Groups that go elsewhere: cut and pasted, or moved to a group that the user is asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtWidgets import QWidget

from arxdesk.configure.hierarchies.choose_group import ChooseGroupDialog
from arxdesk.configure.hierarchies.drops import drop
from arxdesk.configure.hierarchies.editor import GroupSelection, HierarchyEditor
from arxdesk.configure.hierarchies.steps import HierarchySteps
from arxdesk_engine.foundation.language import tr, tr_n


class GroupMoves(QObject):
    """Remembers what was cut, and asks where to; `cut_changed` announces that something waits to be pasted."""

    cut_changed = Signal()

    def __init__(self, steps: HierarchySteps, editor: HierarchyEditor, view: QWidget) -> None:
        super().__init__(view)
        self._steps, self._editor, self._view = steps, editor, view
        self.cut: GroupSelection | None = None
        """The selection that waits to be pasted."""
        self.dialog: ChooseGroupDialog | None = None

    def remember_cut(self, picked: GroupSelection) -> None:
        """Keep a selection that is to be pasted."""
        self.cut = picked
        self.cut_changed.emit()

    def forget_cut(self) -> None:
        """Forget what was cut."""
        self.cut = None

    def paste(self, target: GroupSelection) -> None:
        """Put what was cut into the first group of a selection, where it fits there."""
        inspection, cut = self._steps.inspection, self.cut
        if inspection is None or cut is None:
            return
        found = drop(inspection.groups, cut.level, cut.labels, target.level, target.labels[0], between=False)
        if found is not None:
            self.forget_cut()
            self._editor.drop(found)

    def ask_where_to_move(self, picked: GroupSelection) -> None:
        """Move a selection to the group that the user chooses."""
        sentence = tr_n(
            len(picked.labels),
            "Move {n} entry to which group?",
            "Move {n} entries to which group?",
        )
        words = tr("Move to a group"), sentence, tr("Move")
        self._ask(words, picked.level, lambda level, label: self._editor.move(picked, level, label))

    def ask_where_to_add(self, missing: Sequence[str]) -> None:
        """Add values without an entry to the group that the user chooses."""
        sentence = tr_n(len(missing), "Add {n} value to which group?", "Add {n} values to which group?")
        words = tr("Add to a group"), sentence, tr("Add")
        self._ask(words, 0, lambda level, label: self._editor.add_missing(missing, (level, label)))

    def _ask(self, words: tuple[str, str, str], level: int, take: Callable[[int, str], None]) -> None:
        """Ask for a group above a level; on the highest, for one of that level. `words`: title, question, verb."""
        inspection = self._steps.inspection
        if inspection is None:
            return
        levels = inspection.groups.levels
        lowest = min(max(1, level if level + 1 == levels else level + 1), levels)
        dialog = ChooseGroupDialog(*words, inspection.groups.labels, lowest, self._view.window())
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.group_chosen.connect(take)
        dialog.finished.connect(self._forget_dialog)
        self.dialog = dialog
        dialog.open()

    def _forget_dialog(self, _result: int) -> None:
        self.dialog = None
