"""Actions on the selected groups, with shortcuts: shared by buttons, menus and keys."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.configure.hierarchies.editor import GroupSelection
from arxdesk.ui.icons import icon
from arxdesk_engine.foundation.language import marked, tr


@dataclass(frozen=True, slots=True)
class _ActionText:
    text: str
    shortcut: str = ""
    icon: str = ""
    hint: str = ""


_DECLARED = {
    "rename": _ActionText(marked("Rename"), "F2", "edit", marked("Rename the group everywhere")),
    "merge": _ActionText(
        marked("Merge"), "Ctrl+M", "", marked("Merge the selected groups, with a label of all of them")
    ),
    "group": _ActionText(
        marked("New group"), "Ctrl+G", "", marked("Take the selection out, as a new group of the next level")
    ),
    "move": _ActionText(marked("Move to..."), "Ctrl+Shift+M", "", marked("Move the selection to another group")),
    "cut": _ActionText(marked("Cut"), "Ctrl+X", "", marked("Cut the selection, to move it to another group")),
    "paste": _ActionText(
        marked("Paste into this group"), "Ctrl+V", "", marked("Paste the cut values into the current group")
    ),
    "up": _ActionText(marked("Move rows up"), "Alt+Up", "arrow-up"),
    "down": _ActionText(marked("Move rows down"), "Alt+Down", "arrow-down"),
    "insert_value": _ActionText(marked("Insert value"), "Ins", "plus", marked("Insert a row for another value")),
    "remove": _ActionText(marked("Remove entries"), "Del", "trash", marked("Remove the selected rows")),
    "insert_left": _ActionText(marked("Insert level left"), "Ctrl+Shift+Left"),
    "insert_right": _ActionText(marked("Insert level right"), "Ctrl+Shift+Right"),
    "remove_level": _ActionText(marked("Remove level"), "Ctrl+Shift+Backspace"),
    "sort": _ActionText(marked("Sort rows by value"), "", "", marked("The groups of every level stay together")),
}
OF_TABLE = ("up", "down", "sort")
OF_TREE = ("cut", "paste")


class HierarchyActions:
    """The actions by name. They are heard while the keyboard is in `host`."""

    def __init__(self, host: QWidget, handlers: dict[str, Callable[[], None]]) -> None:
        self._actions: dict[str, QAction] = {}
        for name, declared in _DECLARED.items():
            action = QAction(tr(declared.text), host)
            action.setShortcut(QKeySequence(declared.shortcut))
            action.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
            if declared.icon:
                action.setIcon(icon(declared.icon))
            keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
            words = tr(declared.hint or declared.text)
            action.setToolTip(f"{words} ({keys})" if keys else words)
            action.triggered.connect(_plain(handlers[name]))
            host.addAction(action)
            self._actions[name] = action

    def __getitem__(self, name: str) -> QAction:
        return self._actions[name]

    def enable(
        self, picked: GroupSelection | None, levels: int, *, editable: bool, in_tree: bool, cut: GroupSelection | None
    ) -> None:
        """Enable the actions that suit a selection."""
        on = editable and picked is not None
        level = picked.level if picked else 0
        several = picked is not None and len(picked.labels) > 1
        wanted = {
            "rename": on,
            "merge": on and several and (level > 0 or levels > 1),
            "group": on and level + 1 < levels,
            "move": on and (level + 1 < levels or (level > 0 and levels > 1)),
            "cut": on and in_tree,
            "paste": on and in_tree and cut is not None and cut.level <= max(1, level),
            "up": on and not in_tree,
            "down": on and not in_tree,
            "insert_value": editable,
            "remove": on,
            "insert_left": on and level > 0,
            "insert_right": on,
            "remove_level": on and level > 0,
            "sort": editable,
        }
        for name, enabled in wanted.items():
            self._actions[name].setEnabled(enabled)

    def menu(self, parent: QWidget, *, in_tree: bool) -> QMenu:
        """A menu for the selection."""
        made = QMenu(parent)
        made.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        groups = (
            ("rename", "merge", "group", "move"),
            OF_TREE if in_tree else OF_TABLE,
            ("insert_value", "remove"),
            ("insert_left", "insert_right", "remove_level"),
        )
        for names in groups:
            made.addSeparator()
            made.addActions([self._actions[name] for name in names])
        return made


def _plain(handler: Callable[[], None]) -> Callable[[bool], None]:
    """Drop the checked state that actions emit."""

    def handle(_checked: bool = False) -> None:
        handler()

    return handle
