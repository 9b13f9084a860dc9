"""Columns and rows of widgets: their margins, spacing, gaps and stretching said in the one call that makes them.

head = layouts.row(title, (facts, 1), progress, spacing=8)
layouts.column(head, (table, 1), 4, message, layouts.STRETCH, spacing=12, inside=self)
"""

from __future__ import annotations

from dataclasses import dataclass

import shiboken6
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QGridLayout, QHBoxLayout, QLayout, QVBoxLayout, QWidget


@dataclass(frozen=True, slots=True)
class Stretch:
    """Stretching space, with its share of the free room of a layout."""

    share: int = 0


STRETCH = Stretch()
Placed = QWidget | QLayout
Part = Placed | tuple[Placed, int] | tuple[Placed, int, Qt.AlignmentFlag] | Stretch | int
"""A widget or a layout; with it, if given, its stretch and its alignment; room that grows; or a gap in pixels."""
Margins = int | tuple[int, int, int, int]
"""All around, or left, top, right and bottom, in pixels."""


def column(
    *parts: Part, spacing: int | None = None, margins: Margins | None = 0, inside: QWidget | None = None
) -> QVBoxLayout:
    """Stack parts, `inside` a widget or as part of another layout.

    `spacing` None inherits from the layout around it or the style; `margins` None from the style.
    """
    made = QVBoxLayout() if inside is None else QVBoxLayout(inside)
    _fill(made, parts, spacing, margins)
    return made


def row(
    *parts: Part, spacing: int | None = None, margins: Margins | None = 0, inside: QWidget | None = None
) -> QHBoxLayout:
    """Parts one beside another; see `column`."""
    made = QHBoxLayout() if inside is None else QHBoxLayout(inside)
    _fill(made, parts, spacing, margins)
    return made


def _fill(layout: QBoxLayout, parts: tuple[Part, ...], spacing: int | None, margins: Margins | None) -> None:
    if isinstance(margins, int):
        margins = (margins, margins, margins, margins)
    if margins is not None:
        layout.setContentsMargins(*margins)
    if spacing is not None:
        layout.setSpacing(spacing)
    for part in parts:
        match part:
            case Stretch(share):
                layout.addStretch(share)
            case int():
                layout.addSpacing(part)
            case (placed, stretch):
                _place(layout, placed, stretch)
            case (placed, stretch, alignment):
                _place(layout, placed, stretch, alignment)
            case _:
                _place(layout, part)


def _place(layout: QBoxLayout, placed: Placed, stretch: int = 0, alignment: Qt.AlignmentFlag | None = None) -> None:
    if isinstance(placed, QLayout):
        nest(layout, placed, stretch)
    elif alignment is None:
        layout.addWidget(placed, stretch)
    else:
        layout.addWidget(placed, stretch, alignment)


def nest(layout: QBoxLayout | QGridLayout, inner: QLayout, *where: int) -> None:
    """Add a layout to another one: at a stretch, or at a row, a column and their spans.

    PySide makes an object for each item of the inner one, and keeps it when Qt deletes the item. What then comes to lie
    at its address is taken for that object: so none is left.
    """
    layout.addLayout(inner, *where)  # type: ignore[call-overload]  # of one of its forms
    widgets_in(inner)


def widgets_in(layout: QLayout) -> list[QWidget]:
    """The widgets of a layout, and of those in it, in their order; no object of an item is left (see `nest`)."""
    if not isinstance(layout, QBoxLayout | QGridLayout):
        return []  # such a layout may hold its items itself
    found: list[QWidget] = []
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if isinstance(item, QLayout):
            found += widgets_in(item)
        elif item is not None:
            widget = item.widget()
            found += [] if widget is None else [widget]
            shiboken6.invalidate(item)
    return found
