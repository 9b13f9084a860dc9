"""The two curves of a running search."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QPointF
from PySide6.QtGui import QGuiApplication, QImage

from arxdesk.ui import theme
from arxdesk.ui.widgets.charts.progress_curves import DRAWN, ProgressCurves
from arxdesk.ui.widgets.charts.trace import LOOKS, Trace
from tests.lines import lines_of
from tests.tiers import examples

OTHER = Trace("Run 1: Flash", "1", 0, ((0.02, 0.9, None), (0.5, 0.6, 0.1), (30.0, 0.5, 0.5)))


@pytest.fixture
def curves(shown):
    return shown(ProgressCurves(), 380, 240)


def test_that_changes_are_kept_and_repetitions_are_one(curves):
    curves.add(0.0, None, 0.1)
    curves.add(0.1, None, 0.1)
    curves.add(0.2, 0.5, 0.1)
    curves.add(0.3, 0.5, 0.2)
    curves.finish(0.4)
    assert curves.points() == [(0.0, None, 0.1), (0.2, 0.5, 0.1), (0.3, 0.5, 0.2)]


def test_that_many_reports_are_drawn_at_most_ten_times_a_second(curves, qtbot):
    before = curves.update_count
    for place in range(2000):
        curves.add(place / 1000, 1 - place / 4000, place / 4000)
    assert curves.update_count == before
    qtbot.waitUntil(lambda: curves.update_count == before + 1, timeout=30_000)
    qtbot.wait(250)
    assert curves.update_count == before + 1


def test_that_fifty_thousand_changes_are_thinned_and_drawn_as_five_thousand(curves):
    def lines(first, last):
        for place in range(first, last):
            curves.add(place / 100, 1 - place / 100_000, place / 100_000)
        return lines_of(curves.redraw)

    few, many = lines(0, 5_000), lines(5_000, 50_000)
    assert many < 1.1 * few
    x, y = curves._score.getData()
    assert len(x) <= 2 * DRAWN + 4
    assert y[-1] == pytest.approx(1 - 49_999 / 100_000)
    assert len(curves.points()) == 50_000


def test_that_the_scales_start_at_zero_and_hold_everything(curves):
    curves.add(0, 0.56, 0.0)
    curves.add(3.4, 0.2419, 0.2344)
    curves.finish(3.8)
    (left, right), (bottom, top) = curves.plotItem.viewRange()
    assert (left, bottom) == (0, 0)
    assert right > 3.8
    assert 0.56 < top <= 0.8


def test_that_the_last_values_stand_at_the_ends(curves):
    curves.add(0, None, 0.1)
    curves.finish(1)
    assert not curves._score_text.isVisible()
    curves.add(1, 0.2419, 0.2344)
    curves.finish(1)
    assert curves._score_text.toPlainText() == "0.2419"
    assert curves._bound_text.toPlainText() == "0.2344"


def test_that_a_reset_forgets_everything(curves, qtbot):
    curves.add(0, 0.5, 0.1)
    curves.reset()
    assert curves.points() == []
    assert not curves._timer.isActive()
    curves.hover(QPointF(0, 0), QPointF(10, 10))
    assert curves.readout.isHidden()


def test_that_hovering_reads_both_curves_out(curves):
    curves.add(0, 0.5, 0.1)
    curves.add(2, 0.4, 0.3)
    curves.finish(4)
    at = curves.pixel_at(1.0, 0.2)
    curves.hover(curves.data_at(at), at)
    assert curves.readout.lines[1:3] == ("Best score 0.5000", "Proven bound 0.1000")
    assert not curves.readout.isHidden()
    curves.hover(None, at)
    assert curves.readout.isHidden()


def test_that_the_numbers_can_be_copied(curves):
    curves.add(0, None, 0.1)
    curves.add(2, 0.4, 0.3)
    curves.chart_menu.copy_numbers()
    assert QGuiApplication.clipboard().text() == "Seconds\tBest score\tProven bound\n0.0\t\t0.1\n2.0\t0.4\t0.3"


@pytest.mark.parametrize("kind", ["png", "svg", "pdf"])
def test_that_a_picture_is_saved_light_even_in_the_dark_scheme(qapp, curves, tmp_path, kind):
    theme.apply(qapp, "dark")
    curves.add(0, 0.4, 0.1)
    curves.finish(2)
    path = Path(tmp_path, f"curves.{kind}")
    curves.chart_menu.save(path)
    assert path.stat().st_size > 1000
    if kind == "png":
        image = QImage(str(path))
        assert image.width() == 2 * curves.width()
        assert image.pixelColor(image.width() - 8, 8).name() == "#ffffff"
    assert theme.current().scheme == "dark"
    assert curves.backgroundBrush().color().name() == theme.DARK.color("bg.panel").name()


def test_that_a_picture_that_cannot_be_written_is_an_error(curves, tmp_path):
    with pytest.raises(OSError, match="could not be written"):
        curves.chart_menu.save(tmp_path / "missing" / "curves.png")


def test_that_the_colours_follow_the_theme(qapp, curves):
    theme.apply(qapp, "dark")
    assert curves._score.opts["pen"].color() == theme.DARK.color("series.1")
    assert curves.backgroundBrush().color().name() == theme.DARK.color("bg.panel").name()


def test_that_a_quick_search_has_every_best_of_its_history(curves):
    curves.add(0.01, None, 0.0)
    curves.add(0.2, 0.3, 0.3)
    curves.set_history([(0.02, 0.9, 0.0), (0.05, 0.5, 0.1), (0.1, 0.3, 0.1)])
    assert curves.points() == [
        (0.01, None, 0.0),
        (0.02, 0.9, 0.0),
        (0.05, 0.5, 0.1),
        (0.1, 0.3, 0.1),
        (0.2, 0.3, 0.3),
    ]


def test_that_time_goes_by_its_logarithm_when_asked_to(curves):
    curves.add(0.0, None, 0.1)
    curves.add(0.02, 0.9, 0.1)
    curves.add(40.0, 0.4, 0.3)
    curves.set_time_kind("log")
    (left, right), _ = curves.plotItem.viewRange()
    assert left == pytest.approx(-2)
    assert 10**right > 40
    x, _y = curves._score.getData()
    assert x[0] == pytest.approx(-2)  # what was at 0 stands at the edge
    assert x[-1] == pytest.approx(1.602, abs=0.001)
    ticks = [text for _place, text in curves.plotItem.getAxis("bottom")._tickLevels[0]]
    assert ticks == ["10 ms", "0.1 s", "1 s", "10 s", "1 min"]
    at = curves.pixel_at(0.0, 0.2)
    curves.hover(curves.data_at(at), at)
    assert curves.readout.lines[0] in ("After 1.0 s", "After 989 ms")  # as exactly as a pixel is wide
    assert curves.readout.lines[1] == "Best score 0.9000"
    curves.set_time_kind("linear")
    assert curves.plotItem.viewRange()[0] == [0, pytest.approx(50)]


def test_that_an_empty_chart_has_both_scales(curves):
    for kind in ("log", "linear"):
        curves.set_time_kind(kind)
        curves.hover(QPointF(0, 0), QPointF(10, 10))
        assert curves.readout.isHidden()


def test_that_other_runs_are_drawn_in_their_own_look_and_stay_for_the_next_search(curves):
    curves.add(0, 0.4, 0.1)
    curves.set_traces([OTHER])
    curves.reset()
    assert curves.traces == (OTHER,)
    (_left, right), (_bottom, top) = curves.plotItem.viewRange()
    assert right > 30
    assert top > 0.9
    items = curves._traces[0]
    x, y = items._score.getData()
    assert (x[0], y[0], x[-1], y[-1]) == (0.02, 0.9, 30.0, 0.5)
    token, dashes = LOOKS[0]
    pen = items._score.opts["pen"]
    assert (pen.color(), pen.dashPattern()) == (theme.current().color(token), list(dashes))
    assert items._text.toPlainText() == "1"
    curves.set_traces([])
    assert curves.plotItem.viewRange()[0][1] == 1


def test_that_no_two_looks_are_alike_and_none_is_that_of_the_search():
    assert len(set(LOOKS)) == len(LOOKS) == 12
    assert not {token for token, _dashes in LOOKS} & {"series.1", "series.2"}


def test_that_the_numbers_of_other_runs_are_copied_too(curves):
    curves.add(0, None, 0.1)
    curves.set_traces([OTHER])
    assert curves.numbers().splitlines()[2:] == [
        "",
        "Run 1: Flash",
        "0.02\t0.9\t",
        "0.5\t0.6\t0.1",
        "30.0\t0.5\t0.5",
    ]


def test_that_traces_follow_the_theme(qapp, curves):
    curves.set_traces([OTHER])
    theme.apply(qapp, "dark")
    assert curves._traces[0]._score.opts["pen"].color() == theme.DARK.color(LOOKS[0][0])


def test_that_runs_that_end_together_have_their_labels_above_each_other(curves):
    curves.set_traces([OTHER, Trace("Run 2", "2", 1, OTHER.points), Trace("Run 3", "3", 2, ((1.0, 0.2, 0.1),))])
    first, second, far = (each._text for each in curves._traces)
    assert second.sceneBoundingRect().bottom() <= first.sceneBoundingRect().top() + 8
    assert far.anchor[1] == first.anchor[1]


@given(st.integers().map(Random))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=examples(50))
def test_that_a_history_is_put_in_as_if_it_had_been_told_at_its_time(curves, generator: Random):
    curves.reset()
    told = sorted(generator.choices(range(20), k=generator.randrange(10)))
    noted = [(at / 10, generator.choice([None, 0.5, 0.4, 0.3]), generator.choice([None, 0.1, 0.2])) for at in told]
    for point in noted:
        curves.add(*point)
    noted = curves.points()
    found = [(generator.randrange(20) / 10, generator.random(), generator.random() / 5) for _ in range(5)]
    curves.set_history(found)
    expected: list[tuple[float, float | None, float | None]] = []
    for at in sorted([each[0] for each in (*noted, *found)]):
        until = [each for each in (*noted, *found) if each[0] <= at]
        score = min((each[1] for each in until if each[1] is not None), default=None)
        bound = max((each[2] for each in until if each[2] is not None), default=None)
        expected = [each for each in expected if each[0] < at]
        if not expected or expected[-1][1:] != (score, bound):
            expected.append((at, score, bound))
    last_at_its_time = {at: (at, score, bound) for at, score, bound in curves.points()}
    assert list(last_at_its_time.values()) == expected


def test_that_the_score_stands_above_the_line_that_leads_to_it(curves):
    for seconds, score in ((0.0, 1.0), (0.5, 0.8), (1.99, 0.2)):
        curves.add(seconds, score, 0.0)
    curves.finish(2.0)
    assert curves._score_text.pos().y() == 0.8
    curves.add(6.0, 0.2, 0.1)
    curves.finish(6.0)
    assert curves._score_text.pos().y() == 0.2
