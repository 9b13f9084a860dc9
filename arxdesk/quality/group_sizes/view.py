"""The sizes of groups of people who look the same, in the input and in the output."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.analysis.work import ClassesOf, InClassesOfSize, Removed
from arxdesk.ui import layouts, words
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.series_legend import Entry, SeriesLegend
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.distribution.scale_words import significant
from arxdesk_engine.analysis.groups.sentences import SIDES, sentence
from arxdesk_engine.analysis.statistics.class_sizes import ClassSizes, Sizes

BOTH: tuple[Entry, ...] = (("bar", "series.before", "Input"), ("bar", "series.1", "Output"))
NAMES, COLUMN = 84, 106
WITH_REMOVED = 3
"""The first column to hide where there is little room."""
WITH_CHART, NO_LIMIT = 620, 16_777_215
FEW = 0.001
RANGES: tuple[tuple[int, int | None, str], ...] = (
    *((1, 1, "1"), (2, 4, "2–4"), (5, 9, "5–9"), (10, 99, "10+"), (100, None, "100+")),
)
"""The sizes of the bars, from the smallest to the largest, with labels that fit below them."""


class ClassSizesView(AnalysisView):
    """The figures of both sides with and without removed people, and the number of groups by size."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(analysis, "Group sizes", "", "group-sizes", content, parent)
        self._sizes: dict[str, ClassSizes] = {}
        self._found: dict[str, ClassCounts] = {}
        self.legend = SeriesLegend(BOTH[:1])
        self.add_header_widget(self.legend)
        self.sentence = paragraph("", "dense", "2")
        self.chart = BarChart("Groups by their size")
        self.chart.clicked.connect(self._open_range)
        self._model = FigureTableModel(self)
        self.table = RecordsTable("Group sizes", two_line_header=False)
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
            return NO_QUASI_IDENTIFIERS
        return {side: TableRequest(table, ClassesOf()) for side, table in self.analysis.tables.items()}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the sides that are there."""
        self._found = {side: found[side] for side in self.analysis.tables if side in found}
        self._sizes = {side: each.class_sizes for side, each in self._found.items()}
        self.legend.set_entries([entry for entry, side in zip(BOTH, ("before", "after"), strict=True) if side in found])
        self.sentence.setText(words.unbroken(sentence(self._sizes, words.LOCAL)))
        self._model.set_table(_table(self._sizes))
        header = self.table.header
        header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        header.setSectionResizeMode(0, QHeaderView.ResizeMode.Fixed)
        self.table.setColumnWidth(0, NAMES)
        self._share_room()
        self.chart.set_data(
            [_category(self._found, place) for place in range(len(RANGES))],
            "Size, by share of groups",
            sides=("Input", "Output"),
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

    def _numbers(self) -> str:
        return f"{self._model.table.as_text()}\n\n{self.chart.numbers()}"

    def _open_range(self, place: int) -> None:
        smallest, largest, _label = RANGES[place]
        after = self._found.get("after")
        side = "after" if after is not None and after.of_sizes(smallest, largest)[0] else "before"
        many = words.size_range(smallest, largest)
        self._show(side, f"in groups of {'one' if many == 'alone' else many}", smallest, largest)

    def _open(self, index: QModelIndex) -> None:
        side = "before" if index.column() <= 1 and "before" in self._found else "after"
        if side not in self._sizes or not self.has_answer(side):
            return
        kept = self._sizes[side].kept
        name = self._model.table.text(index.row(), 0)
        if name == "Smallest":
            self._show(side, f"in groups of exactly {words.count(kept.smallest)}", kept.smallest, kept.smallest)
        elif name == "Largest":
            self._show(side, f"in the largest group, of {words.count(kept.largest)}", kept.largest, kept.largest)
        elif name in ("Records", "People in groups"):
            self._show(side, "in groups", 1, None)
        elif name == "Removed" and self._sizes[side].suppressed_records:
            table = self.analysis.tables[side]
            self.analysis.show_records(FigureRecords("removed from the output", table, Removed(), "quality"))

    def _show(self, side: str, reason: str, smallest: int, largest: int | None) -> None:
        if not self.has_answer(side):
            return
        where = "input" if side == "before" else "output"
        request = InClassesOfSize(smallest, largest)
        records = FigureRecords(f"{reason} in the {where}", self.analysis.tables[side], request, "quality")
        self.analysis.show_records(records)


def _category(found: Mapping[str, ClassCounts], place: int) -> BarCategory:
    smallest, largest, label = RANGES[place]
    shares: dict[str, float] = {}
    said = []
    for side, each in found.items():
        groups, people = each.of_sizes(smallest, largest)
        shares[side] = groups / each.classes if each.classes else 0.0
        counted = words.records(people) if each.people is None else words.people(people)
        said.append(f"{SIDES[side]} {words.counted(groups, 'group', 'groups')}, {counted}")
    named = label if largest is not None and len(label) < 4 else words.size_range(smallest, largest)
    return BarCategory(label, "", shares.get("before"), shares.get("after"), f"Groups of {named}: {'; '.join(said)}")


def _table(sizes: Mapping[str, ClassSizes]) -> FigureTable:
    """A column for each side, and one more that takes the removed people for a group."""
    columns: list[tuple[str, Sizes, ClassSizes, bool]] = []
    for side, each in sizes.items():
        columns.append((SIDES[side].capitalize(), each.kept, each, False))
        if side == "after" and each.suppressed_records:
            columns.append(("With removed", each.with_suppressed, each, True))

    def sized(name: str, text: Callable[[Sizes], str], size: Callable[[Sizes], float]) -> list[str]:
        return [
            name,
            *(_with_share(text(kept), size(kept), _people(each, whole)) for _title, kept, each, whole in columns),
        ]

    rows = [
        sized("Average", lambda kept: _average(kept.average), lambda kept: kept.average),
        sized("Smallest", lambda kept: words.count(kept.smallest), lambda kept: kept.smallest),
        sized("Largest", lambda kept: words.count(kept.largest), lambda kept: kept.largest),
    ]
    rows.append(["Groups", *(words.count(shown.classes) for _, shown, _each, _whole in columns)])
    unit = {"records": "Records", "people": "People in groups"}[next(iter(sizes.values())).unit]
    rows.append([unit, *(words.count(_people(each, whole)) for _, _shown, each, whole in columns)])
    rows.append(["Removed", *(_removed(each) for _, _shown, each, _whole in columns)])
    rows.append(
        [
            "All records" if unit == "Records" else "With removed people",
            *(words.count(each.records) for _, _shown, each, _whole in columns),
        ]
    )
    return FigureTable.of(["Group size", *(title for title, *_rest in columns)], rows, 2 if len(columns) > 1 else 1)


def _average(size: float) -> str:
    return significant(size, words.LOCAL) if size % 1 else words.count(int(size))


def _people(sizes: ClassSizes, with_removed: bool) -> int:
    return sizes.records if with_removed else sizes.kept_records


def _with_share(text: str, size: float, whole: int) -> str:
    if not whole:
        return "–"
    share = size / whole
    return f"{text} ({words.percent(share, 2 if share >= FEW else 1)})"


def _removed(sizes: ClassSizes) -> str:
    gone = sizes.suppressed_records
    return f"{words.count(gone)} ({words.percent(gone / sizes.records)})" if gone else "0"
