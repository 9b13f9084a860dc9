"""Records that a figure of an attack counts, as the input has them; and the released rows that one of them can be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable
from arxdesk_engine.analysis.shown.records import Rows
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.language import tr

if TYPE_CHECKING:  # pandas is slow to import
    from arxdesk_engine.attacks.reading import CandidateRows


class RecordsFoundModel(ReadOnlyTable):
    """The number of each record, and what the attacker knows of it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._rows: Rows | None = None
        self._columns: tuple[Column, ...] = ()
        self._headings: tuple[Heading, ...] = (Heading(tr("Record")),)

    def set_records(self, rows: Rows | None, dataset: Dataset, known: Sequence[str]) -> None:
        """Replace the records, places in the input."""
        self.beginResetModel()
        self._rows = rows
        self._columns = tuple(dataset[name] for name in known if name in dataset)
        self._headings = (Heading(tr("Record")), *(Heading(each.name, is_text=True) for each in self._columns))
        self.endResetModel()

    def record_at(self, row: int) -> int | None:
        """The place of a record in the input."""
        return None if self._rows is None or not 0 <= row < len(self._rows) else int(self._rows[row])

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of records."""
        return 0 if self._rows is None else len(self._rows)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        record = self.record_at(row)
        if record is None:
            return None
        if column == 0:
            return words.count(record + 1)
        shown = self._columns[column - 1]
        return shown.values[int(shown.codes[record])]


class CandidatesModel(ReadOnlyTable):
    """Released rows, as the file shows what is known and what is wanted."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.found: CandidateRows | None = None
        self._secrets: tuple[str, ...] = ()
        self._headings: tuple[Heading, ...] = ()

    def set_candidates(self, found: CandidateRows | None, secrets: Sequence[str]) -> None:
        """Replace the rows."""
        self.beginResetModel()
        self.found, self._secrets = found, tuple(secrets)
        names = () if found is None else found.columns
        self._headings = tuple(Heading(name, hint=self._meaning(name), is_text=True) for name in names)
        self.endResetModel()

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns, wanted ones marked."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of rows."""
        return 0 if self.found is None else len(self.found.rows)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        return None if self.found is None else self.found.text(row, self.found.columns[column])

    def tone(self, row: int, column: int) -> str | None:
        """Wanted columns stand out."""
        del row
        return "strong" if self.found is not None and self.found.columns[column] in self._secrets else None

    def _meaning(self, name: str) -> str:
        return tr("{name}, which the attacker wants to know", name=name) if name in self._secrets else name
