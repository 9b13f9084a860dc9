"""The Hasse diagram under the mouse and the keys: what is hit, selected, told, drawn."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QColor, QImage, QPainter
from PySide6.QtTest import QTest

from arxdesk.core.document import Document
from arxdesk.explore.lattice.hasse import HasseView
from arxdesk.explore.lattice.hasse_bars import Density, columns_of, paint_bars
from arxdesk.explore.lattice.node_card import Ink
from arxdesk.explore.lattice.viewport import Detail, Viewport
from arxdesk.ui import theme
from arxdesk_engine.exploration.alternatives import State
from arxdesk_engine.exploration.hasse_layout import HasseLayout
from arxdesk_engine.exploration.neighbours import neighbours_of
from arxdesk_engine.job.explore import Filters
from arxdesk_engine.lattice.lattice import height
from tests.arxdesk.analysis.applied_documents import document_of, picture
from tests.arxdesk.explore.lattices import classified, looked_at_in_part, move_to, shown, turn_wheel
from tests.arxdesk.explored_results import searched, wait_for
from tests.engine.exploration.made_alternatives import made_alternatives, sifted

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def view(qtbot, jobs) -> HasseView:
    made = HasseView(classified(qtbot, jobs))
    shown(qtbot, made, 512, 350)
    made.setFocus()
    return made


def document(view: HasseView) -> Document:
    return view._exploration.document


def zoom_to(view: HasseView, detail: Detail, row: int) -> None:
    view.viewport.zoom = 0.0
    while view.viewport.detail < detail:
        view.viewport.zoom += 0.01
    view._center_on(row)


def rows_in_sight(view: HasseView) -> list[int]:
    inside = view.rect().adjusted(1, 1, -1, -1)
    return [row for row in range(len(view.picture.known)) if inside.contains(view.picture.point_of(row).toPoint())]


@pytest.mark.parametrize("detail", [Detail.MARKS, Detail.CARDS])
def test_that_a_click_on_a_node_selects_it_wherever_it_stands(view: HasseView, detail: Detail):
    zoom_to(view, detail, view.picture.known.best)
    rows = rows_in_sight(view)
    assert len(rows) > 4
    for row in rows[:: max(1, len(rows) // 12)]:
        point = view.picture.point_of(row)
        if not view.rect().contains(point.toPoint()):  # the view has followed a selection
            continue
        QTest.mouseClick(view, LEFT, pos=point.toPoint())
        assert document(view).selected == view.picture.known.levels_of(row)


def test_that_hit_testing_agrees_with_the_places_of_all_nodes(view: HasseView):
    generator = np.random.default_rng(1)
    for zoom in (0.0, 0.3, 0.5, 0.7, 0.9, 1.0):
        view.viewport.zoom = zoom
        view.viewport.pan(0, 0)
        places = np.array([view.picture.point_of(row).toTuple() for row in range(len(view.picture.known))])
        for x, y in generator.uniform((0, 0), (512, 350), (150, 2)).tolist():
            found = view.picture.node_at(QPointF(x, y))
            scale = view.viewport.scale
            if view.viewport.detail is Detail.CARDS:
                hit = (abs(places[:, 0] - x) <= 46 * scale) & (abs(places[:, 1] - y) <= 22 * scale)
                assert set(np.flatnonzero(hit).tolist()) == ({found} - {-1})
            elif found >= 0:
                distance = np.hypot(places[:, 0] - x, places[:, 1] - y)
                assert abs(places[found, 1] - y) <= 22
                same_row = np.isclose(places[:, 1], places[found, 1])
                assert distance[found] <= distance[same_row].min() + 1e-6


def test_that_where_nodes_cannot_be_told_apart_a_click_selects_the_best_of_those_around(qtbot, jobs):
    view = HasseView(classified(qtbot, jobs, 5))
    shown(qtbot, view, 200, 200)
    known, layout = view.picture.known, view.picture.layout
    assert view.viewport.detail is Detail.BARS
    assert view.viewport.pitch < 3
    middle = int(np.argmax(layout.widths))
    point = QPointF(view.width() / 2, view.viewport.screen(0, middle)[1])
    QTest.mouseClick(view, LEFT, pos=point.toPoint())
    selected = known.row_of(document(view).selected)
    at, _index = layout.place_of(selected)
    assert at == middle
    around = [
        row
        for row in layout.rows_at(middle, 0, int(layout.widths[middle])).tolist()
        if abs(view.picture.point_of(row).x() - point.x()) <= 6 + view.viewport.pitch
    ]
    scores = [known.score[row] for row in around if known.state[row] == State.ANONYMOUS]
    assert selected in around
    assert not scores or known.score[selected] <= np.quantile(scores, 0.2)


def test_that_a_selection_from_elsewhere_comes_into_sight_and_is_told(view: HasseView):
    known = view.picture.known
    zoom_to(view, Detail.CARDS, known.best)
    far = len(known) - 1
    assert not view.rect().contains(view.picture.point_of(far).toPoint())
    view._exploration.select(known.levels_of(far))
    assert view.selected == far
    assert view.rect().contains(view.picture.point_of(far).toPoint())
    assert view.accessibleDescription().startswith("Selected: Anonymous, Score ")
    assert "q0 3 of 3" in view.accessibleDescription()


def test_that_dragging_moves_what_is_seen_and_selects_nothing(view: HasseView):
    zoom_to(view, Detail.CARDS, view.picture.known.best)
    before, selected = view.picture.point_of(view.selected), document(view).selected
    begin = QPoint(200, 100)
    QTest.mousePress(view, LEFT, pos=begin)
    for step in range(1, 7):
        move_to(view, QPointF(begin + QPoint(5 * step, 4 * step)), LEFT)
    QTest.mouseRelease(view, LEFT, pos=begin + QPoint(30, 24))
    moved = view.picture.point_of(view.selected) - before
    assert (moved.x(), moved.y()) == pytest.approx((30, 24), abs=0.01)
    assert document(view).selected == selected


def test_that_the_wheel_pans_and_with_control_zooms_around_the_pointer(view: HasseView):
    zoom_to(view, Detail.CARDS, view.picture.known.best)
    before = view.picture.point_of(view.selected)
    turn_wheel(view, QPointF(10, 10), -40)
    assert view.picture.point_of(view.selected).y() == pytest.approx(before.y() - 20, abs=0.01)
    turn_wheel(view, QPointF(10, 10), 40, Qt.KeyboardModifier.ShiftModifier)
    assert view.picture.point_of(view.selected).x() == pytest.approx(before.x() + 20, abs=0.01)
    at = view.picture.point_of(view.selected)
    pitch = view.viewport.pitch
    turn_wheel(view, at, 240, CONTROL)
    assert view.viewport.pitch > 1.2 * pitch
    after = view.picture.point_of(view.selected)
    assert (after.x(), after.y()) == pytest.approx((at.x(), at.y()), abs=0.01)


def test_that_plus_and_minus_zoom_0_shows_all_and_1_the_selection(view: HasseView):
    QTest.keyClick(view, Qt.Key.Key_Plus)
    assert view.viewport.zoom > 0
    QTest.keyClick(view, Qt.Key.Key_1)
    assert view.viewport.detail is Detail.CARDS
    assert view.viewport.scale == pytest.approx(1.0)
    point = view.picture.point_of(view.selected)
    assert view.rect().contains(point.toPoint())
    QTest.keyClick(view, Qt.Key.Key_Minus)
    assert view.viewport.scale < 1.0
    QTest.keyClick(view, Qt.Key.Key_0)
    assert view.viewport.zoom == 0.0


def test_that_the_arrows_walk_along_the_row_and_along_edges_to_the_best_neighbour(view: HasseView):
    known, layout = view.picture.known, view.picture.layout
    begin = known.levels_of(view.selected)
    assert view.selected == known.best
    QTest.keyClick(view, Qt.Key.Key_Up)
    assert document(view).selected == neighbours_of(known, begin, "above")[0].levels
    here = document(view).selected
    QTest.keyClick(view, Qt.Key.Key_Down)
    assert document(view).selected == neighbours_of(known, here, "below")[0].levels
    QTest.keyClick(view, Qt.Key.Key_Home)
    assert view.selected == known.best
    at, index = layout.place_of(known.best)
    step = 1 if index + 1 < layout.widths[at] else -1
    QTest.keyClick(view, Qt.Key.Key_Right if step > 0 else Qt.Key.Key_Left)
    assert view.selected == layout.row_at(at, index + step)


def test_that_the_ends_of_the_lattice_hold_the_arrows(view: HasseView):
    known = view.picture.known
    for row, keys in ((0, ("Left", "Right", "Down")), (len(known) - 1, ("Left", "Right", "Up"))):
        view._exploration.select(known.levels_of(row))
        for key in keys:
            QTest.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
            assert view.selected == row


def test_that_return_asks_to_apply_and_a_double_click_for_the_neighbours(view: HasseView, qtbot):
    with qtbot.waitSignal(view.confirmed):
        QTest.keyClick(view, Qt.Key.Key_Return)
    zoom_to(view, Detail.CARDS, view.picture.known.best)
    with qtbot.waitSignal(view.neighbours_requested) as asked:
        QTest.mouseDClick(view, LEFT, pos=view.picture.point_of(view.picture.known.best).toPoint())
    assert asked.args == [view.picture.known.levels_of(view.picture.known.best)]


def test_that_hovering_tells_the_node_under_the_pointer_until_it_leaves(view: HasseView):
    known = view.picture.known
    zoom_to(view, Detail.CARDS, known.best)
    move_to(view, view.picture.point_of(known.best))
    assert view.hovered == known.best
    assert view.readout.isVisible()
    assert view.readout.lines[0] == "Optimum, proven"
    assert view.readout.lines[1].startswith("Score ")
    move_to(view, QPointF(1, 1))
    assert view.hovered == -1
    assert not view.readout.isVisible()


def test_that_hovering_over_a_bar_tells_what_stands_there(qtbot, jobs):
    view = HasseView(classified(qtbot, jobs, 5))
    shown(qtbot, view, 200, 200)
    layout = view.picture.layout
    middle = int(np.argmax(layout.widths))
    move_to(view, QPointF(view.width() / 2, view.viewport.screen(0, middle)[1]))
    assert view.readout.lines[0] == f"Height {middle}, {layout.widths[middle]} transformations"
    assert view.readout.lines[1].startswith("Here: ")


def test_that_all_neighbours_have_an_edge(view: HasseView):
    known = view.picture.known
    for row in range(0, len(known), 7):
        levels = known.levels_of(row)
        expected = {each.row for side in ("above", "below") for each in neighbours_of(known, levels, side)}
        assert set(view.picture.neighbours(row).tolist()) == expected
        assert all(abs(height(known.levels_of(each)) - height(levels)) == 1 for each in expected)


@pytest.mark.parametrize("detail", list(Detail))
def test_that_what_does_not_pass_the_filters_is_faint(view: HasseView, qtbot, detail: Detail):
    exploration = view._exploration
    if detail is Detail.BARS:
        view.resize(60, 120)
        view.fit()
    else:
        zoom_to(view, detail, 128)
    assert view.viewport.detail is detail
    exploration.select(None)
    view.clearFocus()
    before = picture(view)
    exploration.document.set_filters(Filters(classes=()))
    wait_for(exploration, qtbot)
    after = picture(view)
    assert inkiness(after) < (0.75 if detail is Detail.CARDS else 0.6) * inkiness(before)  # edges between cards stay


def inkiness(image: QImage) -> float:
    """How far the pixels are from the colour of the pane, in all."""
    panel = theme.current().color("bg.panel")
    pixels = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), -1, 4)[..., :3].astype(float)
    return float(np.abs(pixels - np.array([panel.blue(), panel.green(), panel.red()])).sum())


def accents(image: QImage) -> int:
    """How many pixels have the accent."""
    pixels = np.frombuffer(image.constBits(), np.uint32)
    return int((pixels & 0xFFFFFF == theme.current().color("accent").rgb() & 0xFFFFFF).sum())


@pytest.mark.parametrize("detail", list(Detail))
def test_that_marked_ones_are_underlined(view: HasseView, detail: Detail):
    exploration = view._exploration
    view.clearFocus()
    exploration.select(None)
    if detail is Detail.BARS:
        view.resize(60, 300)
        view.fit()
    else:
        zoom_to(view, detail, 128)
    assert accents(picture(view)) == 0
    exploration.emphasis.mark(np.ones(len(view.picture.known), np.bool_))
    assert accents(picture(view)) > 20
    exploration.emphasis.mark(None)
    assert accents(picture(view)) == 0


def test_that_a_lattice_that_is_not_whole_is_not_drawn(qtbot, jobs):
    view = HasseView(looked_at_in_part(qtbot, jobs, 24))
    shown(qtbot, view, 300, 200)
    assert view.picture is None
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Home, Qt.Key.Key_1, Qt.Key.Key_Plus, Qt.Key.Key_0):
        QTest.keyClick(view, key)
    QTest.mouseClick(view, LEFT, pos=QPoint(50, 50))
    move_to(view, QPointF(60, 60))
    assert len({picture(view).pixel(x, 100) for x in range(20, 280)}) == 1


def test_that_a_lattice_of_one_transformation_is_a_card(qtbot, jobs):
    import pandas as pd  # noqa: PLC0415 - only here

    from arxdesk_engine.hierarchies.hierarchy import Hierarchy  # noqa: PLC0415

    frame = pd.DataFrame({"sex": ["f", "m"] * 6})
    one = document_of(frame, {"sex": Hierarchy((("f",), ("m",)))})
    one.setParent(jobs)
    exploration, _result = searched(one, qtbot, jobs)
    view = HasseView(exploration)
    shown(qtbot, view, 400, 300)
    assert len(view.picture.known) == 1
    assert view.viewport.detail is Detail.CARDS
    QTest.mouseClick(view, LEFT, pos=QPoint(200, 150))
    assert one.selected == (0,)
    for key in (Qt.Key.Key_Up, Qt.Key.Key_Left, Qt.Key.Key_Plus, Qt.Key.Key_Minus, Qt.Key.Key_1):
        QTest.keyClick(view, key)
        picture(view)
    assert view.picture.point_of(0).toPoint() == QPoint(200, 150)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("marks", [None, "every third"])
def test_that_every_column_of_a_bar_shows_the_mix_of_its_nodes(scheme, marks):
    with theme.drawn_in(theme.LIGHT if scheme == "light" else theme.DARK):
        known = made_alternatives((4,) * 6, seed=4)
        found = sifted(known)
        layout = HasseLayout(known.by_height, known.starts)
        view = Viewport()
        view.resize(150, 400)
        view.show(layout.widest, layout.heights)
        marked = None if marks is None else np.arange(len(known)) % 3 == 0
        density = Density(known, found.passes, layout, marked)
        image = QImage(150, 400, QImage.Format.Format_RGB32)
        painter = QPainter(image)
        paint_bars(painter, density, view, layout, Ink())
        painter.end()
        at = int(np.argmax(layout.widths))
        middle = round(view.screen(0, at)[1])
        top, bottom = (middle + round(side * view.row_pitch * 0.37) for side in (-1, 1))
        teal = theme.current().color("state.anonymous").rgb()
        begin, first, last = columns_of(view, int(layout.widths[at]), 1.0)
        shares = set()
        for x in range(20, 130, 11):
            rows = layout.rows_at(at, int(first[x - begin]), int(last[x - begin]))
            share = np.mean(known.state[rows] == State.ANONYMOUS)
            painted = np.mean([image.pixel(x, y) == teal for y in range(top + 1, bottom)])
            assert painted == pytest.approx(share, abs=3 / (bottom - top))
            shares.add(round(float(share), 1))
        assert len(shares) > 2


def test_that_counts_of_columns_are_those_of_their_nodes():
    known = made_alternatives((4,) * 5, seed=2)
    found = sifted(known, Filters(classes=("anonymous",)))
    layout = HasseLayout(known.by_height, known.starts)
    marked = np.arange(len(known)) % 5 == 0
    density = Density(known, found.passes, layout, marked)
    for at in range(layout.heights):
        width = int(layout.widths[at])
        spans = np.array(list(itertools.combinations(range(width + 1), 2)))[:: max(1, width // 4)]
        first, last = spans[:, 0], spans[:, 1]
        mixes, means = density.mix(at, first, last), density.mean_score(at, first, last)
        hits = density.is_marked(at, first, last)
        for place, (low, high) in enumerate(spans.tolist()):
            rows = layout.rows_at(at, low, high)
            state, passes = known.state[rows], found.passes[rows]
            assert mixes[:, place].tolist() == [
                int(((state == wanted) & (passes == passing)).sum())
                for wanted, passing in (
                    (State.NOT, True),
                    (State.NOT, False),
                    (State.UNKNOWN, True),
                    (State.UNKNOWN, False),
                    (State.ANONYMOUS, False),
                    (State.ANONYMOUS, True),
                )
            ]
            scores = [s for s, p in zip(known.score[rows], passes, strict=True) if p and not math.isnan(s)]
            assert math.isnan(means[place]) if not scores else means[place] == pytest.approx(np.mean(scores))
            assert hits[place] == marked[rows].any()


def test_that_colours_by_score_go_from_the_best_to_the_worst(view: HasseView):
    exploration = view._exploration
    known = view.picture.known
    ink = Ink.of("score", exploration.sifted)
    held = known.score[np.isfinite(known.score)]
    best, worst = ink.color("anonymous", float(held.min())), ink.color("anonymous", float(held.max()))
    assert best != worst
    assert best.lightness() < worst.lightness()
    assert Ink.of("class", exploration.sifted).color("anonymous", 0.1) == theme.current().color("state.anonymous")
    assert ink.color("not", math.nan) == theme.current().color("state.not")
    by_class = picture(view)
    exploration.emphasis.set_coloring("score")
    assert picture(view) != by_class


def test_that_the_colours_of_another_theme_are_taken_at_once(view: HasseView, qapp):
    zoom_to(view, Detail.CARDS, view.picture.known.best)
    try:
        for scheme in ("light", "dark"):
            theme.apply(qapp, scheme)
            image = picture(view)
            assert QColor(image.pixel(3, 175)) == theme.current().color("bg.panel")
    finally:
        theme.apply(qapp, "light")


def test_that_dragged_cards_look_as_they_did_when_they_were_drawn(view: HasseView):
    view.clearFocus()
    zoom_to(view, Detail.CARDS, 128)
    first = picture(view)
    again = picture(view)
    assert view.picture._nodes._pictures.kept > 0
    difference = np.abs(
        np.frombuffer(first.constBits(), np.uint8).astype(int) - np.frombuffer(again.constBits(), np.uint8)
    )
    assert difference.mean() < 4
