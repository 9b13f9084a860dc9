"""Thousands of equal round points as one item of a plot: set and painted without a loop in Python."""

from __future__ import annotations

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QPolygonF, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from arxdesk.ui.point_cloud import Drawing, Window

FAR = 1e9


class Dots(QGraphicsItem):
    """Points in the scales of the plot, with a diameter in pixels; overlapping ones are darker."""

    def __init__(self) -> None:
        super().__init__()
        self._polygon = QPolygonF()
        self._pen = QPen(Qt.PenStyle.NoPen)
        self.xs: NDArray[np.float64] = np.empty(0)
        self.ys: NDArray[np.float64] = np.empty(0)

    @property
    def color(self) -> QColor:
        """The colour of the points."""
        return self._pen.color()

    def set_points(self, x: NDArray[np.float64], y: NDArray[np.float64], diameter: float, color: QColor) -> None:
        """Replace the points."""
        self.xs, self.ys = x, y
        self._polygon = pg.functions.arrayToQPolygonF(x, y) if len(x) else QPolygonF()
        self._pen = QPen(color, diameter, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap)
        self.update()

    def boundingRect(self) -> QRectF:
        """Everything: the plot clips."""
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


def pixels_of(drawing: Drawing, window: Window, room: QRectF) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The pixels of a drawing: single points, or cells of the density; with the frontier."""
    cloud = drawing.cloud
    if drawing.density is None:
        x, up = cloud.x[drawing.shown], cloud.up[drawing.shown]
    else:
        rows, columns = np.nonzero(drawing.density)
        drawn = drawing.window
        x = drawn.left + (columns + 0.5) / drawing.density.shape[1] * (drawn.right - drawn.left)
        up = drawn.low + (rows + 0.5) / drawing.density.shape[0] * (drawn.high - drawn.low)
    knots = cloud.x[cloud.frontier], cloud.up[cloud.frontier]
    if len(knots[0]) > 1:  # and the line between them
        part = np.linspace(0.0, 1.0, 10)
        along = knots[0][:-1, None] + part * np.diff(knots[0])[:, None]
        upward = knots[1][:-1, None] + part * np.diff(knots[1])[:, None]
        x = np.concatenate((x, along.ravel(), np.repeat(knots[0][1:], 10)))
        up = np.concatenate((up, np.repeat(knots[1][:-1], 10), upward.ravel()))
    across = room.left() + (x - window.left) / (window.right - window.left) * room.width()
    return across, room.bottom() - (up - window.low) / (window.high - window.low) * room.height()
