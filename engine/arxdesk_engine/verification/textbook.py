"""Every privacy model by its definition, asked of the groups of a table as it was written.

Nothing here is shared with the criteria that the search asks: the formulas of the publications (engine reference 3) are
written once more, in plain NumPy and SciPy, on group numbers and counts. Differences of a billionth are rounding.
"""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.language import marked, short, tr, tr_n, whole
from arxdesk_engine.privacy.closeness import TCloseness
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.disclosure import BetaLikeness, DeltaDisclosure
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.events import EventAnonymity
from arxdesk_engine.privacy.model import GroupValues, PrivacyModel
from arxdesk_engine.privacy.presence import DeltaPresence
from arxdesk_engine.privacy.profitability import Profitability
from arxdesk_engine.privacy.size import KAnonymity, KMap
from arxdesk_engine.privacy.threshold import AverageRisk, PopulationUniqueness, SampleUniqueness
from arxdesk_engine.privacy.whole_histories import HistoryAnonymity
from arxdesk_engine.risk.population import Population
from arxdesk_engine.verification.events import judge_events, judge_histories
from arxdesk_engine.verification.evidence import Evidence, Sensitive
from arxdesk_engine.verification.findings import Finding

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]

UNDEFINED = marked("the recount has no definition of its own for this model")
"""The reason for models that are not defined below: their claims stay open, neither confirmed nor refuted."""
ROUNDING = 1e-9
_CELLS_AT_ONCE = 4_000_000
_NO_RISK = 1e-18
"""A risk that no group is large enough for."""


def judge(model: PrivacyModel, evidence: Evidence) -> Finding:
    """Whether a table fulfils a model of its job."""
    if model.counts_people and evidence.by_people is not None:
        evidence = evidence.by_people
    name = model.sensitive_attribute
    if name is not None and name not in evidence.sensitive:
        return Finding(model.title, None, tr("the file does not show {column}", column=name))
    verified, reason = _verdict(model, evidence)
    if verified is False and (holds := _holds_in_groups(model, evidence)) is not None and not holds.all():
        return _where_it_breaks(Finding(model.title, False, reason), model, evidence, holds)
    return Finding(model.title, verified, reason)


def _where_it_breaks(finding: Finding, model: PrivacyModel, evidence: Evidence, holds: Bools) -> Finding:
    """The finding with the group that is farthest from what was claimed, and both numbers where the model has some."""
    found = _measured(model, evidence)
    broken = np.flatnonzero(~holds)
    if found is None:
        return replace(finding, group=evidence.labels_of(int(broken[0])))
    measure, claimed, counted = found
    excess = np.abs(counted[broken] - claimed)
    worst = int(broken[int(excess.argmax())])
    number = float(counted[worst])
    return replace(
        finding,
        claimed=claimed,
        counted=int(number) if number.is_integer() else round(number, 6),
        measure=measure,
        group=evidence.labels_of(worst),
    )


_IN_SMALLEST = {
    "records": marked("records in the smallest group"),
    "people": marked("people in the smallest group"),
}


def _measured(model: PrivacyModel, evidence: Evidence) -> tuple[str, float | int, NDArray[np.float64]] | None:
    """The measure of a model: its name, the number required, and those of the groups."""
    sizes = evidence.sizes
    match model:
        case KAnonymity():
            return _IN_SMALLEST[evidence.unit], model.k, sizes.astype(np.float64)
        case KMap() if model.estimator is None:
            return marked("people behind the smallest group"), model.k, evidence.population()[0].astype(np.float64)
        case LDiversity(variant="distinct"):
            values = evidence.sensitive[model.attribute]
            return (
                marked("different values in a group"),
                model.l,
                np.bincount(values.group, minlength=len(sizes)).astype(float),
            )
        case TCloseness():
            distances = _distances(model, sizes, evidence.sensitive[model.attribute])
            return marked("largest distance of a group to the table"), model.t, distances
    return None


