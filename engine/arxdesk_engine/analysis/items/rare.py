"""The combinations of at most m items that fewer than k people have, in the input or in the output."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.item_sets import ItemSets, is_set, item_sets
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.people import people_of
from arxdesk_engine.privacy.model import ItemCombinations

MOST_FOUND = 20_000
"""Rare combinations that are looked at; more are counted."""

Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RareCombination:
    """Items that few people have together, and how many."""

    items: tuple[str, ...]
    people: int


@dataclass(frozen=True, eq=False)
class RareCombinations:
    """The rare combinations of a table, the rarest and smallest first, each without a rare part.

    `total` is the number of rare combinations: where `is_whole` is false more than are listed, and some with a rare
    part among them. `having` is the number of people who have one, of `people` who have any item. `rows` intp[records]
    are the kept records with one in a cell; where people are counted, with one of those listed.
    """

    asked: ItemCombinations
    listed: tuple[RareCombination, ...]
    total: int
    having: int
    people: int
    is_whole: bool
    column: Column
    kept: Bools
    rows: NDArray[np.intp]

    def records_with(self, items: Sequence[str]) -> NDArray[np.intp]:
        """The kept records with all of some items in one cell, intp[records], in their order."""
        sets = item_sets(self.column)
        wanted = {sets.names.index(item) for item in items if item in sets.names}
        has_all = np.ones(len(self.column.values), np.bool_)
        values = np.repeat(np.arange(len(self.column.values)), np.diff(sets.offsets))
        for item in wanted:
            has_item = np.zeros(len(has_all), np.bool_)
            has_item[values[sets.items == item]] = True
            has_all &= has_item
        return np.flatnonzero(has_all[self.column.codes] & self.kept)


def asked_of(job: Job) -> dict[str, ItemCombinations]:
    """What the privacy models of a job ask of the items of columns, by column; models that pause do not ask."""
    found = (model.item_combinations for model in job.privacy)
    return {each.attribute: each for each in found if each is not None}


def rare_in(table: AnalyzedTable, asked: ItemCombinations, control: Control) -> RareCombinations:
    """The rare combinations of a table: of the records that count, and in an output of those that are kept.

    Raises a UserError where the research subset cannot be read; Stopped.
    """
    control.raise_if_stopped()
    kept = np.ones(table.dataset.records, np.bool_)
    if table.included is not None:
        kept &= table.included
    original = table.dataset
    if isinstance(table, OutputTable):
        kept &= ~table.suppressed
        original = table.input.dataset
    column = table.dataset[asked.attribute]
    person = table.job.data.person
    people = None if person is None else people_of(original, person)
    return rare_combinations_of(column, kept, people, asked)


def rare_combinations_of(
    column: Column, kept: Bools, people: Codes | None, asked: ItemCombinations
) -> RareCombinations:
    """The rare combinations of the kept records of a column, bool[records]; `people` int32[records] whose they are.

    A cell that reads "*" shows nothing.
    """
    from arxdesk_engine.search.sets.counting import WeightedSets  # noqa: PLC0415 - Numba is loaded when needed

    shown = kept & (np.array([value != SUPPRESSED for value in column.values], np.bool_))[column.codes]
    if not is_set(column):
        raise ValueError(f"{column.name} has no sets of items")
    sets = item_sets(column)
    place = np.arange(len(sets.names), dtype=np.int32)
    if people is None:
        weighted = WeightedSets.of(sets.offsets, sets.items, column.counts_in(shown), place)
    else:
        weighted = WeightedSets.of_people(sets.offsets, sets.items, column.codes[shown], people[shown], place)
    found = weighted.rare(len(sets.names), asked.k, asked.m, MOST_FOUND)
    rare = {
        tuple(sorted(item for item in row if item >= 0)): support
        for row, support in zip(found.combinations.tolist(), found.supports.tolist(), strict=True)
    }
    minimal = [items for items in rare if not _has_part(items, rare)]
    minimal.sort(key=lambda items: (rare[items], len(items), items))
    listed = tuple(RareCombination(tuple(sets.names[item] for item in items), rare[items]) for items in minimal)
    is_whole = found.total <= MOST_FOUND
    marked = weighted.having_rare(len(sets.names), asked.k, asked.m)
    having = int(weighted.weights[marked].sum())
    with_items = int(weighted.weights[np.diff(weighted.offsets) > 0].sum())
    total = len(listed) if is_whole else found.total
    if people is None:
        values = np.zeros(len(column.values), np.bool_)
        values[np.flatnonzero(column.counts_in(shown) > 0)[marked]] = True
    else:
        values = _has_one(sets, [each.items for each in listed])
    rows = np.flatnonzero(values[column.codes] & shown)
    return RareCombinations(asked, listed, total, having, with_items, is_whole, column, shown, rows)


def _has_part(items: tuple[int, ...], rare: dict[tuple[int, ...], int]) -> bool:
    """Whether a combination is rare because a part of it is."""
    return any(
        tuple(item for place, item in enumerate(items) if chosen >> place & 1) in rare
        for chosen in range(1, (1 << len(items)) - 1)
    )


def _has_one(sets: ItemSets, combinations: Sequence[tuple[str, ...]]) -> Bools:
    """Which sets have all items of one of some combinations, bool[sets]."""
    number = {name: place for place, name in enumerate(sets.names)}
    by_first: dict[int, list[frozenset[int]]] = {}
    for each in combinations:
        first, *others = sorted(number[item] for item in each)
        by_first.setdefault(first, []).append(frozenset(others))
    found = np.zeros(len(sets.offsets) - 1, np.bool_)
    singles = np.array([first for first, others in by_first.items() if frozenset() in others], np.int32)
    rows = np.repeat(np.arange(len(found)), np.diff(sets.offsets))
    found[rows[np.isin(sets.items, singles)]] = True
    starting = np.array(sorted(set(by_first) - set(singles.tolist())), np.int32)
    open_rows = np.unique(rows[np.isin(sets.items, starting)])
    for row in open_rows[~found[open_rows]].tolist():
        items = sets.items[sets.offsets[row] : sets.offsets[row + 1]].tolist()
        together = set(items)
        found[row] = any(others <= together for item in items for others in by_first.get(item, ()))
    return found
