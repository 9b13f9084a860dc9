"""Questions about a table: the protocol of all analyses."""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar, Generic, TypeVar

from arxdesk_engine.analysis.tables import AnalyzedTable
from arxdesk_engine.foundation.control import Control

Found_co = TypeVar("Found_co", covariant=True)


class Request(Generic[Found_co]):
    """One question with its parameters; subclasses are frozen dataclasses, so that equal questions are asked once.

    `is_long` puts it on a lane of its own, so that quick ones never wait for it. `is_by_hand`: somebody has started it,
    and it may take minutes; it goes on while nobody looks, on another lane, where no other question waits for it.
    """

    is_long: ClassVar[bool] = False
    is_by_hand: ClassVar[bool] = False

    def run(self, table: AnalyzedTable, control: Control) -> Found_co:
        """Answer it, on a worker. The answer is immutable. Raises a UserError, or Stopped."""
        raise NotImplementedError

    def state(self, table: AnalyzedTable) -> Hashable:
        """The part of a table that the answer depends on: answers are kept while it stays the same."""
        return table
