"""How much of its detail each quasi-identifier kept, by the measure that somebody chooses."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QRect
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.quality.detail.model import DetailColumn, DetailModel
from arxdesk.quality.detail.models_dialog import QualityModelsDialog
from arxdesk.quality.detail.work import LevelsOf, MeasuresOf
from arxdesk.ui import layouts, words
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.tables.cells import BarDelegate, CellDelegate, Index
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.parts import PartsDelegate
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.detail import sentences
from arxdesk_engine.analysis.detail.kept import KeptDetail, kept_details
from arxdesk_engine.analysis.detail.measures import DetailMeasures
from arxdesk_engine.analysis.items.sentences import kept_sentence
from arxdesk_engine.analysis.statistics.measure_words import ATTRIBUTE_MEASURES, GRANULARITY
from arxdesk_engine.foundation.language import marked, tr

WIDE = 560
"""From this width on there is room to say what happened to each attribute."""
WIDE_WITH_LEVELS = 860
NARROWEST = 90
"""Where both bars would be shorter, only that of the levels is shown: the other one has its number beside it."""
NAMES, BARS, SHARES = 176, 420, 72
INDENT = 4  # the names begin where the title of the pane does
MARGIN = 8
TOPIC = "detail-kept"
LEVELS = marked("The bars at the right divide the records by the level that they read; 0 is a value as it was.")
MANY = 20
"""From so many attributes on the list can be searched."""


class _NameDelegate(CellDelegate):
    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        super().paint_content(painter, rect.adjusted(INDENT, 0, 0, 0), index)


class _FateDelegate(CellDelegate):
    """Marks what is lost by its weight and colour: a ground as well would be louder than the bars."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        if index.data(TONE_ROLE) == "strong":
            self.ink = "warn"
        super().paint_content(painter, rect, index)


