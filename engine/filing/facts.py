"""The facts of a report, as plain values: no words, no markup."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from engine.control import Control
from engine.filing.content import ReportContent
from engine.filing.subject import Subject


@dataclass(frozen=True, slots=True, eq=False)
class Facts:
    """All that a report tells; None for sections that were not chosen."""

    content: ReportContent
    title: str
    moment: dt.datetime


def facts_of(
    subject: Subject,
    content: ReportContent | None = None,
    control: Control | None = None,
    moment: dt.datetime | None = None,
) -> Facts:
    """Collect the facts; takes about as long as writing and verifying the table.

    `moment` is when the report is made, None: now. Without `content.with_values` no text of the data is among the
    facts. Raises Stopped where `control` asks for that, UnwritableFile where the table cannot be written for a check.
    """
    raise NotImplementedError
