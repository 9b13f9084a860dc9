"""The numbers of groups and people by size or risk, before and after, as tables."""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from PySide6.QtCore import QObject

from arxdesk.ui import words
from arxdesk.ui.item_roles import TONE_ROLE
from arxdesk.ui.models.read_only_table import Heading, ReadOnlyTable
from arxdesk_engine.analysis.risk.group_sizes import RiskCount, SizeCount
from arxdesk_engine.foundation.language import tr, tr_of
from arxdesk_engine.foundation.words import Unit


class SizeColumn(IntEnum):
    """The columns; before and after alternate."""

    SIZES = 0
    RISK = 1
    GROUPS_BEFORE = 2
    GROUPS_AFTER = 3
    PEOPLE_BEFORE = 4
    PEOPLE_AFTER = 5
    SHARE_BEFORE = 6
    SHARE_AFTER = 7


class RiskColumn(IntEnum):
    """The columns of the table of risks; before and after alternate."""

    RISK = 0
    PEOPLE_BEFORE = 1
    PEOPLE_AFTER = 2
    SHARE_BEFORE = 3
    SHARE_AFTER = 4
    UP_TO_BEFORE = 5
    UP_TO_AFTER = 6


def _size_headings(unit: Unit) -> tuple[Heading, ...]:
    if unit == "people":
        alike = tr("Size of the equivalence class: people with the same values in all quasi-identifiers")
        shares = (
            tr("People in groups of these sizes, as a share of all people in the input"),
            tr("People in groups of these sizes, as a share of all people in the output"),
        )
    else:
        alike = tr("Size of the equivalence class: records with the same values in all quasi-identifiers")
        shares = (
            tr("Records in groups of these sizes, as a share of all records in the input"),
            tr("Records in groups of these sizes, as a share of all records in the output"),
        )
    return (
        Heading(_units(unit), tr("alike"), alike, True),
        Heading(
            tr_of("the highest risk", "Highest"),
            tr("risk"),
            tr("Of somebody known to be in the table (prosecutor): 1 divided by the smallest size"),
        ),
        *_of_both(tr("Groups")),
        *_of_both(_units(unit)),
        *_of_both(tr("Share"), shares),
    )


def _risk_headings(unit: Unit) -> tuple[Heading, ...]:
    if unit == "people":
        up_to = (
            tr("People in the input with this risk or a lower one"),
            tr("People in the output with this risk or a lower one"),
        )
    else:
        up_to = (
            tr("Records in the input with this risk or a lower one"),
            tr("Records in the output with this risk or a lower one"),
        )
    return (
        Heading(
            tr("Risk"),
            tr("above, up to"),
            tr("Of somebody known to be in the table (prosecutor): 1 divided by the size"),
            True,
        ),
        *_of_both(_units(unit)),
        *_of_both(tr("Share")),
        *_of_both(tr("Up to it"), up_to),
    )


def _units(unit: Unit) -> str:
    return tr("People") if unit == "people" else tr("Records")


def _of_both(title: str, hints: tuple[str, str] = ("", "")) -> tuple[Heading, Heading]:
    """A column of the input and one of the output."""
    return Heading(title, tr("before"), hints[0], is_before=True), Heading(title, tr("after"), hints[1])


class _RangesModel(ReadOnlyTable):
    """One row per range; ranges above the threshold are marked if they contain people."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.threshold = 1.0
        self.counts_after = True
        self.unit: Unit = "records"

    def set_threshold(self, threshold: float) -> None:
        """Mark the rows above a threshold."""
        self.threshold = threshold
        if self.rowCount():
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last, [TONE_ROLE])


class ClassSizesModel(_RangesModel):
    """One row per range of sizes and one for all."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = _size_headings(self.unit)
        self.lines: tuple[SizeCount, ...] = ()

    def set_sizes(
        self, lines: Sequence[SizeCount], threshold: float, *, counts_after: bool = True, unit: Unit = "records"
    ) -> None:
        """Show group sizes; `counts_after`: whether the output decides about the marks."""
        self.beginResetModel()
        self.unit, self._headings = unit, _size_headings(unit)
        self.lines, self.threshold, self.counts_after = tuple(lines), threshold, counts_after
        self.endResetModel()

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns; before and after alternate."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The ranges, and all of them."""
        return len(self.lines)

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        line = self.lines[row]
        if column == SizeColumn.SIZES:
            every = tr_of("all sizes of groups", "All")
            return every if line.sizes is None else words.size_range(line.sizes.smallest, line.sizes.largest)
        if column == SizeColumn.RISK:
            return "" if line.sizes is None else words.percent(line.sizes.highest_risk)
        number = (line.groups, line.people, line.shares)[(column - SizeColumn.GROUPS_BEFORE) // 2]
        value = number[(column - SizeColumn.GROUPS_BEFORE) % 2]
        return words.percent_fixed(value) if column >= SizeColumn.SHARE_BEFORE else words.count(int(value))

    def tone(self, row: int, column: int) -> str | None:
        """The tone of a cell."""
        line = self.lines[row]
        counting = SizeColumn.PEOPLE_AFTER if self.counts_after else SizeColumn.PEOPLE_BEFORE
        if self.headings[column].is_before and self.counts_after:
            return "muted"
        if line.sizes is None:
            return "strong"
        above = line.sizes.highest_risk > self.threshold
        still = column == counting and line.people[int(self.counts_after)] > 0
        return "warn" if above and (column == SizeColumn.RISK or still) else None


class RiskClassesModel(_RangesModel):
    """One row per class of risk."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = _risk_headings(self.unit)
        self.lines: tuple[RiskCount, ...] = ()

    def set_risks(
        self, lines: Sequence[RiskCount], threshold: float, *, counts_after: bool = True, unit: Unit = "records"
    ) -> None:
        """Show classes of risk."""
        self.beginResetModel()
        self.unit, self._headings = unit, _risk_headings(unit)
        self.lines, self.threshold, self.counts_after = tuple(lines), threshold, counts_after
        self.endResetModel()

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The columns; before and after alternate."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """The number of risk classes."""
        return len(self.lines)

    def text(self, row: int, column: int) -> str:
        """The text of a cell."""
        line = self.lines[row]
        if column == RiskColumn.RISK:
            return words.risk_range(line.low, line.high)
        number = (line.people, line.shares, line.at_most)[(column - RiskColumn.PEOPLE_BEFORE) // 2]
        value = number[(column - RiskColumn.PEOPLE_BEFORE) % 2]
        return words.percent_fixed(value) if column >= RiskColumn.SHARE_BEFORE else words.count(int(value))

    def tone(self, row: int, column: int) -> str | None:
        """The tone of a cell."""
        line = self.lines[row]
        counting = RiskColumn.PEOPLE_AFTER if self.counts_after else RiskColumn.PEOPLE_BEFORE
        if self.headings[column].is_before and self.counts_after:
            return "muted"
        above = line.high > self.threshold
        still = column == counting and line.people[int(self.counts_after)] > 0
        return "warn" if above and (column == RiskColumn.RISK or still) else None
