"""The direct neighbours of a transformation, best first, and the best one of several."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from arxdesk_engine.exploration.alternatives import Alternatives, Rows, State
from arxdesk_engine.lattice.lattice import Levels, with_level

Side = Literal["above", "below"]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A transformation that differs in one attribute by one level. `row` is -1 where nothing is known of it."""

    levels: Levels
    row: int
    attribute: int
    side: Side

    def edge(self, names: tuple[str, ...]) -> str:
        """The label of its edge: "age +1", "age −1"."""
        return f"{names[self.attribute]} {'+' if self.side == 'above' else '−'}1"


def neighbours_of(alternatives: Alternatives, levels: Levels, side: Side) -> list[Neighbour]:
    """The direct generalizations (above) or specializations (below) in the lattice, best first."""
    lattice = alternatives.facts.lattice
    step = 1 if side == "above" else -1
    ends = lattice.top if side == "above" else lattice.bottom
    found = []
    for attribute, (level, end) in enumerate(zip(levels, ends, strict=True)):
        if level != end:
            other = with_level(levels, attribute, level + step)
            found.append(Neighbour(other, alternatives.row_of(other), attribute, side))
    return sorted(found, key=lambda each: goodness(alternatives, each.row))


def goodness(alternatives: Alternatives, row: int) -> tuple[float, ...]:
    """Smaller is better: anonymous by score, then unknown by bound, then not anonymous by removed records."""
    if row < 0:
        return 1.0, math.inf
    if row == alternatives.best:
        return -1.0, 0.0
    state, bound = int(alternatives.state[row]), _number(alternatives.lower_bound[row])
    if state == State.ANONYMOUS:
        return 0.0, _number(alternatives.score[row]), bound
    if state == State.UNKNOWN:
        return 1.0, bound
    removed = int(alternatives.suppressed[row])
    return 2.0, math.inf if removed < 0 else float(removed), bound


def best_row(alternatives: Alternatives, rows: Rows) -> int:
    """The best one of these rows, the first of equals; -1 without any."""
    if len(rows) == 0:
        return -1
    if alternatives.best >= 0 and bool((rows == alternatives.best).any()):
        return alternatives.best
    state = alternatives.state[rows]
    for wanted, columns in (
        (State.ANONYMOUS, (alternatives.score, alternatives.lower_bound)),
        (State.UNKNOWN, (alternatives.lower_bound,)),
        (State.NOT, (alternatives.suppressed, alternatives.lower_bound)),
    ):
        of_state = rows[state == wanted]
        if len(of_state):
            keys = [_key(column[of_state]) for column in columns]
            return int(of_state[np.lexsort((of_state, *reversed(keys)))[0]])
    return -1


def _key(values: np.ndarray) -> np.ndarray:
    """Unknown figures last."""
    numbers = values.astype(np.float64)
    unknown = np.isnan(numbers) | (numbers < 0)
    return np.where(unknown, np.inf, numbers)


def _number(value: np.floating | float) -> float:
    return math.inf if math.isnan(value) else float(value)
