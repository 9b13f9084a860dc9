"""Score against risk: the points that pass the filters, and what has to be estimated for them."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from arxdesk.explore.alternatives.alternatives import Alternatives, Floats, Rows, State
from arxdesk.explore.alternatives.sifting_work import Sifted
from arxdesk.ui.point_cloud import Cloud, Drawing, Window, cloud_of, draw, whole_of
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.job.job import PopulationSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.formulation import population_of

MOST_ESTIMATED = 500
"""For so many transformations, the best ones, the uniqueness in the population is estimated."""
TELLING = 0.25
"""Seconds between two reports of estimates."""

Shares = Mapping[Levels, float]
"""The estimated share of people who are unique in the population; NaN where there is no estimate."""


class Across(StrEnum):
    """What is drawn across."""

    SCORE = "score"
    REMOVED = "removed"
    LOWER_BOUND = "lower-bound"


class Risk(StrEnum):
    """What is drawn upwards."""

    HIGHEST = "highest"
    AVERAGE = "average"
    POPULATION = "population"


@dataclass(frozen=True, slots=True)
class Axes:
    """What is drawn across, and what upwards."""

    across: Across = Across.SCORE
    risk: Risk = Risk.AVERAGE


@dataclass(frozen=True, slots=True, eq=False)
class Plot:
    """The points of a chart: `rows` intp[n] of the alternatives, in the order of the cloud.

    `anonymous` is how many transformations pass and are anonymous; those of them without a figure for both axes are no
    points. `best` is the place of the best one, -1 where it is not among them.
    """

    alternatives: Alternatives
    axes: Axes
    rows: Rows
    cloud: Cloud
    anonymous: int
    best: int

    def place_of(self, row: int) -> int:
        """The place of a row, -1 where it is no point."""
        found = np.flatnonzero(self.rows == row)
        return int(found[0]) if len(found) else -1

    def mask(self, places: NDArray[np.intp]) -> NDArray[np.bool_]:
        """Some points as rows of the alternatives, bool[rows]."""
        found = np.zeros(len(self.alternatives), np.bool_)
        found[self.rows[places]] = True
        return found


@dataclass(frozen=True, slots=True, eq=False)
class Plotted:
    """A plot, and what is drawn of it."""

    plot: Plot
    drawing: Drawing


@dataclass(frozen=True, slots=True)
class Estimated(Progress):
    """Estimates so far, in all; `of` is how many transformations there could be estimates for."""

    shares: Shares = field(default_factory=dict)
    done: int = 0
    wanted: int = 0


def plot(
    sifted: Sifted,
    axes: Axes,
    shares: Shares,
    window: Window | None,
    marked: NDArray[np.bool_] | None,
    control: Control,
) -> Plotted:
    """The points of what passes the filters and is anonymous, and what is drawn of them (None: of all). Raises Stopped.

    `marked` bool are rows of the alternatives; those beyond its end are not marked.
    """
    alternatives = sifted.alternatives
    rows = _anonymous(sifted)
    anonymous = len(rows)
    if axes.risk is Risk.POPULATION:
        rows, risk = _estimated(alternatives, rows, shares)
    else:
        risk = alternatives.highest_risk(rows) if axes.risk is Risk.HIGHEST else alternatives.average_risk(rows)
    x = _across(alternatives, axes.across, rows)
    known = np.isfinite(x) & np.isfinite(risk)
    rows = rows[known]
    control.raise_if_stopped()
    order, cloud = cloud_of(x[known], risk[known])
    control.raise_if_stopped()
    rows = rows[order]
    found = np.flatnonzero(rows == alternatives.best)
    made = Plot(alternatives, axes, rows, cloud, anonymous, int(found[0]) if len(found) else -1)
    return redraw(made, window, marked, control)


def redraw(made: Plot, window: Window | None, marked: NDArray[np.bool_] | None, control: Control) -> Plotted:
    """What is drawn of a plot within another window (None: of all), or with other rows marked. Raises Stopped."""
    control.raise_if_stopped()
    points = None
    if marked is not None:
        points = np.zeros(len(made.rows), np.bool_)
        old = made.rows < len(marked)
        points[old] = marked[made.rows[old]]
    return Plotted(made, draw(made.cloud, window or whole_of(made.cloud), points))


def estimate(
    anonymizer: Anonymizer, population: PopulationSettings, sifted: Sifted, known: Shares, control: Control
) -> Estimated:
    """Estimate, for the best that pass, which share of the people of the population is unique in it.

    Of the records that are kept, by the decision rule that the reports use. What is `known` is not estimated again.
    Ends early where it is stopped. Raises InvalidJob where the population is smaller than the table.
    """
    alternatives = sifted.alternatives
    rows = _anonymous(sifted)
    best = rows[np.argsort(alternatives.score[rows], kind="stable")[:MOST_ESTIMATED]]
    wanted = [alternatives.levels_of(int(row)) for row in best]
    job = anonymizer.job.model_copy(update={"population": population})
    size = population_of(job, alternatives.facts.records)
    found = {levels: known[levels] for levels in wanted if levels in known}
    told = time.perf_counter()
    for levels in wanted:
        if control.stopped:
            break
        if levels not in found and size is not None:
            found[levels] = _share_of_uniques(anonymizer, levels, size)
        if time.perf_counter() - told >= TELLING:
            told = time.perf_counter()
            fraction = len(found) / len(wanted)
            control.report(Estimated("Estimating uniqueness", fraction, dict(found), len(found), len(wanted)))
    return Estimated("Estimating uniqueness", 1.0, found, len(found), len(wanted))


def _share_of_uniques(anonymizer: Anonymizer, levels: Levels, population: int) -> float:
    from arxdesk_engine.risk.dankar import dankar_choice  # noqa: PLC0415 - scipy is slow to import
    from arxdesk_engine.risk.distribution import ClassSizeHistogram  # noqa: PLC0415

    problem = anonymizer.problem
    classes = problem.grouping.classes(levels)
    kept = classes.counts[~problem.violating(classes)]
    uniques = dankar_choice(ClassSizeHistogram.of(kept), population, zayatz_fallback=True).uniques
    return math.nan if uniques is None else uniques / population


def _anonymous(sifted: Sifted) -> Rows:
    """The rows that pass and are anonymous."""
    return np.flatnonzero(sifted.passes & (sifted.alternatives.state[: len(sifted.passes)] == State.ANONYMOUS))


def _across(alternatives: Alternatives, across: Across, rows: Rows) -> Floats:
    match across:
        case Across.REMOVED:
            removed = alternatives.suppressed[rows]
            share: Floats = np.where(removed >= 0, removed / max(1, alternatives.facts.records), np.nan)
            return share
        case Across.LOWER_BOUND:
            return alternatives.lower_bound[rows]
        case _:
            return alternatives.score[rows]


def _estimated(alternatives: Alternatives, rows: Rows, shares: Shares) -> tuple[Rows, Floats]:
    """Those of the rows that there is an estimate of, with it."""
    places = np.array([alternatives.row_of(levels) for levels in shares], np.intp)
    values = np.fromiter(shares.values(), np.float64, len(shares))
    among = np.isin(places, rows)
    return places[among], values[among]
