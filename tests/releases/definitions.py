"""Privacy models by their definitions, on plain counts and exact fractions; nothing of the engine.

A group is what a reader of a file sees as one: `values` says how often each sensitive value occurs in it, `overall` how
often in the whole table. Logarithms are compared with a slack of a billionth; everything else is exact.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction

from scipy.stats import binom

SLACK = 1e-9
Counts = Mapping[object, int]


def shares(counts: Counts) -> dict[object, Fraction]:
    """The share of each value that occurs."""
    total = sum(counts.values())
    return {value: Fraction(count, total) for value, count in counts.items() if count}


def is_diverse(values: Counts, variant: str, l: Fraction, c: Fraction | None) -> bool:  # noqa: E741
    """l-diversity in each of its variants."""
    counts = sorted((count for count in values.values() if count), reverse=True)
    n = sum(counts)
    if len(counts) < l:
        return False
    if variant == "distinct":
        return True
    if variant == "shannon":
        entropy = -sum(count / n * math.log(count / n) for count in counts)
        return entropy >= math.log(l) - SLACK
    assert variant == "recursive"
    assert c is not None
    return counts[0] < c * sum(counts[math.ceil(l) - 1 :])


def equal_distance(values: Counts, overall: Counts) -> Fraction:
    """The distance of two distributions whose values are all equally far apart."""
    q, p = shares(values), shares(overall)
    return sum((abs(q.get(value, Fraction(0)) - p.get(value, Fraction(0))) for value in {*q, *p}), Fraction(0)) / 2


def ordered_distance(values: Counts, overall: Counts, order: Sequence[object]) -> Fraction:
    """The distance of two distributions over values in a line; neighbours are 1 / (m - 1) apart."""
    q, p = shares(values), shares(overall)
    moved, carried = Fraction(0), Fraction(0)
    for value in order:
        carried += q.get(value, Fraction(0)) - p.get(value, Fraction(0))
        moved += abs(carried)
    return moved / max(1, len(order) - 1)


def hierarchical_distance(values: Counts, overall: Counts, tree: Mapping[object, Sequence[str]]) -> Fraction:
    """The distance over a tree of values: (height of the lowest common node) / (height of the tree) for two leaves.

    `tree` lists the labels of each value from level 1 upwards; a root is added where the last level has none.
    """
    rows = {value: list(labels) for value, labels in tree.items()}
    if len({labels[-1] for labels in rows.values()}) > 1:
        rows = {value: [*labels, "root"] for value, labels in rows.items()}
    height = max(len(labels) for labels in rows.values())
    q, p = shares(values), shares(overall)
    surplus = {value: q.get(value, Fraction(0)) - p.get(value, Fraction(0)) for value in {*q, *p}}
    moved = Fraction(0)
    for level in range(height):
        nodes: Counter[object] = Counter()
        for value, amount in surplus.items():
            nodes[value if level == 0 else (level, rows[value][level - 1])] += amount
        moved += sum((abs(amount) for amount in nodes.values()), Fraction(0))
    return moved / (2 * height)


def discloses(values: Counts, overall: Counts, delta: float, absent: str) -> bool:
    """Whether delta-disclosure privacy is broken: |log2(q / p)| >= delta for some value."""
    q, p = shares(values), shares(overall)
    for value, share in p.items():
        if value not in q:
            if absent == "violating":
                return True
        elif abs(math.log2(q[value] / share)) >= delta + SLACK:
            return True
    return False


def is_beta_like(values: Counts, overall: Counts, beta: Fraction, variant: str) -> bool:
    """Whether no value gains more than beta, or -ln p where that is less and the variant is enhanced."""
    q, p = shares(values), shares(overall)
    for value, share in q.items():
        gain = (share - p[value]) / p[value]
        most = float(beta) if variant == "basic" else min(float(beta), -math.log(p[value]))
        if float(gain) > most + SLACK:
            return False
    return True


def derived_k(epsilon: float, delta: float) -> int:
    """The k with which a sample hides everybody well enough for (epsilon, delta)-differential privacy.

    SafePub, theorem 3: records are drawn with beta = 1 - e^-epsilon; k is the smallest for which the largest
    P(Binomial(n, beta) > gamma n) over all n >= ceil(k / gamma - 1) is at most delta.
    """
    beta = 1 - math.exp(-epsilon)
    gamma = (math.exp(epsilon) - 1 + beta) / math.exp(epsilon)
    for k in range(1, 2000):
        least = math.ceil(k / gamma - 1)
        if max(binom.sf(math.floor(gamma * n + 1e-12), n, beta) for n in range(max(1, least), least + 60)) <= delta:
            return k
    raise ValueError("no k")
