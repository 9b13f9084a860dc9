"""Order-preserving noise on dates: events of a person move by days at random, and stay in their order.

The dates of a person are gone through one after the other, as Templ, Kanjala and Siems (2022, Privacy of study
participants in open-access health and demographic surveillance system data, JMIR Public Health and Surveillance 8(9),
e34472) do: the order of events stays, and so does the mean of the time between them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.instants import PER_DAY, are_restored, instants_of, written
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import fixed, marked, tr, tr_n, whole
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
from arxdesk_engine.risk.wildcards import distinct_tuples

Numbers = NDArray[np.int64]


class DateNoise(Perturbation):
    """Every day on which something happened to a person moves by up to `days`, back or forth, at random.

    Records that agree in the columns `within` are those of one person. All dates of a person in all columns are moved
    together: what happened on one day happens on one day, and what came later comes later. Between the day before it,
    where that has moved to, and the day after it, where that was, a day moves by each number of days in both directions
    with the same probability: it is expected where it was. The time of day stays, and missing cells stay missing.
    """

    title: ClassVar[ClassText] = ClassText(marked("Order-preserving noise on dates"))
    does: ClassVar[ClassText] = ClassText(marked("moves dates of a person at random, in their order"))
    keeps: ClassVar[Keeps] = Keeps.DATES

    method: Literal["date-noise"] = "date-noise"
    within: tuple[str, ...] = Field(min_length=1)
    days: int = Field(ge=1, le=36_500, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)

    @classmethod
    def suits(cls, kind: ValueType) -> bool:
        """Whether values are dates."""
        return kind.kind is DataType.DATE

    @property
    def also_reads(self) -> Mapping[str, tuple[str, ...]]:
        """The columns that say whose dates these are."""
        return {"within": self.within}

    @property
    def ordered_within(self) -> tuple[str, ...]:
        """`within`."""
        return self.within

    @property
    def most_days(self) -> int | None:
        """`days`."""
        return self.days

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        return tr_n(
            self.days,
            "Dates move by up to {n} day at random, those of one {columns} in their order.",
            "Dates move by up to {n} days at random, those of one {columns} in their order.",
            columns=", ".join(self.within),
        )

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Columns of other values than dates, and dates that cannot be written once they are moved."""
        for name in self.columns:
            column = records.columns[name]
            if column.type.kind is not DataType.DATE:
                found = tr("the values of {name} are no dates", name=quoted(name))
                yield Unfit("columns", found, tr('Write type = "date" and their format, or leave the column out here.'))
            elif not _can_move(column, self.days):
                found = tr(
                    "some dates of {name}, once moved, cannot be written as {format}",
                    name=quoted(name),
                    format=column.type.format,
                )
                yield Unfit("columns", found, tr("Choose a format with year, month and day, or fewer days."))

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Put the dates of all columns together, move the days of each person, and write them as they were."""
        from arxdesk_engine.kernels.perturbation.date_noise import add_noise  # noqa: PLC0415 - loads Numba

        owners = distinct_tuples([records.columns[name].codes for name in self.within]).tuple_of_record
        dated = [~missing_cells(records.columns[name]) for name in self.columns]
        instants = [_instants(records.columns[name]) for name in self.columns]
        everything = np.concatenate([each[there] for each, there in zip(instants, dated, strict=True)])
        whose = np.concatenate([owners[there] for there in dated]).astype(np.int64)
        pairs, place = np.unique(np.stack([whose, everything // PER_DAY], axis=1), axis=0, return_inverse=True)
        of_pairs, days = np.ascontiguousarray(pairs[:, 0]), np.ascontiguousarray(pairs[:, 1])
        moved = np.empty(len(days), np.int64)
        add_noise(of_pairs, days, generator_of(self.seed, 0).random(len(days)), self.days, moved)
        noise = (moved - days)[place.reshape(-1)] * PER_DAY
        changed, first = [], 0
        for name, of_column, there in zip(self.columns, instants, dated, strict=True):
            end = first + int(there.sum())
            changed.append(_written(records.columns[name], of_column[there] + noise[first:end], there))
            first = end
        facts = _figures(of_pairs, moved - days)
        return PerturbedColumns(tuple(changed), facts, partial(_tables, facts))


def _can_move(column: Column, days: int) -> bool:
    """Whether the first and the last dates can be written when moved as far as they may, and any by a day."""
    texts = [value for value in column.values if value]
    if not texts:
        return True
    instants = instants_of(texts, column.type)
    ends = np.array([instants.min() - days * PER_DAY, instants.max() + days * PER_DAY])
    try:
        moved = np.concatenate([ends, instants + PER_DAY])
        return are_restored(moved, [written(instant, column.type) for instant in moved.tolist()], column.type)
    except (OverflowError, ValueError):
        return False


def _instants(column: Column) -> Numbers:
    """The instant of each record, int64[records]; 0 where it is missing."""
    texts = [place for place, value in enumerate(column.values) if value]
    found = np.zeros(len(column.values), np.int64)
    found[texts] = instants_of([column.values[place] for place in texts], column.type)
    return found[column.codes]


def _written(column: Column, instants: Numbers, dated: NDArray[np.bool_]) -> Column:
    """A column with these instants in the records with a date."""
    distinct, place = np.unique(instants, return_inverse=True)
    texts = [written(instant, column.type) for instant in distinct.tolist()]
    codes = np.full(len(dated), len(texts), np.int32)
    codes[dated] = place.reshape(-1)
    return Column(column.name, codes, tuple(texts if dated.all() else [*texts, ""]), column.type)


def _figures(owners: Numbers, noise: Numbers) -> dict[str, Any]:
    number = len(noise)
    return {
        "people": len(np.unique(owners)),
        "dates": number,
        "moved": int((noise != 0).sum()),
        "mean_days": float(noise.mean()) if number else 0.0,
        "mean_absolute_days": float(np.abs(noise).mean()) if number else 0.0,
    }


def _tables(facts: dict[str, Any]) -> Iterator[FigureTable]:
    rows = (
        (tr("People"), whole(facts["people"])),
        (tr("Different days of a person"), whole(facts["dates"])),
        (tr("Days that moved"), whole(facts["moved"])),
        (tr("Days they moved on average"), fixed(facts["mean_absolute_days"], 1)),
        (tr("Later on average by, in days"), fixed(facts["mean_days"], 2)),
    )
    yield FigureTable(tr("Days that were moved"), ("", ""), rows)
