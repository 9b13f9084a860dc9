"""The answer of the facts to a point: blocks, or why the point does not apply."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.report.layout.blocks import Block


@dataclass(frozen=True, slots=True)
class NotApplicable:
    """Why a point does not apply here, as a whole sentence."""

    reason: str


Answer = tuple[Block, ...] | NotApplicable

_NO_TABLE = marked("No table was made under these rules, so there is nothing to judge.")


def no_table() -> NotApplicable:
    """The answer to everything that is asked of a released table where there is none."""
    return NotApplicable(tr(_NO_TABLE))
