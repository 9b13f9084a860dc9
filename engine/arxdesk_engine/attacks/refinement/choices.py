"""What is public of how a table was made."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from arxdesk_engine.job.search import Defence

Way = Literal["one transformation", "iterations", "groups"]


@dataclass(frozen=True, slots=True)
class AppliedLevels:
    """A transformation of all records left by those before it; `is_proven`: known to be the best for them."""

    levels: tuple[int, ...]
    is_proven: bool


@dataclass(frozen=True, slots=True)
class LevelLoss:
    """How levels are compared: `weights` of the attributes, relative to the largest, and the name of the `aggregate`.

    `rises` says of each attribute whether a coarser label always costs more.
    """

    weights: tuple[float, ...]
    aggregate: str
    rises: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Choices:
    """What the job and the reports say of a table, whose groups are judged by their records alone.

    `attributes` are the quasi-identifiers in the order of all levels, each allowed between `lowest` and `highest`.
    `least` is the number of records that every group needs, and `removed` how many records were removed, at most
    `removable`. `steps` are the transformations in their order; without any, groups have levels of their own, found
    with a `defence` at a mean `loss`, and perhaps improved after they were divided. `is_by_size`: whether the number of
    records is all that a group is judged by. `is_exhausted`: it is proven that no transformation keeps any of the
    records that are removed, other than as "*" alone.
    """

    way: Way
    attributes: tuple[str, ...]
    lowest: tuple[int, ...]
    highest: tuple[int, ...]
    least: int
    removed: int
    removable: int
    measure: LevelLoss
    steps: tuple[AppliedLevels, ...] = ()
    defence: Defence | None = None
    loss: float | None = None
    is_improved: bool = False
    is_by_size: bool = True
    is_exhausted: bool = False
