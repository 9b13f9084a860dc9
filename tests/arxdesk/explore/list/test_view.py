"""The list and the tiles: order, selection, choice of two, columns, pins, what waits for the pointer, the export."""

from __future__ import annotations

import csv
import math
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import search
from arxdesk.core.values.results import Result, RunningSearch
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.lattice.node_menu import NodeMenu
from arxdesk.explore.list import view as list_module
from arxdesk.explore.list import words as list_words
from arxdesk.explore.list import writing as writing_module
from arxdesk.explore.list.model import ListColumn as Shown
from arxdesk.explore.list.model import Listed
from arxdesk.explore.list.order import SORTED_BY
from arxdesk.explore.list.view import ListView
from arxdesk.tasks.activity import WRITING
from arxdesk.tasks.jobs import Jobs
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk_engine.exploration.sifting import SortBy, Sorting
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.job.explore import ExploreSettings, Filters, Pin
from arxdesk_engine.job.job import SuppressionSettings
from tests.arxdesk.conftest import wide_project
from tests.arxdesk.explored_results import searched, wait_for
from tests.engine.exploration.made_alternatives import made_alternatives, sifted

CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def document(qapp) -> Document:
    return Document(*wide_project(4, 300), None)


@pytest.fixture
def exploration(document: Document, jobs: Jobs, qtbot) -> Exploration:
    return searched(document, qtbot, jobs)[0]


@pytest.fixture
def view(exploration: Exploration, qtbot) -> ListView:
    made = ListView(exploration)
    qtbot.addWidget(made)
    made.resize(812, 366)
    made.show()
    return made


def click(view: ListView, row: int, column: Shown = Shown.SCORE, modifier=Qt.KeyboardModifier.NoModifier) -> None:
    place = view.table.visualRect(view.model.index(row, column)).center()
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, modifier, place)


def search_with(document: Document, limit: float) -> Result:
    """The result of a search under another limit."""
    job = document.job.model_copy(update={"suppression": SuppressionSettings(limit=limit)})
    return search(job, document.dataset, document.hierarchies, Control())


def sort_by(view: ListView, exploration: Exploration, qtbot, by: SortBy, descending: bool = False) -> None:
    exploration.sort(Sorting(by, descending))
    wait_for(exploration, qtbot)


def test_that_before_a_search_the_way_on_is_told(document: Document, jobs: Jobs, qtbot):
    view = ListView(Exploration(document, jobs, document))
    qtbot.addWidget(view)
    assert view._stack.currentWidget().accessibleName() == "No search yet. Anonymize to see all alternatives."
    with qtbot.waitSignal(view._document.wishes.search):
        view._stack.currentWidget().action_triggered.emit()
    document.set_locked(True)
    assert view._stack.currentWidget().accessibleName() == list_words.SEARCHING
    assert not view.export_button.isEnabled()


def test_that_every_column_but_the_pins_sorts_and_the_arrow_follows_whoever_asks(view, exploration, qtbot):
    assert set(Shown) - set(SORTED_BY) == {Shown.PIN}
    for column, by in SORTED_BY.items():
        view.table.sortByColumn(column, Qt.SortOrder.DescendingOrder)
        wait_for(exploration, qtbot)
        assert exploration.sorting == Sorting(by, True)
        assert view.table.header.sortIndicatorSection() == column
    view.table.sortByColumn(Shown.PIN, Qt.SortOrder.AscendingOrder)
    assert exploration.sorting.by is SortBy.FOUND
    assert view.table.header.sortIndicatorSection() == Shown.FOUND
    sort_by(view, exploration, qtbot, SortBy.REMOVED)
    assert view.table.header.sortIndicatorSection() == Shown.REMOVED
    assert view.table.header.sortIndicatorOrder() == Qt.SortOrder.AscendingOrder
    assert view.caption == "sorted by removed records, fewest first"


def test_that_selection_and_place_stay_through_sorting_and_filtering(view, exploration, document, qtbot):
    click(view, 3)
    chosen = document.selected
    assert chosen == view.model.levels_at(3)
    view.table.verticalScrollBar().setValue(480)
    sort_by(view, exploration, qtbot, SortBy.HEIGHT)
    assert view.model.levels_at(view.table.currentIndex().row()) == chosen
    assert view.table.verticalScrollBar().value() == 480
    exploration.document.set_filters(Filters(classes=("optimum", "anonymous")))
    wait_for(exploration, qtbot)
    assert view.model.levels_at(view.table.currentIndex().row()) == chosen == document.selected
    exploration.document.set_filters(Filters(classes=("not-anonymous",)))
    wait_for(exploration, qtbot)
    assert document.selected == chosen
    assert not view.table.selectionModel().hasSelection()
    exploration.document.set_filters(Filters())
    wait_for(exploration, qtbot)
    assert view.model.levels_at(view.table.currentIndex().row()) == chosen


