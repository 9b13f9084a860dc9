"""The same people in numbers: by the size of their group, and by their risk."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QStackedWidget, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.sides import beside
from arxdesk.analysis.work import InClassesOfSize
from arxdesk.risk.classes.model import ClassSizesModel, RiskClassesModel, RiskColumn, SizeColumn
from arxdesk.risk.figures.view import RiskView
from arxdesk.ui import words
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk_engine.analysis.risk.figures import SIDES, RiskFigures
from arxdesk_engine.analysis.risk.group_sizes import in_groups, risk_counts, size_counts, sizes_in
from arxdesk_engine.foundation.language import tr, tr_n

FIRST, RISKS, NARROWEST = 92, 148, 62
SIZES, BY_RISK = "sizes", "risks"


class SizesView(RiskView):
    """Groups, people and their share by size, or people by risk, before and after."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self.sizes_model, self.risks_model = ClassSizesModel(), RiskClassesModel()
        self.table = _table(tr("Group sizes"), self.sizes_model, FIRST)
        self.risks = _table(tr("Risk classes"), self.risks_model, RISKS)
        self._tables = QStackedWidget()
        self._tables.addWidget(self.table)
        self._tables.addWidget(self.risks)
        super().__init__(analysis, tr("In numbers"), "", "risk-distribution#In numbers", self._tables, parent)
        for model in (self.sizes_model, self.risks_model):
            model.setParent(self)
        self.kind = Segmented(tr("Meaning of the rows"), [(SIZES, tr("By group size")), (BY_RISK, tr("By risk"))])
        self.kind.chosen.connect(self._choose)
        self.add_header_widget(self.kind)
        self.add_export(self._tables, self.numbers)
        self.table.activated.connect(self._open_sizes)
        self.risks.activated.connect(self._open_risks)

    def numbers(self) -> str:
        """The table in front as tab-separated text."""
        is_first = self.kind.value == SIZES
        table = self.table if is_first else self.risks
        model = self.sizes_model if is_first else self.risks_model
        columns = [column for column in range(model.columnCount()) if not table.isColumnHidden(column)]
        head = [f"{model.headings[column].title} {model.headings[column].caption}" for column in columns]
        rows = [[str(model.index(row, column).data()) for column in columns] for row in range(model.rowCount())]
        return "\n".join("\t".join(line) for line in (head, *rows))

    def show_figures(self, shown: RiskFigures) -> None:
        """Show figures."""
        histograms = {side: each.counts.histogram for side, each in shown.sides.items()}
        numbers = {side: each.counts.classes for side, each in shown.sides.items()}
        told = [beside(side, tr_n(number, "{n} group", "{n} groups")) for side, number in numbers.items()]
        self.set_caption(", ".join(told))
        threshold, after = shown.thresholds.highest_risk, "after" in histograms
        self.sizes_model.set_sizes(size_counts(histograms), threshold, counts_after=after, unit=shown.unit)
        self.risks_model.set_risks(risk_counts(histograms), threshold, counts_after=after, unit=shown.unit)
        for table, model, first in (
            (self.table, self.sizes_model, SizeColumn.GROUPS_BEFORE),
            (self.risks, self.risks_model, RiskColumn.PEOPLE_BEFORE),
        ):
            for column in range(first, model.columnCount()):
                table.setColumnHidden(column, SIDES[(column - first) % 2] not in histograms)

    def show_judgement(self, shown: RiskFigures) -> None:
        """Mark the rows above the new threshold."""
        for model in (self.sizes_model, self.risks_model):
            model.set_threshold(shown.thresholds.highest_risk)

    def _choose(self, key: str) -> None:
        self._tables.setCurrentIndex([SIZES, BY_RISK].index(key))

    def _open_sizes(self, index: QModelIndex) -> None:
        line = self.sizes_model.lines[index.row()]
        side = self._side_of(self.sizes_model.headings[index.column()].is_before, line.people)
        if side and line.sizes is not None:
            self.open_people(
                side,
                InClassesOfSize(line.sizes.smallest, line.sizes.largest),
                in_groups(line.sizes, self._found[side].unit, words.LOCAL),
            )
        elif side:
            self.open_people(side, InClassesOfSize(1, None), tr("in all groups"))

    def _open_risks(self, index: QModelIndex) -> None:
        line, at = self.risks_model.lines[index.row()], index.row()
        column = RiskColumn(index.column())
        up_to = column in (RiskColumn.UP_TO_BEFORE, RiskColumn.UP_TO_AFTER)
        side = self._side_of(self.risks_model.headings[column].is_before, line.at_most if up_to else line.people)
        sizes = sizes_in(self._found[side], 0 if up_to else at, at) if side else None
        if side and sizes is not None:
            low, high = words.percent_exact(line.low), words.percent_exact(line.high)
            between = tr("with a risk above {low} and up to {high}", low=low, high=high)
            self.open_people(
                side,
                InClassesOfSize(*sizes),
                tr("with a risk up to {high}", high=high) if up_to or not line.low else between,
            )

    def _side_of(self, is_before: bool, numbers: tuple[float, float]) -> str:
        """The side of a cell; for cells of both sides the output, unless it has no people there."""
        wanted = ("before",) if is_before else ("after", "before")
        have = {"before": numbers[0], "after": numbers[1]}
        return next((side for side in wanted if side in self._found and have[side]), "")


def _table(name: str, model: ClassSizesModel | RiskClassesModel, first: int) -> RecordsTable:
    table = RecordsTable(name)
    table.setModel(model)
    table.verticalHeader().hide()
    table.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
    table.header.setMinimumSectionSize(NARROWEST)
    table.header.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
    for section in range(model.columnCount()):
        words = table.header.sectionSizeFromContents(section).width()
        if section == 0 or words > first:  # the others share the rest
            table.header.setSectionResizeMode(section, QHeaderView.ResizeMode.Fixed)
            table.header.widen(section, first if section == 0 else words)
    table.setToolTip(tr("Double click or Enter shows the records of a row"))
    return table
