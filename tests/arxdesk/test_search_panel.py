"""The live panel: sentences for every state of a search, and numbers that agree with the report."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.search_panel import SearchPanel
from engine.control import SearchProgress
from engine.search.solution import Check, Solution, Status

BEST = Check((1, 0), True, 0.4, 0.3, 12, 30, 5, 90, False, True)


@pytest.fixture
def panel(qtbot) -> SearchPanel:
    made = SearchPanel()
    qtbot.addWidget(made)
    made.resize(384, 760)
    made.show()
    made.begin(["age", "sex"], [3, 1], 1000, 12_960)
    return made


def words(panel: SearchPanel) -> tuple[str, str, str]:
    return panel.title.text(), panel._lead.text(), panel._explanation.text()


def ended(status: Status, best: Check | None = BEST, bound: float = 0.4) -> Solution:
    return Solution("optimal", status, best, bound, 271, 2.0, () if best is None else (best,))


def test_that_a_search_begins_without_a_best(panel: SearchPanel):
    assert words(panel)[:2] == ("Search running", "Looking for a first transformation that is safe enough.")
    assert (panel._gap.value, panel._checks.value, panel._speed.value) == ("–", "0", "0")
    assert panel._stop.isVisible()


def test_that_progress_before_the_first_find_claims_nothing(panel: SearchPanel):
    panel.show_progress(SearchProgress("Searching", seconds=0.5, checks=20, lower_bound=0.1, excluded=0.01))
    assert "first transformation" in words(panel)[1]
    assert panel._gap.value == "–"
    assert panel._speed.value == "40"


def test_that_progress_is_told_in_words_and_numbers(panel: SearchPanel):
    panel.show_progress(
        SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, 0.3, 0.25),
    )
    assert words(panel)[1] == "The best found so far is at most 25 % from the best possible."
    assert "Score 0.4000; nothing below 0.3000 can exist." in words(panel)[2]
    assert (panel._gap.value, panel._gap.unit) == ("25.0", "%")
    assert (panel._checks.value, panel._speed.value) == ("5,000", "2,500")
    assert panel._excluded.value() == 250
    assert panel._excluded_words.text().endswith("25 % of 12,960")
    assert panel._removed.text() == "12 of 1,000 people (1.2 %) removed"
    assert [(row.name, row.level) for row in panel._levels.rows] == [("age", 1), ("sex", 0)]


@pytest.mark.parametrize(
    ("solution", "lead"),
    [
        (ended(Status.OPTIMAL), "Optimum proven."),
        (ended(Status.BEST_FOUND, bound=0.3), "Ended early: at most 25 % from the best possible."),
        (ended(Status.INFEASIBLE, None), "Proven: nothing satisfies these rules."),
        (ended(Status.NONE_FOUND, None), "Ended before anything was found."),
    ],
)
def test_that_each_end_has_its_sentence_and_nothing_is_left_to_stop(panel: SearchPanel, solution: Solution, lead: str):
    panel.finish(solution, 1000)
    assert words(panel)[:2] == ("Search finished", lead)
    assert words(panel)[2]
    assert not panel._stop.isVisible()
    assert ("proven" in lead.lower()) == (solution.status in (Status.OPTIMAL, Status.INFEASIBLE))


def test_that_a_failure_leaves_nothing_to_stop(panel: SearchPanel):
    panel.fail()
    assert words(panel) == ("Search", "The search could not be done.", "")
    assert not panel._stop.isVisible()
    assert not panel._hint.isVisible()


def test_that_a_new_search_forgets_the_last_one(panel: SearchPanel):
    panel.finish(ended(Status.OPTIMAL), 1000)
    panel.begin(["zip"], [4], 10, 5)
    assert words(panel)[0] == "Search running"
    assert panel._removed.text() == ""
    assert [(row.name, row.level) for row in panel._levels.rows] == [("zip", 0)]
    assert panel._stop.isVisible()
    assert panel._hint.isVisible()


def test_that_no_share_is_told_while_nobody_knows_how_many_records_count(panel: SearchPanel):
    panel.begin(["age", "sex"], [3, 1], None, 12_960)
    panel.show_progress(SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, 0.3, 0.25))
    assert panel._removed.text() == "12 people removed"
    panel.finish(ended(Status.OPTIMAL), 48)
    assert panel._removed.text() == "12 of 48 people (25 %) removed"


def test_that_stop_and_close_are_asked_for(panel: SearchPanel, qtbot):
    with qtbot.waitSignal(panel.stop_requested):
        QTest.mouseClick(panel._stop, Qt.MouseButton.LeftButton)
