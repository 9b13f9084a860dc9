"""Which attributes tell people apart, alone and together, and who is alone in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from arxdesk.analysis.request import Request
from arxdesk_engine.analysis.shown.tuples import CodedCells, coded_cells
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.risk.attributes import AttributeRisk, AttributeSet, attribute_risks
from arxdesk_engine.risk.wildcards import DistinctTuples

Rows = NDArray[np.intp]
Shares = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class FoundRanking:
    """Sets of attributes, with the shares of pairs of records that differ and of distinct values among the records.

    `sets` are positions in `attributes`. Set by set: separation and distinction float64[sets], alone int64[sets], how
    many records are alone in their combination of values, counted int64[sets], of how many. `by_separation`,
    `by_distinction` and `by_alone` intp[sets] are the sets in falling order. `complete` is false where it was stopped.
    """

    attributes: tuple[str, ...]
    sets: tuple[AttributeSet, ...]
    separation: Shares
    distinction: Shares
    alone: NDArray[np.int64]
    counted: NDArray[np.int64]
    complete: bool
    by_separation: Rows = field(init=False)
    by_distinction: Rows = field(init=False)
    by_alone: Rows = field(init=False)

    def __post_init__(self) -> None:
        sizes = np.fromiter(map(len, self.sets), np.int64, len(self.sets))
        orders = {
            "by_separation": (sizes, -self.distinction, -self.separation),
            "by_distinction": (sizes, -self.separation, -self.distinction),
            "by_alone": (sizes, -self.separation, -self.alone),
        }
        for name, keys in orders.items():
            object.__setattr__(self, name, np.lexsort(keys))

    def names(self, place: int) -> tuple[str, ...]:
        """The attributes of a set."""
        return tuple(self.attributes[attribute] for attribute in self.sets[place])


@dataclass(frozen=True, slots=True)
class RankingOfSingles(Request[FoundRanking]):
    """Each attribute alone: a look at each column, however many there are."""

    attributes: tuple[str, ...]

    def run(self, table: AnalyzedTable, control: Control) -> FoundRanking:
        """Count the values of each."""
        found = coded_cells(table, self.attributes)
        risks: list[AttributeRisk] = []
        for place, codes in enumerate(found.columns):
            if control.stopped:
                break
            risks.append(_alone(place, codes))
            control.report(Progress("Comparing attributes", (place + 1) / len(self.attributes)))
        return _ranking(self.attributes, risks, is_complete=len(risks) == len(self.attributes))


@dataclass(frozen=True, slots=True)
class RankingOfSets(Request[FoundRanking]):
    """All sets of `smallest` to `largest` attributes. Stopped, it has those that were done until then."""

    is_long: ClassVar[bool] = True
    attributes: tuple[str, ...]
    smallest: int
    largest: int

    def run(self, table: AnalyzedTable, control: Control) -> FoundRanking:
        """Compare the records in every set."""
        control.report(Progress("Comparing attributes"))
        found = attribute_risks(coded_cells(table, self.attributes).tuples, self.largest, control=control)
        risks = [risk for risk in found.sets if len(risk.attributes) >= self.smallest]
        return _ranking(self.attributes, risks, is_complete=found.complete)


@dataclass(frozen=True, slots=True)
class AloneIn(Request[Rows]):
    """The records that look like no other one in some attributes, without those that show nothing in them."""

    attributes: tuple[str, ...]

    def run(self, table: AnalyzedTable, control: Control) -> Rows:
        """Find them, intp[records], as in the file."""
        control.raise_if_stopped()
        found: CodedCells = coded_cells(table, self.attributes)
        tuples = found.tuples
        alone = (tuples.counts == 1) & ~tuples.fully_suppressed
        return found.rows(alone[tuples.tuple_of_record])


def _alone(place: int, codes: Codes) -> AttributeRisk:
    """What an attribute reveals, from how many records have each of its values: the tuples are the values."""
    numbers = np.bincount(codes + 1, minlength=1)
    present = np.flatnonzero(numbers)
    tuples = DistinctTuples((present - 1)[np.newaxis].astype(np.int32), numbers[present], codes[:0])
    (risk,) = attribute_risks(tuples, 1).sets
    return AttributeRisk((place,), risk.records, risk.distinction, risk.separation, risk.highest, risk.uniqueness)


def _ranking(attributes: tuple[str, ...], risks: Sequence[AttributeRisk], *, is_complete: bool) -> FoundRanking:
    records = np.array([risk.records for risk in risks], np.int64)
    uniqueness = np.array([risk.uniqueness for risk in risks], np.float64)
    return FoundRanking(
        attributes=attributes,
        sets=tuple(risk.attributes for risk in risks),
        separation=np.array([risk.separation for risk in risks], np.float64),
        distinction=np.array([risk.distinction for risk in risks], np.float64),
        alone=np.rint(uniqueness * records).astype(np.int64),
        counted=records,
        complete=is_complete,
    )
