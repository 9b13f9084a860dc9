"""What attackers find out, in rows: each attacker's name above the figures."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum

from PySide6.QtCore import QObject, Qt

from arxdesk.risk.attacks.titles import shown_title
from arxdesk.ui import words
from arxdesk.ui.models.read_only_table import Heading, Index, ReadOnlyTable, translated
from arxdesk_engine.attacks.lines import AttackLine, share_text
from arxdesk_engine.foundation.language import marked, short, tr, tr_n, tr_of
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.job.attackers import AttackerSettings

SPANS_ROLE = int(Qt.ItemDataRole.UserRole) + 1
"""Cell: the share in the release with its interval, and the same of people outside or None, each (share, low, high)."""


class FindingColumn(IntEnum):
    """The columns of the table."""

    FIGURE = 0
    BEFORE = 1
    AFTER = 2
    SPANS = 3
    OUTSIDE = 4
    MEANING = 5


_HEADINGS = (
    Heading(marked("Attacker"), is_text=True),
    Heading(marked("Before"), hint=marked("If the table were shared as it is"), is_before=True),
    Heading(marked("After"), hint=marked("In what would be released")),
    Heading(
        marked("0 % to 100 %"),
        hint=marked(
            "Dot: in the release. Ring: the same of people outside the table. Lines: where the true share is in 95 "
            "of 100 samples"
        ),
        is_text=True,
    ),
    Heading(marked("Outside"), hint=marked("The same of people who are not in the release: that much is statistics")),
    Heading(
        marked("What it means"), hint=marked("Whether more is told of people in the table than of others"), is_text=True
    ),
)


@dataclass(frozen=True, slots=True)
class ShownAttacker:
    """An attacker with the figures that are found; a `note` in their place while they are awaited, or why there are
    none."""

    settings: AttackerSettings
    lines: tuple[AttackLine, ...] = ()
    note: str = ""

    @property
    def knowledge(self) -> str:
        """What the attacker knows and wants, in words."""
        each = self.settings
        about = {
            name: tr("{name} within {error}", name=name, error=_error(error)) for name, error in each.error.items()
        }
        knows = words.joined([about.get(name, name) for name in each.knows], 8) or tr_of("what is known", "nothing")
        parts = [tr("wants {names}", names=words.joined(list(each.secrets), 8))] if each.secrets else []
        parts += [tr("knows {knows}", knows=knows)]
        parts += [tr("second source: {names}", names=words.joined(list(each.other), 8))] if each.other else []
        return in_parts(parts)


class FindingsModel(ReadOnlyTable):
    """A row with the name of each attacker, and one for each figure below it."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._headings = translated(_HEADINGS)
        self.attackers: tuple[ShownAttacker, ...] = ()
        self._rows: list[tuple[int, int]] = []  # attacker, and the place of the line, -1 for the name, -2 for the note

    def set_attackers(self, attackers: Sequence[ShownAttacker]) -> None:
        """Replace the attackers."""
        self.beginResetModel()
        self.attackers = tuple(attackers)
        self._rows = []
        for number, each in enumerate(self.attackers):
            self._rows.append((number, -1))
            self._rows += [(number, place) for place in range(len(each.lines))]
            self._rows += [(number, -2)] if each.note else []
        self.endResetModel()

    @property
    def wide_rows(self) -> list[int]:
        """The rows whose text stands across all columns."""
        return [row for row, (_number, place) in enumerate(self._rows) if place < 0]

    def attacker_at(self, row: int) -> int:
        """The place of the attacker of a row; -1 where there is none."""
        return self._rows[row][0] if 0 <= row < len(self._rows) else -1

    def line_at(self, row: int) -> AttackLine | None:
        """The figure in a row; None for a name."""
        if not 0 <= row < len(self._rows):
            return None
        number, place = self._rows[row]
        return self.attackers[number].lines[place] if place >= 0 else None

    @property
    def headings(self) -> tuple[Heading, ...]:
        """The headings of the columns."""
        return self._headings

    @property
    def number_of_rows(self) -> int:
        """Names and figures."""
        return len(self._rows)

    def text(self, row: int, column: int) -> str | None:
        """The text of a cell."""
        line = self.line_at(row)
        if line is None:
            return self._wide_text(row) if column == FindingColumn.FIGURE else ""
        texts = {
            FindingColumn.FIGURE: line.label,
            FindingColumn.BEFORE: share_text(line.before, words.LOCAL),
            FindingColumn.AFTER: line.value or share_text(line.after, words.LOCAL),
            FindingColumn.SPANS: None,
            FindingColumn.OUTSIDE: share_text(line.outside, words.LOCAL),
            FindingColumn.MEANING: line.meaning(words.LOCAL),
        }
        return texts[FindingColumn(column)]

    def hint(self, row: int, column: int) -> str:
        """The sentence and the formula of a figure, its numbers and how sure they are."""
        line = self.line_at(row)
        if line is None:
            return self._wide_text(row)
        if column == FindingColumn.BEFORE and line.before is not None:
            counted = words.count_with_share(line.before.some, line.before.of, "records")
            return f"{line.hint}. {tr('Before: {records}.', records=counted)}"
        if column == FindingColumn.FIGURE or line.after is None:
            return f"{line.hint}."
        said = tr_n(
            line.after.of,
            "After: {some} of {n} record, {uncertainty}",
            "After: {some} of {n} records, {uncertainty}",
            some=words.count(line.after.some),
            uncertainty=line.uncertainty(words.LOCAL),
        )
        return f"{line.hint}. {said}"

    def tone(self, row: int, column: int) -> str | None:
        """Names stand out, and so does what is told of people in the table alone."""
        line = self.line_at(row)
        if line is None:
            return "strong" if row < len(self._rows) and self._rows[row][1] == -1 else "muted"
        if column == FindingColumn.AFTER:
            return "muted" if line.after is not None and not line.after.some else "strong"
        if column == FindingColumn.MEANING:
            return "warn" if line.is_disclosure else "muted"
        return "muted" if column in (FindingColumn.BEFORE, FindingColumn.OUTSIDE) else None

    def spoken(self, row: int, column: int) -> str | None:
        """What the picture of the shares shows."""
        line = self.line_at(row)
        if line is None or line.after is None or column != FindingColumn.SPANS:
            return None
        return tr("After: {uncertainty}", uncertainty=line.uncertainty(words.LOCAL))

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        """The content of a cell."""
        if role == SPANS_ROLE and index.isValid() and index.column() == FindingColumn.SPANS:
            line = self.line_at(index.row())
            if line is None or line.after is None:
                return None
            outside = None if line.outside is None else (line.outside.value, *line.outside.interval)
            return (line.after.value, *line.after.interval), outside
        return super().data(index, role)

    def numbers(self) -> str:
        """All figures as tab-separated text."""
        lines = [tr("Attacker\tFigure\tBefore\tAfter\tOutside\tWhat it means")]
        for each in self.attackers:
            for line in each.lines:
                shares = (line.before, line.after, line.outside)
                told = ["" if share is None else f"{share.value!r}" for share in shares]
                told[1] = line.value or told[1]
                lines.append("\t".join([each.settings.title, line.label, *told, line.meaning(words.LOCAL)]))
        return "\n".join(lines)

    def _wide_text(self, row: int) -> str:
        number, place = self._rows[row]
        each = self.attackers[number]
        if place == -2:
            return each.note
        return tr("{label}: {text}", label=shown_title(each.settings), text=each.knowledge)


def _error(error: float | str) -> str:
    return error if isinstance(error, str) else short(error)
