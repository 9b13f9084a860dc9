"""The hierarchy that a builder makes of a column, with figures: of all its values, or of a sample of many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.groups import Groups
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.offers import Offer, offers
from arxdesk_engine.hierarchies.scale import Scale
from arxdesk_engine.hierarchies.validation import check

SAMPLE = 5_000
"""The largest number of values labelled in a preview."""
_MOST_LOOKED_AT = 20_000
"""The number of values examined for offers; sorting more of them would block the window."""


@dataclass(frozen=True, slots=True)
class LevelFigures:
    """The effect of one level: its groups, the records in the smallest, the values in its smallest and largest."""

    groups: int
    fewest_people: int
    fewest_values: int
    most_values: int


@dataclass(frozen=True, slots=True)
class Preview:
    """A built hierarchy with figures.

    `proposal` is the builder with its settings from the column. `shown` holds all rows, or evenly spread ones of many.
    `people` (int64, one for each row of `shown`) is the number of records with the value. `values` is the number of
    distinct values, `is_sample` whether only those of `shown` were labelled.
    """

    builder: HierarchyBuilder
    proposal: HierarchyBuilder
    hierarchy: Hierarchy
    shown: Hierarchy
    people: NDArray[np.int64]
    levels: tuple[LevelFigures, ...]
    values: int
    is_sample: bool


@dataclass(frozen=True, slots=True)
class Survey:
    """The facts of a column for the pages of the wizard.

    `positions` (float64, ascending) and `counts` (float64) are those of its values on `scale`, if it has one, and
    `unit` is their common divisor (0: any). `frequent` are the values, the most frequent first.
    """

    column: Column
    offers: tuple[Offer, ...]
    scale: Scale | None
    positions: NDArray[np.float64]
    counts: NDArray[np.float64]
    unit: float
    frequent: tuple[str, ...]

    @property
    def ends(self) -> tuple[float, float] | None:
        """The lowest and the highest position; None without positions."""
        return (float(self.positions[0]), float(self.positions[-1])) if len(self.positions) else None

    @property
    def records(self) -> int:
        """The number of records that have a position."""
        return int(self.counts.sum())

    @property
    def median(self) -> float | None:
        """The position that the middle one of the records has."""
        if not len(self.positions):
            return None
        upto = np.cumsum(self.counts)
        place = int(np.searchsorted(upto, upto[-1] / 2))
        return float(self.positions[min(place, len(self.positions) - 1)])

    def records_within(self, low: float, high: float) -> int:
        """The number of records with a position from `low` to below `high`."""
        first, last = np.searchsorted(self.positions, (low, high))
        return int(self.counts[first:last].sum())


def survey(column: Column, control: Control) -> Survey:
    """Examine a column before a kind is chosen."""
    control.report(Progress(tr("Examining the values")))
    found = offers(_thinned(column))
    control.raise_if_stopped()
    scale = next((_scale_of(offer) for offer in found if offer.kind in ("interval", "date") and offer.builder), None)
    scale = Scale.of(column) or scale
    counts = column.counts()
    positions = np.full(len(column.values), np.nan)
    if scale is not None:
        parsed = (scale.parse(value) for value in column.values)
        positions = np.fromiter((np.nan if at is None else float(at) for at in parsed), np.float64, len(column.values))
    ascending = np.argsort(positions, kind="stable")[: np.count_nonzero(~np.isnan(positions))]
    positions = positions[ascending]
    frequent = tuple(column.values[place] for place in np.argsort(-counts, kind="stable") if column.values[place])
    return Survey(
        column,
        found,
        scale if len(positions) else None,
        positions,
        counts[ascending].astype(np.float64),
        _unit(positions, scale),
        frequent,
    )


def _thinned(column: Column) -> Column:
    """A column of evenly spread values with the first and the last, for very many values."""
    if len(column.values) <= _MOST_LOOKED_AT:
        return column
    kept = np.unique(np.linspace(0, len(column.values) - 1, _MOST_LOOKED_AT).astype(np.int64))
    place = np.full(len(column.values), -1, np.int32)
    place[kept] = np.arange(len(kept), dtype=np.int32)
    codes, weights = place[column.codes], column.weights
    values = tuple(column.values[code] for code in kept.tolist())
    weights = None if weights is None else weights[codes >= 0]
    return Column(column.name, codes[codes >= 0], values, column.type, weights=weights)


def _scale_of(offer: Offer) -> Scale | None:
    if offer.kind == "date":
        return Scale(getattr(offer.builder, "format", None) or DEFAULT_DATE_FORMAT)
    return Scale()


def _unit(positions: NDArray[np.float64], scale: Scale | None) -> float:
    """Days for dates without a time, 1 for whole numbers, 0 for others."""
    unit = 86_400.0 if scale is not None and scale.date_format is not None else 1.0
    return unit if len(positions) and bool(np.all(positions % unit == 0)) else 0.0


def preview(builder: HierarchyBuilder, column: Column, control: Control) -> Preview:
    """The labels of the values, or of a sample of many. Raises InvalidHierarchy."""
    control.report(Progress(tr("Computing the hierarchy")))
    explicit = builder.resolved(column)
    domain = explicit.domain(column)
    if len(domain) <= SAMPLE:
        return _described(builder, explicit, builder.build(column), column, control, is_sample=False)
    control.raise_if_stopped()
    return _described(builder, explicit, _of_sample(explicit, domain), column, control, is_sample=True)


def build(builder: HierarchyBuilder, column: Column, control: Control) -> Preview:
    """The whole hierarchy, as it is applied. Raises InvalidHierarchy."""
    control.report(Progress(tr("Building the hierarchy")))
    return _described(builder, builder, builder.build(column), column, control, is_sample=False)


def _of_sample(explicit: HierarchyBuilder, domain: Sequence[str]) -> Hierarchy:
    chosen = [domain[place] for place in np.linspace(0, len(domain) - 1, SAMPLE).astype(int)]
    try:
        return check(Hierarchy(tuple(explicit.labels_of(chosen)), explicit.title))
    except InvalidHierarchy as error:
        raise InvalidHierarchy(Problem(explicit.title, each.found, each.remedy) for each in error.problems) from error


def _described(
    builder: HierarchyBuilder,
    proposal: HierarchyBuilder,
    hierarchy: Hierarchy,
    column: Column,
    control: Control,
    *,
    is_sample: bool,
) -> Preview:
    control.raise_if_stopped()
    # Only the needed ones, one by one: making all in one go would block the other threads.
    wanted = {row[0] for row in hierarchy.rows}
    counted = zip(column.values, column.counts().tolist(), strict=True)
    number = {value: times for value, times in counted if value in wanted}
    people = np.fromiter((number.get(row[0], 0) for row in hierarchy.rows), np.int64, len(hierarchy.rows))
    groups = Groups.of(hierarchy)
    levels = []
    for level in range(hierarchy.levels):
        in_groups = groups.records(people, level)
        occurring = in_groups[in_groups > 0]
        sizes = groups.rows[level]
        fewest = int(occurring.min()) if len(occurring) else 0
        levels.append(LevelFigures(groups.count(level), fewest, int(sizes.min()), int(sizes.max())))
    values = len(column.values) if is_sample else len(hierarchy.rows)
    shown, of_shown = hierarchy, people
    if len(hierarchy.rows) > SAMPLE:
        places = np.linspace(0, len(hierarchy.rows) - 1, SAMPLE).astype(int)
        shown = Hierarchy(tuple(hierarchy.rows[place] for place in places), hierarchy.source)
        of_shown = people[places]
    return Preview(builder, proposal, hierarchy, shown, of_shown, tuple(levels), values, is_sample)
