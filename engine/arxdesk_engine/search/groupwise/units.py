"""A problem as the kernels of recoding group by group take it: units, the costs of their labels, the rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.kernels.groupwise.table import FORBIDDEN, Rules, Secrets, UnitCells
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.privacy.criterion import GroupRule
from arxdesk_engine.quality.model import AttributeWiseModel
from arxdesk_engine.quality.precision import Precision
from arxdesk_engine.search.problem import SearchProblem

_PAIRS = 1000
"""Pairs of units by which attributes are ordered."""


class UnfitForGroups(ValueError):
    """A privacy model of the problem cannot be judged group by group."""


@dataclass(frozen=True, slots=True)
class Units:
    """The distinct tuples with records that count, and what the kernels know of them.

    `tuples` int64[units] are their numbers in the grouping; `least` the records that every group needs. Costs are
    shares of 1 for a whole record: 0 as in the input, 1 removed. `attributes` int64[attributes] are the places of the
    columns of the cells among the quasi-identifiers: first those in which records differ most, so that what is too far
    is known to be soon. `lowest` are the lowest levels allowed, by the quasi-identifiers.
    """

    tuples: NDArray[np.int64]
    attributes: NDArray[np.int64]
    lowest: Levels
    cells: UnitCells
    secrets: Secrets
    rules: Rules
    least: int

    def finer_labels(self, hierarchies: Sequence[BoundHierarchy]) -> NDArray[np.int64]:
        """How many labels of the level below there are under each, flat as the labels of the cells; 0 at the lowest."""
        cells, found = self.cells, np.zeros(len(self.cells.labels), np.int64)
        for attribute, place in enumerate(self.attributes.tolist()):
            hierarchy, top = hierarchies[place], int(cells.tops[attribute])
            low = self.lowest[place]
            for level in range(1, top + 1):
                start = cells.offsets[attribute, level]
                codes = hierarchy.codes[low + level]
                found[start : start + len(codes)] = hierarchy.finer[low + level][codes]
        return found

    def part(self, chosen: NDArray[np.int64]) -> tuple[UnitCells, Secrets]:
        """Some units alone, by their places int64[n]."""
        cells, secrets = self.cells, self.secrets
        part = cells._replace(values=np.ascontiguousarray(cells.values[chosen]), records=cells.records[chosen])
        if not len(self.rules.kinds):
            return part, secrets
        lengths = np.diff(secrets.starts)[chosen]
        starts = np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)
        entries = np.repeat(secrets.starts[:-1][chosen] - starts[:-1], lengths) + np.arange(starts[-1])
        values = np.ascontiguousarray(secrets.values[:, entries])
        return part, Secrets(starts, secrets.counts[entries], values, secrets.domain)


def units_of(problem: SearchProblem) -> Units:
    """The units of a problem. Raises UnfitForGroups."""
    grouping = problem.grouping
    tuples = np.flatnonzero(grouping.tuples.counts > 0)
    rules = [
        each.group_rule for each in problem.class_criteria if not each.only_class_size and each.group_rule is not None
    ]
    if any(not each.only_class_size and each.group_rule is None for each in problem.class_criteria):
        raise UnfitForGroups(tr("a privacy model cannot be judged group by group"))
    cells = _cells(problem, tuples)
    order = np.argsort(-_distances(cells), kind="stable")
    return Units(
        tuples,
        order,
        problem.lattice.bottom,
        cells._replace(
            values=np.ascontiguousarray(cells.values[:, order]),
            offsets=np.ascontiguousarray(cells.offsets[order]),
            tops=np.ascontiguousarray(cells.tops[order]),
        ),
        _secrets(grouping, tuples, rules),
        _rules(rules),
        problem.minimal_class_size,
    )


def _cells(problem: SearchProblem, tuples: NDArray[np.int64]) -> UnitCells:
    """Values and costs; above the highest level of each attribute stands one more that costs `FORBIDDEN`."""
    grouping, lattice = problem.grouping, problem.lattice
    weights = _weights(problem)
    levels = max(high - low for low, high in zip(lattice.bottom, lattice.top, strict=True)) + 2
    offsets = np.zeros((len(weights), levels), np.int64)
    labels: list[NDArray[np.int32]] = []
    costs: list[NDArray[np.float64]] = []
    place = 0
    for attribute, (hierarchy, low, high) in enumerate(
        zip(grouping.hierarchies, lattice.bottom, lattice.top, strict=True)
    ):
        values = len(hierarchy.codes[0])
        for level in range(low, high + 1):
            codes = hierarchy.codes[level]
            if isinstance(problem.quality, Precision):
                lost = np.full(values, level / max(1, hierarchy.maximum_level))
            else:
                lost = (hierarchy.domain_rows[level][codes] - 1) / max(1, hierarchy.domain_size - 1)
            labels.append(codes)
            costs.append(weights[attribute] * lost)
            offsets[attribute, level - low] = place
            place += values
        labels.append(np.zeros(values, np.int32))
        costs.append(np.full(values, FORBIDDEN))
        offsets[attribute, high - low + 1 :] = place
        place += values
    keys = grouping.tuples.keys[tuples]
    return UnitCells(
        np.ascontiguousarray(
            np.stack([grouping.packing.unpack(keys, attribute) for attribute in range(len(weights))], axis=1)
        ),
        grouping.tuples.counts[tuples],
        offsets,
        np.concatenate(labels).astype(np.int32),
        np.concatenate(costs),
        np.array(lattice.top, np.int64) - np.array(lattice.bottom, np.int64),
    )


def _distances(cells: UnitCells) -> NDArray[np.float64]:
    """The mean loss of two units that share a label, by attribute: float64[attributes], from pairs drawn once."""
    chance = np.random.default_rng(0)
    one, other = chance.integers(len(cells.values), size=(2, _PAIRS))
    found = np.empty(len(cells.tops))
    for attribute, offsets in enumerate(cells.offsets):
        mine, theirs = cells.values[one, attribute], cells.values[other, attribute]
        differ = np.array([cells.labels[place + mine] != cells.labels[place + theirs] for place in offsets])
        places = offsets[np.minimum(differ.argmin(axis=0), cells.tops[attribute])]
        found[attribute] = cells.costs[places + mine].mean()
    return found


def _weights(problem: SearchProblem) -> NDArray[np.float64]:
    """What each attribute counts of a record, float64[attributes], 1 in all; those that show aggregates nothing."""
    quality, attributes = problem.quality, len(problem.grouping.hierarchies)
    weights = quality.weights.copy() if isinstance(quality, AttributeWiseModel) else np.ones(attributes)
    weights[list(problem.grouping.aggregated)] = 0.0
    total = weights.sum()
    return weights / total if total > 0.0 else weights


def _secrets(grouping: Grouping, tuples: NDArray[np.int64], rules: Sequence[GroupRule]) -> Secrets:
    rows = grouping.rows
    counted = np.flatnonzero(rows.counts > 0)
    order = counted[np.argsort(rows.tuples[counted], kind="stable")] if rules else counted[:0]
    lengths = np.bincount(rows.tuples[order], minlength=len(grouping.tuples))[tuples]
    values = np.zeros((len(rules), len(order)), np.int32)
    for number, rule in enumerate(rules):
        codes = rows.sensitive[rule.attribute][order]
        values[number] = codes if rule.places is None else rule.places[codes]
    return Secrets(
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64),
        rows.counts[order].astype(np.int64),
        values,
        int(values.max(initial=0)) + 1,
    )


def _rules(rules: Sequence[GroupRule]) -> Rules:
    def starts(lengths: list[int]) -> NDArray[np.int64]:
        return np.concatenate([[0], np.cumsum(lengths)]).astype(np.int64)

    shapes = np.zeros((len(rules), 3), np.int64)
    for number, (rule, first) in enumerate(zip(rules, starts([each.parents.size for each in rules])[:-1], strict=True)):
        shapes[number] = first, *rule.parents.shape
    return Rules(
        np.array([each.kind for each in rules], np.int64),
        np.array([each.limit for each in rules], np.float64),
        np.array([each.rank for each in rules], np.int64),
        np.concatenate([np.zeros(0, np.int64), *(each.whole for each in rules)]),
        starts([each.whole.size for each in rules]),
        np.concatenate([np.zeros(0), *(each.real for each in rules)]),
        starts([each.real.size for each in rules]),
        np.concatenate([np.zeros(0, np.int32), *(each.parents.ravel() for each in rules)]),
        shapes,
    )
