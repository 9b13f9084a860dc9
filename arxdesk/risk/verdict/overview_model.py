"""The main figures of risk, in rows, before and after."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable, translated
from arxdesk_engine.analysis.risk.main_figures import MainFigure
from arxdesk_engine.foundation.language import marked

MISSING = "–"


class OverviewColumn(IntEnum):
    """The columns; each side has a number and a bar."""

    FIGURE = 0
    BEFORE = 1
    BEFORE_BAR = 2
    AFTER = 3
    AFTER_BAR = 4


_HEADINGS = (
    Heading(marked("Figure"), is_text=True),
    Heading(marked("Before")),
    Heading("", is_text=True),
    Heading(marked("After")),
    Heading("", is_text=True),
)


class RiskOverviewModel(ReadOnlyTable):
    """One figure per row."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self.lines: tuple[MainFigure, ...] = ()
        self._counts_after = True

    def set_lines(self, lines: Sequence[MainFigure], *, counts_after: bool = True) -> None:
        """Replace the figures; `counts_after`: whether the output is the side that matters."""
        self.beginResetModel()
        self.lines, self._counts_after = tuple(lines), counts_after
        self.endResetModel()

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The sides, each with a bar."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of figures."""
        return len(self.lines)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        return _text(self.lines[row], OverviewColumn(column))

    def hint(self, row: int, column: int) -> str:
        """The meaning of the figure."""
        del column
        return self.lines[row].hint

    def tone(self, row: int, column: int) -> str | None:
        """Emphasis for the side that matters."""
        del row
        before = "muted" if self._counts_after else "strong"
        return {OverviewColumn.BEFORE: before, OverviewColumn.AFTER: "strong"}.get(OverviewColumn(column))

    def share(self, row: int, column: int) -> float | None:
        """The figures that are shares."""
        line = self.lines[row]
        return {OverviewColumn.BEFORE_BAR: line.before, OverviewColumn.AFTER_BAR: line.after}.get(
            OverviewColumn(column)
        )


def _text(line: MainFigure, column: OverviewColumn) -> str | None:
    if column is OverviewColumn.FIGURE:
        return line.label
    if column is OverviewColumn.BEFORE:
        return line.before_text or (MISSING if line.before is None else words.percent(line.before))
    if column is OverviewColumn.AFTER:
        return line.after_text or (MISSING if line.after is None else words.percent(line.after))
    return None
