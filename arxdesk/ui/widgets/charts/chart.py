"""A pyqtgraph plot in the colours and sizes of the theme: the base of charts with curves and points."""

from typing import Any

import pyqtgraph as pg
from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QMouseEvent, QPen
from PySide6.QtWidgets import QWidget

from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role, ask_anew
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.charts.items import own_memory
from arxdesk.ui.widgets.charts.readout import Readout

own_memory.install()


class _Scale(pg.AxisItem):
    """An axis whose first and last numbers may be half outside, which the base class ignores when it draws a grid."""

    def boundingRect(self) -> QRectF:
        """Return the room for numbers and grid."""
        room: QRectF = super().boundingRect()
        return room.adjusted(0, -12, 0, 12)


class Chart(pg.PlotWidget):
    """Axes, horizontal grid, read-out and context menu; subclasses draw in `restyle` and answer `numbers`."""

    spoken_role = Role.Chart

    def __init__(self, name: str, axis_title: str = "", parent: QWidget | None = None) -> None:
        # Without its own menu, which is hidden: making it takes a third of the time of the whole chart.
        super().__init__(parent, axisItems={"left": _Scale("left")}, viewBox=pg.ViewBox(enableMenu=False))
        pg.setConfigOptions(antialias=True)
        ask_anew(self.viewport())
        self.setAccessibleName(name)
        self.setFrameShape(self.Shape.NoFrame)
        self.axis_title = axis_title
        self.ink_scale = self.devicePixelRatioF()
        plot = self.plotItem
        plot.setMenuEnabled(False)
        plot.hideButtons()
        plot.setMouseEnabled(False, False)
        plot.vb.setDefaultPadding(0)
        for side in ("left", "bottom"):
            axis = plot.getAxis(side)
            axis.setStyle(maxTickLevel=0, tickAlpha=255, tickFont=theme.font("caption"), autoExpandTextSpace=True)
            axis.setStyle(hideOverlappingLabels=False)  # else the first and the last number are missing
            axis.setZValue(-1)
            axis.enableAutoSIPrefix(False)
        plot.getAxis("left").setStyle(tickLength=0, tickTextOffset=6)
        plot.getAxis("left").setGrid(255)
        plot.getAxis("bottom").setStyle(tickLength=4, tickTextOffset=4)
        plot.layout.setContentsMargins(4, 6, 14, 0)
        self.hairline = pg.InfiniteLine(angle=90, movable=False)
        self.hairline.hide()
        self.hairline.setZValue(20)
        plot.addItem(self.hairline, ignoreBounds=True)
        self.readout = Readout(self)
        self.chart_menu = ChartMenu(self, self.numbers, self.prepare)
        self.setMouseTracking(True)
        theme.watcher.changed.connect(self.restyle)

    def numbers(self) -> str:
        """Return the figures as tab-separated text."""
        return ""

    def setAccessibleName(self, name: str) -> None:
        """Give the chart a name, and the part of it that has the keyboard."""
        super().setAccessibleName(name)
        self.viewport().setAccessibleName(name)

    def setAccessibleDescription(self, description: str) -> None:
        """Describe the chart, and the part of it that has the keyboard."""
        super().setAccessibleDescription(description)
        self.viewport().setAccessibleDescription(description)

    def close(self) -> bool:
        """Take the plot apart, after which no colour can be read again."""
        if self.plotItem is not None:
            theme.watcher.changed.disconnect(self.restyle)
            self.clearFocus()  # drop focus and pointer while the plot exists: a later error would end the program
            self.hide()
            super().close()
        return True

    def pen(self, token: str, width: float = 1.0) -> QPen:
        """Return a pen of a colour token; widths are logical pixels, which pyqtgraph's cosmetic pens are not."""
        made: QPen = pg.mkPen(theme.current().color(token), width=width * self.ink_scale)
        return made

    def prepare(self, scale: float | None) -> None:
        """Get ready to be drawn on something with that many pixels per logical one; None means the screen."""
        self.ink_scale = scale or self.devicePixelRatioF()
        self.restyle()

    def changeEvent(self, event: QEvent) -> None:
        """Follow the window to a screen of another scale."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self.prepare(None)

    def restyle(self) -> None:
        """Read the colours of the theme again."""
        colors = theme.current()
        self.setBackground(colors.color("bg.panel"))
        left, bottom = self.plotItem.getAxis("left"), self.plotItem.getAxis("bottom")
        left.setPen(QPen(Qt.PenStyle.NoPen))
        left.setTickPen(self.pen("line.grid"))
        bottom.setPen(self.pen("chart.axis"))
        bottom.setTickPen(self.pen("chart.axis"))
        for axis in (left, bottom):
            axis.setTextPen(pg.mkPen(colors.color("text.2")))
        bottom.setLabel(self.axis_title or None, color=colors.color("text.2").name(), **{"font-size": "11px"})
        bottom.label.setFont(theme.font("caption"))
        self.hairline.setPen(self.pen("chart.axis"))

    def data_at(self, point: QPointF) -> QPointF | None:
        """Return the place in the scales under a point of the widget, or None outside the axes."""
        scene = self.mapToScene(point.toPoint())
        view: Any = self.plotItem.vb
        return view.mapSceneToView(scene) if view.sceneBoundingRect().contains(scene) else None

    def pixel_at(self, x: float, y: float) -> QPointF:
        """Return the point of the widget at a place in the scales."""
        scene = self.plotItem.vb.mapViewToScene(QPointF(x, y))
        return QPointF(self.mapFromScene(scene))

    def hover(self, place: QPointF | None, at: QPointF) -> None:
        """React to the pointer: `place` is in the scales, or None outside; `at` is the widget's point."""

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Pass the pointer on to `hover`."""
        super().mouseMoveEvent(event)
        self.hover(self.data_at(event.position()), event.position())

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the read-out."""
        super().leaveEvent(event)
        self.hover(None, QPointF())
