"""The slow twin of whole problems with any privacy models: what a textbook says of each class, put together.

Classes are lists of record numbers. Only the estimates of population uniqueness are the engine's own: they have tests
of their own.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, cached_property

import numpy as np

from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.risk.uniqueness import population_uniques
from tests.engine import naive
from tests.engine.amounts import amounts_of
from tests.engine.naive import Case, Levels, Rows, Verdict
from tests.engine.privacy import textbook

OF_WHOLE_TABLE = ("average-risk", "sample-uniqueness", "population-uniqueness")


@dataclass(frozen=True)
class Combined:
    """A small problem with any models. `case` holds all of it but these; its `k` and `models` are not asked for.

    `sensitive` are attributes by name, with a hierarchy each; `included` is the research subset.
    """

    case: Case
    models: tuple[PrivacyModel, ...]
    sensitive: dict[str, tuple[str, ...]] = field(default_factory=dict)
    sensitive_hierarchies: dict[str, Rows] = field(default_factory=dict)
    included: tuple[bool, ...] | None = None
    population: int = 1000
    costs: Costs = field(default_factory=Costs)


@dataclass(frozen=True)
class Class:
    """The records of one class: all of them, and those of the research subset."""

    everyone: tuple[int, ...]
    counted: tuple[int, ...]
    texts: tuple[str, ...]


class Twin:
    """What is true of each transformation of a problem."""

    def __init__(self, combined: Combined) -> None:
        self.combined = combined
        case, records = combined.case, combined.case.records
        self.counted = [index for index in range(records) if combined.included is None or combined.included[index]]
        columns = tuple(tuple(column[index] for index in self.counted) for column in case.columns)
        self.scored = replace(case, columns=columns)
        self.overall = {
            name: dict.fromkeys(values, 0) | Counter(values[index] for index in self.counted)
            for name, values in combined.sensitive.items()
        }

    @cached_property
    def verdicts(self) -> dict[Levels, Verdict]:
        """That of every transformation."""
        return {levels: self.verdict(levels) for levels in naive.transformations(self.combined.case)}

    @property
    def best_score(self) -> float | None:
        """The smallest score of all anonymous transformations; None when there is none."""
        return min((found.score for found in self.verdicts.values() if found.anonymous), default=None)

    def verdict(self, levels: Levels) -> Verdict:
        """Group, suppress whatever violates, then the small classes, score."""
        removed: set[Class] = set()
        impossible = False
        classes = self.classes(levels)
        for each in classes:
            broken = [model for model in self.combined.models if self.breaks(model, each, levels)]
            if broken and each.counted:
                removed.add(each)
            impossible |= bool(broken) and not each.counted
        kept = [each for each in classes if each.counted and each not in removed]
        removed.update(self.small_classes(kept, levels))
        gone = {index for each in removed for index in each.counted}
        sizes = [len(each.counted) for each in kept if each not in removed]
        losses = self.losses(levels, [index in gone for index in self.counted])
        limit = naive.allowed(self.combined.case.limit, len(self.counted))
        return Verdict(
            levels=levels,
            anonymous=len(gone) <= limit and not impossible,
            score=naive.aggregated(losses, self.scored),
            lower_bound=naive.aggregated(self.losses(levels, [False] * len(self.counted)), self.scored),
            suppressed_records=len(gone),
            classes=len(sizes),
            smallest_class=min(sizes, default=0),
            largest_class=max(sizes, default=0),
            losses=losses,
        )

    def losses(self, levels: Levels, removed: list[bool]) -> tuple[float, ...]:
        """Iyengar's loss per attribute (4.3), the shares of the kept and of the removed records summed up first."""
        (g, s), n, gone, losses = naive.factors(self.scored.factor), len(removed), sum(removed), []
        for column, rows, level in zip(self.scored.columns, self.scored.hierarchies, levels, strict=True):
            label, domain = {row[0]: row[level] for row in rows}, len(rows)
            covered = Counter(label.values())
            of_records = [covered[label[value]] for value in column]
            hidden = Fraction(sum(itertools.compress(of_records, removed)), domain)
            kept, least = Fraction(sum(of_records), domain) - hidden, g * n / domain
            lost = g * kept + (gone if s == 1 else hidden + s * (gone - hidden)) - least
            losses.append(naive.rounded_down(max(Fraction(0), lost / (n - least))) if domain > 1 else 0.0)
        return tuple(losses)

    def classes(self, levels: Levels) -> list[Class]:
        """All classes of the population, in the order of their first records."""
        members: dict[tuple[str, ...], list[int]] = {}
        for index, record in enumerate(naive.generalized(self.combined.case, levels)):
            members.setdefault(record, []).append(index)
        counted = set(self.counted)
        return [
            Class(tuple(indices), tuple(index for index in indices if index in counted), record)
            for record, indices in members.items()
        ]

    def breaks(self, model: PrivacyModel, found: Class, levels: Levels) -> bool:
        """Whether a class breaks a model of classes; one of which nothing counts can break delta-presence only."""
        size, whole = len(found.counted), len(found.everyone)
        if model.model == "delta-presence":
            return not exact(model.dmin) <= Fraction(size, whole) <= exact(model.dmax)
        if size == 0 or model.model in OF_WHOLE_TABLE:
            return False
        match model.model:
            case "k-anonymity":
                return size < model.k
            case "km-anonymity":
                return False  # no group breaks it: items are recoded afterwards
            case "k-map" if model.estimator is None:
                return whole < model.k
            case "k-map":
                truncated, population = model.estimator != "poisson", model.population or self.combined.population
                return size < derived_k(model.k, len(self.counted), population, exact(model.significance), truncated)
            case "differential-privacy":
                return size < smallest_k(model.epsilon - (model.search_budget or 0.0), model.delta)
            case "profitability":
                return not self.pays(model, found, levels)
        return not self.is_protected(model, found)

    def pays(self, model: PrivacyModel, found: Class, levels: Levels) -> bool:
        """Profitability of publishing, and without attack that none of them pays (engine reference 3.10)."""
        costs = [exact(cost) for cost in amounts_of(self.combined.costs)]
        group = textbook.Group(
            {"any": len(found.counted)},
            len(found.everyone),
            tuple(map(naive.share, self.scored.hierarchies, found.texts, levels)),
        )
        journalist = model.attacker == "journalist"
        if model.attack:
            domains = [len(rows) for rows in self.scored.hierarchies]
            return textbook.is_profitable(group, costs, domains, journalist=journalist)
        _benefit, _loss, gain, cost = costs
        return gain == 0 or gain / (group.population if journalist else group.size) < cost

    def is_protected(self, model: PrivacyModel, found: Class) -> bool:
        """What models of a sensitive attribute ask of a class (engine reference 3.3 to 3.5)."""
        values, overall = self.combined.sensitive[model.attribute], self.overall[model.attribute]
        histogram = Counter(values[index] for index in found.counted)
        match model.model, getattr(model, "variant", ""):
            case "l-diversity", "distinct":
                return textbook.is_distinct_diverse(histogram, int(model.l))
            case "l-diversity", "recursive":
                return textbook.is_recursively_diverse(histogram, exact(model.c), int(model.l))
            case "l-diversity", "grassberger":
                return textbook.is_grassberger_diverse(histogram, exact(model.l))
            case "l-diversity", _:
                decided = textbook.is_shannon_diverse(histogram, exact(model.l))
                return self.is_rounded_up(model, found) if decided is None else decided
            case "t-closeness", "equal":
                return textbook.equal_distance(histogram, overall) <= exact(model.t)
            case "t-closeness", "ordered":
                return textbook.ordered_distance(histogram, overall, in_order(overall)) <= exact(model.t)
            case "t-closeness", _:
                rows = self.combined.sensitive_hierarchies[model.attribute]
                return textbook.hierarchical_distance(histogram, overall, rows) <= exact(model.t)
            case "beta-likeness", variant:
                return textbook.is_beta_like(histogram, overall, exact(model.beta), enhanced=variant == "enhanced")
        delta, absent = exact(model.delta), model.absent_values
        return not textbook.is_delta_disclosing(histogram, overall, delta, absent_values=absent)

    def is_rounded_up(self, model: PrivacyModel, found: Class) -> bool:
        """Where the entropy is ln l exactly: what rounding says of the values in the order of their rows."""
        n, total = len(found.counted), 0.0
        for count in self.in_row_order(model.attribute, found):
            total += count * float(np.log(float(count)))
        return not total > n * (float(np.log(float(n))) - math.log(model.l))

    def in_row_order(self, attribute: str, found: Class) -> list[int]:
        """How often each value occurs, in the order of the first records of the rows that they stand in."""
        names = list(self.combined.sensitive)
        columns = (*self.combined.case.columns, *self.combined.sensitive.values())
        records = [tuple(column[index] for column in columns) for index in found.everyone]
        first = dict.fromkeys(records)
        counted = set(found.counted)
        amounts = Counter(record for record, index in zip(records, found.everyone, strict=True) if index in counted)
        place = names.index(attribute) - len(names)
        entries: dict[str, int] = {}
        for record in first:
            if amounts[record]:
                entries[record[place]] = entries.get(record[place], 0) + amounts[record]
        return list(entries.values())

    def small_classes(self, kept: list[Class], levels: Levels) -> list[Class]:
        """What models of the whole table suppress besides: the fewest, in the order of engine reference 2.2."""
        models = [model for model in self.combined.models if model.model in OF_WHOLE_TABLE]
        if not models:
            return []
        keys = {each: (len(each.counted), self.loss(each, levels), each.everyone[0]) for each in kept}
        ordered = sorted(kept, key=keys.__getitem__)
        sizes = [len(each.counted) for each in ordered]
        number, before = 0, -1
        while number != before:
            before = number
            for model in models:
                number = self.first_that_holds(model, sizes, number)
        return ordered[:number]

    def loss(self, found: Class, levels: Levels) -> float:
        """The weighted, aggregated shares times the records of a class, in floats as the engine orders them."""
        case = self.scored
        weights = case.weights or (1.0,) * len(levels)
        largest = max(weights) or 1.0
        relative = [weight / largest if max(weights) else 1.0 for weight in weights]
        terms = [
            sum(row[level] == text for row in rows) / len(rows) * len(found.counted) * weight
            for rows, text, level, weight in zip(case.hierarchies, found.texts, levels, relative, strict=True)
        ]
        match case.aggregate:
            case "maximum":
                return max(terms)
            case "geometric-mean":
                product = 1.0
                for term in terms:
                    product *= 1.0 + term
                return product ** (1.0 / len(terms)) - 1.0
        total = 0.0
        for term in terms:
            total += term
        return total / len(terms) if case.aggregate == "arithmetic-mean" else total

    def first_that_holds(self, model: PrivacyModel, sizes: list[int], start: int) -> int:
        """How many of the smallest classes have to go: the fewest; found by bisection for population uniqueness."""
        if model.model != "population-uniqueness":
            return next(end for end in range(start, len(sizes) + 1) if self.holds(model, sizes[end:]))
        if self.holds(model, sizes[start:]):
            return start
        low, high = start, len(sizes)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (low, middle) if self.holds(model, sizes[middle:]) else (middle, high)
        return high

    def holds(self, model: PrivacyModel, sizes: Sequence[int]) -> bool:
        """Whether classes of these sizes fulfil a model of the whole table (engine reference 3.6, 3.7)."""
        records = sum(sizes)
        if not records:
            return True
        match model.model:
            case "sample-uniqueness":
                return Fraction(list(sizes).count(1), records) <= exact(model.threshold)
            case "population-uniqueness":
                population = model.population or self.combined.population
                found = estimate(tuple(sizes), population, model.estimator)
                return list(sizes).count(1) == 0 or (found is not None and 0.0 < found / population <= model.threshold)
        if Fraction(len(sizes), records) > exact(model.threshold):
            return False
        if model.highest is None:
            return True
        in_small = sum(size for size in sizes if size < size_of(model.highest))
        return Fraction(in_small, records) <= exact(model.records)


