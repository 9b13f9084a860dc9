"""Two transformations beside each other: cost, risks, and the first records of both outputs."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.class_counts import histogram_of, risk_of
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress, relative_gap
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.formulation import population_of
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.solution import Check, Solution, Status

MOST_RECORDS = 200
"""The number of records shown of each output; the rest is discarded at once."""
_STEPS = 4


@dataclass(frozen=True, slots=True)
class ComparedTransformation:
    """One of two transformations: its cost, its risks, and its first output records.

    `gap` is the largest possible distance of its score from the best, None without a score; `granularity` is the
    detail kept per quasi-identifier (1 all, 0 none), `mean_granularity` that of the table. The risks are those of an
    attacker who knows that a person is in the table; `at_highest_risk` people have the highest one. `likely_unique`
    people of the population would be unique, None without a population or an estimate. `columns` hold
    only the first records, `removed` bool[rows] of them.
    """

    check: Check
    gap: float | None
    granularity: tuple[float, ...]
    mean_granularity: float
    highest_risk: float
    average_risk: float
    at_highest_risk: int
    likely_unique: float | None
    columns: tuple[Column, ...]
    removed: NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class TransformationComparison:
    """Two transformations of one result beside each other.

    `names` and `heights` are the quasi-identifiers and their highest levels; `is_proven`: the gaps are those to the
    optimum. `records` intp[rows] are the first ones that count; `differs` bool[rows, columns] marks their
    differing cells.
    """

    sides: tuple[ComparedTransformation, ComparedTransformation]
    names: tuple[str, ...]
    heights: Levels
    people: int
    population: int | None
    is_proven: bool
    records: NDArray[np.intp]
    differs: NDArray[np.bool_]

    @property
    def levels(self) -> tuple[Levels, Levels]:
        """The transformations of both sides."""
        return self.sides[0].check.levels, self.sides[1].check.levels

    def swapped(self) -> TransformationComparison:
        """The same with the sides exchanged."""
        return replace(self, sides=(self.sides[1], self.sides[0]))


def compare(
    anonymizer: Anonymizer, solution: Solution, first: Levels, second: Levels, control: Control | None = None
) -> TransformationComparison:
    """Apply two transformations one after the other; keep their figures and first records. Raises a UserError."""
    control = control or Control()
    included = anonymizer.problem.grouping.included
    records = np.arange(anonymizer.dataset.records) if included is None else np.flatnonzero(included)
    records = records[:MOST_RECORDS].astype(np.intp)
    steps = (0, first), (2, second)
    sides = tuple(_side(anonymizer, solution, levels, records, step, control) for step, levels in steps)
    heights = tuple(hierarchy.maximum_level for hierarchy in anonymizer.hierarchies.values())
    return TransformationComparison(
        sides=(sides[0], sides[1]),
        names=anonymizer.quasi_identifiers,
        heights=heights,
        people=anonymizer.problem.grouping.records,
        population=_population(anonymizer),
        is_proven=solution.status is Status.OPTIMAL,
        records=records,
        differs=_differing(sides[0].columns, sides[1].columns, len(records)),
    )


def _side(
    anonymizer: Anonymizer, solution: Solution, levels: Levels, records: NDArray[np.intp], step: int, control: Control
) -> ComparedTransformation:
    control.report(Progress(tr("Applying the transformations"), step / _STEPS))
    control.raise_if_stopped()
    check = anonymizer.look_at([levels])[0]
    output = anonymizer.apply(levels)
    control.report(Progress(tr("Comparing the transformations"), (step + 1) / _STEPS))
    control.raise_if_stopped()
    mean, kept = anonymizer.detail_kept(output)
    sizes = output.groups[0]
    risk = risk_of(sizes, output.people)
    smallest = int(sizes.min()) if len(sizes) else 0
    has_score = check.anonymous and math.isfinite(check.score)
    return ComparedTransformation(
        check=check,
        gap=relative_gap(check.score, solution.lower_bound) if has_score else None,
        granularity=kept,
        mean_granularity=mean,
        highest_risk=risk.highest,
        average_risk=risk.average,
        at_highest_risk=smallest * int((sizes == smallest).sum()),
        likely_unique=_likely_unique(anonymizer, output),
        columns=_first(output, records),
        removed=output.suppressed[records],
    )


def _population(anonymizer: Anonymizer) -> int | None:
    return population_of(anonymizer.job, anonymizer.problem.grouping.units)


def _likely_unique(anonymizer: Anonymizer, output: Output) -> float | None:
    population = _population(anonymizer)
    if population is None or not len(output.class_sizes):
        return None
    from arxdesk_engine.risk.uniqueness import uniqueness  # noqa: PLC0415 - scipy is slow to import

    return uniqueness(histogram_of(output.groups[0], output.people), population).dankar.uniques


def _first(output: Output, records: NDArray[np.intp]) -> tuple[Column, ...]:
    """The columns of some records alone, with no value that these do not have."""
    found = []
    for column in output.dataset.columns:
        used, codes = np.unique(column.codes[records], return_inverse=True)
        values = tuple(column.values[code] for code in used)
        found.append(Column(column.name, codes.astype(np.int32), values, column.type))
    return tuple(found)


def _differing(first: tuple[Column, ...], second: tuple[Column, ...], rows: int) -> NDArray[np.bool_]:
    return reduce(
        lambda before, pair: np.column_stack([before, _texts(pair[0]) != _texts(pair[1])]),
        zip(first, second, strict=True),
        np.zeros((rows, 0), np.bool_),
    )


def _texts(column: Column) -> NDArray[np.object_]:
    return np.array([*column.values, None], object)[column.codes]
