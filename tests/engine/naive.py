"""The slow twins: every figure of the engine by its definition, in plain Python, sharing no code with it.

Records are tuples of texts, hierarchies lists of rows of texts, numbers exact fractions until the last step.
"""

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

Levels = tuple[int, ...]
Rows = Sequence[Sequence[str]]


@dataclass(frozen=True)
class Case:
    """A small anonymization problem: a table of quasi-identifiers and everything that is asked of it.

    `models` are asked for besides k-anonymity, each a name of `breaks` with its number.
    """

    columns: tuple[tuple[str, ...], ...]
    hierarchies: tuple[Rows, ...]
    k: int = 2
    limit: float = 0.0
    weights: tuple[float, ...] | None = None
    aggregate: str = "geometric-mean"
    factor: float = 0.5
    bottom: Levels | None = None
    top: Levels | None = None
    models: tuple[tuple[str, int], ...] = ()

    @property
    def records(self) -> int:
        return len(self.columns[0])

    @property
    def lowest(self) -> Levels:
        return self.bottom or (0,) * len(self.columns)

    @property
    def highest(self) -> Levels:
        return self.top or tuple(len(rows[0]) - 1 for rows in self.hierarchies)


@dataclass(frozen=True)
class Verdict:
    """What is true of one transformation."""

    levels: Levels
    anonymous: bool
    score: float
    lower_bound: float
    suppressed_records: int
    classes: int
    smallest_class: int
    largest_class: int
    losses: tuple[float, ...]


def label(rows: Rows, value: str, level: int) -> str:
    return next(row[level] for row in rows if row[0] == value)


def generalized(case: Case, levels: Levels) -> list[tuple[str, ...]]:
    """The generalized record of every record."""
    columns = [
        [label(rows, value, level) for value in column]
        for column, rows, level in zip(case.columns, case.hierarchies, levels, strict=True)
    ]
    return list(zip(*columns, strict=True))


def suppressed(case: Case, levels: Levels) -> list[bool]:
    """Whether each record stands in a class with fewer than k records, or in one that breaks another model."""
    records = generalized(case, levels)
    sizes = Counter(records)
    models = (("at-least", case.k), *case.models)
    return [any(breaks(name, n, sizes[record]) for name, n in models) for record in records]


def breaks(name: str, n: int, size: int) -> bool:
    """Whether a class of a size breaks a model."""
    match name:
        case "at-least":
            return size < n
        case "at-most":
            return size > n
        case "multiple-of":
            return size % n != 0
        case "not-modulo-three":
            return size % 3 == n
    raise ValueError(name)


def share(rows: Rows, text: str, level: int) -> Fraction:
    """The share of the domain that a label covers: its rows over all rows."""
    return Fraction(sum(row[level] == text for row in rows), len(rows))


def factors(factor: float) -> tuple[Fraction, Fraction]:
    """g and s of engine-reference 4.1; the factor is meant as the decimal it is written as."""
    exact = Fraction(str(factor))
    g = Fraction(1) if exact <= Fraction(1, 2) else 1 - 2 * (exact - Fraction(1, 2))
    s = 2 * exact if exact < Fraction(1, 2) else Fraction(1)
    return g, s


def exact_loss(case: Case, levels: Levels, attribute: int, removed: Sequence[bool]) -> Fraction:
    """Iyengar's loss of one attribute, before it is rounded."""
    rows, g_s, n = case.hierarchies[attribute], factors(case.factor), case.records
    if len(rows) == 1:
        return Fraction(0)
    g, s = g_s
    raw = Fraction(0)
    for value, is_removed in zip(case.columns[attribute], removed, strict=True):
        covered = share(rows, label(rows, value, levels[attribute]), levels[attribute])
        if not is_removed:
            raw += g * covered
        else:
            raw += 1 if s == 1 else covered + s * (1 - covered)
    least = g * n / len(rows)
    return max(Fraction(0), (raw - least) / (n - least))


def rounded_down(value: Fraction) -> float:
    return math.floor(value * 10**10) / 10**10


def aggregated(losses: Sequence[float], case: Case) -> float:
    """The losses, weighted with weights relative to the largest one, as one number."""
    weights = list(case.weights) if case.weights is not None else [1.0] * len(losses)
    largest = max(weights)
    weights = [weight / largest for weight in weights] if largest > 0 else [1.0] * len(losses)
    weighted = [weight * loss for weight, loss in zip(weights, losses, strict=True)]
    match case.aggregate:
        case "sum":
            return math.fsum(weighted)
        case "maximum":
            return max(weighted)
        case "arithmetic-mean":
            return math.fsum(weighted) / len(weighted)
        case "geometric-mean" | "rank":  # a ranked score is shown as that
            return math.prod(value + 1.0 for value in weighted) ** (1.0 / len(weighted)) - 1.0
    raise ValueError(case.aggregate)


