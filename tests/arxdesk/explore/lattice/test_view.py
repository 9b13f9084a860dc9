"""The lattice in Explore: the strip of heights, the ways to look at it, what the legend and the header tell."""

from __future__ import annotations

import dataclasses

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest

from arxdesk.explore.alternatives.exploration import Exploration
from arxdesk.explore.lattice.node_menu import NodeMenu
from arxdesk.explore.lattice.overview import Overview
from arxdesk.explore.lattice.view import LatticeView
from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.score_colors import score_table
from arxdesk_engine.exploration.alternatives import State
from tests.arxdesk.analysis.applied_documents import picture
from tests.arxdesk.explore.lattices import classified, looked_at_in_part, move_to, shown

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def view(qtbot, jobs) -> LatticeView:
    made = LatticeView(classified(qtbot, jobs))
    shown(qtbot, made, 652, 430)
    return made


@pytest.fixture
def large(qtbot, jobs) -> LatticeView:
    made = LatticeView(looked_at_in_part(qtbot, jobs, 24))
    shown(qtbot, made, 652, 430)
    return made


def exploration_of(view: LatticeView) -> Exploration:
    return view._exploration


def point_of(overview: Overview, height: int) -> QPoint:
    return overview.bar(height).center().toPoint()


def test_that_before_a_search_the_way_on_is_told(qtbot, jobs, small_document):
    small_document.setParent(jobs)
    view = LatticeView(Exploration(small_document, jobs, small_document))
    shown(qtbot, view, 652, 430)
    assert view._stack.currentWidget().accessibleName() == "No search yet. Anonymize to see all alternatives."
    with qtbot.waitSignal(exploration_of(view).document.wishes.search):
        view._stack.currentWidget().action_triggered.emit()
    assert not view.legend.isVisible()
    small_document.set_locked(True)
    assert view._stack.currentWidget().accessibleName().startswith("Searching.")


def test_that_the_bars_of_the_strip_add_up_to_the_lattice(view: LatticeView, large: LatticeView):
    for each in (view, large):
        known = exploration_of(each).alternatives
        counts = [each.overview.counts(height) for height in range(each.overview.heights)]
        total = sum(sum(count.values()) for count in counts)
        assert total == pytest.approx(known.facts.lattice.size, rel=1e-9)
        for state, words in ((State.ANONYMOUS, "anonymous"), (State.NOT, "not")):
            assert sum(count[words] for count in counts) == int((known.state == state).sum())
    heights = exploration_of(view).alternatives.levels.sum(axis=1)
    assert [sum(view.overview.counts(height).values()) for height in range(13)] == np.bincount(heights).tolist()


def test_that_the_length_of_a_bar_is_how_many_there_are_and_of_a_huge_lattice_its_logarithm(view, large):
    sizes = exploration_of(view).alternatives.sizes
    widths = [view.overview.bar(height).width() for height in range(view.overview.heights)]
    for height, width in enumerate(widths):
        assert width == pytest.approx(max(2.0, max(widths) * sizes[height] / sizes.max()))
    sizes = exploration_of(large).alternatives.sizes
    widths = [large.overview.bar(height).width() for height in range(large.overview.heights)]
    assert large.overview.is_logarithmic
    assert widths[3] == pytest.approx(max(widths) * np.log1p(sizes[3]) / np.log1p(sizes.max()))
    assert widths[3] > 4


def test_that_hovering_over_a_height_tells_its_classes(view: LatticeView):
    move_to(view.overview, QPointF(point_of(view.overview, 6)))
    counts = view.overview.counts(6)
    assert view.overview.current == 6
    lines = view.overview.readout.lines
    assert lines[0] == f"Height 6: {sum(counts.values())} transformations"
    assert all(f"{number} " in lines[1] for state, number in counts.items() if number)
    assert lines[2].endswith("pass the filters")
    assert view.overview.readout.isVisible()


def test_that_every_pixel_of_the_strip_belongs_to_the_bar_that_is_there(view: LatticeView):
    for height in range(view.overview.heights):
        bar = view.overview.bar(height)
        assert view.overview.height_at(bar.top() + 0.5) == view.overview.height_at(bar.bottom() - 0.5) == height
    assert view.overview.height_at(view.overview.height() - 2) == -1
    assert view.overview.height_at(0) == -1


def test_that_a_click_on_a_height_selects_its_best_among_neighbours(view: LatticeView):
    known = exploration_of(view).alternatives
    QTest.mouseClick(view.overview, LEFT, pos=point_of(view.overview, 9))
    selected = exploration_of(view).document.selected
    assert sum(selected) == 9
    scores = [known.score[row] for row in range(len(known)) if known.levels[row].sum() == 9]
    assert known.score[known.row_of(selected)] == np.nanmin(scores)


def test_that_a_click_on_a_height_shows_its_row_in_the_whole(view: LatticeView):
    view.show_whole()
    view.hasse.zoom(20.0)
    before = exploration_of(view).document.selected
    QTest.mouseClick(view.overview, LEFT, pos=point_of(view.overview, 9))
    assert view.hasse.viewport.y == pytest.approx(9)
    assert exploration_of(view).document.selected == before


