"""What is drawn of the points, and a series as it is traced."""

from __future__ import annotations

import numpy as np
import pytest

from arxdesk.explore.scatter.tracing_work import TraceProgress, trace
from arxdesk.explore.scatter.work import plot, redraw
from arxdesk.ui.point_cloud import Window
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.exploration.frontier import trace as points_of
from arxdesk_engine.exploration.points import Axes
from arxdesk_engine.exploration.sifting import sift
from arxdesk_engine.exploration.survey import alternatives_of
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.variation import Variable
from tests.engine.made_cases import discharges


@pytest.fixture(scope="module")
def alternatives() -> Alternatives:
    case = discharges(400)
    anonymizer = case.anonymizer(suppression=case.job.suppression.model_copy(update={"limit": 0.3}))
    return alternatives_of(anonymizer, anonymizer.search())


def test_that_marked_rows_stand_out_also_where_more_rows_have_come_since(alternatives):
    made = plot(sift(alternatives), Axes(), {}, None, None, Control())
    marked = np.zeros(made.points.rows.max(), bool)
    marked[::3] = True
    drawn = redraw(made, None, marked, Control()).drawing
    expected = [row < len(marked) and row % 3 == 0 for row in made.points.rows.tolist()]
    assert drawn.marked.tolist() == expected
    assert any(expected)
    assert redraw(made, Window(0.3, 0.4, -3, 0), None, Control()).drawing.window.left == 0.3


def test_that_a_traced_series_tells_all_points_so_far():
    case = discharges(300)
    told = []
    asked = (case.job, case.dataset, case.hierarchies, Variable(0, "k"), (2, 3, 5))
    points = trace(*asked, None, Control(told.append))
    assert all(isinstance(each, TraceProgress) for each in told)
    assert {len(each.points) for each in told} == {0, 1, 2, 3}
    alone = list(points_of(*asked))
    assert [(each.value, each.score, each.levels) for each in points] == [
        (each.value, each.score, each.levels) for each in alone
    ]
