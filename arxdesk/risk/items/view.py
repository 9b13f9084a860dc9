"""The rare combinations of items of a column of sets: who has them, before and after, and what items keep."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import AnalysisView
from arxdesk.risk.items.model import RareItemsColumn, RareItemsModel
from arxdesk.risk.items.work import RareItems, RecordsWithItems
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.tables.paged_list import PagedList
from arxdesk.ui.widgets.tables.records_table import RecordsTable
from arxdesk.ui.words import count
from arxdesk_engine.analysis.items.rare import RareCombinations, asked_of
from arxdesk_engine.analysis.items.sentences import SIDES, kept_sentence, rare_sentence
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.data.item_sets import is_set
from arxdesk_engine.foundation.language import marked, tr, tr_n

NO_SETS = marked(
    "No privacy model asks for items of sets. Read a column as the type Set, and add k^m-anonymity for it."
)
NUMBER_WIDTH = 72
COLUMN_WIDTH = 160


class RareItemsView(AnalysisView):
    """The combinations of one side at a time; each shows its records."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._found: dict[str, RareCombinations] = {}
        self._attribute = ""
        self.model = RareItemsModel()
        self.table = RecordsTable(tr("Rare combinations of items"), two_line_header=False)
        self.list = PagedList(self.table, tr("items"))
        self._sentence = paragraph("", "dense", "1")
        self._kept = paragraph("", "dense", "2")
        self._note = paragraph("", "caption", "3")
        self.records_link = link_button("")
        self.side = Segmented(tr("Table of the combinations"), (("before", tr("Input")), ("after", tr("Output"))))
        content = self._lay_out()
        super().__init__(analysis, tr("Rare items"), "", "risk-distribution#Rare items", content, parent)
        self.model.setParent(self)
        self.column = ChoiceBox(tr("Column of sets"))
        self.column.setMaximumWidth(COLUMN_WIDTH)
        self.add_header_widget(self.column)
        self.add_export(self.table, self._numbers)
        self.side.set_value("before")
        self.side.chosen.connect(self.choose_side)
        self.column.chosen.connect(self.choose_column)
        self.list.activated.connect(self._show_combination)
        self.records_link.clicked.connect(self._show_all)
        analysis.sides_changed.connect(self.refresh)
        analysis.document.privacy_changed.connect(self.refresh)

    @property
    def sentence(self) -> str:
        """The people who can be found, in a sentence."""
        return self._sentence.text()

    @property
    def kept(self) -> str:
        """The detail that items keep, in a sentence; "" while nothing is applied."""
        return self._kept.text()

    def choose_side(self, side: str) -> None:
        """List the combinations of the input ("before") or of the output ("after")."""
        self.side.set_value(side)
        self._fill()

    def choose_column(self, name: str) -> None:
        """Show another column of sets."""
        self._attribute = name
        self.refresh()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The question for each visible side."""
        analysis = self.analysis
        after = analysis.tables.get("after")
        job = after.job if isinstance(after, OutputTable) else analysis.document.job
        asked = asked_of(job)
        self.column.setVisible(len(asked) > 1)
        if not asked:
            return tr(NO_SETS)
        self._attribute = self._attribute if self._attribute in asked else next(iter(asked))
        self.column.set_options((name, name) for name in asked)
        self.column.set_value(self._attribute)
        request = RareItems(asked[self._attribute])
        dataset = analysis.input.dataset
        if self._attribute not in dataset or not is_set(dataset[self._attribute]):
            return tr(NO_SETS)
        shown = SIDES if analysis.sides == "both" else (analysis.sides,)
        return {side: TableRequest(analysis.tables[side], request) for side in shown if side in analysis.tables}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the answers received so far."""
        self._found = {side: found[side] for side in SIDES if side in found}
        if self.side.value not in self._found:
            self.side.set_value(next(iter(self._found)))
        self._fill()

    def _fill(self) -> None:
        shown = self._found.get(self.side.value)
        if not self._found:
            return
        self.side.setVisible(len(self._found) > 1)
        self._sentence.setText(rare_sentence(self._found, words.LOCAL))
        items = self._items_of_output()
        self._kept.setText(items)
        self._kept.setVisible(bool(items))
        self.model.set_rows(shown.listed if shown is not None else ())
        number = 0 if shown is None else len(shown.rows)
        self.records_link.setText(tr_n(number, "Show the {n} record", "Show the {n} records"))
        self.records_link.setVisible(number > 0)
        self._note.setText("" if shown is None else _note(shown, self.side.value))

    def _items_of_output(self) -> str:
        after = self.analysis.tables.get("after")
        if "after" not in self._found or not isinstance(after, OutputTable):
            return ""
        shown = after.applied.output.items.get(self._attribute)
        return "" if shown is None else kept_sentence(shown, words.LOCAL)

    def _show_combination(self, row: int) -> None:
        each = self.model.row_at(row)
        if each is not None:
            self._show(tr("with {names}", names=words.joined(list(each.items))), each.items)

    def _show_all(self) -> None:
        self._show(tr("with a rare combination of items"), None)

    def _show(self, reason: str, items: tuple[str, ...] | None) -> None:
        side = self.side.value
        if side not in self._found or not self.has_answer(side):
            return
        request = RecordsWithItems(self._found[side], items)
        whole = reason_in(side, reason)
        table = self.analysis.tables[side]
        self.analysis.show_records(FigureRecords(whole, table, request, "risk", self._attribute))

    def _numbers(self) -> str:
        """The combinations as tab-separated text."""
        rows = self.model.rows
        return "\n".join([tr("Items\tPeople"), *(f"{' + '.join(each.items)}\t{each.people}" for each in rows)])

    def _lay_out(self) -> QWidget:
        self.list.set_model(self.model)
        table = self.table
        table.verticalHeader().hide()
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        table.header.setSectionResizeMode(RareItemsColumn.ITEMS, QHeaderView.ResizeMode.Stretch)
        for column in (RareItemsColumn.NUMBER, RareItemsColumn.PEOPLE):
            table.setColumnWidth(column, NUMBER_WIDTH)
        foot = layouts.row(self.records_link, layouts.STRETCH, self.side, spacing=16)
        content = QWidget()
        parts = (self._sentence, self._kept, (self.list, 1), self._note, foot)
        layouts.column(*parts, spacing=6, margins=(16, 8, 16, 6), inside=content)
        self._kept.hide()
        return content


def _note(shown: RareCombinations, side: str) -> str:
    """What the list leaves out, or why it is empty."""
    if not shown.is_whole:
        return tr_n(
            shown.total,
            "{n} combination is rare: these are {number} of them.",
            "{n} combinations are rare: these are {number} of them.",
            number=count(len(shown.listed)),
        )
    if not shown.listed:
        return (
            tr("No combination is rare in the input.")
            if side == "before"
            else tr("No combination is rare in the output.")
        )
    return tr_n(
        len(shown.listed),
        "{n} combination, none of them with a rare part.",
        "{n} combinations, none of them with a rare part.",
    )
