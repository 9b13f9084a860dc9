"""Microaggregation by MDAV: near records form groups of k, and each shows the mean of its group.

Maximum distance to the average vector (Domingo-Ferrer and Mateo-Sanz 2002, Practical data-oriented microaggregation for
statistical disclosure control, IEEE Transactions on Knowledge and Data Engineering 14(1), 189-201), with fixed sizes as
in Domingo-Ferrer and Torra (2005, Data Mining and Knowledge Discovery 11(2), 195-212): the k records nearest to the one
that is farthest from the mean are a group, and so are the k nearest to the one that is farthest from that; again with
the rest until it has fewer than 3k.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import localized, marked, tr, tr_n, whole
from arxdesk_engine.foundation.translated import ClassText
from arxdesk_engine.perturbation.method import (
    FigureTable,
    Keeps,
    Perturbation,
    PerturbedColumns,
    PerturbedRecords,
    Unfit,
    in_percent,
    missing_cells,
)
from arxdesk_engine.perturbation.numbers import Numbers, column_of, numbers_of, without_numbers

MOST_RECORDS = 200_000
"""Every record is compared with all that are left, so that twice as many take four times as long."""


_MEANS = ("mean_before", "mean_after")


class Mdav(Perturbation):
    """Each record shows the means of a group of `k` to 2 `k` - 1 records that are near each other in the columns.

    Columns are standardized before: distances are Euclidean in units of standard deviations. Nothing is drawn: there is
    no seed.
    """

    title: ClassVar[ClassText] = ClassText(marked("MDAV microaggregation"))
    does: ClassVar[ClassText] = ClassText(marked("shows means of groups of near records"))
    keeps: ClassVar[Keeps] = Keeps.MISSING

    method: Literal["mdav"] = "mdav"
    k: int = Field(ge=2, le=2**31 - 1, strict=True)

    @classmethod
    def suits(cls, kind: ValueType) -> bool:
        """Whether values have distances."""
        return kind.kind.is_numeric

    @property
    def least_matches(self) -> int:
        """The k of the settings."""
        return self.k

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        return tr(
            "Each record shows the means of a group of {k} or more that are near in {columns}.",
            k=self.k,
            columns=self._keys,
        )

    @property
    def _keys(self) -> str:
        return ", ".join(map(quoted, self.columns))

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Other values than numbers, missing cells, too few or too many records."""
        yield from without_numbers(records, self.columns, "columns")
        for name in self.columns:
            if missing := int(missing_cells(records.columns[name]).sum()):
                found = tr_n(
                    missing,
                    "1 cell of {column} is missing: without a number there is no distance",
                    "{n} cells of {column} are missing: without a number there is no distance",
                    column=quoted(name),
                )
                yield Unfit("columns", found, tr("Fill these cells, or name columns without missing ones."))
        if records.number < self.k:
            yield Unfit(
                "k", tr("the table has {number} records", number=whole(records.number)), tr("Write a smaller k.")
            )
        if records.number > MOST_RECORDS:
            found = tr(
                "the table has {number} records, of which each is compared with all others",
                number=whole(records.number),
            )
            yield Unfit(
                "columns",
                found,
                tr('At most {most} are: choose "correlated-noise", or a sample.', most=whole(MOST_RECORDS)),
            )

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Form the groups, and show their means."""
        from arxdesk_engine.kernels.perturbation.mdav import mdav_groups  # noqa: PLC0415 - loads Numba when needed

        columns = [records.columns[name] for name in self.columns]
        before = np.stack([numbers_of(column) for column in columns], axis=1)
        points, groups = standardized(before), np.zeros(len(before), np.int64)
        number = mdav_groups(points, self.k, groups)
        sizes = np.bincount(groups, minlength=number)
        means = _means(before, groups, sizes)
        changed = tuple(column_of(column, means[groups, place]) for place, column in enumerate(columns))
        lost = ((points - _means(points, groups, sizes)[groups]) ** 2).sum(axis=0)
        whole = (points**2).sum(axis=0)
        written = np.stack([numbers_of(column) for column in changed], axis=1)
        facts = {
            "groups": {"number": number, "smallest": int(sizes.min()), "largest": int(sizes.max())},
            "variance_lost": float(lost.sum() / whole.sum()) if whole.any() else 0.0,
            "columns_lost": {
                name: {
                    "mean_before": float(before[:, place].mean()),
                    "mean_after": float(written[:, place].mean()),
                    "variance_lost": float(lost[place] / whole[place]) if whole[place] else 0.0,
                }
                for place, name in enumerate(self.columns)
            },
        }
        return PerturbedColumns(changed, facts, partial(self._tables, facts))

    def _tables(self, facts: dict[str, Any]) -> Iterator[FigureTable]:
        groups = facts["groups"]
        found = (
            (tr("Groups"), whole(groups["number"])),
            (tr("Records of a group"), f"{whole(groups['smallest'])}–{whole(groups['largest'])}"),
            (tr("Variance lost (SSE / SST)"), in_percent(facts["variance_lost"], 4)),
        )
        yield FigureTable(tr("Groups of near records"), ("", ""), found)
        rows = tuple(
            (name, *(localized(f"{each[mean]:,.6g}") for mean in _MEANS), in_percent(each["variance_lost"], 4))
            for name, each in facts["columns_lost"].items()
        )
        heads = (tr("Column"), tr("Mean before"), tr("Mean after"), tr("Variance lost"))
        yield FigureTable(tr("Means of groups"), heads, rows)


def standardized(numbers: Numbers) -> Numbers:
    """Columns with the mean 0 and the variance 1, float64[records, columns]; a constant column is 0."""
    centred = numbers - numbers.mean(axis=0)
    deviations = centred.std(axis=0)
    return np.ascontiguousarray(np.divide(centred, deviations, out=np.zeros_like(centred), where=deviations > 0.0))


def _means(numbers: Numbers, groups: NDArray[np.int64], sizes: NDArray[np.int64]) -> Numbers:
    """The mean of each group in each column, float64[groups, columns]."""
    sums = [np.bincount(groups, column, len(sizes)) for column in numbers.T]
    means: Numbers = np.stack(sums, axis=1) / sizes[:, None]
    return means
