"""Rows of a lattice too dense for nodes, drawn as bars: the mix of classes in every column of pixels."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QColor, QImage, QPainter

from arxdesk.explore.lattice.node_card import Ink
from arxdesk.explore.lattice.viewport import CARD_HEIGHT, Viewport
from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.score_colors import STEPS, score_table
from arxdesk_engine.exploration.alternatives import Alternatives, State
from arxdesk_engine.exploration.hasse_layout import HasseLayout

LAYERS = ("not", "not faint", "unknown", "unknown faint", "anonymous faint", "anonymous")
"""From the bottom up; layers that the filters exclude are faint."""
ANONYMOUS = LAYERS.index("anonymous")
HATCH = 5
"""Pixels between two strokes of the hatch, which marks nodes that are not anonymous without relying on colour."""
THICK = 0.74
"""The part of a row that its bar fills."""
LOUD, FAINT = 0.8, 0.22
"""Opacity of nodes that are not anonymous, and of nodes that the filters exclude."""

Pixels = NDArray[np.uint32]


class Density:
    """Prefix sums over the nodes of a row: the count of each layer, of scores, and of marked nodes."""

    def __init__(
        self,
        alternatives: Alternatives,
        passes: NDArray[np.bool_],
        layout: HasseLayout,
        marked: NDArray[np.bool_] | None,
    ) -> None:
        rows, size = layout.by_height, len(layout.by_height)
        self._layout = layout
        state, passing = alternatives.state[rows], passes[rows]
        self._counts = np.zeros((len(LAYERS), size + 1), np.int32)
        for layer, name in enumerate(LAYERS):
            words = name.split()
            wanted = {"not": State.NOT, "unknown": State.UNKNOWN, "anonymous": State.ANONYMOUS}[words[0]]
            found = (state == wanted) & (passing if len(words) == 1 else ~passing)
            np.cumsum(found, out=self._counts[layer, 1:])
        self._alternatives, self._passes = alternatives, passes
        self._sums: tuple[NDArray[np.float64], NDArray[np.int32]] | None = None
        self._marked = None
        if marked is not None:
            whole = np.zeros(size, np.bool_)
            shown = min(size, len(marked))
            whole[:shown] = marked[:shown]
            self._marked = _running(whole[rows], np.int32)

    def mix(self, height: int, first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.int32]:
        """The count of each layer between two indices of a row, for each column, int32[layers, columns]."""
        start = int(self._layout.starts[height])
        counts: NDArray[np.int32] = self._counts[:, start + last] - self._counts[:, start + first]
        return counts

    def mean_score(self, height: int, first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.float64]:
        """The mean score of the anonymous ones that pass, NaN without any."""
        start = int(self._layout.starts[height])
        scores, scored = self._scores()
        number = scored[start + last] - scored[start + first]
        total = scores[start + last] - scores[start + first]
        mean = np.full(len(number), np.nan)
        np.divide(total, number, out=mean, where=number > 0)
        return mean

    def _scores(self) -> tuple[NDArray[np.float64], NDArray[np.int32]]:
        """Sums of scores, and how many have one, left of every place; only colours by score ask for them."""
        if self._sums is None:
            rows, known = self._layout.by_height, self._alternatives
            score = known.score[rows]
            held = (known.state[rows] == State.ANONYMOUS) & self._passes[rows] & np.isfinite(score)
            self._sums = _running(np.where(held, score, 0.0), np.float64), _running(held, np.int32)
        return self._sums

    def is_marked(self, height: int, first: NDArray[np.int64], last: NDArray[np.int64]) -> NDArray[np.bool_] | None:
        """Whether any was marked; None where nothing is."""
        if self._marked is None:
            return None
        start = int(self._layout.starts[height])
        marked: NDArray[np.bool_] = self._marked[start + last] > self._marked[start + first]
        return marked


def columns_of(viewport: Viewport, width: int, ratio: float) -> tuple[int, NDArray[np.int64], NDArray[np.int64]]:
    """The first device pixel of a row with this many nodes, and the range of nodes in each of its columns."""
    pitch = viewport.pitch * ratio
    left = (viewport.width / 2 - viewport.x * viewport.pitch) * ratio - width * pitch / 2  # where index 0 begins
    begin = max(0, math.floor(left))
    end = min(math.ceil(viewport.width * ratio), math.ceil(left + width * pitch))
    edges = (np.arange(begin, max(begin, end) + 1) - left) / pitch
    first = np.clip(np.floor(edges[:-1]), 0, width - 1).astype(np.int64)
    last = np.clip(np.floor(edges[1:]), first + 1, width).astype(np.int64)
    return begin, first, last


def paint_bars(painter: QPainter, density: Density, viewport: Viewport, layout: HasseLayout, ink: Ink) -> None:
    """Draw all rows that are seen, each as a picture in the pixels of the device."""
    ratio = painter.deviceTransform().m11()
    tables = _tables(), _score_shades()
    thick = max(1, round(min(viewport.row_pitch * THICK, CARD_HEIGHT) * ratio))
    every = max(1, int(1 / (viewport.row_pitch * ratio)))
    for height in viewport.seen_heights()[::every]:
        begin, first, last = columns_of(viewport, int(layout.widths[height]), ratio)
        if len(first) == 0:
            continue
        top = round(viewport.screen(0.0, height)[1] * ratio - thick / 2)
        layers = _layers(density.mix(height, first, last), thick)
        pixels = np.take(tables[0], layers + _strokes(thick, len(first), begin + top, ratio))
        if ink.coloring == "score":
            shades = _shades(density.mean_score(height, first, last), ink)
            np.copyto(pixels, tables[1][shades], where=layers == ANONYMOUS)
        image = QImage(pixels.data, len(first), thick, 4 * len(first), QImage.Format.Format_RGB32)
        image.setDevicePixelRatio(ratio)
        painter.drawImage(QPointF(begin / ratio, top / ratio), image)
        marked = density.is_marked(height, first, last)
        if marked is not None:
            _underline(painter, marked, begin, top + thick, ratio)


def _layers(counts: NDArray[np.int32], thick: int) -> NDArray[np.uint8]:
    """The layer of each pixel of a bar, uint8[thick, columns]: every column is divided by the counts of its layers."""
    reach = np.cumsum(counts, axis=0)
    ends = np.rint(reach[:-1] * (thick / reach[-1])).astype(np.uint16)  # where each layer ends, from below
    from_below = np.arange(thick - 1, -1, -1, dtype=np.uint16)[:, None]
    layers = np.zeros((thick, counts.shape[1]), np.uint8)
    for end in ends:
        layers += from_below >= end
    return layers


def _strokes(thick: int, wide: int, begin: int, ratio: float) -> NDArray[np.uint8]:
    """Offsets from the colours of the layers to those of the hatch: a few rows that repeat."""
    period, stroke = max(2, round(HATCH * ratio)), max(1, round(ratio))
    kinds = [((np.arange(wide) + begin + turn) % period < stroke) * np.uint8(len(LAYERS)) for turn in range(period)]
    return np.array(kinds, np.uint8)[np.arange(thick) % period]


def _shades(mean: NDArray[np.float64], ink: Ink) -> NDArray[np.intp]:
    reach = ink.highest - ink.lowest
    place = np.clip(np.nan_to_num((mean - ink.lowest) / reach if reach > 0 else 0.0 * mean), 0.0, 1.0)
    return np.rint(place * (STEPS - 1)).astype(np.intp)


def _score_shades() -> Pixels:
    """The colours of scores as pixels, uint32[STEPS]."""
    table = score_table(theme.current().scheme).astype(np.uint32)
    shades: Pixels = (0xFF000000 | table[:, 0] << 16 | table[:, 1] << 8 | table[:, 2]).astype(np.uint32)
    return shades


def _underline(painter: QPainter, marked: NDArray[np.bool_], begin: int, top: int, ratio: float) -> None:
    """Draw the accent below the columns in which something is marked."""
    steps = np.flatnonzero(np.diff(np.concatenate(([0], marked.astype(np.int8), [0]))))
    accent = theme.current().color("accent")
    for left, right in steps.reshape(-1, 2).tolist():
        painter.fillRect(QRectF((begin + left) / ratio, top / ratio, (right - left) / ratio, 2), accent)


def _running(values: np.ndarray, kind: type[np.number]) -> np.ndarray:
    sums: np.ndarray = np.zeros(len(values) + 1, kind)
    np.cumsum(values, out=sums[1:])
    return sums


def _tables() -> Pixels:
    """The colours of the layers, followed by those of their strokes."""
    colors, plain, strokes = theme.current(), list[int](), list[int]()
    panel = colors.color("bg.panel")
    tokens = {"not": "state.not", "unknown": "state.track", "anonymous": "state.anonymous"}
    for name in LAYERS:
        state, *faint = name.split()
        opacity = LOUD if state == "not" else 1.0
        if faint:
            opacity = 0.5 if state == "unknown" else FAINT
        color = _over(panel, colors.color(tokens[state]), opacity)
        plain.append(_argb(color))
        strokes.append(_argb(_over(color, panel, 0.6) if state == "not" else color))
    return np.array(plain + strokes, np.uint32)


def _over(below: QColor, above: QColor, opacity: float) -> QColor:
    def mixed(under: int, over: int) -> int:
        return round(under + (over - under) * opacity)

    return QColor(
        mixed(below.red(), above.red()), mixed(below.green(), above.green()), mixed(below.blue(), above.blue())
    )


def _argb(color: QColor) -> int:
    return int(color.rgb()) | 0xFF000000
