"""The neighbours of the selection: who is shown, how one walks, what is looked at on the way."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.core.values.results import RunningSearch
from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.lattice.neighbour_side import NeighbourSide
from arxdesk.explore.lattice.neighbourhood import NeighbourhoodView
from arxdesk.ui import theme
from arxdesk_engine.job.explore import Filters
from tests.arxdesk.analysis.applied_documents import picture
from tests.arxdesk.conftest import wide_project
from tests.arxdesk.explore.lattices import classified, looked_at_in_part, shown
from tests.arxdesk.explored_results import LONG, wait_for

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot, jobs) -> NeighbourhoodView:
    made = NeighbourhoodView(classified(qtbot, jobs, 4))
    shown(qtbot, made, 512, 350)
    return made


def document(view: NeighbourhoodView) -> Document:
    return view._exploration.document


def wide_view(qtbot, jobs, attributes: int, width: int = 620) -> NeighbourhoodView:
    made = NeighbourhoodView(looked_at_in_part(qtbot, jobs, attributes))
    shown(qtbot, made, width, 350)
    return made


def on_all_pages(side: NeighbourSide) -> list[tuple[int, ...]]:
    """The levels of all neighbours, page by page, as the cards show them."""
    side.go_to_page(0)
    found = []
    for page in range(side.pages):
        side.go_to_page(page)
        found += [button.levels for button in side.buttons if button.isVisible()]
    return found


def test_that_the_neighbours_shown_are_the_direct_ones(view: NeighbourhoodView):
    lattice = view._exploration.alternatives.facts.lattice
    for levels in ((0, 0, 0, 0), (3, 3, 3, 3), (1, 2, 0, 3)):
        view._exploration.select(levels)
        assert view.middle.levels == levels
        assert set(on_all_pages(view.above)) == set(lattice.successors(levels))
        assert set(on_all_pages(view.below)) == set(lattice.predecessors(levels))
        assert view.above.caption.text() in (f"height {sum(levels) + 1}, more general", "nothing is more general")
        assert view.below.caption.text() in (f"height {sum(levels) - 1}, more detailed", "nothing is more detailed")


def test_that_a_click_on_a_neighbour_walks_there(view: NeighbourhoodView, qtbot):
    button = view.above.buttons[0]
    levels = button.levels
    with qtbot.waitSignal(view.moved):
        QTest.mouseClick(button, LEFT)
    assert document(view).selected == levels
    assert view.middle.levels == levels
    assert "In the middle: " in view.accessibleDescription()


def test_that_a_double_click_walks_one_step_only(view: NeighbourhoodView):
    button = view.above.buttons[0]
    levels = button.levels
    QTest.mouseClick(button, LEFT)
    QTest.mouseDClick(button, LEFT)
    assert document(view).selected == levels


def test_that_neighbours_are_ordered_best_first_and_named_by_what_changes(view: NeighbourhoodView):
    known = view._exploration.alternatives
    shown_ones = view.above.shown
    scores = [known.score[each.row] for each in shown_ones if np.isfinite(known.score[each.row])]
    assert scores == sorted(scores)
    for button, neighbour in zip(view.above.buttons, shown_ones, strict=False):
        assert button.accessibleName().startswith(f"q{neighbour.attribute} +1: ")
        assert button.levels[neighbour.attribute] == view.middle.levels[neighbour.attribute] + 1


def test_that_cards_stand_side_by_side_inside_the_view(qtbot, jobs):
    for width, height in ((260, 240), (512, 350), (1100, 500)):
        view = NeighbourhoodView(classified(qtbot, jobs, 5))
        shown(qtbot, view, width, height)
        for side in (view.above, view.below):
            cards = [button.geometry() for button in side.buttons if button.isVisible()]
            assert cards
            assert all(view.rect().contains(card) for card in cards)
            assert all(second.left() - first.left() >= 97 for first, second in itertools.pairwise(cards))
            assert not any(card.adjusted(4, 4, -4, -4).intersects(view.middle.geometry()) for card in cards)


@pytest.mark.parametrize("attributes", [24, 100])
def test_that_pages_reach_all_neighbours_of_very_many_attributes(qtbot, jobs, attributes):
    view = wide_view(qtbot, jobs, attributes)
    lattice = view._exploration.alternatives.facts.lattice
    levels = view.middle.levels
    assert view.above.pager.isVisible() or view.below.pager.isVisible()
    assert set(on_all_pages(view.above)) == set(lattice.successors(levels))
    assert set(on_all_pages(view.below)) == set(lattice.predecessors(levels))
    total = len(view.above.neighbours) + len(view.below.neighbours)
    assert total >= attributes


def test_that_buttons_and_keys_turn_pages(qtbot, jobs):
    view = wide_view(qtbot, jobs, 24)
    side = max((view.above, view.below), key=lambda each: len(each.neighbours))
    fits = len(side.shown)
    assert side.range_label.text() == f"1–{fits} of {len(side.neighbours)}"
    assert not side.previous_button.isEnabled()
    QTest.mouseClick(side.next_button, LEFT)
    assert side.range_label.text().startswith(f"{fits + 1}–")
    side.buttons[0].setFocus()
    QTest.keyClick(side.buttons[0], Qt.Key.Key_PageUp, Qt.KeyboardModifier.ControlModifier)
    assert side.page == 0
    QTest.keyClick(side.buttons[0], Qt.Key.Key_PageDown, Qt.KeyboardModifier.ControlModifier)
    assert side.page == 1
    side.buttons[0].setFocus()
    QTest.keyClick(side.buttons[0], Qt.Key.Key_Left)
    assert side.page == 0
    assert side.buttons[fits - 1].hasFocus()
    QTest.keyClick(side.buttons[fits - 1], Qt.Key.Key_Right)
    assert side.page == 1
    QTest.mouseClick(side.previous_button, LEFT)
    assert side.page == 0


def test_that_the_keys_reach_every_card_and_walk(view: NeighbourhoodView, qtbot):
    view.middle.setFocus()
    QTest.keyClick(view.middle, Qt.Key.Key_Up)
    assert view.above.buttons[0].hasFocus()
    QTest.keyClick(view.above.buttons[0], Qt.Key.Key_Right)
    assert view.above.buttons[1].hasFocus()
    QTest.keyClick(view.above.buttons[1], Qt.Key.Key_Down)
    assert view.middle.hasFocus()
    QTest.keyClick(view.middle, Qt.Key.Key_Down)
    assert view.below.buttons[0].hasFocus()
    levels = view.below.buttons[0].levels
    QTest.keyClick(view.below.buttons[0], Qt.Key.Key_Return)
    assert document(view).selected == levels
    assert view.middle.hasFocus()
    known = view._exploration.alternatives
    view._exploration.select(known.levels_of(known.best))
    with qtbot.waitSignal(document(view).wishes.application):
        QTest.keyClick(view.middle, Qt.Key.Key_Return)


def test_that_unknown_neighbours_in_sight_are_looked_at_and_others_are_not(qtbot, jobs):
    exploration = looked_at_in_part(qtbot, jobs, 24)
    view = NeighbourhoodView(exploration)
    known = exploration.alternatives
    far = known.facts.lattice.top
    exploration.select((*far[:10], *(level - 1 for level in far[10:])))
    wait_for(exploration, qtbot)
    before = len(exploration.alternatives)
    qtbot.addWidget(view)
    view.resize(620, 350)
    view.show()
    unknown = [each for side in (view.above, view.below) for each in side.shown if each.row < 0]
    assert unknown
    card = next(button.card for button in view.above.buttons if button.levels == unknown[0].levels)
    assert (card.state, card.text) == ("unknown", "–")
    qtbot.waitUntil(lambda: len(exploration.alternatives) >= before + len(unknown), timeout=LONG)
    wait_for(exploration, qtbot)
    for side in (view.above, view.below):
        assert all(exploration.alternatives.is_looked_at(each.row) for each in side.shown)
        assert all(button.card.state != "unknown" for button in side.buttons if button.isVisible())
    looked_at = {each.levels for side in (view.above, view.below) for each in side.neighbours if each.row >= 0}
    others = {each.levels for side in (view.above, view.below) for each in side.neighbours} - looked_at
    assert others


def test_that_nothing_is_looked_at_while_nobody_looks(qtbot, jobs, monkeypatch):
    exploration = looked_at_in_part(qtbot, jobs, 10)
    asked: list[object] = []
    monkeypatch.setattr(exploration, "look_at", asked.append)
    view = NeighbourhoodView(exploration)
    qtbot.addWidget(view)
    exploration.select(exploration.alternatives.facts.lattice.top)
    asked.clear()
    exploration.sifted_changed.emit()
    assert asked == []


def test_that_what_does_not_pass_the_filters_is_faint(view: NeighbourhoodView, qtbot):
    exploration = view._exploration
    assert not any(button.card.is_faint for button in view.below.buttons if button.isVisible())
    exploration.document.set_filters(Filters(classes=("unknown",)))
    wait_for(exploration, qtbot)
    assert all(button.card.is_faint for button in view.above.buttons if button.isVisible())
    assert not view.middle.card.is_faint


def test_that_marked_ones_are_underlined(view: NeighbourhoodView):
    exploration = view._exploration
    marked = np.zeros(len(exploration.alternatives), np.bool_)
    row = view.above.shown[0].row
    marked[row] = True
    exploration.emphasis.mark(marked)
    assert [button.card.is_marked for button in view.above.buttons[:2]] == [True, False]


def test_that_pointing_at_a_card_tells_it(view: NeighbourhoodView):
    button = view.above.buttons[0]
    button.pointed.emit(True)
    assert view.readout.isVisible()
    assert view.readout.lines == tuple(button.lines)
    assert view.readout.lines[1] == f"q{view.above.shown[0].attribute} +1"
    button.pointed.emit(False)
    assert not view.readout.isVisible()


def test_that_while_a_search_runs_the_best_so_far_is_in_the_middle_unless_another_is_selected(qtbot, jobs, qapp):
    exploration = classified(qtbot, jobs, 4)
    view = NeighbourhoodView(exploration)
    shown(qtbot, view, 512, 350)
    doc = exploration.document
    best = doc.result.solution.best.levels
    assert view.middle.levels == best
    assert not view.follows_best
    exploration.begin_search()
    exploration._live = RunningSearch("", 0.5)
    assert view.follows_best
    other = exploration.alternatives.facts.lattice.top
    exploration.select(other)
    assert not view.follows_best
    assert view.middle.levels == other
    exploration.select(None)
    assert view.follows_best
    assert view.middle.levels == best
    exploration._live = None


def test_that_a_selection_of_another_lattice_gives_way_to_the_best(view: NeighbourhoodView):
    doc = document(view)
    doc.select((9, 9, 9, 9))
    known = view._exploration.alternatives
    assert view.middle.levels == known.levels_of(known.best)


def test_that_the_order_stays_while_somebody_is_in_it(view: NeighbourhoodView, monkeypatch):
    exploration = view._exploration
    monkeypatch.setattr(view, "underMouse", lambda: False)
    view.above.buttons[0].setFocus()
    order = [each.attribute for each in view.above.neighbours]
    view.above.neighbours.reverse()
    exploration.sifted_changed.emit()
    assert [each.attribute for each in view.above.neighbours] == order[::-1]
    view.above.buttons[0].clearFocus()
    exploration.sifted_changed.emit()
    assert [each.attribute for each in view.above.neighbours] == order


def test_that_it_is_drawn_in_both_themes_with_long_names(qtbot, jobs, qapp):
    job, dataset, hierarchies = wide_project(3, 60)
    long = {"q0": "Altersangabe_bei_Krankenhausaufnahme", "q1": "Postleitzahl_des_Hauptwohnsitzes", "q2": "x"}
    from arxdesk.core.session.search_work import search  # noqa: PLC0415 - only here
    from arxdesk_engine.data.dataset import Dataset  # noqa: PLC0415
    from arxdesk_engine.foundation.control import Control  # noqa: PLC0415

    frame = dataset.to_pandas().rename(columns=long)
    renamed = {long[name]: hierarchy for name, hierarchy in hierarchies.items()}
    doc = Document(job, Dataset.from_pandas(frame, "wide.csv"), renamed, None, jobs)
    exploration = Exploration(doc, jobs, doc)
    doc.set_result(search(doc.job, doc.dataset, doc.hierarchies, Control()))
    wait_for(exploration, qtbot)
    view = NeighbourhoodView(exploration)
    shown(qtbot, view, 400, 240)
    exploration.select((1, 1, 1))
    assert any(button.accessibleName().startswith(long["q0"]) for button in view.above.buttons)
    try:
        for scheme in ("light", "dark"):
            theme.apply(qapp, scheme)
            image = picture(view, 2)
            assert len({image.pixel(x, y) for x in range(0, 800, 7) for y in range(0, 480, 5)}) > 12
    finally:
        theme.apply(qapp, "light")


def test_that_the_menu_is_asked_for_at_a_card(view: NeighbourhoodView, qtbot, qapp):
    from PySide6.QtGui import QContextMenuEvent  # noqa: PLC0415 - only here

    button = view.above.buttons[0]
    event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, QPoint(9, 9), button.mapToGlobal(QPoint(9, 9)))
    with qtbot.waitSignal(view.node_menu_requested) as asked:
        qapp.sendEvent(button, event)
    assert asked.args[0] == button.levels
    assert QPointF(asked.args[1]) == QPointF(button.mapToGlobal(QPoint(9, 9)))
