"""The choice of the estimator of population uniqueness (Dankar et al. 2012; engine reference 3.8)."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.pitman import pitman_uniques
from arxdesk_engine.risk.snb import snb_uniques
from arxdesk_engine.risk.zayatz import zayatz_uniques

SMALL_FRACTION = 0.1
"""Up to this share of the population in the sample Pitman's estimate is the best."""


@dataclass(frozen=True, slots=True)
class DankarChoice:
    """The estimate, and the estimator it is from: `pitman`, `zayatz` or `snb`.

    Both are None where the estimators that may be chosen have no estimate; `estimator` alone is None where none was
    needed, because the sample has no uniques.
    """

    uniques: float | None
    estimator: str | None


def dankar_choice(histogram: ClassSizeHistogram, population: int, *, zayatz_fallback: bool) -> DankarChoice:
    """The decision rule for a sample of n records from a population of N.

    n / N <= 0.1: Pitman's estimate; where it has none Zayatz's, if `zayatz_fallback`, else none. n / N > 0.1: the
    smaller one of the estimates of the shifted negative binomial model and Zayatz, or Zayatz's alone. Raises ValueError
    when the population is smaller than the sample.
    """
    if histogram.uniques == 0:
        return DankarChoice(histogram.known_uniques(population), None)
    if histogram.records / population <= SMALL_FRACTION:
        uniques = pitman_uniques(histogram, population)
        if uniques is not None:
            return DankarChoice(uniques, "pitman")
        if not zayatz_fallback:
            return DankarChoice(None, None)
        return DankarChoice(zayatz_uniques(histogram, population), "zayatz")
    zayatz, snb = zayatz_uniques(histogram, population), snb_uniques(histogram, population)
    if snb is not None and snb < zayatz:
        return DankarChoice(snb, "snb")
    return DankarChoice(zayatz, "zayatz")
