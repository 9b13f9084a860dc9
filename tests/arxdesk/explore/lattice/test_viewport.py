"""Where the nodes of a Hasse diagram stand, and what a viewport sees of them: against places that are written out."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.explore.lattice.hasse_bars import columns_of
from arxdesk.explore.lattice.viewport import CARD_WIDTH, Detail, Viewport
from arxdesk_engine.exploration.hasse_layout import HasseLayout
from tests.engine.exploration.made_alternatives import made_alternatives
from tests.tiers import examples

SPANS = st.lists(st.integers(1, 4), min_size=1, max_size=5)


def layout_of(spans) -> HasseLayout:
    made = made_alternatives(tuple(spans))
    return HasseLayout(made.by_height, made.starts)


def looking_at(layout: HasseLayout, width: float = 500.0, height: float = 350.0) -> Viewport:
    made = Viewport()
    made.resize(width, height)
    made.show(layout.widest, layout.heights)
    return made


@settings(deadline=None, max_examples=examples(60))
@given(SPANS, st.integers().map(random.Random))
def test_that_exactly_the_nodes_in_sight_are_seen_wherever_one_looks(spans, chance: random.Random):
    layout = layout_of(spans)
    view = looking_at(layout, chance.uniform(100, 900), chance.uniform(80, 600))
    for _step in range(chance.randrange(4)):
        view.zoom_by(chance.uniform(0.5, 4.0), chance.uniform(0, view.width), chance.uniform(0, view.height))
        view.pan(chance.uniform(-200, 200), chance.uniform(-200, 200))
    found = set()
    for height in view.seen_heights():
        found |= set(layout.rows_at(height, *view.seen_span(int(layout.widths[height]))).tolist())
    for row in range(len(layout.by_height)):
        x, y = view.screen(layout.offset_of(row), layout.place_of(row)[0])
        if -view.pitch / 2 < x < view.width + view.pitch / 2 and abs(y - view.height / 2) < view.height / 2:
            assert row in found
        if not -2.1 * view.pitch < x < view.width + 2.1 * view.pitch:
            assert row not in found


@settings(deadline=None, max_examples=examples(60))
@given(SPANS, st.integers().map(random.Random))
def test_that_zooming_keeps_what_is_under_the_pointer_unless_it_is_the_edge(spans, chance: random.Random):
    layout = layout_of(spans)
    view = looking_at(layout)
    view.zoom_by(chance.uniform(1.0, 30.0), 250, 175)
    at = chance.uniform(0, 500), chance.uniform(0, 350)
    before, middle = view.world(*at), (view.x, view.y)
    view.zoom_by(chance.uniform(1.0, 1.5), *at)
    x, y = view.world(*at)
    is_held_x = view.x in (middle[0], 0.0) or abs(view.x) == (layout.widest - 1) / 2
    is_held_y = view.y in (middle[1], (layout.heights - 1) / 2, 0.0, layout.heights - 1)
    assert is_held_x or x == pytest.approx(before[0], abs=1e-6)
    assert is_held_y or y == pytest.approx(before[1], abs=1e-6)


@pytest.mark.parametrize("spans", [(1,), (2, 2), (60,), (4,) * 6, (2,) * 12])
def test_that_all_of_it_is_seen_at_first_and_again_after_fit(spans):
    layout = layout_of(spans)
    view = looking_at(layout)

    def corners_are_seen() -> bool:
        half = layout.widest / 2
        points = [view.screen(x, y) for x, y in ((-half, -0.5), (half, layout.heights - 0.5))]
        return all(-0.01 <= x <= 500.01 and -0.01 <= y <= 350.01 for x, y in points)

    assert corners_are_seen()
    view.zoom_by(5.0, 100, 100)
    view.pan(40, 30)
    view.fit()
    assert corners_are_seen()


@pytest.mark.parametrize("spans", [(4,) * 6, (60,)])
def test_that_nodes_become_marks_below_40_pixels_and_bars_below_8(spans):
    view = looking_at(layout_of(spans))
    seen = set()
    for _step in range(400):
        width = CARD_WIDTH * view.scale
        expected = Detail.BARS if width < 8 else Detail.MARKS if width < 40 else Detail.CARDS
        assert view.detail is expected
        seen.add(expected)
        view.zoom_by(1.03, 250, 175)
    assert Detail.MARKS in seen
    assert Detail.CARDS in seen
    assert view.zoom == view.largest_zoom
    assert pytest.approx(1.5) == view.scale


def test_that_cards_of_neighbouring_rows_never_touch():
    for spans in ((4,) * 6, (60,), (3, 3), (2,) * 12):
        view = looking_at(layout_of(spans))
        for _step in range(200):
            assert view.scale * 44 <= view.row_pitch * 0.8
            assert view.scale * CARD_WIDTH <= view.pitch * 0.9
            view.zoom_by(1.06, 250, 175)


@settings(deadline=None, max_examples=examples(60))
@given(SPANS, st.integers().map(random.Random))
def test_that_each_column_of_a_bar_stands_for_the_nodes_that_are_there(spans, chance: random.Random):
    layout = layout_of(spans)
    view = looking_at(layout, chance.randrange(20, 400), 200)
    view.zoom_by(chance.uniform(1.0, 20.0), chance.uniform(0, view.width), 50)
    ratio = chance.choice([1.0, 1.5, 2.0])
    for height in range(layout.heights):
        width = int(layout.widths[height])
        begin, first, last = columns_of(view, width, ratio)
        assert (last > first).all()
        assert (first >= 0).all()
        assert (last <= width).all()
        for place, (low, high) in enumerate(zip(first.tolist(), last.tolist(), strict=True)):
            left, right = ((begin + place + side) / ratio for side in (0, 1))
            touched = [
                index
                for index in range(width)
                if view.screen(index - (width - 1) / 2, 0)[0] + view.pitch / 2 > left - 1e-6
                and view.screen(index - (width - 1) / 2, 0)[0] - view.pitch / 2 < right + 1e-6
            ]
            assert set(range(low, high)) <= set(touched) | {min(width - 1, low)}
        whole = [view.screen(side * width / 2, 0)[0] for side in (-1, 1)]
        if width and whole[0] >= 0 and whole[1] <= view.width:
            assert first[0] == 0
            assert last[-1] == width
            assert set(itertools.chain(*map(range, first.tolist(), last.tolist()))) == set(range(width))
