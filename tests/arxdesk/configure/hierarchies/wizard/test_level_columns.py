"""The columns of values and levels share the room they have."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from arxdesk.configure.hierarchies.wizard.level_columns import widest_that_fits

WIDTHS = st.lists(st.integers(20, 300), min_size=1, max_size=8)


@given(WIDTHS, st.integers(100, 1000))
def test_that_columns_are_cut_to_what_fits_and_no_further(needed: list[int], room: int):
    most = widest_that_fits(needed, room)
    total = sum(min(width, most) for width in needed)
    if sum(needed) <= room:
        assert total == sum(needed)
    else:
        assert total <= room or most == 96
        assert sum(min(width, most + 1) for width in needed) > room
