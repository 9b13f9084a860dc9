"""Bars and steps over classes, on both scales."""

import pytest

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.bar_chart import BarCategory
from arxdesk.ui.widgets.charts.class_chart import ClassChart

DATA = [BarCategory("1 %", "", 0.001, 0.0), BarCategory("2 %", "", 0.1, 0.2), BarCategory("3 %", "", 1.0, 1.0)]


@pytest.fixture
def chart(shown):
    made = ClassChart("Risk classes")
    made.set_data(DATA, "Risk")
    return shown(made, 500, 300)


def heights(chart, token):
    """How far up each class reaches, as a share of the plot."""
    image, color = chart.grab().toImage(), theme.current().color(token).name()
    plot = chart._plot()
    found = []
    for place in range(len(DATA)):
        left, right = (int(plot.left() + (place + part) * chart._slot()) for part in (0.1, 0.9))
        rows = [y for y in range(image.height()) for x in range(left, right) if image.pixelColor(x, y).name() == color]
        found.append((plot.bottom() - min(rows)) / plot.height() if rows else 0.0)
    return found


def test_that_a_logarithmic_scale_shows_what_is_rare(chart):
    assert heights(chart, "series.1") == pytest.approx([0.0, 0.2, 1.0], abs=0.02)
    chart.set_look("bars", is_log=True)
    assert heights(chart, "series.1")[0] == 0.0
    assert heights(chart, "series.before")[0] > 0.0
    labels = [chart._tick_words(tick, chart._ticks()) for tick in chart._ticks()]
    assert labels == ["0.01 %", "0.1 %", "1 %", "10 %", "100 %"]


def test_that_powers_of_ten_are_equally_far_apart(chart):
    chart.set_look("bars", is_log=True)
    ticks = chart._ticks()
    places = [chart._rise(tick, ticks) for tick in ticks]
    assert places == pytest.approx([0, 0.25, 0.5, 0.75, 1])
    assert chart._rise(0.0, ticks) == 0.0


def test_that_even_the_rarest_of_a_thousand_million_keeps_the_ticks_few(chart):
    chart.set_data([BarCategory("1 %", "", 1e-9, 1.0)], "Risk")
    chart.set_look("bars", is_log=True)
    assert len(chart._ticks()) <= 8
    assert chart._ticks()[0] <= 1e-9
    assert chart._ticks()[-1] == 1.0


def test_that_steps_reach_up_to_their_values(chart):
    chart.set_look("steps", is_log=False)
    assert heights(chart, "series.1")[1:] == pytest.approx([0.2, 1.0], abs=0.02)


def test_that_a_side_without_values_has_no_steps(chart):
    chart.set_data([BarCategory("1 %", "", 0.5, None), BarCategory("2 %", "", 1.0, None)], "Risk")
    chart.set_look("steps", is_log=False)
    image = chart.grab().toImage()
    colors = {image.pixelColor(x, y).name() for x in range(60, 480, 2) for y in range(30, 250)}
    assert theme.current().color("series.1").name() not in colors
