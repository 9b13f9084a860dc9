"""Letting go of the engine that holds the rows of a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from arxdesk_engine.backends.grouped_table import GroupedTable


class Closeable:
    """An object that may have `rows` outside memory, and holds their engine until it is closed, also by a `with` block.

    Without that the engine is let go when nobody refers to the object any more.
    """

    __slots__ = ()

    rows: GroupedTable | None

    def close(self) -> None:
        """Let go of the engine: its session, its snapshot, its temporary tables.

        Nothing can be written or counted again after that; everything else works on. Closing again does nothing.
        """
        if self.rows is not None:
            self.rows.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
