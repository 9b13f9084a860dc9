"""Attributes, alone and together, by how well they identify people; and columns that look like identifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from arxdesk.analysis.analyses import TableRequest
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.sides import reason_in
from arxdesk.analysis.view import AnalysisView
from arxdesk.risk.figures.side_choice import NAMES
from arxdesk.risk.ranking import words as ranking_words
from arxdesk.risk.ranking.choices import RankingChoices
from arxdesk.risk.ranking.compared import ComparedSets
from arxdesk.risk.ranking.links import RankingLinks
from arxdesk.risk.ranking.table import RankingTable
from arxdesk.risk.ranking.words import IDENTIFIERS
from arxdesk.risk.ranking.work import UniqueRecords
from arxdesk.ui import layouts, words
from arxdesk.ui.dialogs.choose_attributes import ChooseAttributesDialog
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk_engine.analysis.risk.identifiers import IdentifierFindings, identifier_signs, identifiers_sentence
from arxdesk_engine.analysis.risk.ranking import AttributeRanking
from arxdesk_engine.analysis.risk.ranking_words import ranking_sentence
from arxdesk_engine.foundation.language import marked, tr

TITLE, SHORT_TITLE = marked("Attribute ranking"), marked("Ranking")
TOPIC = "attribute-ranking"
WIDE = 400
"""From this width on the title, all columns and the full texts of links fit."""


class RankingView(AnalysisView):
    """Bars of separation with distinction, of attributes, pairs, triples or more; or the identifiers found."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._question = ""
        self._is_filling = False
        self._identifiers: IdentifierFindings | None = None
        self._sentence = paragraph("", "dense", "1")
        self._note = paragraph("", "caption", "3")
        self.compared = ComparedSets(analysis)
        self.choices = RankingChoices(analysis)
        self.list = RankingTable()
        self.links = RankingLinks(analysis.document, self.list, self.compared)
        self.dialog: ChooseAttributesDialog | None = None
        content = self._lay_out()
        super().__init__(analysis, tr(TITLE), tr("input"), TOPIC, content, parent)
        self.add_header_widget(self.choices.side)
        self.add_header_widget(self.choices.scope)
        self.add_export(self.list.table, self.list.numbers)
        self._connect()

    @property
    def sentence(self) -> str:
        """The bars in a sentence."""
        return self._sentence.text()

    @property
    def note(self) -> str:
        """The missing part with its reason; "" if the answer is complete."""
        return self._note.text()

    def choose_attributes(self, names: Sequence[str]) -> None:
        """Compare these attributes."""
        self.compared.choose(names)
        self.refresh()

    def choose_scope(self, key: str) -> None:
        """Compare sets of another size, or show identifiers."""
        self.compared.choose_scope(key)
        self.refresh()

    def wanted(self) -> Mapping[str, TableRequest] | str:
        """One table, as chosen; many combinations only with the consent of the user."""
        self._question = ""
        self.set_caption(self.choices.offer(self.compared, self))
        self.links.name(is_wide=self.width() >= WIDE)
        if not self.compared.columns:
            return tr("The table has no columns.")
        self._question = self.compared.question()
        return self._question or self.compared.asked(self.choices.side.side)

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Fill the table."""
        if self.compared.shows_identifiers:
            self._identifiers = found.get(IDENTIFIERS)
            self._show_identifiers()
            return
        ranking: AttributeRanking = found["ranking"]
        self.list.has_sets = self.compared.largest > 1
        self.list.ranking.set_ranking(ranking)
        self._show_model()
        self._sentence.setText(ranking_sentence(ranking, NAMES[self.choices.side.side], words.LOCAL))
        self._say_what_is_missing(ranking.complete, self.compared.limited())
        self._begin_at_the_top()

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence; the question before many combinations has a way to agree."""
        if sentence == self._question and sentence:
            action, act = tr("Compare them"), self._agree
        super().say(sentence, action, act)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Shorten the texts where there is little room."""
        super().resizeEvent(event)
        self.list.is_wide = event.size().width() >= WIDE
        self.list.fit()
        self.set_title(tr(TITLE) if self.list.is_wide else tr(SHORT_TITLE))
        self.choices.place(self, is_wide=self.list.is_wide)
        self.links.name(is_wide=self.list.is_wide)

    def _agree(self) -> None:
        self.compared.agree()
        self.refresh()

    def _say_what_is_missing(self, is_complete: bool, limited: str) -> None:
        self.links.go_on.setVisible(not is_complete)
        stopped = "" if is_complete else tr("Stopped: not all of them were checked.")
        self._note.setText(" ".join(part for part in (stopped, limited) if part))
        self._note.setVisible(bool(self._note.text()))

    def _show_identifiers(self) -> None:
        found = self._identifiers
        if found is None or not self.compared.shows_identifiers:
            return
        job = self.analysis.document.job
        self.list.identifiers.set_rows(identifier_signs(found, job, words.LOCAL))
        self._show_model()
        self._sentence.setText(identifiers_sentence(found, found.left(job.settings_of), words.LOCAL))
        self._say_what_is_missing(found.complete, "")
        self.links.follow_current()

    def _show_model(self) -> None:
        self.list.show_model(identifiers=self.compared.shows_identifiers)
        self.links.records.setVisible(not self.compared.shows_identifiers)
        topic = ("identifiers", tr("identifiers")) if self.compared.shows_identifiers else (TOPIC, tr(TITLE))
        self.help_mark.explain(*topic)

    def _begin_at_the_top(self) -> None:
        """Make the first row current without taking the focus."""
        self._is_filling = True
        self.list.show_row(0)
        self._is_filling = False
        self.links.follow_current()

    def _take_current(self, row: int) -> None:
        names = self.list.names_at(row)
        if not self._is_filling and len(names) == 1 and names[0] in self.analysis.document.dataset:
            self.analysis.document.set_focus(names[0])
        self.links.follow_current()

    def _follow_focus(self, *_what: object) -> None:
        if not self.list.shows_identifiers and self.compared.largest == 1 and self.isVisible():
            row = self.list.ranking.row_of(self.analysis.document.focus)
            if row >= 0 and row != self.list.current_row:
                self.list.show_row(row)

    def _show_records(self) -> None:
        self._show_records_of(self.list.current_row)

    def _show_records_of(self, row: int) -> None:
        names = self.list.names_at(row)
        if not self.list.alone_at(row) or not self.has_answer("ranking"):
            return
        side = self.choices.side.side
        reason = reason_in(side, tr("that are alone in {names}", names=words.joined(names)))
        shown = FigureRecords(reason, self.analysis.tables[side], UniqueRecords(names), "risk", names[0])
        self.analysis.show_records(shown)

    def _follow_roles(self, *_what: object) -> None:
        if self.isVisible():
            self._show_identifiers()
            self.links.follow_current()

    def _more(self) -> None:
        if self.compared.shows_identifiers:
            self.analysis.wishes.show_safe_harbor()
            return
        settings = self.analysis.document.settings_of
        names = [(name, tr(settings(name).role.value)) for name in self.compared.columns]
        self.dialog = ChooseAttributesDialog(
            names,
            self.compared.attributes,
            self.analysis.input.quasi_identifiers,
            lambda number: f"{ranking_words.combinations(number)}. {ranking_words.limit(number)}",
            self.window(),
        )
        self.dialog.accepted.connect(self._take_attributes)
        self.dialog.finished.connect(self.dialog.deleteLater)
        self.dialog.open()

    def _take_attributes(self) -> None:
        if self.dialog is not None:
            self.choose_attributes(self.dialog.chosen)

    def _lay_out(self) -> QWidget:
        content = QWidget()
        layouts.column(
            self.choices,
            self._sentence,
            (self.list, 1),
            self._note,
            self.links,
            spacing=6,
            margins=(16, 8, 16, 8),
            inside=content,
        )
        self._note.hide()
        return content

    def _connect(self) -> None:
        analysis, document = self.analysis, self.analysis.document
        self.choices.side.chosen.connect(self._refresh)
        self.choices.scope.chosen.connect(self.choose_scope)
        self.list.current_changed.connect(self._take_current)
        self.list.ranking.layoutChanged.connect(self.links.follow_current)
        self.list.activated.connect(self._show_records_of)
        self.links.records.clicked.connect(self._show_records)
        self.links.more.clicked.connect(self._more)
        self.links.go_on.clicked.connect(self._go_on)
        analysis.sides_changed.connect(self.refresh)
        document.attributes_changed.connect(self._follow_roles)
        document.focus_changed.connect(self._follow_focus)
        document.lock_changed.connect(self.links.follow_current)

    def _refresh(self, _key: str) -> None:
        self.refresh()

    def _go_on(self) -> None:
        self._again()
