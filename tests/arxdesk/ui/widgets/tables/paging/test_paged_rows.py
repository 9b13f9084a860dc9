"""Pages divide rows without loss, and some page is always in sight."""

import pytest

from arxdesk.ui.widgets.tables.paging.paged_rows import PagedRows


@pytest.fixture
def paged():
    made = PagedRows(100)
    made.take(range(512))
    return made


def test_that_the_pages_hold_every_row_once(paged):
    found = []
    for page in range(paged.pages):
        paged.turn_to(page)
        assert paged.first == len(found)
        found += paged.in_sight
    assert found == list(range(512))


@pytest.mark.parametrize(("wanted", "in_sight"), [(-1, 0), (3, 3), (9, 5)])
def test_that_the_nearest_page_is_in_sight(paged, wanted, in_sight):
    paged.turn_to(wanted)
    assert paged.page == in_sight


def test_that_fewer_rows_leave_no_empty_page_in_sight(paged):
    paged.turn_to(5)
    paged.take([3, 1, 4])
    assert (paged.page, paged.pages, paged.in_sight) == (0, 1, [3, 1, 4])
    paged.take([])
    assert (paged.page, paged.pages, paged.in_sight) == (0, 1, [])


def test_that_a_row_is_in_sight_at_its_place(paged):
    paged.take(list(range(500, 0, -2)))
    paged.turn_to_row(100)
    assert paged.page == 2
    with pytest.raises(ValueError, match="101"):
        paged.turn_to_row(101)
