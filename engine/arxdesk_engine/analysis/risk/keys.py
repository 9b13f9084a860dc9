"""The smallest combinations of values that single out one person, and their scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.shown.tuples import CodedCells, coded_cells
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.key_uniqueness import (
    AttributeKeys,
    MinimalSampleUniques,
    attribute_keys,
    dis_histogram,
    dis_scores,
    minimal_sample_uniques,
    record_scores,
)
from arxdesk_engine.risk.population import Population

Rows = NDArray[np.intp]
Scores = NDArray[np.float64]
TENTHS = 10


@dataclass(frozen=True, slots=True)
class KeysOfSize:
    """The number of keys with this many attributes, and of people with one."""

    size: int
    keys: int
    people: int


@dataclass(frozen=True, slots=True)
class KeyMembership:
    """An attribute, the keys it is part of, their share of all keys, and their share of all scores."""

    attribute: str
    keys: int
    share: float
    score_share: float


@dataclass(frozen=True, slots=True, eq=False)
class SmallestKeys:
    """The keys of a table (reference 5.7), and the scores of its records.

    `people` int64[largest]: the number of records with a key of 1, 2, ... attributes; `named` those with any. `scores`
    and `dis` float64[records that count]; `dis` is None for an unknown population. `by_score` and `by_dis`
    int64[TENTHS] count the records with a key by tenths, of the highest score and of 1.
    """

    attributes: tuple[str, ...]
    keys: MinimalSampleUniques
    coded_cells: CodedCells
    contributions: tuple[AttributeKeys, ...]
    people: NDArray[np.int64]
    named: int
    scores: Scores
    dis: Scores | None
    by_score: NDArray[np.int64]
    by_dis: NDArray[np.int64] | None
    sampling_fraction: float | None

    @property
    def highest_score(self) -> float:
        """The score of the record that is easiest to name."""
        return float(self.scores.max(initial=0.0))

    def of_sizes(self) -> tuple[KeysOfSize, ...]:
        """The numbers of keys and people by size."""
        rows = zip(self.keys.keys_by_size.tolist(), self.people.tolist(), strict=True)
        return tuple(KeysOfSize(size, keys, people) for size, (keys, people) in enumerate(rows, 1))

    def of_attributes(self) -> tuple[KeyMembership, ...]:
        """The contribution of each attribute."""
        rows = zip(self.attributes, self.contributions, strict=True)
        return tuple(KeyMembership(name, each.keys, each.share, each.score_share) for name, each in rows)

    def tenths(self, *, is_dis: bool) -> tuple[int, ...] | None:
        """The people with a key by tenths of their score; None without keys."""
        numbers = self.by_dis if is_dis else self.by_score
        return None if numbers is None else tuple(numbers.tolist())

    def named_by(self, size: int | None = None) -> Rows:
        """The records that have a key of `size` attributes, or of any size where that is None, intp[records], the
        highest score first."""
        chosen = self.keys.keys_of_records > 0 if size is None else _with_key_of(self.keys, size)
        return self._by_score(self.scores, chosen)

    def named_with(self, attribute: str) -> Rows:
        """The records that have a key with an attribute in it, intp[records], the highest score first."""
        keys, place = self.keys, self.attributes.index(attribute)
        inside = np.array([place in each for each in keys.sets], np.bool_)
        chosen = np.zeros(keys.records, np.bool_)
        chosen[keys.record_of_key[inside[keys.set_of_key]]] = True
        return self._by_score(self.scores, chosen)

    def in_tenth(self, tenth: int, *, is_dis: bool) -> Rows:
        """The records with a key whose score is in a tenth, from 0, the highest first: by DIS, or by the score itself.

        Their number is that of the histogram.
        """
        values = self.dis if is_dis and self.dis is not None else self.scores / (self.highest_score or 1.0)
        edges = np.histogram_bin_edges(np.zeros(0), TENTHS, (0.0, 1.0))
        above, below = values >= edges[tenth], values < edges[tenth + 1]
        is_last = tenth == TENTHS - 1
        return self._by_score(values, (self.keys.keys_of_records > 0) & above & (below | is_last))

    def _by_score(self, values: Scores, chosen: NDArray[np.bool_]) -> Rows:
        places = np.flatnonzero(chosen)
        return self.coded_cells.rows(places[np.argsort(-values[places], kind="stable")])


def smallest_keys(
    table: AnalyzedTable,
    attributes: Sequence[str],
    largest: int,
    population: Population | None = None,
    control: Control | None = None,
) -> SmallestKeys:
    """The keys of up to `largest` attributes. When stopped, those found until then.

    With a population the records have the chance of a correct match (DIS). Raises a UserError
    for an unreadable research subset.
    """
    attributes = tuple(attributes)
    found, keys = _keys(table, attributes, largest, control or Control())
    scores = record_scores(keys)
    fraction = _fraction(population, found.records)
    dis = None if fraction is None else dis_scores(keys, fraction)
    has_key = keys.keys_of_records > 0
    highest = max(float(scores.max(initial=0.0)), np.finfo(np.float64).tiny)
    return SmallestKeys(
        attributes=attributes,
        keys=keys,
        coded_cells=found,
        contributions=attribute_keys(keys),
        people=np.array([_with_key_of(keys, size).sum() for size in range(1, keys.largest + 1)], np.int64),
        named=int(has_key.sum()),
        scores=scores,
        dis=dis,
        by_score=dis_histogram(scores[has_key] / highest),
        by_dis=None if dis is None else dis_histogram(dis[has_key]),
        sampling_fraction=fraction,
    )


def _keys(
    table: AnalyzedTable, attributes: tuple[str, ...], largest: int, control: Control
) -> tuple[CodedCells, MinimalSampleUniques]:
    """The keys, which do not depend on the population: another one is no reason to look for them again."""
    key = attributes, largest
    known = _found_last.get(table)
    if known is not None and known[0] == key:
        return known[1], known[2]
    control.report(Progress(tr("Looking for unique combinations")))
    found = coded_cells(table, attributes)
    keys = minimal_sample_uniques(found.tuples, largest, control=control)
    if keys.complete:
        _found_last[table] = key, found, keys
    return found, keys


_found_last: WeakKeyDictionary[AnalyzedTable, tuple[object, CodedCells, MinimalSampleUniques]] = WeakKeyDictionary()
"""The last keys of each table, by the question."""


def _with_key_of(keys: MinimalSampleUniques, size: int) -> NDArray[np.bool_]:
    chosen = np.zeros(keys.records, np.bool_)
    chosen[keys.record_of_key[keys.sizes == size]] = True
    return chosen


def _fraction(population: Population | None, records: int) -> float | None:
    """The share of the population in the table; None where it is not known, or is smaller than the table."""
    if population is None or records == 0:
        return None
    try:
        return records / max(population.size_for(records), 1)
    except ValueError:
        return None
