"""The menu of a cell or of a header: actions on its value, its attribute and its column."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

from PySide6.QtWidgets import QMenu, QWidget

from arxdesk.core.document import Document
from arxdesk.core.values.role_words import role_title
from arxdesk.ui.words import count_with_share
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import Role
from arxdesk_engine.data.selection.syntax import in_single_quotes, written_name
from arxdesk_engine.foundation.language import tr

_LONGEST = 32


@dataclass(frozen=True, slots=True)
class CellActions:
    """The handlers of the entries. Texts are expressions or values, names are attributes."""

    copy: Callable[[], None]
    find: Callable[[str], None]
    filter: Callable[[str], None]
    sort: Callable[[str, bool], None]
    unsort: Callable[[], None]
    replace: Callable[[str, str | None], None]
    set_role: Callable[[str, Role], None]
    hide: Callable[[str], None]
    rename: Callable[[str], None]
    leave_out: Callable[[str], None]
    fill_back: Callable[[QMenu], None]


def menu_for(parent: QWidget, document: Document, name: str, value: str | None, actions: CellActions) -> QMenu:
    """The menu of an attribute, and of one of its values (None: of the header)."""
    menu = QMenu(parent)
    menu.setAccessibleName(tr("Menu of {column}", column=name))
    locked = document.locked
    fixed = locked or document.rows is not None  # roles, names and cells of rows that stay where they are
    if value is not None:
        _of_value(menu, document.dataset[name], value, actions, locked=fixed)
        menu.addSeparator()
    menu.addAction(tr("Sort Ascending"), lambda: actions.sort(name, True))
    menu.addAction(tr("Sort Descending"), lambda: actions.sort(name, False))
    menu.addAction(tr("Original Order"), actions.unsort)
    menu.addSeparator()
    roles = menu.addMenu(tr("Role"))
    roles.setEnabled(not fixed)
    for role in Role:
        entry = roles.addAction(role_title(role), partial(actions.set_role, name, role))
        entry.setCheckable(True)
        entry.setChecked(document.shown_role(name) == role.value)
    if value is None:
        menu.addAction(tr("Replace..."), lambda: actions.replace(name, None)).setEnabled(not fixed)
        menu.addAction(tr("Rename..."), lambda: actions.rename(name)).setEnabled(not fixed)
    menu.addSeparator()
    menu.addAction(tr("Hide Column"), lambda: actions.hide(name))
    if value is None:
        left = menu.addAction(tr("Leave Out of the Table"), lambda: actions.leave_out(name))
        left.setEnabled(not fixed and len(document.dataset.names) > 1)
        if document.left_out:
            actions.fill_back(menu.addMenu(tr("Bring Back")))
    return menu


def condition(column: Column, value: str, *, excluded: bool = False) -> str:
    """An expression for the records with a value, or for all others."""
    name = written_name(column.name)
    if not value:
        return f"{name} is {'not ' if excluded else ''}missing"
    fits = column.type.parse(value) is not None
    if column.type.has_scale and not fits:  # no comparison finds it, but a pattern does
        pattern = value.replace("\\", "\\\\").replace("%", "\\%").replace("_", "\\_")
        return f"{'not ' if excluded else ''}{name} like {in_single_quotes(pattern)}"
    written = value if column.type.kind.is_numeric and fits else in_single_quotes(value)
    return f"not {name} = {written}" if excluded else f"{name} = {written}"


def _of_value(menu: QMenu, column: Column, value: str, actions: CellActions, *, locked: bool) -> None:
    cells = int(column.counts()[column.values.index(value)])
    shown = value if len(value) <= _LONGEST else f"{value[: _LONGEST - 1]}…"
    told = menu.addAction(
        f"{shown or tr('Missing')}: {count_with_share(cells, int(column.counts().sum()), 'records')}".replace("&", "&&")
    )
    told.setEnabled(False)
    menu.addSeparator()
    menu.addAction(tr("Copy"), actions.copy)
    menu.addAction(tr("Find This Value"), lambda: actions.find(value)).setEnabled(bool(value))
    menu.addAction(tr("Show Only This Value"), lambda: actions.filter(condition(column, value)))
    menu.addAction(tr("Exclude This Value"), lambda: actions.filter(condition(column, value, excluded=True)))
    menu.addAction(tr("Replace..."), lambda: actions.replace(column.name, value)).setEnabled(not locked)
