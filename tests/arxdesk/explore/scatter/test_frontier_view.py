"""The frontier of a series of settings: asked for, drawn as it comes, taken over as one step."""

from __future__ import annotations

import math

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from arxdesk.core.commands import ChangeSections
from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.scatter import frontier_words
from arxdesk.explore.scatter.frontier_view import DRAW, PRIVATE, STOP, FrontierView
from arxdesk.explore.scatter.traced_series import TRACING
from arxdesk.explore.scatter.view import FRONTIER, ScatterView
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.exploration.points import Risk
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import SuppressionSettings
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.size import KAnonymity
from tests.arxdesk.analysis.applied_documents import discharges
from tests.arxdesk.conftest import wide_project

LONG = 30_000


@pytest.fixture
def document(qapp) -> Document:
    made = discharges(200)
    made.set_sections({"suppression": SuppressionSettings(limit=0.3)})
    return made


@pytest.fixture
def view(qtbot, document: Document, jobs: Jobs) -> FrontierView:
    return shown(qtbot, document, jobs)


def shown(qtbot, document: Document, jobs: Jobs) -> FrontierView:
    made = ScatterView(Exploration(document, jobs, document))
    qtbot.addWidget(made)
    made.resize(480, 430)
    made.show()
    made.switch.segment(FRONTIER).click()
    made.frontier.whole = made  # kept as long as its part
    return made.frontier


def write(view: FrontierView, text: str):
    view.field.selectAll()
    QTest.keyClicks(view.field, text)


def drawn(qtbot, view: FrontierView, text: str = "2, 5, 20") -> FrontierView:
    write(view, text)
    QTest.mouseClick(view.button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not view.traced.is_running, timeout=LONG)
    return view


def said(view: FrontierView) -> str:
    return view._said.text()


def click(view: FrontierView, place: int):
    knot = view.chart.knots[place]
    QTest.qWait(20)
    at = view.chart.pixel_at(knot.x, math.log10(knot.y)).toPoint()
    QTest.mouseClick(view.chart.viewport(), Qt.MouseButton.LeftButton, pos=at)


def change_privacy(document: Document, k: int):
    document.push(ChangeSections(document, {"privacy": (KAnonymity(k=k),)}, "k"))


def test_that_usual_values_are_proposed_with_the_present_one(view, document):
    assert view.field.text() == "2, 3, 5, 10, 20, 50"
    change_privacy(document, 7)
    assert view.field.text() == "2, 3, 5, 7, 10, 20, 50"
    assert [view.choice.itemText(place) for place in range(view.choice.count())] == [
        "People at least per group (k)",
        "Records removed at most",
    ]


def test_that_the_values_of_each_number_are_kept(view):
    write(view, "3, 4")
    view.choice.set_value("None:limit")
    view.choice.chosen.emit("None:limit")
    assert view.field.text() == "0, 1, 2, 5, 10, 20, 30"
    assert said(view) == "Values in percent."
    view.choice.set_value("0:k")
    view.choice.chosen.emit("0:k")
    assert view.field.text() == "3, 4"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("2, x", '"x" is not a whole number.'),
        ("2, 0", "0 is not allowed. It should be greater than or equal to 1."),
        (" ", "Write at least one value."),
    ],
)
def test_that_values_that_cannot_be_searched_are_told_as_they_are_typed(view, text, sentence):
    write(view, text)
    assert said(view) == sentence
    assert not view.button.isEnabled()
    write(view, "2")
    assert view.button.isEnabled()


def test_that_each_point_is_what_anonymizing_with_that_setting_finds(view, document, qtbot):
    drawn(qtbot, view)
    assert [point.value for point in view.traced.points] == [2, 5, 20]
    for point, knot in zip(view.traced.points, view.chart.knots, strict=True):
        job = document.job.model_copy(update={"privacy": (KAnonymity(k=int(point.value)),)})
        best = search(job, document.dataset, document.hierarchies, Control()).solution.best
        assert (knot.name, knot.x, knot.y) == (f"k = {point.value}", best.score, 1 / best.smallest_class)
        assert knot.is_present == (point.value == 5)
        assert knot.lowest is None
    view.set_risk(Risk.AVERAGE)
    assert [knot.y for knot in view.chart.knots] == [point.average_risk for point in view.traced.points]


def test_that_points_come_in_one_after_the_other(view, qtbot):
    seen = []
    view.traced.changed.connect(lambda: seen.append(len(view.chart.knots)))
    drawn(qtbot, view, "2, 3, 4, 5, 6, 7, 8")
    assert seen == sorted(seen)
    assert seen[-1] == 7
    assert len(set(seen)) > 1


def test_that_a_chosen_point_is_taken_over_as_one_step(view, document, qtbot):
    document.set_result(search(document.job, document.dataset, document.hierarchies, Control()))
    drawn(qtbot, view)
    steps = document.undo_stack.count()
    click(view, 2)
    assert view.use.text() == "Use k = 20"
    assert view._sentence.text().startswith("k = 20: score 0.")
    assert not view.message.isVisible()
    QTest.mouseClick(view.use, Qt.MouseButton.LeftButton)
    assert document.job.privacy == (KAnonymity(k=20),)
    assert document.undo_stack.count() == steps + 1
    assert document.undo_stack.undoText() == "Use k = 20"
    assert view.chart.knots[2].is_present
    assert view.message.isVisible()
    assert not view.use.isVisible()
    assert "out of date" in view.message.text.text()
    with qtbot.waitSignal(view._document.wishes.search):
        view.message.link_activated.emit("anonymize")
    assert view.traced.is_current
    document.undo_stack.undo()
    assert document.job.privacy == (KAnonymity(k=5),)
    assert not view.message.isVisible()
    assert view.use.isEnabled()


