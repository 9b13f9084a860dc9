"""Privacy models by their definitions, class by class, in plain Python and exact fractions; nothing of the engine.

A histogram says how often each sensitive value occurs among the records that count. Where a definition has logarithms
they are compared as powers, or to fifty digits.
"""

import math
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import combinations_with_replacement

from tests.engine import naive
from tests.engine.naive import Case, Levels, Rows

DIGITS = 50
Histogram = Mapping[str, int]


@dataclass(frozen=True)
class Group:
    """An equivalence class: the sensitive values of its records that count, how many records there are in all, and
    which share of each quasi-identifier's domain its label covers.
    """

    values: Histogram
    population: int
    shares: tuple[Fraction, ...] = ()

    @property
    def size(self) -> int:
        return sum(self.values.values())

    @property
    def present(self) -> dict[str, int]:
        return {value: count for value, count in self.values.items() if count > 0}


@dataclass(frozen=True)
class Sample:
    """A table with one sensitive attribute, its hierarchy, and the records that count (None: all)."""

    case: Case
    sensitive: tuple[str, ...]
    tree: Rows
    included: tuple[bool, ...] | None = None

    @property
    def counting(self) -> list[bool]:
        return list(self.included or [True] * self.case.records)

    @property
    def overall(self) -> Counter[str]:
        """How often each value occurs among the records that count; values of the others are listed with 0."""
        counts = Counter(dict.fromkeys(self.sensitive, 0))
        counts.update(value for value, counts in zip(self.sensitive, self.counting, strict=True) if counts)
        return counts

    def groups(self, levels: Levels) -> dict[tuple[str, ...], Group]:
        """The classes of a transformation by their labels."""
        values: dict[tuple[str, ...], Counter[str]] = {}
        population: Counter[tuple[str, ...]] = Counter()
        for label, value, counts in zip(
            naive.generalized(self.case, levels), self.sensitive, self.counting, strict=True
        ):
            population[label] += 1
            values.setdefault(label, Counter())[value] += counts
        return {
            label: Group(
                values[label],
                population[label],
                tuple(map(naive.share, self.case.hierarchies, label, levels)),
            )
            for label in values
        }


def union(groups: Sequence[Group]) -> Group:
    """Several classes as one."""
    values: Counter[str] = Counter()
    for group in groups:
        values.update(group.values)
    return Group(values, sum(group.population for group in groups), groups[0].shares)


def histograms(values: Sequence[str], size: int) -> Iterator[Counter[str]]:
    """Everything that a class of so many records can hold."""
    return map(Counter, combinations_with_replacement(values, size))


def is_distinct_diverse(histogram: Histogram, l: int) -> bool:  # noqa: E741
    return sum(count > 0 for count in histogram.values()) >= l


def is_shannon_diverse(histogram: Histogram, l: Fraction) -> bool | None:  # noqa: E741
    """l values, and an entropy of at least ln l: n^n >= l^n x the product of f^f.

    None where both are equal: rounding decides there, in the engine as in the reference.
    """
    counts = [count for count in histogram.values() if count > 0]
    n = sum(counts)
    if len(counts) < l:
        return False
    needed = l**n * math.prod(count**count for count in counts)
    return None if n**n == needed and l > 1 else n**n >= needed


E_TO_GAMMA = Decimal("1.7810724179901979852365041031071795491696452143034302")
"""e to the power of Euler's constant."""


def is_grassberger_diverse(histogram: Histogram, l: Fraction) -> bool:  # noqa: E741
    """l values, and ln l <= ln n - (sum of f G(f)) / n (Grassberger 2003).

    That is l <= 2 e^gamma n / e^m, m being the mean of G + gamma + ln 2 over the records.
    """
    counts = [count for count in histogram.values() if count > 0]
    n = sum(counts)
    if len(counts) < l:
        return False
    mean = sum((count * grassberger(count) for count in counts), Fraction(0)) / n
    return 2 * E_TO_GAMMA * n >= decimal(l) * exponential(mean)


