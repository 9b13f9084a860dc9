"""What is concluded from what was left: records are where they are since no transformation before has kept them.

A class that a transformation keeps has all records with its labels, so that nobody left by it has a combination of
values of one of these classes. And under a model of sizes alone every other combination of its labels had fewer than k
records left (Chhillar et al. 2025, arXiv 2509.03350, section 4). The same holds of removed records. That several
transformations and other groups restrict the same records together is left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.refinement.boxes import Boxes
from arxdesk_engine.attacks.refinement.choices import Choices
from arxdesk_engine.attacks.refinement.concluded import Concluded
from arxdesk_engine.attacks.refinement.divisions import MOST_LABELS, none_above
from arxdesk_engine.attacks.refinement.finer import FinerLabels, taken
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy
from arxdesk_engine.data.schema import SUPPRESSED


def left_by_earlier(boxes: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices) -> Concluded:
    """What is concluded of groups that transformations before theirs have left, and of removed records."""
    found = Concluded.nothing(boxes.levels)
    for number, step in enumerate(choices.steps):
        later = (boxes.steps > number) & boxes.is_sure
        kept = boxes.part((boxes.steps == number) & boxes.is_sure)
        leaves_stars = choices.way == "iterations" and may_read_stars(hierarchies, step.levels)
        most = choices.least - 1 if choices.is_by_size and not leaves_stars else None
        if later.any():
            here = Concluded.nothing(boxes.levels).placed(
                later, _left(boxes.part(later), kept, hierarchies, step.levels, most)
            )
            found = found.joined(here)
    return found


def left_for_good(boxes: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices) -> Concluded:
    """What is concluded of removed records from every transformation, where it is proven that none keeps any of them.

    The coarser a transformation, the more it tells: the highest levels are looked at of which no class reads "*" alone.
    """
    found, removed = Concluded.nothing(boxes.levels), boxes.levels[:, 0] == hierarchies[0].height
    if not (choices.is_exhausted and choices.is_by_size and removed.any()):
        return found
    nothing_kept = boxes.part(np.zeros(len(boxes), np.bool_))
    for levels in _highest_without_stars(hierarchies, choices):
        left = _left(boxes.part(removed), nothing_kept, hierarchies, levels, choices.least - 1)
        found = found.joined(Concluded.nothing(boxes.levels).placed(removed, left))
    return found


def _highest_without_stars(hierarchies: Sequence[KnownHierarchy], choices: Choices) -> Iterator[tuple[int, ...]]:
    """The highest levels, or those with one attribute below where no label is "*"."""
    if not may_read_stars(hierarchies, choices.highest):
        yield choices.highest
        return
    for attribute, hierarchy in enumerate(hierarchies):
        levels = range(choices.highest[attribute], choices.lowest[attribute] - 1, -1)
        shown = next((level for level in levels if SUPPRESSED not in hierarchy.texts[level]), None)
        if shown is not None:
            yield tuple(shown if each == attribute else level for each, level in enumerate(choices.highest))


def left_at_the_top(boxes: Boxes, hierarchies: Sequence[KnownHierarchy], choices: Choices) -> Concluded:
    """The same where records were removed since their class at the highest levels could not be kept."""
    removed = boxes.levels[:, 0] == hierarchies[0].height
    kept, highest = boxes.part(~removed), choices.highest
    codes = np.stack(
        [hierarchy.codes[highest[a], kept.values[:, a]] for a, hierarchy in enumerate(hierarchies)], axis=1
    )
    _classes, first = np.unique(codes, axis=0, return_index=True)
    one_of = np.zeros(len(kept), np.bool_)
    one_of[first] = True
    classes = kept.part(one_of)
    classes.levels[:] = highest
    most = choices.least - 1 if choices.is_by_size else None
    nothing = Concluded.nothing(boxes.levels)
    if not removed.any():
        return nothing
    return nothing.placed(removed, _left(boxes.part(removed), classes, hierarchies, highest, most))


def may_read_stars(hierarchies: Sequence[KnownHierarchy], levels: Sequence[int]) -> bool:
    """Whether a class may read "*" in every attribute: an iteration leaves that, however large it is."""
    return all(SUPPRESSED in hierarchy.texts[level] for hierarchy, level in zip(hierarchies, levels, strict=True))


def _left(
    later: Boxes, kept: Boxes, hierarchies: Sequence[KnownHierarchy], levels: Sequence[int], most: int | None
) -> Concluded:
    """What is known of groups that a transformation has left: none of what it kept, up to `most` of all else."""
    finer = FinerLabels.of(later, hierarchies, np.minimum(later.levels, np.array(levels, np.int64)))
    gone_to = taken(later, kept, finer, hierarchies)
    cells = finer.counts.astype(np.float64).prod(axis=1)
    open_cells = cells - gone_to.groups
    owners, attributes = finer.owners(), finer.counts.shape[1]
    group = owners // attributes
    of_label = cells[group] / finer.counts.ravel()[owners] - gone_to.by_label
    gone = finer.sums((of_label < 0.5).astype(np.float64)).astype(np.int64)  # whole numbers, but for very large ones
    there = np.zeros_like(gone)
    volume = later.sides(hierarchies).astype(np.float64).prod(axis=1)
    excluded = gone_to.values / volume
    bits = -later.sizes * np.log2(np.maximum(1.0 - excluded, np.finfo(float).tiny))
    if most is not None:
        room = (open_cells[group] - of_label) * most
        there = finer.sums((later.sizes[group] > room).astype(np.float64)).astype(np.int64)
        bits = np.maximum(bits, _bits_of_room(later, finer, gone_to.groups == 0, most))
    one = finer.counts == 1
    gone[one], there[one] = 0, 0
    return Concluded(finer.levels, finer.counts, gone, there, bits, excluded)


def _bits_of_room(later: Boxes, finer: FinerLabels, is_open: NDArray[np.bool_], most: int) -> NDArray[np.float64]:
    """By how many bits the ways are fewer where each combination of finer labels has at most so many records."""
    found, known = np.zeros(len(later)), {}
    for group in np.flatnonzero(is_open & (later.sizes > most)).tolist():
        starts, counts = finer.starts[group], finer.counts[group]
        if np.prod(counts.astype(np.float64)) > MOST_LABELS:
            continue
        cells = np.ones(1)
        for start, number in zip(starts.tolist(), counts.tolist(), strict=True):
            cells = np.outer(cells, finer.values[start : start + number]).ravel()
        shares = np.sort(cells / cells.sum())
        key = int(later.sizes[group]), shares.tobytes()
        if key not in known:
            share = none_above(key[0], shares, most)
            known[key] = -share / np.log(2.0) if np.isfinite(share) else 0.0
        found[group] = known[key]
    return found