class DetailView(AnalysisView):
    """A bar and a number per quasi-identifier; the row of the attribute in focus is marked."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(analysis, tr("Detail kept"), "", TOPIC, content, parent)
        self._document = analysis.document
        self._found: DetailMeasures | None = None
        self._model = DetailModel(self)
        self.measure = ChoiceBox(
            tr("Measure of detail"), [(key, tr(each.title)) for key, each in ATTRIBUTE_MEASURES.items()]
        )
        self.measure.set_value(GRANULARITY)
        self.measure.setMinimumContentsLength(12)
        self._sentence, self._levels = paragraph("", "dense", "2"), paragraph(tr(LEVELS), "dense", "2")
        self._table = _bars(self._model)
        self.list = PagedList(self._table, tr("attributes"))
        self.list.set_model(self._model)
        self.all = link_button(tr("All quality models..."))
        self.formula = link_button(tr("Formula"))
        self.dialog: QualityModelsDialog | None = None
        self.add_header_widget(self.measure)
        self.add_export(self._table, self._numbers)
        self.add_header_widget(self.help_mark)  # last
        self._lay_out(content)
        self.measure.chosen.connect(self._show_measure)
        self.all.clicked.connect(self._show_all)
        self.formula.clicked.connect(self._explain)
        self.list.current_changed.connect(self._focus_row)
        self._document.focus_changed.connect(self.follow_focus)

    @property
    def sentence(self) -> str:
        """What the bars say together."""
        return self._sentence.text()

    @property
    def table(self) -> RecordsTable:
        """The bars."""
        return self._table

    @property
    def model(self) -> DetailModel:
        """What the bars show, of all attributes."""
        return self._model

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """All measures of the output, or of the input where there is none; its levels where they are several."""
        table = self.analysis.output or self.analysis.input
        if not table.quasi_identifiers:
            return tr(NO_QUASI_IDENTIFIERS)
        asked = {"measures": TableRequest(table, MeasuresOf())}
        output = self.analysis.output
        if output is not None and output.applied.recoded is not None:
            asked["levels"] = TableRequest(table, LevelsOf())
        return asked

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the bars of the measure that is chosen."""
        self._found = found["measures"]
        self._model.set_levels(found.get("levels", ()))
        self._show_measure(self.measure.value)
        self._levels.setVisible(self._model.has_levels)
        self._share_out()
        if self.dialog is not None:
            self.dialog.show_quality(self._found.quality, has_output=self.analysis.output is not None)

    def follow_focus(self, _attribute: str = "") -> None:
        """Mark the attribute in focus, where it is a quasi-identifier."""
        row = self._model.row_of(self._document.focus)
        if row < 0:
            self._table.selectionModel().clear()
        elif row != self.list.current_row:
            self.list.show_row(row)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the bars what room there is, up to a length that is easily compared; words only where they fit."""
        super().resizeEvent(event)
        self._share_out()

    def _share_out(self) -> None:
        width = self.width()
        parts = self._model.has_levels
        wide = width >= (WIDE_WITH_LEVELS if parts else WIDE)
        names = NAMES if wide else min(NAMES, width * 2 // 5)
        room = width - names - SHARES - 2 * MARGIN
        squeezed = parts and room < 2 * NARROWEST
        bars = min(BARS, room // (1 + wide + parts - squeezed))
        widths = {
            DetailColumn.ATTRIBUTE: names,
            DetailColumn.BAR: bars,
            DetailColumn.SHARE: SHARES,
            DetailColumn.LEVELS: bars,
        }
        header = self._table.header
        modes = QHeaderView.ResizeMode
        for column, takes_rest in ((DetailColumn.BAR, not wide and not squeezed), (DetailColumn.LEVELS, squeezed)):
            header.setSectionResizeMode(column, modes.Stretch if takes_rest else modes.Fixed)
        header.setStretchLastSection(wide)
        for column, width in widths.items():
            self._table.setColumnWidth(column, width)
        self._table.setColumnHidden(DetailColumn.FATE, not wide)
        self._table.setColumnHidden(DetailColumn.LEVELS, not parts)
        self._table.setColumnHidden(DetailColumn.BAR, squeezed)

    def _lay_out(self, content: QWidget) -> None:
        self._levels.hide()
        said = layouts.column(self._sentence, self._levels, spacing=4, margins=(4, 0, 4, 0))
        links = layouts.row(self.all, self.formula, layouts.STRETCH, spacing=16, margins=(4, 0, 4, 0))
        layouts.column(said, (self.list, 1), links, spacing=8, margins=(MARGIN, 10, MARGIN, 8), inside=content)

    def _show_measure(self, key: str) -> None:
        found = self._found
        if found is None:
            return
        details = self._details()
        shares = tuple(self._share(found, key, place, detail.name) for place, detail in enumerate(details))
        self._model.set_details(details, shares, ATTRIBUTE_MEASURES[key])
        self.list.search.setVisible(len(details) > MANY)
        said = [sentences.sentence(self.analysis.output, found, key, words.LOCAL)]
        if self.analysis.output is not None:
            items = self.analysis.output.applied.output.items.values()
            said += [kept_sentence(each, words.LOCAL) for each in items]
        self._sentence.setText(" ".join(said))
        self.follow_focus()

    def _details(self) -> tuple[KeptDetail, ...]:
        output = self.analysis.output
        if output is not None:
            return kept_details(output)
        heights = {name: each.levels - 1 for name, each in self._document.hierarchies.items()}
        return tuple(
            KeptDetail(name, 0, heights.get(name, 0), 1.0, "") for name in self.analysis.input.quasi_identifiers
        )

    def _share(self, found: DetailMeasures, key: str, place: int, name: str) -> float | None:
        if key == GRANULARITY:
            return found.granularity[place]
        measure = getattr(found.quality.attributes[name], key) if found.quality is not None else None
        return None if measure is None else float(measure.quality)

    def _show_all(self) -> None:
        if self._found is None:
            return
        dialog = QualityModelsDialog(self.analysis.wishes.show_help, self.window())
        dialog.finished.connect(self._forget_dialog)
        dialog.show_quality(self._found.quality, has_output=self.analysis.output is not None)
        self.dialog = dialog
        dialog.show()

    def _forget_dialog(self, _result: int) -> None:
        self.dialog = None

    def _explain(self) -> None:
        self.analysis.wishes.show_help(f"{TOPIC}#{ATTRIBUTE_MEASURES[self.measure.value].title}")

    def _numbers(self) -> str:
        title = tr(ATTRIBUTE_MEASURES[self.measure.value].title)
        return "\n".join([f"{tr('Attribute')}\t{title}", *self._model.lines()])

    def _focus_row(self, row: int) -> None:
        if row >= 0:
            self._document.set_focus(self._model.name_at(row))


def _bars(model: DetailModel) -> RecordsTable:
    table = RecordsTable(tr("Detail kept"), two_line_header=False)
    table.setModel(model)  # the list puts its page in place of it; delegates are set by column
    for column, delegate in (
        (DetailColumn.ATTRIBUTE, _NameDelegate()),
        (DetailColumn.BAR, BarDelegate()),
        (DetailColumn.SHARE, _FateDelegate()),
        (DetailColumn.LEVELS, PartsDelegate()),
        (DetailColumn.FATE, _FateDelegate()),
    ):
        table.set_cell_delegate(column, delegate)
    table.verticalHeader().hide()
    table.header.hide()
    table.setShowGrid(False)
    table.setAlternatingRowColors(False)
    table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
    table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
    table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
    return table
