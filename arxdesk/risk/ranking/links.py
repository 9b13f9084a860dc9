"""The links below the ranking: actions for the current row, and for all rows."""

from __future__ import annotations

from PySide6.QtWidgets import QHBoxLayout

from arxdesk.core.commands import change_roles
from arxdesk.core.document import Document
from arxdesk.risk.ranking import words as ranking_words
from arxdesk.risk.ranking.compared import ComparedSets
from arxdesk.risk.ranking.table import RankingTable
from arxdesk.ui import words
from arxdesk.ui.widgets.basics.buttons import link_button
from arxdesk.ui.widgets.basics.shrinking_link import ShrinkingLink
from arxdesk_engine.foundation.language import tr, tr_n


class RankingLinks(QHBoxLayout):
    """`records` and `role` act on the current row, `go_on` resumes a stopped comparison, `more` opens all sets or the
    checklist."""

    def __init__(self, document: Document, table: RankingTable, compared: ComparedSets) -> None:
        super().__init__()
        self._document, self._table, self._compared = document, table, compared
        self.records = ShrinkingLink(tr("Show the records"))
        self.role = ShrinkingLink(tr("Make quasi-identifying"))
        self.go_on = link_button(tr("Go on"))
        self.more = ShrinkingLink()
        self.setSpacing(16)
        for link in (self.records, self.role, self.go_on):
            self.addWidget(link)
        self.addStretch()
        self.addWidget(self.more)
        self.go_on.hide()
        self.role.clicked.connect(self._change_roles)

    def name(self, *, is_wide: bool) -> None:
        """Shorten the texts where there is little room."""
        number = len(self._compared.attributes)
        self.records.setText(tr("Show the records") if is_wide else tr("Records"))
        if self._compared.shows_identifiers:
            self.role.setText(tr("Make identifying"))
            self.more.setText(tr("Safe Harbor checklist…") if is_wide else tr("Checklist…"))
            self.more.setToolTip(tr("Every identifier of the rule, with what is to be done"))
            return
        sets = 2**number - 1
        self.role.setText(tr("Make quasi-identifying") if is_wide else tr("Make Q"))
        self.role.setAccessibleName(tr("Make quasi-identifying"))
        self.role.setToolTip(tr("Make the selection quasi-identifying"))
        self.more.setText(
            tr_n(sets, "{n} combination…", "{n} combinations…", n=words.count(sets))
            if is_wide
            else tr_n(sets, "{n} set…", "{n} sets…", n=words.count(sets))
        )
        self.more.setToolTip(
            tr_n(
                number,
                "{n} attribute, {combinations}. Choose the attributes that are compared.",
                "{n} attributes, {combinations}. Choose the attributes that are compared.",
                combinations=ranking_words.combinations(number),
            )
        )

    def follow_current(self) -> None:
        """Offer the actions for the current row."""
        row = self._table.current_row
        self.role.setEnabled(bool(self._others()) and not self._document.locked)
        alone = self._table.alone_at(row)
        self.records.setEnabled(alone > 0)
        names = ", ".join(self._table.names_at(row))
        self.records.setToolTip(
            tr_n(alone, "{n} record alone in {names}", "{n} records alone in {names}", names=names) if alone else ""
        )

    def _others(self) -> list[str]:
        """The attributes of the current row that have another role than the one it suggests."""
        names, settings = self._table.names_at(self._table.current_row), self._document.settings_of
        return [name for name in names if settings(name).role is not self._compared.wanted_role]

    def _change_roles(self) -> None:
        names = self._others()
        if names:
            self._document.push(change_roles(self._document, names, self._compared.wanted_role))
