"""What tells people apart: attributes alone and together; and which columns look like identifiers."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from arxdesk.analysis.analyses import Asked
from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.identifier_search import IdentifiersOf
from arxdesk.analysis.shown_records import ShownRecords
from arxdesk.analysis.view import AnalysisView
from arxdesk.core.commands import change_roles
from arxdesk.risk.figures.side_choice import NAMES, SideChoice
from arxdesk.risk.ranking import words as ranking_words
from arxdesk.risk.ranking.table import RankingTable
from arxdesk.risk.ranking.words import IDENTIFIERS
from arxdesk.risk.ranking.work import AloneIn, RankingOfSets, RankingOfSingles
from arxdesk.ui import layouts, words
from arxdesk.ui.dialogs.choose_attributes import ChooseAttributesDialog
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.label import paragraph
from arxdesk.ui.widgets.fields.choice import ChoiceBox
from arxdesk_engine.analysis.risk.identifiers import FoundIdentifiers, identifier_signs, identifiers_sentence
from arxdesk_engine.analysis.risk.ranking import AttributeRanking
from arxdesk_engine.analysis.risk.ranking_words import ranking_sentence
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.risk.attributes import number_of_sets

TITLE, SHORT_TITLE = "What tells people apart", "Tells apart"
TOPIC = "attribute-ranking"
WIDE = 400
"""From this width on there is room for the whole title, for all columns, and for links that say all."""
MOST_COLUMNS = 50
"""So many columns are compared while none is quasi-identifying."""
SCOPE_WIDTH = 132
NO_LIMIT = 16_777_215


class RankingView(AnalysisView):
    """Bars of separation with distinction, of attributes, pairs, triples or more; or the identifiers found."""

    def __init__(self, analysis: Analysis, parent: QWidget | None = None) -> None:
        self._largest = 1
        self._shows_identifiers = False
        self._chosen: tuple[str, ...] | None = None
        self._agreed: object = None  # what was asked about, and agreed to
        self._question = ""
        self._is_filling = False
        self._identifiers: FoundIdentifiers | None = None
        self._sentence = paragraph("", "dense", "1")
        self._note = paragraph("", "caption", "3")
        self.go_on_link = link_button("Go on")
        self.list = RankingTable()
        self.records_link = link_button("Show the records")
        self.role_link = link_button("Make quasi-identifying")
        self.more_link = link_button("")
        self.dialog: ChooseAttributesDialog | None = None
        content = self._lay_out()
        super().__init__(analysis, TITLE, "input", TOPIC, content, parent)
        self.side = SideChoice(analysis, "Table whose attributes are compared")
        self.scope = ChoiceBox("What is compared")
        self.scope.setMinimumContentsLength(14)
        self.scope.setMinimumWidth(64)
        self.scope.setMaximumWidth(SCOPE_WIDTH)
        self.add_header_widget(self.side)
        self.add_header_widget(self.scope)
        self.add_export(self.list.table, self.list.numbers)
        self._connect()

    @property
    def sentence(self) -> str:
        """What the bars say."""
        return self._sentence.text()

    @property
    def note(self) -> str:
        """What is missing, and why; "" where nothing is."""
        return self._note.text()

    @property
    def attributes(self) -> tuple[str, ...]:
        """Those that are compared."""
        names = self._dataset.names
        if self._chosen is not None:
            known = tuple(name for name in self._chosen if name in self._dataset)
            if known:
                return known
        return self.analysis.input.quasi_identifiers or tuple(names[:MOST_COLUMNS])

    def choose_attributes(self, names: Sequence[str]) -> None:
        """Compare others."""
        self._chosen = tuple(names)
        if number_of_sets(len(self.attributes), self._largest) > ranking_words.MOST_SETS:
            self._largest = 1
        self.refresh()

    def choose_scope(self, key: str) -> None:
        """Compare sets of another size, or look at identifiers."""
        self._shows_identifiers = key == IDENTIFIERS
        if not self._shows_identifiers:
            self._largest = int(key)
        self.refresh()

    def wanted(self) -> Mapping[str, Asked] | str:
        """One table, as it is chosen; many combinations only after somebody has agreed."""
        analysis, attributes = self.analysis, self.attributes
        self._question = ""
        self._offer()
        if not self._dataset.names:
            return "The table has no columns."
        if self._shows_identifiers:
            return {IDENTIFIERS: Asked(analysis.input, IdentifiersOf())}
        table = analysis.tables[self.side.side]
        if self._largest == 1:
            return {"ranking": Asked(table, RankingOfSingles(attributes))}
        number = number_of_sets(len(attributes), self._largest)
        if number >= ranking_words.ASKED_FROM and self._agreed != (attributes, self._largest):
            self._question = ranking_words.question(len(attributes), self._largest)
            return self._question
        request = RankingOfSets(attributes, ranking_words.smallest_of(self._largest), self._largest)
        return {"ranking": Asked(table, request)}

    def show_found(self, found: Mapping[str, Any]) -> None:
        """Fill the table."""
        if self._shows_identifiers:
            self._identifiers = found.get(IDENTIFIERS)
            self._show_identifiers()
            return
        ranking: AttributeRanking = found["ranking"]
        self.list.has_sets = self._largest > 1
        self.list.ranking.set_ranking(ranking)
        self._show_model()
        self._sentence.setText(ranking_sentence(ranking, NAMES[self.side.side], words.LOCAL))
        self._say_what_is_missing(ranking.complete, self._limited())
        self._begin_at_the_top()

    def say(self, sentence: str, action: str = "", act: Callable[[], object] | None = None) -> None:
        """Show a sentence; the question before many combinations has a way to agree."""
        if sentence == self._question and sentence:
            action, act = "Compare them", self._agree
        super().say(sentence, action, act)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Say less where there is little room."""
        super().resizeEvent(event)
        self.list.is_wide = event.size().width() >= WIDE
        self.list.fit()
        self.set_title(TITLE if self.list.is_wide else SHORT_TITLE)
        self._place_choices()
        self._name_links()

    def _place_choices(self) -> None:
        """In little room the choices have a line of their own: beside the title neither could be read."""
        is_wide = self.list.is_wide
        if is_wide == (self._choices.indexOf(self.scope) < 0):
            return
        self.scope.setMaximumWidth(SCOPE_WIDTH if is_wide else NO_LIMIT)
        for choice in (self.scope, self.side):
            if is_wide:
                self.add_first_header_widget(choice)
            else:
                self._choices.insertWidget(0, choice, 1 if choice is self.scope else 0)

    @property
    def _dataset(self) -> Dataset:
        return self.analysis.input.dataset

    def _agree(self) -> None:
        self._agreed = (self.attributes, self._largest)
        self.refresh()

    def _offer(self) -> None:
        """Bring the choices up to date."""
        number = len(self.attributes)
        self.side.follow()
        if self._shows_identifiers:
            self.side.hide()  # columns are looked at as they were
        offered = ranking_words.scopes(number)
        if self._largest != 1 and str(self._largest) not in {key for key, _text in offered}:
            self._largest = 1
        self.scope.set_options(offered)
        self.scope.set_value(IDENTIFIERS if self._shows_identifiers else str(self._largest))
        side = "before" if self._shows_identifiers else self.side.side
        self.set_caption(NAMES[side] if not self.side.isVisibleTo(self) or self._shows_identifiers else "")
        self._name_links()

    def _name_links(self) -> None:
        is_wide, number = self.width() >= WIDE, len(self.attributes)
        self.records_link.setText("Show the records" if is_wide else "Records")
        if self._shows_identifiers:
            self.role_link.setText("Make identifying")
            self.more_link.setText("Safe Harbor checklist…" if is_wide else "Checklist…")
            self.more_link.setToolTip("Every identifier of the rule, with what is to be done")
            return
        sets = 2**number - 1
        self.role_link.setText("Make quasi-identifying" if is_wide else "Make Q")
        self.role_link.setAccessibleName("Make quasi-identifying")
        self.role_link.setToolTip("Make what is selected quasi-identifying")
        self.more_link.setText(
            f"{words.counted(sets, 'combination', 'combinations')}…" if is_wide else f"{words.count(sets)} sets…"
        )
        self.more_link.setToolTip(
            f"{words.counted(number, 'attribute', 'attributes')}, {ranking_words.combinations(number)}. "
            "Choose the attributes that are compared."
        )

    def _limited(self) -> str:
        if self._chosen is not None or self.analysis.input.quasi_identifiers:
            return ""
        every = len(self._dataset.names)
        shown = "all columns are" if every <= MOST_COLUMNS else f"the first {MOST_COLUMNS} of {words.count(every)} are"
        return f"No column is quasi-identifying yet: {shown} compared."

    def _say_what_is_missing(self, is_complete: bool, limited: str) -> None:
        self.go_on_link.setVisible(not is_complete)
        stopped = "" if is_complete else "Stopped: not all of them were looked at."
        self._note.setText(" ".join(part for part in (stopped, limited) if part))
        self._note.setVisible(bool(self._note.text()))

    def _show_identifiers(self) -> None:
        found = self._identifiers
        if found is None or not self._shows_identifiers:
            return
        job = self.analysis.document.job
        self.list.identifiers.set_signs(identifier_signs(found, job, words.LOCAL))
        self._show_model()
        self._sentence.setText(identifiers_sentence(found, found.left(job.settings_of), words.LOCAL))
        self._say_what_is_missing(found.complete, "")
        self._follow_current()

    def _show_model(self) -> None:
        self.list.show_model(identifiers=self._shows_identifiers)
        self.records_link.setVisible(not self._shows_identifiers)
        topic = ("identifiers", "identifiers") if self._shows_identifiers else (TOPIC, TITLE)
        self.help_mark.explain(*topic)

    def _follow_current(self, *_what: object) -> None:
        """What can be done with the row that is current."""
        document, row = self.analysis.document, self.list.current_row
        names = self.list.names_at(row)
        wanted = Role.IDENTIFYING if self._shows_identifiers else Role.QUASI_IDENTIFYING
        other = [name for name in names if document.settings_of(name).role is not wanted]
        self.role_link.setEnabled(bool(other) and not document.locked)
        alone = self.list.alone_at(row)
        self.records_link.setEnabled(alone > 0)
        self.records_link.setToolTip(f"{words.people(alone)} alone in {', '.join(names)}" if alone else "")

    def _begin_at_the_top(self) -> None:
        """The first row is current; what is in focus elsewhere stays so."""
        self._is_filling = True
        self.list.show_row(0)
        self._is_filling = False
        self._follow_current()

    def _take_current(self, row: int) -> None:
        names = self.list.names_at(row)
        if not self._is_filling and len(names) == 1 and names[0] in self.analysis.document.dataset:
            self.analysis.document.set_focus(names[0])
        self._follow_current()

    def _follow_focus(self, *_what: object) -> None:
        if not self.list.shows_identifiers and self._largest == 1 and self.isVisible():
            row = self.list.ranking.row_of(self.analysis.document.focus)
            if row >= 0 and row != self.list.current_row:
                self.list.show_row(row)

    def _show_records(self) -> None:
        self._show_records_of(self.list.current_row)

    def _show_records_of(self, row: int) -> None:
        names = self.list.names_at(row)
        if not self.list.alone_at(row) or not self.has_answer("ranking"):
            return
        side = self.side.side
        reason = f"who are alone in {words.joined(names)} in the {NAMES[side]}"
        shown = ShownRecords(reason, self.analysis.tables[side], AloneIn(names), "risk", names[0])
        self.analysis.show_records(shown)

    def _change_roles(self) -> None:
        document = self.analysis.document
        role = Role.IDENTIFYING if self._shows_identifiers else Role.QUASI_IDENTIFYING
        names = [
            name for name in self.list.names_at(self.list.current_row) if document.settings_of(name).role is not role
        ]
        if names:
            document.push(change_roles(document, names, role))

    def _follow_roles(self, *_what: object) -> None:
        if self.isVisible():
            self._show_identifiers()
            self._follow_current()

    def _more(self) -> None:
        if self._shows_identifiers:
            self.analysis.wishes.show_safe_harbor()
            return
        settings = self.analysis.document.settings_of
        names = [(name, settings(name).role.value) for name in self._dataset.names]
        self.dialog = ChooseAttributesDialog(
            names,
            self.attributes,
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
        self._choices = QHBoxLayout()
        self._choices.setSpacing(8)
        foot = layouts.row(
            self.records_link, self.role_link, self.go_on_link, layouts.STRETCH, self.more_link, spacing=16
        )
        layouts.column(
            self._choices,
            self._sentence,
            (self.list, 1),
            self._note,
            foot,
            spacing=6,
            margins=(16, 8, 16, 8),
            inside=content,
        )
        self._note.hide()
        self.go_on_link.hide()
        return content

    def _connect(self) -> None:
        analysis, document = self.analysis, self.analysis.document
        self.side.chosen.connect(self._refresh)
        self.scope.chosen.connect(self.choose_scope)
        self.list.current_changed.connect(self._take_current)
        self.list.ranking.layoutChanged.connect(self._follow_current)
        self.list.activated.connect(self._show_records_of)
        self.records_link.clicked.connect(self._show_records)
        self.role_link.clicked.connect(self._change_roles)
        self.more_link.clicked.connect(self._more)
        self.go_on_link.clicked.connect(self._go_on)
        analysis.sides_changed.connect(self.refresh)
        document.attributes_changed.connect(self._follow_roles)
        document.focus_changed.connect(self._follow_focus)
        document.lock_changed.connect(self._follow_current)

    def _refresh(self, _key: str) -> None:
        self.refresh()

    def _go_on(self) -> None:
        self._again()
