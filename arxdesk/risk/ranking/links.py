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


class RankingLinks(QHBoxLayout):
    """`records` and `role` act on the current row, `go_on` resumes a stopped comparison, `more` opens all sets or the
    checklist."""

    def __init__(self, document: Document, table: RankingTable, compared: ComparedSets) -> None:
        super().__init__()
        self._document, self._table, self._compared = document, table, compared
        self.records = link_button("Show the records")
        self.role = link_button("Make quasi-identifying")
        self.go_on = link_button("Go on")
        self.more = link_button("")
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
        self.records.setText("Show the records" if is_wide else "Records")
        if self._compared.shows_identifiers:
            self.role.setText("Make identifying")
            self.more.setText("Safe Harbor checklist…" if is_wide else "Checklist…")
            self.more.setToolTip("Every identifier of the rule, with what is to be done")
            return
        sets = 2**number - 1
        self.role.setText("Make quasi-identifying" if is_wide else "Make Q")
        self.role.setAccessibleName("Make quasi-identifying")
        self.role.setToolTip("Make the selection quasi-identifying")
        self.more.setText(
            f"{words.counted(sets, 'combination', 'combinations')}…" if is_wide else f"{words.count(sets)} sets…"
        )
        self.more.setToolTip(
            f"{words.counted(number, 'attribute', 'attributes')}, {ranking_words.combinations(number)}. "
            "Choose the attributes that are compared."
        )

    def follow_current(self) -> None:
        """Offer the actions for the current row."""
        row = self._table.current_row
        self.role.setEnabled(bool(self._others()) and not self._document.locked)
        alone = self._table.alone_at(row)
        self.records.setEnabled(alone > 0)
        names = ", ".join(self._table.names_at(row))
        self.records.setToolTip(f"{words.records(alone)} alone in {names}" if alone else "")

    def _others(self) -> list[str]:
        """The attributes of the current row that have another role than the one it suggests."""
        names, settings = self._table.names_at(self._table.current_row), self._document.settings_of
        return [name for name in names if settings(name).role is not self._compared.wanted_role]

    def _change_roles(self) -> None:
        names = self._others()
        if names:
            self._document.push(change_roles(self._document, names, self._compared.wanted_role))