def test_that_another_search_shows_its_best_at_the_top(view, exploration, document, qtbot):
    """The place where the selection stood before, and where it stands in the old list, say nothing of the new one."""
    for limit in (0.0, 0.5, 0.05, 0.9):
        view.table.verticalScrollBar().setValue(view.table.verticalScrollBar().maximum())
        document.set_result(search_with(document, limit))
        wait_for(exploration, qtbot)
        current = view.table.currentIndex()
        assert view.model.levels_at(current.row()) == document.selected == document.result.solution.best.levels
        assert view.table.viewport().rect().contains(view.table.visualRect(current))


def test_that_a_selection_in_the_row_of_the_one_before_comes_into_sight(view, exploration, document, qtbot):
    click(view, 3)
    sort_by(view, exploration, qtbot, SortBy.SCORE, descending=True)
    row = view.table.currentIndex().row()
    view.table.verticalScrollBar().setValue(0 if row > 100 else view.table.verticalScrollBar().maximum())
    document.selection_changed.emit()
    assert view.table.currentIndex().row() == row
    assert view.table.viewport().rect().contains(view.table.visualRect(view.table.currentIndex()))


def test_that_rows_in_sight_stay_where_they_are_while_more_become_known(view, exploration, monkeypatch):
    monkeypatch.setattr(exploration.classification, "_share", 0.4)
    found = exploration.sifted
    few = found.order[100:]
    give_order(exploration, monkeypatch, few)
    view.table.verticalScrollBar().setValue(480)
    first = view.model.levels_at(view.table.rowAt(0))
    give_order(exploration, monkeypatch, found.order)
    assert view.model.levels_at(view.table.rowAt(0)) == first
    assert view.table.verticalScrollBar().value() == 480 + 100 * 24
    QApplication.sendEvent(view._stack, QEvent(QEvent.Type.Enter))
    give_order(exploration, monkeypatch, few)
    assert view.model.rowCount() == 256
    monkeypatch.setattr(exploration.classification, "_share", None)
    give_order(exploration, monkeypatch, few)
    assert view.model.rowCount() == 256  # what is ready does not move rows under the pointer either
    QApplication.sendEvent(view._stack, QEvent(QEvent.Type.Leave))
    assert view.model.rowCount() == 156


def test_that_the_caption_tells_how_many_pass(view, exploration, qtbot):
    exploration.document.set_filters(Filters(classes=("optimum",)))
    wait_for(exploration, qtbot)
    assert view.caption == "1 of 256 pass the filters, sorted by score, best first"


def test_that_filters_that_nothing_passes_are_reset_by_the_way_out(view, exploration, qtbot):
    exploration.document.set_filters(Filters(classes=()))
    wait_for(exploration, qtbot)
    assert view._stack.currentWidget().accessibleName() == "No transformation passes the filters."
    assert not view.export_button.isEnabled()
    view._empty.action_triggered.emit()
    wait_for(exploration, qtbot)
    assert exploration.filters == Filters()
    assert view._stack.currentWidget() is view.table


def test_that_two_rows_are_compared_and_only_two(view, exploration, document, qtbot):
    click(view, 1)
    assert not view.compare_button.isEnabled()
    click(view, 4, modifier=CONTROL)
    assert view.compare_button.isEnabled()
    assert document.selected == view.model.levels_at(4)
    chosen = {view.model.levels_at(1), view.model.levels_at(4)}
    sort_by(view, exploration, qtbot, SortBy.HEIGHT)
    with qtbot.waitSignal(document.wishes.comparison) as asked:
        QTest.mouseClick(view.compare_button, Qt.MouseButton.LeftButton)
    assert set(asked.args) == chosen
    click(view, 2)
    assert not view.compare_button.isEnabled()
    view.table.selectAll()
    assert not view.compare_button.isEnabled()


