"""The menu of every chart: copy, save as a picture in the light palette, show and copy the numbers."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from PySide6.QtCore import QObject, QPoint, QRect, QSizeF, Qt
from PySide6.QtGui import QAction, QGuiApplication, QImage, QPageSize, QPainter, QPalette, QPdfWriter, QRegion
from PySide6.QtSvg import QSvgGenerator
from PySide6.QtWidgets import QFileDialog, QMenu, QWidget

from arxdesk.ui import theme
from arxdesk.ui.icons import icon
from arxdesk.ui.widgets.charts.figures_dialog import FiguresDialog
from arxdesk_engine.foundation.language import tr

SCALE = 2  # saved pictures have twice the pixels of the screen's logical ones


class ChartMenu(QObject):
    """The context menu of a chart; the chart hands over its numbers as tab-separated text."""

    def __init__(
        self, chart: QWidget, numbers: Callable[[], str], prepare: Callable[[float | None], None] | None = None
    ) -> None:
        super().__init__(chart)
        self._chart = chart
        self._numbers = numbers
        self._prepare = prepare
        self._menu = QMenu(chart)
        self.copy_action = self._action(tr("Copy picture"), "copy", self.copy_picture)
        self.save_action = self._action(tr("Save as picture…"), "image", self.ask_and_save)
        self.table_action = self._action(tr("Show as table"), "table", self.show_table)
        self.numbers_action = self._action(tr("Copy the numbers"), "copy", self.copy_numbers)
        chart.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        chart.customContextMenuRequested.connect(self._show)

    @property
    def menu(self) -> QMenu:
        """The menu itself, to add to."""
        return self._menu

    def show_table(self) -> None:
        """Show the chart's numbers in a table."""
        FiguresDialog(self._chart.accessibleName(), self._numbers(), self._chart.window()).open()

    def copy_picture(self) -> None:
        """Put the chart on the clipboard as a picture."""
        QGuiApplication.clipboard().setImage(self.picture())

    def copy_numbers(self) -> None:
        """Put the chart's numbers on the clipboard as tab-separated text."""
        QGuiApplication.clipboard().setText(self._numbers())

    def picture(self) -> QImage:
        """Return the chart in the light palette."""
        image = QImage(self._chart.size() * SCALE, QImage.Format.Format_ARGB32_Premultiplied)
        image.setDevicePixelRatio(SCALE)
        image.fill(theme.LIGHT.color("bg.panel"))
        self._render(QPainter(image), SCALE)
        return image

    def save(self, path: Path) -> None:
        """Write the chart in the light palette as .svg, .pdf, or else .png; raise OSError if that fails."""
        kind = path.suffix.lower()
        size = self._chart.size()
        if kind == ".svg":
            drawing = QSvgGenerator()
            drawing.setFileName(str(path))
            drawing.setSize(size)
            drawing.setViewBox(QRect(QPoint(0, 0), size))
            self._render(QPainter(drawing))
        elif kind == ".pdf":
            page = QPdfWriter(str(path))
            page.setResolution(96)
            page.setPageSize(QPageSize(QSizeF(size.width() * 0.75, size.height() * 0.75), QPageSize.Unit.Point))
            page.setPageMargins(page.pageLayout().margins() * 0)
            self._render(QPainter(page))
        elif not self.picture().save(str(path)):
            raise OSError(tr("The picture could not be written to {path}.", path=path))
        if not path.exists():
            raise OSError(tr("The picture could not be written to {path}.", path=path))

    def ask_and_save(self) -> None:
        """Ask for a file and save the picture there."""
        dialog = QFileDialog(self._chart, tr("Save as picture"), "", "PNG (*.png);;SVG (*.svg);;PDF (*.pdf)")
        dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
        dialog.setDefaultSuffix("png")
        dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        dialog.fileSelected.connect(self._save_to)
        dialog.open()

    def _save_to(self, path: str) -> None:
        self.save(Path(path))

    def _render(self, painter: QPainter, scale: float = 1.0) -> None:
        with _in_light(self._chart):
            if self._prepare:
                self._prepare(scale)
            # graphics views have another method of that name; the ground of the picture is the panel behind
            QWidget.render(self._chart, painter, QPoint(0, 0), QRegion(), QWidget.RenderFlag.DrawChildren)
        painter.end()
        if self._prepare:
            self._prepare(None)

    def _action(self, text: str, icon_name: str, slot: Callable[[], None]) -> QAction:
        action = self._menu.addAction(icon(icon_name), text)
        action.triggered.connect(slot)
        return action

    def _show(self, at: QPoint) -> None:
        self._menu.popup(self._chart.mapToGlobal(at))


@contextmanager
def _in_light(chart: QWidget) -> Iterator[None]:
    """The chart in the light palette for a moment, with all controls and tables inside."""
    is_dark = theme.current().scheme == "dark"
    own = chart.styleSheet()
    with theme.drawn_in(theme.LIGHT):
        if is_dark:
            chart.setPalette(theme.palette(theme.LIGHT))
            chart.setStyleSheet(theme.style_sheet(theme.LIGHT))
        try:
            yield
        finally:
            if is_dark:
                chart.setStyleSheet(own)
                chart.setPalette(QPalette())
