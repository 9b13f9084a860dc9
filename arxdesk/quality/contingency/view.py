"""Contingency tables of two attributes, in the input and in the output."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from PySide6.QtCore import QModelIndex
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QStackedWidget, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in, title
from arxdesk.analysis.view import AnalysisView
from arxdesk.analysis.work import RecordsShowing
from arxdesk.quality.contingency.work import AssociationOf, ContingencyOf
from arxdesk.ui import layouts, words
from arxdesk.ui.models.figure_table import FigureTable, FigureTableModel
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.label import label, paragraph
from arxdesk.ui.widgets.charts.heat_map import Heat, HeatMap, HeatScale
from arxdesk.ui.widgets.fields.attribute_choice import AttributeChoice
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count
from arxdesk_engine.analysis.contingency.counting import CellFigure, Contingency, Figures
from arxdesk_engine.analysis.contingency.sentences import SIDES, sentence
from arxdesk_engine.foundation.language import marked, tr, tr_of

_MEASURES: tuple[tuple[CellFigure, str], ...] = (
    ("people", marked("Records")),
    ("share", marked("Share")),
    ("row", marked("Share of row")),
)

WITH_TITLE = 540
FAR_APART = 4
"""How many times as large as that of the other side the greatest figure may be for one scale of colours: beyond, the
other side would show next to nothing."""


class ContingencyView(AnalysisView):
    """Heat maps, on one scale of colours where their figures are alike, or cross tables."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        content = QWidget()
        super().__init__(analysis, tr("Contingency of"), "", "contingency", content, parent)
        self._found: dict[str, Contingency] = {}
        self._before = analysis.document.focus
        self._last = ""
        self._chosen = ""
        self.first = AttributeChoice(tr("Attribute of the rows"))
        self.first.chosen.connect(analysis.document.set_focus)
        self.second = AttributeChoice(tr("Attribute of the columns"))
        self.second.chosen.connect(self._choose_second)
        for widget in (self.first, label(tr_of("between two attributes", "and"), "dense", "2"), self.second):
            self.insert_leading_widget(widget)
        self.form = Segmented(tr("Shown as"), [("chart", tr("Chart")), ("table", tr("Table"))])
        self.form.chosen.connect(self._show_form)
        self.add_header_widget(self.form)
        self.sentence = paragraph("", "dense", "2")
        self.maps = tuple(
            HeatMap(name, self._numbers)
            for name in (
                tr("Records by both attributes in the input"),
                tr("Records by both attributes in the output"),
            )
        )
        for one, other in (self.maps, self.maps[::-1]):
            one.stand_beside(other)
        self.tables = tuple(
            RecordsTable(name, two_line_header=False)
            for name in (tr("Cross table of the input"), tr("Cross table of the output"))
        )
        self._models = tuple(FigureTableModel(self) for _side in SIDES)
        for side, heat, table, model in zip(SIDES, self.maps, self.tables, self._models, strict=True):
            heat.clicked.connect(partial(self._open, side))
            table.setModel(model)
            table.verticalHeader().hide()
            table.activated.connect(partial(self._open_cell, side))
        self.measure = Segmented(tr("Figures"), [(key, tr(text)) for key, text in _MEASURES])
        self.measure.chosen.connect(self._draw)
        self.scale = HeatScale()
        self.left_out = ElidedLabel("", "caption", "3")
        self.left_out.in_parts = True
        self._lay_out(content)
        self.add_export(self._forms, self._numbers)
        analysis.document.focus_changed.connect(self._follow_focus)
        analysis.subject_changed.connect(self._offer)
        self._offer()

    @property
    def attributes(self) -> tuple[str, str]:
        """The two attributes: the one in focus, and another one."""
        names, focus = self.analysis.input.dataset.names, self.analysis.document.focus
        first = focus if focus in names else names[0]
        wanted = (self._chosen, self._last, *names)
        return first, next((name for name in wanted if name in names and name != first), first)

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """Both sides, and the association of the attributes."""
        analysis = self.analysis
        if len(analysis.input.dataset.names) < 2 or not analysis.input.dataset.records:
            return tr("Nothing to compare: two attributes and a record are needed.")
        first, second = self.attributes
        subject = analysis.output or analysis.input
        asked = {
            "before": TableRequest(subject, ContingencyOf(first, second, of_input=True)),
            "association": TableRequest(subject, AssociationOf(first, second)),
        }
        if analysis.output is not None:
            asked["after"] = TableRequest(analysis.output, ContingencyOf(first, second))
        return asked

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Draw the sides that are there."""
        self._offer()
        self._found = {side: found[side] for side in SIDES if side in found}
        said = sentence(self.attributes, self._found, found.get("association"), words.LOCAL)
        self.sentence.setText(words.unbroken(said))
        out = [reason_in(side, count(each.left_out)) for side, each in self._found.items() if each.left_out]
        self.left_out.setText(
            tr("Without both values: {numbers}", numbers=", ".join(out)) if out else tr("All records have both values.")
        )
        self._draw()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Hide the title where there is little room: the tab shows it."""
        super().resizeEvent(event)
        self.title.setVisible(event.size().width() >= WITH_TITLE)

    def _lay_out(self, content: QWidget) -> None:
        self._forms = QStackedWidget()
        for parts in (self.maps, self.tables):
            page = QWidget()
            layouts.row(*((part, 1) for part in parts), spacing=20, inside=page)
            self._forms.addWidget(page)
        foot = layouts.row((self.left_out, 1), self.scale, self.measure, spacing=8)
        layouts.column(self.sentence, (self._forms, 1), foot, spacing=8, margins=(16, 10, 16, 8), inside=content)

    def _offer(self) -> None:
        names = self.analysis.input.dataset.names
        for choice, name in zip((self.first, self.second), self.attributes if len(names) > 1 else names, strict=False):
            choice.set_attributes(names)
            choice.set_value(name)

    def _follow_focus(self, attribute: str) -> None:
        if attribute != self._before:
            self._before, self._last = attribute, self._before
        self._offer()
        self.refresh()

    def _choose_second(self, attribute: str) -> None:
        first, second = self.attributes
        if attribute == first:  # both change places
            self._chosen = first
            self.analysis.document.set_focus(second)
        self._chosen = attribute
        self._offer()
        self.refresh()

    def _show_form(self, key: str) -> None:
        self._forms.setCurrentIndex(1 if key == "table" else 0)
        self.scale.setVisible(key == "chart")

    def _draw(self, _measure: str = "") -> None:
        chosen = next(key for key, _title in _MEASURES if key == self.measure.value)
        values = {side: each.measured(chosen) for side, each in self._found.items()}
        greatest = {side: float(each.max(initial=0.0)) for side, each in values.items()}
        is_shared = max(greatest.values(), default=0.0) <= FAR_APART * min(greatest.values(), default=0.0)
        most = max(greatest.values(), default=0.0)
        self.scale.set_greatest(self._figure(most) if is_shared else tr("the most of each side"))
        for side, heat_map, table, model in zip(SIDES, self.maps, self.tables, self._models, strict=True):
            heat_map.setVisible(side in self._found)
            table.setVisible(side in self._found)
            if side in self._found:
                shown = self._found[side]
                heat_map.set_heat(self._heat(side, shown, values[side]), most if is_shared else greatest[side])
                model.set_table(self._cross_table(shown, values[side]))

    def _figure(self, value: float) -> str:
        return count(round(value)) if self.measure.value == "people" else words.percent(value)

    def _heat(self, side: str, shown: Contingency, values: Figures) -> Heat:
        first, second = self.attributes
        rows, columns, counts, people = shown.rows.labels, shown.columns.labels, shown.counts, shown.people
        sums = counts.sum(axis=1)

        def read(row: int, column: int) -> list[str]:
            number, whole = int(counts[row, column]), int(sums[row])
            lines = [f"{first} {rows[row]}, {second} {columns[column]}"]
            lines.append(f"{words.records(number)} ({words.percent(number / people if people else 0.0)})")
            share = words.percent(number / whole if whole else 0.0)
            return [
                *lines,
                tr("{share} of those with {attribute} {label}", share=share, attribute=first, label=rows[row]),
            ]

        size = f"{count(len(rows))} × {count(len(columns))}"
        return Heat(f"{title(side)}, {size}", rows, columns, values, read)

    def _cross_table(self, shown: Contingency, values: Figures) -> FigureTable:
        rows, columns, figure = shown.rows.labels, shown.columns.labels, self._figure

        def text(row: int, column: int) -> str:
            if not column:
                return rows[row]
            return figure(float(values[row, column - 1])) if shown.counts[row, column - 1] else "–"

        def tone(row: int, column: int) -> str | None:
            return "muted" if column and not shown.counts[row, column - 1] else None

        return FigureTable((" \\ ".join(self.attributes), *columns), len(rows), text, tone)

    def _open_cell(self, side: str, index: QModelIndex) -> None:
        if index.column() > 0:
            self._open(side, index.row(), index.column() - 1)

    def _open(self, side: str, row: int, column: int) -> None:
        if not self.has_answer(side):
            return
        shown, (first, second) = self._found[side], self.attributes
        table = self.analysis.tables[side]
        pairs = ((first, shown.rows.texts[row]), (second, shown.columns.texts[column]))
        reason = tr(
            "with {first} {label} and {second} {other}",
            first=first,
            label=shown.rows.labels[row],
            second=second,
            other=shown.columns.labels[column],
        )
        records = FigureRecords(reason_in(side, reason), table, RecordsShowing(pairs), "quality", first)
        self.analysis.show_records(records)

    def _numbers(self) -> str:
        parts: list[str] = []
        for side, model in zip(SIDES, self._models, strict=True):
            if side in self._found:
                parts += [title(side), model.table.as_text(), ""]
        return "\n".join(parts)
