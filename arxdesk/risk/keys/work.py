"""The smallest combinations of values that name one person, and how much they say about whom."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar
from weakref import WeakKeyDictionary

import numpy as np
from numpy.typing import NDArray

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.shown.tuples import CodedCells, coded_cells
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control, Progress
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


@dataclass(frozen=True, slots=True, eq=False)
class FoundKeys:
    """The keys of a table (reference 5.7), and the scores of its records.

    `people` int64[largest]: how many records have a key of 1, 2, ... attributes; `named` how many have any. `scores`
    and `dis` float64[records that count]; `dis` is None where the population is not known. `by_score` and `by_dis`
    int64[TENTHS] count the records with a key by tenths, of the highest score there is and of 1.
    """

    attributes: tuple[str, ...]
    keys: MinimalSampleUniques
    cells: CodedCells
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


@dataclass(frozen=True, slots=True)
class KeysOf(Request[FoundKeys]):
    """The keys of up to `largest` attributes. Stopped, it has those that were found until then.

    With a population the records have the chance that whoever matches their key is right (DIS).
    """

    is_long: ClassVar[bool] = True
    attributes: tuple[str, ...]
    largest: int
    population: Population | None

    def run(self, table: AnalyzedTable, control: Control) -> FoundKeys:
        """Find them. Raises a UserError where the research subset cannot be read."""
        found, keys = self._find(table, control)
        scores = record_scores(keys)
        fraction = _fraction(self.population, keys.records)
        dis = None if fraction is None else dis_scores(keys, fraction)
        has_key = keys.keys_of_records > 0
        highest = max(float(scores.max(initial=0.0)), np.finfo(np.float64).tiny)
        return FoundKeys(
            attributes=self.attributes,
            keys=keys,
            cells=found,
            contributions=attribute_keys(keys),
            people=np.array([_with_key_of(keys, size).sum() for size in range(1, keys.largest + 1)], np.int64),
            named=int(has_key.sum()),
            scores=scores,
            dis=dis,
            by_score=dis_histogram(scores[has_key] / highest),
            by_dis=None if dis is None else dis_histogram(dis[has_key]),
            sampling_fraction=fraction,
        )

    def _find(self, table: AnalyzedTable, control: Control) -> tuple[CodedCells, MinimalSampleUniques]:
        """The keys, which do not depend on the population: another one is no reason to look for them again."""
        key = self.attributes, self.largest
        known = _found_last.get(table)
        if known is not None and known[0] == key:
            return known[1], known[2]
        control.report(Progress("Looking for unique combinations"))
        found = coded_cells(table, self.attributes)
        keys = minimal_sample_uniques(found.tuples, self.largest, control=control)
        if keys.complete:
            _found_last[table] = key, found, keys
        return found, keys


_found_last: WeakKeyDictionary[AnalyzedTable, tuple[object, CodedCells, MinimalSampleUniques]] = WeakKeyDictionary()
"""The keys of each table that were found last, by what was asked for."""


@dataclass(frozen=True, slots=True)
class NamedBy(Request[Rows]):
    """The records that have a key of `size` attributes, or of any size where that is None, the highest score first."""

    found: FoundKeys
    size: int | None = None

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        keys = self.found.keys
        chosen = keys.keys_of_records > 0 if self.size is None else _with_key_of(keys, self.size)
        return _by_score(self.found, self.found.scores, chosen)


@dataclass(frozen=True, slots=True)
class NamedWith(Request[Rows]):
    """The records that have a key with an attribute in it, the highest score first."""

    found: FoundKeys
    attribute: str

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]."""
        del table
        control.raise_if_stopped()
        keys, place = self.found.keys, self.found.attributes.index(self.attribute)
        inside = np.array([place in each for each in keys.sets], np.bool_)
        chosen = np.zeros(keys.records, np.bool_)
        chosen[keys.record_of_key[inside[keys.set_of_key]]] = True
        return _by_score(self.found, self.found.scores, chosen)


@dataclass(frozen=True, slots=True)
class InTenth(Request[Rows]):
    """The records with a key whose score is in a tenth, from 0, the highest first: by DIS, or by the score itself."""

    found: FoundKeys
    tenth: int
    is_dis: bool

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Pick them, intp[records]. They are as many as the histogram counts."""
        del table
        control.raise_if_stopped()
        found = self.found
        values = found.dis if self.is_dis and found.dis is not None else found.scores / (found.highest_score or 1.0)
        edges = np.histogram_bin_edges(np.zeros(0), TENTHS, (0.0, 1.0))
        above, below = values >= edges[self.tenth], values < edges[self.tenth + 1]
        is_last = self.tenth == TENTHS - 1
        return _by_score(found, values, (found.keys.keys_of_records > 0) & above & (below | is_last))


def _with_key_of(keys: MinimalSampleUniques, size: int) -> NDArray[np.bool_]:
    chosen = np.zeros(keys.records, np.bool_)
    chosen[keys.record_of_key[keys.sizes == size]] = True
    return chosen


def _by_score(found: FoundKeys, values: Scores, chosen: NDArray[np.bool_]) -> Rows:
    places = np.flatnonzero(chosen)
    return found.cells.rows(places[np.argsort(-values[places], kind="stable")])


def _fraction(population: Population | None, records: int) -> float | None:
    """The share of the population in the table; None where it is not known, or is smaller than the table."""
    if population is None or records == 0:
        return None
    try:
        return records / max(population.size_for(records), 1)
    except ValueError:
        return None
