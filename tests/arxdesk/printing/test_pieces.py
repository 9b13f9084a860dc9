"""Pages: nothing is lost or cut, headers come again, what belongs together stays together."""

from __future__ import annotations

import random

from hypothesis import given
from hypothesis import strategies as st

from arxdesk.printing.pieces import Piece, PrintedPage, paginated

HEIGHT = 100.0


def piece(height: float, space: float = 0.0, *, keeps_next: bool = False, header: Piece | None = None) -> Piece:
    return Piece(height, lambda _painter, _x, _y: None, space, keeps_next, header)


def content(pages: list[PrintedPage], headers: tuple[Piece, ...] = ()) -> list[Piece]:
    return [each for page in pages for _top, each in page.placed if each not in headers]


def drawn(generator: random.Random) -> list[Piece]:
    """Any pieces, some of them rows of tables."""
    made: list[Piece] = []
    for _number in range(generator.randint(0, 40)):
        if generator.random() < 0.2:
            header = piece(generator.uniform(1, 10), generator.uniform(0, 9), keeps_next=True)
            rows = [piece(generator.uniform(1, 30), header=header) for _row in range(generator.randint(1, 12))]
            made += [header, *rows]
        else:
            keeps = generator.random() < 0.3
            made.append(piece(generator.uniform(1, 60), generator.uniform(0, 9), keeps_next=keeps))
    return made


@given(st.integers().map(random.Random))
def test_that_every_piece_is_placed_once_in_order_and_inside_a_page(generator: random.Random):
    pieces = drawn(generator)
    pages = paginated(pieces, HEIGHT)
    repeated = {each.header for each in pieces if each.header is not None}
    placed = [each for page in pages for _top, each in page.placed]
    others = [each for each in placed if each not in repeated]
    assert others == [each for each in pieces if each not in repeated]
    for page in pages:
        assert page.filled <= HEIGHT + 1e-9
        bottoms = 0.0
        for top, each in page.placed:
            assert top >= bottoms - 1e-9
            bottoms = top + each.height


@given(st.integers().map(random.Random))
def test_that_rows_never_begin_a_page_without_their_header(generator: random.Random):
    for page in paginated(drawn(generator), HEIGHT):
        first = page.placed[0][1] if page.placed else None
        assert first is None or first.header is None


def test_that_what_keeps_the_next_goes_over_with_it():
    heading, body = piece(10, keeps_next=True), piece(30)
    pages = paginated([piece(70), heading, body], HEIGHT)
    assert [content([page]) for page in pages][1] == [heading, body]


def test_that_a_chain_longer_than_a_page_is_broken_where_it_must_be():
    chain = [piece(30, keeps_next=True) for _number in range(5)]
    assert [len(page.placed) for page in paginated(chain, HEIGHT)] == [3, 2]


def test_that_no_space_is_left_at_the_top_of_a_page():
    pages = paginated([piece(95), piece(20, space=12)], HEIGHT)
    assert pages[1].placed[0][0] == 0.0


def test_that_nothing_makes_one_empty_page():
    assert [page.placed for page in paginated([], HEIGHT)] == [[]]
