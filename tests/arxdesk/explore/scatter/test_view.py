"""Score against risk in Explore: drawn from the one shared state, and marking and selecting in it."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search
from arxdesk.core.values.results import Result, RunningSearch
from arxdesk.explore.alternatives.exploration import SIFTING, Exploration
from arxdesk.explore.scatter import words as plot_words
from arxdesk.explore.scatter import work as plotting
from arxdesk.explore.scatter.estimates import ESTIMATING
from arxdesk.explore.scatter.plotting import PLOTTING
from arxdesk.explore.scatter.view import ScatterView
from arxdesk.help.window import end_help, shown_help
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui import words
from arxdesk.ui.point_cloud import cloud_of, draw, whole_of
from arxdesk_engine.exploration import estimates
from arxdesk_engine.exploration.points import Across, Axes, Points, Risk
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.job.job import SuppressionSettings
from arxdesk_engine.job.population import PopulationSettings
from arxdesk_engine.risk.uniqueness import uniqueness
from tests.arxdesk.analysis.applied_documents import discharges, plain, put_on, recode_by_groups
from tests.arxdesk.explored_results import wait_for
from tests.benchmarks.pauses import longest_pause

LONG = 30_000


@pytest.fixture
def document(qapp) -> Document:
    made = discharges(300)
    made.set_sections({"suppression": SuppressionSettings(limit=0.3)})
    return made


@pytest.fixture
def exploration(document: Document, jobs: Jobs) -> Exploration:
    return Exploration(document, jobs, document)


@pytest.fixture
def view(qtbot, exploration: Exploration) -> ScatterView:
    made = ScatterView(exploration)
    qtbot.addWidget(made)
    made.resize(480, 430)
    made.show()
    return made


def searched(document: Document) -> Result:
    return search(document.job, document.dataset, document.hierarchies, Control())


@pytest.fixture
def filled(qtbot, view: ScatterView, exploration: Exploration, document: Document) -> ScatterView:
    document.set_result(searched(document))
    settle(qtbot, view, exploration)
    return view


def settle(qtbot, view: ScatterView, exploration: Exploration):
    wait_for(exploration, qtbot)
    busy = (PLOTTING, ESTIMATING, SIFTING)
    qtbot.waitUntil(lambda: not any(exploration.jobs.is_running(kind) for kind in busy), timeout=LONG)
    QTest.qWait(10)


def said(view: ScatterView) -> str:
    assert view.plot._stack.currentIndex() == 0
    return view.plot.no_points._sentence.text()


def at(view: ScatterView, place: int) -> QPoint:
    chart = view.plot.chart
    cloud = chart.drawing.cloud
    return chart.pixel_at(float(cloud.x[place]), float(cloud.up[place])).toPoint()


def alone(view: ScatterView) -> int:
    """The place of a point that no other one is near to, and that is not selected."""
    cloud, (across, upward) = view.plot.chart.drawing.cloud, view.plot.chart.per_pixel()
    for place in range(len(cloud) - 1, 0, -1):
        far = np.hypot((cloud.x - cloud.x[place]) / across, (cloud.up - cloud.up[place]) / upward)
        far[place] = math.inf
        if far.min() > 4 and place != view.plot.chart.selected:
            return place
    raise AssertionError("no point lies alone")


def test_that_every_anonymous_transformation_that_passes_is_drawn(filled, exploration):
    passing = exploration.sifted.passing
    assert len(filled.plot.points) == passing["anonymous"] + passing["optimum"] > 50
    assert filled.plot._stack.currentIndex() == 1
    assert filled.plot._foot.text() == f"{len(filled.plot.points)} anonymous transformations."


def test_that_the_frontier_is_that_of_what_passes_the_filters(filled, exploration, qtbot):
    before = set(filled.plot.points.rows[filled.plot.points.frontier].tolist())
    lowest = float(np.median(filled.plot.points.x))
    exploration.document.set_filters(Filters(lowest_score=lowest))
    settle(qtbot, filled, exploration)
    made = filled.plot.points
    alternatives = exploration.alternatives
    rows = [
        row
        for row in range(len(alternatives))
        if exploration.sifted.passes[row] and alternatives.state_name(row) in ("anonymous", "optimum")
    ]
    score, risk = alternatives.score, alternatives.average_risk()
    unbeaten = {
        row
        for row in rows
        if not any(
            score[o] <= score[row] and risk[o] <= risk[row] and (score[o] < score[row] or risk[o] < risk[row])
            for o in rows
        )
    }
    assert set(made.rows[made.frontier].tolist()) == unbeaten != before


def test_that_a_click_selects_in_all_views(filled, document, exploration):
    place = alone(filled)
    QTest.mouseClick(filled.plot.chart.viewport(), Qt.MouseButton.LeftButton, pos=at(filled, place) + QPoint(2, -2))
    row = int(filled.plot.points.rows[place])
    assert document.selected == exploration.alternatives.levels_of(row)
    assert filled.plot.chart.selected == place


def test_that_a_selection_from_elsewhere_is_shown_and_told(filled, document, exploration):
    best = document.selected
    assert filled.plot.chart.pinned.lines[0] == "Selected: the optimum"
    check = document.selection
    assert filled.plot.chart.pinned.lines[1].startswith(f"Score {check.score:.4f}, average risk ")
    assert filled.plot.chart.pinned.lines[2].startswith(f"{check.suppressed_records} record")
    place = len(filled.plot.points) - 1
    levels = exploration.alternatives.levels_of(int(filled.plot.points.rows[place]))
    exploration.select(levels)
    assert filled.plot.chart.selected == place
    exploration.select(None)
    assert filled.plot.chart.selected == -1
    exploration.select(best)
    assert filled.plot.chart.selected == filled.plot.points.best


def test_that_the_pointer_reads_out_what_a_point_is(filled, exploration):
    place = alone(filled)
    QTest.mouseMove(filled.plot.chart.viewport(), at(filled, place))
    lines = filled.plot.chart.readout.lines
    row = int(filled.plot.points.rows[place])
    assert lines[0] == ", ".join(map(str, exploration.alternatives.levels_of(row)))
    assert f"Score {exploration.alternatives.score[row]:.4f}" in lines[1]


def test_that_what_a_rectangle_holds_is_marked_for_all_views(filled, exploration, qtbot):
    chart = filled.plot.chart
    start, end = QPoint(200, 60), QPoint(330, 160)
    view = chart.viewport()
    QTest.mousePress(view, Qt.MouseButton.LeftButton, pos=start)
    chart._brush.show()  # what a drag of four pixels does
    QTest.mouseRelease(view, Qt.MouseButton.LeftButton, pos=end)
    first, last = chart.data_at(start.toPointF()), chart.data_at(end.toPointF())
    alternatives = exploration.alternatives
    risk, expected = alternatives.average_risk(), set()
    for row in filled.plot.points.rows.tolist():
        if first.x() <= alternatives.score[row] <= last.x() and last.y() <= math.log10(risk[row]) <= first.y():
            expected.add(row)
    assert set(np.flatnonzero(exploration.emphasis.marked).tolist()) == expected
    assert expected
    settle(qtbot, filled, exploration)
    assert filled.plot.marking.sentence.text() == f"{len(expected)} transformations marked."
    assert int(np.count_nonzero(filled.plot.chart.drawing.marked)) == len(expected)
    filled.plot.marking.clear_button.click()
    settle(qtbot, filled, exploration)
    assert exploration.emphasis.marked is None
    assert not filled.plot.marking.sentence.isVisible()


def test_that_marks_from_elsewhere_are_drawn_and_escape_clears_them(filled, exploration, qtbot):
    rows = np.zeros(len(exploration.alternatives), bool)
    rows[filled.plot.points.rows[:5]] = True
    exploration.emphasis.mark(rows)
    settle(qtbot, filled, exploration)
    assert np.flatnonzero(filled.plot.chart.drawing.marked).tolist() == [0, 1, 2, 3, 4]
    filled.plot.chart.setFocus()
    QTest.keyClick(filled.plot.chart, Qt.Key.Key_Escape)
    assert exploration.emphasis.marked is None


def test_that_the_menu_marks_without_a_mouse(filled, exploration, qtbot):
    plot, marking = filled.plot, filled.plot.marking
    plot.chart.chart_menu.menu.aboutToShow.emit()
    assert not marking.clear_marks.isEnabled()
    marking.mark_frontier.trigger()
    made = plot.points
    assert set(np.flatnonzero(exploration.emphasis.marked)) == set(made.rows[made.frontier].tolist())
    place = len(made) // 2
    exploration.select(exploration.alternatives.levels_of(int(made.rows[place])))
    marking.mark_better.trigger()
    x, y = made.x, made.y
    better = {int(made.rows[o]) for o in range(len(made)) if x[o] < x[place] and y[o] < y[place]}
    assert set(np.flatnonzero(exploration.emphasis.marked)) == better
    plot.chart.chart_menu.menu.aboutToShow.emit()
    assert marking.clear_marks.isEnabled()
    marking.clear_marks.trigger()
    assert exploration.emphasis.marked is None
    exploration.select(exploration.alternatives.levels_of(int(made.rows[made.best])))
    marking.mark_better.trigger()
    assert plot.marking.sentence.text() == "Nothing is better than the selection in both."


def test_that_axes_are_chosen(filled, exploration, qtbot):
    alternatives = exploration.alternatives
    filled.risk.setCurrentIndex(1)
    filled.risk.activated.emit(1)
    filled.across.setCurrentIndex(1)
    filled.across.activated.emit(1)
    settle(qtbot, filled, exploration)
    made = filled.plot.points
    assert made.axes == Axes(Across.REMOVED, Risk.AVERAGE)
    assert np.array_equal(made.y, alternatives.average_risk(made.rows))
    assert np.array_equal(made.x, alternatives.suppressed[made.rows] / alternatives.facts.records)
    assert filled.plot.chart.axis_title == "Records removed (share of all)"
    texts = [text for _at, text in filled.plot.chart.plotItem.getAxis("bottom")._tickLevels[0]]
    assert all(text.endswith(" %") for text in texts)
    filled.across.setCurrentIndex(2)
    filled.across.activated.emit(2)
    settle(qtbot, filled, exploration)
    assert np.array_equal(filled.plot.points.x, alternatives.lower_bound[filled.plot.points.rows])
    best = next(line for line in filled.plot.chart.pinned.lines if line.startswith("Best possible "))
    assert best.endswith(" if nothing is removed")


def test_that_a_table_recoded_by_groups_is_a_point_with_its_gap(filled, exploration, document, qtbot):
    landmark = filled.plot.chart.landmark
    assert landmark.landmark is None
    proof = recode_by_groups(document)
    output = document.applied.output
    found = landmark.landmark
    assert (found.name, found.x) == ("group by group", document.applied.score)
    assert found.y == len(output.class_sizes) / int(output.class_sizes.sum())
    lines = [plain(line) for line in found.lines]
    assert lines[0] == "Recoded group by group, applied"
    assert lines[1].startswith("Score 0.")
    assert lines[2] == "0 records removed"
    assert lines[3] == (
        f"{plain(words.percent_fixed(proof.loss))} of the detail is lost, "
        f"at most {plain(words.percent(proof.gap))} from the best possible"
    )
    filled.risk.chosen.emit(Risk.HIGHEST.value)
    assert landmark.landmark.y == 1 / output.class_sizes.min()
    filled.across.chosen.emit(Across.REMOVED.value)
    assert landmark.landmark.x == 0.0
    filled.across.chosen.emit(Across.LOWER_BOUND.value)
    assert landmark.landmark is None
    filled.across.chosen.emit(Across.SCORE.value)
    assert landmark.landmark is not None
    put_on(document)
    settle(qtbot, filled, exploration)
    assert landmark.landmark is None


def test_that_without_a_search_the_way_on_is_told(view, document, qtbot):
    assert said(view) == plot_words.NOTHING_YET
    with qtbot.waitSignal(view.plot._exploration.document.wishes.search):
        view.plot.no_points._action.click()
    document.set_locked(True)
    assert said(view) == plot_words.SEARCHING


def test_that_filters_that_leave_nothing_are_told_and_reset(filled, exploration, qtbot):
    exploration.document.set_filters(Filters(lowest_score=2.0))
    settle(qtbot, filled, exploration)
    assert said(filled) == plot_words.NONE_PASSES
    filled.plot.no_points._action.click()
    settle(qtbot, filled, exploration)
    assert filled.plot._stack.currentIndex() == 1
    assert exploration.filters == Filters()


def test_that_nothing_anonymous_is_told(view, document, exploration, qtbot):
    document.set_sections({"privacy": (document.job.privacy[0].model_copy(update={"k": 301}),)})
    document.set_sections({"suppression": SuppressionSettings(limit=0.0)})
    document.set_result(searched(document))
    settle(qtbot, view, exploration)
    assert said(view) == plot_words.NONE_ANONYMOUS


def test_that_points_come_in_while_a_search_goes_on(view, document, exploration, qtbot):
    reports = []
    search(document.job, document.dataset, document.hierarchies, Control(reports.append))
    live = [each for each in reports if isinstance(each, RunningSearch) and each.report.seen is not None]
    exploration.begin_search()
    exploration.follow(live[-1])
    qtbot.waitUntil(lambda: view.plot.points is not None, timeout=LONG)
    assert exploration.is_searching
    assert len(view.plot.points) > 0
    document.set_result(searched(document))
    settle(qtbot, view, exploration)
    passing = exploration.sifted.passing
    assert len(view.plot.points) == passing["anonymous"] + passing["optimum"]


def test_that_nothing_is_drawn_until_it_is_looked_at(view, document, exploration, qtbot):
    view.hide()
    document.set_result(searched(document))
    settle(qtbot, view, exploration)
    assert view.plot.points is None
    view.show()
    settle(qtbot, view, exploration)
    assert view.plot.points is not None


def choose_population(view):
    view.risk.setCurrentIndex(2)
    view.risk.activated.emit(2)


def test_that_uniqueness_asks_for_the_population_first(filled, document, exploration, qtbot):
    choose_population(filled)
    assert said(filled) == plot_words.NO_POPULATION
    with qtbot.waitSignal(document.wishes.perspective):
        filled.plot.no_points._action.click()
    document.set_sections({"population": PopulationSettings(size=5)})
    settle(qtbot, filled, exploration)
    assert "smaller" in said(filled)


def test_that_uniqueness_is_estimated_for_the_best_and_said(filled, document, exploration, qtbot, monkeypatch):
    monkeypatch.setattr(estimates, "MOST_ESTIMATED", 20)
    document.set_sections({"population": PopulationSettings(size=100_000)})
    choose_population(filled)
    settle(qtbot, filled, exploration)
    made = filled.plot.points
    anonymizer = document.result.anonymizer
    assert 0 < len(made) <= 20
    for row, y in zip(made.rows[:5].tolist(), made.y[:5].tolist(), strict=True):
        output = anonymizer.apply(exploration.alternatives.levels_of(row))
        assert y == uniqueness(output.class_sizes, 100_000).dankar.share
    assert filled.plot._foot.text().startswith(f"Estimated for the best 20 of {made.anonymous}")
    assert not filled.plot._stop.isVisible()
    known = dict(filled.plot.estimates._known)
    exploration.document.set_filters(Filters(lowest_score=float(np.median(made.x))))
    settle(qtbot, filled, exploration)
    assert known.items() <= filled.plot.estimates._known.items()
    assert len(filled.plot.estimates._known) > len(known)
    document.set_sections({"population": PopulationSettings(size=50_000)})
    settle(qtbot, filled, exploration)
    assert not known.items() <= filled.plot.estimates._known.items() or set(known.values()) == {0.0}


def test_that_nothing_stops_the_window_with_a_hundred_thousand_points(filled, exploration, qtbot, monkeypatch):
    generator = np.random.default_rng(6)
    number = 100_000
    made = plotting.plot

    def larger(sifted, *arguments):
        plotted = made(sifted, *arguments)
        order, cloud = cloud_of(generator.random(number), generator.integers(1, 90, number) / 100)
        rows = generator.choice(plotted.points.rows, number)[order]
        alternatives, axes = plotted.points.alternatives, plotted.points.axes
        points = Points(alternatives, axes, rows, cloud.x, cloud.y, cloud.frontier, number, 0)
        many = plotting.Plotted(points, draw(cloud, whole_of(cloud), None))
        return plotting.redraw(many, *arguments[2:])

    monkeypatch.setattr("arxdesk.explore.scatter.plotting.plot", larger)
    exploration.sifted_changed.emit()
    filled.plot.plotting.forget()

    def act():
        filled.plot.plotting.forget()
        filled.plot.refresh()

    def is_done():
        return filled.plot.points is not None and len(filled.plot.points) == number

    assert longest_pause(act, is_done).busiest < 0.15
    assert "anonymous transformations, stronger where there are more" in filled.plot._foot.text()
    chart = filled.plot.chart
    assert longest_pause(lambda: chart.brushed.emit(np.arange(number // 2))).busiest < 0.15
    assert longest_pause(lambda: chart.zoom(4)).busiest < 0.15


def test_that_the_picture_of_what_is_shown_is_copied(filled, qapp):
    qapp.clipboard().clear()
    filled._copy()
    assert not qapp.clipboard().image().isNull()


def test_that_the_charts_are_explained(filled, qtbot):
    for chart in (filled.plot.chart, filled.frontier.chart):
        explain = chart.chart_menu.menu.actions()[-1]
        assert explain.text() == "What does this show?"
        explain.trigger()
        assert "Pareto frontier" in shown_help().page.toPlainText()
        end_help()