def exact(number: float) -> Fraction:
    """A parameter as the decimal it is written as."""
    return Fraction(str(number))


def in_order(values: Iterable[str]) -> list[str]:
    """Numbers by their size, and a missing one last; texts as texts, and a missing one first."""
    present = [value for value in values if value]
    if present and all(value.isdigit() for value in present):
        return [*sorted(present, key=int), *(value for value in values if not value)]
    return sorted(values)


def size_of(risk: float) -> float:
    """The class size from which on a risk is not exceeded."""
    if risk == 0.0:
        return math.inf
    return next(size for size in itertools.count(1) if Fraction(1, size) <= Fraction(str(risk)))


@cache
def derived_k(k: int, records: int, population: int, significance: Fraction, truncated: bool) -> int:
    """That of the textbook, remembered."""
    return textbook.derived_k(k, records, population, significance, truncated=truncated)


@cache
def estimate(sizes: tuple[int, ...], population: int, estimator: str) -> float | None:
    """The engine's estimate of the number of population uniques."""
    return population_uniques(np.array(sizes, np.int64), population, estimator)


@cache
def smallest_k(epsilon: float, delta: float) -> int:
    """The least k with max over N >= ceil(k / gamma - 1) of P[Bin(N, beta) > gamma N] <= delta (reference 3.9)."""
    beta = -math.expm1(-epsilon)
    gamma = (math.expm1(epsilon) + beta) / math.exp(epsilon)

    def tail(n: int) -> float:
        likely = (math.comb(n, j) * beta**j * (1 - beta) ** (n - j) for j in range(math.floor(gamma * n) + 1, n + 1))
        return math.fsum(likely)

    too_likely = [n for n in range(1, 150) if tail(n) > delta]
    return next(k for k in range(1, 200) if math.ceil(k / gamma - 1) > max(too_likely, default=0))
