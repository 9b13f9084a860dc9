"""The keys of all commands, as the documentation lists them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass

from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu

from arxdesk.configure.hierarchies.actions import HierarchyActions
from arxdesk.window.actions import Actions
from arxdesk.window.menus import fill
from arxdesk.window.undo import UndoActions

_Format = QKeySequence.SequenceFormat


@dataclass(frozen=True, slots=True)
class CommandKeys:
    """A command with its keys ("Ctrl+E") and what it does, which is empty where its name says it."""

    command: str
    keys: tuple[str, ...]
    told: str


class _NoHandlers(dict[str, Callable[[], None]]):
    def __missing__(self, name: str) -> Callable[[], None]:
        return lambda: None


def keys_of_menus() -> dict[str, tuple[CommandKeys, ...]]:
    """The commands of each menu that have keys, from top to bottom. Makes an application without a display."""
    window = _window()
    undo = UndoActions(window)
    fill(window.menuBar(), Actions(window), undo.undo, undo.redo)
    menus = [menu for each in window.menuBar().actions() if isinstance(menu := each.menu(), QMenu)]
    return {_plain(menu.title()): _with_keys(_within(menu)) for menu in menus}


def keys_of_hierarchies() -> tuple[CommandKeys, ...]:
    """The commands that are heard while the keyboard is in a hierarchy."""
    window = _window()
    HierarchyActions(window, _NoHandlers())
    return _with_keys(window.actions())


def _window() -> QMainWindow:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if QApplication.instance() is None:
        _applications.append(QApplication(["arxdesk"]))
    return QMainWindow()


_applications: list[QApplication] = []  # an application that nobody holds is gone at once


def _within(menu: QMenu) -> Iterator[QAction]:
    for action in menu.actions():
        if isinstance(inner := action.menu(), QMenu):
            yield from _within(inner)
        else:
            yield action


def _with_keys(actions: Iterable[QAction]) -> tuple[CommandKeys, ...]:
    return tuple(_keys_of(action) for action in actions if action.shortcuts())


def _keys_of(action: QAction) -> CommandKeys:
    command = _plain(action.text()).rstrip(".")
    written = [each.toString(_Format.PortableText) for each in action.shortcuts()]
    told = action.toolTip().removesuffix(f" ({action.shortcut().toString(_Format.NativeText)})")
    keys = tuple(each for each in written if each != command)  # some keyboards have a key "Redo"
    return CommandKeys(command, keys, "" if told == command else told)


def _plain(text: str) -> str:
    return text.replace("&", "")
