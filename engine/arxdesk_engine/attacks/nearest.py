"""Nearest rows: how close a release comes to the people it was made of, and to people outside.

A table that another program made, synthetic or perturbed, need not show anybody as they are, and can yet come close.
Whether it comes closer than it does to people who are not in it tells if it remembers them: the distance to the
closest record (Park et al. 2018), and its ratio to that of the second closest (Lowe 2004), which is small where one
row stands out. Distances are those of Gower (1971), in the columns that an attacker knows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedColumn, AttackedTable
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.kernels.attacks.nearest import Gaps, NearestFigures, find_nearest
from arxdesk_engine.risk.intervals import NORMAL
from arxdesk_engine.verification.texts import categorical, group_numbers

MOST_PEOPLE = 1_000
"""So many records of members are looked at, and as many outside, drawn at random."""
_EQUAL = 1e-9
_FEW = 0.05

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Nearness:
    """How near rows come to some people: the distance of the nearest row, float64[people], in [0, 1]; and its ratio to
    that of the second nearest, 1 where both are as near."""

    distance: Floats
    ratio: Floats

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {
            "people": len(self.distance),
            "median_distance": float(np.median(self.distance)),
            "low_distance": float(np.quantile(self.distance, _FEW)),
            "at_no_distance": float((self.distance <= _EQUAL).mean()),
            "median_ratio": float(np.median(self.ratio)),
            "low_ratio": float(np.quantile(self.ratio, _FEW)),
        }


@dataclass(frozen=True, slots=True, eq=False)
class NearestRows:
    """The nearest rows of members, and of people outside; None where nobody is.

    `own` is the expected share of members of whom a nearest row is their own, one of several as near picked at random,
    if rows come in the order of the input; None where their number tells that they do not. The file has so many `rows`.
    """

    members: Nearness
    outside: Nearness | None
    own: float | None
    rows: int

    @property
    def closer(self) -> tuple[float, float, float] | None:
        """How much more often a member is closer to the release than somebody outside than farther, with its interval
        of 95 %: 0 where both are as close."""
        return None if self.outside is None else dominance(self.members.distance, self.outside.distance)

    @property
    def clearer(self) -> tuple[float, float, float] | None:
        """The same of the ratios: how much more often the nearest row of a member stands out."""
        return None if self.outside is None else dominance(self.members.ratio, self.outside.ratio)

    @property
    def half(self) -> float:
        """The distance within which half of the members have a row."""
        return float(np.median(self.members.distance))

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        found: dict[str, object] = {"members": self.members.plain(), "own_row": self.own}
        if self.outside is not None and self.closer is not None and self.clearer is not None:
            found |= {
                "outside": self.outside.plain(),
                "closer": self.closer[0],
                "closer_interval": list(self.closer[1:]),
                "clearer": self.clearer[0],
                "clearer_interval": list(self.clearer[1:]),
            }
        return found

    def sentences(self, words: Words = ENGLISH) -> tuple[str, ...]:
        """How near rows come, and whether nearer than to people outside."""
        half = words.decimal(self.half, 3)
        same = words.percent_fixed(float((self.members.distance <= _EQUAL).mean()))
        found = [
            tr(
                "Nearest row: half of the people have one within {half}; for {same} a row shows all that is known.",
                half=half,
                same=same,
            )
        ]
        if self.closer is not None:
            value, low, high = (words.decimal(100 * each, 1) for each in self.closer)
            told = marked("Members are no closer than people outside the table ({value} points, {low} to {high}).")
            if self.closer[1] > 0.0:
                told = marked("Members are closer than people outside the table ({value} points, {low} to {high}).")
            found.append(tr(told, value=value, low=low, high=high))
        if self.own is not None:
            own, chance = words.percent_fixed(self.own), words.percent(1.0 / self.rows)
            found.append(
                tr(
                    "If rows come in the order of the input, the nearest row is the person's own for {own} (by chance "
                    "{chance}).",
                    own=own,
                    chance=chance,
                )
            )
        return tuple(found)


def dominance(first: Floats, second: Floats) -> tuple[float, float, float]:
    """How much more often one of the first is below one of the second than above, with its interval of 95 % (Cliff
    1993, with the variance of DeLong, DeLong & Clarke-Pearson 1988)."""
    of_first, of_second = _below_less_above(first, second), -_below_less_above(second, first)
    found = float(of_first.mean())
    variance = sum(each.var(ddof=1) / len(each) for each in (of_first, of_second) if len(each) > 1)
    half = NORMAL * float(np.sqrt(variance))
    return found, max(-1.0, found - half), min(1.0, found + half)


def _below_less_above(these: Floats, others: Floats) -> Floats:
    """For each of these the share of others that are above, less that of those below, float64[these]."""
    order = np.sort(others)
    above = len(order) - np.searchsorted(order, these + _EQUAL, "right")
    below = np.searchsorted(order, these - _EQUAL, "left")
    found: Floats = (above - below) / len(order)
    return found


def nearest_rows(table: AttackedTable, known: Sequence[str], seed: int = 0) -> NearestRows | None:
    """Find the nearest rows of members and of people outside, by the columns that are known of them; None where nothing
    is known, nobody is in the table, or there are no two rows."""
    members = np.flatnonzero(table.members)
    if not known or not len(members) or table.rows <= 1:
        return None
    generator = np.random.default_rng(seed)
    tuples, of_row, records = _tuples(table, known)
    is_ordered = not table.removed and table.rows == len(members)
    places = np.sort(generator.permutation(len(members))[:MOST_PEOPLE])
    own = of_row[places] if is_ordered else np.full(len(places), -1)
    found = _found(table, known, members[places], own, tuples, records)
    is_own = found.own <= found.nearest + _EQUAL
    outside = np.flatnonzero(table.outside)
    outside = outside[np.sort(generator.permutation(len(outside))[:MOST_PEOPLE])]
    nobody = np.full(len(outside), -1)
    others = _nearness(_found(table, known, outside, nobody, tuples, records)) if len(outside) else None
    share = float((is_own / found.ties).mean()) if is_ordered else None
    return NearestRows(_nearness(found), others, share, table.rows)


def _nearness(found: NearestFigures) -> Nearness:
    ratio = np.divide(found.nearest, found.second, out=np.ones(len(found.nearest)), where=found.second > _EQUAL)
    return Nearness(found.nearest, ratio)


def _tuples(table: AttackedTable, known: Sequence[str]) -> tuple[NDArray[np.int32], Numbers, Numbers]:
    """The distinct tuples of the rows, int32[tuples, columns], that of each row int64[rows], and their numbers."""
    labels = [table.columns[name].labels for name in known]
    of_row = group_numbers([categorical(each, range(int(each.max(initial=0)) + 1)) for each in labels])
    first = np.zeros(int(of_row.max()) + 1, np.int64)
    first[of_row[::-1]] = np.arange(len(of_row))[::-1]
    tuples = np.stack([each[first] for each in labels], axis=1).astype(np.int32)
    return np.ascontiguousarray(tuples), of_row, np.bincount(of_row).astype(np.int64)


def _found(
    table: AttackedTable,
    known: Sequence[str],
    people: Numbers,
    own: Numbers,
    tuples: NDArray[np.int32],
    records: Numbers,
) -> NearestFigures:
    columns = [table.columns[name] for name in known]
    targets = np.stack([each.values[people] for each in columns], axis=1).astype(np.int32)
    number = len(people)
    figures = NearestFigures(np.empty(number), np.empty(number), np.empty(number, np.int64), np.empty(number))
    find_nearest(np.ascontiguousarray(targets), own, tuples, records, _EQUAL, _distances(columns), figures)
    return figures


def _distances(columns: Sequence[AttackedColumn]) -> Gaps:
    """What the kernel asks of columns."""
    pairs = np.cumsum([0, *(len(each.covers.labels) for each in columns)])
    starts = [each.covers.starts + before for each, before in zip(columns, pairs[:-1], strict=True)]
    ends = [each.ends for each in columns]
    positions = [_positions(each) for each in columns]
    return Gaps(
        np.concatenate([each.covers.labels for each in columns]),
        np.concatenate(starts),
        np.cumsum([0, *(len(each) for each in starts)])[:-1].astype(np.int64),
        np.cumsum([0, *(each.covers.number for each in columns)])[:-1].astype(np.int64),
        np.cumsum([0, *(each.covers.size for each in columns)]).astype(np.int64),
        np.concatenate(positions),
        np.concatenate([each.low for each in ends]),
        np.concatenate([each.high for each in ends]),
        np.array([_range(each) for each in positions]),
    )


def _positions(column: AttackedColumn) -> Floats:
    return np.full(column.covers.number, np.nan) if column.positions is None else column.positions


def _range(positions: Floats) -> float:
    known = positions[~np.isnan(positions)]
    return (float(np.ptp(known)) if len(known) else 0.0) or 1.0
