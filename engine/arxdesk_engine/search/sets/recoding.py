"""How the items of a column are shown: the search over cuts, and over items to be left out.

The loss of a recoding is that of the paper (section 3.1): the mean penalty of all items in all sets, 0 where an item is
shown as itself, otherwise the share of the domain that its group stands for. An item that is left out loses 1, as if
nothing were known of it. Left out are whole items, in all sets at once, and no more of all items in all sets than a
limit allows. Several choices of them are tried: none; growing numbers of the rarest ones; and those that the
apriori-based algorithm leaves out where that loses less than to generalize. For each it finds a cut; of none and of the
choice that loses least then the cut is searched exactly, where that can be done, and the better recoding is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.record_limits import records_within
from arxdesk_engine.search.sets.apriori import Apriori, split_further
from arxdesk_engine.search.sets.counting import LEFT_OUT, WeightedSets
from arxdesk_engine.search.sets.cut import SetProblem
from arxdesk_engine.search.sets.exact import CutSearch
from arxdesk_engine.search.sets.tree import ItemTree

Int32s = NDArray[np.int32]
_TRIED = 8
"""Numbers of the rarest items to be left out that are tried."""


@dataclass(frozen=True, slots=True, eq=False)
class SetRecoding:
    """How the items of a column are shown: int32[leaves], a node of `tree` or LEFT_OUT.

    `occurrences` is how many items all sets have together, `left_out` how many of them are shown as nothing; `loss` in
    [0, 1] is their mean loss. `proven`: no cut of the items that are shown loses less.
    """

    tree: ItemTree
    shown: Int32s
    loss: float
    occurrences: int
    left_out: int
    proven: bool


def recode_sets(
    tree: ItemTree, sets: WeightedSets, k: int, m: int, limit: float = 0.0, step: Callable[[], None] = lambda: None
) -> SetRecoding:
    """The recoding of sets so that every combination of at most m items that occurs does so at least k times.

    `limit` is the share of all items in all sets that may be left out. Where fewer than k sets have an item, no cut
    holds: all items are left out then, whatever the limit. `step` is called now and then, and may raise what stops it.
    """
    problem = SetProblem.of(tree, sets, k, m)
    total = int(problem.occurrences.sum())
    drafts: list[_Draft] = []
    for left_out in _candidates(problem, records_within(limit, total), step):
        if drafts and problem.occurrences[left_out].sum() >= drafts[-1].lost:
            continue  # what is left out alone loses as much
        found = _draft_without(problem, left_out, step)
        if found is not None and (not drafts or found.lost < drafts[-1].lost):
            drafts.append(found)
    if not drafts:
        nothing = np.full(tree.leaves, LEFT_OUT, np.int32)
        return SetRecoding(tree, nothing, 1.0 if total else 0.0, total, total, proven=True)
    ends = [_finished(each, total, step) for each in dict.fromkeys((drafts[0], drafts[-1]))]
    return min(ends, key=lambda each: each.loss)


@dataclass(frozen=True, slots=True, eq=False)
class _Draft:
    """A cut that holds where some items are left out, bool[leaves], and what both lose over all sets."""

    problem: SetProblem
    left_out: NDArray[np.bool_]
    shown: Int32s
    lost: float


def _candidates(problem: SetProblem, removable: int, step: Callable[[], None]) -> Iterator[NDArray[np.bool_]]:
    """Items to be left out, bool[leaves], of which there are at most `removable` in all sets."""
    yield np.zeros(problem.tree.leaves, np.bool_)
    order = np.argsort(problem.occurrences, kind="stable")
    most = int(np.searchsorted(np.cumsum(problem.occurrences[order]), removable, "right"))
    steps = np.unique(np.geomspace(1, most, _TRIED).astype(np.int64)) if most else np.zeros(0, np.int64)
    for number in steps.tolist():
        left_out = np.zeros(problem.tree.leaves, np.bool_)
        left_out[order[:number]] = True
        yield left_out
    for share in (removable // 4, removable // 2, removable) if most else ():
        algorithm = Apriori(problem, share, step)
        if algorithm.run() and algorithm.left_out.any():
            yield algorithm.left_out


def _draft_without(whole: SetProblem, left_out: NDArray[np.bool_], step: Callable[[], None]) -> _Draft | None:
    """A cut where some items are left out, by the apriori-based algorithm; None where no cut holds."""
    problem = whole
    if left_out.any():
        leaves = np.arange(whole.tree.leaves, dtype=np.int32)
        kept = whole.sets.shown_as(np.where(left_out, np.int32(LEFT_OUT), leaves))
        problem = SetProblem.of(whole.tree, kept, whole.k, whole.m)
    algorithm = Apriori(problem, step=step)
    if not algorithm.run():
        return None
    shown = split_further(problem, algorithm.shown, step)
    hidden = int(whole.occurrences.sum() - problem.occurrences.sum())
    return _Draft(problem, left_out, shown, problem.loss(shown) + hidden)


def _finished(draft: _Draft, total: int, step: Callable[[], None]) -> SetRecoding:
    """The recoding of a draft with the best cut that is found for it."""
    problem = draft.problem
    search = CutSearch(problem, draft.shown, step=step)
    search.run()
    hidden = total - int(problem.occurrences.sum())
    loss = (problem.loss(search.best) + hidden) / max(1, total)
    shown = np.where(draft.left_out, np.int32(LEFT_OUT), search.best)
    return SetRecoding(problem.tree, shown, loss, total, hidden, proven=search.proven)
