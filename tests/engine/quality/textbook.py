"""Every quality model by its definition (engine reference, section 4), from the texts of the records alone."""

import math
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from tests.engine import naive
from tests.engine.naive import Case, Levels


@dataclass(frozen=True)
class QualityCase:
    """A case, and what else quality models are told: an attribute to predict for each record, targets and features.

    `targets` are places of quasi-identifiers or "target"; `costs` benefit, loss, gain and cost.
    """

    case: Case
    target: tuple[str, ...]
    targets: tuple[int | str, ...] = ("target",)
    features: tuple[int, ...] | None = None
    monotonic: bool = False
    costs: tuple[float, float, float, float] = (1200.0, 300.0, 300.0, 4.0)


class Transformed:
    """One transformation of a case, some of its records suppressed."""

    def __init__(self, asked: QualityCase, levels: Levels, removed: Sequence[bool]) -> None:
        self.asked, self.case, self.levels, self.removed = asked, asked.case, levels, removed
        self.records = naive.generalized(asked.case, levels)
        self.sizes = Counter(self.records)
        self.n = asked.case.records
        self.gone = sum(removed)
        self.kept = [record for record, is_removed in zip(self.records, removed, strict=True) if not is_removed]
        self.g, self.s = map(float, naive.factors(asked.case.factor))

    def area(self, record: tuple[str, ...]) -> int:
        """How many combinations of values a generalized record can stand for."""
        return math.prod(
            sum(row[level] == text for row in rows)
            for rows, level, text in zip(self.case.hierarchies, self.levels, record, strict=True)
        )

    @property
    def all_combinations(self) -> int:
        return math.prod(len(rows) for rows in self.case.hierarchies)

    def information_loss(self, record: tuple[str, ...]) -> float:
        """The digits that a record does not tell, of all digits."""
        return 0.0 if self.all_combinations == 1 else math.log(self.area(record)) / math.log(self.all_combinations)


def losses(name: str, seen: Transformed) -> list[float] | None:
    """The losses by attribute of a model that has some."""
    case = seen.case
    match name:
        case "loss":
            return list(naive.losses_of(case, seen.levels, seen.removed))
        case "height":
            return [float(level) for level in seen.levels]
        case "precision":
            gone = 0 if seen.asked.monotonic else seen.gone
            heights = [
                level / max(len(rows[0]) - 1, 1) for rows, level in zip(case.hierarchies, seen.levels, strict=True)
            ]
            return [((seen.n - gone) * height * seen.g + gone * seen.s) / seen.n for height in heights]
        case "non-uniform-entropy" | "normalized-non-uniform-entropy":
            return [
                _entropy(seen, place, is_normalized=name.startswith("normalized")) for place in range(len(seen.levels))
            ]
    return None


def _entropy(seen: Transformed, place: int, *, is_normalized: bool) -> float:
    values = seen.case.columns[place]
    labels = [record[place] for record in seen.records]
    of_value, of_label = Counter(values), Counter(labels)
    bits = -seen.g * sum(
        math.log2(of_value[value] / of_label[label]) for value, label in zip(values, labels, strict=True)
    )
    if not seen.asked.monotonic:
        of_removed = Counter(label for label, is_removed in zip(labels, seen.removed, strict=True) if is_removed)
        bits -= seen.s * sum(count * math.log2(count / seen.gone) for count in of_removed.values())
    most = -sum(count * math.log2(count / seen.n) for count in of_value.values())
    return bits / most if is_normalized and most > 0 else 0.0 if is_normalized else bits


def score(name: str, seen: Transformed) -> float | tuple[float, ...]:
    """The score; of ranked losses all of them, the largest first."""
    found = losses(name, seen)
    if found is not None:
        if seen.case.aggregate == "rank":
            weights = seen.case.weights or (1.0,) * len(found)
            largest = max(weights) or 1.0
            weights = [weight / largest if max(weights) > 0 else 1.0 for weight in weights]
            return tuple(sorted((weight * loss for weight, loss in zip(weights, found, strict=True)), reverse=True))
        return naive.aggregated(found, seen.case)
    match name:
        case "discernibility":
            if seen.asked.monotonic:
                return float(sum(seen.sizes[record] for record in seen.records))
            return float(sum(seen.sizes[record] for record in seen.kept) + seen.n * seen.gone)
        case "average-class-size":
            return seen.n / (len(set(seen.kept)) * seen.g + (seen.gone > 0) * seen.s or 1.0)
        case "ambiguity":
            return float(sum(seen.area(record) for record in seen.kept) + seen.gone * seen.all_combinations)
        case "kl-divergence":
            return _divergence(seen)
        case "entropy":
            return seen.g * sum(map(seen.information_loss, seen.kept)) + seen.s * seen.gone
        case "publisher-payout":
            return _missed_payout(seen)
        case "classification":
            return _mean_penalty(seen)
    raise ValueError(name)


def _divergence(seen: Transformed) -> float:
    """Over the distinct tuples, each weighing as many records as it has."""
    tuples = list(zip(*seen.case.columns, strict=True))
    shares = {values: count / seen.n for values, count in Counter(tuples).items()}
    class_of = dict(zip(tuples, zip(seen.records, seen.removed, strict=True), strict=True))
    found = 0.0
    for values, share in shares.items():
        record, is_removed = class_of[values]
        if is_removed:
            told = seen.gone / seen.n / seen.all_combinations
        else:
            told = seen.sizes[record] / seen.n / seen.area(record)
        found += share * math.log2(share / told)
    return found


def _missed_payout(seen: Transformed) -> float:
    benefit, loss, gain, cost = seen.asked.costs
    total = seen.s * benefit * seen.gone
    for record in seen.kept:
        risk = 1.0 / seen.sizes[record]
        payout = benefit * (1.0 - seen.information_loss(record)) - (
            loss * risk if gain / seen.sizes[record] > cost else 0
        )
        total += seen.g * (benefit - payout)
    return total


def _mean_penalty(seen: Transformed) -> float:
    asked, most = seen.asked, max(seen.g, seen.s)
    total = 0.0
    for target in asked.targets:
        places = range(len(seen.levels)) if asked.features is None else asked.features
        groups: dict[tuple[str, ...], Counter[str]] = defaultdict(Counter)
        for number, (record, is_removed) in enumerate(zip(seen.records, seen.removed, strict=True)):
            if not is_removed:
                told = asked.target[number] if target == "target" else record[target]
                groups[tuple(record[place] for place in places if place != target)][told] += 1
        penalties = [seen.s] * seen.gone
        for counts in groups.values():
            (_first, largest), *others = counts.most_common()
            if others and others[0][1] == largest:
                penalties += [seen.s] * counts.total()
            else:
                penalties += [seen.g] * (counts.total() - largest)
        lost = 0.0 if target == "target" else _lost_detail(seen, target)
        total += sum(penalties) * (1.0 - lost) + most * seen.n * lost
    return total / (most * seen.n * len(asked.targets))


def _lost_detail(seen: Transformed, place: int) -> float:
    values = len(set(seen.case.columns[place]))
    labels = len({record[place] for record in seen.records})
    return 0.0 if values == 1 else 1.0 - (labels - 1) / (values - 1)
