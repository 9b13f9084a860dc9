"""Texts about a transformation: on its card, beside the pointer, for a screen reader."""

from __future__ import annotations

import math

from arxdesk.ui.words import count, count_with_share, counted, joined, percent, percents_apart, score
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.lattice.lattice import Levels

MOST_LEVELS = 12
"""So many attributes are named in a read-out."""
LINE = 52
"""Letters in a line of it, about."""


def state_of(alternatives: Alternatives, row: int) -> str:
    """The state by the name that widgets use; "unknown" if it is not among the rows."""
    return "unknown" if row < 0 else alternatives.state_name(row)


def class_words(alternatives: Alternatives, row: int) -> str:
    """The state in words."""
    words = {"anonymous": "Anonymous", "not": "Not anonymous", "unknown": "Not checked yet"}
    state = state_of(alternatives, row)
    if state == "optimum":
        return "Optimum, proven" if alternatives.is_proven else "Best so far"
    return words[state]


def card_text(alternatives: Alternatives, row: int) -> str:
    """The figure of a card: its score, its share of removed records against the limit, or a bound of its score."""
    state = state_of(alternatives, row)
    if row < 0:
        return "–"
    value, bound = float(alternatives.score[row]), float(alternatives.lower_bound[row])
    if state in ("optimum", "anonymous") and math.isfinite(value):
        return score(value)
    if state == "not":
        removed, facts = int(alternatives.suppressed[row]), alternatives.facts
        if removed > facts.suppressible:
            return _above_limit(removed / facts.records, facts.suppressible / facts.records)
        if removed >= 0 and facts.counts_people:
            return "people fail"
        return "by proof" if removed < 0 else "groups fail"
    return f"≥ {score(bound)}" if math.isfinite(bound) else "–"


def readout(alternatives: Alternatives, levels: Levels, row: int) -> list[str]:
    """Class, score, removed people, smallest group and levels, a line each; the class first."""
    facts = alternatives.facts
    lines = [class_words(alternatives, row), *_figures(alternatives, row)]
    changed = [
        f"{name} {level} of {height}"
        for name, level, height in zip(facts.names, levels, facts.heights, strict=True)
        if level
    ]
    if not changed:
        return [*lines, "All attributes unchanged"]
    return [*lines, *_wrapped(changed[:MOST_LEVELS], len(changed) - MOST_LEVELS)]


def spoken(alternatives: Alternatives, levels: Levels, row: int) -> str:
    """The same in one sentence."""
    return ", ".join(readout(alternatives, levels, row))


def mixture(counts: dict[str, int]) -> str:
    """The number of each class: "12 anonymous, 3 not, 1 unknown"; empty classes are left out."""
    words = (("anonymous", "anonymous"), ("not", "not anonymous"), ("unknown", "unknown"))
    return joined([f"{count(counts[state])} {said}" for state, said in words if counts.get(state)]) or "none"


def _figures(alternatives: Alternatives, row: int) -> list[str]:
    if row < 0:
        return ["Not known"]
    facts, lines = alternatives.facts, list[str]()
    value, bound = float(alternatives.score[row]), float(alternatives.lower_bound[row])
    if math.isfinite(value):
        lines.append(f"Score {score(value)} (0 keeps every detail)")
    elif math.isfinite(bound):
        lines.append(f"Score at least {score(bound)}")
    if not alternatives.is_looked_at(row):
        if alternatives.state_name(row) != "unknown":
            lines.append("Inferred from others; not checked itself")
        return lines
    removed = int(alternatives.suppressed[row])
    allowed = "" if removed <= facts.suppressible else f", {count(facts.suppressible)} allowed"
    lines.append(f"Removed: {count_with_share(removed, facts.records, 'records')}{allowed}")
    smallest, groups = int(alternatives.smallest[row]), int(alternatives.classes[row])
    if smallest > 0:
        unit = ("person", "people") if facts.counts_people else ("record", "records")
        lines.append(f"Smallest group {counted(smallest, *unit)}, {counted(groups, 'group', 'groups')}")
    return lines


def _above_limit(share: float, limit: float) -> str:
    """ "7 % > 5 %"; in whole percent if the two differ there."""
    if round(100 * share) > math.ceil(100 * limit):
        return f"{round(100 * share)} % > {percent(limit, 1)}"
    return " > ".join(percents_apart(share, limit))


def _wrapped(items: list[str], more: int) -> list[str]:
    lines = [""]
    for place, item in enumerate([*items, *([f"{count(more)} more"] if more > 0 else [])]):
        if place and len(lines[-1]) + len(item) > LINE:
            lines[-1] += ","
            lines.append("")
        lines[-1] += f", {item}" if lines[-1] else item
    return lines
