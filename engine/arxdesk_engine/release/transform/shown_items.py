"""Columns of sets as they are shown: each item as itself, as a group of its hierarchy, or not at all."""

from __future__ import annotations

import itertools
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.item_sets import ItemSets, item_sets
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.privacy.model import ItemCombinations

NOTHING = -1
"""The place of an item that is not shown."""


@dataclass(frozen=True, slots=True, eq=False)
class ShownItems:
    """The items of a column beside how they are shown.

    `labels` has the text of each item of `names`, None where it is left out. `loss` in [0, 1] is the mean loss of all
    `occurrences` of items in the records that are kept (`search.sets.recoding`), `left_out` how many of these are not
    shown; where the table says whose record each is, an item occurs once for each person who has it.
    `proven`: no other choice of groups for the items that are shown loses less. `asked` is what it is for.
    """

    asked: ItemCombinations
    names: tuple[str, ...]
    labels: tuple[str | None, ...]
    loss: float
    occurrences: int
    left_out: int
    proven: bool

    @property
    def shows_nothing(self) -> bool:
        """Whether all items are left out: too few records have any."""
        return all(label is None for label in self.labels)

    def plain(self) -> dict[str, Any]:
        """As it stands in the JSON report: the items that are shown as a group, and those that are left out."""
        pairs = list(zip(self.names, self.labels, strict=True))
        return {
            "k": self.asked.k,
            "m": self.asked.m,
            "removal_limit": self.asked.removal_limit,
            "loss": self.loss,
            "detail_kept": 1.0 - self.loss,
            "proven": self.proven,
            "items": self.occurrences,
            "items_left_out": self.left_out,
            "different_items": len(self.names),
            "different_texts": len({label for label in self.labels if label is not None}),
            "shown_as": {name: label for name, label in pairs if label not in (None, name)},
            "left_out": [name for name, label in pairs if label is None],
        }


@dataclass(frozen=True)
class ItemRecoding:
    """What a job asks for the items of a column; their hierarchy is bound to the items of the column.

    `people` int32[records] is whose record each is: then what counts is what each of them has in all of their records.
    None: each record is somebody's only one.
    """

    column: Column
    hierarchy: BoundHierarchy
    asked: ItemCombinations
    people: NDArray[np.int32] | None = None

    @cached_property
    def sets(self) -> ItemSets:
        """The sets of the column."""
        return item_sets(self.column)

    def shown(self, kept: NDArray[np.bool_]) -> tuple[Column, ShownItems]:
        """The column where some records are kept, bool[records], and how its items are shown.

        The records that are not kept read "*", and so do all where no item can be shown. The items of a cell stand in
        the order of their hierarchy, each text once.
        """
        from arxdesk_engine.search.sets.counting import WeightedSets  # noqa: PLC0415 - Numba is loaded when needed
        from arxdesk_engine.search.sets.recoding import recode_sets  # noqa: PLC0415
        from arxdesk_engine.search.sets.tree import ItemTree  # noqa: PLC0415

        tree, sets = ItemTree.of(self.hierarchy), self.sets
        if self.people is None:
            weighted = WeightedSets.of(sets.offsets, sets.items, self.column.counts_in(kept), tree.leaf_of)
        else:
            values, people = self.column.codes[kept], self.people[kept]
            weighted = WeightedSets.of_people(sets.offsets, sets.items, values, people, tree.leaf_of)
        found = recode_sets(tree, weighted, self.asked.k, self.asked.m, self.asked.removal_limit)
        texts = [None if node < 0 else tree.labels[node] for node in found.shown.tolist()]
        labels = tuple(texts[leaf] for leaf in tree.leaf_of.tolist())
        shown = ShownItems(self.asked, sets.names, labels, found.loss, found.occurrences, found.left_out, found.proven)
        return self._column(shown, tree.leaf_of, kept), shown

    def _column(self, shown: ShownItems, place: NDArray[np.int32], kept: NDArray[np.bool_]) -> Column:
        sets, separator = self.sets, self.column.type.separator
        if shown.shows_nothing and shown.occurrences:
            return Column(self.column.name, np.zeros_like(self.column.codes), (SUPPRESSED,), self.column.type)
        rows = np.repeat(np.arange(len(self.column.values)), np.diff(sets.offsets))
        items = sets.items[np.lexsort((place[sets.items], rows))].tolist()
        ends = sets.offsets.tolist()
        cells = [
            separator.join(dict.fromkeys(text for item in items[start:end] if (text := shown.labels[item]) is not None))
            for start, end in itertools.pairwise(ends)
        ]
        number = {text: code for code, text in enumerate(dict.fromkeys([*cells, SUPPRESSED]))}
        codes = np.array([number[cell] for cell in cells], np.int32)[self.column.codes]
        codes = np.where(kept, codes, np.int32(number[SUPPRESSED]))
        present, compact = np.unique(codes, return_inverse=True)
        texts = list(number)
        dictionary = [texts[code] for code in present.tolist()]
        return Column.encode(self.column.name, compact.astype(np.int32), dictionary, self.column.type)