def test_that_the_keys_reach_every_height(view: LatticeView):
    view.overview.setFocus()
    best = sum(exploration_of(view).document.selected)
    QTest.keyClick(view.overview, Qt.Key.Key_Up)
    assert view.overview.current == best
    for _step in range(20):
        QTest.keyClick(view.overview, Qt.Key.Key_Down)
    assert view.overview.current == 0
    QTest.keyClick(view.overview, Qt.Key.Key_Up)
    QTest.keyClick(view.overview, Qt.Key.Key_Return)
    assert sum(exploration_of(view).document.selected) == 1


def test_that_the_strip_frames_what_is_beside_it(view: LatticeView):
    best = sum(exploration_of(view).document.selected)
    assert view.overview._frame == (best - 1, best + 1)
    exploration_of(view).select((3, 3, 3, 3))
    assert view.overview._frame == (11, 13)
    view.show_whole()
    lowest, highest = view.overview._frame
    assert lowest <= 0
    assert highest >= 12
    QTest.keyClick(view.hasse, Qt.Key.Key_1)
    lowest, highest = view.overview._frame
    assert lowest <= 12 <= highest + 1
    assert highest - lowest < 6


def test_that_one_goes_from_the_neighbours_to_the_whole_and_back(view: LatticeView):
    assert view.neighbourhood.isVisible()
    assert not view.zoom_in_button.isVisible()
    QTest.mouseClick(view.way.segment("whole"), LEFT)
    assert view.hasse.isVisible()
    for button in (view.zoom_in_button, view.zoom_out_button, view.fit_button, view.find_button):
        assert button.isVisible()
    pitch = view.hasse.viewport.pitch
    QTest.mouseClick(view.zoom_in_button, LEFT)
    assert view.hasse.viewport.pitch > pitch
    QTest.mouseClick(view.find_button, LEFT)
    assert view.hasse.viewport.scale == pytest.approx(1.0)
    point = view.hasse.picture.point_of(view.hasse.selected).toPoint()
    QTest.mouseDClick(view.hasse, LEFT, pos=point)
    assert view.neighbourhood.isVisible()
    assert view.way.value == "neighbours"
    QTest.mouseClick(view.way.segment("whole"), LEFT)
    QTest.mouseClick(view.fit_button, LEFT)
    assert view.hasse.viewport.zoom == 0.0


def test_that_of_a_lattice_too_large_to_draw_the_neighbours_are_shown_and_why(large: LatticeView):
    segment = large.way.segment("whole")
    assert not segment.isEnabled()
    assert segment.toolTip().startswith("281,474,976,710,656 transformations are too many to draw.")
    large.show_whole()
    assert large.neighbourhood.isVisible()
    assert large.overview_title.text() == "All 2.8 × 10¹⁴"


def test_that_a_larger_lattice_takes_the_whole_away(view: LatticeView):
    view.show_whole()
    exploration = exploration_of(view)
    exploration._sifted = dataclasses.replace(
        exploration.sifted, alternatives=dataclasses.replace(exploration.alternatives, is_whole=False)
    )
    exploration.sifted_changed.emit()
    assert view.neighbourhood.isVisible()
    assert view.hasse.picture is None


def test_that_the_legend_tells_what_colours_mean(view: LatticeView):
    view.resize(900, 430)
    assert view.legend.accessibleName() == "Legend: Optimum, Anonymous, Not anonymous, Unknown"
    assert not view.scale.isVisible()
    QTest.mouseClick(view.coloring.segment("score"), LEFT)
    assert exploration_of(view).emphasis.coloring == "score"
    assert view.scale.isVisible()
    assert view.legend.accessibleName() == "Legend: Optimum, Not anonymous, Unknown"
    scores = exploration_of(view).alternatives.score
    assert view.scale.words == (f"{np.nanmin(scores):.4f}", f"{np.nanmax(scores):.4f}")


def test_that_colours_chosen_elsewhere_are_shown(view: LatticeView):
    exploration_of(view).emphasis.set_coloring("score")
    assert view.coloring.value == "score"
    exploration_of(view).emphasis.set_coloring("class")
    assert view.coloring.value == "class"


def test_that_a_narrow_pane_leaves_out_the_legend_and_what_the_keys_do_too(view: LatticeView):
    view.show_whole()
    for width, zooming in ((652, 4), (540, 4), (400, 4), (370, 3), (345, 2), (340, 2)):
        view.resize(width, 300)
        assert view.width() == width
        assert view.legend.isVisible() == (width >= 540)
        buttons = (view.zoom_out_button, view.zoom_in_button, view.fit_button, view.find_button)
        assert sum(button.isVisible() for button in buttons) == zooming
        for widget in (view.way, view.coloring, view.copy_button, view.legend, *buttons):
            if widget.isVisible():
                left, right = (widget.mapTo(view, QPoint(x, 0)).x() for x in (0, widget.width()))
                assert left >= 0
                assert right <= width