def grassberger(f: int) -> Fraction:
    """G(f) + gamma + ln 2."""
    return sum((Fraction(2, odd) for odd in range(1, f // 2 * 2, 2)), Fraction(0))


def is_recursively_diverse(histogram: Histogram, c: Fraction, l: int) -> bool:  # noqa: E741
    counts = sorted((count for count in histogram.values() if count > 0), reverse=True)
    return len(counts) >= l and counts[0] < c * sum(counts[l - 1 :])


def differences(histogram: Histogram, overall: Histogram) -> dict[str, Fraction]:
    """q - p of every value."""
    n, records = sum(histogram.values()), sum(overall.values())
    return {value: Fraction(histogram.get(value, 0), n) - Fraction(overall[value], records) for value in overall}


def equal_distance(histogram: Histogram, overall: Histogram) -> Fraction:
    return sum(map(abs, differences(histogram, overall).values()), Fraction(0)) / 2


def ordered_distance(histogram: Histogram, overall: Histogram, order: Sequence[str]) -> Fraction:
    """Neighbours are 1 / (m - 1) apart: what has to cross each of the gaps between them.

    The m values are those that the table has, which is the research subset where there is one.
    """
    order = [value for value in order if overall[value]]
    surplus = differences(histogram, overall)
    moved = (abs(sum(surplus[value] for value in order[:gap])) for gap in range(1, len(order)))
    return sum(moved, Fraction(0)) / max(1, len(order) - 1)


def tree_of(rows: Rows) -> list[tuple[str, ...]]:
    """The rows of a hierarchy with a root above them."""
    has_root = len({row[-1] for row in rows}) == 1
    return [tuple(row) if has_root else (*row, "root") for row in rows]


def height_of_common_node(one: Sequence[str], other: Sequence[str]) -> int:
    return next(height for height in range(len(one)) if one[height] == other[height])


def hierarchical_distance(histogram: Histogram, overall: Histogram, rows: Rows) -> Fraction:
    """Every edge of the tree is 1 / 2H long, so that leaves below a node of height h are h / H apart."""
    tree = {row[0]: row for row in tree_of(rows)}
    height = len(next(iter(tree.values()))) - 1
    moved = Fraction(0)
    for level in range(height):
        surplus: dict[str, Fraction] = {}
        for value, difference in differences(histogram, overall).items():
            node = tree[value][level]
            surplus[node] = surplus.get(node, Fraction(0)) + difference
        moved += sum(map(abs, surplus.values()), Fraction(0))
    return moved / (2 * max(1, height))


def is_delta_disclosing(
    histogram: Histogram, overall: Histogram, delta: Fraction, *, absent_values: str = "allowed"
) -> bool:
    """Whether |log2(q / p)| >= delta for some value; for one that is absent only where that is asked for."""
    power = Fraction(2**delta) if delta.denominator == 1 else Fraction(power_of_two(delta))
    n, records = sum(histogram.values()), sum(overall.values())
    for value, count in overall.items():
        if count == 0:
            continue
        ratio = Fraction(histogram.get(value, 0), n) / Fraction(count, records)
        if ratio == 0:
            if absent_values == "violating":
                return True
        elif not 1 / power < ratio < power:
            return True
    return False


def is_beta_like(histogram: Histogram, overall: Histogram, beta: Fraction, *, enhanced: bool = False) -> bool:
    n, records = sum(histogram.values()), sum(overall.values())
    for value, count in histogram.items():
        if count == 0:
            continue
        p = Fraction(overall[value], records)
        gain = (Fraction(count, n) - p) / p
        if gain > beta or (enhanced and exponential(-gain) < decimal(p)):  # gain > -ln p
            return False
    return True


def is_present_enough(group: Group, dmin: Fraction, dmax: Fraction) -> bool:
    return dmin <= Fraction(group.size, group.population) <= dmax


def is_profitable(group: Group, costs: Sequence[Fraction], domains: Sequence[int], *, journalist: bool) -> bool:
    """Whether a record that is published pays: B (1 - IL) - L / size, the loss where the adversary gains.

    B (1 - IL) = B log(1 / product of shares) / log(product of domains) is compared as powers.
    """
    benefit, loss, gain, cost = costs
    size = group.population if journalist else group.size
    if group.size == 0:
        return False
    lost = loss / size if gain / size > cost else Fraction(0)
    domain = math.prod(domains)
    if domain == 1:
        return benefit > lost
    common = math.lcm(benefit.denominator, lost.denominator)
    divisor = math.gcd(int(benefit * common), int(lost * common)) or 1
    powers = int(benefit * common) // divisor, int(lost * common) // divisor
    return (1 / math.prod(group.shares)) ** powers[0] > domain ** powers[1]


def average_risk(sizes: Sequence[int]) -> Fraction:
    return Fraction(len(sizes), sum(sizes))


def share_of_small(sizes: Sequence[int], least: int) -> Fraction:
    """The share of the records that are in classes of fewer than `least`."""
    return Fraction(sum(size for size in sizes if size < least), sum(sizes))


def decimal(number: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = DIGITS
        return Decimal(number.numerator) / Decimal(number.denominator)


def power_of_two(exponent: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = DIGITS
        return Decimal(2) ** decimal(exponent)


def exponential(exponent: Fraction) -> Decimal:
    with localcontext() as context:
        context.prec = DIGITS
        return decimal(exponent).exp()


def poisson(count: int, mean: Fraction) -> Decimal:
    """The probability that so many of a Poisson distribution occur."""
    with localcontext() as context:
        context.prec = DIGITS
        return decimal(mean**count / math.factorial(count)) * exponential(-mean)


def derived_k(k: int, records: int, population: int, significance: Fraction, *, truncated: bool) -> int:
    """k-map estimated: the size that a class of the sample needs (engine reference 3.2), by adding up."""
    mean = Fraction(k * records, population)
    with localcontext() as context:
        context.prec = DIGITS
        least = 1 if truncated else 0
        whole = 1 - poisson(0, mean) if truncated else Decimal(1)
        total = poisson(least, mean) / whole
        while total < decimal(1 - significance):
            least += 1
            total += poisson(least, mean) / whole
    return min(k, records, least + (1 if truncated else 2))
