"""Pinned transformations: the levels a pin stands for, and the pins in another order or number."""

from __future__ import annotations

import math
from collections.abc import Collection, Sequence
from typing import NamedTuple

from arxdesk_engine.exploration.alternatives import Alternatives
from arxdesk_engine.job.explore import Pin
from arxdesk_engine.lattice.lattice import Levels

Pins = tuple[Pin, ...]


class Step(NamedTuple):
    """The difference of a transformation from the best one in one attribute."""

    attribute: str
    is_coarser: bool


def levels_for(pin: Pin, names: Sequence[str]) -> Levels | None:
    """The levels of a pin in the order of some attributes; None for a pin of other attributes."""
    if pin.levels.keys() != set(names):
        return None
    return tuple(pin.levels[name] for name in names)


def without(pins: Pins, levels: Levels, names: Sequence[str]) -> Pins:
    """The pins that do not stand for a transformation."""
    return tuple(pin for pin in pins if levels_for(pin, names) != levels)


def without_places(pins: Pins, places: Collection[int]) -> Pins:
    """The pins at other places."""
    return tuple(pin for place, pin in enumerate(pins) if place not in places)


def moved(pins: Pins, place: int, before: int) -> Pins:
    """The pins with one of them before another one, or at the end."""
    if not 0 <= place < len(pins):
        return pins
    order = list(pins)
    order.insert(before, pins[place])
    del order[place + (before <= place)]
    return tuple(order)


def by_score(pins: Pins, names: Sequence[str], alternatives: Alternatives | None) -> Pins:
    """The best first; then those without a score in their order, those of other quasi-identifiers last."""

    def rank(pin: Pin) -> tuple[int, float]:
        levels = levels_for(pin, names)
        if levels is None:
            return 2, 0.0
        row = -1 if alternatives is None else alternatives.row_of(levels)
        score = math.nan if alternatives is None or row < 0 else float(alternatives.score[row])
        return (1, 0.0) if math.isnan(score) else (0, score)

    return tuple(sorted(pins, key=rank))


def steps_from_best(alternatives: Alternatives, levels: Levels) -> tuple[Step, ...]:
    """The attributes that differ from the best transformation, those furthest apart for their hierarchies first."""
    facts = alternatives.facts
    best = alternatives.levels_of(alternatives.best)
    steps = [
        (abs(level - other) / max(1, height), Step(name, level > other))
        for name, level, other, height in zip(facts.names, levels, best, facts.heights, strict=True)
        if level != other
    ]
    steps.sort(key=lambda step: -step[0])
    return tuple(step for _share, step in steps)
