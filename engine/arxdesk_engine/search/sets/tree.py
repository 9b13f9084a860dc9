"""The items of a column as the leaves of a tree, so that those of a group stand side by side."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy

NO_PARENT = -1
Int32s = NDArray[np.int32]


@dataclass(frozen=True, slots=True, eq=False)
class ItemTree:
    """A tree over items: node n stands for the leaves `low[n]` to `high[n]` - 1; nodes 0 to `leaves` - 1 are those.

    `parent` int32[nodes] is NO_PARENT at the root, the last node, which all items have in common. `labels` are how the
    nodes read, `penalty` float64[nodes] what an item loses that is shown as this node: nothing as itself, otherwise the
    share of all items of the domain that the node stands for (the normalized certainty penalty, section 3.1 of the
    paper), those that do not occur included. `leaf_of` int32[items] is the leaf of each item.
    """

    low: Int32s
    high: Int32s
    parent: Int32s
    labels: tuple[str, ...]
    penalty: NDArray[np.float64]
    leaf_of: Int32s

    @property
    def leaves(self) -> int:
        """The number of items that occur."""
        return len(self.leaf_of)

    @property
    def root(self) -> int:
        """The node of all items."""
        return len(self.parent) - 1

    @classmethod
    def of(cls, hierarchy: BoundHierarchy) -> ItemTree:
        """From the hierarchy of the items, bound to their column.

        Groups of one group are that one: a level that adds nothing adds no node. Where the hierarchy ends in several
        groups, or is none, the root reads "*".
        """
        codes, labels = list(hierarchy.codes), list(hierarchy.labels)
        domain = [rows / max(1, hierarchy.domain_size) for rows in hierarchy.domain_rows]
        if len(labels[-1]) > 1 or len(labels) == 1:
            codes.append(np.zeros(len(codes[0]), np.int32))
            labels.append((SUPPRESSED,))
            domain.append(np.ones(1))
        order = np.lexsort(codes)
        leaf_of = np.empty(len(order), np.int32)
        leaf_of[order] = np.arange(len(order), dtype=np.int32)
        low, high = list(range(len(order))), list(range(1, len(order) + 1))
        parent, above = [NO_PARENT] * len(order), list(range(len(order)))
        names = [labels[0][code] for code in codes[0][order].tolist()]
        penalty = [0.0] * len(order)
        for texts, of_items, shares in zip(labels[1:], codes[1:], domain[1:], strict=True):
            found = of_items[order]
            starts = np.flatnonzero(np.append(True, found[1:] != found[:-1])).tolist() if len(found) else []
            for start, end in zip(starts, [*starts[1:], len(found)], strict=False):
                if (low[above[start]], high[above[start]]) == (start, end):
                    continue
                node, at = len(low), start
                while at < end:
                    parent[above[at]] = node
                    at = high[above[at]]
                above[start:end] = [node] * (end - start)
                low.append(start)
                high.append(end)
                parent.append(NO_PARENT)
                names.append(texts[found[start]])
                penalty.append(float(shares[found[start]]))
        lows, highs, parents = (np.array(each, np.int32) for each in (low, high, parent))
        return cls(lows, highs, parents, tuple(names), np.array(penalty), leaf_of)

    def children(self) -> list[list[int]]:
        """The nodes directly below each node, from left to right."""
        found: list[list[int]] = [[] for _node in self.parent]
        for node, above in enumerate(self.parent.tolist()):
            if above != NO_PARENT:
                found[above].append(node)
        return [sorted(each, key=self.low.__getitem__) for each in found]

    def above(self, node: int) -> list[int]:
        """A node and all that contain it, from the smallest to the root."""
        found = [node]
        while (node := int(self.parent[node])) != NO_PARENT:
            found.append(node)
        return found
