"""Released rows that read alike, and what their labels stand for: a box of values, one side for each attribute."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.verification.texts import group_numbers

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class Boxes:
    """Groups of rows: `sizes` int64[groups], `levels` and `values` int64[groups, attributes], a value below each label.

    `steps` int64[groups] is the transformation that each is of, and one more than the last for what was removed, whose
    levels are those above all. `is_sure` bool[groups]: no other reading of the labels has other values.
    """

    sizes: Numbers
    levels: Numbers
    values: Numbers
    steps: Numbers
    is_sure: Bools

    def __len__(self) -> int:
        return len(self.sizes)

    def part(self, chosen: Bools) -> Boxes:
        """Some groups, bool[groups]."""
        return Boxes(
            self.sizes[chosen], self.levels[chosen], self.values[chosen], self.steps[chosen], self.is_sure[chosen]
        )

    def sides(self, hierarchies: Sequence[KnownHierarchy]) -> Numbers:
        """How many values each label stands for, int64[groups, attributes]."""
        return np.stack(
            [hierarchy.values[self.levels[:, a], self.values[:, a]] for a, hierarchy in enumerate(hierarchies)], axis=1
        ).astype(np.int64)


def boxes_of(
    columns: Sequence[pd.Categorical], hierarchies: Sequence[KnownHierarchy], choices: Choices
) -> Boxes | None:
    """Read the released quasi-identifiers.

    None where some label is in no hierarchy, or kept rows may read as removed ones.
    """
    if not len(columns[0]):
        return None
    group = group_numbers(columns)
    _numbers, first = np.unique(group, return_index=True)
    sizes = np.bincount(group).astype(np.int64)
    texts = [np.asarray(each.categories, object)[each.codes[first]].tolist() for each in columns]
    is_star = np.array([all(text == SUPPRESSED for text in row) for row in zip(*texts, strict=True)], np.bool_)
    removed = is_star & (choices.removed > 0)
    if choices.way != "groups":
        levels, values, steps, sure = _by_steps(texts, hierarchies, choices)
        if (removed & (steps >= 0)).any() and choices.way != "iterations":  # an iteration keeps no row of "*" alone
            return None
    else:
        levels, values, steps, sure = _by_themselves(texts, hierarchies)
    if (steps[~removed] < 0).any():
        return None
    levels[removed] = [hierarchy.height for hierarchy in hierarchies]
    values[removed], steps[removed], sure[removed] = 0, len(choices.steps), True
    return Boxes(sizes, levels, values, steps, sure)


def _by_steps(
    texts: Sequence[Sequence[str]], hierarchies: Sequence[KnownHierarchy], choices: Choices
) -> tuple[Numbers, Numbers, Numbers, Bools]:
    """The first transformation by which each row reads as it does, -1 without any; unsure where one has other values.

    Of those with the same values it is the first: what a later one keeps together the first would have kept.
    """
    shape = len(texts[0]), len(hierarchies)
    levels, values = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    steps, sure = np.full(shape[0], -1, np.int64), np.ones(shape[0], np.bool_)
    for number, step in enumerate(choices.steps):
        codes = np.empty(shape, np.int64)
        for attribute, hierarchy in enumerate(hierarchies):
            code_of = hierarchy.texts[step.levels[attribute]]
            codes[:, attribute] = [code_of.get(text, -1) for text in texts[attribute]]
        reads = (codes >= 0).all(axis=1)
        new, again = reads & (steps < 0), np.flatnonzero(reads & (steps >= 0))
        for attribute, hierarchy in enumerate(hierarchies):
            mine, theirs = step.levels[attribute], levels[again, attribute]
            value = values[again, attribute]
            is_same = hierarchy.codes[mine, value] == codes[again, attribute]
            sure[again] &= is_same & (hierarchy.values[mine, value] == hierarchy.values[theirs, value])
        steps[new], levels[new] = number, step.levels
        for attribute, hierarchy in enumerate(hierarchies):
            values[new, attribute] = hierarchy.value_of(step.levels[attribute])[codes[new, attribute]]
    return levels, values, steps, sure


def _by_themselves(
    texts: Sequence[Sequence[str]], hierarchies: Sequence[KnownHierarchy]
) -> tuple[Numbers, Numbers, Numbers, Bools]:
    """The lowest level at which a label stands for as much as anywhere; unsure where it stands for less elsewhere."""
    shape = len(texts[0]), len(hierarchies)
    levels, values = np.zeros(shape, np.int64), np.zeros(shape, np.int64)
    steps, sure = np.zeros(shape[0], np.int64), np.ones(shape[0], np.bool_)
    for attribute, hierarchy in enumerate(hierarchies):
        rows, distinct = pd.factorize(np.array(texts[attribute], object))
        readings = [_reading(text, hierarchy) for text in distinct.tolist()]
        level, value, is_one = (np.array(each)[rows] for each in zip(*readings, strict=True))
        levels[:, attribute], values[:, attribute] = np.maximum(level, 0), value
        steps[level < 0] = -1
        sure &= is_one
    return levels, values, steps, sure


def _reading(text: str, hierarchy: KnownHierarchy) -> tuple[int, int, bool]:
    """The level of a label, -1 without any; a value below it; and whether it has the same values wherever it stands."""
    found = [level for level, code_of in enumerate(hierarchy.texts) if text in code_of]
    if not found:
        return -1, 0, True
    has = [hierarchy.codes[level] == hierarchy.texts[level][text] for level in found]
    widest = max(range(len(found)), key=lambda place: int(has[place].sum()))
    is_one = all(np.array_equal(each, has[widest]) for each in has)
    return found[widest], int(has[widest].argmax()), is_one
