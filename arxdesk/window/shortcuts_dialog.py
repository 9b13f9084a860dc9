"""The keys of all commands in a dialog, as the menus in use have them and the system writes them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QHeaderView, QMenu, QMenuBar, QTableView, QWidget

from arxdesk.ui.dialogs.foot import lay_out_over_foot
from arxdesk.ui.models.listed_table import ListedTable
from arxdesk.ui.models.read_only_table import Heading
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk_engine.foundation.language import tr, tr_of

SIZE = QSize(880, 560)
WITHIN, SEVERAL = " > ", ", "
_OF_FEW = (QKeySequence(Qt.Key.Key_Undo), QKeySequence(Qt.Key.Key_Redo))
"""Keys of their own, which few keyboards have."""


@dataclass(frozen=True, slots=True)
class Shortcut:
    """A command, its keys as the system writes them, its menus from the outermost, and what it does.

    What it does is empty where its name says it.
    """

    command: str
    keys: str
    menus: str
    told: str


class ShortcutsModel(ListedTable[tuple[str, str, str]]):
    """A table model of them: command, keys and menu."""

    def __init__(self, shortcuts: Sequence[Shortcut], parent: QObject | None = None) -> None:
        words = (tr("Command"), tr_of("a keyboard", "Keys"), tr("Menu"))
        headings = (Heading(each, is_text=True) for each in words)
        super().__init__(headings, ((each.command, each.keys, each.menus) for each in shortcuts), parent)

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        return self._rows[row][column]


class ShortcutsDialog(FramedDialog):
    """Lists the commands of a menu bar that have keys; the keyboard begins with the first."""

    def __init__(self, bar: QMenuBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(tr("Keyboard shortcuts"))
        self.resize(SIZE)
        self.model = ShortcutsModel(shortcuts_of(bar), self)
        self.table = QTableView()
        self.table.setAccessibleName(self.windowTitle())
        self.table.setModel(self.model)
        self.table.setTabKeyNavigation(False)  # Tab leads to Close
        self.table.verticalHeader().hide()
        self.table.setShowGrid(False)
        self.table.setWordWrap(False)
        header, modes = self.table.horizontalHeader(), QHeaderView.ResizeMode
        header.setSectionResizeMode(modes.ResizeToContents)
        header.setStretchLastSection(True)
        lay_out_over_foot(self, self.table)
        self.table.setCurrentIndex(self.model.index(0, 0))
        self.table.setFocus()


def shortcuts_of(bar: QMenuBar) -> list[Shortcut]:
    """The commands with keys, in the order of the menus."""
    return list(shortcuts_among(bar.actions()))


def shortcuts_among(actions: Iterable[QAction], menus: tuple[str, ...] = ()) -> Iterator[Shortcut]:
    """The commands with keys among some actions, and in the menus among them."""
    for action in actions:
        words = action.text().replace("&", "").rstrip(".…")
        inside = action.menu()
        if isinstance(inside, QMenu):
            yield from shortcuts_among(inside.actions(), (*menus, words))
            continue
        named = [each for each in action.shortcuts() if each not in _OF_FEW]
        keys = [each.toString(QKeySequence.SequenceFormat.NativeText) for each in named]
        if keys:
            told = action.toolTip().removesuffix(f" ({keys[0]})")
            yield Shortcut(words, SEVERAL.join(keys), WITHIN.join(menus), "" if told == words else told)
