"""The released tuples that can be those of a person of whom some columns are known.

Targets come in lexicographic order, and so as the leaves of a tree of their values, column by column. A node has the
list of the released tuples whose labels cover what is known so far: that of its parent without those that the next
column excludes; that of the first column comes from the tuples of each label. Only the lists on the way to one leaf
are held.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from arxdesk_engine.kernels.arrays import Int32s, Int64s, UInt8s
from arxdesk_engine.kernels.jit import group_type, nb


class Covers(NamedTuple):
    """What labels cover, column after column.

    The labels of value v of column a are `labels[starts[s + v]:starts[s + v + 1]]` with s = `values[a]`: labels
    int32[pairs], starts int64[sum of values + 1], values int64[columns]. Its labels have the places from `places[a]` on
    among those of all columns, int64[columns + 1].
    """

    labels: Int32s
    starts: Int64s
    values: Int64s
    places: Int64s


class ReleasedTuples(NamedTuple):
    """labels int32[tuples, columns], how many records each has int64[tuples], and its secret int32[tuples].

    `order` int32[tuples] are the tuples by their label of the first column, those of label l from `firsts[l]` to
    `firsts[l + 1]`: int64[labels + 1].
    """

    labels: Int32s
    records: Int64s
    secrets: Int32s
    order: Int32s
    firsts: Int64s


class CandidateFigures(NamedTuple):
    """Of each target, int64[targets] each: its candidate records, those with the commonest secret, which that is
    (the first of several), and how many different secrets they have."""

    records: Int64s
    most: Int64s
    guess: Int64s
    secrets: Int64s


_COVERS = group_type(Covers, nb.int32[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1])
_RELEASED = group_type(ReleasedTuples, nb.int32[:, ::1], nb.int64[::1], nb.int32[::1], nb.int32[::1], nb.int64[::1])
_FIGURES = group_type(CandidateFigures, nb.int64[::1], nb.int64[::1], nb.int64[::1], nb.int64[::1])


@nb.njit(nb.void(nb.int32[::1], nb.int64, _RELEASED, nb.int64[::1], nb.int64, _FIGURES), cache=True, nogil=True)
def _judge(
    candidates: Int32s, number: int, released: ReleasedTuples, of_secret: Int64s, target: int, figures: CandidateFigures
) -> None:
    """The figures of one target from its first `number` candidate tuples; of_secret int64[secrets] is 0 before and
    after."""
    records, most, guess, different = 0, 0, -1, 0
    for place in range(number):
        each = candidates[place]
        secret = released.secrets[each]
        if of_secret[secret] == 0:
            different += 1
        of_secret[secret] += released.records[each]
        records += released.records[each]
    for place in range(number):
        secret = released.secrets[candidates[place]]
        here = of_secret[secret]
        if here > most or (here == most and secret < guess):
            most, guess = here, secret
    for place in range(number):
        of_secret[released.secrets[candidates[place]]] = 0
    figures.records[target] = records
    figures.most[target] = most
    figures.guess[target] = guess
    figures.secrets[target] = different


@nb.njit(nb.void(nb.uint8[::1], _COVERS, nb.int64, nb.int64, nb.uint8), cache=True, nogil=True)
def _mark(marks: UInt8s, covers: Covers, column: int, value: int, mark: int) -> None:
    """Mark the labels that cover a value of a column."""
    first = covers.values[column] + value
    for pair in range(covers.starts[first], covers.starts[first + 1]):
        marks[covers.places[column] + covers.labels[pair]] = mark


@nb.njit(nb.int64(nb.int32[::1], _RELEASED, _COVERS, nb.int64), cache=True, nogil=True)
def _begin(candidates: Int32s, released: ReleasedTuples, covers: Covers, value: int) -> int:
    """Write the tuples whose label of the first column covers a value; how many there are."""
    first, kept = covers.values[0] + value, 0
    for pair in range(covers.starts[first], covers.starts[first + 1]):
        label = covers.labels[pair]
        for place in range(released.firsts[label], released.firsts[label + 1]):
            candidates[kept] = released.order[place]
            kept += 1
    return kept


@nb.njit(nb.void(nb.int32[:, ::1], _RELEASED, _COVERS, nb.int64, _FIGURES), cache=True, nogil=True)
def count_candidates(
    targets: Int32s, released: ReleasedTuples, covers: Covers, secrets: int, figures: CandidateFigures
) -> None:
    """Count the candidates of targets int32[targets, columns], in lexicographic order, into `figures`."""
    number, columns = targets.shape
    tuples = released.records.size
    lists = np.empty((columns + 1, tuples), np.int32)
    lengths = np.zeros(columns + 1, np.int64)
    for each in range(tuples):
        lists[0, each] = each
    lengths[0] = tuples
    of_secret = np.zeros(secrets, np.int64)
    marks = np.zeros(covers.places[columns], np.uint8)  # the labels that cover what is known, column by column
    for target in range(number):
        depth = 0
        if target > 0:
            while depth < columns and targets[target, depth] == targets[target - 1, depth]:
                depth += 1
        for column in range(depth, columns):
            value = targets[target, column]
            if column == 0:
                lengths[1] = _begin(lists[1], released, covers, value)
                continue
            if target > 0:
                _mark(marks, covers, column, targets[target - 1, column], 0)
            _mark(marks, covers, column, value, 1)
            kept = 0
            for place in range(lengths[column]):
                each = lists[column, place]
                if marks[covers.places[column] + released.labels[each, column]]:
                    lists[column + 1, kept] = each
                    kept += 1
            lengths[column + 1] = kept
        _judge(lists[columns], int(lengths[columns]), released, of_secret, target, figures)
