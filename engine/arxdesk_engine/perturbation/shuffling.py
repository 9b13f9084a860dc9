"""Data shuffling: values of confidential columns are reordered, so that ranks stay related as they were.

Muralidhar and Sarathy (2006, Data shuffling - a new masking approach for numerical data, Management Science 52(5),
658-670): new normal scores are drawn given those of other columns, by the correlations of all of them, and each record
gets the value whose rank its new score has. Given the other columns, a new value says nothing of the old one.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import fixed, marked, tr, tr_n, whole
from arxdesk_engine.foundation.translated import ClassText
from arxdesk_engine.perturbation.covariances import covariance, root_of
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
from arxdesk_engine.perturbation.numbers import Numbers

_FEWEST = 3
"""Records with a value in every column: fewer have no correlations."""


class Shuffling(Perturbation):
    """The values of the columns are reordered by chance, given the values of a record in `predictors`.

    Rank correlations of the columns, with each other and with the predictors, are expected to stay. A missing cell
    stays missing; a missing predictor counts as the one in the middle.
    """

    title: ClassVar[ClassText] = ClassText(marked("Shuffling"))
    does: ClassVar[ClassText] = ClassText(marked("reorders values, given other columns"))
    keeps: ClassVar[Keeps] = Keeps.COUNTS

    method: Literal["shuffling"] = "shuffling"
    predictors: tuple[str, ...] = ()
    seed: int = Field(default=0, ge=0, strict=True)

    @classmethod
    def suits(cls, kind: ValueType) -> bool:
        """Whether values have an order."""
        return kind.has_scale

    @property
    def also_reads(self) -> Mapping[str, tuple[str, ...]]:
        """The predictors."""
        return {"predictors": self.predictors}

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        if not self.predictors:
            return tr("Values are reordered by chance; rank correlations are expected to stay.")
        return tr(
            "Values are reordered by chance, given {columns}; rank correlations are expected to stay.",
            columns=", ".join(map(quoted, self.predictors)),
        )

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Columns without an order, and too few records for correlations."""
        has_order = True
        for field in ("columns", "predictors"):
            for name in getattr(self, field):
                kind = records.columns[name].type
                if not kind.has_scale:
                    has_order = False
                    found = tr(
                        "{name} is of the type {kind}, whose values have no order",
                        name=quoted(name),
                        kind=tr(kind.kind.value),
                    )
                    yield Unfit(field, found, tr("Name columns of numbers, dates or ordered categories."))
        complete = int(_complete([records.columns[name] for name in self.names]).sum())
        if has_order and complete < _FEWEST:
            found = tr_n(complete, "{n} record has a value in each column", "{n} records have a value in each column")
            if not complete:
                found = tr("no records have a value in each column")
            yield Unfit(
                "columns",
                found,
                tr("At least {fewest} are needed: name columns with fewer missing cells.", fewest=_FEWEST),
            )

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Draw new scores, and give every record the value of their rank."""
        before = [records.columns[name] for name in self.names]
        complete = _complete(before)
        if complete.sum() < _FEWEST:
            return PerturbedColumns(tuple(before[: len(self.columns)]), {})
        scores = self._drawn(before, complete)
        changed = []
        for place, column in enumerate(before[: len(self.columns)]):
            rows = np.flatnonzero(~missing_cells(column))
            codes = column.codes.copy()
            codes[rows[np.argsort(scores[rows, place], kind="stable")]] = np.sort(column.codes[rows])
            changed.append(Column(column.name, codes, column.values, column.type))
        sides = {
            "before": rank_correlations(before, complete).tolist(),
            "after": rank_correlations([*changed, *before[len(changed) :]], complete).tolist(),
        }
        facts = {"columns": list(self.names), "records": int(complete.sum()), **sides}
        return PerturbedColumns(tuple(changed), {"rank_correlations": facts}, partial(self._tables, facts))

    def _drawn(self, columns: list[Column], complete: NDArray[np.bool_]) -> Numbers:
        """New normal scores of the columns that are reordered, float64[records, columns].

        Given the scores S of the predictors: R_xs R_ss^-1 S and an error of the covariance R_xx - R_xs R_ss^-1 R_sx,
        where R = 2 sin(pi r / 6) are the correlations of normal scores with the rank correlations r.
        """
        number = len(self.columns)
        related = 2.0 * np.sin(np.pi / 6.0 * rank_correlations(columns, complete))
        own, across, others = related[:number, :number], related[:number, number:], related[number:, number:]
        weights = across @ np.linalg.pinv(others, hermitian=True) if self.predictors else across
        errors = generator_of(self.seed, 0).standard_normal((len(complete), number))
        scores: Numbers = errors @ root_of(own - weights @ across.T).T
        if self.predictors:
            scores += np.stack([normal_scores(column) for column in columns[number:]], axis=1) @ weights.T
        return scores

    def _tables(self, facts: dict[str, Any]) -> Iterator[FigureTable]:
        pairs = (pair for pair in itertools.combinations(range(len(self.names)), 2) if pair[0] < len(self.columns))
        rows = tuple(
            (
                f"{self.names[first]}, {self.names[second]}",
                fixed(facts["before"][first][second], 4),
                fixed(facts["after"][first][second], 4),
            )
            for first, second in pairs
        )
        caption = tr("Rank correlations of {number} records", number=whole(facts["records"]))
        yield FigureTable(caption, (tr("Columns"), tr("Before"), tr("After")), rows)


def normal_scores(column: Column) -> Numbers:
    """The normal quantile of (rank - 1/2) / n of each cell, float64[records]; 0, the one in the middle, where missing.

    Equal values have the mean of their ranks.
    """
    from scipy.special import ndtri  # noqa: PLC0415 - scipy is slow to import

    scores = np.zeros(column.records)
    there = ~missing_cells(column)
    if there.any():
        scores[there] = ndtri((_ranks(column.codes[there]) - 0.5) / there.sum())
    return scores


def rank_correlations(columns: list[Column], complete: NDArray[np.bool_]) -> Numbers:
    """Spearman's rank correlation of columns in some records (bool[records]), float64[columns, columns].

    That of a constant column with another one is 0.
    """
    ranks = np.stack([_ranks(column.codes[complete]) for column in columns], axis=1)
    found = covariance(ranks)
    deviations = np.sqrt(np.diag(found))
    scale = np.outer(deviations, deviations)
    correlations: Numbers = np.divide(found, scale, out=np.zeros_like(found), where=scale > 0.0)
    np.fill_diagonal(correlations, 1.0)
    return correlations


def _ranks(codes: NDArray[np.int32]) -> Numbers:
    """The rank of each value from 1 on, float64[n]; equal ones have the mean of theirs."""
    counts = np.bincount(codes) if len(codes) else np.zeros(1, np.int64)
    ends = np.cumsum(counts)
    found: Numbers = (ends - (counts - 1) / 2.0)[codes]
    return found


def _complete(columns: list[Column]) -> NDArray[np.bool_]:
    """The records with a value in every column, bool[records]."""
    complete: NDArray[np.bool_] = ~np.logical_or.reduce([missing_cells(column) for column in columns])
    return complete
