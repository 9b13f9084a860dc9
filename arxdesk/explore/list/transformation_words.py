"""One transformation in the words of the list: its figures, and the reason for a missing one."""

from __future__ import annotations

import math

from arxdesk.ui import words
from arxdesk_engine.exploration.alternatives import Alternatives, LatticeFacts
from arxdesk_engine.foundation.language import marked, tr, tr_of
from arxdesk_engine.lattice.lattice import Levels

NONE = "–"
MOST_LISTED = 12
"""Up to this many attributes the levels are separated; beyond, they are digits in groups."""
_GROUP, _THIN = 5, "\u2009"
MOST_LINES = 30
"""Up to this many attributes have a line each in a tooltip."""
STATES = {
    "optimum": marked("Best"),
    "anonymous": marked("Anonymous"),
    "not": marked("Not anonymous"),
    "unknown": marked("Unknown"),
}
NOT_LOOKED_AT = marked("Not checked yet. Select it to check it.")
NO_BOUND = marked("Nothing is proven before it is checked.")


def state(alternatives: Alternatives, row: int) -> str:
    """Whether it is the best one, anonymous or not."""
    if row == alternatives.best and alternatives.is_proven:
        return tr("Optimum")
    return tr(STATES[alternatives.state_name(row)])


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
        return "\n".join(
            tr("{label}: {text}", label=name, text=words.level(level, high)) for name, level, high in every
        )
    raised = [
        tr("{name} {level} of {height}", name=name, level=words.count(level), height=words.count(height))
        for name, level, height in every
        if level
    ]
    if not raised:
        return tr("None.\nAll others unchanged.")
    return tr("{raised}.\nAll others unchanged.", raised=", ".join(raised))


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
        return tr("after {seconds} s", seconds=words.decimal(seconds, 1))
    ago = latest - seconds
    if not ago >= 0.05:  # also if the latest time is unknown
        return tr_of("a time", "now")
    return tr("{seconds} s ago", seconds=words.decimal(ago, 1))


def why_no_score(alternatives: Alternatives, row: int) -> str:
    """Why a row has no score."""
    name = alternatives.state_name(row)
    if name == "not":
        return tr("Not anonymous: it has no score.")
    if name == "unknown":
        return tr(NOT_LOOKED_AT)
    return tr("Anonymous by proof. Not checked yet. Select it to check it.")


def why_no_figure(alternatives: Alternatives, row: int) -> str:
    """Why a row has no risk or count."""
    if alternatives.is_looked_at(row):
        return tr("All records are removed.")
    return tr(NOT_LOOKED_AT)
