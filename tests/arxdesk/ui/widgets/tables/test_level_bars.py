"""Level pictures and rows."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QImage, QPainter

from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.level_bars import LevelBars, LevelRow, LevelRows, level_bars_width, paint_level_bars


def painted(levels, heights, width):
    image = QImage(width, 16, QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint_level_bars(painter, QRectF(0, 0, width, 16), levels, heights, QColor("#ff0000"))
    painter.end()
    return image


def red(image, x):
    return sum(image.pixelColor(x, y).name() == "#ff0000" for y in range(16))


def test_that_a_bar_is_filled_by_level_over_height(qapp):
    image = painted((0, 2, 4), (1, 4, 4), level_bars_width(3))
    assert [red(image, x) for x in (2, 13, 24)] == [0, 8, 16]
    assert image.pixelColor(9, 3).name() == "#ffffff"
    assert image.pixelColor(2, 3).name() == theme.current().color("state.track").name()


def test_that_many_bars_become_narrower_instead_of_leaving_the_cell(qapp):
    image = painted((1,) * 60, (1,) * 60, 100)
    assert red(image, 98) == 16


def test_that_an_attribute_without_levels_is_a_bare_track(qapp):
    assert red(painted((0,), (0,), 8), 4) == 0


def test_that_the_picture_names_its_levels(shown):
    bars = shown(LevelBars(), 120, 16)
    bars.set_levels((0, 3), (1, 4))
    assert bars.accessibleName() == "Levels 0, 3"
    assert bars.sizeHint().width() == 19


def test_that_rows_say_their_level_and_scroll_when_there_are_many(shown):
    rows = shown(LevelRows("Best so far"), 352, 200)
    rows.set_rows([LevelRow("age", 3, 4), LevelRow("sex", 0, 1)])
    assert rows.accessibleName() == "Best so far: age level 3 of 4, sex level 0 of 1"
    assert rows.verticalScrollBar().maximum() == 0
    rows.set_rows([LevelRow(f"attribute {place}", 1, 2) for place in range(100)])
    rows.grab()
    assert rows.verticalScrollBar().maximum() == 100 * 22 - rows.viewport().height()


def test_that_a_level_becomes_coloured_segments(shown):
    rows = shown(LevelRows(), 352, 60)
    rows.set_rows([LevelRow("age", 3, 4)])
    image = rows.grab().toImage()
    line = [image.pixelColor(x, 11).name() for x in range(352)]
    filled = line.count(theme.current().color("state.anonymous").name())
    empty = line.count(theme.current().color("state.track").name())
    assert 2.7 < filled / empty < 3.3


def test_that_an_attribute_without_levels_says_so():
    assert LevelRow("age", 0, 0).words == ("no levels", "")
    assert LevelRow("age", 1, 3).words == ("level 1", " of 3")
