"""The main figures of risk in one table, before and after."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QModelIndex, QRect, QRectF, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.work import InClassesOfSize
from arxdesk.core.protection import population_words
from arxdesk.risk.figures.sides import shown_tables
from arxdesk.risk.figures.view import RiskView
from arxdesk.risk.uniqueness.work import UniquenessOf
from arxdesk.risk.verdict.overview_model import OverviewColumn, RiskOverviewModel
from arxdesk.risk.verdict.work import LinkageOf
from arxdesk.ui import theme, words
from arxdesk.ui.item_roles import SHARE_ROLE
from arxdesk.ui.widgets.tables.cells import CellDelegate, Index
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.class_counts import ClassCounts
from arxdesk_engine.analysis.risk.figures import RiskFigures
from arxdesk_engine.analysis.risk.group_sizes import alone
from arxdesk_engine.analysis.risk.linkage import LinkageFigures
from arxdesk_engine.analysis.risk.main_figures import linkage_figure, main_figures
from arxdesk_engine.analysis.risk.uniqueness import UniquenessEstimates
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy.implied import ImpliedBounds, implied_bounds

WIDTHS = {OverviewColumn.FIGURE: 196, OverviewColumn.BEFORE: 84, OverviewColumn.AFTER: 84}
MOST = 312
"""Pixels: longer words end in an ellipsis."""
_TEXTS = (OverviewColumn.FIGURE, OverviewColumn.BEFORE, OverviewColumn.AFTER)
UNIQUES = "uniques "
"""The prefix of the questions about the uniqueness of the sides."""
LINKAGE = "linkage"
"""The question about perturbed columns."""
_ACROSS = Qt.Orientation.Horizontal


class _SideBars(CellDelegate):
    """Bars in the colour of their side."""

    def __init__(self, token: str) -> None:
        super().__init__()
        self._token = token

    def paint_content(self, painter: QPainter, rect: QRect, index: Index) -> None:
        share = index.data(SHARE_ROLE)
        if share is None:
            return
        inner = QRectF(rect.adjusted(8, (rect.height() - 10) // 2, -8, 0))
        inner.setHeight(10)
        colors = theme.current()
        painter.fillRect(inner, colors.color("state.track"))
        if share > 0:
            inner.setWidth(max(1.0, min(1.0, float(share)) * inner.width()))
            painter.fillRect(inner, colors.color(self._token))


class RiskOverviewView(RiskView):
    """Risks, the people that carry the lowest and the highest, uniques in the table, likely ones in the population."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self.model = RiskOverviewModel()
        self.table = RecordsTable(tr("Main figures of risk"), two_line_header=False)
        self.table.setModel(self.model)
        super().__init__(
            analysis, tr("Overview"), tr("main figures of risk"), "risk-distribution#Overview", self.table, parent
        )
        self.model.setParent(self)
        self._uniques: dict[str, UniquenessEstimates] = {}
        self._bounds = ImpliedBounds()
        self._linkage: LinkageFigures | None = None
        self.table.set_cell_delegate(OverviewColumn.BEFORE_BAR, _SideBars("series.before"))
        self.table.set_cell_delegate(OverviewColumn.AFTER_BAR, _SideBars("series.1"))
        self.table.verticalHeader().hide()
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        for column, width in WIDTHS.items():
            self.table.header.setSectionResizeMode(column, QHeaderView.ResizeMode.Fixed)
            self.table.setColumnWidth(column, width)
        for column in (OverviewColumn.BEFORE_BAR, OverviewColumn.AFTER_BAR):
            self.table.header.setSectionResizeMode(column, QHeaderView.ResizeMode.Stretch)
        self.table.setToolTip(tr("Double click or Enter shows the records of a row, where there are any"))
        self.table.activated.connect(self._open)
        self.add_export(self.table, self.numbers)
        analysis.document.population_changed.connect(self.refresh)

    def numbers(self) -> str:
        """The table as tab-separated text."""
        columns = [
            each
            for each in (OverviewColumn.FIGURE, OverviewColumn.BEFORE, OverviewColumn.AFTER)
            if not self.table.isColumnHidden(each)
        ]
        head = [str(self.model.headerData(each, _ACROSS)) for each in columns]
        rows = [[str(self.model.index(row, each).data()) for each in columns] for row in range(self.model.rowCount())]
        return "\n".join("\t".join(line) for line in (head, *rows))

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The classes of the visible sides, and their estimates for the population if one is set."""
        classes = super().wanted()
        settings = self.analysis.document.job.population
        self._uniques, output = {}, self.analysis.output
        self._bounds = _bounds_of(output)
        if isinstance(classes, str):
            return classes
        asked = dict(classes)
        if output is not None and output.applied.output.perturbations and self.analysis.sides != "before":
            asked[LINKAGE] = TableRequest(output, LinkageOf())
        if settings is not None and not self._population_is_too_small:
            request = UniquenessOf(population_words.population_from(settings))
            asked |= {
                UNIQUES + side: TableRequest(table, request) for side, table in shown_tables(self.analysis).items()
            }
        return asked

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the figures received so far."""
        self._uniques = {
            name.removeprefix(UNIQUES): each for name, each in found.items() if isinstance(each, UniquenessEstimates)
        }
        self._linkage = found.get(LINKAGE)
        classes = {name: each for name, each in found.items() if isinstance(each, ClassCounts)}
        if classes:
            super().show_found(classes)

    def show_figures(self, shown: RiskFigures) -> None:
        """Show figures."""
        names = {side: table.quasi_identifiers for side, table in shown_tables(self.analysis).items()}
        settings = self.analysis.document.job.population
        region = "" if settings is None else settings.region or tr("the population")
        lines = main_figures(shown, self._bounds, self._uniques, names, region, words.LOCAL)
        if self._linkage is not None:
            lines += (linkage_figure(self._linkage, words.LOCAL),)
        self.model.set_lines(lines, counts_after="after" in shown.sides)
        for column, width in WIDTHS.items():
            self.table.header.widen(column, max(width, min(self.table.sizeHintForColumn(column), MOST)))
        for side, columns in (
            ("before", (OverviewColumn.BEFORE, OverviewColumn.BEFORE_BAR)),
            ("after", (OverviewColumn.AFTER, OverviewColumn.AFTER_BAR)),
        ):
            for column in columns:
                self.table.setColumnHidden(column, side not in shown.sides)

    def show_judgement(self, shown: RiskFigures) -> None:
        """Thresholds change nothing here."""

    @property
    def _population_is_too_small(self) -> bool:
        """Whether the population is smaller than the table; the view of uniqueness reports it."""
        settings, output = self.analysis.document.job.population, self.analysis.output
        records = self.analysis.input.dataset.total_records if output is None else output.records
        return settings is not None and population_words.consequence(settings, records)[1]

    def _open(self, index: QModelIndex) -> None:
        line = self.model.lines[index.row()]
        wanted = (
            ("before",) if index.column() in (OverviewColumn.BEFORE, OverviewColumn.BEFORE_BAR) else ("after", "before")
        )
        side = next((each for each in wanted if each in self._found and self._found[each].classes), None)
        if side is None:
            return
        sizes = self._found[side].sizes
        smallest, largest = int(sizes.min()), int(sizes.max())
        among_smallest = (smallest, smallest, tr("in groups of exactly {size}", size=words.count(smallest)))
        among_largest = (largest, largest, tr("in groups of exactly {size}", size=words.count(largest)))
        people = {
            "highest": among_smallest,
            "affected by highest": among_smallest,
            "lowest": among_largest,
            "affected by lowest": among_largest,
            "sample uniques": (1, 1, alone(self._found[side].unit)),
        }.get(line.key)
        if people is not None and (line.key != "sample uniques" or smallest == 1):
            self.open_people(side, InClassesOfSize(people[0], people[1]), people[2])


def _bounds_of(output: OutputTable | None) -> ImpliedBounds:
    if output is None:
        return ImpliedBounds()
    return implied_bounds(output.job.privacy, output.problem.privacy)
