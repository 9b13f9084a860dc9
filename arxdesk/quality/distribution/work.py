"""How the values of an attribute are distributed, in the input and in what the output shows instead."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from arxdesk.analysis.request import Request
from arxdesk.quality.distribution.bins import Bins, make_bins, usual_width, widths
from arxdesk_engine.analysis.shown.cells import ShownCells, cells_of, known_hierarchy, shown_cells
from arxdesk_engine.analysis.statistics.attribute_measures import MISSING
from arxdesk_engine.analysis.statistics.bands import Bands, outside_bands, read_bands, step_of
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.descriptive import is_measured, unmeasured_counts
from arxdesk_engine.analysis.statistics.frequencies import frequency_distribution
from arxdesk_engine.analysis.statistics.ranges import GREATEST
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED, DataType
from arxdesk_engine.foundation.control import Control

Counts = NDArray[np.int64]
Numbers = NDArray[np.float64]

MOST_DRAWN = 300
"""Of more categories than this the most frequent are drawn."""
MOST_BANDS = 200
"""More bands than this, or some that overlap, are drawn as if their people were spread evenly over them."""


@dataclass(frozen=True, slots=True, eq=False)
class SideCounts:
    """The people of one side: `values` shown by `shown` people; others miss theirs, were removed, or read "*" though
    they were not removed (`starred`)."""

    values: int
    shown: int
    missing: int
    removed: int
    starred: int

    @property
    def counted(self) -> int:
        """All of them."""
        return self.shown + self.missing + self.removed + self.starred


@dataclass(frozen=True, slots=True)
class Bar:
    """From `low` to `end` on the scale; `height` people per bin. `people` are shown there, about so many where they are
    spread over their bands; they read `texts`."""

    low: float
    end: float
    people: float
    height: float
    texts: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Scaled:
    """What a scale of numbers or dates has in addition.

    `offered` are the widths to choose from. `is_spread`: bars of the output are shares of bands that overlap, or are
    narrower than the bins. `bands` of the output say more than one value. `unplaced` people read what has no place on
    the scale, `misplaced` people a band that their value does not lie in, as (value, band) in `example`. `in_common`
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


@dataclass(frozen=True, slots=True, eq=False)
class FoundDistribution:
    """`texts` are all that either side shows, in the order of the data type and the hierarchy; `people_before` and
    `people_after` int64[texts]. Without an output there is nothing after."""

    attribute: str
    texts: tuple[str, ...]
    people_before: Counts
    people_after: Counts | None
    before: SideCounts
    after: SideCounts | None
    scaled: Scaled | None
    has_order: bool = False
    """Whether the values have an order of their own, such as small, medium, large."""
    frequent: NDArray[np.intp] = field(init=False)
    """The places of the texts to draw, at most `MOST_DRAWN` and the most frequent ones: in their order where they have
    one, else the most frequent first."""
    most: int = field(init=False)
    """The people who show the most frequent text."""
    is_coarser: bool = field(init=False)
    """Whether the output shows texts that the input does not have."""
    in_common: float | None = field(init=False)
    """The part of both shapes that is the same, where both are counted by the same texts."""

    def __post_init__(self) -> None:
        before, after = self.people_before, self.people_after
        people = before if after is None else np.maximum(before, after)
        places = np.argsort(-people, kind="stable")[:MOST_DRAWN]
        if self.has_order:
            places = np.sort(places)
        in_common = None
        if after is not None and before.any() and after.any():
            in_common = 1.0 - 0.5 * float(np.abs(before / before.sum() - after / after.sum()).sum())
        object.__setattr__(self, "frequent", places)
        object.__setattr__(self, "most", int(people.max(initial=1)))
        object.__setattr__(self, "is_coarser", after is not None and bool(((before == 0) & (after > 0)).any()))
        object.__setattr__(self, "in_common", in_common)


