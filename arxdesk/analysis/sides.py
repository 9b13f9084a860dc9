"""Input and output by the sides of an analysis, "before" and "after", in words."""

from __future__ import annotations

from arxdesk_engine.foundation.language import marked, tr

TITLES = {"before": marked("Input"), "after": marked("Output")}
"""What heads a column or a table of a side."""


def title(side: str) -> str:
    """The title of a side."""
    return tr(TITLES[side])


def in_table(side: str) -> str:
    """Where something is, at the end of a phrase: "in the input"."""
    return tr("in the input") if side == "before" else tr("in the output")


def reason_in(side: str, reason: str) -> str:
    """What records have in common, with their table: "in groups of exactly 5 in the output"."""
    if side == "before":
        return tr("{reason} in the input", reason=reason)
    return tr("{reason} in the output", reason=reason)


def beside(side: str, what: str) -> str:
    """Something of a side where both stand beside each other: "3 records before"."""
    if side == "before":
        return tr("{what} before", what=what)
    return tr("{what} after", what=what)


def legend(side: str) -> str:
    """What a colour of a chart stands for."""
    return tr("Before") if side == "before" else tr("After")
