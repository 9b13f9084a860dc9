"""Thousands of equal round points as one item of a plot: set and painted without a loop in Python."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

FAR = 1e9


class Dots(QGraphicsItem):
    """Points in the scales of the plot, with a diameter in pixels; where they lie over each other they are darker."""

    def __init__(self) -> None:
        super().__init__()
        self._polygon = QPolygonF()
        self._pen = QPen(Qt.PenStyle.NoPen)
        self.xs: NDArray[np.float64] = np.empty(0)
        self.ys: NDArray[np.float64] = np.empty(0)

    @property
    def color(self) -> QColor:
        """What they are drawn with."""
        return self._pen.color()

    def set_points(self, x: NDArray[np.float64], y: NDArray[np.float64], diameter: float, color: QColor) -> None:
        """Draw other points."""
        self.xs, self.ys = x, y
        self._polygon = pg.functions.arrayToQPolygonF(x, y) if len(x) else QPolygonF()
        self._pen = QPen(color, diameter, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        self.update()

    def boundingRect(self) -> QRectF:
        """Everywhere: the plot cuts off what is outside."""
        return QRectF(-FAR, -FAR, 2 * FAR, 2 * FAR)

    def paint(self, painter: QPainter, _option: QStyleOptionGraphicsItem, /, _widget: QWidget | None = None) -> None:
        """Draw them where they are on the screen: the scales would draw a point out to a dash."""
        mapped = painter.worldTransform().map(self._polygon)
        painter.save()
        painter.setWorldTransform(QTransform())
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(self._pen)
        painter.drawPoints(mapped)
        painter.restore()
