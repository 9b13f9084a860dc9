"""Charts are drawn to scale, with their numbers, and hold nothing but shapes and texts."""

from __future__ import annotations

import itertools
from xml.etree import ElementTree as ET

import pytest

from arxdesk_engine.report.layout import charts, palette
from arxdesk_engine.report.layout.blocks import Picture
from arxdesk_engine.report.layout.charts import Pair

SVG = "{http://www.w3.org/2000/svg}"


def shapes(picture: Picture, kind: str, fill: str = "") -> list[dict[str, str]]:
    root = ET.fromstring(picture.svg)  # noqa: S314 - our own drawing
    return [each.attrib for each in root.iter(f"{SVG}{kind}") if not fill or each.get("fill") == fill]


def texts(picture: Picture) -> list[str]:
    root = ET.fromstring(picture.svg)  # noqa: S314
    return ["".join(each.itertext()).replace("\u00a0", " ") for each in root.iter(f"{SVG}text")]


def test_that_columns_are_as_high_as_their_shares():
    before, after = [0.5, 0.25, 0.0, 0.25], [0.0, 0.1, 0.2, 0.7]
    picture = charts.histogram(["a", "b", "c", "d"], before, after, "size")
    high = [float(each["height"]) for each in shapes(picture, "rect", palette.BEFORE_FILL)]
    assert high == pytest.approx([high[0], high[0] / 2, high[0] / 2], abs=0.02)
    high_after = [float(each["height"]) for each in shapes(picture, "rect", palette.AFTER)]
    assert high_after == pytest.approx([high[0] * share / 0.5 for share in (0.1, 0.2, 0.7)], abs=0.02)
    assert {"50", "25", "10", "20", "70", "size"} <= set(texts(picture))


def test_that_bars_are_as_long_as_their_shares_and_thresholds_stand_at_theirs():
    picture = charts.comparison([Pair("one", 1.0, 0.5, 0.2), Pair("two", 0.1, None)])
    before = [float(each["width"]) for each in shapes(picture, "rect", palette.BEFORE_FILL)]
    after = [float(each["width"]) for each in shapes(picture, "rect", palette.AFTER)]
    assert before == pytest.approx([after[0] * 2, after[0] * 0.2], abs=0.02)
    mark = next(each for each in shapes(picture, "line") if each["stroke"] == palette.THRESHOLD)
    left = float(shapes(picture, "rect", palette.AFTER)[0]["x"])
    assert float(mark["x1"]) == pytest.approx(left + before[0] * 0.2, abs=0.02)
    assert "stroke-dasharray" in mark


def test_that_no_number_stands_under_a_threshold():
    for share in (0.0, 0.01, 0.03, 0.049, 0.05, 0.2, 1.0):
        picture = charts.comparison([Pair("p", share, share, 0.05)])
        mark = next(float(each["x1"]) for each in shapes(picture, "line") if each["stroke"] == palette.THRESHOLD)
        begins = [float(each["x"]) for each in shapes(picture, "text") if each["text-anchor"] == "start"]
        assert all(x > mark or x + 20 < mark for x in begins)


@pytest.mark.parametrize(("level", "height"), [(0, 1), (1, 1), (3, 4), (0, 0), (7, 40)])
def test_that_level_pictures_are_filled_up_to_the_level(level: int, height: int):
    picture = charts.level_picture(level, height, "t")
    filled = sum(float(each["width"]) for each in shapes(picture, "rect", palette.AFTER))
    empty = sum(float(each["width"]) for each in shapes(picture, "rect", palette.TRACK))
    if height == 0:
        assert filled + empty == 0
    elif height <= charts.MOST_SEGMENTS:
        assert filled / (filled + empty) == pytest.approx(level / height, abs=0.01)
    else:
        assert filled / empty == pytest.approx(level / height)


def test_that_a_bound_lies_left_of_what_was_found():
    picture = charts.bound_line(0.4, 0.1)
    at = {each["stroke"]: float(each["x1"]) for each in shapes(picture, "line")}
    assert (at[palette.THRESHOLD] - 4) * 4 == pytest.approx(at[palette.AFTER] - 4, abs=0.1)
    assert {"found 0.4000", "nothing below 0.1000 can exist"} == set(texts(picture))


def test_that_labels_of_all_charts_stay_inside():
    for share, labels in itertools.product((0.0, 1e-9, 0.3, 1.0), (["alone", "1,001+"],)):
        for picture in (
            charts.histogram(labels, [share, 1 - share], [1 - share, share], "x"),
            charts.comparison([Pair("p", share, 1 - share, share)]),
        ):
            for each in shapes(picture, "text"):
                assert 0 <= float(each["x"]) <= picture.width
                assert 0 <= float(each["y"]) <= picture.height


def test_that_texts_are_escaped():
    picture = charts.histogram(["<b>&"], [1.0], None, '"<script>')
    assert texts(picture)[-2:] == ["<b>&", '"<script>'] or {"<b>&", '"<script>'} <= set(texts(picture))


@pytest.mark.parametrize("most", [0.0, 1e-6, 0.013, 0.3, 0.514, 0.99, 1.0, 7.0, 123.0])
def test_that_scales_end_with_a_round_number_not_far_above(most: float):
    top = charts._round_top(most)
    assert top >= most * 0.999
    assert most == 0 or top <= 2.51 * most


def test_that_only_the_whole_reads_as_the_whole_above_a_column():
    shown = charts.histogram(["1", "2"], [0.99999, 0.00001], None, "axis").svg
    assert ">&gt;99.9<" in shown
    assert ">&lt;0.1<" in shown
    assert ">100<" not in shown
