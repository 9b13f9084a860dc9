"""Comparing two transformations: every figure as counting the outputs by hand gives it."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import pandas as pd
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration import comparison as comparing
from arxdesk_engine.exploration.comparison import ComparedTransformation, TransformationComparison, compare
from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.search.solution import Solution
from tests.engine.made_cases import discharges, wards


class Result(NamedTuple):
    """A problem and its solution."""

    anonymizer: Anonymizer
    solution: Solution


def found(anonymizer: Anonymizer) -> Result:
    return Result(anonymizer, anonymizer.search())


@pytest.fixture(scope="module")
def result() -> Result:
    return found(discharges(600).anonymizer())


def two(result: Result) -> tuple[Levels, Levels]:
    """The optimum, and the same with the first attribute that can be, coarser or finer."""
    best = result.solution.best.levels
    top = result.anonymizer.problem.lattice.top
    other = tuple(level + 1 if level < high else level - 1 for level, high in zip(best[:2], top[:2], strict=True))
    return best, (*other, *best[2:])


def compared(result: Result, control: Control | None = None) -> TransformationComparison:
    return compare(*result, *two(result), control)


def table(result: Result, levels: Levels) -> pd.DataFrame:
    frame = result.anonymizer.apply(levels).to_pandas().astype(str)
    return frame[list(result.anonymizer.quasi_identifiers)]


def test_that_the_figures_are_those_of_the_outputs(result: Result):
    comparison = compared(result)
    assert comparison.levels == two(result)
    assert (comparison.people, comparison.population) == (600, None)
    for side, levels in zip(comparison.sides, comparison.levels, strict=True):
        frame = table(result, levels)
        removed = (frame == "*").all(axis=1) & _is_removed(result, levels)
        sizes = frame[~removed].groupby(list(frame.columns)).size().to_numpy()
        assert side.check.suppressed_records == removed.sum()
        assert side.check.classes == len(sizes)
        assert side.highest_risk == pytest.approx(1 / sizes.min() if len(sizes) else 0)
        assert side.average_risk == pytest.approx(len(sizes) / sizes.sum() if len(sizes) else 0)
        assert side.at_highest_risk == sizes[sizes == sizes.min()].sum() if len(sizes) else 0
        assert side.likely_unique is None


def _is_removed(result: Result, levels: Levels) -> np.ndarray:
    return result.anonymizer.apply(levels).suppressed


def test_that_the_first_records_read_as_in_the_outputs_and_what_differs_is_told(result: Result):
    comparison = compared(result)
    frames = [result.anonymizer.apply(levels).to_pandas().astype(str).iloc[:200] for levels in comparison.levels]
    for side, frame in zip(comparison.sides, frames, strict=True):
        shown = {column.name: [column.values[code] for code in column.codes] for column in side.columns}
        assert shown == {name: frame[name].tolist() for name in frame.columns}
        assert all(set(column.values) == set(shown[column.name]) for column in side.columns)
    assert comparison.differs.tolist() == (frames[0].to_numpy() != frames[1].to_numpy()).tolist()
    assert comparison.records.tolist() == list(range(200))
    assert comparison.differs.any()
    assert not comparison.differs.all()


def test_that_the_gap_is_that_to_the_optimum(result: Result):
    comparison = compared(result)
    assert comparison.is_proven
    best, other = comparison.sides
    assert best.gap == pytest.approx(0.0, abs=1e-9)
    if other.check.anonymous:
        assert other.gap == pytest.approx((other.check.score - best.check.score) / other.check.score)
    else:
        assert other.gap is None


def test_that_what_everybody_is_removed_from_has_no_risk(result: Result):
    bottom = result.anonymizer.problem.lattice.bottom
    shown = compare(*result, result.solution.best.levels, bottom).sides[1]
    assert not shown.check.anonymous
    assert shown.gap is None
    if shown.check.classes == 0:
        assert (shown.highest_risk, shown.average_risk, shown.at_highest_risk) == (0.0, 0.0, 0)


def test_that_uniqueness_is_estimated_where_a_population_is_set():
    population = PopulationSettings(size=60_000)
    comparison = compared(found(discharges(600).anonymizer(population=population)))
    assert comparison.population == 60_000
    assert all(isinstance(side, ComparedTransformation) for side in comparison.sides)
    known = [side.likely_unique for side in comparison.sides if side.likely_unique is not None]
    assert known
    assert all(0 <= value <= 60_000 for value in known)


def test_that_only_records_that_count_are_shown():
    changed = {"subset": SubsetSettings(select="ward = 'B2'"), "privacy": (KAnonymity(k=2),)}
    comparison = compare(*found(wards().anonymizer(**changed)), (0, 0), (1, 2))
    assert comparison.records.tolist() == [7, 8, 9]
    assert comparison.people == 3
    assert [len(column.codes) for column in comparison.sides[0].columns] == [3, 3, 3]


def test_that_it_stops_when_it_is_asked_to(result: Result):
    seen: list[Progress] = []

    def report(progress: Progress) -> None:
        seen.append(progress)
        control.stop()

    control = Control(report)
    with pytest.raises(Stopped):
        compared(result, control)
    assert len(seen) == 1


def test_that_it_tells_how_far_it_is(result: Result):
    seen: list[float] = []
    compared(result, Control(lambda progress: seen.append(progress.fraction)))
    assert seen == [0.0, 0.25, 0.5, 0.75]


def test_that_no_more_records_are_kept_than_are_shown(result: Result, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(comparing, "MOST_RECORDS", 7)
    comparison = compared(result)
    arrays = [column.codes for side in comparison.sides for column in side.columns]
    assert {len(codes) for codes in arrays} == {7}
    assert all(codes.base is None or codes.base.size <= 7 for codes in arrays)
