"""The alternatives to a result, explored as in a notebook: a frame of all of them, filtered, plotted and compared."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest

from arxdesk_engine.exploration.comparison import compare
from arxdesk_engine.exploration.listing import frame_of
from arxdesk_engine.exploration.neighbours import neighbours_of
from arxdesk_engine.exploration.points import Across, Axes, Risk, points_of
from arxdesk_engine.exploration.sifting import SortBy, Sorting, sift
from arxdesk_engine.exploration.survey import SearchState, alternatives_of, explore
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Filters
from tests.engine.made_cases import discharges


def test_that_a_notebook_explores_the_alternatives():
    anonymizer = discharges(400).anonymizer()
    solution = anonymizer.search()
    alternatives = alternatives_of(anonymizer, solution)
    frame = frame_of(alternatives)
    assert len(frame) == anonymizer.problem.lattice.size
    assert frame.loc[frame["class"] == "optimum", "score"].tolist() == [float(solution.best.score)]
    assert frame["anonymous"].notna().all()

    few_removed = Filters(classes=("optimum", "anonymous"), removed=5)
    sifted = sift(alternatives, few_removed, Sorting(SortBy.RISK))
    safest = frame_of(alternatives, sifted.order)
    expected = frame[frame["anonymous"] & (frame["suppressed_records"] <= 5)]
    assert sorted(safest.index) == list(range(len(expected)))
    assert safest["highest_risk"].is_monotonic_increasing
    assert safest["score"].min() == expected["score"].min()

    points = points_of(sifted, Axes(Across.SCORE, Risk.AVERAGE))
    frontier = frame_of(alternatives, points.rows[points.frontier])
    assert frontier["average_risk"].is_monotonic_decreasing

    other = neighbours_of(alternatives, solution.best.levels, "above")[0].levels
    comparison = compare(anonymizer, solution, solution.best.levels, other)
    assert comparison.levels == (solution.best.levels, other)
    assert comparison.sides[0].gap == pytest.approx(0.0, abs=1e-9)


def test_that_figures_of_unknown_transformations_are_missing_from_a_frame(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("arxdesk_engine.exploration.gathering.MOST_WHOLE", 10)
    anonymizer = discharges(400).anonymizer()
    solution = anonymizer.search()
    found = explore(
        SearchState.of_solution(anonymizer, solution), None, Filters(), Sorting(), None, Control()
    ).sifted.alternatives
    assert len(found) == len(solution.examined)
    monkeypatch.undo()
    whole = explore(
        SearchState.of_solution(anonymizer, solution), None, Filters(), Sorting(), None, Control()
    ).sifted.alternatives
    frame = frame_of(whole)
    unknown = frame["class"] == "unknown"
    assert unknown.sum() == np.count_nonzero(whole.state == 0)
    assert frame.loc[unknown, ["anonymous", "suppressed_records", "classes", "score"]].isna().all(axis=None)


def test_that_exploring_needs_no_qt():
    script = (
        "import sys\n"
        "from arxdesk_engine.exploration import comparison, estimates, listing, pins, points, survey\n"
        "print([name for name in sys.modules if name.startswith(('PySide6', 'arxdesk.'))])"
    )
    finished = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert finished.stdout.strip() == "[]"
