"""The whole lattice in a strip: one bar per height, as long as its number of transformations, split by class."""

from __future__ import annotations

import math

import numpy as np
from PySide6.QtCore import QEvent, QLineF, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.alternatives.transformation_text import mixture
from arxdesk.explore.lattice.node_card import Ink
from arxdesk.ui import theme
from arxdesk.ui.widgets.basics.spoken import Role
from arxdesk.ui.widgets.basics.state_mark import paint_selection_ring, paint_state_mark
from arxdesk.ui.widgets.charts.readout import Readout
from arxdesk.ui.words import count
from arxdesk_engine.exploration.alternatives import Alternatives, State
from arxdesk_engine.foundation.language import tr, tr_n

LABELS = 26.0
"""Pixels at the left for the heights."""
EDGE = 12.0
FOOT = 26.0
BETWEEN_LABELS = 18.0
HATCH = 5.0


class Overview(QWidget):
    """Bars grow while a search runs. Clicking a height, or Return on it, asks to see that height."""

    spoken_role = Role.Chart

    height_chosen = Signal(int)
    """Counted from the least sum of levels."""

    def __init__(self, exploration: Exploration, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._exploration = exploration
        self._frame: tuple[float, float] | None = None
        self._current = -1
        self._around = parent or self
        self.readout = Readout(self._around)
        self._mean_scores: np.ndarray | None = None
        self.setMouseTracking(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(tr("Lattice by height"))
        exploration.sifted_changed.connect(self.refresh)
        exploration.emphasis.coloring_changed.connect(self.refresh)
        exploration.document.selection_changed.connect(self.update)
        self.refresh()

    # Content

    @property
    def heights(self) -> int:
        """The number of bars."""
        known = self._exploration.alternatives
        return 0 if known is None else len(known.sizes)

    @property
    def is_logarithmic(self) -> bool:
        """Whether ten times as many are one step longer: where the lattice is too large to know all of it."""
        known = self._exploration.alternatives
        return known is not None and not known.is_whole

    @property
    def current(self) -> int:
        """The height under the pointer or chosen by the keys, -1 for none."""
        return self._current

    def counts(self, height: int) -> dict[str, int]:
        """The numbers of anonymous, not anonymous and unknown transformations at a height."""
        known, sifted = self._exploration.alternatives, self._exploration.sifted
        if known is None or sifted is None:
            return {"anonymous": 0, "not": 0, "unknown": 0}
        cells = sifted.by_height[height]
        found = {"anonymous": int(cells[State.ANONYMOUS]), "not": int(cells[State.NOT])}
        return found | {"unknown": max(0, round(float(known.sizes[height])) - sum(found.values()))}

    def refresh(self) -> None:
        """Show the known results."""
        known = self._exploration.alternatives
        if known is not None and self._current >= len(known.sizes):
            self._current = -1
        self.setAccessibleDescription("" if known is None else self._spoken())
        by_score = known is not None and self._exploration.emphasis.coloring == "score"
        self._mean_scores = _mean_scores(known) if known is not None and by_score else None
        self.update()

    def set_frame(self, lowest: float, highest: float) -> None:
        """Frame the heights that are visible in the diagram.

        The frame spans the width: bars are split by class, so a place in them is no place in the row.
        """
        frame = (lowest, highest)
        if frame != self._frame:
            self._frame = frame
            self.update()

    # Geometry

    def bar(self, height: int) -> QRectF:
        """The place of the bar of a height."""
        known = self._exploration.alternatives
        if known is None:
            return QRectF()
        step = self._step()
        room = self.width() - LABELS - EDGE - 10
        wide = max(2.0, room * self._length(float(known.sizes[height]), float(known.sizes.max())))
        middle = LABELS + 6 + room / 2
        top = self.height() - FOOT - (height + 1) * step
        thick = max(1.0, step * 0.76)
        return QRectF(middle - wide / 2, top + (step - thick) / 2, wide, thick)

    def height_at(self, y: float) -> int:
        """The height at a pixel, -1 for none."""
        height = math.floor((self.height() - FOOT - y) / self._step()) if self.heights else -1
        return height if 0 <= height < self.heights else -1

    def sizeHint(self) -> QSize:
        """Return the width of the reference window."""
        return QSize(140, 350)

    # Events

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw bars, heights, frame and the best one."""
        painter = QPainter(self)
        colors = theme.current()
        painter.fillRect(self.rect(), colors.color("bg.sunken"))
        known = self._exploration.alternatives
        if known is None:
            return
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        for height in range(self.heights):
            self._paint_bar(painter, height)
        self._paint_labels(painter, known.facts.lowest)
        self._paint_frame(painter)
        if known.best >= 0:
            self._paint_best(painter)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(colors.color("accent"), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 4, 4)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Describe the height under the pointer."""
        self._show_current(self.height_at(event.position().y()), event.position())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Move the diagram to the clicked height."""
        height = self.height_at(event.position().y())
        if event.button() == Qt.MouseButton.LeftButton and height >= 0:
            self._current = height
            self.height_chosen.emit(height)

    def leaveEvent(self, event: QEvent) -> None:
        """Remove the read-out."""
        super().leaveEvent(event)
        self._show_current(-1, QPointF())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Up and Down go from height to height, Return chooses one."""
        ways = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}
        key = Qt.Key(event.key())
        if key in ways and self.heights:
            known = self._exploration.alternatives
            best = 0 if known is None or known.best < 0 else self._height_of_best()
            begin = best - ways[key] if self._current < 0 else self._current
            height = min(self.heights - 1, max(0, begin + ways[key]))
            self._show_current(height, self.bar(height).center())
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Space) and self._current >= 0:
            self.height_chosen.emit(self._current)
        else:
            super().keyPressEvent(event)

    # Inside

    def _show_current(self, height: int, at: QPointF) -> None:
        if height != self._current:
            self._current = height
            self.update()
        known, sifted = self._exploration.alternatives, self._exploration.sifted
        if height < 0 or known is None or sifted is None:
            self.readout.hide()
            return
        size = tr_n(
            round(float(known.sizes[height])),
            "{n} transformation",
            "{n} transformations",
            n=count(round(float(known.sizes[height]))),
        )
        passing = int(sifted.passing_by_height[height].sum())
        lines = [
            tr("Height {height}: {size}", height=count(known.facts.lowest + height), size=size),
            mixture(self.counts(height)),
        ]
        lines.append(tr_n(passing, "{n} passes the filters", "{n} pass the filters"))
        self.setAccessibleDescription(", ".join(lines))
        self.readout.show_lines(lines, self.mapTo(self._around, at.toPoint()))

    def _step(self) -> float:
        return max(0.5, (self.height() - FOOT - 6) / max(1, self.heights))

    def _length(self, size: float, most: float) -> float:
        return math.log1p(size) / math.log1p(most) if self.is_logarithmic else size / most

    def _parts(self, height: int) -> tuple[float, float]:
        """The parts of the bar: not anonymous from the left, anonymous from the right."""
        counts = self.counts(height)
        known, total = counts["anonymous"] + counts["not"], sum(counts.values())
        if not known:
            return 0.0, 0.0
        filled = self._length(float(known), float(total))
        return filled * counts["not"] / known, filled * counts["anonymous"] / known

    def _paint_bar(self, painter: QPainter, height: int) -> None:
        colors, bar = theme.current(), self.bar(height)
        failing, holding = self._parts(height)
        painter.fillRect(bar, colors.color("state.track"))
        if failing > 0:
            part = QRectF(bar.left(), bar.top(), max(1.0, bar.width() * failing), bar.height())
            painter.fillRect(part, colors.color("state.not", 0.8))
            self._paint_hatch(painter, part)
        if holding > 0:
            width = max(1.0, bar.width() * holding)
            painter.fillRect(QRectF(bar.right() - width, bar.top(), width, bar.height()), self._color_of(height))
        if height == self._current:
            painter.setPen(QPen(colors.color("text.2"), 1))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRect(bar.adjusted(-1.5, -1.5, 1.5, 1.5))

    def _color_of(self, height: int) -> QColor:
        """The colour of the anonymous part: of the class, or of its mean score."""
        mean = math.nan if self._mean_scores is None else float(self._mean_scores[height])
        return Ink.of(self._exploration.emphasis.coloring, self._exploration.sifted).color("anonymous", mean)

    def _paint_hatch(self, painter: QPainter, part: QRectF) -> None:
        """Hatch the part that is not anonymous, so that it differs without colour."""
        painter.save()
        painter.setClipRect(part)
        painter.setPen(QPen(theme.current().color("bg.sunken", 0.55), 1))
        begins = np.arange(part.left() - part.height(), part.right(), HATCH).tolist()
        painter.drawLines([QLineF(at, part.bottom(), at + part.height(), part.top()) for at in begins])
        painter.restore()

    def _paint_labels(self, painter: QPainter, lowest: int) -> None:
        painter.setFont(theme.font("dense"))
        painter.setPen(theme.current().color("text.2"))
        every = next(step for step in _round_steps() if step * self._step() >= BETWEEN_LABELS)
        for height in range(self.heights):
            if (lowest + height) % every == 0:
                middle = self.bar(height).center().y()
                place = QRectF(0, middle - 8, LABELS, 16)
                painter.drawText(
                    place, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, count(lowest + height)
                )
        said = tr("Lengths: log scale") if self.is_logarithmic else tr("Height = level sum")
        place = QRectF(12, self.height() - FOOT + 2, self.width() - 12, FOOT - 4)
        words = painter.fontMetrics().elidedText(said, Qt.TextElideMode.ElideRight, int(place.width()))
        painter.drawText(place, Qt.AlignmentFlag.AlignVCenter, words)

    def _paint_frame(self, painter: QPainter) -> None:
        if self._frame is None:
            return
        lowest, highest = self._frame
        step, begin, room = self._step(), LABELS + 3.0, self.width() - LABELS - EDGE - 4.0
        foot = self.height() - FOOT
        top, bottom = foot - (min(highest, self.heights - 1) + 1) * step, foot - max(0.0, lowest) * step
        rect = QRectF(begin, max(1.0, top), room, 0)
        rect.setBottom(min(float(foot), max(rect.top() + 3, bottom)))
        painter.setPen(QPen(theme.current().color("accent"), 1.5))
        painter.setBrush(theme.current().color("accent", 0.08))
        painter.drawRoundedRect(rect, 2, 2)

    def _height_of_best(self) -> int:
        known = self._exploration.alternatives
        return 0 if known is None else int(known.levels[known.best].sum()) - known.facts.lowest

    def _paint_best(self, painter: QPainter) -> None:
        known = self._exploration.alternatives
        bar = self.bar(self._height_of_best())
        point = QPointF(bar.right(), bar.center().y())
        paint_state_mark(painter, point, "optimum", 0.9)
        selected = self._exploration.document.selected
        if known is not None and selected is not None and known.row_of(selected) == known.best:
            paint_selection_ring(painter, point, "anonymous")

    def _spoken(self) -> str:
        known = self._exploration.alternatives
        lowest = 0 if known is None else known.facts.lowest
        return tr(
            "Heights {lowest} to {highest}; Up and Down read each height",
            lowest=count(lowest),
            highest=count(lowest + self.heights - 1),
        )


def _mean_scores(known: Alternatives) -> np.ndarray:
    """The mean score of the anonymous ones of each height, float64[heights]; NaN without any."""
    scores = known.score[known.by_height]
    held = np.isfinite(scores)
    height_of = np.repeat(np.arange(len(known.sizes)), np.diff(known.starts))[held]
    number = np.bincount(height_of, minlength=len(known.sizes))
    total = np.bincount(height_of, weights=scores[held], minlength=len(known.sizes))
    mean = np.full(len(known.sizes), np.nan)
    np.divide(total, number, out=mean, where=number > 0)
    return mean


def _round_steps() -> list[int]:
    return [factor * 10**power for power in range(12) for factor in (1, 2, 3, 5)]