def test_that_the_menu_selects_pins_applies_and_copies(view: LatticeView, qtbot):
    exploration = exploration_of(view)
    known = exploration.alternatives
    anonymous = known.levels_of(known.best)
    failing = known.levels_of(int(np.flatnonzero(known.state == State.NOT)[0]))

    def menu_for(levels) -> NodeMenu:
        view.neighbourhood.node_menu_requested.emit(levels, view.mapToGlobal(QPoint(50, 50)))
        return view.findChildren(NodeMenu)[-1]

    menu = menu_for(failing)
    assert not menu.apply_action.isEnabled()
    menu.select_action.trigger()
    assert exploration.document.selected == failing
    menu.copy_action.trigger()
    assert QGuiApplication.clipboard().text() == ", ".join(map(str, failing))
    with qtbot.waitSignal(exploration.document.wishes.pin) as pinned:
        menu.pin_action.trigger()
    assert pinned.args == [failing]
    menu.close()
    menu = menu_for(anonymous)
    with qtbot.waitSignal(exploration.document.wishes.application):
        menu.apply_action.trigger()
    assert exploration.document.selected == anonymous
    menu.close()
    exploration.document.set_locked(True)
    menu = menu_for(anonymous)
    assert not menu.apply_action.isEnabled()
    menu.close()


def test_that_return_applies_only_what_is_anonymous(view: LatticeView, qtbot):
    exploration = exploration_of(view)
    known = exploration.alternatives
    heard: list[int] = []
    exploration.document.wishes.application.connect(lambda: heard.append(1))
    view.show_whole()
    exploration.select(known.levels_of(int(np.flatnonzero(known.state == State.NOT)[0])))
    QTest.keyClick(view.hasse, Qt.Key.Key_Return)
    assert heard == []
    exploration.select(known.levels_of(known.best))
    QTest.keyClick(view.hasse, Qt.Key.Key_Return)
    assert heard == [1]


def test_that_the_numbers_of_the_strip_and_a_picture_can_be_copied(view: LatticeView):
    lines = view.numbers().splitlines()
    assert lines[0] == "Height\tAnonymous\tNot anonymous\tUnknown"
    assert len(lines) == 14
    assert sum(sum(map(int, line.split("\t")[1:])) for line in lines[1:]) == 256
    QTest.mouseClick(view.copy_button, LEFT)
    assert not QGuiApplication.clipboard().image().isNull()


def test_that_everything_has_a_name_for_those_who_listen(view: LatticeView):
    for widget in (
        *(view.way, view.coloring, view.zoom_in_button, view.zoom_out_button, view.fit_button, view.find_button),
        *(view.copy_button, view.hasse, view.neighbourhood, view.overview, view.neighbourhood.middle),
        *(view.neighbourhood.above.next_button, view.neighbourhood.below.previous_button),
    ):
        assert widget.accessibleName()
    assert "Optimum, proven" in view.neighbourhood.accessibleDescription()
    view.show_whole()
    assert "Optimum, proven" in view.hasse.accessibleDescription()


def test_that_the_strip_has_the_colours_of_scores_too(view: LatticeView):
    def color_at(height: int) -> str:
        return view.overview.grab().toImage().pixelColor(point_of(view.overview, height)).name()

    exploration_of(view).select((0, 0, 0, 0))  # its frame is at the other end
    assert color_at(12) == color_at(10) == theme.current().color("state.anonymous").name()
    exploration_of(view).emphasis.set_coloring("score")
    assert len({color_at(12), color_at(10), theme.current().color("state.anonymous").name()}) == 3
    exploration_of(view).emphasis.set_coloring("class")
    assert color_at(12) == theme.current().color("state.anonymous").name()


def test_that_the_colours_of_scores_stand_out_from_both_themes_and_the_best_ones_most():
    for scheme, panel, towards_ground in (("light", theme.LIGHT, 1), ("dark", theme.DARK, -1)):
        table = score_table(scheme).astype(int)
        background = panel.color("bg.panel")
        ground = np.array([background.red(), background.green(), background.blue()])
        assert np.abs(table - ground).sum(axis=1).min() > 100
        lightness = towards_ground * (table @ np.array([0.299, 0.587, 0.114]))
        assert (np.diff(lightness) >= -0.8).all()  # but for what rounding takes
        assert lightness[-1] - lightness[0] > 90


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_it_is_drawn_in_both_themes(view: LatticeView, qapp, scheme):
    try:
        theme.apply(qapp, scheme)
        for way in ("neighbours", "whole"):
            view._show_way(way)
            image = picture(view, 2)
            assert len({image.pixel(x, y) for x in range(0, 1304, 9) for y in range(80, 860, 7)}) > 12
    finally:
        theme.apply(qapp, "light")


def test_that_the_neighbours_have_the_room_of_the_strip_where_it_is_narrow(view: LatticeView):
    for width, has_strip in ((652, True), (420, True), (419, False), (340, False), (500, True)):
        view.resize(width, 430)
        assert view.minimumWidth() <= width
        assert view.overview.isVisible() == has_strip
        assert view.neighbourhood.isVisible()
    view.show_whole()
    assert not view.overview.isVisible()
