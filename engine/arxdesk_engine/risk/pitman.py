"""Population uniqueness by Pitman's sampling formula (Pitman 1996; Hoshino 2001; engine reference 3.8).

The class sizes of a sample of n records in u classes, fᵢ of them with i records, have the log-likelihood

    Σ_{i=1}^{u-1} ln(θ + iα) - Σ_{i=1}^{n-1} ln(θ + i) + Σᵢ fᵢ Σ_{j=1}^{i-1} ln(j - α)

for α < 1, θ >= 0 and θ + (u-1)α > 0. Its derivatives are 0 where

    Σ_{i=1}^{u-1} 1/(θ + iα) = Σ_{i=1}^{n-1} 1/(θ + i)   and   Σ_{i=1}^{u-1} i/(θ + iα) = Σᵢ fᵢ Σ_{j=1}^{i-1} 1/(j - α).

Both equations are solved in logarithms, of θ and 1 - α too, in which they are nearly linear: Newton's method then
arrives from almost any start. No clock is asked, so that the same table always has the same estimate.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.risk.distribution import ClassSizeHistogram
from arxdesk_engine.risk.gamma import digamma_difference, log_gamma_difference, trigamma, trigamma_of_large

_STARTS = (0.3, 0.8, -0.5, -5.0, 0.1, 0.6, 0.95, -30.0)
_ITERATIONS = 25
_ACCURACY = 1e-9
_LONGEST_STEP = (2.0, 1.0)
_SMALLEST_THETA, _LARGEST_THETA = 1e-6, 1e15
_SMALLEST_ALPHA = -1000.0
_HALVINGS = 60

_LARGEST_EXPONENT = 700.0
_FEW_CLASSES = 64
_SMALL_SIZE = 64
_NEARLY_CONSTANT = 0.01


@dataclass(frozen=True, slots=True)
class PitmanModel:
    """The parameters θ and α of Pitman's sampling formula."""

    theta: float
    alpha: float

    def uniques(self, population: int) -> float:
        """The expected number of uniques in a large population of N: Γ(θ + 1) / Γ(θ + α) · N^α."""
        logarithm = log_gamma_difference(self.theta + self.alpha, 1.0 - self.alpha) + self.alpha * math.log(population)
        return math.exp(min(logarithm, _LARGEST_EXPONENT))


@dataclass(frozen=True, slots=True)
class Sums:
    """The sums of the two equations at some θ and α, and the components of their derivatives.

    Σ stands for i from 1 to u - 1: `ones` Σ 1/(θ+iα), `squares` Σ 1/(θ+iα)², `steps` Σ i/(θ+iα), `mixed`
    Σ i/(θ+iα)², `step_squares` Σ i²/(θ+iα)². `records` and `record_squares` are the sums of 1/(θ+i) and 1/(θ+i)² for
    i from 1 to n - 1, `sizes` and `size_squares` those of 1/(j-α) and 1/(j-α)² for j below each class size.
    """

    ones: float
    squares: float
    steps: float
    mixed: float
    step_squares: float
    records: float
    record_squares: float
    sizes: float
    size_squares: float


