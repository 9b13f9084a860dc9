"""`exponential`: a transformation by the exponential mechanism, so that the choice itself is differentially private."""

from __future__ import annotations

import random
from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.check import Checker
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import DRAWING, Limits, Solution

_DIGITS = 60
Score = Callable[[Levels], Fraction]


def exponential(
    problem: SearchProblem, control: Control, steps: int, budget: float, score: Score, seed: int | None
) -> Solution:
    """Walk from the most general transformation through `steps` draws of the exponential mechanism.

    In every step the direct specializations of the present transformation become candidates, with a score (larger is
    better, changed by at most 1 by any record), and one of all candidates is drawn with a probability in proportion to
    exp(budget / steps x score / 2); the best one drawn is the result (Bild, Kuhn, Prasser 2018; engine reference 6.8).
    Draws and weights have 60 digits. The steps never depend on the time. Without a seed the operating system draws.
    """
    checker = Checker(problem, control, Limits())
    drawing = random.SystemRandom() if seed is None else random.Random(seed)  # noqa: S311 - repeatable on request
    epsilon = Fraction(str(budget)) / steps / 2
    here = best = problem.lattice.top
    scores = {here: score(here)}
    candidates: dict[Levels, Fraction] = {}
    taken = {here}
    for step in range(steps):
        if control.stopped:
            break
        for below in problem.lattice.predecessors(here):
            if below not in taken and below not in candidates:
                candidates[below] = scores[below] = score(below)
        if not candidates:
            break
        here = _drawn(candidates, epsilon, drawing)
        taken.add(here)
        del candidates[here]
        best = max(best, here, key=lambda levels: scores[levels])
        checker.report(problem.lower_bound(problem.lattice.bottom), (step + 1) / steps)
    checker.check(best)
    return checker.solution(DRAWING, proven=False, lower_bound=problem.lower_bound(problem.lattice.bottom))


def _drawn(candidates: dict[Levels, Fraction], epsilon: Fraction, drawing: random.Random) -> Levels:
    """One of the candidates, each with a probability in proportion to exp(epsilon x score)."""
    highest = max(candidates.values())
    with localcontext() as context:
        context.prec = _DIGITS
        weights = []
        for found in candidates.values():
            exponent = (found - highest) * epsilon
            weights.append((Decimal(exponent.numerator) / Decimal(exponent.denominator)).exp())
        place = sum(weights) * Decimal(drawing.randrange(10**_DIGITS)) / Decimal(10) ** _DIGITS
        for levels, weight in zip(candidates, weights, strict=True):
            place -= weight
            if place < 0:
                return levels
    return next(reversed(candidates))