def test_that_keys_move_apply_pin_and_copy(view, document, qtbot):
    table = view.table
    QTest.keyClick(table, Qt.Key.Key_End)
    assert document.selected == view.model.levels_at(255)
    QTest.keyClick(table, Qt.Key.Key_Up)
    assert document.selected == view.model.levels_at(254)
    with qtbot.assertNotEmitted(document.wishes.application):
        QTest.keyClick(table, Qt.Key.Key_Return)  # not anonymous
    QTest.keyClick(table, Qt.Key.Key_Home)
    with qtbot.waitSignal(document.wishes.application):
        QTest.keyClick(table, Qt.Key.Key_Return)
    document.set_locked(True)
    with qtbot.assertNotEmitted(document.wishes.application):
        QTest.keyClick(table, Qt.Key.Key_Return)
    with qtbot.waitSignal(document.wishes.pin) as asked:
        QTest.keyClick(table, Qt.Key.Key_P)
    assert asked.args == [view.model.levels_at(0)]
    QTest.keyClick(table, Qt.Key.Key_C, CONTROL)
    titles, row = QGuiApplication.clipboard().text().splitlines()
    assert titles.split("\t")[:3] == ["State", "Levels", "Score"]
    assert row.split("\t")[0] == "Optimum"
    assert view.caption == "1 row copied"


def test_that_copying_very_many_rows_says_what_is_missing(view):
    shown, made = view.model.listed, made_alternatives([3] * 7)
    assert shown is not None
    found = sifted(made)
    view.model.show_listed(Listed(made, found.order, found.places, found.latest, False))
    view.table.selectAll()
    view.table.copy_selection()
    assert len(QGuiApplication.clipboard().text().splitlines()) == 301
    assert view.caption.startswith("The first 300 of ")


def test_that_a_click_on_a_pin_asks_to_pin_and_pins_of_the_project_are_shown(view, document, qtbot):
    levels = view.model.levels_at(2)
    with qtbot.waitSignal(document.wishes.pin) as asked:
        click(view, 2, Shown.PIN)
    assert asked.args == [levels]
    names = view.model.listed.alternatives.facts.names
    pins = (Pin(levels=dict(zip(names, levels, strict=True))), Pin(levels={"gone": 1}))
    document.set_sections({"explore": ExploreSettings(pins=pins)})
    assert [view.model.is_pinned(row) for row in range(4)] == [False, False, True, False]


def test_that_marked_rows_are_shown_and_come_first_where_that_is_asked(view, exploration, qtbot):
    marked = np.zeros(256, np.bool_)
    marked[[7, 200, 255]] = True
    exploration.emphasis.mark(marked)
    assert sum(view.model.is_marked(row) for row in range(view.model.rowCount())) == 3
    view.table.marked_first_requested.emit()
    wait_for(exploration, qtbot)
    states = exploration.alternatives.state[exploration.sifted.order]
    for state in set(states.tolist()):
        rows = np.flatnonzero(states == state).tolist()
        assert [view.model.is_marked(row) for row in rows] == sorted(
            (view.model.is_marked(r) for r in rows), reverse=True
        )


def test_that_columns_are_chosen_and_a_search_has_its_own(view):
    table = view.table
    usual = {column for column in Shown if not table.isColumnHidden(column)}
    assert usual == set(Shown) - {Shown.AT_BEST, Shown.AVERAGE_RISK, Shown.FOUND}
    table.set_searching(True)
    searching = {column for column in Shown if not table.isColumnHidden(column)}
    assert searching == set(Shown) - {Shown.AVERAGE_RISK, Shown.SHARE, Shown.PIN}
    actions = {action.text(): action for action in table.column_menu().actions()}
    assert {"Levels", "Score"}.isdisjoint(actions)
    actions["Average risk"].trigger()
    actions["Groups"].trigger()
    table.set_searching(False)
    assert {column for column in Shown if not table.isColumnHidden(column)} == usual - {Shown.GROUPS} | {
        Shown.AVERAGE_RISK
    }


@pytest.mark.parametrize("attributes", [9, 24, 100])
@pytest.mark.parametrize("width", [500, 812])
def test_that_the_score_is_in_sight_whatever_the_number_of_attributes(view, attributes, width):
    made = made_alternatives([2] * 6 + [1] * (attributes - 6))
    view.resize(width, 366)
    found = sifted(made)
    view.table.set_attributes(attributes)
    view.model.show_listed(Listed(made, found.order, found.places, found.latest, False))
    QTest.qWait(20)
    score = view.table.visualRect(view.model.index(0, Shown.SCORE))
    assert score.right() < view.table.viewport().width()
    assert view.table.columnWidth(Shown.LEVELS) >= 100
    assert score.height() > 0


