"""The menu bar: every action in its place."""

from __future__ import annotations

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu, QMenuBar

from arxdesk.window.actions import (
    OF_HIERARCHIES,
    OF_PANES,
    OF_PROTECTION,
    OF_ROLES,
    OF_SEARCHING_ON,
    OF_SORTING,
    OF_SUBSET,
    OF_TEXT_SIZE,
    Actions,
)
from arxdesk_engine.foundation.language import tr


def fill(bar: QMenuBar, actions: Actions, undo: QAction, redo: QAction) -> QMenu:
    """Fill the menu bar; returns the menu of recent projects, which changes."""
    file = bar.addMenu(tr("&File"))
    file.addActions([actions["open"], actions["import"], actions["folder"], actions["database"]])
    recent = file.addMenu(tr("Open Recent"))
    file.addActions([actions["open_arx"], actions["example"]])
    file.addSeparator()
    file.addActions([actions["save"], actions["save_as"], actions["properties"]])
    file.addSeparator()
    file.addActions([actions["export"], actions["report"]])
    file.addSeparator()
    file.addActions([actions["close"], actions["quit"]])
    edit = bar.addMenu(tr("&Edit"))
    edit.addActions([undo, redo])
    edit.addSeparator()
    edit.addActions([actions[name] for name in ("find", "find_next", "find_previous", "replace")])
    edit.addSeparator()
    edit.addActions([actions["filter"], actions["show_all"]])
    edit.addSeparator()
    edit.addActions([actions["copy_job"], actions["copy_python"]])
    edit.addSeparator()
    edit.addActions([actions["audit_trail"], actions["releases"], actions["arx_import"]])
    view = bar.addMenu(tr("&View"))
    view.addActions([actions[name] for name in ("configure", "explore", "quality", "risk")])
    view.addSeparator()
    view.addActions([actions["previous"], actions["next"]])
    view.addSeparator()
    view.addAction(actions["panel"])
    view.addMenu(tr("Panes of Explore")).addActions([actions[name] for name in OF_PANES])
    view.addMenu(tr("Look")).addActions(actions.themes.actions())
    view.addMenu(tr("Text Size")).addActions([actions[name] for name in OF_TEXT_SIZE])
    view.addAction(actions["settings"])
    data = bar.addMenu(tr("&Data"))
    roles = data.addMenu(tr("Role of the Attribute"))
    roles.addActions([actions[name] for name in OF_ROLES])
    data.addActions([actions["type"], actions["suppress"], actions["guess_roles"]])
    data.addSeparator()
    data.addActions([actions[name] for name in OF_SORTING])
    data.addSeparator()
    data.addMenu(tr("Subset")).addActions([actions[name] for name in OF_SUBSET])
    data.addActions([actions["columns"], actions["link"]])
    data.addSeparator()
    data.addActions([actions[name] for name in OF_HIERARCHIES])
    protect = bar.addMenu(tr("&Protect"))
    protect.addActions([actions[name] for name in OF_PROTECTION])
    protect.addSeparator()
    protect.addActions([actions["problems"], actions["anonymize"], actions["stop"]])
    protect.addMenu(tr("Search On")).addActions([actions[name] for name in OF_SEARCHING_ON])
    protect.addSeparator()
    protect.addActions([actions["pin"], actions["compare"], actions["apply"]])
    bar.addMenu(tr("&Help")).addActions([actions[name] for name in ("help", "search_help", "shortcuts", "about")])
    return recent
