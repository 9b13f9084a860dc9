"""The audit trail as a table: the newest entry first, found by a text and by what was done."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QDateTime, QLocale, QObject

from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.projects.trail import ACTION_WORDS, Entry, Trail

WHEN, WHAT, TEXT, VALUES = range(4)
_HEADINGS = (
    Heading(marked("When"), hint=marked("Local time of this computer"), is_text=True, width=160),
    Heading(marked("What"), is_text=True, width=92),
    Heading(marked("In words"), is_text=True),
    Heading(marked("Values"), hint=marked("Settings, and values of the table in them"), is_text=True),
)


class AuditTrailModel(ReadOnlyTable):
    """Shows the entries that a search and a filter leave; values of the table only where they are wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self._trail = Trail()
        self._text, self._action = "", ""
        self._with_values = False
        self._rows: tuple[Entry, ...] = ()

    @property
    def trail(self) -> Trail:
        """The full text."""
        return self._trail

    @property
    def rows(self) -> tuple[Entry, ...]:
        """The shown entries."""
        return self._rows

    def set_trail(self, trail: Trail) -> None:
        """Show another trail."""
        self._trail = trail
        self._sift()

    def sift(self, text: str, action: str) -> None:
        """Show only entries with a text, and of one kind; "" for all."""
        self._text, self._action = text.casefold(), action
        self._sift()

    def show_values(self, wanted: bool) -> None:
        """Show and search entries that name values of the table."""
        self._with_values = wanted
        self._sift()

    @property
    def headings(self) -> Sequence[Heading]:
        """The columns."""
        return self._headings if self._with_values else self._headings[:VALUES]

    @property
    def number_of_rows(self) -> int:
        """How many entries are shown."""
        return len(self._rows)

    def text(self, row: int, column: int) -> str:
        """The text of a cell, in one line."""
        entry = self._rows[row]
        if column == WHEN:
            return _moment(entry)
        if column == WHAT:
            return tr(ACTION_WORDS[entry.action])
        return entry.words if column == TEXT else entry.values.replace("\n", "; ").replace("\t", " ")

    def hint(self, row: int, column: int) -> str:
        """The full text."""
        return self._rows[row].values if column == VALUES else self.text(row, column)

    def tone(self, row: int, column: int) -> str | None:
        """Muted colour for times and values."""
        del row
        return "muted" if column in (WHEN, VALUES) else None

    def _sift(self) -> None:
        self.beginResetModel()
        self._rows = tuple(entry for entry in reversed(self._trail.entries) if self._is_shown(entry))
        self.endResetModel()

    def _is_shown(self, entry: Entry) -> bool:
        if self._action and entry.action != self._action:
            return False
        searched = f"{entry.words}\n{entry.values}" if self._with_values else entry.words
        return not self._text or self._text in f"{tr(ACTION_WORDS[entry.action])} {searched}".casefold()


def _moment(entry: Entry) -> str:
    moment = QDateTime.fromSecsSinceEpoch(int(entry.moment.timestamp()))
    return QLocale().toString(moment, "yyyy-MM-dd HH:mm:ss")