@dataclass(frozen=True, slots=True)
class DistributionOf(Request[FoundDistribution]):
    """The distribution of an attribute; asked of an output it tells that of its input as well.

    `width` is one of those that were offered, None for the usual one.
    """

    attribute: str
    width: str | None = None

    def run(self, table: AnalyzedTable, control: Control) -> FoundDistribution:
        """Count. Raises a UserError."""
        name = self.attribute
        source = table.input if isinstance(table, OutputTable) else table
        before = _Side.of(shown_cells(source, name))
        if not isinstance(table, OutputTable):
            texts = frequency_distribution(before.shown.column, None, before.shown.records).values
            scaled = _scaled(before, None, None, self.width) if before.is_scaled else None
            return FoundDistribution(
                name, texts, before.people(texts), None, before.figures(), None, scaled, before.has_order
            )
        after = _Side.of(shown_cells(table, name))
        control.raise_if_stopped()
        cells = cells_of(table, name) if before.is_scaled else None
        bands = None if cells is None else read_bands(cells)
        control.raise_if_stopped()
        texts = _ordered(table, before, after, bands)
        control.raise_if_stopped()
        scaled = None if bands is None else _scaled(before, after, bands, self.width)
        if scaled is not None and cells is not None and bands is not None:
            scaled = _with_misplaced(scaled, cells, bands)
        people = before.people(texts), after.people(texts)
        return FoundDistribution(name, texts, *people, before.figures(), after.figures(), scaled, before.has_order)


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """`counts` int64[values] of the column of `shown`; `places` float64[values] on its scale, NaN where it has none."""

    shown: ShownCells
    counts: Counts
    places: Numbers

    @classmethod
    def of(cls, shown: ShownCells) -> _Side:
        column = shown.column
        counts = np.bincount(column.codes[shown.records], minlength=len(column.values))
        return cls(shown, counts, column.type.positions(column.values))

    @property
    def is_scaled(self) -> bool:
        """Whether it shows numbers or dates, at least one."""
        known = self.places[np.isfinite(self.places) & (self.counts > 0)]
        kinds = (DataType.INTEGER, DataType.DECIMAL, DataType.DATE)
        return self.shown.column.type.kind in kinds and len(known) > 0 and float(np.abs(known).max()) <= GREATEST

    @property
    def has_order(self) -> bool:
        """Whether its values have an order of their own."""
        return self.shown.column.type.kind is DataType.ORDINAL

    def figures(self) -> SideCounts:
        column, counts = self.shown.column, self.counts
        measured = is_measured(column)
        missing, starred = unmeasured_counts(column, measured, counts)
        return SideCounts(
            int((counts[measured] > 0).sum()), int(counts[measured].sum()), missing, self.shown.removed, starred
        )

    def people(self, texts: tuple[str, ...]) -> Counts:
        values, present = self.shown.column.values, np.flatnonzero(self.counts)
        numbers = zip(present.tolist(), self.counts[present].tolist(), strict=True)
        of_text = {values[code]: number for code, number in numbers}
        return np.array([of_text.get(text, 0) for text in texts], np.int64)

    def used(self) -> list[str]:
        values, present = self.shown.column.values, np.flatnonzero(self.counts)
        return [values[code] for code in present.tolist() if values[code] not in (MISSING, SUPPRESSED)]


def _ordered(table: OutputTable, before: _Side, after: _Side, bands: Bands | None) -> tuple[str, ...]:
    """All texts that either side shows: on a scale by where they begin, coarser ones first; else by the hierarchy."""
    every = list(dict.fromkeys([*before.used(), *after.used()]))
    if bands is None:
        hierarchy = known_hierarchy(table, before.shown.column.name)
        if hierarchy is None:
            return tuple(every)
        one_each = Column(before.shown.column.name, np.arange(len(every), dtype=np.int32), tuple(every))
        return frequency_distribution(one_each, hierarchy).values
    # Nothing here is one long call of Python's own, during which the window could do nothing.
    singles = zip(before.shown.column.values, before.places.tolist(), strict=True)
    reach = {text: (place, place) for text, place in singles}
    ends = zip(bands.low.tolist(), bands.end.tolist(), strict=True)
    for text, (low, end), single in zip(after.shown.column.values, ends, bands.is_single.tolist(), strict=True):
        if not single or text not in reach:
            reach[text] = (low, end)
    keys = [_first_and_widest(*reach[text]) for text in every]
    first, widest = (np.fromiter((key[place] for key in keys), np.float64, len(keys)) for place in (0, 1))
    return tuple(every[place] for place in np.lexsort((widest, first)).tolist())


def _first_and_widest(low: float, end: float) -> tuple[float, float]:
    return (np.inf, 0.0) if np.isnan(low) else (low, -end)


def _scaled(before: _Side, after: _Side | None, bands: Bands | None, width: str | None) -> Scaled:
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


def _binned(side: _Side, places: Numbers, bins: Bins) -> tuple[Bar, ...]:
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


def _with_output(made: Scaled, before: _Side, after: _Side, bands: Bands) -> Scaled:
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


def _with_misplaced(made: Scaled, cells: Cells, bands: Bands) -> Scaled:
    outside = outside_bands(cells, bands)
    if not outside.any():
        return made
    first = int(np.argmax(np.where(outside, cells.counts, 0)))
    example = cells.before.values[cells.values[first]], cells.after.values[cells.labels[first]]
    return replace(made, misplaced=int(cells.counts[outside].sum()), example=example)


def _reach(bands: Bands, codes: NDArray[np.intp], bins: Bins) -> tuple[Numbers, Numbers]:
    """From where to where each band reaches, measured in bins; single values fill their bin."""
    first, end = bins.place(bands.low[codes]), bins.place(bands.end[codes])
    single = bands.is_single[codes] | (end <= first)
    at = bins.bin_of(bands.low[codes])
    return np.where(single, at, first), np.where(single, at + 1, end)


def _as_they_are(after: _Side, bands: Bands, codes: NDArray[np.intp], bins: Bins) -> tuple[Bar, ...] | None:
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


def _spread(after: _Side, bands: Bands, codes: NDArray[np.intp], bins: Bins) -> Numbers:
    """The people of each bin when those of every band are spread evenly over it, float64[bins]."""
    first, end = _reach(bands, codes, bins)
    density = after.counts[codes] / (end - first)
    edges = np.arange(len(bins) + 1, dtype=np.float64)
    # people up to each edge: those of a band rise evenly from its first to its end
    up_to = np.zeros(len(edges))
    for begins, ends, rate in zip(first.tolist(), end.tolist(), density.tolist(), strict=True):
        up_to += np.clip(edges - begins, 0.0, ends - begins) * rate
    return np.diff(up_to)


def _spread_bars(after: _Side, bands: Bands, codes: NDArray[np.intp], bins: Bins) -> tuple[Bar, ...]:
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
