"""Targeted record swapping: whole households change places, first of all those that are rare where they live.

Made for censuses, as in recordSwap of sdcMicro (Gussenbauer 2023, Targeted Record Swapping, its vignette): level by
level of a geography, households with somebody who is rare in their area exchange places with similar ones in another
area of the level. Afterwards as many more are swapped at the finest level as a rate asks for in every area.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.foundation.translated import ClassText
from arxdesk_engine.perturbation.method import (
    FigureTable,
    Keeps,
    Perturbation,
    PerturbedColumns,
    PerturbedRecords,
    Unfit,
    generator_of,
    in_percent,
)
from arxdesk_engine.risk.wildcards import distinct_tuples

Places = NDArray[np.int64]
_FREE = -1


class RecordSwapping(Perturbation):
    """The places of households, `columns` from the coarsest to the finest, are exchanged between pairs of households.

    A household is at risk in an area where one of its members has values in `risk_columns` that fewer than `k` records
    of the area have. Two households that are swapped have as many members, whose values in `similar` are the same; they
    live in different areas of a level, and in the same one of the level above unless `within_upper_area` is false.
    `swap_rate` is the share of households of each finest area that are swapped at least, where partners are enough.
    Each household is swapped once at most.
    """

    title: ClassVar[ClassText] = ClassText(marked("Targeted record swapping"))
    does: ClassVar[ClassText] = ClassText(marked("exchanges the places of whole households"))
    keeps: ClassVar[Keeps] = Keeps.COUNTS
    needs_households: ClassVar[bool] = True
    is_ordered: ClassVar[bool] = True

    method: Literal["record-swapping"] = "record-swapping"
    risk_columns: tuple[str, ...] = Field(min_length=1)
    similar: tuple[str, ...] = ()
    within_upper_area: bool = Field(default=True, strict=True)
    k: int = Field(default=3, ge=1, le=2**31 - 1, strict=True)
    swap_rate: float = Field(default=0.05, ge=0.0, le=1.0, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)

    @property
    def also_reads(self) -> Mapping[str, tuple[str, ...]]:
        """The columns that households are at risk by, and alike in."""
        return {"risk_columns": self.risk_columns, "similar": self.similar}

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        places = ", ".join(map(quoted, self.columns))
        if not self.similar:
            return tr("Households of one size exchange their {columns}, those with rare members first.", columns=places)
        return tr(
            "Households of one size and the same {similar} exchange their {columns}, those with rare members first.",
            similar=", ".join(map(quoted, self.similar)),
            columns=places,
        )

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Households that live in several places."""
        if records.households is None:
            return
        for name in self.columns:
            pairs = distinct_tuples([_dense(records.households), records.columns[name].codes])
            several = len(pairs) - len(np.unique(records.households))
            if several:
                found = tr("the members of some households have different values in {name}", name=quoted(name))
                yield Unfit("columns", found, tr("Correct the cells: a household lives in one place."))

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Pair households level by level, then exchange the places of each pair."""
        if records.households is None:
            raise ValueError("there are no households")
        homes = _Homes.of(_dense(records.households))
        profile = homes.profile([records.columns[name].codes for name in self.similar])
        partners = np.full(homes.number, _FREE, np.int64)
        generator, levels = generator_of(self.seed, 0), []
        bucket, area = profile, np.zeros(homes.number, np.int64)
        for name in self.columns:
            bucket = _numbered(area, profile) if self.within_upper_area else profile
            area = _numbered(area, records.columns[name].codes[homes.example].astype(np.int64))
            at_risk = self._at_risk(records, homes, area)
            shuffled = generator.permutation(homes.number)
            wanted = shuffled[at_risk[shuffled]]
            no_limit = np.full(homes.number, homes.number, np.int64)
            pairs = _Pairing(bucket, area, shuffled, at_risk).pair(wanted, no_limit, partners)
            left = int((partners[wanted] < 0).sum())
            levels.append({"column": name, "at_risk": len(wanted), "pairs": pairs, "without_partner": left})
        asked = np.rint(self.swap_rate * np.bincount(area, minlength=1)).astype(np.int64)
        asked -= np.bincount(area[partners >= 0], minlength=len(asked))
        wanted = generator.permutation(homes.number)
        more = _Pairing(bucket, area, wanted, np.zeros(homes.number, np.bool_)).pair(wanted, asked, partners)
        target = np.where(partners >= 0, partners, np.arange(homes.number))
        changed = [self._moved(records, homes, name, target) for name in self.columns]
        swapped = int((partners >= 0).sum())
        facts = {"households": homes.number, "swapped": swapped, "additional_pairs": more, "levels": levels}
        return PerturbedColumns(tuple(changed), facts, partial(self._tables, facts))

    def _at_risk(self, records: PerturbedRecords, homes: _Homes, area: Places) -> NDArray[np.bool_]:
        """The households with a member who is rare in the area, bool[households]."""
        risk = [records.columns[name].codes for name in self.risk_columns]
        tuples = distinct_tuples([area[homes.of_records].astype(np.int32), *risk])
        rare = tuples.counts[tuples.tuple_of_record] < self.k
        found = np.zeros(homes.number, np.bool_)
        found[homes.of_records[rare]] = True
        return found

    def _moved(self, records: PerturbedRecords, homes: _Homes, name: str, target: Places) -> Column:
        column = records.columns[name]
        codes = column.codes[homes.example[target]][homes.of_records]
        return Column(name, codes, column.values, column.type)

    def _tables(self, facts: dict[str, Any]) -> Iterator[FigureTable]:
        heads = (tr("Level"), tr("Households at risk"), tr("Pairs swapped"), tr("At risk without a partner"))
        rows = tuple(
            (each["column"], whole(each["at_risk"]), whole(each["pairs"]), whole(each["without_partner"]))
            for each in facts["levels"]
        )
        yield FigureTable(tr("Households at risk, by the level of their area"), heads, rows)
        share = in_percent(facts["swapped"] / max(1, facts["households"]), 2)
        found = (
            (tr("Households"), whole(facts["households"])),
            (
                tr("Households swapped"),
                tr("{number} ({share})", number=whole(facts["swapped"]), share=share),
            ),
            (tr("Pairs swapped for the rate alone"), whole(facts["additional_pairs"])),
        )
        yield FigureTable(tr("Swapped households"), ("", ""), found)


@dataclass(frozen=True, slots=True, eq=False)
class _Homes:
    """The households of some records: `of_records` int32[records], from 0, and a record of each, intp[households]."""

    of_records: Codes
    example: NDArray[np.intp]

    @classmethod
    def of(cls, of_records: Codes) -> _Homes:
        return cls(of_records, np.unique(of_records, return_index=True)[1])

    @property
    def number(self) -> int:
        return len(self.example)

    def profile(self, columns: list[Codes]) -> Places:
        """The same number for households with as many members whose values are the same in each column, in any order,
        int64[households]."""
        sizes = np.bincount(self.of_records, minlength=self.number)
        first = np.cumsum(sizes) - sizes
        found = sizes.astype(np.int64)
        for codes in columns:
            in_order = codes[np.lexsort((codes, self.of_records))].astype(np.int64)
            for member in range(int(sizes.max(initial=0))):
                there = np.flatnonzero(sizes > member)
                value = np.full(self.number, -1, np.int64)
                value[there] = in_order[first[there] + member]
                found = _numbered(found, value + 1)
        return found


class _Pairing:
    """Households by bucket, in which they may be swapped: those at risk first, in a given order otherwise."""

    def __init__(self, bucket: Places, area: Places, shuffled: NDArray[np.int64], at_risk: NDArray[np.bool_]) -> None:
        self._bucket, self._area = bucket, area
        rank = np.empty(len(shuffled), np.int64)
        rank[shuffled] = np.arange(len(shuffled))
        self._order = np.lexsort((rank, ~at_risk, bucket)).astype(np.int64)
        sizes = np.bincount(bucket) if len(bucket) else np.zeros(0, np.int64)
        self._first = np.append(0, np.cumsum(sizes)).astype(np.int64)

    def pair(self, wanted: NDArray[np.int64], quota: Places, partners: Places) -> int:
        """Give partners to households that want one, while the quota of their area lasts; the number of pairs."""
        from arxdesk_engine.kernels.perturbation.household_pairs import pair_households  # noqa: PLC0415 - loads Numba

        order = np.ascontiguousarray(wanted, np.int64)
        return int(pair_households(order, quota, self._bucket, self._area, self._order, self._first, partners))


def _dense(households: Codes) -> Codes:
    """The households of some records, numbered from 0 without gaps, int32[records]."""
    return np.unique(households, return_inverse=True)[1].reshape(-1).astype(np.int32)


def _numbered(first: Places, second: Places) -> Places:
    """A number for each different pair, from 0 without gaps, int64[n]."""
    width = int(second.max(initial=0)) + 1
    numbers: Places = np.unique(first * width + second, return_inverse=True)[1].reshape(-1).astype(np.int64)
    return numbers
