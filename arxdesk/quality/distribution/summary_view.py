"""Summary statistics of the attribute in focus, input and output beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QCheckBox, QHeaderView, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.request import Request
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in, title
from arxdesk.analysis.view import AnalysisView
from arxdesk.analysis.work import HiddenRecords, RecordsShowing
from arxdesk.quality.distribution.work import SummaryOf
from arxdesk.ui import layouts, theme, words
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.tables.records_table import RecordsTable, widest_that_fits
from arxdesk_engine.analysis.distribution.summary import Summary
from arxdesk_engine.analysis.distribution.summary_words import NONE, SummaryRow, note, summary_rows
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.language import marked, tr

NAMES, NARROW_NAMES, WIDE, NARROWEST = 118, 96, 256, 64
ONLY_COMPLETE = marked("Only complete records")


class SummaryView(AnalysisView):
    """A table of measures. Bands of an output are ordered, and are not taken for numbers."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(analysis, tr("Summary"), "", "summary-statistics", content, parent)
        self._rows: list[SummaryRow] = []
        self._found: dict[str, Summary] = {}
        self._model = FigureTableModel(self)
        self.table = RecordsTable(tr("Summary statistics"), two_line_header=False)
        self.table.setModel(self._model)
        self.table.verticalHeader().hide()
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.table.header.setMinimumSectionSize(NARROWEST)
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.verticalScrollBar().rangeChanged.connect(self._share_room)
        self.table.activated.connect(self._open)
        self.note = paragraph("", "caption", "2")
        self.note.setContentsMargins(12, 0, 12, 0)
        self.only_complete = QCheckBox(tr(ONLY_COMPLETE))
        self.only_complete.setFont(theme.font("dense"))
        self.only_complete.setToolTip(
            tr("Listwise deletion: leaves out records that lack a value in any attribute of the table")
        )
        self.only_complete.toggled.connect(self.refresh)
        below = layouts.column(self.only_complete, margins=(12, 0, 12, 0))
        layouts.column((self.table, 1), self.note, below, spacing=6, margins=(0, 0, 0, 8), inside=content)
        self.add_export(self.table, self._numbers)
        analysis.document.focus_changed.connect(self._follow_focus)

    @property
    def attribute(self) -> str:
        """The attribute that is shown."""
        names, focus = self.analysis.input.dataset.names, self.analysis.document.focus
        return focus if focus in names or not names else names[0]

    @property
    def rows(self) -> list[SummaryRow]:
        """What is shown."""
        return self._rows

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """Both sides."""
        if not self.analysis.input.dataset.records:
            return tr("The table has no records.")
        request = SummaryOf(self.attribute, self.only_complete.isChecked())
        return {side: TableRequest(table, request) for side, table in self.analysis.tables.items()}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the measures; a side that is still to come has none."""
        self.set_caption(self.attribute)
        self._found = dict(found)
        names = [name for name in self.analysis.tables if name in found]
        sides: list[Summary] = [found[name] for name in names]
        self._rows = summary_rows(sides, words.LOCAL)
        headings = (tr("Measure"), *map(title, names))
        rows = self._rows
        self._model.set_table(
            FigureTable(
                headings,
                len(rows),
                lambda row, column: rows[row].values[column - 1] if column else rows[row].name,
                lambda row, column: _tone(rows[row], column),
                lambda row, column: f"{rows[row].name}. {rows[row].hint}." if not column else "",
            )
        )
        self._share_room()
        said = note(sides, words.LOCAL)
        self.note.setText(words.unbroken(said))
        self.note.setVisible(bool(said))

    def _follow_focus(self, _attribute: str) -> None:
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Give each column the room that it needs."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """The sides share what the names leave: the shorter texts are whole first, what is over goes to all alike."""
        table = self.table
        columns = range(1, self._model.columnCount())
        table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        names = NAMES if table.viewport().width() >= WIDE else NARROW_NAMES
        table.setColumnWidth(0, names)
        needed = [max(NARROWEST, table.sizeHintForColumn(column)) for column in columns]
        room = table.viewport().width() - names
        most = widest_that_fits(needed, room)
        over = max(0, room - sum(min(width, most) for width in needed)) // max(1, len(needed))
        for column, width in zip(columns, needed, strict=True):
            table.setColumnWidth(column, max(NARROWEST, min(width, most) + over))

    def _numbers(self) -> str:
        return self._model.table.as_text()

    def _open(self, index: QModelIndex) -> None:
        row, side = self._rows[index.row()], max(0, index.column() - 1)
        name = list(self.analysis.tables)[side]
        table, found, attribute = self.analysis.tables[name], self._found.get(name), self.attribute
        opened = None if found is None else _behind(row.of, found, attribute)
        if opened is not None:
            reason, request = opened
            self.analysis.show_records(FigureRecords(reason_in(name, reason), table, request, "quality", attribute))


def _tone(row: SummaryRow, column: int) -> str | None:
    if column and row.values[column - 1] == NONE:
        return "muted"
    return "strong" if column == len(row.values) else None


def _behind(what: str, found: Summary, attribute: str) -> tuple[str, Request[Any]] | None:
    """The records behind a figure, in words, and the question that finds them."""
    statistics = found.statistics
    ordinal = statistics.ordinal
    text = {
        "mode": statistics.mode,
        "minimum": None if ordinal is None else ordinal.minimum,
        "maximum": None if ordinal is None else ordinal.maximum,
        "missing": "" if statistics.missing else None,
        "star": SUPPRESSED if statistics.suppressed else None,
    }.get(what)
    if what == "removed" and found.removed:
        return tr("who show no {attribute}, because they were removed", attribute=attribute), HiddenRecords(attribute)
    if text is None:
        return None
    if not text:
        reason = tr("whose {attribute} is missing", attribute=attribute)
    elif text == SUPPRESSED:
        reason = tr("whose {attribute} is *", attribute=attribute)
    else:
        reason = tr("with {attribute} {text}", attribute=attribute, text=text)
    return reason, RecordsShowing(((attribute, (text,)),))
