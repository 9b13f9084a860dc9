"""Two transformations beside each other: what each costs, how safe it is, and what the first records read then."""

from __future__ import annotations

import math
from functools import reduce

import numpy as np
from numpy.typing import NDArray

from arxdesk.core.values.results import Compared, Comparison, Result
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress, relative_gap
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.formulation import population_of
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.risk.reidentification import prosecutor_risk
from arxdesk_engine.search.solution import Status

MOST_RECORDS = 200
"""So many records are shown of each output; the rest of it is given up at once."""
_STEPS = 4


def compare(result: Result, first: Levels, second: Levels, control: Control) -> Comparison:
    """Apply two transformations one after the other, and keep what is shown of them. Raises a UserError."""
    anonymizer = result.anonymizer
    included = anonymizer.problem.grouping.included
    records = np.arange(anonymizer.dataset.records) if included is None else np.flatnonzero(included)
    records = records[:MOST_RECORDS].astype(np.intp)
    sides = tuple(_side(result, levels, records, step, control) for step, levels in ((0, first), (2, second)))
    heights = tuple(hierarchy.maximum_level for hierarchy in anonymizer.hierarchies.values())
    return Comparison(
        sides=(sides[0], sides[1]),
        names=anonymizer.quasi_identifiers,
        heights=heights,
        people=result.records,
        population=population_of(result.job, result.records),
        is_proven=result.solution.status is Status.OPTIMAL,
        records=records,
        differs=_differing(sides[0].columns, sides[1].columns, len(records)),
    )


def _side(result: Result, levels: Levels, records: NDArray[np.intp], step: int, control: Control) -> Compared:
    anonymizer, solution = result.anonymizer, result.solution
    control.report(Progress("Applying the transformations", step / _STEPS))
    control.raise_if_stopped()
    check = anonymizer.look_at([levels])[0]
    output = anonymizer.apply(levels)
    control.report(Progress("Comparing the transformations", (step + 1) / _STEPS))
    control.raise_if_stopped()
    mean, kept = anonymizer.detail_kept(output)
    risk = prosecutor_risk(output.class_sizes)
    smallest = int(output.class_sizes.min(initial=np.iinfo(np.int64).max)) if len(output.class_sizes) else 0
    has_score = check.anonymous and math.isfinite(check.score)
    return Compared(
        check=check,
        gap=relative_gap(check.score, solution.lower_bound) if has_score else None,
        granularity=kept,
        mean_granularity=mean,
        highest_risk=risk.highest,
        average_risk=risk.average,
        at_highest_risk=smallest * int((output.class_sizes == smallest).sum()),
        likely_unique=_likely_unique(result, output),
        columns=_first(output, records),
        removed=output.suppressed[records],
    )


def _likely_unique(result: Result, output: Output) -> float | None:
    population = population_of(result.job, result.records)
    if population is None or not len(output.class_sizes):
        return None
    from arxdesk_engine.risk.uniqueness import uniqueness  # noqa: PLC0415 - scipy is slow to import

    return uniqueness(output.class_sizes, population).dankar.uniques


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
