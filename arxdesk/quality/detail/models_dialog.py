"""All quality models of the table at once: of each attribute, over all of them, of the whole table."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHeaderView, QWidget

from arxdesk.quality.detail.measures_model import (
    MeasuresModel,
    aggregate_rows,
    attribute_rows,
    attribute_titles,
    table_rows,
    table_titles,
)
from arxdesk.ui import layouts
from arxdesk.ui.dialogs.foot import DialogFoot, lay_out_over_foot
from arxdesk.ui.widgets.basics.buttons import secondary_button
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.frames.framed_dialog import FramedDialog
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.statistics.quality import Quality
from arxdesk_engine.foundation.language import marked, tr

SIZE = QSize(1010, 752)
ROW, HEADER = 24, 24
NAMES = 196
MANY = 12
_OF_OUTPUT = marked(
    "How much of the input the output keeps, by each model: 100 % is as in the input, 0 % is nothing. "
    "No single model suits every use; pick the ones that match yours."
)
_OF_INPUT = marked("Nothing is applied yet: the input keeps everything. Cells that are missing in it count as missing.")


class QualityModelsDialog(FramedDialog):
    """Shows shares, or the raw values that they are computed from; follows what is applied while it is open."""

    dims = False

    def __init__(self, show_help: Callable[[str], object], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(tr("All quality models"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.resize(SIZE if parent is None else SIZE.boundedTo(parent.window().size()))
        self._quality: Quality | None = None
        self.attributes, self.aggregates, self.table = MeasuresModel(self), MeasuresModel(self), MeasuresModel(self)
        self.raw = QCheckBox(tr("Raw values"))
        self.raw.setToolTip(tr("Figures behind the shares, explained by their tooltips"))
        self.sentence = paragraph("", "dense", "2")
        self.views = [
            _table(name) for name in (tr("Of each attribute"), tr("Over all attributes"), tr("Of the whole table"))
        ]
        self.paged = PagedList(self.views[0], tr("attributes"))
        self.paged.set_model(self.attributes)
        self.views[1].setModel(self.aggregates)
        self.views[2].setModel(self.table)
        self.copy = secondary_button(tr("Copy the numbers"), "copy")
        self.foot = DialogFoot("", tr("Close"))
        self.foot.add_leading(self.copy)
        help_mark = HelpMark("detail-kept", tr("quality models"))
        help_mark.requested.connect(show_help)
        self.raw.toggled.connect(self._fill)
        self.copy.clicked.connect(self._copy)
        self.foot.rejected.connect(self.close)
        above = layouts.row((label(tr("Of each attribute"), "body", "1", 600), 1), self.raw, help_mark)
        column = lay_out_over_foot(self, foot=self.foot)
        column.addWidget(self.sentence)
        layouts.nest(column, above)
        column.addWidget(self.paged, 1)
        column.addWidget(label(tr("Over all attributes"), "body", "1", 600))
        column.addWidget(self.views[1])
        column.addWidget(label(tr("Of the whole table"), "body", "1", 600))
        column.addWidget(self.views[2])
        self.foot.cancel.setFocus()

    def show_quality(self, quality: Quality | None, *, has_output: bool) -> None:
        """Show other measures; None: there is nothing that could be measured."""
        self._quality = quality
        said = tr(_OF_OUTPUT) if has_output else tr(_OF_INPUT)
        self.sentence.setText(said if quality is not None else tr("There are no records to measure."))
        self._fill()

    @property
    def numbers(self) -> str:
        """Everything that is shown, as tab-separated text."""
        return "\n\n".join("\n".join(model.lines()) for model in (self.attributes, self.aggregates, self.table))

    def _fill(self, _checked: bool = False) -> None:
        quality, raw = self._quality, self.raw.isChecked()
        titles = attribute_titles()
        self.attributes.set_rows(titles, attribute_rows(quality, raw=raw) if quality else [])
        titles = [type(titles[0])(tr("Aggregated by")), *titles[1:]]
        self.aggregates.set_rows(titles, aggregate_rows(quality, raw=raw) if quality else [])
        self.table.set_rows(table_titles(), table_rows(quality) if quality else [])
        self.paged.search.setVisible(self.attributes.rowCount() > MANY)
        for view in self.views[1:]:
            view.setFixedHeight(HEADER + ROW * view.model().rowCount() + 2)
        for view in self.views:
            view.header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
            if view.model().columnCount():
                view.header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
                view.setColumnWidth(0, NAMES)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.numbers)


def _table(name: str) -> RecordsTable:
    made = RecordsTable(name, two_line_header=False)
    made.verticalHeader().hide()
    made.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
    return made
