"""Histories: the people whom known records single out, before and after, and the columns that stay the same in one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.request import Request
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.risk.figures.sides import shown_tables
from arxdesk.risk.histories.figures_page import FiguresPage
from arxdesk.risk.histories.people_page import PeoplePage
from arxdesk.risk.histories.work import (
    ColumnsInPeople,
    HistoryOfPerson,
    KnownRecordsOf,
    LimitedRecordsOf,
    RecordsDiffering,
    RecordsSingledOut,
)
from arxdesk.ui import layouts, words
from arxdesk.ui.dialogs.choose_attributes import ChooseAttributesDialog
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk_engine.analysis.histories.known_records import SIDES, KnownRecords
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.language import marked, tr, tr_n

NO_PERSON = marked(
    "No column says whose record each is. If people have several records here, give the column that names the person "
    "the role identifying in Configure, and tick Person there."
)
COLUMNS, LIMIT, HISTORY = "columns", "limit", "history"
FIGURES, PEOPLE = "figures", "people"


class HistoriesView(AnalysisView):
    """Shares by known records above the columns of a person; or the people behind a share, with their records."""

    needs_rows = True

    def __init__(self, analysis: Analysis, parent: QWidget | None = None, people: PeoplePage | None = None) -> None:
        """`people` is the page of single people where it is made already."""
        self._chosen: tuple[str, ...] = ()
        self._found: dict[str, KnownRecords] = {}
        self._listed: tuple[KnownRecords, int] | None = None
        self.dialog: ChooseAttributesDialog | None = None
        self.columns_link = link_button("")
        self.page = Segmented(tr("What is shown of histories"), ((FIGURES, tr("Figures")), (PEOPLE, tr("People"))))
        self.figures_page, self.people_page = FiguresPage(), people or PeoplePage()
        self._two_pages = Pages()
        content = self._lay_out()
        super().__init__(analysis, tr("Histories"), "", "risk-distribution#Histories", content, parent)
        self.add_export(self._two_pages, self._numbers)
        self._connect()

    @property
    def attributes(self) -> tuple[str, ...]:
        """The columns that an attacker is assumed to know of each record."""
        offered = {name for name, _role in self._offered()}
        return tuple(name for name in self._chosen if name in offered) or self.analysis.input.quasi_identifiers

    def choose_columns(self, names: Sequence[str]) -> None:
        """Let an attacker know these columns."""
        names = tuple(names)
        self._chosen = () if names == self.analysis.input.quasi_identifiers else names
        self.refresh()

    def choose_page(self, key: str) -> None:
        """Show the figures, or the people behind them."""
        self.page.set_value(key)
        self._two_pages.setCurrentIndex(0 if key == FIGURES else 1)
        self._fill()
        self.refresh()

    def show_people(self, known: int, side: str) -> None:
        """Show the people whom so many known records single out in the input ("before") or output ("after")."""
        self.people_page.choose(known, side)
        self.choose_page(PEOPLE)

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The question for each visible side, the one for columns, and the one for the person that is looked at."""
        analysis = self.analysis
        person = analysis.input.job.data.person
        if person is None or person not in analysis.input.dataset:
            return tr(NO_PERSON)
        attributes = self.attributes
        if not attributes:
            return tr(NO_QUASI_IDENTIFIERS)
        tables = shown_tables(analysis)
        asked = {side: TableRequest(table, KnownRecordsOf(attributes)) for side, table in tables.items()}
        asked[COLUMNS] = TableRequest(analysis.input, ColumnsInPeople(person))
        if analysis.input.job.data.per_person is not None:
            asked[LIMIT] = TableRequest(analysis.input, LimitedRecordsOf())
        side, looked_at = self.people_page.side.value, self.people_page.person
        found = self._inquiry.found.get(side)
        is_current = self._inquiry.wanted.get(side) == asked.get(side)
        if self.page.value == PEOPLE and looked_at is not None and found is not None and is_current:
            asked[HISTORY] = TableRequest(tables[side], HistoryOfPerson(found, looked_at, self.people_page.number))
        return asked

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence; where no column names people, with a way to the place where one is chosen."""
        if sentence == tr(NO_PERSON):
            action, act = tr("Go to Configure"), partial(self.analysis.wishes.show_perspective, "configure")
        super().say(sentence, action, act)

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the answers received so far."""
        self._found = {side: found[side] for side in SIDES if side in found}
        if COLUMNS in found:
            self.figures_page.show_columns(found[COLUMNS], found.get(LIMIT))
        self._fill()
        self._show_history()

    def _fill(self) -> None:
        if not self._found:
            return
        self.figures_page.show_figures(self._found)
        self._name_columns()
        page = self.people_page
        if page.side.value not in self._found:
            page.side.set_value(next(iter(self._found)))
        listed = self._found[page.side.value], page.number
        if listed != self._listed:
            self._listed = listed
            page.show_people(listed[0], both=len(self._found) > 1)
            page.show_history(None, self._table_of(page.side.value), listed[0])
            if self.page.value == PEOPLE:
                self.refresh()

    def _show_history(self) -> None:
        side = self.people_page.side.value
        history = self._inquiry.found.get(HISTORY)
        if side in self._found and self.has_answer(side):
            self.people_page.show_history(history, self._table_of(side), self._found[side])

    def _table_of(self, side: str) -> AnalyzedTable:
        asked = self._inquiry.wanted.get(side)
        return self.analysis.tables[side] if asked is None else asked.table

    def _name_columns(self) -> None:
        attributes, usual = self.attributes, self.analysis.input.quasi_identifiers
        self.columns_link.setText(
            tr("Known: all quasi-identifiers")
            if attributes == usual
            else tr_n(len(attributes), "Known: {n} column", "Known: {n} columns")
        )
        self.columns_link.setToolTip(
            tr("An attacker knows of each record: {names}", names=words.joined(list(attributes), 12))
        )

    def _open_column(self, row: int) -> None:
        each, person = self.figures_page.columns.column_at(row), self.analysis.input.job.data.person
        if each is not None and person is not None and each.differing and self.has_answer(COLUMNS):
            request = RecordsDiffering(person, each.name)
            reason = reason_in("before", tr("of people in whom {name} differs", name=each.name))
            self.analysis.show_records(FigureRecords(reason, self.analysis.input, request, "risk", each.name))

    def _show_all(self) -> None:
        reason = tr_n(
            self.people_page.number,
            "of people singled out by one known record",
            "of people singled out by {n} known records",
        )
        self._show(reason, None)

    def _list_others(self, _key: str) -> None:
        self._fill()

    def _look(self, _row: int) -> None:
        self.refresh()

    def _show_one(self, *_what: object) -> None:
        if self.people_page.person is not None:
            self._show(tr("of one person"), self.people_page.person)

    def _show(self, reason: str, person: int | None) -> None:
        side = self.people_page.side.value
        if side not in self._found or not self.has_answer(side):
            return
        request: Request[Any] = RecordsSingledOut(self._found[side], self.people_page.number, person)
        whole = reason_in(side, reason)
        self.analysis.show_records(FigureRecords(whole, self._table_of(side), request, "risk"))

    def _offered(self) -> list[tuple[str, str]]:
        """The columns that an attacker may know, with their roles."""
        analysis = self.analysis
        roles = [(name, analysis.input.job.settings_of(name).role) for name in analysis.input.dataset.names]
        return [(name, tr(role.value)) for name, role in roles if role is not Role.IDENTIFYING]

    def _choose_columns(self) -> None:
        self.dialog = ChooseAttributesDialog(
            self._offered(),
            self.attributes,
            self.analysis.input.quasi_identifiers,
            lambda number: tr_n(
                number,
                "An attacker knows {n} column of each known record.",
                "An attacker knows {n} columns of each known record.",
            ),
            self.window(),
            title=tr("Columns that an attacker knows"),
            action=tr("Count"),
        )
        self.dialog.accepted.connect(self._take_columns)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _take_columns(self) -> None:
        if self.dialog is not None:
            self.choose_columns(self.dialog.chosen)

    def _numbers(self) -> str:
        """The page in front as tab-separated text."""
        is_of_people = self.page.value == PEOPLE
        return self.people_page.numbers() if is_of_people else self.figures_page.numbers()

    def _lay_out(self) -> QWidget:
        for page in (self.figures_page, self.people_page):
            self._two_pages.addWidget(page)
        foot = layouts.row(self.columns_link, layouts.STRETCH, self.page, spacing=16)
        content = QWidget()
        layouts.column((self._two_pages, 1), foot, spacing=6, margins=(16, 8, 16, 6), inside=content)
        return content

    def _connect(self) -> None:
        page = self.people_page
        self.page.chosen.connect(self.choose_page)
        self.columns_link.clicked.connect(self._choose_columns)
        self.figures_page.figure_opened.connect(self.show_people)
        self.figures_page.column_opened.connect(self._open_column)
        page.known.chosen.connect(self._list_others)
        page.side.chosen.connect(self._list_others)
        page.list.current_changed.connect(self._look)
        page.list.activated.connect(self._show_one)
        page.all_link.clicked.connect(self._show_all)
        page.one_link.clicked.connect(self._show_one)
        self.analysis.sides_changed.connect(self.refresh)
