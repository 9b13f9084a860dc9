"""What one picture tells apart by colour is told apart with every kind of colour vision, or by something else, too."""

from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage

from arxdesk.risk.uniqueness.drawing import CURVES
from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.heat_map import heat_color
from arxdesk.ui.widgets.charts.score_colors import STEPS, score_table
from arxdesk.ui.widgets.charts.trace import LOOKS
from tests.arxdesk.color_vision import DEFICIENCIES, difference, lab, simulated, simulated_picture, write_simulations

LEAST = 10.0
"""The distance (CIEDE2000) that colours in one picture keep. About 1 is seen on large patches that touch; small marks
that lie apart, as points and lines of charts are, need several times as much (Stone, Szafir, Setlur: An engineering
model for color difference as a function of size. Color and Imaging Conference, 2014). Ten is on the safe side."""

PICTURES: dict[str, tuple[str, ...]] = {
    "curves of the population estimates": ("series.1", "series.2", "series.3", "series.4"),
    "runs of a search": ("series.1", "series.3", "series.4", "text.2"),
    "before, after and threshold": ("series.before", "series.1", "series.2"),
    "bars before and after": ("series.before.fill", "series.before", "series.1", "series.2"),
    "gauges": ("state.track", "series.1", "series.before", "series.2"),
    "bars of detail": ("state.track", "series.1", "series.2"),
    "states of the lattice": ("state.optimum", "state.anonymous", "state.not", "state.unknown"),
    "bars of the lattice": ("state.anonymous", "state.not", "state.track"),
    "overview strip": ("state.anonymous", "state.not 0.8", "state.track"),
    "levels": ("state.anonymous", "state.not", "state.track"),
    "range of scores": ("state.anonymous 0.75", "series.before 0.75"),
    "roles": ("role.identifying", "role.quasi", "role.sensitive", "role.insensitive"),
    "messages": ("ok", "warn", "error"),
    "conformity": ("ok", "error", "state.track"),
    "selection and data": ("accent", "series.1"),
    "region above the threshold": ("bg.panel", "warn.soft"),
    "removed records": ("bg.panel", "bg.removed"),
}
"""Colours that stand in one picture, with their opacity on a pane behind them where they let it through."""

TOLD_BY_MORE: dict[tuple[str, str, str], str] = {
    ("series.1", "series.4", "light"): "solid and dotted, with names at their ends",
    ("series.2", "series.4", "light"): "dashed and dotted, with names at their ends",
    ("series.2", "series.4", "dark"): "dashed and dotted, with names at their ends",
    ("state.anonymous", "state.unknown", "light"): "a filled and a dashed circle",
    ("series.3", "text.2", "dark"): "runs of a search, with their numbers at their ends",
    ("state.anonymous 0.75", "series.before 0.75", "light"): "the handles stand at the ends of the range",
    ("state.anonymous 0.75", "series.before 0.75", "dark"): "the handles stand at the ends of the range",
    ("role.identifying", "role.quasi", "light"): "chips with the letters I and Q",
    ("role.identifying", "role.quasi", "dark"): "chips with the letters I and Q",
    ("role.identifying", "role.insensitive", "dark"): "chips with the letters I and N",
    ("warn", "error", "light"): "another icon, and the first words name the state",
    ("warn", "error", "dark"): "another icon, and the first words name the state",
    ("ok", "error", "dark"): "another icon and words; beside the bar of conformity the number of cells",
    ("accent", "series.1", "light"): "what is selected has a ring or a frame",
    ("accent", "series.1", "dark"): "what is selected has a ring or a frame",
    ("bg.panel", "warn.soft", "light"): "a tint, which ends at the dashed line of the threshold",
    ("bg.panel", "bg.removed", "light"): "cells that read * in grey",
    ("bg.panel", "bg.removed", "dark"): "cells that read * in grey",
}
"""Pairs that may come closer, since shape, dash, letter or words tell them apart. Each of them does come closer."""

SCHEMES = pytest.mark.parametrize("look", [theme.LIGHT, theme.DARK], ids=lambda look: look.scheme)


def on_pane(look: theme.Theme, token: str) -> QColor:
    """A token, mixed with the pane behind it where it has an opacity."""
    name, _, opacity = token.partition(" ")
    color, behind, share = look.color(name), look.color("bg.panel"), float(opacity or 1)
    mixed = (share * one + (1 - share) * other for one, other in zip(color.getRgb(), behind.getRgb(), strict=True))
    return QColor(*(round(part) for part in mixed))


def closest(look: theme.Theme, one: str, other: str) -> float:
    """How far two tokens are apart for those who tell them apart the least."""
    colors = on_pane(look, one), on_pane(look, other)
    return min(difference(*(simulated(color, each) for color in colors)) for each in (None, *DEFICIENCIES))


