"""The sizes of groups of people who look the same, in the input and in the output."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import IntEnum
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in, title
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.analysis.work import ClassesOf, InClassesOfSize, Removed
from arxdesk.ui import layouts, words
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel
from arxdesk.ui.models.figures_text import FiguresText
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.series_legend import Entry, SeriesLegend
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.distribution.scale_words import significant
from arxdesk_engine.analysis.groups.sentences import sentence
from arxdesk_engine.analysis.statistics.class_sizes import ClassSizes, Sizes
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.foundation.words import in_parts

_INKS = {"before": "series.before", "after": "series.1"}
NAMES, WIDEST_NAMES, COLUMN = 84, 148, 106
WITH_REMOVED = 3
"""The first column to hide where there is little room."""
WITH_CHART, NO_LIMIT = 620, 16_777_215
FEW = 0.001
RANGES: tuple[tuple[int, int | None, str], ...] = (
    *((1, 1, "1"), (2, 4, "2–4"), (5, 9, "5–9"), (10, 99, "10+"), (100, None, "100+")),
)
"""The sizes of the bars, from the smallest to the largest, with labels that fit below them."""


class _OpeningRow(IntEnum):
    """The rows of the table that open records, by their places."""

    SMALLEST = 1
    LARGEST = 2
    IN_GROUPS = 4
    REMOVED = 5


class ClassSizesView(AnalysisView):
    """The figures of both sides with and without removed people, and the number of groups by size."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(analysis, tr("Group sizes"), "", "group-sizes", content, parent)
        self._sizes: dict[str, ClassSizes] = {}
        self._found: dict[str, ClassCounts] = {}
        self.legend = SeriesLegend(_legend(("before",)))
        self.add_header_widget(self.legend)
        self.sentence = paragraph("", "dense", "2")
        self.chart = BarChart(tr("Groups by their size"))
        self.chart.clicked.connect(self._open_range)
        self._model = FigureTableModel(self)
        self.table = RecordsTable(tr("Group sizes"), two_line_header=False)
        self.table.setModel(self._model)
        self.table.verticalHeader().hide()
        self.table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.table.activated.connect(self._open)
        row = layouts.row(self.table, (self.chart, 1), spacing=16)
        layouts.column(self.sentence, (row, 1), spacing=8, margins=(16, 10, 16, 8), inside=content)
        self.add_export(content, self._numbers)

    @property
    def figures(self) -> FigureTable:
        """The figures of the table."""
        return self._model.table

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The classes of both sides."""
        if not self.analysis.input.quasi_identifiers:
            return tr(NO_QUASI_IDENTIFIERS)
        return {side: TableRequest(table, ClassesOf()) for side, table in self.analysis.tables.items()}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the sides that are there."""
        self._found = {side: found[side] for side in self.analysis.tables if side in found}
        self._sizes = {side: each.class_sizes for side, each in self._found.items()}
        self.legend.set_entries(_legend(side for side in ("before", "after") if side in found))
        self.sentence.setText(words.unbroken(sentence(self._sizes, words.LOCAL)))
        self._model.set_table(_table(self._sizes))
        header = self.table.header
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.table.fit_column(0, NAMES, WIDEST_NAMES)  # the figures leave it what it needs
        self._share_room()
        self.chart.set_data(
            [_category(self._found, place) for place in range(len(RANGES))],
            tr("Size, by share of groups"),
            sides=(tr("Input"), tr("Output")),
        )

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Share out the room."""
        super().resizeEvent(event)
        self._share_room()

    def _share_room(self) -> None:
        """Hide the chart where there is little room."""
        is_wide = self.width() >= WITH_CHART
        self.chart.setVisible(is_wide)
        if len(self.figures.headings) > WITH_REMOVED:
            self.table.setColumnHidden(WITH_REMOVED, not is_wide)
        needed = NAMES + COLUMN * max(1, len(self.figures.headings) - 1) + 2
        self.table.setMinimumWidth(needed if is_wide else 0)
        self.table.setMaximumWidth(needed if is_wide else NO_LIMIT)

    def _numbers(self) -> FiguresText:
        return FiguresText((*FiguresText.of(self._model.table.as_text()).rows, (), *self.chart.numbers().rows))

    def _open_range(self, place: int) -> None:
        smallest, largest, _label = RANGES[place]
        after = self._found.get("after")
        side = "after" if after is not None and after.of_sizes(smallest, largest)[0] else "before"
        many = words.size_range(smallest, largest)
        alone = smallest == largest == 1
        self._show(side, tr("in groups of one") if alone else tr("in groups of {size}", size=many), smallest, largest)

    def _open(self, index: QModelIndex) -> None:
        side = "before" if index.column() <= 1 and "before" in self._found else "after"
        if side not in self._sizes or not self.has_answer(side):
            return
        kept = self._sizes[side].kept
        row = index.row()
        if row == _OpeningRow.SMALLEST:
            reason = tr("in groups of exactly {size}", size=count(kept.smallest))
            self._show(side, reason, kept.smallest, kept.smallest)
        elif row == _OpeningRow.LARGEST:
            reason = tr("in the largest group, of {size}", size=count(kept.largest))
            self._show(side, reason, kept.largest, kept.largest)
        elif row == _OpeningRow.IN_GROUPS:
            self._show(side, tr("in groups"), 1, None)
        elif row == _OpeningRow.REMOVED and self._sizes[side].suppressed_records:
            table = self.analysis.tables[side]
            self.analysis.show_records(FigureRecords(tr("removed from the output"), table, Removed(), "quality"))

    def _show(self, side: str, reason: str, smallest: int, largest: int | None) -> None:
        if not self.has_answer(side):
            return
        request = InClassesOfSize(smallest, largest)
        records = FigureRecords(reason_in(side, reason), self.analysis.tables[side], request, "quality")
        self.analysis.show_records(records)


def _legend(sides: Iterable[str]) -> list[Entry]:
    return [("bar", _INKS[side], title(side)) for side in sides]


def _said(side: str, groups: int, counted: str) -> str:
    if side == "before":
        return tr_n(groups, "input {n} group, {people}", "input {n} groups, {people}", people=counted)
    return tr_n(groups, "output {n} group, {people}", "output {n} groups, {people}", people=counted)


def _category(found: Mapping[str, ClassCounts], place: int) -> BarCategory:
    smallest, largest, label = RANGES[place]
    shares: dict[str, float] = {}
    said = []
    for side, each in found.items():
        groups, people = each.of_sizes(smallest, largest)
        shares[side] = groups / each.classes if each.classes else 0.0
        counted = words.records(people) if each.people is None else words.people(people)
        said.append(_said(side, groups, counted))
    named = label if largest is not None and len(label) < 4 else words.size_range(smallest, largest)
    return BarCategory(
        label,
        "",
        shares.get("before"),
        shares.get("after"),
        tr("Groups of {size}: {sides}", size=named, sides=in_parts(said)),
    )


def _table(sizes: Mapping[str, ClassSizes]) -> FigureTable:
    """A column for each side, and one more that takes the removed people for a group."""
    columns: list[tuple[str, Sizes, ClassSizes, bool]] = []
    for side, each in sizes.items():
        columns.append((title(side), each.kept, each, False))
        if side == "after" and each.suppressed_records:
            columns.append((tr("With removed"), each.with_suppressed, each, True))

    def sized(name: str, text: Callable[[Sizes], str], size: Callable[[Sizes], float]) -> list[str]:
        return [
            name,
            *(_with_share(text(kept), size(kept), _people(each, whole)) for _title, kept, each, whole in columns),
        ]

    rows = [
        sized(tr("Average"), lambda kept: _average(kept.average), lambda kept: kept.average),
        sized(tr("Smallest"), lambda kept: count(kept.smallest), lambda kept: kept.smallest),
        sized(tr("Largest"), lambda kept: count(kept.largest), lambda kept: kept.largest),
    ]
    rows.append([tr("Groups"), *(count(shown.classes) for _, shown, _each, _whole in columns)])
    counts_people = next(iter(sizes.values())).unit == "people"
    unit = tr("People in groups") if counts_people else tr("Records")
    rows.append([unit, *(count(_people(each, whole)) for _, _shown, each, whole in columns)])
    rows.append([tr("Removed"), *(_removed(each) for _, _shown, each, _whole in columns)])
    rows.append(
        [
            tr("With removed people") if counts_people else tr("All records"),
            *(count(each.records) for _, _shown, each, _whole in columns),
        ]
    )
    return FigureTable.of([tr("Group size"), *(title for title, *_rest in columns)], rows, 2 if len(columns) > 1 else 1)


def _average(size: float) -> str:
    return significant(size, words.LOCAL) if size % 1 else count(int(size))


def _people(sizes: ClassSizes, with_removed: bool) -> int:
    return sizes.records if with_removed else sizes.kept_records


def _with_share(text: str, size: float, whole: int) -> str:
    if not whole:
        return "–"
    share = size / whole
    return f"{text} ({words.percent(share, 2 if share >= FEW else 1)})"


def _removed(sizes: ClassSizes) -> str:
    gone = sizes.suppressed_records
    return f"{count(gone)} ({words.percent(gone / sizes.records)})" if gone else "0"
