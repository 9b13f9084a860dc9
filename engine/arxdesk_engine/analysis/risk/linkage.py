"""Who is found again in perturbed columns: every written record is looked for by its original cells in them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.risk.record_linkage import ComparedRecords, nearest_links, optimal_links

MOST_MATCHED = 1_000
"""Of more records no best matching of all is looked for: it takes the third power of their number."""
MOST_PAIRS = 200_000_000
FEWEST_TRIED = 100


@dataclass(frozen=True, slots=True)
class LinkageFigures:
    """How many of the `records` that are written are found again by the original cells of the perturbed `columns`.

    Of `tried` ones, evenly spaced, `nearest` are expected to be linked to their own where each is linked to one of the
    nearest, and `alone` are so without another that is as near. `matched` are right in the best one-to-one matching of
    all records; None where there are too many for it. Chance finds one of all.
    """

    columns: tuple[str, ...]
    records: int
    tried: int
    nearest: float
    alone: int
    matched: int | None

    @property
    def by_chance(self) -> float:
        """How many of the tried records chance is expected to find."""
        return self.tried / self.records

    def plain(self) -> dict[str, Any]:
        """As it stands in the JSON report."""
        return {**asdict(self), "columns": list(self.columns), "by_chance": self.by_chance}

    @classmethod
    def from_report(cls, report: Mapping[str, Any]) -> LinkageFigures | None:
        """The figures that a JSON report has; None where it has none."""
        found = report.get("linkage")
        if found is None:
            return None
        facts = {name: found[name] for name in ("records", "tried", "nearest", "alone", "matched")}
        return cls(tuple(found["columns"]), **facts)


def linkage_of(dataset: Dataset, output: Output, control: Control | None = None) -> LinkageFigures | None:
    """Look for the records of a perturbed output; None where nothing was perturbed, or nothing is written. Raises
    Stopped."""
    names = tuple(dict.fromkeys(name for each in output.perturbations for name in each.asked.columns))
    if not names:
        return None
    shown = np.ones(dataset.records, np.bool_)
    for name in names:
        column = output.dataset[name]
        shown &= np.array([value != SUPPRESSED for value in column.values], np.bool_)[column.codes]
    rows = np.flatnonzero(shown)
    if not len(rows):
        return None
    compared = _compared([(dataset[name].at(rows), output.dataset[name].at(rows)) for name in names])
    number = len(rows)
    tried = min(number, max(FEWEST_TRIED, MOST_PAIRS // number))
    found = nearest_links(compared, np.linspace(0, number - 1, tried).astype(np.int64), control)
    matched = None
    if number <= MOST_MATCHED:
        matched = int((optimal_links(compared.distances()) == np.arange(number)).sum())
    return LinkageFigures(names, number, found.tried, found.correct, found.alone, matched)


def _compared(columns: list[tuple[Column, Column]]) -> ComparedRecords:
    """Numbers, dates and ordered categories by their place on their scale, others as being the same or not."""
    numbers, categories = [], []
    for before, after in columns:
        if before.type.has_scale and after.type.has_scale:
            numbers.append((_positions(before, before), _positions(after, before)))
        else:
            categories.append(_codes(before, after))
    return ComparedRecords.of(numbers, categories)


def _positions(column: Column, scale: Column) -> NDArray[np.float64]:
    return scale.type.positions(list(column.values))[column.codes]


def _codes(before: Column, after: Column) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    number = {text: place for place, text in enumerate(dict.fromkeys((*before.values, *after.values)))}
    number[""] = -1
    first, second = (np.array([number[text] for text in each.values], np.int32)[each.codes] for each in (before, after))
    return first, second


def linkage_sentence(found: LinkageFigures, words: Words = ENGLISH) -> str:
    """How many records somebody finds again who has the original cells."""
    tried = words.records(found.tried)
    if found.tried < found.records:
        tried = tr("{records} that were tried", records=tried)
    told = marked(
        "Looked for by the original cells of {columns}, {found} of {records} are found again as the nearest ones (by "
        "chance {chance})."
    )
    if found.matched is not None:
        told = marked(
            "Looked for by the original cells of {columns}, {found} of {records} are found again as the nearest ones "
            "(by "
            "chance {chance}), and {matched} by the best matching of all."
        )
    return tr(
        told,
        columns=words.joined(found.columns),
        found=words.decimal(found.nearest, 1),
        records=tried,
        chance=words.decimal(found.by_chance, 1 if found.by_chance >= 0.1 else 4),
        matched=words.count(found.matched or 0),
    )
