"""Transformations and the implicit lattice they form (generalization levels, ordered component by component)."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from dataclasses import dataclass

Levels = tuple[int, ...]
"""A transformation, a node of the lattice: one generalization level per quasi-identifier, in column order."""


def height(levels: Levels) -> int:
    """The sum of the levels."""
    return sum(levels)


def is_specialization(lower: Levels, upper: Levels) -> bool:
    """Whether `lower` keeps at least as much detail as `upper` in every attribute (equality included)."""
    return all(a <= b for a, b in zip(lower, upper, strict=True))


def with_level(levels: Levels, attribute: int, level: int) -> Levels:
    """The same transformation with another level for one attribute."""
    return (*levels[:attribute], level, *levels[attribute + 1 :])


@dataclass(frozen=True, slots=True)
class Lattice:
    """All transformations between `bottom` and `top`. Nothing proportional to its size is ever allocated."""

    bottom: Levels
    top: Levels

    def __post_init__(self) -> None:
        if not self.bottom or not is_specialization(self.bottom, self.top):
            raise ValueError(f"no lattice between {self.bottom} and {self.top}")

    @property
    def size(self) -> int:
        """The number of transformations; exact, however many."""
        return interval_size(self.bottom, self.top)

    def __contains__(self, levels: object) -> bool:
        return (
            isinstance(levels, tuple)
            and len(levels) == len(self.top)
            and is_specialization(self.bottom, levels)
            and is_specialization(levels, self.top)
        )

    def __iter__(self) -> Iterator[Levels]:
        ranges = (range(low, high + 1) for low, high in zip(self.bottom, self.top, strict=True))
        return itertools.product(*ranges)

    def successors(self, levels: Levels) -> Iterator[Levels]:
        """The direct generalizations."""
        for attribute, level in enumerate(levels):
            if level < self.top[attribute]:
                yield with_level(levels, attribute, level + 1)

    def predecessors(self, levels: Levels) -> Iterator[Levels]:
        """The direct specializations."""
        for attribute, level in enumerate(levels):
            if level > self.bottom[attribute]:
                yield with_level(levels, attribute, level - 1)


def interval_size(lower: Levels, upper: Levels) -> int:
    """The number of transformations between two, both included."""
    return math.prod(high - low + 1 for low, high in zip(lower, upper, strict=True))