class Likelihood:
    """The likelihood of the class sizes of a sample with sample uniques, not all of its records."""

    def __init__(self, histogram: ClassSizeHistogram) -> None:
        sizes, numbers = histogram.sizes, histogram.numbers.astype(np.float64)
        small = np.arange(1.0, min(int(sizes[-1]), _SMALL_SIZE))
        larger = np.append(np.cumsum(numbers[::-1])[::-1], 0.0)
        self._small = small
        self._larger = larger[np.searchsorted(sizes, small, side="right")]
        first_large = int(np.searchsorted(sizes, _SMALL_SIZE, side="right"))
        self._large = sizes[first_large:].astype(np.float64)
        self._large_numbers = numbers[first_large:]
        self._large_classes = float(larger[first_large])
        self._ordered_pairs = float(numbers @ (sizes * (sizes - 1.0)))
        self.records = histogram.records
        self.classes = histogram.classes
        self.uniques = histogram.uniques
        self.pairs = histogram.pairs

    def sums(self, theta: float, alpha: float) -> Sums:
        """Everything at θ and α, by closed forms in the digamma and trigamma function."""
        n = self.records
        sizes, size_squares = self._of_sizes(alpha)
        return Sums(
            *self._of_classes(theta, alpha),
            digamma_difference(1.0 + theta, n - 1.0),
            trigamma(1.0 + theta) - trigamma(n + theta),
            sizes,
            size_squares,
        )

    def _of_classes(self, theta: float, alpha: float) -> tuple[float, float, float, float, float]:
        u = self.classes
        if u <= _FEW_CLASSES or abs(alpha) * (u - 1) < _NEARLY_CONSTANT * theta:
            # The closed forms lose their digits where the terms hardly differ.
            steps = np.arange(1.0, u)
            ones = 1.0 / (theta + alpha * steps)
            weighted = steps * ones
            return (
                float(ones.sum()),
                float(ones @ ones),
                float(weighted.sum()),
                float(ones @ weighted),
                float(weighted @ weighted),
            )
        width = abs(alpha)
        first = 1.0 + theta / alpha if alpha > 0.0 else (theta + (u - 1) * alpha) / width
        total = digamma_difference(first, u - 1.0) / width
        squares = (trigamma(first) - trigamma(first + (u - 1))) / (width * width)
        steps_total = ((u - 1) - theta * total) / alpha
        mixed = (total - theta * squares) / alpha
        return total, squares, steps_total, mixed, (steps_total - theta * mixed) / alpha

    def _of_sizes(self, alpha: float) -> tuple[float, float]:
        from scipy.special import psi  # noqa: PLC0415

        terms = 1.0 / (self._small - alpha)
        weighted = self._larger * terms
        sums, squares = float(weighted.sum()), float(weighted @ terms)
        if self._large_classes:
            start, at = _SMALL_SIZE - alpha, self._large - alpha
            sums += float(self._large_numbers @ psi(at)) - self._large_classes * float(psi(start))
            squares += self._large_classes * trigamma(start) - float(self._large_numbers @ trigamma_of_large(at))
        return sums, squares

    def contains(self, theta: float, alpha: float) -> bool:
        """Whether the likelihood is defined there."""
        return theta > 0.0 and alpha < 1.0 and theta + (self.classes - 1) * alpha > 0.0

    def has_maximum(self) -> bool:
        """Whether the likelihood falls towards both borders at which it has no maximum.

        One is θ = 0: there the best α must be so small that the likelihood still rises with θ. The other, α → -∞, is
        the multinomial distribution with M classes of the same probability: sizes must vary more than its do.
        """
        n, u = self.records, self.classes
        alpha = digamma_difference(1.0, u - 1.0) / digamma_difference(1.0, n - 1.0)
        if (u - 1) / alpha >= self._of_sizes(alpha)[0]:
            return False
        as_many = n * (n - 1.0) / self._ordered_pairs
        return as_many <= u - 1 or as_many * digamma_difference(as_many - u + 1, u - 1.0) > n - 1

    def starts(self) -> Iterator[tuple[float, float]]:
        """The starting points for the maximum: Hoshino's start, then points on the ridge over a grid of α."""
        n, u, c1 = self.records, self.classes, self.uniques
        c = c1 * (c1 - 1) / (self.pairs or 1)
        divisor = 2 * c1 * u + c1 * c - n * c
        if divisor != 0.0:
            theta = (n * u * c - c1 * (n - 1) * (2 * u + c)) / divisor
            alpha = (theta * (c1 - n) + (n - 1) * c1) / (n * u)
            if self.contains(theta, alpha):
                yield theta, alpha
        for alpha in _STARTS:
            yield self._theta_on_ridge(alpha), alpha

    def _theta_on_ridge(self, alpha: float) -> float:
        """Roughly the best θ for α: the first equation with integrals for its sums, by bisection."""
        n, u = self.records, self.classes
        border = max(0.0, -alpha * u)
        low, high = math.log(_SMALLEST_THETA * max(1.0, border)), math.log(_LARGEST_THETA)
        while high - low > 0.1:
            middle = 0.5 * (low + high)
            theta = border + math.exp(middle)
            if math.log1p(alpha * u / theta) / alpha > math.log1p(n / theta):
                low = middle
            else:
                high = middle
        return border + math.exp(low)