@pytest.fixture
def searching(view: ListView, exploration: Exploration, document: Document, monkeypatch) -> ListView:
    """The view while a search goes on."""
    document.set_locked(True)
    monkeypatch.setattr(exploration, "_live", RunningSearch("Searching"))
    assert exploration.is_searching
    view.refresh()
    return view


def give(exploration: Exploration, monkeypatch, rows: int) -> None:
    """News of a search: only so many rows pass."""
    give_order(exploration, monkeypatch, exploration.sifted.order[:rows])


def give_order(exploration: Exploration, monkeypatch, order: np.ndarray) -> None:
    """These rows pass, in this order."""
    found = exploration.sifted
    places = np.full(len(found.places), -1, np.int32)
    places[order] = np.arange(len(order))
    kept = {name: getattr(found, name) for name in found.__slots__}
    news = type(found)(**kept | {"order": order, "places": places})
    monkeypatch.setattr(exploration, "_sifted", news)
    exploration.sifted_changed.emit()


def test_that_news_of_a_search_wait_while_the_pointer_is_in_the_list(searching, exploration, monkeypatch):
    view = searching
    QApplication.sendEvent(view._stack, QEvent(QEvent.Type.Enter))
    give(exploration, monkeypatch, 10)
    assert view.model.rowCount() == 256
    assert view.caption == "new ones wait while the pointer is here"
    QApplication.sendEvent(view._stack, QEvent(QEvent.Type.Leave))
    assert view.model.rowCount() == 10
    assert view.caption.endswith("found so far, best first")


def test_that_what_somebody_asks_for_does_not_wait_for_the_pointer(searching, exploration, monkeypatch):
    view = searching
    QApplication.sendEvent(view._stack, QEvent(QEvent.Type.Enter))
    other = sifted(exploration.alternatives, sorting=Sorting(SortBy.REMOVED))
    monkeypatch.setattr(exploration, "_sifted", other)
    exploration.sifted_changed.emit()
    assert np.array_equal(view.model.listed.order, other.order)


def test_that_while_classifying_the_share_is_told_and_stop_ends_it(view, exploration, monkeypatch):
    stopped: list[int] = []
    monkeypatch.setattr(exploration.classification, "stop", partial(stopped.append, 1))
    monkeypatch.setattr(exploration.classification, "_share", 0.43)
    exploration.classification.changed.emit()
    assert view.caption == "Classifying 43 %"
    QTest.mouseClick(view._stop, Qt.MouseButton.LeftButton)
    assert stopped == [1]
    monkeypatch.setattr(exploration.classification, "_share", None)
    exploration.classification.changed.emit()
    assert not view._stop.isVisible()


def read(path: Path, delimiter: str = ",") -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, delimiter=delimiter))


@pytest.mark.parametrize(("name", "delimiter"), [("list.csv", ","), ("list.tsv", "\t")])
def test_that_the_export_is_what_is_listed_in_its_order(
    view, exploration, document, qtbot, tmp_path, monkeypatch, name, delimiter
):
    sort_by(view, exploration, qtbot, SortBy.REMOVED, descending=True)
    exploration.document.set_filters(Filters(removed=250, forbidden={"q1": (0,)}))
    wait_for(exploration, qtbot)
    path = tmp_path / name
    monkeypatch.setattr(list_module, "ask_where_to_export_list", lambda *_asked: path)
    QTest.mouseClick(view.export_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: not exploration.jobs.is_running(WRITING))
    rows, alternatives = read(path, delimiter), exploration.alternatives
    assert 0 < len(rows) == view.model.rowCount() < 256
    assert view.caption == f"{len(rows)} transformations written to {name}"
    for place, row in enumerate(rows):
        levels = tuple(int(row[f"q{number}"]) for number in range(4))
        assert levels == view.model.levels_at(place)
        found = alternatives.row_of(levels)
        assert row["class"] == {"not": "not-anonymous"}.get(
            alternatives.state_name(found), alternatives.state_name(found)
        )
        assert row["anonymous"] == ("true" if row["class"] in ("optimum", "anonymous") else "false")
        score = float(alternatives.score[found])
        assert row["score"] == ("" if math.isnan(score) else repr(score))
        assert int(row["suppressed_records"]) == alternatives.suppressed[found]
        assert view.model.index(place, Shown.SHARE).data() == f"{float(row['suppressed_share']) * 100:.1f} %"


def until_stopped(*arguments: object) -> None:
    """Work that does nothing but report until it is stopped."""
    control = arguments[-1]
    assert isinstance(control, Control)
    while not control.stopped:
        control.report(Progress("Writing list.csv", 0.5))
        time.sleep(0.005)
    control.raise_if_stopped()


