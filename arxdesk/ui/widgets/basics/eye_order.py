"""Tab follows the eye: in rows from the top, each from the left, inside a part before the next part.

Parts are made in turns and moved about, so that a fixed order would soon be wrong: it is determined from
the positions at the moment of the key press.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLabel, QLineEdit, QScrollArea, QWidget

from arxdesk.ui.widgets.basics.help_mark import HelpMark

_WHOLE = (QAbstractSpinBox, QComboBox, QLineEdit)
"""Widgets whose parts are no stops of their own."""


def tab_stops(container: QWidget) -> list[QWidget]:
    """The tab stops in order."""
    found: list[QWidget] = []
    for part in _as_read(container):
        if _takes_tab(part):
            found.append(part)
        if not isinstance(part, _WHOLE):
            found += tab_stops(part)
    return found


def move_focus(window: QWidget, otherwise: Callable[[bool], bool], *, forward: bool) -> bool:
    """Move the focus to the next stop of a window; False if there is none.

    `otherwise` is Qt's own order. It is used if the focused widget is no stop: it may be about to be deleted with
    its surroundings.
    """
    stops = tab_stops(window)
    now: QWidget | None = window.focusWidget()
    while now is not None and now not in stops and now is not window:
        now = now.parentWidget()
    if now is None or now not in stops:
        return _hand_over(window, otherwise, forward)
    if len(stops) == 1:
        return False
    chosen = stops[(stops.index(now) + (1 if forward else -1)) % len(stops)]
    chosen.setFocus(Qt.FocusReason.TabFocusReason if forward else Qt.FocusReason.BacktabFocusReason)
    if isinstance(chosen, QLabel) and chosen.textInteractionFlags() & Qt.TextInteractionFlag.LinksAccessibleByKeyboard:
        chosen.focusNextPrevChild(forward)  # to its first link at once
    _bring_into_view(chosen)
    return True


def _hand_over(window: QWidget, otherwise: Callable[[bool], bool], forward: bool) -> bool:
    """Move the focus away from a widget that is about to go, if possible not to a help mark."""
    passed: list[QWidget] = []
    moved = otherwise(forward)
    while moved:
        taken = window.focusWidget()
        if taken is None or taken in passed or not isinstance(taken.parentWidget(), HelpMark):
            break
        passed.append(taken)
        moved = otherwise(forward)
    return moved


def _as_read(container: QWidget) -> list[QWidget]:
    """The parts of a widget in rows; a part belongs to a row while it begins above the middle of the row's first."""
    # Not `children`: PySide would bind the result to the life of a temporary wrapper.
    parts = container.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    waiting = sorted((part for part in parts if part.isVisible() and not part.isWindow()), key=QWidget.y)
    ordered: list[QWidget] = []
    while waiting:
        middle = waiting[0].y() + waiting[0].height() // 2
        row = [part for part in waiting if part.y() <= middle]
        waiting = waiting[len(row) :]
        ordered += sorted(row, key=lambda part: (part.x(), part.y()))
    return ordered


def _takes_tab(widget: QWidget) -> bool:
    # `focusProxy` last: PySide binds the result to the life of its caller. The proxy of a viewport is the scroll
    # area around it: each would keep only the other alive, and garbage collection would delete visible widgets.
    if not widget.focusPolicy() & Qt.FocusPolicy.TabFocus or not widget.isEnabled():
        return False
    return widget.focusProxy() is None


def _bring_into_view(widget: QWidget) -> None:
    around = widget.parentWidget()
    while around is not None:
        if isinstance(around, QScrollArea):
            around.ensureWidgetVisible(widget)
        around = around.parentWidget()
