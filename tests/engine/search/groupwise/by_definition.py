"""Recoding group by group by its definition, in plain Python and exact fractions; nothing of the search.

A group is a set of records. It reads each attribute at the lowest allowed level at which all of its records read alike.
"""

import itertools
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tests.engine import naive
from tests.engine.naive import Levels
from tests.engine.privacy import textbook
from tests.engine.privacy.combined import OF_WHOLE_TABLE, Class, Combined, Twin, exact

Texts = tuple[str, ...]


@dataclass(frozen=True)
class Group:
    """How a group reads, and the loss of one of its records."""

    records: tuple[int, ...]
    levels: Levels
    loss: Fraction


class ByDefinition:
    """What is true of the groups of a problem."""

    def __init__(self, combined: Combined) -> None:
        self.combined, self.twin = combined, Twin(combined)
        case = combined.case
        self.rows: list[Texts] = list(zip(*case.columns, strict=True))
        self.labels = [{row[0]: row for row in rows} for rows in case.hierarchies]
        self.weights = [exact(weight) for weight in case.weights or (1.0,) * len(case.columns)]

    @property
    def units(self) -> list[tuple[int, ...]]:
        """The records that count of each distinct tuple."""
        members: dict[Texts, list[int]] = {}
        for index in self.twin.counted:
            members.setdefault(self.rows[index], []).append(index)
        return [tuple(each) for each in members.values()]

    def group_of(self, records: Iterable[int]) -> Group | None:
        """The group of some records; None where they do not read alike at any allowed level."""
        case, members, levels = self.combined.case, tuple(records), []
        for column, labels, low, high in zip(case.columns, self.labels, case.lowest, case.highest, strict=True):
            alike = (at for at in range(low, high + 1) if len({labels[column[each]][at] for each in members}) == 1)
            level = next(alike, None)
            if level is None:
                return None
            levels.append(level)
        return Group(members, tuple(levels), self.loss_at(members[0], tuple(levels)))

    def loss_at(self, record: int, levels: Levels) -> Fraction:
        """The weighted mean over the cells of (leaves of the label - 1) / (leaves of the domain - 1)."""
        lost, total = Fraction(0), sum(self.weights)
        weights = self.weights if total else [Fraction(0)] * len(self.weights)
        for value, rows, level, weight in zip(
            self.rows[record], self.combined.case.hierarchies, levels, weights, strict=True
        ):
            leaves = naive.share(rows, naive.label(rows, value, level), level) * len(rows)
            lost += weight * (leaves - 1) / max(1, len(rows) - 1)
        return lost / total if total else Fraction(0)

    def satisfies(self, records: Iterable[int]) -> bool:
        """Whether every model that judges groups holds for these records; ties of an entropy count as fulfilled."""
        found = tuple(records)
        return all(self._is_fulfilled(model, Class(found, found, ())) for model in self.combined.models)

    def _is_fulfilled(self, model, found: Class) -> bool:
        if model.model == "l-diversity" and model.variant in ("shannon", "entropy"):
            values = self.combined.sensitive[model.attribute]
            counts = dict.fromkeys(values, 0)
            for each in found.counted:
                counts[values[each]] += 1
            return textbook.is_shannon_diverse(counts, exact(model.l)) is not False
        return not self.twin.breaks(model, found, ())

    def table_holds(self, sizes: Sequence[int]) -> bool:
        """Whether the conditions on the whole table hold for groups of these sizes."""
        asked = [model for model in self.combined.models if model.model in OF_WHOLE_TABLE]
        return all(self.twin.holds(model, sorted(sizes)) for model in asked)

    def least_loss(self) -> Fraction | float:
        """The least mean loss of all partitions of the distinct tuples into groups that satisfy the models.

        Of every set of tuples the group with the first of them is tried, and the rest is a smaller set: that goes
        through all partitions, each set of tuples once.
        """
        units = self.units
        costs: Mapping[int, Fraction | float] = {
            members: self._cost([units[place] for place in range(len(units)) if members >> place & 1])
            for members in range(1, 1 << len(units))
        }
        least: list[Fraction | float] = [Fraction(0)]
        for members in range(1, 1 << len(units)):
            first = members & -members
            rest, best, part = members ^ first, math.inf, members ^ first
            while True:
                best = min(best, costs[first | part] + least[rest ^ part])
                if part == 0:
                    break
                part = (part - 1) & rest
            least.append(best)
        return least[-1] / len(self.twin.counted)

    def _cost(self, units: Sequence[tuple[int, ...]]) -> Fraction | float:
        records = tuple(itertools.chain.from_iterable(units))
        group = self.group_of(records)
        return len(records) * group.loss if group is not None and self.satisfies(records) else math.inf
