"""Correlated noise: numbers get random errors that have the covariance of the columns themselves.

Kim (1986, A method for limiting disclosure in microdata based on random noise and transformation, Proceedings of the
Section on Survey Research Methods, American Statistical Association, 370-374): with noise of the covariance c S, where
S is that of the columns, all correlations stay; a linear transformation then gives the masked columns the means and the
covariance of the original ones.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import partial
from typing import Any, ClassVar, Literal

import numpy as np
from pydantic import Field

from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import localized, marked, short, tr, whole
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
)
from arxdesk_engine.perturbation.numbers import Numbers, column_of, complete_records, numbers_of, without_numbers


class CorrelatedNoise(Perturbation):
    """Every number gets an error drawn from a normal distribution, together with those of the other columns.

    The errors of a record have the covariance of the columns, times `noise`. `keep_covariance`: numbers are moved
    towards their mean after that, so that the covariance is expected to be that of before; otherwise it is 1 + `noise`
    times as large. Missing cells stay missing; the covariance is that of the records without any.
    """

    title: ClassVar[ClassText] = ClassText(marked("Correlated noise"))
    does: ClassVar[ClassText] = ClassText(marked("adds random errors to numbers"))
    keeps: ClassVar[Keeps] = Keeps.MISSING

    method: Literal["correlated-noise"] = "correlated-noise"
    noise: float = Field(default=0.1, gt=0.0, le=10.0, strict=True)
    keep_covariance: bool = Field(default=True, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)

    @classmethod
    def suits(cls, kind: ValueType) -> bool:
        """Whether values have distances."""
        return kind.kind.is_numeric

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        told = marked("Numbers get random errors of {noise} times their variance; correlations stay.")
        if self.keep_covariance:
            told = marked(
                "Numbers get random errors of {noise} times their variance; means and covariances are expected to stay."
            )
        return tr(told, noise=short(self.noise))

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Columns of other values than numbers, and too few records for a covariance."""
        yield from without_numbers(records, self.columns, "columns")
        if all(records.columns[name].type.kind.is_numeric for name in self.columns):
            complete = int(complete_records([numbers_of(records.columns[name]) for name in self.columns]).sum())
            if complete < 2:
                columns = ", ".join(map(quoted, self.columns))
                found = tr("no records have a number in each of {columns}", columns=columns)
                if complete:
                    found = tr("1 record has a number in each of {columns}", columns=columns)
                yield Unfit("columns", found, tr("Two are needed at least: name columns with fewer missing cells."))

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Add the noise, and move towards the means."""
        before = np.stack([numbers_of(records.columns[name]) for name in self.columns], axis=1)
        complete = ~np.isnan(before).any(axis=1)
        after = before.copy()
        if complete.sum() > 1:
            normal = generator_of(self.seed, 0).standard_normal(before.shape)
            after += np.sqrt(self.noise) * (normal @ root_of(covariance(before[complete])).T)
            if self.keep_covariance:
                means = np.nanmean(before, axis=0)
                after = means + (after - means) / np.sqrt(1.0 + self.noise)
        changed = tuple(column_of(records.columns[name], after[:, place]) for place, name in enumerate(self.columns))
        written = np.stack([numbers_of(column) for column in changed], axis=1)
        facts = _moments(before[complete], written[complete])
        return PerturbedColumns(changed, {"moments": facts}, partial(self._tables, facts))

    def _tables(self, facts: dict[str, Any]) -> Iterator[FigureTable]:
        heads = (
            tr("Columns"),
            tr("Covariance before"),
            tr("Covariance after"),
            tr("Mean before"),
            tr("Mean after"),
        )
        rows = []
        for (place, first), (other, second) in itertools.combinations_with_replacement(enumerate(self.columns), 2):
            figures = [facts[side]["covariance"][place][other] for side in ("before", "after")]
            if place == other:
                figures += [facts[side]["means"][place] for side in ("before", "after")]
            texts = [localized(f"{figure:,.6g}") for figure in figures]
            rows.append((first if place == other else f"{first}, {second}", *texts, *[""] * (4 - len(texts))))
        caption = tr("Means and covariances of {number} records", number=whole(facts["records"]))
        yield FigureTable(caption, heads, tuple(rows))


def _moments(before: Numbers, after: Numbers) -> dict[str, Any]:
    """Means and covariances of the records with a number in every column; None where there are fewer than two."""
    sides: dict[str, Any] = {"records": len(before)}
    for side, numbers in (("before", before), ("after", after)):
        has_any = len(numbers) > 1
        sides[side] = {
            "means": numbers.mean(axis=0).tolist() if has_any else [0.0] * numbers.shape[1],
            "covariance": (covariance(numbers) if has_any else np.zeros((numbers.shape[1],) * 2)).tolist(),
        }
    return sides