def test_that_the_limit_of_removed_records_is_taken_over_too(view, document, qtbot):
    view.choice.set_value("None:limit")
    view.choice.chosen.emit("None:limit")
    drawn(qtbot, view, "0, 10 %")
    view.chart.chosen.emit(1)
    assert view.use.text() == "Use 10 %"
    view.use.click()
    assert document.job.suppression.limit == 0.1


def test_that_the_present_setting_is_not_taken_over_again_nor_while_a_search_runs(view, document, qtbot):
    drawn(qtbot, view)
    view.chart.chosen.emit(1)
    assert not view.use.isEnabled()
    view.chart.chosen.emit(2)
    assert view.use.isEnabled()
    document.set_locked(True)
    assert not view.use.isEnabled()


def test_that_points_of_another_configuration_are_told_and_drawn_again(view, document, qtbot):
    drawn(qtbot, view)
    change_privacy(document, 9)
    assert said(view) == ""
    document.push(ChangeSections(document, {"suppression": SuppressionSettings(limit=0.1)}, "limit"))
    assert said(view) == frontier_words.OUT_OF_DATE
    assert len(view.chart.knots) == 3
    view.chart.chosen.emit(0)
    assert not view.use.isEnabled()
    view._again.click()
    qtbot.waitUntil(lambda: not view.traced.is_running, timeout=LONG)
    assert view.traced.is_current
    assert said(view) == ""


def test_that_a_value_for_which_nothing_is_anonymous_is_told(view, qtbot, document):
    document.set_sections({"suppression": SuppressionSettings(limit=0.0)})
    drawn(qtbot, view, "2, 201")
    assert [knot.name for knot in view.chart.knots] == ["k = 2"]
    assert view._missing.text() == "Nothing is anonymous with k = 201."


def test_that_all_figures_are_read_out_and_copied(view, document, qtbot):
    drawn(qtbot, view, "2")
    point = view.traced.points[0]
    lines = frontier_words.point_lines(view.traced.series.numbered, point)
    assert lines[0] == "k = 2"
    assert lines[1] == f"Score {point.score:.4f}, proven best"
    assert lines[3].startswith(f"{point.suppressed_records} records removed (")
    assert lines[4].startswith(f"{point.classes} groups")
    view.chart.chart_menu.copy_numbers()
    header, row = QGuiApplication.clipboard().text().splitlines()
    cells = dict(zip(header.split("\t"), row.split("\t"), strict=True))
    assert cells["People at least per group (k)"] == "2"
    assert float(cells["Score"]) == point.score
    names = header.split("\t")[10:]
    assert [int(cells[name]) for name in names] == list(point.levels)
    assert names == list(document.hierarchies)


@pytest.mark.parametrize("kind", ["private", "obstacle"])
def test_that_nothing_is_drawn_where_it_cannot_be(view, document, kind):
    if kind == "private":
        models = (DifferentialPrivacy(model="differential-privacy", epsilon=1.0, delta=1e-5, scheme="medium"),)
    else:
        models = ()
    document.push(ChangeSections(document, {"privacy": models}, "models"))
    assert not view.button.isEnabled()
    assert said(view) == (PRIVATE if kind == "private" else str(document.obstacles[0]))


def test_that_a_long_drawing_is_stopped_and_keeps_its_points(qtbot, jobs):
    job, dataset, hierarchies = wide_project()
    view = shown(qtbot, Document(job, dataset, hierarchies, None), jobs)
    view.seconds.setValue(0.3)
    write(view, "2, 3, 4, 5")
    view.button.click()
    assert view.button.text() == STOP
    qtbot.waitUntil(lambda: len(view.traced.points) >= 1, timeout=LONG)
    view.button.click()
    qtbot.waitUntil(lambda: not view.traced.is_running, timeout=LONG)
    assert view.button.text() == DRAW
    assert 1 <= len(view.traced.points) < 4
    assert "Stopped after" in view._missing.text()
    unproven = [knot for knot in view.chart.knots if knot.lowest is not None]
    assert unproven
    assert all(knot.lowest < knot.x for knot in unproven)


def test_that_a_search_that_runs_ends_with_the_document(qtbot, jobs):
    job, dataset, hierarchies = wide_project()
    view = shown(qtbot, Document(job, dataset, hierarchies, None), jobs)
    write(view, "2, 3, 4, 5")
    view.button.click()
    jobs.abandon(TRACING)
    assert not view.traced.is_running
    view.refresh()
    assert view.button.text() == DRAW


def test_that_the_window_anonymizes_with_the_new_setting_and_closing_ends_a_drawing(qtbot, window):
    job, dataset, hierarchies = wide_project()
    document = Document(job, dataset, hierarchies, None, window.session)
    window.session._replace_document(document)
    window.show()
    window.show_perspective("explore")
    scatter = window.workspace.perspectives["explore"].scatter_view
    scatter.switch.segment(FRONTIER).click()
    with qtbot.waitSignal(window.actions_by_name["anonymize"].triggered):
        document.wishes.anonymize()
    document.wishes.show_perspective("configure")
    assert window.rail.current == "configure"
    if window.dialog is not None:
        window.dialog.reject()
    window.session.searching.stop()
    scatter.frontier.traced.start(scatter.frontier.numbered, (2, 3), None)
    assert window.session.is_busy(TRACING)
    window.session.close_document()
    assert not window.session.is_busy(TRACING)
