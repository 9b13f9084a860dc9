"""Where the nodes of a Hasse diagram stand."""

from __future__ import annotations

import itertools

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.exploration.hasse_layout import HasseLayout
from tests.engine.exploration.made_alternatives import made_alternatives
from tests.tiers import examples

SPANS = st.lists(st.integers(1, 4), min_size=1, max_size=5)


@settings(deadline=None, max_examples=examples(40))
@given(SPANS)
def test_that_every_node_stands_in_the_row_of_its_height_from_left_to_right_in_their_order(spans):
    made = made_alternatives(tuple(spans))
    layout = HasseLayout(made.by_height, made.starts)
    places = {}
    for row, levels in enumerate(itertools.product(*map(range, spans))):
        places.setdefault(sum(levels), []).append(row)
    assert layout.heights == len(places)
    assert layout.widest == max(map(len, places.values()))
    for height, rows in places.items():
        for index, row in enumerate(rows):
            assert layout.place_of(row) == (height, index)
            assert layout.row_at(height, index) == row
            assert layout.offset_of(row) == index - (len(rows) - 1) / 2
        assert layout.row_at(height, -1) == layout.row_at(height, len(rows)) == -1
    heights, offsets = layout.places_of(np.arange(len(layout.by_height)))
    assert heights.tolist() == [layout.place_of(row)[0] for row in range(len(layout.by_height))]
    assert offsets.tolist() == [layout.offset_of(row) for row in range(len(layout.by_height))]
