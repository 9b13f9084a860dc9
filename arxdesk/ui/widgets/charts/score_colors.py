"""Colours of scores, distinguishable in any kind of colour vision, and the scale that explains them."""

from __future__ import annotations

import math
from functools import lru_cache

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QImage, QPainter, QPaintEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from arxdesk.ui import theme
from arxdesk.ui.words import score
from arxdesk_engine.foundation.language import tr

STEPS = 256
# From the best to the worst. The best stands out: darkest on light, brightest on dark. The ends of the map that would
# vanish on the colour of the panes are left out: yellow on light, deep blue on dark.
_ENDS = {"light": (0.0, 0.78), "dark": (1.0, 0.3)}


@lru_cache(maxsize=2)
def score_table(scheme: str) -> NDArray[np.uint8]:
    """The colours from the best score to the worst, uint8[STEPS, 3]: the map cividis."""
    table: NDArray[np.uint8] = pg.colormap.get("cividis").getLookupTable(*_ENDS[scheme], STEPS)
    return np.ascontiguousarray(table[:, :3], np.uint8)


def score_place(value: float, lowest: float, highest: float) -> int:
    """The row of the colour table for a score between the lowest and the highest; 0 if these are equal or unknown."""
    if not math.isfinite(value) or not highest > lowest:
        return 0
    return round(min(1.0, max(0.0, (value - lowest) / (highest - lowest))) * (STEPS - 1))


def score_color(value: float, lowest: float, highest: float) -> QColor:
    """The colour of a score in the theme in use."""
    red, green, blue = score_table(theme.current().scheme)[score_place(value, lowest, highest)].tolist()
    return QColor(red, green, blue)


class ScoreScale(QWidget):
    """The colours in a row between the lowest and the highest score, with the direction in words."""

    BAR, SPACE = 56, 6

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFont(theme.font("dense"))
        self._range = (math.nan, math.nan)
        self.set_range(math.nan, math.nan)

    def set_range(self, lowest: float, highest: float) -> None:
        """Set the lowest and the highest score of the scale; NaN without any."""
        self._range = (lowest, highest)
        self.setAccessibleName(
            tr("Colours of scores: {best} is best, {worst} is worst", best=self.words[0], worst=self.words[1])
        )
        self.setToolTip(tr("Colours tell the score; 0 keeps every detail"))
        self.updateGeometry()
        self.update()

    @property
    def words(self) -> tuple[str, str]:
        """The labels at the ends."""
        if not all(map(math.isfinite, self._range)):
            return "best", "worst"
        return score(self._range[0]), score(self._range[1])

    def sizeHint(self) -> QSize:
        """Return the room of the bar and both numbers."""
        metrics = QFontMetricsF(self.font())
        return QSize(round(sum(map(metrics.horizontalAdvance, self.words))) + self.BAR + 2 * self.SPACE + 4, 20)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Draw the number, the colours, the number."""
        painter = QPainter(self)
        painter.setFont(self.font())
        painter.setPen(theme.current().color("text.2"))
        low, high = self.words
        width = QFontMetricsF(self.font()).horizontalAdvance(low) + 2
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(0, 0, width, self.height()), middle, low)
        table = score_table(theme.current().scheme)
        row = QImage(table.tobytes(), STEPS, 1, 3 * STEPS, QImage.Format.Format_RGB888)
        painter.drawImage(QRectF(width + self.SPACE, self.height() / 2 - 5, self.BAR, 10), row)
        left = width + self.BAR + 2 * self.SPACE
        painter.drawText(QRectF(left, 0, self.width() - left, self.height()), middle, high)
