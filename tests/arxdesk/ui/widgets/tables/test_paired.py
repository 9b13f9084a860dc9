"""Two things beside each other: the longer bar is longer, the better figure is bold, both are told in words."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QAbstractTableModel, QRect
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QApplication

from arxdesk.ui import theme
from arxdesk.ui.item_roles import SEGMENTS_ROLE, SHARES_ROLE
from arxdesk.ui.widgets.tables.cells import CellDelegate
from arxdesk.ui.widgets.tables.paired import (
    COLORS,
    LetterBadge,
    PairedBarsDelegate,
    PairedFigure,
    PairedFigures,
    SegmentsDelegate,
)


class _Cell(QAbstractTableModel):
    """One cell that answers one role."""

    def __init__(self, role: int, value: object) -> None:
        super().__init__()
        self._role, self._value = role, value

    def rowCount(self, _parent=None) -> int:
        return 1

    def columnCount(self, _parent=None) -> int:
        return 1

    def data(self, _index, role: int = 0) -> object:
        return self._value if role == self._role else None


def drawn(delegate: CellDelegate, role: int, value: object) -> QImage:
    image = QImage(120, 24, QImage.Format.Format_RGB32)
    image.fill(theme.current().color("bg.panel"))
    painter = QPainter(image)
    model = _Cell(role, value)
    delegate.paint_content(painter, QRect(0, 0, 120, 24), model.index(0, 0))
    painter.end()
    return image


def pixels(image: QImage, token: str) -> int:
    wanted = theme.current().color(token).rgb()
    return sum(image.pixel(x, y) == wanted for x in range(image.width()) for y in range(image.height()))


@pytest.mark.parametrize(("first", "second"), [(1.0, 0.5), (0.25, 0.75), (0.0, 1.0)])
def test_that_bars_are_as_long_as_their_shares(qapp: QApplication, first: float, second: float):
    image = drawn(PairedBarsDelegate(), SHARES_ROLE, (first, second))
    for share, token in zip((first, second), COLORS, strict=True):
        assert pixels(image, token) == pytest.approx(share * 104 * PairedBarsDelegate.HEIGHT, abs=8)


def test_that_a_level_fills_its_segments(qapp: QApplication):
    filled = [pixels(drawn(SegmentsDelegate(), SEGMENTS_ROLE, (level, 3)), "state.anonymous") for level in range(4)]
    assert filled == [0, filled[1], 2 * filled[1], 3 * filled[1]]
    assert filled[1] > 0


def test_that_very_many_levels_and_none_are_drawn(qapp: QApplication):
    assert pixels(drawn(SegmentsDelegate(), SEGMENTS_ROLE, (200, 400)), "state.anonymous") > 0
    assert pixels(drawn(SegmentsDelegate(), SEGMENTS_ROLE, (0, 0)), "state.track") == 0


def test_that_figures_are_told_in_words_and_ask_for_their_room(qtbot):
    figures = PairedFigures()
    qtbot.addWidget(figures)
    figures.set_rows([PairedFigure("Score", ("0.2419", "0.2715"), 0), PairedFigure("Groups", ("397", "462"))])
    assert figures.accessibleName() == "Score: A 0.2419, B 0.2715; Groups: A 397, B 462"
    assert figures.sizeHint().height() > 2 * 24
    before = figures.sizeHint().height()
    figures.set_rows([*figures.rows, PairedFigure("Highest risk", ("20 %", "10 %"), 1)])
    assert figures.sizeHint().height() == before + 24


def test_that_the_better_value_is_bold(qtbot):
    figures = PairedFigures()
    qtbot.addWidget(figures)
    figures.resize(300, 60)
    images = []
    for better in (None, 0, 1):
        figures.set_rows([PairedFigure("Score", ("0.2419", "0.2419"), better)])
        images.append(figures.grab().toImage())
    assert images[0] != images[1] != images[2] != images[0]


def test_that_a_badge_is_its_letter(qtbot):
    badge = LetterBadge("A", COLORS[0])
    qtbot.addWidget(badge)
    assert badge.accessibleName() == "A"
    badge.resize(badge.sizeHint())
    assert pixels(badge.grab().toImage(), COLORS[0]) > 100
