"""Attributes ranked by how well they identify people, alone and together, and the records that are unique in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.shown.tuples import coded_cells
from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.attributes import AttributeRisk, AttributeSet, attribute_risks
from arxdesk_engine.risk.wildcards import DistinctTuples

Places = NDArray[np.intp]
Shares = NDArray[np.float64]
NO_PLACES: Places = np.zeros(0, np.intp)
RankingOrder = Literal["separation", "distinction", "alone", "table"]
"""The orders of sets of attributes; "table" is the order of evaluation."""


@dataclass(frozen=True, slots=True, eq=False)
class AttributeRanking:
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
    by_separation: Places = field(init=False)
    by_distinction: Places = field(init=False)
    by_alone: Places = field(init=False)

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

    def order(self, by: RankingOrder) -> Places:
        """The sets in falling order of a figure, or in the reverse of the order of the table."""
        match by:
            case "separation":
                return self.by_separation
            case "distinction":
                return self.by_distinction
            case "alone":
                return self.by_alone
        return np.arange(len(self.sets))[::-1]


def rank_attributes(
    table: AnalyzedTable, attributes: Sequence[str], control: Control | None = None
) -> AttributeRanking:
    """Each attribute alone: one pass per column, whatever their number. When stopped, those done until then."""
    control, attributes = control or Control(), tuple(attributes)
    found = coded_cells(table, attributes)
    risks: list[AttributeRisk] = []
    for place, codes in enumerate(found.columns):
        if control.stopped:
            break
        risks.append(_alone(place, codes, found.weights))
        control.report(Progress(tr("Comparing attributes"), (place + 1) / len(attributes)))
    return _ranking(attributes, risks, is_complete=len(risks) == len(attributes))


def rank_sets(
    table: AnalyzedTable, attributes: Sequence[str], smallest: int, largest: int, control: Control | None = None
) -> AttributeRanking:
    """All sets of `smallest` to `largest` attributes. When stopped, those done until then."""
    control, attributes = control or Control(), tuple(attributes)
    control.report(Progress(tr("Comparing attributes")))
    found = attribute_risks(coded_cells(table, attributes).tuples, largest, control=control)
    risks = [risk for risk in found.sets if len(risk.attributes) >= smallest]
    return _ranking(attributes, risks, is_complete=found.complete)


def alone_in(table: AnalyzedTable, attributes: Sequence[str]) -> Places:
    """The records that look like no other one in some attributes, intp[records], as in the file; without those that
    have no visible cell in them."""
    found = coded_cells(table, attributes)
    tuples = found.tuples
    alone = (tuples.counts == 1) & ~tuples.fully_suppressed
    return found.rows(alone[tuples.tuple_of_record])


def _alone(place: int, codes: Codes, weights: NDArray[np.int64] | None) -> AttributeRisk:
    """The information in an attribute, from the counts of its values: the tuples are the values."""
    numbers = np.bincount(codes + 1, weights, 1).astype(np.int64, copy=False)
    present = np.flatnonzero(numbers)
    tuples = DistinctTuples((present - 1)[np.newaxis].astype(np.int32), numbers[present], codes[:0])
    (risk,) = attribute_risks(tuples, 1).sets
    return AttributeRisk((place,), risk.records, risk.distinction, risk.separation, risk.highest, risk.uniqueness)


def _ranking(attributes: tuple[str, ...], risks: Sequence[AttributeRisk], *, is_complete: bool) -> AttributeRanking:
    records = np.array([risk.records for risk in risks], np.int64)
    uniqueness = np.array([risk.uniqueness for risk in risks], np.float64)
    return AttributeRanking(
        attributes=attributes,
        sets=tuple(risk.attributes for risk in risks),
        separation=np.array([risk.separation for risk in risks], np.float64),
        distinction=np.array([risk.distinction for risk in risks], np.float64),
        alone=np.rint(uniqueness * records).astype(np.int64),
        counted=records,
        complete=is_complete,
    )
