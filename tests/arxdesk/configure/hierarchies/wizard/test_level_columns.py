"""The columns of values and levels share the room they have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arxdesk.configure.hierarchies.wizard.level_columns import level_widths

WIDTHS = st.lists(st.integers(20, 300), min_size=1, max_size=8)


@given(WIDTHS, st.integers(100, 1000))
def test_that_columns_are_cut_to_what_fits_or_are_whole(needed: list[int], room: int):
    widths = level_widths(needed, room)
    if sum(needed) <= room:
        assert widths == needed
    elif sum(min(width, 96) for width in needed) <= room:
        assert sum(widths) <= room
        assert all(width == whole or width == max(widths) for width, whole in zip(widths, needed, strict=True))
    else:
        assert widths == needed
