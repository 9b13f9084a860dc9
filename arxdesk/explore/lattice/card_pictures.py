"""A cache of drawn cards, so that panning does not draw them again."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QPixmap

from arxdesk.explore.lattice.node_card import Card, Ink, paint_card
from arxdesk.ui import theme

MOST_PIXELS = 6_000_000
"""All pictures together have no more: 24 MB."""
ROOM = 4.0
"""Around a card, for its line and its underline."""


class CardPictures:
    """Draws cards; in a second frame of the same size they are kept, since a first one may be on the way to another."""

    def __init__(self) -> None:
        self._look: tuple[object, ...] = ()
        self._kept: dict[tuple[int, bool, bool], QPixmap] = {}
        self._pixels = 0
        self._keeps = False

    @property
    def kept(self) -> int:
        """The number of cached cards."""
        return len(self._kept)

    def begin(self, scale: float, ratio: float, ink: Ink) -> None:
        """A frame begins, with cards of this size."""
        look = (scale, ratio, ink, theme.current().scheme)
        self._keeps = look == self._look
        if not self._keeps or self._pixels > MOST_PIXELS:
            self._kept.clear()
            self._pixels = 0
        self._look = look

    def paint(
        self,
        painter: QPainter,
        rect: QRectF,
        key: tuple[int, bool, bool],
        card_of: Callable[[], Card],
        looks: tuple[float, float, Ink],
    ) -> None:
        """Draw the card of a key (its row, whether selected, whether marked) into a rectangle."""
        scale, ratio, ink = looks
        if not self._keeps:
            paint_card(painter, rect, card_of(), ink, scale)
            return
        picture = self._kept.get(key)
        if picture is None:
            picture = self._kept[key] = self._picture(rect, card_of(), scale, ratio, ink)
        at = rect.topLeft() - QPointF(ROOM, ROOM)
        painter.drawPixmap(QPointF(round(at.x() * ratio) / ratio, round(at.y() * ratio) / ratio), picture)

    def _picture(self, rect: QRectF, card: Card, scale: float, ratio: float, ink: Ink) -> QPixmap:
        wide, high = (math.ceil((side + 2 * ROOM) * ratio) for side in (rect.width(), rect.height()))
        made = QPixmap(wide, high)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        paint_card(painter, QRectF(ROOM, ROOM, rect.width(), rect.height()), card, ink, scale)
        painter.end()
        self._pixels += wide * high
        return made
