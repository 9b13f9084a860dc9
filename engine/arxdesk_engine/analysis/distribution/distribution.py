"""The distribution of the values of an attribute, in the input and in the output."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.distribution.bars import Scaled, scaled_bars, with_misplaced
from arxdesk_engine.analysis.distribution.sides import CountedSide, Counts, SideCounts
from arxdesk_engine.analysis.shown.cells import cells_of, known_hierarchy, shown_cells
from arxdesk_engine.analysis.statistics.bands import Bands, read_bands
from arxdesk_engine.analysis.statistics.frequencies import frequency_distribution
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control

MOST_DRAWN = 300
"""The most categories that are drawn; beyond, the most frequent ones."""


@dataclass(frozen=True, slots=True, eq=False)
class Distribution:
    """`texts` are those of both sides, in the order of the data type and the hierarchy; `people_before` and
    `people_after` int64[texts]. Without an output, `people_after` is empty."""

    attribute: str
    texts: tuple[str, ...]
    people_before: Counts
    people_after: Counts | None
    before: SideCounts
    after: SideCounts | None
    scaled: Scaled | None
    has_order: bool = False
    """Whether the values have an order of their own, such as small, medium, large."""
    perturbed: str = ""
    """The method by which cells of the output were perturbed; "" for none."""
    frequent: NDArray[np.intp] = field(init=False)
    """The places of the texts to draw, at most `MOST_DRAWN` and the most frequent ones: in their order where they have
    one, else the most frequent first."""
    most: int = field(init=False)
    """The number of people with the most frequent text."""
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


def distribution(
    table: AnalyzedTable, attribute: str, width: str | None = None, control: Control | None = None
) -> Distribution:
    """The distribution of an attribute; that of an output includes that of its input.

    `width` is one of the offered ones (`Scaled.offered`), None for the default. Raises a UserError for an unreadable
    research subset, or Stopped.
    """
    control = control or Control()
    source = table.input if isinstance(table, OutputTable) else table
    before = CountedSide.of(shown_cells(source, attribute))
    if not isinstance(table, OutputTable):
        texts = frequency_distribution(before.shown.column, None, before.shown.records).values
        scaled = scaled_bars(before, None, None, width) if before.is_scaled else None
        people_before = before.people(texts)
        return Distribution(attribute, texts, people_before, None, before.figures(), None, scaled, before.has_order)
    after = CountedSide.of(shown_cells(table, attribute))
    control.raise_if_stopped()
    cells = cells_of(table, attribute) if before.is_scaled else None
    bands = None if cells is None else read_bands(cells)
    control.raise_if_stopped()
    texts = _ordered(table, before, after, bands)
    control.raise_if_stopped()
    scaled = None if bands is None else scaled_bars(before, after, bands, width)
    if scaled is not None and cells is not None and bands is not None:
        scaled = with_misplaced(scaled, cells, bands)
    people = before.people(texts), after.people(texts)
    asked = table.job.perturbation_of(attribute)
    method = "" if asked is None else asked.title
    return Distribution(attribute, texts, *people, before.figures(), after.figures(), scaled, before.has_order, method)


def _ordered(table: OutputTable, before: CountedSide, after: CountedSide, bands: Bands | None) -> tuple[str, ...]:
    """All texts that either side shows: on a scale by where they begin, coarser ones first; else by the hierarchy."""
    every = list(dict.fromkeys([*before.used(), *after.used()]))
    if bands is None:
        hierarchy = known_hierarchy(table, before.shown.column.name)
        if hierarchy is None:
            return tuple(every)
        one_each = Column(before.shown.column.name, np.arange(len(every), dtype=np.int32), tuple(every))
        return frequency_distribution(one_each, hierarchy).values
    # No step is one long call of Python's own, during which the window would block.
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
