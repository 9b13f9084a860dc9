"""The errors of tables made of drawn values, and of those made of the labels that they were drawn for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from arxdesk_engine.analysis.statistics.marginal_tables import LabelShares, TableErrors, table_errors
from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.classes.packing import group
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.release.spreading.leaves import LabelLeaves, leaves_under
from arxdesk_engine.release.spreading.spread import Spread, SpreadSource
from arxdesk_engine.release.transform.apply import Output


@dataclass(frozen=True, slots=True)
class SpreadErrors:
    """Errors of the tables of one and of two columns: of `drawn` values, and of labels spread `evenly`.

    `columns` are the generalized columns that the tables are made of.
    """

    columns: tuple[str, ...]
    drawn: TableErrors
    evenly: TableErrors

    def plain(self) -> dict[str, Any]:
        """The form in the JSON report."""
        return {"columns": list(self.columns), "drawn": asdict(self.drawn), "evenly": asdict(self.evenly)}


def spread_errors(
    grouping: Grouping,
    hierarchies: Mapping[str, BoundHierarchy],
    output: Output,
    spread: Spread,
    control: Control,
) -> SpreadErrors | None:
    """Compare the records of an output that were spread, and what was drawn for them, with the input.

    A label counts for all leaves below it alike, "*" of a removed record for all leaves of the hierarchy. None without
    generalized columns, or without records. Raises Stopped where `control` asks for it.
    """
    names, order = tuple(spread.sources), spread.order
    if not names or not len(order):
        return None
    control.report(Progress(tr("Comparing tables")))
    counted = np.flatnonzero(grouping.tuples.counts > 0)
    leaves, counts = np.empty((len(counted), len(names)), np.int64), grouping.tuples.counts[counted].astype(np.int64)
    for place, name in enumerate(names):
        hierarchy = hierarchies[name]
        leaf_of = {row[0]: leaf for leaf, row in enumerate(hierarchy.rows)}
        of_value = np.array([leaf_of[value] for value in hierarchy.labels[0]], np.int64)
        attribute = list(hierarchies).index(name)
        leaves[:, place] = of_value[grouping.packing.unpack(grouping.tuples.keys[counted], attribute)]
    released = [output.dataset[name].at(order) for name in names]
    labels = np.stack([column.codes for column in released], axis=1)
    rows, weights, _members = group(np.ascontiguousarray(labels, np.uint64), np.ones(len(labels), np.int64))
    evenly = [
        _reading(column.at(rows), source, source.under(column))
        for column, source in zip(released, spread.sources.values(), strict=True)
    ]
    drawn = [_reading(spread.dataset[name], source, None) for name, source in spread.sources.items()]
    return SpreadErrors(
        names,
        table_errors(leaves, counts, drawn, np.ones(len(order), np.int64), control),
        table_errors(leaves, counts, evenly, weights, control),
    )


def _reading(column: Column, source: SpreadSource, under: LabelLeaves | None) -> LabelShares:
    """How a column is read: by the leaves under its texts; None: a text that is a leaf is that leaf."""
    size = len(source.rows)
    if under is None:
        exact, labels = leaves_under(column.values, source.rows, (0,)), source.under(column)
        is_label = exact.sizes[labels.texts] == 0
        texts = np.concatenate([exact.texts, labels.texts[is_label]])
        leaves = np.concatenate([exact.leaves, labels.leaves[is_label]])
    else:
        texts, leaves = under.texts, under.leaves
    nothing_known = np.flatnonzero(np.bincount(texts, minlength=len(column.values)) == 0)
    texts = np.concatenate([texts, np.repeat(nothing_known, size)])
    leaves = np.concatenate([leaves, np.tile(np.arange(size), len(nothing_known))])
    shares = 1.0 / np.bincount(texts, minlength=len(column.values))[texts]
    return LabelShares.of_pairs(column.codes.astype(np.int64), (texts, leaves), shares, size)
