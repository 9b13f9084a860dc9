"""How much of its detail each quasi-identifier kept."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QRect
from PySide6.QtGui import QPainter, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QVBoxLayout, QWidget

from arxdesk import words
from arxdesk.document import Document
from arxdesk.item_roles import TONE_ROLE
from arxdesk.models.detail import DetailModel, Shown, kept_details
from arxdesk.results import Applied, Result
from arxdesk.widgets.cells import BarDelegate, CellDelegate, Index
from arxdesk.widgets.label import paragraph
from arxdesk.widgets.pane import Pane
from arxdesk.widgets.records_table import RecordsTable

WIDE = 560
"""From this width on there is room to say what happened to each attribute."""
NAMES, BARS, SHARES = 176, 420, 72
INDENT = 4  # the names begin where the title of the pane does


class _NameDelegate(CellDelegate):
    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        super().paint_content(painter, rect.adjusted(INDENT, 0, 0, 0), index)


class _FateDelegate(CellDelegate):
    """Marks what is lost by its weight and colour: a ground as well would be louder than the bars."""

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        if index.data(TONE_ROLE) == "strong":
            self.ink = "warn"
        super().paint_content(painter, rect, index)


class DetailView(Pane):
    """A bar and a number per quasi-identifier; the row of the attribute in focus is marked."""

    def __init__(self, document: Document, parent: QWidget | None = None) -> None:
        super().__init__("Detail kept", "per quasi-identifier", parent)
        self._document = document
        self._model = DetailModel(self)
        self._sentence = paragraph("", "dense", "2")
        self._sentence.setContentsMargins(12, 10, 12, 8)
        self._table = RecordsTable("Detail kept", two_line_header=False)
        self._table.setModel(self._model)
        self._table.set_cell_delegate(Shown.ATTRIBUTE, _NameDelegate())
        self._table.set_cell_delegate(Shown.BAR, BarDelegate())
        self._table.set_cell_delegate(Shown.SHARE, _FateDelegate())
        self._table.set_cell_delegate(Shown.FATE, _FateDelegate())
        self._table.verticalHeader().hide()
        self._table.header.hide()
        self._table.setShowGrid(False)
        self._table.setAlternatingRowColors(False)
        self._table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self._table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self._table.selectionModel().currentRowChanged.connect(self._focus_row)
        self._table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self._sentence)
        column.addWidget(self._table, 1)
        self.set_body(body)

    @property
    def sentence(self) -> str:
        """What the bars say together."""
        return self._sentence.text()

    @property
    def table(self) -> RecordsTable:
        """The bars."""
        return self._table

    def refresh(self) -> None:
        """Show what is applied now."""
        result, applied = self._document.result, self._document.applied
        if result is None or applied is None:
            return
        self._model.set_details(kept_details(result, applied))
        self._sentence.setText(words.unbroken(_sentence(applied, result)))
        self.follow_focus()

    def follow_focus(self) -> None:
        """Mark the attribute in focus, where it is a quasi-identifier."""
        row = self._model.row_of(self._document.focus)
        chosen = self._table.selectionModel()
        if row < 0:
            chosen.clear()
        else:
            flags = QItemSelectionModel.SelectionFlag
            chosen.setCurrentIndex(self._model.index(row, 0), flags.ClearAndSelect | flags.Rows)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give the bars what room there is, up to a length that is easily compared; words only where they fit."""
        super().resizeEvent(event)
        wide = event.size().width() >= WIDE
        room = event.size().width() - NAMES - SHARES
        widths = {Shown.ATTRIBUTE: NAMES, Shown.BAR: min(BARS, room // 2 if wide else room), Shown.SHARE: SHARES}
        header = self._table.header
        header.setSectionResizeMode(Shown.BAR, QHeaderView.ResizeMode.Fixed if wide else QHeaderView.ResizeMode.Stretch)
        header.setStretchLastSection(wide)
        for column, width in widths.items():
            self._table.setColumnWidth(column, width)
        self._table.setColumnHidden(Shown.FATE, not wide)

    def _focus_row(self, index: QModelIndex) -> None:
        if index.isValid():
            self._document.set_focus(self._model.name_at(index.row()))


def _sentence(applied: Applied, result: Result) -> str:
    removed = applied.output.suppressed_records
    left = f"Of the detail in the input, {words.percent_fixed(applied.mean_granularity)} is left on average."
    if not removed:
        return f"{left} Nobody was removed, so all of it would be possible."
    share = removed / result.records
    most, gone = words.percent_fixed(1 - share), words.percent_fixed(share)
    return f"{left} {most} is the most possible, as {gone} of the people{result.of_part} were removed."
