"""The content of pages: pieces that are never split, and their pagination."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from PySide6.QtGui import QPainter

Draw = Callable[[QPainter, float, float], None]


@dataclass(frozen=True, eq=False)
class Piece:
    """Something with a height that is drawn at a place (left, top).

    `space` is left free above it, unless it is the first one of a page. `keeps_next`: the next piece is on the same
    page. `header` is that of its table, repeated above it at the top of a page.
    """

    height: float
    draw: Draw
    space: float = 0.0
    keeps_next: bool = False
    header: Piece | None = None


@dataclass(eq=False)
class PrintedPage:
    """Pieces, each with the top of it."""

    placed: list[tuple[float, Piece]] = field(default_factory=list)
    filled: float = 0.0

    def add(self, piece: Piece) -> None:
        """Add a piece below the others."""
        top = self.filled + (piece.space if self.placed else 0.0)
        self.placed.append((top, piece))
        self.filled = top + piece.height


def paginated(pieces: Sequence[Piece], height: float) -> list[PrintedPage]:
    """Pages of pieces with that height; a piece that keeps the next one moves to its page."""
    pages = [PrintedPage()]
    for chain in _chains(pieces):
        page = pages[-1]
        if page.placed and page.filled + sum(each.space + each.height for each in chain) > height:
            page = PrintedPage()
            pages.append(page)
        for piece in chain:
            if page.placed and page.filled + piece.space + piece.height > height:  # a chain longer than a page
                page = PrintedPage()
                pages.append(page)
            if not page.placed and piece.header is not None:
                page.add(piece.header)
            page.add(piece)
    return pages


def _chains(pieces: Sequence[Piece]) -> list[list[Piece]]:
    chains: list[list[Piece]] = []
    is_open = False
    for piece in pieces:
        if is_open:
            chains[-1].append(piece)
        else:
            chains.append([piece])
        is_open = piece.keeps_next
    return chains