def losses_of(case: Case, levels: Levels, removed: Sequence[bool]) -> tuple[float, ...]:
    return tuple(rounded_down(exact_loss(case, levels, index, removed)) for index in range(len(levels)))


def allowed(limit: float | Fraction, records: int) -> int:
    """The largest number of records whose share, exactly or as a float, is not above the limit."""
    shares = ((number, Fraction(number, max(1, records))) for number in range(records + 1))
    return max(number for number, share in shares if share <= limit or float(share) <= limit)


def verdict(case: Case, levels: Levels) -> Verdict:
    """Group, suppress what is too small, score."""
    records = generalized(case, levels)
    removed = suppressed(case, levels)
    kept = Counter(record for record, is_removed in zip(records, removed, strict=True) if not is_removed)
    losses = losses_of(case, levels, removed)
    return Verdict(
        levels=levels,
        anonymous=sum(removed) <= allowed(case.limit, case.records),
        score=aggregated(losses, case),
        lower_bound=aggregated(losses_of(case, levels, [False] * case.records), case),
        suppressed_records=sum(removed),
        classes=len(kept),
        smallest_class=min(kept.values(), default=0),
        largest_class=max(kept.values(), default=0),
        losses=losses,
    )


def transformations(case: Case) -> Iterator[Levels]:
    """Every transformation between the level limits."""
    return itertools.product(*(range(low, high + 1) for low, high in zip(case.lowest, case.highest, strict=True)))


def best_score(case: Case) -> float | None:
    """The smallest score of all anonymous transformations; None when there is none."""
    verdicts = (verdict(case, levels) for levels in transformations(case))
    return min((found.score for found in verdicts if found.anonymous), default=None)


def granularity(case: Case, levels: Levels, removed: Sequence[bool]) -> list[float]:
    """Per attribute 1 - (mean share - 1/|D|) / (1 - 1/|D|), a suppressed record covering everything."""
    found = []
    for attribute, rows in enumerate(case.hierarchies):
        mean = mean_share(case, levels, removed, attribute)
        least = Fraction(1, len(rows))
        found.append(1.0 if least == 1 else float(1 - (mean - least) / (1 - least)))
    return found


def mean_granularity(case: Case, levels: Levels, removed: Sequence[bool]) -> float:
    """As granularity, with mean and least share averaged over the attributes before they are normalized."""
    attributes = range(len(case.hierarchies))
    mean = sum(mean_share(case, levels, removed, attribute) for attribute in attributes) / len(attributes)
    least = sum(Fraction(1, len(rows)) for rows in case.hierarchies) / len(attributes)
    return 1.0 if least == 1 else float(1 - (mean - least) / (1 - least))


def mean_share(case: Case, levels: Levels, removed: Sequence[bool], attribute: int) -> Fraction:
    rows, level = case.hierarchies[attribute], levels[attribute]
    shares = [
        Fraction(1) if is_removed else share(rows, label(rows, value, level), level)
        for value, is_removed in zip(case.columns[attribute], removed, strict=True)
    ]
    return sum(shares, Fraction(0)) / case.records


@dataclass(frozen=True)
class Risk:
    """The prosecutor's risk: of a record in a class of f records, 1/f."""

    lowest: float
    highest: float
    average: float
    records_at_risk: float
    sample_uniques: int


def prosecutor_risk(records: Sequence[tuple[str, ...]], threshold: float = 0.2) -> Risk:
    """From the records themselves, one by one."""
    if not records:
        return Risk(0.0, 0.0, 0.0, 0.0, 0)
    sizes = Counter(records)
    risks = [Fraction(1, sizes[record]) for record in records]
    return Risk(
        lowest=float(min(risks)),
        highest=float(max(risks)),
        average=float(sum(risks) / len(risks)),
        records_at_risk=sum(risk > Fraction(str(threshold)) for risk in risks) / len(risks),
        sample_uniques=sum(risk == 1 for risk in risks),
    )


def splits(rows: Rows) -> bool:
    """Whether two rows agree on some level above the values and differ on a higher one."""
    return any(
        one[low] == other[low] and one[high] != other[high]
        for one, other in itertools.combinations(rows, 2)
        for low in range(1, len(one))
        for high in range(low + 1, len(one))
    )


def covered(maximal: Sequence[Levels], levels: Levels) -> bool:
    """Whether a transformation lies at or below one of the others."""
    return any(all(a <= b for a, b in zip(levels, other, strict=True)) for other in maximal)
