"""The results of predictions: accuracies of all that was tried; of one trial, each value and its ROC curve."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QModelIndex, QSignalBlocker, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QStackedWidget, QWidget

from arxdesk.analysis.figures_table import FiguresTable
from arxdesk.quality.classification import words as said
from arxdesk.ui import layouts, words
from arxdesk.ui.models.read_only_table import translated
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.charts.bar_list import BarList
from arxdesk.ui.widgets.charts.chart_menu import ChartMenu
from arxdesk.ui.widgets.charts.roc_chart import RocChart, RocCurves
from arxdesk.ui.widgets.charts.series_legend import Entry, SeriesLegend
from arxdesk_engine.analysis.prediction import sentences
from arxdesk_engine.foundation.language import tr

ACCURACY, CLASSES, CURVES = "accuracy", "classes", "curves"
LIST, WIDE_LIST, WIDE = 276, 420, 900
NARROW_LIST, NARROW = 184, 600
"""The list beside curves in little room has the figures of one table only."""


class ClassificationPages(QStackedWidget):
    """Three pages about the same trials. `looked_at` carries the key of the one that is chosen in the table."""

    looked_at = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._tried: Sequence[sentences.MethodResult] = ()
        self._sides: list[said.BothSides] = []
        self._has_output = False
        self._key = ""
        self.sentence = paragraph("", "dense", "1")
        self.accuracy = FiguresTable(tr("Accuracy of predictions"), translated(said.ACCURACY))
        self.classes = FiguresTable(tr("Single values"), translated(said.CLASSES))
        self.values = FiguresTable(tr("Values with ROC curves"), translated(said.CURVES))
        self.bars = BarList(tr("Share predicted correctly"), self.numbers)
        self.chart = RocChart()
        self.legend = SeriesLegend()
        self._keys = (ACCURACY, CLASSES, CURVES)
        for page in (self._accuracy_page(), self.classes, self._curves_page()):
            self.addWidget(page)
        self.chart_menu = ChartMenu(self, self.numbers, self.chart.prepare)
        self.accuracy.selectionModel().currentRowChanged.connect(self._take_row)
        self.values.selectionModel().currentRowChanged.connect(self._show_curves)

    @property
    def tried(self) -> Sequence[sentences.MethodResult]:
        """All trials."""
        return self._tried

    @property
    def current(self) -> sentences.MethodResult | None:
        """The current trial; None without trials."""
        return next((each for each in self._tried if each.key == self._key), None)

    def set_tried(self, tried: Sequence[sentences.MethodResult], *, has_output: bool) -> None:
        """Show trials; the current one stays if it is among them."""
        self._tried, self._has_output = tuple(tried), has_output
        keys = [each.key for each in tried]
        with QSignalBlocker(self.accuracy.selectionModel()):
            self.accuracy.figures.set_rows([said.accuracy_row(each) for each in tried])
        for table, after in ((self.accuracy, (3, 5, 6, 7)), (self.classes, (3, 5, 7, 9)), (self.values, (2,))):
            table.show_columns(after, shown=has_output)
        self.bars.set_data(
            tr("Share of records predicted correctly"), said.accuracy_bars(tried, has_output=has_output), 1.0
        )
        self._list_values()
        sides: list[Entry] = [("line", "series.before", tr("Input"))]
        if has_output:
            sides.append(("line", "series.1", tr("Output")))
        self.legend.set_entries([*sides, ("dash", "chart.axis", tr("Guessing"))])
        self.look_at(self._key if self._key in keys else next(iter(keys), ""))

    def look_at(self, key: str) -> None:
        """Make another trial the current one."""
        self._key = key
        current = self.current
        if current is None:
            self._sides = []
            self.sentence.setText("")
            self.chart.set_curves(RocCurves("", None, None))
            return
        self.sentence.setText(sentences.sentence(current, words.LOCAL, has_output=self._has_output))
        self.accuracy.choose(self._tried.index(current))
        row = self.values.currentIndex().row()
        label = self._sides[row].label if 0 <= row < len(self._sides) else ""
        self._sides = said.both_sides(current.method)
        self.classes.figures.set_rows(said.class_rows(self._sides))
        self.values.figures.set_rows([said.curve_row(each) for each in self._sides])
        labels = [each.label for each in self._sides]
        self.values.choose(labels.index(label) if label in labels else 0)

    def show_page(self, key: str) -> None:
        """Bring a page to the front."""
        self.setCurrentIndex(self._keys.index(key))

    def numbers(self) -> str:
        """The page in front as tab-separated text."""
        key = self._keys[self.currentIndex()]
        if key == CURVES:
            return self.chart.numbers()
        return (self.classes if key == CLASSES else self.accuracy).figures.numbers()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the list of values more room where there is plenty."""
        super().resizeEvent(event)
        self._list_values()

    def _list_values(self) -> None:
        width = self.width()
        is_narrow = width < NARROW
        self.values.show_columns((1,), shown=not (is_narrow and self._has_output))
        self.values.setFixedWidth(WIDE_LIST if width >= WIDE else NARROW_LIST if is_narrow else LIST)

    def _take_row(self, index: QModelIndex, _before: QModelIndex) -> None:
        if 0 <= index.row() < len(self._tried) and self._tried[index.row()].key != self._key:
            self.look_at(self._tried[index.row()].key)
            self.looked_at.emit(self._key)

    def _show_curves(self, index: QModelIndex, _before: QModelIndex) -> None:
        if 0 <= index.row() < len(self._sides):
            one = self._sides[index.row()]
            before, after = (None if each is None else each.roc for each in (one.before, one.after))
            self.chart.set_curves(RocCurves(one.label, before, after))

    def _accuracy_page(self) -> QWidget:
        page = QFrame()
        page.setProperty("layer", "panel")
        self.sentence.setContentsMargins(12, 10, 12, 10)
        rule = QFrame()
        rule.setProperty("line", "horizontal")
        chart = layouts.column(self.bars, margins=(12, 8, 12, 4))
        layouts.column(self.sentence, (self.accuracy, 1), rule, (chart, 1), spacing=0, inside=page)
        return page

    def _curves_page(self) -> QWidget:
        page = QFrame()
        page.setProperty("layer", "panel")
        title = ElidedLabel(tr("True positive rate"), "caption", "2")
        title.fewest = 12
        above = layouts.row((title, 1), self.legend)
        column = layouts.column(above, (self.chart, 1), spacing=2, margins=(8, 6, 12, 4))
        rule = QFrame()
        rule.setProperty("line", "vertical")
        layouts.row(self.values, rule, (column, 1), spacing=0, inside=page)
        return page