def _verdict(model: PrivacyModel, evidence: Evidence) -> tuple[bool | None, str]:
    if isinstance(model, AverageRisk | SampleUniqueness | PopulationUniqueness | DifferentialPrivacy):
        return _judge_table(model, evidence)
    if isinstance(model, Profitability) and model.attack:
        return _judge_payout(model, evidence)
    if isinstance(model, DeltaPresence) and model.dmin > 0.0 and evidence.population()[1]:
        number = evidence.population()[1]
        return False, tr_n(
            number,
            "{n} groups of the table have no record in the research subset",
            "{n} groups of the table have no record in the research subset",
        )
    if isinstance(model, EventAnonymity):
        return judge_events(model.k, model.m, evidence)
    if isinstance(model, HistoryAnonymity):
        return judge_histories(model.k, evidence)
    holds = _holds_in_groups(model, evidence)
    if holds is None:
        return None, tr(UNDEFINED)
    broken = int((~holds).sum())
    return broken == 0, _broken(broken, len(holds)) if broken else ""


def _broken(broken: int, groups: int) -> str:
    return tr_n(broken, "{n} of {groups} groups breaks it", "{n} of {groups} groups break it", groups=whole(groups))


def _holds_in_groups(model: PrivacyModel, evidence: Evidence) -> Bools | None:
    """The groups that fulfil a model which judges each by itself, bool[groups]; None for models not defined here."""
    sizes = evidence.sizes
    match model:
        case KAnonymity():
            return sizes >= model.k
        case KMap() if model.estimator is None:
            return evidence.population()[0] >= model.k
        case KMap():
            return sizes >= _derived_k(model, evidence)
        case DeltaPresence():
            present = sizes / np.maximum(evidence.population()[0], ROUNDING)
            return (present >= model.dmin - ROUNDING) & (present <= model.dmax + ROUNDING)
        case Profitability():
            return _people_of(model, evidence) > _break_even(evidence.job.costs)
        case LDiversity():
            return _is_diverse(model, sizes, evidence.sensitive[model.attribute])
        case TCloseness():
            return _distances(model, sizes, evidence.sensitive[model.attribute]) <= model.t + ROUNDING
        case DeltaDisclosure() | BetaLikeness():
            return _shares_are_like(model, sizes, evidence.sensitive[model.attribute])
    return model.holds_again(sizes, _values_of(model, evidence))


def _values_of(model: PrivacyModel, evidence: Evidence) -> GroupValues | None:
    """What a model from elsewhere is asked of, where it looks at a sensitive attribute."""
    if model.sensitive_attribute is None:
        return None
    found = evidence.sensitive[model.sensitive_attribute]
    return GroupValues(found.group, found.value, found.count, found.overall)


def _sums(group: Numbers, amounts: NDArray[np.generic], groups: int) -> NDArray[np.float64]:
    """The sum of an amount of each entry, over the entries of each group, float64[groups]."""
    return np.bincount(group, weights=amounts, minlength=groups).astype(np.float64)


def _derived_k(model: KMap, evidence: Evidence) -> int:
    """The size that a group of the sample needs (El Emam and Dankar 2008; engine reference 3.2).

    The least c with P[X <= c] >= 1 - significance for X Poisson with mean k n / N, and 2; under the condition X > 0
    that c >= 1, and 1.
    """
    n = evidence.records
    most = min(model.k, n)
    mean = model.k * n / _population_size(model, evidence)
    c = np.arange(most + 1, dtype=np.float64)
    probabilities = np.exp(c * math.log(mean) - mean - np.concatenate([[0.0], np.cumsum(np.log(c[1:]))]))
    first, offset = 0, 2
    if model.estimator == "zero_truncated_poisson":
        probabilities = probabilities[1:] / -math.expm1(-mean)
        first, offset = 1, 1
    enough = np.flatnonzero(np.cumsum(probabilities) >= 1.0 - model.significance - 1e-12)
    return min(most, int(enough[0]) + first + offset) if len(enough) else most


def _population_size(model: KMap | PopulationUniqueness, evidence: Evidence) -> int:
    if model.population is not None or model.region is not None:
        return Population(region=model.region, size=model.population).size_for(evidence.records)
    settings = evidence.job.population
    if settings is None:
        raise ValueError("the size of the population is not known")
    return Population(settings.region, settings.size, settings.sampling_fraction).size_for(evidence.records)


