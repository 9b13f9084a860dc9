"""Text that wraps in any width, long words too."""

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtGui import QColor, QFontMetricsF, QImage

from arxdesk.ui.widgets.basics.wrapping_label import WrappingLabel

NAME = "Hauptentlassungsdiagnose_nach_ICD-10-GM_laut_Krankenhausinformationssystem"
TEXT = f"In every group {NAME} has at least 3 different values."


@pytest.mark.parametrize("width", [60, 120, 198, 300, 900])
def test_that_every_line_fits_and_nothing_is_left_out(shown, width):
    label = shown(WrappingLabel(TEXT), width, 400)
    metrics = QFontMetricsF(label.font())
    lines = label.lines()
    assert all(metrics.horizontalAdvance(line) <= width + 0.5 for line in lines)
    assert "".join(lines).replace(" ", "") == TEXT.replace(" ", "")


def test_that_words_are_broken_only_where_a_line_is_too_short_for_them(shown):
    lines = shown(WrappingLabel("every group has different values"), 90, 200).lines()
    assert len(lines) > 1
    assert " ".join(lines) == "every group has different values"


def test_that_the_height_follows_the_width_and_nothing_asks_for_the_width_of_a_word():
    label = WrappingLabel(NAME)
    heights = [label.heightForWidth(width) for width in (60, 120, 240, 900)]
    assert heights == sorted(heights, reverse=True)
    assert len(set(heights)) > 2
    assert label.minimumSizeHint().width() < 60
    assert WrappingLabel("").heightForWidth(100) > 0


def test_that_a_disabled_label_is_paler(shown):
    label = shown(WrappingLabel("five people at least", tone="2"), 200, 20)

    def darkest() -> int:
        image = QImage(label.size(), QImage.Format.Format_RGB32)
        image.fill("white")
        label.render(image, QPoint())
        points = ((x, y) for x in range(image.width()) for y in range(image.height()))
        return min(QColor(image.pixel(x, y)).lightness() for x, y in points)

    before = darkest()
    label.setEnabled(False)
    assert darkest() > before
