"""One transformation in the words of the list: its figures, and the reason for a missing one."""

from __future__ import annotations

import math

from arxdesk.ui import words
from arxdesk_engine.exploration.alternatives import Alternatives, LatticeFacts
from arxdesk_engine.lattice.lattice import Levels

NONE = "–"
MOST_LISTED = 12
"""Up to this many attributes the levels are separated; beyond, they are digits in groups."""
_GROUP, _THIN = 5, "\u2009"
MOST_LINES = 30
"""Up to this many attributes have a line each in a tooltip."""
STATES = {"optimum": "Best", "anonymous": "Anonymous", "not": "Not anonymous", "unknown": "Unknown"}
NOT_LOOKED_AT = "Not checked yet. Select it to check it."
NO_BOUND = "Nothing is proven before it is checked."


def state(alternatives: Alternatives, row: int) -> str:
    """Whether it is the best one, anonymous or not."""
    if row == alternatives.best and alternatives.is_proven:
        return "Optimum"
    return STATES[alternatives.state_name(row)]


def levels(found: Levels, facts: LatticeFacts) -> str:
    """All levels in order: "0, 3, 1"; for many attributes one digit each, "00310 21"; else those above 0 by name."""
    if len(found) <= MOST_LISTED:
        return ", ".join(map(str, found))
    if max(found) <= 9:
        digits = "".join(map(str, found))
        return _THIN.join(digits[start : start + _GROUP] for start in range(0, len(digits), _GROUP))
    return ", ".join(f"{name} {level}" for name, level in zip(facts.names, found, strict=True) if level)


def longest_levels(facts: LatticeFacts) -> str:
    """Levels of these attributes that take as much room as any."""
    return levels(facts.heights, facts)


def all_levels(found: Levels, facts: LatticeFacts) -> str:
    """The level of each attribute by name: one line each, or one sentence for very many."""
    every = list(zip(facts.names, found, facts.heights, strict=True))
    if len(every) <= MOST_LINES:
        return "\n".join(f"{name}: {words.level(level, height)}" for name, level, height in every)
    raised = [f"{name} {words.count(level)} of {words.count(height)}" for name, level, height in every if level]
    return f"{', '.join(raised) or 'None'}.\nAll others unchanged."


def risk(value: float) -> str:
    """A risk as a percentage."""
    return NONE if math.isnan(value) else words.percent(value)


def number(value: int) -> str:
    """A count that may be unknown (-1)."""
    return NONE if value < 0 else words.count(value)


def score(value: float) -> str:
    """A score or a bound that may be unknown (NaN)."""
    return NONE if math.isnan(value) else words.score(value)


def found(seconds: float, latest: float, *, is_searching: bool) -> str:
    """The time of the evaluation: how long ago during a search, else how long after its start."""
    if math.isnan(seconds):
        return NONE
    if not is_searching:
        return f"after {words.decimal(seconds, 1)} s"
    ago = latest - seconds
    return "now" if not ago >= 0.05 else f"{words.decimal(ago, 1)} s ago"  # also if the latest time is unknown


def why_no_score(alternatives: Alternatives, row: int) -> str:
    """Why a row has no score."""
    name = alternatives.state_name(row)
    if name == "not":
        return "Not anonymous: it has no score."
    return NOT_LOOKED_AT if name == "unknown" else f"Anonymous by proof. {NOT_LOOKED_AT}"


def why_no_figure(alternatives: Alternatives, row: int) -> str:
    """Why a row has no risk or count."""
    if alternatives.is_looked_at(row):
        return "All records are removed."
    return NOT_LOOKED_AT
