"""Rows of a lattice that are too dense for nodes, as bars: for every column of pixels the mix of what stands there."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray
from PySide6.QtGui import QColor, QImage

from arxdesk import theme
from arxdesk.alternatives import Alternatives, State
from arxdesk.perspectives.explore.hasse_layout import CARD_HEIGHT, HasseLayout, Viewport
from arxdesk.perspectives.explore.node_card import Ink
from arxdesk.widgets.score_colors import STEPS, score_table

LAYERS = ("not", "not faint", "unknown", "unknown faint", "anonymous faint", "anonymous")
"""From below; faint is what the filters leave out."""
ANONYMOUS = LAYERS.index("anonymous")
HATCH = 5
"""Pixels from one stroke of the hatch to the next: what is not anonymous is told apart without colour."""
THICK = 0.74
"""The part of a row that its bar fills."""
LOUD, FAINT = 0.8, 0.22
"""How opaque what is not anonymous is, and what the filters leave out."""

Pixels = NDArray[np.uint32]


class Density:
    """How many nodes of each layer stand left of every place; sums of scores, and of marked ones, likewise."""

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
        """How many of each layer stand from these indices of a row to before those, int32[layers, columns]."""
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
    """The first device pixel of a row of so many nodes, and which nodes each of its columns stands for."""
    pitch = viewport.pitch * ratio
    left = (viewport.width / 2 - viewport.x * viewport.pitch) * ratio - width * pitch / 2  # where index 0 begins
    begin = max(0, math.floor(left))
    end = min(math.ceil(viewport.width * ratio), math.ceil(left + width * pitch))
    edges = (np.arange(begin, max(begin, end) + 1) - left) / pitch
    first = np.clip(np.floor(edges[:-1]), 0, width - 1).astype(np.int64)
    last = np.clip(np.floor(edges[1:]), first + 1, width).astype(np.int64)
    return begin, first, last


def bars_image(density: Density, viewport: Viewport, layout: HasseLayout, ink: Ink, ratio: float) -> QImage:
    """All rows that are seen, as a picture of that many device pixels per logical one."""
    wide, high = math.ceil(viewport.width * ratio), math.ceil(viewport.height * ratio)
    pixels = np.zeros((high, wide), np.uint32)
    heights = viewport.seen_heights()
    each = max(1, int(1 / (viewport.row_pitch * ratio)))
    thick = max(1.0, min(viewport.row_pitch * THICK, CARD_HEIGHT) * ratio)
    plain, hatched = _colors(), _colors(hatch=True)
    for height in heights[::each]:
        begin, first, last = columns_of(viewport, int(layout.widths[height]), ratio)
        if len(first) == 0:
            continue
        middle = viewport.screen(0.0, height)[1] * ratio
        top = round(middle - thick / 2)
        rows = np.arange(max(0, top), min(high, top + max(1, round(thick))))
        if len(rows) == 0:
            continue
        part = pixels[rows[0] : rows[-1] + 1, begin : begin + len(first)]
        _paint_bar(part, density, height, (first, last), (rows - top + 0.5) / max(1, round(thick)), (plain, hatched))
        if ink.coloring == "score":
            _color_by_score(part, density, height, (first, last), ink, plain[ANONYMOUS])
        marked = density.is_marked(height, first, last)
        if marked is not None:
            line = round(2 * ratio)
            pixels[rows[-1] + 1 : rows[-1] + 1 + line, begin : begin + len(first)][:, marked] = _argb(
                theme.current().color("accent")
            )
    image = QImage(pixels.data, wide, high, 4 * wide, QImage.Format.Format_ARGB32_Premultiplied).copy()
    image.setDevicePixelRatio(ratio)
    return image


def _paint_bar(
    part: Pixels,
    density: Density,
    height: int,
    span: tuple[NDArray[np.int64], NDArray[np.int64]],
    depth: NDArray[np.float64],
    tables: tuple[Pixels, Pixels],
) -> None:
    """Stack the layers of each column from below; `depth` is how far down the bar each row of pixels lies, 0 to 1."""
    counts = density.mix(height, *span)
    reach = np.cumsum(counts, axis=0, dtype=np.float32)
    reach /= reach[-1]
    from_below = (1.0 - depth).astype(np.float32)[:, None]
    layer = np.zeros(part.shape, np.uint8)
    for upper in reach[:-1]:
        layer += from_below >= upper
    part[:] = tables[0][layer]
    strokes = (np.add.outer(np.arange(part.shape[0]), np.arange(part.shape[1])) % HATCH == 0) & (layer <= 1)
    part[strokes] = tables[1][layer[strokes]]


def _color_by_score(
    part: Pixels,
    density: Density,
    height: int,
    span: tuple[NDArray[np.int64], NDArray[np.int64]],
    ink: Ink,
    plain: np.uint32,
) -> None:
    mean = density.mean_score(height, *span)
    reach = ink.highest - ink.lowest
    place = np.clip(np.nan_to_num((mean - ink.lowest) / reach if reach > 0 else 0.0 * mean), 0.0, 1.0)
    table = score_table(theme.current().scheme).astype(np.uint32)
    colors = np.uint32(0xFF000000) | table[:, 0] << 16 | table[:, 1] << 8 | table[:, 2]
    wanted = colors[np.rint(place * (STEPS - 1)).astype(np.intp)]
    np.copyto(part, np.broadcast_to(wanted, part.shape), where=part == plain)


def _running(values: np.ndarray, kind: type[np.number]) -> np.ndarray:
    sums: np.ndarray = np.zeros(len(values) + 1, kind)
    np.cumsum(values, out=sums[1:])
    return sums


def _colors(*, hatch: bool = False) -> Pixels:
    """The colours of the layers, or of the strokes over them."""
    colors, found = theme.current(), []
    panel = colors.color("bg.panel")
    tokens = {"not": "state.not", "unknown": "state.track", "anonymous": "state.anonymous"}
    for name in LAYERS:
        words = name.split()
        opacity = FAINT if len(words) == 2 else LOUD if words[0] == "not" else 1.0
        if len(words) == 2 and words[0] == "unknown":
            opacity = 0.5
        color = _over(panel, colors.color(tokens[words[0]]), opacity)
        found.append(_argb(_over(color, panel, 0.6) if hatch else color))
    return np.array(found, np.uint32)


def _over(below: QColor, above: QColor, opacity: float) -> QColor:
    def mixed(under: int, over: int) -> int:
        return round(under + (over - under) * opacity)

    return QColor(
        mixed(below.red(), above.red()), mixed(below.green(), above.green()), mixed(below.blue(), above.blue())
    )


def _argb(color: QColor) -> int:
    return int(color.rgb()) | 0xFF000000
