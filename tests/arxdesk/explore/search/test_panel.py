"""The live panel: sentences for every state of a search, and numbers that agree with the report."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search, search_on
from arxdesk.explore.search.panel import SearchPanel
from arxdesk.ui.widgets.charts.trace import Trace
from arxdesk_engine.foundation.control import Control, Progress, SearchProgress
from arxdesk_engine.search.solution import Check, Improvement, Solution, Status
from tests.arxdesk.conftest import wide_project

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
    assert words(panel)[:2] == ("Search running", "Looking for a first anonymous transformation.")
    assert (panel._figures.gap.value, panel._figures.checks.value, panel._figures.speed.value) == ("–", "0", "0")
    assert panel.stop.isVisible()


def test_that_progress_before_the_first_find_claims_nothing(panel: SearchPanel):
    panel.show_progress(SearchProgress("Searching", seconds=0.5, checks=20, lower_bound=0.1, excluded=0.01))
    assert "first anonymous transformation" in words(panel)[1]
    assert panel._figures.gap.value == "–"
    assert panel._figures.speed.value == "40"


def test_that_progress_is_told_in_words_and_numbers(panel: SearchPanel):
    panel.show_progress(
        SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, 0.3, 0.25),
    )
    assert words(panel)[1] == "The best found so far is at most 25 % from the best possible."
    assert "Score 0.4000; nothing below 0.3000 can exist." in words(panel)[2]
    assert (panel._figures.gap.value, panel._figures.gap.unit) == ("25.0", "%")
    assert (panel._figures.checks.value, panel._figures.speed.value) == ("5,000", "2,500")
    assert panel._excluded.bar.value() == 250
    assert (panel._excluded.share.text(), panel._excluded.of.text()) == ("25 %", "3,240 of 12,960")
    assert panel._removed.text() == "12 of 1,000 records (1.2 %) removed"
    assert [(row.name, row.level) for row in panel._levels.rows] == [("age", 1), ("sex", 0)]


def test_that_of_very_many_transformations_only_the_share_is_told(panel: SearchPanel):
    panel.begin(["age", "sex"], [3, 1], 1000, 10**22)
    panel.show_progress(SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, 0.3, 0.25))
    assert panel._excluded.of.text() == "of 1.0 × 10²²"


@pytest.mark.parametrize(
    ("solution", "can_go_on", "lead"),
    [
        (ended(Status.OPTIMAL), False, "Optimum proven."),
        (ended(Status.BEST_FOUND, bound=0.3), True, "Ended early: at most 25 % from the best possible."),
        (ended(Status.BEST_FOUND, bound=0.3), False, "Best found: at most 25 % from the best possible."),
        (ended(Status.INFEASIBLE, None), False, "Proven: nothing satisfies these rules."),
        (ended(Status.NONE_FOUND, None), True, "Ended before anything was found."),
        (ended(Status.NONE_FOUND, None), False, "Nothing was found."),
    ],
)
def test_that_each_end_has_its_sentence_and_nothing_is_left_to_stop(
    panel: SearchPanel, solution: Solution, can_go_on: bool, lead: str
):
    panel.finish(solution, 1000, can_go_on=can_go_on)
    assert words(panel)[:2] == ("Search finished", lead)
    assert words(panel)[2]
    assert not panel.stop.isVisible()
    assert ("proven" in lead.lower()) == (solution.status in (Status.OPTIMAL, Status.INFEASIBLE))
    assert panel._clock.text() == "0:02.0"


def test_that_the_panel_says_honestly_what_searching_on_does(panel: SearchPanel):
    without = ended(Status.BEST_FOUND, bound=0.3)
    panel.finish(without, 1000, can_go_on=True)
    assert "Proven: nothing below 0.3000 can exist." in words(panel)[2]
    assert "begins again" in words(panel)[2]
    with_one = Solution("optimal", Status.BEST_FOUND, BEST, 0.3, 9, 2.0, (BEST,), continuation=lambda *_: without)
    panel.finish(with_one, 1000, can_go_on=True)
    assert "goes on where it ended" in words(panel)[2]
    panel.finish(without, 1000, can_go_on=False)
    assert "has ended" in words(panel)[2]


def test_that_a_failure_leaves_nothing_to_stop(panel: SearchPanel):
    panel.fail()
    assert words(panel)[:2] == ("Search", "The search failed.")
    assert not panel.stop.isVisible()
    assert not panel._hint.isVisible()


def test_that_a_new_search_forgets_the_last_one_but_not_the_runs_that_are_drawn(panel: SearchPanel):
    panel.finish(ended(Status.OPTIMAL), 1000)
    trace = Trace("Run 1", "1", 0, ((0.1, 0.5, 0.1),))
    panel.curves.set_traces([trace])
    panel.begin(["zip"], [4], 10, 5)
    assert words(panel)[0] == "Search running"
    assert panel._removed.text() == ""
    assert [(row.name, row.level) for row in panel._levels.rows] == [("zip", 0)]
    assert panel.curves.points() == []
    assert panel.improvements.model().rowCount() == 0
    assert panel.stop.isVisible()
    assert panel._hint.isVisible()


def test_that_no_share_is_told_while_nobody_knows_how_many_records_count(panel: SearchPanel):
    panel.begin(["age", "sex"], [3, 1], None, 12_960)
    panel.show_progress(SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, 0.3, 0.25))
    assert panel._removed.text() == "12 records removed"
    panel.finish(ended(Status.OPTIMAL), 48)
    assert panel._removed.text() == "12 of 48 records (25 %) removed"


def test_that_stop_and_close_are_asked_for(panel: SearchPanel, qtbot):
    with qtbot.waitSignal(panel.stop_requested):
        QTest.mouseClick(panel.stop, Qt.MouseButton.LeftButton)


def test_that_the_clock_runs_between_two_reports(panel: SearchPanel, qtbot):
    panel.show_progress(SearchProgress("Searching", seconds=61.0))
    shown = {panel._clock.text()}
    qtbot.waitUntil(lambda: shown.add(panel._clock.text()) or len(shown) >= 3, timeout=30_000)
    assert all("1:01." <= text < "1:40" for text in shown)


def test_that_searching_on_is_offered_only_when_it_can_be_done(panel: SearchPanel):
    panel.finish(ended(Status.BEST_FOUND, bound=0.3), 1000, can_go_on=True)
    assert not panel.search_on.isVisible()
    panel.set_can_search_on(True)
    assert panel.search_on.isVisible()
    panel.go_on()
    assert not panel.search_on.isVisible()
    assert panel.stop.isVisible()


def test_that_a_click_on_an_improvement_selects_it(panel: SearchPanel, qtbot):
    first = Check((3, 1), True, 0.9, 0.3, 0, 30, 5, 90, False, True)
    found = (Improvement(0.01, 1, first, 0.0), Improvement(0.5, 9, BEST, 0.1))
    panel.finish(Solution("optimal", Status.OPTIMAL, BEST, 0.4, 9, 2.0, (BEST,), improvements=found), 1000)
    panel.tabs.setCurrentIndex(1)
    assert panel.tabs.tabText(1) == "Improvements 2"
    rows = panel.improvements
    with qtbot.waitSignal(panel.improvements.selected) as selected:
        QTest.mouseClick(
            rows.viewport(), Qt.MouseButton.LeftButton, pos=rows.visualRect(rows.model().index(1, 2)).center()
        )
    assert selected.args == [(3, 1)]


def test_that_return_selects_the_improvement_in_focus(panel: SearchPanel, qtbot):
    panel.show_progress(SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, 0.3, 0.25))
    panel.tabs.setCurrentIndex(1)
    panel.improvements.setCurrentIndex(panel.improvements.model().index(0, 0))
    with qtbot.waitSignal(panel.improvements.selected) as selected:
        QTest.keyClick(panel.improvements, Qt.Key.Key_Return)
    assert selected.args == [(1, 0)]


def test_that_tab_follows_the_eye(panel: SearchPanel, qtbot):
    with qtbot.waitActive(panel):
        panel.activateWindow()
    panel.tabs.setCurrentIndex(1)
    panel.time.segment("linear").setFocus()
    order = [panel.focusWidget()]
    for _ in range(4):
        QTest.keyClick(panel.focusWidget(), Qt.Key.Key_Tab)
        order.append(panel.focusWidget())
    wanted = [panel.time.segment("linear"), panel.tabs, panel.improvements, panel.stop]
    assert [each for each in order if each in wanted] == wanted


@pytest.mark.parametrize("attributes", [24, 100])
@pytest.mark.parametrize("size", [(384, 540), (384, 780)])
def test_that_many_attributes_and_little_room_clip_nothing(panel: SearchPanel, qtbot, attributes: int, size):
    panel.resize(*size)
    names = [f"quasi-identifier number {number}" for number in range(attributes)]
    panel.begin(names, [4] * attributes, 1000, 5**attributes)
    panel.show_progress(
        SearchProgress("Searching", None, 2.0, 5000, 0.4, (2,) * attributes, 12, 0.3, 0.25),
    )
    panel.set_can_search_on(True)
    QTest.qWait(50)
    assert panel.width() == 384
    for widget in (panel.curves, panel._figures.gap, panel._excluded.share, panel.tabs, panel._levels):
        assert widget.height() >= widget.minimumSizeHint().height()
        assert widget.mapTo(panel, widget.rect().topRight()).x() < panel.width()
    tops = [
        each.mapTo(panel, each.rect().topLeft()).y()
        for each in (panel.curves, panel._figures.gap, panel._excluded.share)
    ]
    bottoms = [each.mapTo(panel, each.rect().bottomLeft()).y() for each in (panel.curves, panel._figures.gap)]
    assert all(bottom < top for bottom, top in zip(bottoms, tops[1:], strict=True))
    assert panel.stop.mapTo(panel, panel.stop.rect().bottomLeft()).y() < panel.height()


def test_that_searching_on_continues_curve_and_improvements(panel: SearchPanel):
    document = Document(*wide_project(6, 400), None)
    settings = document.job.search.model_copy(update={"check_limit": 40})
    job = document.job.model_copy(update={"search": settings})
    reports: list[SearchProgress] = []

    def told(progress: Progress) -> None:
        if getattr(progress, "report", None) is not None:
            reports.append(progress.report)

    early = search(job, document.dataset, document.hierarchies, Control(told, 1))
    names = list(early.anonymizer.quasi_identifiers)
    panel.begin(names, [3] * 6, 400, 4**6)
    for report in reports:
        panel.show_progress(report)
    panel.finish(early.solution, 400, can_go_on=early.can_go_on)
    before, seconds = panel.curves.points(), early.solution.seconds
    improvements = panel.improvements.model().rowCount()
    assert improvements == len(early.solution.improvements) > 1
    reports.clear()
    panel.go_on()
    later = search_on(early, None, Control(told, 1))
    assert reports[0].seconds >= seconds
    for report in reports:
        panel.show_progress(report)
    assert panel.curves.points()[: len(before)] == before
    assert panel.improvements.model().rowCount() == len(later.solution.improvements)
    panel.finish(later.solution, 400)
    points = panel.curves.points()
    assert points[: len(before) - 1] == before[:-1]
    assert [at for at, _score, _bound in points] == sorted(at for at, _score, _bound in points)
    scores = {each.check.score for each in later.solution.improvements}
    assert scores <= {score for _at, score, _bound in points}
    assert points[-1][1] == points[-1][2] == later.solution.best.score
    whole = search(document.job, document.dataset, document.hierarchies, Control(threads=1)).solution
    assert (later.solution.status, later.solution.best.score) == (Status.OPTIMAL, whole.best.score)


@pytest.mark.parametrize(
    ("bound", "shown"), [(0.0, "100.0"), (0.00002, "99.995"), (0.3, "25.0"), (0.39999, "0.0025"), (0.4, "0.0")]
)
def test_that_a_gap_reads_as_nothing_or_the_whole_only_where_it_is(panel: SearchPanel, bound: float, shown: str):
    panel.show_progress(SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, bound, 0.25))
    assert panel._figures.gap.value == shown


def test_that_a_tiny_share_is_not_clipped(panel: SearchPanel):
    panel.begin(["age", "sex"], [3, 1], 1000, 49_478_023_249_920)
    panel.show_progress(SearchProgress("Searching", None, 2.0, 5000, 0.4, (1, 0), 12, 0.3, 1e-9))
    panel.layout().activate()
    for part in (panel._excluded.share, panel._excluded.of):
        assert part.width() >= part.sizeHint().width()


def test_that_of_a_draw_no_proof_and_no_gap_is_told(panel: SearchPanel):
    panel.finish(Solution("exponential", Status.BEST_FOUND, BEST, 0.0, 1, 0.1, (BEST,)), 1000)
    assert panel._figures.gap.value == "–"
    assert not panel._excluded.isVisible()
    panel.begin(["age", "sex"], [3, 1], 1000, 12)
    assert panel._excluded.isVisible()
