"""The smallest keys that single out one person: minimal sample uniques by size and attribute, and record scores."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.combinations import question_before_comparing
from arxdesk.analysis.request import Request
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import NO_QUASI_IDENTIFIERS, AnalysisView
from arxdesk.core.protection import population_words
from arxdesk.risk.keys import words as keys_words
from arxdesk.risk.keys.tables import KeyTables
from arxdesk.risk.keys.work import KeysOf, RecordsInTenth, RecordsWithKey, RecordsWithKeyAttribute
from arxdesk.ui import layouts, words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.basics.shrinking_link import ShrinkingLink
from arxdesk.ui.widgets.charts.bar_chart import BarChart
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk.ui.widgets.fields.segmented import Segmented
from arxdesk.ui.widgets.frames.pages import Pages
from arxdesk_engine.analysis.risk.keys import SmallestKeys
from arxdesk_engine.analysis.risk.keys_words import fewer, keys_sentence, scores_sentence
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.risk.attributes import number_of_sets

TITLE, SHORT_TITLE = marked("Smallest keys to one record"), marked("Smallest keys")
WIDE = 400
"""From this width on the title is shown in full."""
LARGEST_WIDTH = 104
DIS, SCORE = "dis", "score"
NO_POPULATION = marked("Choose the population at the left to see the chance of a correct match.")
_SIDES = ("before", "after")


class KeysView(AnalysisView):
    """Keys by size and by attribute, or people by their scores; every number shows its records."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._largest: int | None = None
        self._agreed: object = None  # the question that the user has agreed to
        self._question = ""
        self._found: dict[str, SmallestKeys] = {}
        self._score = DIS
        self.tables = KeyTables()
        self._sentence = paragraph("", "dense", "1")
        self._note = paragraph("", "caption", "3")
        self.chart = BarChart(tr("Records by score"))
        self.score = ChoiceBox(tr("Score"), [(DIS, tr("Chance of a correct match")), (SCORE, tr("Score (SUDA)"))])
        self.score.setMinimumContentsLength(24)
        self.score.setMinimumWidth(64)
        self.records_link = ShrinkingLink()
        self.records_link.hide()  # until there are words for it
        self.go_on_link = link_button(tr("Go on"))
        self.page = Segmented(tr("Display of the keys"), (("keys", tr("Keys")), ("scores", tr("Scores"))))
        self._two_pages = Pages()
        content = self._lay_out()
        super().__init__(analysis, tr(TITLE), "", "smallest-keys", content, parent)
        self.largest = ChoiceBox(tr("Attributes in a key at most"))
        self.largest.setMinimumContentsLength(7)
        self.largest.setMaximumWidth(LARGEST_WIDTH)
        self.largest.setToolTip(tr("Largest number of attributes in a key"))
        self.add_header_widget(self.largest)
        self.add_export(self._two_pages, self._numbers)
        self._connect()

    @property
    def sentence(self) -> str:
        """The keys in a sentence."""
        return self._sentence.text()

    @property
    def note(self) -> str:
        """The missing part with its reason; "" if the answer is complete."""
        return self._note.text()

    def choose_largest(self, key: str) -> None:
        """Set the size of the largest keys."""
        self._largest = int(key)
        self.refresh()

    def choose_page(self, key: str) -> None:
        """Show the page of keys or of scores."""
        self.page.set_value(key)
        self._two_pages.setCurrentIndex(0 if key == "keys" else 1)
        self._fill()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """The question for each visible side; many combinations only with the consent of the user."""
        analysis = self.analysis
        names, number = analysis.input.quasi_identifiers, len(analysis.input.quasi_identifiers)
        self._question = ""
        self.largest.setVisible(bool(names))
        if not names:
            return tr(NO_QUASI_IDENTIFIERS)
        largest = min(self._largest or keys_words.usual_largest(number), number)
        self.largest.set_options(keys_words.sizes(number))
        self.largest.set_value(str(largest))
        self.largest.setMinimumWidth(min(LARGEST_WIDTH, self.largest.width_for(self.largest.currentText())))
        many = number_of_sets(number, largest) >= keys_words.ASKED_FROM
        if many and self._agreed != (names, largest):
            self._question = question_before_comparing(number, largest)
            return self._question
        request = KeysOf(names, largest, population_words.population_from(analysis.document.job.population))
        shown = _SIDES if analysis.sides == "both" else (analysis.sides,)
        return {side: TableRequest(analysis.tables[side], request) for side in shown if side in analysis.tables}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Show the answers received so far."""
        self._found = {side: found[side] for side in _SIDES if side in found}
        first = next(iter(self._found))
        self.set_caption(tr("input") if first == "before" else tr("output"))
        self._fill()

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence; the question before many combinations has a way to agree."""
        if sentence == self._question and sentence:
            action, act = tr("Analyze"), self._agree
        super().say(sentence, action, act)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the texts where there is little room."""
        super().resizeEvent(event)
        self.set_title(tr(TITLE) if event.size().width() >= WIDE else tr(SHORT_TITLE))

    def _agree(self) -> None:
        names = self.analysis.input.quasi_identifiers
        self._agreed = (names, min(self._largest or keys_words.usual_largest(len(names)), len(names)))
        self.refresh()

    def _fill(self) -> None:
        if not self._found:
            return
        side, first = next(iter(self._found.items()))
        is_keys = self.page.value == "keys"
        if is_keys:
            self._sentence.setText(keys_sentence(self._found, words.LOCAL))
            self.tables.show_keys(first)
        else:
            self._fill_scores(first)
        self.tables.show_tables(first.named > 0 or not is_keys)
        self.records_link.setText(tr_n(first.named, "Show the {n} record", "Show the {n} records"))
        self.records_link.shorter = words.records(first.named)
        self.records_link.setVisible(first.named > 0)
        self.records_link.setToolTip(
            tr("In the input, the highest score first")
            if side == "before"
            else tr("In the output, the highest score first")
        )
        self._say_what_is_missing(first)

    def _fill_scores(self, first: SmallestKeys) -> None:
        is_dis = self._shows_dis(first)
        self.score.set_value(DIS if is_dis else SCORE)
        self._sentence.setText(scores_sentence(self._found, is_dis=is_dis, words=words.LOCAL))
        title = tr("Chance of a correct match, percent") if is_dis else tr("Percent of the highest score")
        self.chart.set_data(keys_words.bars(self._found, is_dis=is_dis), title, percent=False)

    def _say_what_is_missing(self, first: SmallestKeys) -> None:
        complete = all(each.keys.complete for each in self._found.values())
        self.go_on_link.setVisible(not complete)
        notes = [] if complete else [tr("Stopped: not all combinations were checked.")]
        if self.page.value == "scores" and first.dis is None:
            notes.append(tr(NO_POPULATION))
        self._note.setText(" ".join(notes))
        self._note.setVisible(bool(notes))

    def _show(self, reason: str, request: Request[Any], attribute: str | None = None) -> None:
        side = next(iter(self._found))
        if not self.has_answer(side):
            return
        whole = reason_in(side, reason)
        self.analysis.show_records(FigureRecords(whole, self.analysis.tables[side], request, "risk", attribute))

    def _show_size(self, row: int) -> None:
        each = self.tables.sizes.size_at(row)
        if each.people and self._found:
            reason = tr_n(each.size, "that can be named by {n} value", "that can be named by {n} values")
            self._show(reason, RecordsWithKey(next(iter(self._found.values())), each.size))

    def _show_attribute(self, row: int) -> None:
        each = self.tables.attributes.attribute_at(row)
        if each is not None and each.keys and self._found:
            reason = tr("that can be named with {attribute}", attribute=each.attribute)
            self._show(
                reason, RecordsWithKeyAttribute(next(iter(self._found.values())), each.attribute), each.attribute
            )

    def _show_all(self) -> None:
        if self._found:
            first = next(iter(self._found.values()))
            self._show(
                tr("that can be named by {values}", values=fewer(first.keys.largest, words.LOCAL)),
                RecordsWithKey(first),
            )

    def _show_tenth(self, tenth: int) -> None:
        if not self._found:
            return
        first = next(iter(self._found.values()))
        is_dis = self._shows_dis(first)
        numbers = first.by_dis if is_dis else first.by_score
        if numbers is not None and numbers[tenth]:
            share = tr("{low} to {high} %", low=10 * tenth, high=10 * (tenth + 1))
            what = (
                tr("whose match is likely right in {share}", share=share)
                if is_dis
                else tr("with {share} of the highest score", share=share)
            )
            self._show(what, RecordsInTenth(first, tenth, is_dis))

    def _take_attribute(self, row: int) -> None:
        each = self.tables.attributes.attribute_at(row)
        if each is not None and each.attribute in self.analysis.document.dataset:
            self.analysis.document.set_focus(each.attribute)

    def _numbers(self) -> str:
        """The visible page as tab-separated text."""
        return self.chart.numbers() if self.page.value == "scores" else self.tables.numbers()

    def _lay_out(self) -> QWidget:
        scores, content = QWidget(), QWidget()
        layouts.column((self.score, 0, Qt.AlignmentFlag.AlignLeft), (self.chart, 1), spacing=4, inside=scores)
        self._two_pages.addWidget(self.tables)
        self._two_pages.addWidget(scores)
        foot = layouts.row(self.records_link, self.go_on_link, layouts.STRETCH, self.page, spacing=16)
        layouts.column(
            self._sentence,
            (self._two_pages, 1),
            self._note,
            foot,
            spacing=6,
            margins=(16, 8, 16, 6),
            inside=content,
        )
        self._note.hide()
        self.go_on_link.hide()
        return content

    def _connect(self) -> None:
        self.page.set_value("keys")
        self.score.set_value(DIS)
        self.page.chosen.connect(self.choose_page)
        self.score.chosen.connect(self._choose_score)
        self.largest.chosen.connect(self.choose_largest)
        self.tables.size_opened.connect(self._show_size)
        self.tables.list.activated.connect(self._show_attribute)
        self.tables.list.current_changed.connect(self._take_attribute)
        self.chart.clicked.connect(self._show_tenth)
        self.records_link.clicked.connect(self._show_all)
        self.go_on_link.clicked.connect(self._go_on)
        self.analysis.document.population_changed.connect(self.refresh)
        self.analysis.sides_changed.connect(self.refresh)

    def _shows_dis(self, first: SmallestKeys) -> bool:
        """Whether to show DIS, the chance of a match, and whether it is known."""
        return self._score == DIS and first.dis is not None

    def _choose_score(self, key: str) -> None:
        self._score = key
        self._fill()

    def _go_on(self) -> None:
        self._again()
