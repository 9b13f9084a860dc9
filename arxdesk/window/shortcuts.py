"""The keys of all commands without a window, as the documentation lists them."""

from __future__ import annotations

import os
from collections.abc import Callable
from itertools import groupby

from PySide6.QtWidgets import QApplication, QMainWindow

from arxdesk.configure.hierarchies.actions import HierarchyActions
from arxdesk.window.actions import Actions
from arxdesk.window.menus import fill
from arxdesk.window.shortcuts_dialog import WITHIN, Shortcut, shortcuts_among, shortcuts_of
from arxdesk.window.undo import UndoActions


class _NoHandlers(dict[str, Callable[[], None]]):
    def __missing__(self, name: str) -> Callable[[], None]:
        return lambda: None


def keys_of_menus() -> dict[str, tuple[Shortcut, ...]]:
    """The commands of each menu that have keys, from top to bottom. Makes an application without a display."""
    window = _window()
    undo = UndoActions(window)
    fill(window.menuBar(), Actions(window), undo.undo, undo.redo)
    listed = shortcuts_of(window.menuBar())
    return {menu: tuple(each) for menu, each in groupby(listed, lambda each: each.menus.partition(WITHIN)[0])}


def keys_of_hierarchies() -> tuple[Shortcut, ...]:
    """The commands that are heard while the keyboard is in a hierarchy."""
    window = _window()
    HierarchyActions(window, _NoHandlers())
    return tuple(shortcuts_among(window.actions()))


def _window() -> QMainWindow:
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    if QApplication.instance() is None:
        _applications.append(QApplication(["arxdesk"]))
    return QMainWindow()


_applications: list[QApplication] = []  # an application that nobody holds is gone at once
