"""Rows that come in pages: the arithmetic of it, without a widget."""

from __future__ import annotations

Rows = range | list[int]


class PagedRows:
    """Rows of a model, in order, divided into pages of one size, of which one is in sight."""

    def __init__(self, size: int) -> None:
        self.size = size
        """The number of rows per page."""
        self._rows: Rows = range(0)
        self._page = 0

    @property
    def rows(self) -> Rows:
        """The rows on all pages."""
        return self._rows

    @property
    def page(self) -> int:
        """The number of the page in sight, from 0."""
        return self._page

    @property
    def pages(self) -> int:
        """The number of pages; at least one."""
        return max(1, -(-len(self._rows) // self.size))

    @property
    def first(self) -> int:
        """The place among all rows of the first one in sight."""
        return self._page * self.size

    @property
    def in_sight(self) -> Rows:
        """The rows on the page in sight."""
        return self._rows[self.first : self.first + self.size]

    def take(self, rows: Rows) -> None:
        """Divide other rows; the last page is in sight where they have fewer pages."""
        self._rows = rows
        self.turn_to(self._page)

    def turn_to(self, page: int) -> None:
        """Have another page in sight; the nearest one if there is none of that number."""
        self._page = min(max(page, 0), self.pages - 1)

    def turn_to_row(self, row: int) -> None:
        """Have the page of one of the rows in sight; `ValueError` if it is none of them."""
        self.turn_to(self._rows.index(row) // self.size)