@SCHEMES
@pytest.mark.parametrize("picture", PICTURES)
def test_that_colours_of_one_picture_are_told_apart(look, picture):
    too_close = {
        (one, other): round(closest(look, one, other), 1)
        for one, other in combinations(PICTURES[picture], 2)
        if closest(look, one, other) < LEAST and (one, other, look.scheme) not in TOLD_BY_MORE
    }
    assert too_close == {}


def test_that_every_exception_is_one():
    pairs = {pair for tokens in PICTURES.values() for pair in combinations(tokens, 2)}
    looks = {"light": theme.LIGHT, "dark": theme.DARK}
    for one, other, scheme in TOLD_BY_MORE:
        assert (one, other) in pairs
        assert closest(looks[scheme], one, other) < LEAST, (one, other, scheme)


def test_that_estimates_with_confusable_colours_have_other_dashes():
    for one, other in combinations(CURVES.values(), 2):
        for look in (theme.LIGHT, theme.DARK):
            assert closest(look, one.token, other.token) >= LEAST or one.dashes != other.dashes


def test_that_no_two_runs_of_a_search_look_the_same():
    assert len(set(LOOKS)) == len(LOOKS)
    assert {token for token, _dash in LOOKS} == {"series.3", "series.4", "text.2"}


@SCHEMES
@pytest.mark.parametrize("deficiency", [None, *DEFICIENCIES])
def test_that_scores_keep_their_order_and_their_ends(look, deficiency):
    """A worse score is lighter on light and darker on dark, whoever looks: the order is read from lightness alone."""
    colors = [simulated(QColor(*row), deficiency) for row in score_table(look.scheme)[:: STEPS // 16].tolist()]
    lightness = np.diff([lab(color)[0] for color in colors])
    assert np.all(lightness > 0) if look is theme.LIGHT else np.all(lightness < 0)
    assert difference(colors[0], colors[-1]) > 3 * LEAST


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_that_the_faintest_cell_of_a_heat_map_stands_out_from_its_ground_and_more_is_seen_as_more(scheme, qapp):
    theme.apply(qapp, scheme)
    ground, steps = theme.current().color("bg.panel"), [heat_color(share / 16) for share in range(1, 17)]
    for deficiency in (None, *DEFICIENCIES):
        seen = [simulated(color, deficiency) for color in steps]
        away = [difference(simulated(ground, deficiency), color) for color in seen]
        assert away[0] > LEAST
        assert away == sorted(away)
    theme.apply(qapp, "light")


# The measures themselves


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ((50.0, 2.6772, -79.7751), (50.0, 0.0, -82.7485), 2.0425),
        ((50.0, -1.3802, -84.2814), (50.0, 0.0, -82.7485), 1.0),
        ((50.0, 2.49, -0.001), (50.0, -2.49, 0.0009), 7.1792),
        ((50.0, 2.5, 0.0), (73.0, 25.0, -18.0), 27.1492),
        ((60.2574, -34.0099, 36.2677), (60.4626, -34.1751, 39.4387), 1.2644),
        ((2.0776, 0.0795, -1.135), (0.9033, -0.0636, -0.5514), 0.9082),
    ],
)
def test_that_the_distance_is_that_of_the_published_test_data(monkeypatch, one, other, distance):
    """Sharma, Wu, Dalal: The CIEDE2000 color-difference formula. Color Research and Application 30(1), 2005."""
    known = {"#000001": one, "#000002": other}
    monkeypatch.setattr("tests.arxdesk.color_vision.lab", lambda color: known[color.name()])
    assert difference(QColor("#000001"), QColor("#000002")) == pytest.approx(distance, abs=5e-5)


def test_that_white_black_and_grey_look_the_same_to_everybody():
    for grey in ("#000000", "#808080", "#ffffff"):
        for deficiency in DEFICIENCIES:
            assert difference(QColor(grey), simulated(QColor(grey), deficiency)) < 1


def test_that_red_and_green_come_together_without_one_of_their_cones_and_stay_apart_without_the_third():
    red, green = QColor("#d7191c"), QColor("#7a7a00")
    apart = {each: difference(simulated(red, each), simulated(green, each)) for each in (None, *DEFICIENCIES)}
    assert apart["deuteranopia"] < apart[None] / 3
    assert apart["tritanopia"] > apart[None] / 2


def test_that_a_picture_is_simulated_as_its_colours_are(tmp_path: Path):
    picture = QImage(7, 3, QImage.Format.Format_ARGB32)
    picture.fill(theme.LIGHT.color("series.2"))
    picture.setPixelColor(6, 2, theme.LIGHT.color("series.4"))
    for deficiency in DEFICIENCIES:
        seen = simulated_picture(picture, deficiency)
        assert seen.pixelColor(0, 0) == simulated(theme.LIGHT.color("series.2"), deficiency)
        assert seen.pixelColor(6, 2) == simulated(theme.LIGHT.color("series.4"), deficiency)
    assert picture.save(str(tmp_path / "shown.png"))
    written = write_simulations([tmp_path / "shown.png"])
    assert [path.name for path in written] == [f"shown-{each}.png" for each in DEFICIENCIES]
    assert all(path.is_file() for path in written)
