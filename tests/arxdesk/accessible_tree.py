"""What a screen reader is given of a window: its parts, and what is missing of their names, roles and values."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QAccessibleInterface
from PySide6.QtWidgets import QAbstractItemView, QComboBox, QLabel, QWidget

ROLES = QAccessible.Role
BARE = {ROLES.Client, ROLES.NoRole, ROLES.Window}
MEASURED = {ROLES.Slider, ROLES.SpinBox, ROLES.ProgressBar}
WITH_CELLS = {ROLES.Table, ROLES.List, ROLES.Tree}
"""Their cells are Qt's own, as many as the table has."""


def below(interface: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Everything that can be seen inside."""
    for place in range(interface.childCount()):
        part = interface.child(place)
        if part is None or not part.isValid() or part.state().invisible:
            continue
        yield part
        if part.role() not in WITH_CELLS:
            yield from below(part)


def tree(root: QWidget) -> Iterator[QAccessibleInterface]:
    """Everything that can be seen inside a window."""
    return below(QAccessible.queryAccessibleInterface(root))


def faults(root: QWidget) -> list[str]:
    """What takes the keyboard without name or role, what is named without a role, and values that cannot be asked
    for: numbers, texts, what is chosen and what is ticked."""
    return [fault for part in tree(root) for fault in _faults_of(part)]


def roles(root: QWidget) -> set[QAccessible.Role]:
    return {part.role() for part in tree(root)}


def there(root: QWidget, expected: set[QAccessible.Role]) -> None:
    found = faults(root)
    missing = expected - roles(root)
    assert not found, found
    assert not missing, missing


def cells(view: QAbstractItemView, role: QAccessible.Role = ROLES.Cell) -> list[str]:
    """The cells of a table as a reader is given them, row by row; with another role its headings."""
    table = QAccessible.queryAccessibleInterface(view)
    parts = (table.child(place) for place in range(table.childCount()))
    return [part.text(QAccessible.Text.Name) for part in parts if part is not None and part.role() == role]


def _faults_of(part: QAccessibleInterface) -> Iterator[str]:
    widget, role, state = part.object(), part.role(), part.state()
    name, kind = part.text(QAccessible.Text.Name), type(widget).__name__
    if role == ROLES.Button and not name:
        yield f"{kind} can be pressed and has no name"
    elif state.focusable and not name:
        yield f"{kind} takes the keyboard and has no name"
    is_named = isinstance(widget, QWidget) and widget.accessibleName()
    if role in BARE and (is_named or state.focusable):
        yield f"{kind} {name!r} has no role"
    if role in MEASURED and part.valueInterface() is None:
        yield f"{kind} {name!r} has no number"
    if role == ROLES.EditableText and part.textInterface() is None:
        yield f"{kind} {name!r} has no text"
    if (
        isinstance(widget, QLabel)
        and widget.textFormat() == Qt.TextFormat.PlainText
        and _as_written(widget.text()) not in _as_written(name)
    ):
        yield f"{kind} {name!r} does not say {widget.text()!r}"
    if isinstance(widget, QComboBox):
        if part.text(QAccessible.Text.Value) != widget.currentText():
            yield f"{kind} {name!r} does not say what is chosen"
        if not labels(part):
            yield f"{kind} {name!r} does not say what it chooses"
    if role in {ROLES.CheckBox, ROLES.RadioButton} and not state.checkable:
        yield f"{kind} {name!r} does not say whether it is ticked"


def labels(part: QAccessibleInterface) -> list[str]:
    """What names a combo box: Qt gives its chosen text as its name on Linux."""
    labels = [each for each, kind in part.relations() if kind == QAccessible.RelationFlag.Label]
    return [text for text in (each.text(QAccessible.Text.Name) for each in labels) if text]


def _as_written(text: str) -> str:
    """Paragraphs keep a number and its percent sign together where they show it."""
    return text.replace("\N{NO-BREAK SPACE}", " ")