def test_that_an_export_tells_its_progress_and_is_stopped_by_the_link(view, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(list_module, "ask_where_to_export_list", lambda *_asked: tmp_path / "list.csv")
    monkeypatch.setattr(writing_module, "write_list", until_stopped)
    view.export()
    assert not view.export_button.isEnabled()
    qtbot.waitUntil(lambda: view.caption == "Writing list.csv, 50 %")
    QTest.mouseClick(view._stop, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(view.export_button.isEnabled)
    assert view.caption == "Stopped: nothing was written"
    assert list(tmp_path.glob("*.csv")) == []


def test_that_an_export_that_fails_is_told_to_whoever_shows_failures(view, exploration, qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(list_module, "ask_where_to_export_list", lambda *_asked: tmp_path / "gone" / "list.csv")
    with qtbot.waitSignal(exploration.document.wishes.failure):
        view.export()
    assert view.export_button.isEnabled()


def test_that_tiles_have_the_order_the_selection_and_the_colours_of_all(view, exploration, document, qtbot):
    view.show_as("tiles")
    tiles = view.tiles
    assert tiles.count == 256
    assert tiles.current == view.model.row_of(document.selected)
    best, other = tiles._tile(0), tiles._tile(1)
    assert (best.state, best.color) == ("optimum", None)
    assert best.figures[1][0] == "Removed"
    exploration.emphasis.set_coloring("score")
    assert tiles._tile(0).color is not None
    assert tiles._tile(0).color != tiles._tile(view.model.rowCount() // 4).color
    assert other.score == view.model.index(1, Shown.SCORE).data()
    QTest.mouseClick(tiles.viewport(), Qt.MouseButton.LeftButton, pos=tiles.card_rect(2).center())
    assert document.selected == view.model.levels_at(2)
    QTest.mouseMove(tiles.viewport(), tiles.card_rect(1).center() + QPoint(1, 1))
    qtbot.waitUntil(tiles.readout.isVisible)
    assert tiles.readout.lines[0] == "Anonymous"
    sort_by(view, exploration, qtbot, SortBy.HEIGHT)
    assert tiles.current == view.model.row_of(document.selected)


def test_that_the_keyboard_comes_to_the_list_from_elsewhere_and_to_its_header_with_tab(view, qtbot):
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.table.hasFocus)
    QTest.keyClick(view.table, Qt.Key.Key_Tab)  # around
    assert view._switch.segment("list").hasFocus()
    QTest.keyClick(view._switch.segment("list"), Qt.Key.Key_Tab)
    assert view._export.hasFocus()
    QTest.keyClick(view._export, Qt.Key.Key_Tab)
    help_mark = view.findChild(HelpMark).button
    assert help_mark.hasFocus()
    QTest.keyClick(help_mark, Qt.Key.Key_Tab)
    assert view.table.hasFocus()


def test_that_the_keyboard_coming_into_the_list_selects_nothing(view, exploration, document, qtbot):
    best = document.selected
    exploration.document.set_filters(Filters(classes=("not-anonymous",)))  # the selection is not listed
    wait_for(exploration, qtbot)
    view.compare_button.window().activateWindow()
    view.setFocus()
    view.table.setFocus()
    qtbot.waitUntil(view.table.hasFocus)
    assert document.selected == best
    view.show_as("tiles")
    view.show_as("list")
    assert document.selected == best
    QTest.keyClick(view.table, Qt.Key.Key_Down)
    assert document.selected == view.model.levels_at(0)


def test_that_a_double_click_applies_and_a_right_click_offers_what_the_lattice_does(view, document, qtbot):
    QTest.keyClick(view.table, Qt.Key.Key_Home)
    place = view.table.visualRect(view.table.model().index(0, int(Shown.SCORE))).center()
    QTest.mouseClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    with qtbot.waitSignal(document.wishes.application):
        QTest.mouseDClick(view.table.viewport(), Qt.MouseButton.LeftButton, pos=place)
    view.table.customContextMenuRequested.emit(place)
    menu = view.findChild(NodeMenu)
    shown = [action.text() for action in menu.actions() if action.isVisible() and action.text()]
    assert shown == ["Pin", "Apply", "Copy levels"]
    with qtbot.waitSignal(document.wishes.pin) as asked:
        menu.pin_action.trigger()
    assert asked.args == [view.model.levels_at(0)]
    menu.close()
