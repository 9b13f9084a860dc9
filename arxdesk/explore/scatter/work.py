"""Score against risk: the points, their drawing, and estimates of population uniqueness."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.ui.point_cloud import Cloud, Drawing, Window, cloud_of_points, draw, whole_of
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration import estimates
from arxdesk_engine.exploration.alternatives import Mask
from arxdesk_engine.exploration.estimates import EstimateProgress, Shares
from arxdesk_engine.exploration.points import Axes, Points, points_of
from arxdesk_engine.exploration.sifting import Sifted
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.population import PopulationSettings


@dataclass(frozen=True, slots=True, eq=False)
class Plotted:
    """The points of a chart with their drawing."""

    points: Points
    drawing: Drawing

    @property
    def cloud(self) -> Cloud:
        """The points as they are drawn."""
        return self.drawing.cloud


def plot(
    sifted: Sifted, axes: Axes, shares: Shares, window: Window | None, marked: Mask | None, control: Control
) -> Plotted:
    """The points of the anonymous filtered alternatives, drawn within a window (None: all). Raises Stopped.

    `marked` bool are rows of the alternatives; rows beyond its end are not marked.
    """
    points = points_of(sifted, axes, shares, control)
    return _drawn(points, cloud_of_points(points.x, points.y, points.frontier), window, marked, control)


def redraw(plotted: Plotted, window: Window | None, marked: Mask | None, control: Control) -> Plotted:
    """The same points within another window (None: all), or with other rows marked. Raises Stopped."""
    return _drawn(plotted.points, plotted.cloud, window, marked, control)


def _drawn(points: Points, cloud: Cloud, window: Window | None, marked: Mask | None, control: Control) -> Plotted:
    control.raise_if_stopped()
    standing_out = None if marked is None else points.among(marked)
    return Plotted(points, draw(cloud, window or whole_of(cloud), standing_out))


def estimate(
    anonymizer: Anonymizer, population: PopulationSettings, sifted: Sifted, known: Shares, control: Control
) -> EstimateProgress:
    """Estimate the uniqueness in the population for the best that pass. Raises InvalidJob."""
    return estimates.estimate(anonymizer, population, sifted, known, control)
