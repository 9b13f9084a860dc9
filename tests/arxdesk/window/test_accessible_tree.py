"""What a screen reader is given on the way from a table to its risks: each thing with its name, role and value."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import pytest
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QWidget

from arxdesk.core.document import Document
from arxdesk.ui.widgets.basics import spoken
from arxdesk.window.window import MainWindow
from tests.arxdesk.conftest import small_project

LONG = 20_000
ROLES = QAccessible.Role
BARE = {ROLES.Client, ROLES.NoRole, ROLES.Window}
MEASURED = {ROLES.Slider, ROLES.SpinBox, ROLES.ProgressBar}
WITH_CELLS = {ROLES.Table, ROLES.List, ROLES.Tree}
"""Their cells are Qt's own, as many as the table has."""


@pytest.fixture
def document(window: MainWindow) -> Document:
    spoken.begin()
    made = Document(*small_project(), None, window.session)
    window.session._replace_document(made)
    return made


def below(interface: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Everything that can be seen inside."""
    for place in range(interface.childCount()):
        part = interface.child(place)
        if part is None or not part.isValid() or part.state().invisible:
            continue
        yield part
        if part.role() not in WITH_CELLS:
            yield from below(part)


def faults(root: QWidget) -> list[str]:
    """What takes the keyboard without name or role, what is named without a role, and numbers that cannot be asked
    for."""
    found = []
    for part in below(QAccessible.queryAccessibleInterface(root)):
        name, kind = part.text(QAccessible.Text.Name), type(part.object()).__name__
        if part.state().focusable and not name:
            found.append(f"{kind} takes the keyboard and has no name")
        is_named = isinstance(part.object(), QWidget) and part.object().accessibleName()
        if part.role() in BARE and (is_named or part.state().focusable):
            found.append(f"{kind} {name!r} has no role")
        if part.role() in MEASURED and part.valueInterface() is None:
            found.append(f"{kind} {name!r} has no number")
    return found


def roles(root: QWidget) -> set[QAccessible.Role]:
    return {part.role() for part in below(QAccessible.queryAccessibleInterface(root))}


def there(root: QWidget, expected: set[QAccessible.Role]) -> None:
    assert expected <= roles(root)
    assert faults(root) == []


def test_that_each_thing_on_the_way_has_name_role_and_value(window: MainWindow, qtbot, document: Document):
    window.show()
    window.show_perspective("configure")
    configure = window.workspace.perspectives["configure"]
    qtbot.waitUntil(lambda: not configure.turns.isActive(), timeout=LONG)
    assert faults(window) == []
    assert {ROLES.Table, ROLES.PageTab, ROLES.SpinBox, ROLES.Slider, ROLES.Indicator} <= roles(window)
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    for key, expected in (
        ("explore", {ROLES.Chart, ROLES.CheckBox}),
        ("quality", {ROLES.Table, ROLES.Chart}),
        ("risk", {ROLES.ProgressBar, ROLES.Chart, ROLES.Table}),
    ):
        window.show_perspective(key)
        arrived = partial(there, window, expected)  # parts are made and figures come in turns
        qtbot.waitUntil(arrived, timeout=LONG)


def test_that_each_thing_of_the_export_has_name_role_and_value(window: MainWindow, qtbot):
    spoken.begin()
    window.show()
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: window.document.applied is not None, timeout=LONG)
    window.actions_by_name["export"].trigger()
    qtbot.waitUntil(lambda: window.dialog is not None and window.dialog.isVisible(), timeout=LONG)
    there(window.dialog, {ROLES.Table, ROLES.Button, ROLES.CheckBox})
    window.dialog.reject()
