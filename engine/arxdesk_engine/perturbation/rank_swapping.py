"""Rank swapping: values are exchanged between records that are near in the order of a column.

Moore (1996, Controlled data-swapping techniques for masking public use microdata sets, U.S. Bureau of the Census,
RR 96-04): records are sorted by the column, and each that was not swapped yet is swapped with one drawn among those of
at most p per cent higher rank. Every value occurs as often as before.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import fixed, marked, short, tr, whole
from arxdesk_engine.foundation.translated import ClassText
from arxdesk_engine.perturbation.method import (
    FigureTable,
    Keeps,
    Perturbation,
    PerturbedColumns,
    PerturbedRecords,
    Unfit,
    generator_of,
    missing_cells,
)

Ranks = NDArray[np.int64]


class RankSwapping(Perturbation):
    """Each value is exchanged with one whose rank is at most `percent` of the records with a value away.

    Columns are swapped one by one, each by itself. Missing cells stay where they are.
    """

    title: ClassVar[ClassText] = ClassText(marked("Rank swapping"))
    does: ClassVar[ClassText] = ClassText(marked("exchanges values between records near in rank"))
    keeps: ClassVar[Keeps] = Keeps.COUNTS

    method: Literal["rank-swapping"] = "rank-swapping"
    percent: float = Field(gt=0.0, le=100.0, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)

    @classmethod
    def suits(cls, kind: ValueType) -> bool:
        """Whether values have an order."""
        return kind.has_scale

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        return tr(
            "Values are exchanged between records whose ranks differ by at most {share} % of them.",
            share=short(self.percent),
        )

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Columns without an order, and windows in which no rank can be swapped."""
        for name in self.columns:
            column = records.columns[name]
            if not column.type.has_scale:
                found = tr(
                    "{name} is of the type {kind}, whose values have no order",
                    name=quoted(name),
                    kind=tr(column.type.kind.value),
                )
                yield Unfit("columns", found, tr('Choose "pram", or a type with an order, such as ordinal.'))
                continue
            number = int((~missing_cells(column)).sum())
            if not window_of(number, self.percent):
                found = tr(
                    "{percent} % of {number} records with a value are less than one",
                    percent=short(self.percent),
                    number=whole(number),
                )
                yield Unfit("percent", found, tr("Write a larger percentage."))

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Swap every column by its own ranks."""
        from arxdesk_engine.kernels.perturbation.rank_pairs import pair_ranks  # noqa: PLC0415 - loads Numba when needed

        changed, told = [], {}
        for place, name in enumerate(self.columns):
            column, generator = records.columns[name], generator_of(self.seed, place)
            rows = np.flatnonzero(~missing_cells(column))
            by_rank = rows[np.lexsort((generator.random(len(rows)), column.codes[rows]))]
            window = window_of(len(rows), self.percent)
            partners = np.empty(len(rows), np.int64)
            pair_ranks(window, generator.random(len(rows)), np.zeros(len(rows) + 1, np.int64), partners)
            codes = column.codes.copy()
            codes[by_rank] = column.codes[by_rank[partners]]
            changed.append(Column(name, codes, column.values, column.type))
            told[name] = _figures(window, partners)
        return PerturbedColumns(tuple(changed), {"ranks": told}, partial(_tables, told))


def window_of(records: int, percent: float) -> int:
    """The most ranks between two records that are swapped; the percentage is meant as the decimal it is written as."""
    return int(Fraction(str(percent)) * records / 100)


def _figures(window: int, partners: Ranks) -> dict[str, Any]:
    """How far ranks have moved; the correlation is that of the ranks before and after, 1 where none has."""
    ranks = np.arange(len(partners))
    moves = np.abs(partners - ranks)
    number = len(partners)
    spread = number * (number * number - 1) / 12.0
    covered = float(((partners - ranks).astype(np.float64) ** 2).sum())
    return {
        "window": window,
        "records": number,
        "swapped": int((moves > 0).sum()),
        "mean_move": float(moves.mean()) if number else 0.0,
        "largest_move": int(moves.max(initial=0)),
        "rank_correlation": 1.0 - covered / (2.0 * spread) if spread else 1.0,
    }


def _tables(told: dict[str, dict[str, Any]]) -> Iterator[FigureTable]:
    heads = (
        tr("Column"),
        tr("Window in ranks"),
        tr("Mean move"),
        tr("Largest move"),
        tr("Records swapped"),
        tr("Rank correlation"),
    )
    yield FigureTable(tr("Swapped ranks"), heads, tuple(_row(name, each) for name, each in told.items()))


def _row(name: str, told: dict[str, Any]) -> tuple[str, ...]:
    swapped = tr("{part} of {whole}", part=whole(told["swapped"]), whole=whole(told["records"]))
    moves = (whole(told["window"]), fixed(told["mean_move"], 1), whole(told["largest_move"]))
    return (name, *moves, swapped, fixed(told["rank_correlation"], 4))
