"""How far a search is in figures: gap, checks and speed, and the share of the lattice that is excluded."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QHBoxLayout, QProgressBar, QWidget

from arxdesk.ui import layouts
from arxdesk.ui.widgets.basics.elided_label import ElidedLabel
from arxdesk.ui.widgets.basics.figure import Figure
from arxdesk.ui.widgets.basics.label import label
from arxdesk.ui.words import count, decimal, percent, short_count
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.foundation.language import tr

_PER_MILLE = 1000
_READABLE = 10_000_000
"""Up to this many transformations are counted singly; beyond, their share suffices."""


class EffortFigures(QWidget):
    """Gap, checks and speed side by side."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.gap, self.checks, self.speed = Figure(tr("Gap")), Figure(tr("Checks")), Figure(tr("Speed"))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(0)
        for place, (figure, meaning) in enumerate(
            (
                (self.gap, tr("How much better any other result could still be. 0 % means that the best is proven")),
                (self.checks, tr("Transformations checked; the others are excluded by proof")),
                (self.speed, tr("Transformations checked per second")),
            )
        ):
            figure.setToolTip(meaning)
            if place:
                line = QFrame()
                line.setProperty("line", "vertical")
                row.addWidget(line)
            row.addWidget(figure, 1)

    def show_progress(self, progress: SearchProgress) -> None:
        """Show how far the search is."""
        gap = progress.gap
        self.gap.set_value("–" if gap is None else _percents(gap), "%" if gap is not None else "")
        self.checks.set_value(count(progress.checks))
        speed = progress.checks / progress.seconds if progress.seconds > 0 else 0.0
        self.speed.set_value(count(round(speed)), "/s")

    def show_nothing_proven(self) -> None:
        """Show no gap: nothing was searched."""
        self.gap.set_value("–", "")


class ExcludedShare(QWidget):
    """The share of the lattice that is excluded or checked, as a bar and in words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._size = 0
        self.share, self.of = label("", "dense", "1", 600), label("", "dense", "2")
        self.share.setMinimumWidth(self.share.fontMetrics().horizontalAdvance("< 0.001 %"))
        for part in (self.share, self.of):
            part.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.bar = QProgressBar()
        self.bar.setRange(0, _PER_MILLE)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(tr("Share of the lattice excluded or checked"))
        words = layouts.row((ElidedLabel(tr("Excluded or checked")), 1), self.share, self.of, spacing=8)
        column = layouts.column(words, self.bar, spacing=4, margins=(16, 8, 16, 10))
        line = QFrame()
        line.setProperty("line", "horizontal")
        layouts.column(column, line, spacing=0, inside=self)

    def set_size(self, size: int) -> None:
        """Set the size of the lattice."""
        self._size = size
        room = self.of.fontMetrics().horizontalAdvance(tr("{size} of {size}", size=count(size)))
        self.of.setMinimumWidth(room if size <= _READABLE else 0)  # the remaining text must not move

    def show_progress(self, progress: SearchProgress) -> None:
        """Show how far the search is."""
        self.bar.setValue(int(_PER_MILLE * progress.excluded))
        self.share.setText(percent(progress.excluded))
        of = tr("of {size}", size=short_count(self._size))
        if self._size <= _READABLE:
            of = f"{count(round(progress.excluded * self._size))} {of}"
        self.of.setText(of)


def _percents(gap: float) -> str:
    """A gap with one decimal, which stands still while it falls; only nothing reads 0.0 and only the whole 100.0."""
    is_exact = gap in (0.0, 1.0) or 0.0 < round(100 * gap, 1) < 100.0
    return decimal(100 * gap, 1) if is_exact else percent(gap).removesuffix(" %")