def _is_diverse(model: LDiversity, sizes: Numbers, values: Sensitive) -> Bools:
    """l-diversity (Machanavajjhala et al. 2007; Grassberger's entropy: Stammler et al. 2016)."""
    groups = len(sizes)
    distinct = np.bincount(values.group, minlength=groups) >= math.ceil(model.l)
    distinct &= sizes >= math.ceil(model.l)  # a person alone can have several values
    sizes = np.maximum(_sums(values.group, values.count, groups), 1.0)
    if model.variant == "distinct":
        return distinct
    if model.variant == "shannon":
        shares = values.count / sizes[values.group]
        entropy = -_sums(values.group, shares * np.log(shares), groups)
        return distinct & (entropy >= math.log(model.l) - ROUNDING)
    if model.variant == "grassberger":
        logarithm = _grassberger(int(values.count.max(initial=1)))
        entropy = np.log(sizes) - _sums(values.group, values.count * logarithm[values.count], groups) / sizes
        return distinct & (entropy >= math.log(model.l) - ROUNDING)
    order = np.lexsort((-values.count, values.group))
    group, count = values.group[order], values.count[order]
    rank = np.arange(len(group)) - np.searchsorted(group, group)
    largest = _sums(group, count * (rank == 0), groups)
    rest = _sums(group, count * (rank >= int(model.l) - 1), groups)
    return distinct & (largest < (model.c or 0.0) * rest)


def _grassberger(largest: int) -> NDArray[np.float64]:
    """G(n), which takes the place of the logarithm of every count (Grassberger 2003), float64[largest + 1].

    G(1) = -gamma - ln 2, G(2) = 2 - gamma - ln 2, G(2n + 1) = G(2n), G(2n + 2) = G(2n) + 2 / (2n + 1).
    """
    steps = np.zeros(largest + 2)
    steps[2::2] = 2.0 / (np.arange(2, largest + 2, 2) - 1.0)
    return np.cumsum(steps)[: largest + 1] - np.euler_gamma - math.log(2.0)


def _distances(model: TCloseness, sizes: Numbers, values: Sensitive) -> NDArray[np.float64]:
    """The earth mover's distance of each group to the table, float64[groups] (Li et al. 2007).

    Over a hierarchy of height H with equal steps it is the mean, over all levels below the root, of the equal distances
    between the labels: what has to leave a node does so once, upwards, and comes down once elsewhere.
    """
    if model.variant == "ordered":
        return _ordered_distances(sizes, values)
    if model.variant == "equal":
        return _equal_distances(sizes, values, np.arange(len(values.overall)))
    total: NDArray[np.float64] = np.zeros(len(sizes))
    for labels in values.labels:
        total += _equal_distances(sizes, values, labels)
    return total / max(1, len(values.labels))


def _equal_distances(sizes: Numbers, values: Sensitive, labels: Numbers) -> NDArray[np.float64]:
    """Half of the sum of all differences of shares, of labels int64[values] instead of values."""
    width = int(labels.max(initial=0)) + 1
    overall = np.bincount(labels, weights=values.overall, minlength=width)
    pairs, entry = np.unique(values.group * width + labels[values.value], return_inverse=True)
    count = np.bincount(entry, weights=values.count, minlength=len(pairs))
    group, label = pairs // width, pairs % width
    q, p = count / sizes[group], overall[label] / overall.sum()
    return 0.5 + 0.5 * _sums(group, np.abs(q - p) - p, len(sizes))


