"""The bars of a distribution on a scale of numbers or dates: single values by bins, bands as wide as they are."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.distribution.bins import Bins, make_bins, usual_width, widths
from arxdesk_engine.analysis.distribution.sides import CountedSide, Numbers
from arxdesk_engine.analysis.statistics.bands import Bands, outside_bands, step_of
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.descriptive import is_measured
from arxdesk_engine.data.schema import DataType

MOST_BANDS = 200
"""The most bands that are drawn as they are; more, or overlapping ones, are spread evenly."""


@dataclass(frozen=True, slots=True)
class Bar:
    """From `low` to `end` on the scale; `height` people per bin. `people` are shown there, about that many if they are
    spread over their bands; they read `texts`."""

    low: float
    end: float
    people: float
    height: float
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Scaled:
    """The part of a distribution on a scale of numbers or dates.

    `offered` are the possible widths. `is_spread`: bars of the output are shares of bands that overlap, or are
    narrower than the bins. `bands` of the output stand for several values. `unplaced` people have a text off the
    scale, `misplaced` people a band without their value, as (value, band) in `example`. `in_common`
    is the part of both shapes that is the same: 1 - ½ Σ |p - q| over the bins.
    """

    bins: Bins
    offered: tuple[str, ...]
    is_date: bool
    is_whole: bool
    before: tuple[Bar, ...]
    after: tuple[Bar, ...] | None
    is_spread: bool
    bands: int
    unplaced: int
    misplaced: int
    example: tuple[str, str] | None
    in_common: float | None

    @property
    def outline(self) -> Numbers:
        """The people of the input per bin, float64[bins]."""
        found = np.zeros(len(self.bins))
        for bar in self.before:
            found[int(self.bins.bin_of(np.array([bar.low]))[0])] = bar.people
        return found


def scaled_bars(before: CountedSide, after: CountedSide | None, bands: Bands | None, width: str | None) -> Scaled:
    """The bars of both sides; `width` is one of the offered ones, None for the default."""
    value_type = before.shown.column.type
    is_date = value_type.kind is DataType.DATE
    used = (before.counts > 0) & np.isfinite(before.places)
    step = step_of(value_type, before.places)
    low, last = float(before.places[used].min()), float(before.places[used].max())
    end, narrowest = last + step, np.inf
    if after is not None and bands is not None:
        shown = (after.counts > 0) & bands.is_known
        low = min(low, float(bands.low[shown].min(initial=low)))
        end = max(end, float(bands.end[shown].max(initial=end)))
        wide = shown & ~bands.is_single
        narrowest = float((bands.end - bands.low)[wide].min(initial=np.inf))
    offered = widths(low, end, step, is_time=is_date)
    usual = usual_width(offered, low, end, narrowest, is_time=is_date)
    bins = make_bins(low, end, last, width if width in offered else usual, is_time=is_date)
    bars = _binned(before, before.places, bins)
    made = Scaled(bins, offered, is_date, step == 1.0, bars, None, False, 0, 0, 0, None, None)
    if after is None or bands is None:
        return made
    return _with_output(made, before, after, bands)


def _binned(side: CountedSide, places: Numbers, bins: Bins) -> tuple[Bar, ...]:
    """Single values, by the bin that each lies in."""
    codes = np.flatnonzero((side.counts > 0) & np.isfinite(places))
    of_code = bins.bin_of(places[codes])
    bars = []
    for at in np.unique(of_code).tolist():
        inside = codes[of_code == at]
        people = int(side.counts[inside].sum())
        texts = tuple(side.shown.column.values[code] for code in inside.tolist())
        bars.append(Bar(float(bins.edges[at]), float(bins.edges[at + 1]), people, people, texts))
    return tuple(bars)


def _with_output(made: Scaled, before: CountedSide, after: CountedSide, bands: Bands) -> Scaled:
    bins = made.bins
    codes = np.flatnonzero((after.counts > 0) & bands.is_known)
    measured = is_measured(after.shown.column)
    unplaced = int(after.counts[measured & ~bands.is_known].sum())
    several = int((~bands.is_single[codes]).sum())
    shares = _spread(after, bands, codes, bins)
    if not several:
        bars, is_spread = _binned(after, bands.low, bins), False
    else:
        whole = _as_they_are(after, bands, codes, bins)
        bars, is_spread = (whole, False) if whole is not None else (_spread_bars(after, bands, codes, bins), True)
    total = float(before.counts[np.isfinite(before.places)].sum())
    placed = float(shares.sum())
    in_common = None
    if total and placed:
        outline = made.outline
        in_common = 1.0 - 0.5 * float(np.abs(outline / total - shares / placed).sum())
    return replace(made, after=bars, is_spread=is_spread, bands=several, unplaced=unplaced, in_common=in_common)


def with_misplaced(made: Scaled, cells: Cells, bands: Bands) -> Scaled:
    """The same with the number of people whose band does not contain their value."""
    outside = outside_bands(cells, bands)
    if not outside.any():
        return made
    first = int(np.argmax(np.where(outside, cells.counts, 0)))
    example = cells.before.values[cells.values[first]], cells.after.values[cells.labels[first]]
    return replace(made, misplaced=int(cells.counts[outside].sum()), example=example)


def _reach(bands: Bands, codes: NDArray[np.intp], bins: Bins) -> tuple[Numbers, Numbers]:
    """The ends of each band, measured in bins; single values fill their bin."""
    first, end = bins.place(bands.low[codes]), bins.place(bands.end[codes])
    single = bands.is_single[codes] | (end <= first)
    at = bins.bin_of(bands.low[codes])
    return np.where(single, at, first), np.where(single, at + 1, end)


def _as_they_are(after: CountedSide, bands: Bands, codes: NDArray[np.intp], bins: Bins) -> tuple[Bar, ...] | None:
    """A bar as wide as each band; None where they are very many, overlap, or are narrower than the bins."""
    if len(codes) > MOST_BANDS or bands.is_single[codes].any():
        return None
    codes = codes[np.argsort(bands.low[codes], kind="stable")]
    low, end = bands.low[codes], bands.end[codes]
    length = bins.place(end) - bins.place(low)
    if (low[1:] < end[:-1]).any() or (length < 0.95).any():
        return None
    people, texts = after.counts[codes].tolist(), [after.shown.column.values[code] for code in codes.tolist()]
    every = zip(low.tolist(), end.tolist(), people, length.tolist(), texts, strict=True)
    return tuple(
        Bar(first, last, number, number / bins_long, (text,)) for first, last, number, bins_long, text in every
    )


def _spread(after: CountedSide, bands: Bands, codes: NDArray[np.intp], bins: Bins) -> Numbers:
    """The people of each bin with those of every band spread evenly over it, float64[bins]."""
    first, end = _reach(bands, codes, bins)
    density = after.counts[codes] / (end - first)
    edges = np.arange(len(bins) + 1, dtype=np.float64)
    # people up to each edge: those of a band rise evenly from its first to its end
    up_to = np.zeros(len(edges))
    for begins, ends, rate in zip(first.tolist(), end.tolist(), density.tolist(), strict=True):
        up_to += np.clip(edges - begins, 0.0, ends - begins) * rate
    return np.diff(up_to)


def _spread_bars(after: CountedSide, bands: Bands, codes: NDArray[np.intp], bins: Bins) -> tuple[Bar, ...]:
    people = _spread(after, bands, codes, bins)
    first, end = _reach(bands, codes, bins)
    values = after.shown.column.values
    bars = []
    for at in np.flatnonzero(people > 1e-9).tolist():
        here = codes[(first < at + 1) & (end > at)]
        texts = tuple(values[code] for code in here.tolist())
        number = float(people[at])
        bars.append(Bar(float(bins.edges[at]), float(bins.edges[at + 1]), number, number, texts))
    return tuple(bars)
