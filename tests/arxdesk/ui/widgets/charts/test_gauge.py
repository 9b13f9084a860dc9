"""The half-circle gauge."""

from math import cos, pi, sin

import pytest

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.gauge import ARC, LABELS, LEAST_RADIUS, RADIUS, Gauge


def colour_at(gauge, share):
    middle = RADIUS - ARC / 2
    angle = pi * (1 - share)
    x = gauge.width() / 2 + middle * cos(angle)
    y = 22 + RADIUS - middle * sin(angle)
    return gauge.grab().toImage().pixelColor(int(x), int(y)).name()


@pytest.mark.parametrize("after", [0.0, 0.2, 0.5, 1.0, 1.7])
def test_that_the_fill_ends_at_the_value(shown, after):
    gauge = shown(Gauge(), 240, 130)
    gauge.set_values(after, number="x", caption="highest risk")
    track, fill = (theme.current().color(token).name() for token in ("state.track", "series.1"))
    for share in (0.1, 0.3, 0.7, 0.9):
        assert colour_at(gauge, share) == (fill if share < after else track)


def test_that_nothing_known_leaves_the_track_empty(shown):
    gauge = shown(Gauge(), 240, 130)
    gauge.set_values(None)
    assert colour_at(gauge, 0.1) == theme.current().color("state.track").name()
    assert gauge.values == (None, None, None)


def test_that_the_threshold_is_said_and_drawn(shown):
    gauge = shown(Gauge(), 240, 130)
    gauge.set_values(0.1, 0.9, 0.5, "10 %", "highest risk", "50 %")
    assert gauge.accessibleName() == "highest risk 10 %, before 90 %, threshold 50 %"
    assert colour_at(gauge, 0.5) == theme.current().color("series.2").name()


def test_that_a_low_gauge_stays_whole(shown):
    gauge = shown(Gauge(), 240, LEAST_RADIUS + LABELS)
    gauge.set_values(1.0, 0.0, 0.5, "0.34 %", "highest risk", "50 %")
    fill = theme.current().color("series.1").name()
    middle = LEAST_RADIUS - ARC / 2
    image = gauge.grab().toImage()
    for share in (0.1, 0.3, 0.7, 0.9):
        angle = pi * (1 - share)
        x, y = gauge.width() / 2 + middle * cos(angle), 22 + LEAST_RADIUS - middle * sin(angle)
        assert image.pixelColor(int(x), int(y)).name() == fill


def test_that_the_fill_of_an_input_is_grey(shown):
    gauge = shown(Gauge(), 240, 130)
    gauge.set_values(1.0, number="100 %", ink="series.before")
    assert colour_at(gauge, 0.5) == theme.current().color("series.before").name()
