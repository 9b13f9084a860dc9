"""Texts about a transformation: on its card, beside the pointer, for a screen reader."""

from __future__ import annotations

import math

from arxdesk.ui.words import count, count_with_share, joined, of_unit, percent, percents_apart, score
from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.foundation.language import tr, tr_n, tr_of
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
    words = {"anonymous": tr("Anonymous"), "not": tr("Not anonymous"), "unknown": tr("Not checked yet")}
    state = state_of(alternatives, row)
    if state == "optimum":
        return tr("Optimum, proven") if alternatives.is_proven else tr("Best so far")
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
            return tr("people fail")
        return tr("by proof") if removed < 0 else tr("groups fail")
    return f"≥ {score(bound)}" if math.isfinite(bound) else "–"


def readout(alternatives: Alternatives, levels: Levels, row: int) -> list[str]:
    """Class, score, removed people, smallest group and levels, a line each; the class first."""
    facts = alternatives.facts
    lines = [class_words(alternatives, row), *_figures(alternatives, row)]
    changed = [
        tr("{name} {level} of {height}", name=name, level=level, height=height)
        for name, level, height in zip(facts.names, levels, facts.heights, strict=True)
        if level
    ]
    if not changed:
        return [*lines, tr("All attributes unchanged")]
    return [*lines, *_wrapped(changed[:MOST_LEVELS], len(changed) - MOST_LEVELS)]


def spoken(alternatives: Alternatives, levels: Levels, row: int) -> str:
    """The same in one sentence."""
    return ", ".join(readout(alternatives, levels, row))


def mixture(counts: dict[str, int]) -> str:
    """The number of each class: "12 anonymous, 3 not, 1 unknown"; empty classes are left out."""
    said = {
        "anonymous": tr_n(counts.get("anonymous", 0), "{n} anonymous", "{n} anonymous"),
        "not": tr_n(counts.get("not", 0), "{n} not anonymous", "{n} not anonymous"),
        "unknown": tr_n(counts.get("unknown", 0), "{n} unknown", "{n} unknown"),
    }
    return joined([text for state, text in said.items() if counts.get(state)]) or tr_of("no transformation", "none")


def _figures(alternatives: Alternatives, row: int) -> list[str]:
    if row < 0:
        return [tr("Not known")]
    facts, lines = alternatives.facts, list[str]()
    value, bound = float(alternatives.score[row]), float(alternatives.lower_bound[row])
    if math.isfinite(value):
        lines.append(tr("Score {score} (0 keeps every detail)", score=score(value)))
    elif math.isfinite(bound):
        lines.append(tr("Score at least {bound}", bound=score(bound)))
    if not alternatives.is_looked_at(row):
        if alternatives.state_name(row) != "unknown":
            lines.append(tr("Inferred from others; not checked itself"))
        return lines
    removed = int(alternatives.suppressed[row])
    shown = count_with_share(removed, facts.records, "records")
    if removed <= facts.suppressible:
        lines.append(tr("Removed: {records}", records=shown))
    else:
        lines.append(tr("Removed: {records}, {limit} allowed", records=shown, limit=count(facts.suppressible)))
    smallest, groups = int(alternatives.smallest[row]), int(alternatives.classes[row])
    if smallest > 0:
        lines.append(
            tr_n(
                groups,
                "Smallest group {smallest}, {n} group",
                "Smallest group {smallest}, {n} groups",
                smallest=of_unit(smallest, "people" if facts.counts_people else "records"),
            )
        )
    return lines


def _above_limit(share: float, limit: float) -> str:
    """ "7 % > 5 %"; in whole percent if the two differ there."""
    if round(100 * share) > math.ceil(100 * limit):
        return f"{round(100 * share)} % > {percent(limit, 1)}"
    return " > ".join(percents_apart(share, limit))


def _wrapped(items: list[str], more: int) -> list[str]:
    lines = [""]
    for place, item in enumerate([*items, *([tr_n(more, "{n} more", "{n} more")] if more > 0 else [])]):
        if place and len(lines[-1]) + len(item) > LINE:
            lines[-1] += ","
            lines.append("")
        lines[-1] += f", {item}" if lines[-1] else item
    return lines
