"""The ledger as a table: the newest release first."""

from __future__ import annotations

from PySide6.QtCore import QObject

from arxdesk.exporting.released_words import released_at
from arxdesk.ui.models.listed_table import ListedTable
from arxdesk.ui.models.read_only_table import Heading, translated
from arxdesk.ui.words import count
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.projects.ledger import Ledger, LedgerEntry

_WHEN, _NAME, _RECORDS, _REMOVED = range(4)
_HEADINGS = (
    Heading(marked("When"), hint=marked("Local time of this computer"), is_text=True, width=132),
    Heading(
        marked("Released as"), hint=marked("The file without its folder, or the table of a database"), is_text=True
    ),
    Heading(marked("Records"), hint=marked("Records that were written"), width=80),
    Heading(marked("Removed"), hint=marked("Records of the input that were removed"), width=80),
    Heading(marked("Recipient"), hint=marked("As the properties of the project said then"), is_text=True, width=180),
)


class ReleasesModel(ListedTable[LedgerEntry]):
    """Shows the releases of a ledger."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(translated(_HEADINGS), parent=parent)

    def set_ledger(self, ledger: Ledger) -> None:
        """Show another ledger."""
        self.set_rows(reversed(ledger.entries))

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        entry = self._rows[row]
        match column:
            case _ if column == _WHEN:
                return released_at(entry)
            case _ if column == _NAME:
                return entry.name
            case _ if column == _RECORDS:
                return count(entry.records)
            case _ if column == _REMOVED:
                return count(entry.suppressed)
        return entry.recipient

    def tone(self, row: int, column: int) -> str | None:
        """Muted colour for times, a warning for what the recount has refuted."""
        if column == _NAME and not self._rows[row].confirmed:
            return "warn"
        return "muted" if column == _WHEN else None