def pitman_uniques(histogram: ClassSizeHistogram, population: int) -> float | None:
    """The estimated number of uniques in the population.

    None where the likelihood has no maximum with θ >= 0, or the estimate is more than the population. Raises
    ValueError when the population is smaller than the sample.
    """
    known = histogram.known_uniques(population)
    if known is not None:
        return known
    model = fit_pitman(histogram)
    if model is None:
        return None
    uniques = model.uniques(population)
    return uniques if uniques <= population else None


def fit_pitman(histogram: ClassSizeHistogram) -> PitmanModel | None:
    """The parameters that make the class sizes most likely, for a sample with uniques that are not all of it.

    None where the likelihood has no maximum with θ >= 0, which is so for samples in which a few classes hold nearly
    everything, and for samples of classes of nearly the same size.
    """
    likelihood = Likelihood(histogram)
    if likelihood.classes < 2 or not likelihood.has_maximum():
        return None
    found = (_maximum(likelihood, *start) for start in likelihood.starts())
    return next((model for model in found if model is not None), None)


def _maximum(likelihood: Likelihood, theta: float, alpha: float) -> PitmanModel | None:
    """Newton's method from a start; None where it leaves the bounds, takes too long, or ends at a saddle.

    The unknowns are ln θ and ln(1 - α); for α < 0, where θ is bounded by -(u-1)α, ln(θ + (u-1)α) instead of ln θ.
    """
    for _iteration in range(_ITERATIONS):
        bound = likelihood.classes - 1 if alpha < 0.0 else 0
        room, left = theta + bound * alpha, 1.0 - alpha
        step = _newton_step(likelihood.sums(theta, alpha), room, left, bound)
        if step is None:
            return None
        longest = max(abs(step[0]) / _LONGEST_STEP[0], abs(step[1]) / _LONGEST_STEP[1], 1.0)
        for halving in range(_HALVINGS):
            share = 0.5**halving / longest
            new_alpha = 1.0 - left * math.exp(share * step[1])
            new_theta = room * math.exp(share * step[0]) - bound * new_alpha
            if likelihood.contains(new_theta, new_alpha):
                break
        else:
            return None
        theta, alpha = new_theta, new_alpha
        if share == 1.0 and max(abs(step[0]), abs(step[1])) < _ACCURACY:
            return PitmanModel(theta, alpha) if step[2] < 0.0 else None
        if not (_SMALLEST_THETA <= theta <= _LARGEST_THETA and alpha >= _SMALLEST_ALPHA):
            return None
    return None


def _newton_step(sums: Sums, room: float, left: float, bound: int) -> tuple[float, float, float] | None:
    """Newton's steps of the two unknowns, and the determinant, negative near a maximum; None without a direction."""
    if min(sums.ones, sums.records, sums.steps, sums.sizes) <= 0.0:
        return None
    first, second = math.log(sums.ones / sums.records), math.log(sums.steps / sums.sizes)
    by_theta_1 = sums.record_squares / sums.records - sums.squares / sums.ones
    by_theta_2 = -sums.mixed / sums.steps
    by_alpha_1 = -sums.mixed / sums.ones
    by_alpha_2 = -sums.step_squares / sums.steps - sums.size_squares / sums.sizes
    a11, a12 = room * by_theta_1, left * (bound * by_theta_1 - by_alpha_1)
    a21, a22 = room * by_theta_2, left * (bound * by_theta_2 - by_alpha_2)
    determinant = a11 * a22 - a12 * a21
    if determinant == 0.0 or not math.isfinite(determinant):
        return None
    return (a12 * second - a22 * first) / determinant, (a21 * first - a11 * second) / determinant, determinant