def _ordered_distances(sizes: Numbers, values: Sensitive) -> NDArray[np.float64]:
    """The sum of the differences of cumulated shares, over the number of steps between values that are shared."""
    is_there = values.overall > 0
    is_there[values.value] = True
    width = int(is_there.sum())
    overall = np.cumsum(values.overall[is_there]) / values.overall.sum()
    order = np.argsort(values.group, kind="stable")
    place = np.cumsum(is_there) - 1
    group, value, count = values.group[order], place[values.value[order]], values.count[order]
    distances = np.empty(len(sizes))
    step = max(1, _CELLS_AT_ONCE // width)
    for start in range(0, len(sizes), step):
        first, last = np.searchsorted(group, [start, start + step])
        table = np.zeros((min(step, len(sizes) - start), width))
        table[group[first:last] - start, value[first:last]] = count[first:last]
        cumulated = np.cumsum(table, axis=1) / sizes[start : start + step, np.newaxis]
        distances[start : start + step] = np.abs(cumulated - overall).sum(axis=1) / max(1, width - 1)
    return distances


def _shares_are_like(model: DeltaDisclosure | BetaLikeness, sizes: Numbers, values: Sensitive) -> Bools:
    """delta-disclosure (Brickell and Shmatikov 2008) and beta-likeness (Cao and Karras 2012)."""
    q = values.count / sizes[values.group]
    p = values.overall[values.value] / values.overall.sum()
    with np.errstate(divide="ignore"):  # a value that the table does not have
        if isinstance(model, DeltaDisclosure):
            breaks = np.abs(np.log2(q / p)) >= model.delta
        elif model.variant == "basic":
            breaks = (q - p) / p > model.beta + ROUNDING
        else:
            breaks = (q - p) / p > np.minimum(model.beta, -np.log(p)) + ROUNDING
    broken = _sums(values.group, breaks, len(sizes)) > 0
    if isinstance(model, DeltaDisclosure) and model.absent_values == "violating":
        broken |= np.bincount(values.group, minlength=len(sizes)) < int((values.overall > 0).sum())
    return ~broken


def _judge_table(
    model: AverageRisk | SampleUniqueness | PopulationUniqueness | DifferentialPrivacy, evidence: Evidence
) -> tuple[bool | None, str]:
    """Models of all groups together. Without any group they hold."""
    sizes = evidence.sizes
    records, uniques = int(sizes.sum()), int((sizes == 1).sum())
    if records == 0:
        return True, ""
    match model:
        case AverageRisk():
            return _judge_average(model, sizes)
        case SampleUniqueness():
            share = uniques / records
            return _at_most(
                share, model.threshold, tr("{share} % of the records are unique", share=short(100 * share, 4))
            )
        case PopulationUniqueness():
            return (True, "") if uniques == 0 else _judge_uniqueness(model, evidence)
        case DifferentialPrivacy():
            return _judge_differential_privacy(model, int(sizes.min()))


def _at_most(found: float, threshold: float, reason: str) -> tuple[bool, str]:
    holds = found <= threshold + ROUNDING * max(threshold, ROUNDING)
    return holds, "" if holds else reason


def _judge_average(model: AverageRisk, sizes: Numbers) -> tuple[bool, str]:
    """Groups / records; and of the strict variant the share of records at a higher risk (engine reference 3.6)."""
    records = int(sizes.sum())
    average = len(sizes) / records
    verdict = _at_most(average, model.threshold, tr("the average risk is {share} %", share=short(100 * average, 4)))
    if not verdict[0] or model.highest is None or model.records is None:
        return verdict
    share = 1.0
    if model.highest > _NO_RISK:
        share = int(sizes[1.0 / sizes > model.highest * (1.0 + ROUNDING)].sum()) / records
    return _at_most(
        share, model.records, tr("{share} % of the records are at a higher risk", share=short(100 * share, 4))
    )


def _judge_uniqueness(model: PopulationUniqueness, evidence: Evidence) -> tuple[bool | None, str]:
    """The share of population uniques by Zayatz's formula; Pitman's and SNB's are not estimated a second time.

    The decision rule takes the smaller one of SNB's and Zayatz's for samples of more than a tenth of the population: at
    most Zayatz's (Dankar et al. 2012; engine reference 3.8).
    """
    sizes, records, population = evidence.sizes, int(evidence.sizes.sum()), _population_size(model, evidence)
    if evidence.unit == "people":  # who are counted once in every group, in the population as well
        population = max(records, round(population * records / evidence.records))
    zayatz = _zayatz_share(sizes, population)
    holds, reason = _at_most(
        zayatz, model.threshold, tr("Zayatz's estimate is {share} %", share=short(100 * zayatz, 4))
    )
    if model.estimator == "zayatz" or records in (population, len(sizes)):
        return holds, reason  # all estimates are one where the sample is the population, or nothing but uniques
    if model.estimator == "dankar" and records > 0.1 * population and holds:
        return True, ""
    return None, tr("this estimate is not recomputed")


def _zayatz_share(sizes: Numbers, population: int) -> float:
    """f1 P / n with P = f1 H(1) / sum of fi H(i) (Zayatz 1991).

    H(i), that of i people one is in a sample of n, is i n / N times (N - n - j) / (N - 1 - j) for all j < i - 1.
    """
    n = int(sizes.sum())
    number, f = np.unique(sizes, return_counts=True)
    j = np.arange(int(sizes.max()) - 1, dtype=np.float64)
    with np.errstate(divide="ignore"):
        factors = np.log(np.maximum(population - n - j, 0.0)) - np.log(population - 1.0 - j)
    products = np.exp(np.concatenate([[0.0], np.cumsum(factors)]))
    h = number * (n / population) * products[number - 1]
    uniques = float(f[0] if number[0] == 1 else 0)
    probability = uniques * (n / population) / float((f * h).sum())
    return uniques * probability / n


def _judge_differential_privacy(model: DifferentialPrivacy, smallest: int) -> tuple[bool | None, str]:
    """Whether delta(size of the smallest group) is small enough (Bild et al. 2018; engine reference 3.9)."""
    from scipy.stats import binom  # noqa: PLC0415 - slow to import, and few jobs need it

    epsilon = model.epsilon - (model.search_budget or 0.0)
    beta, gamma = -math.expm1(-epsilon), -math.expm1(-2.0 * epsilon)  # gamma = (exp(epsilon) - 1 + beta) / exp(epsilon)
    first = max(1, math.ceil(smallest / gamma - 1.0 - ROUNDING))
    # Beyond `last` the tail is below delta: by Hoeffding it is at most exp(-N D) with this divergence D.
    divergence = gamma * math.log1p(math.exp(-epsilon)) - epsilon * math.exp(-2.0 * epsilon)
    last = math.ceil(-math.log(model.delta) / divergence)
    sizes = np.arange(first, max(first, last) + 1)
    delta = float(binom.sf(np.floor(gamma * sizes), sizes, beta).max())
    if delta > model.delta * (1.0 + 1e-6):
        return False, tr_n(
            smallest, "the smallest group has {n} records, too few", "the smallest group has {n} records, too few"
        )
    return None, tr("all groups are large enough for it, but how the records were sampled does not show in the file")


def _judge_payout(model: Profitability, evidence: Evidence) -> tuple[bool | None, str]:
    """Whether the publisher's expected payout for every record is above 0 (Wan et al. 2015; engine reference 3.10).

    It is B (1 - IL) - L / n where an attack gains. IL is 1 + log10(product of the shares of the domains that the labels
    cover) / log10(product of the sizes of the domains).
    """
    costs, sizes = evidence.job.costs, evidence.sizes
    found = _people_of(model, evidence)
    attacked = found < _break_even(costs)
    covered, domain = evidence.covered()
    whole = float(np.log10(domain).sum())
    broken = []
    for rows in covered:  # the least that the labels can mean, which loses least, then the most
        left = np.log10(domain[:, np.newaxis] / rows).sum(axis=0) / whole if whole else np.ones(len(sizes))
        payout = costs.publisher_benefit * left - np.where(attacked, costs.publisher_loss / found, 0.0)
        broken.append(int((payout <= 0.0).sum()))
    if broken[0]:
        return False, _broken(broken[0], len(sizes))
    return (True, "") if not broken[1] else (None, tr("it depends on how many values some labels stand for"))


def _people_of(model: Profitability, evidence: Evidence) -> Numbers:
    """The number of people in each group whom the attacker cannot tell apart, int64[groups]."""
    return np.maximum(evidence.population()[0] if model.attacker == "journalist" else evidence.sizes, 1)


def _break_even(costs: Costs) -> float:
    """G / C, the number of people with which an attack neither gains nor loses; infinite where every attack gains.

    Costs are meant as the decimals they are written as.
    """
    gain, cost = costs.adversary_gain, costs.adversary_cost
    if gain == 0.0 or math.isinf(cost):
        return 0.0
    if cost == 0.0 or math.isinf(gain):
        return math.inf
    return float(Fraction(str(gain)) / Fraction(str(cost)))
