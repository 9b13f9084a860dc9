"""The marks of lattice states differ in shape, not only in colour."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QImage, QPainter

from arxdesk.ui.widgets.basics.state_mark import STATES, Legend, StateMark, paint_state_mark


def shape_of(state):
    image = QImage(32, 32, QImage.Format.Format_ARGB32)
    image.fill(Qt.GlobalColor.transparent)
    painter = QPainter(image)
    paint_state_mark(painter, QPointF(16, 16), state)
    painter.end()
    return frozenset((x, y) for x in range(32) for y in range(32) if image.pixelColor(x, y).alpha() > 127)


def test_that_every_state_has_a_shape_of_its_own(qapp):
    shapes = {state: shape_of(state) for state in STATES}
    assert len(set(shapes.values())) == len(STATES)
    assert (16, 16) in shapes["optimum"]
    assert (16, 16) in shapes["anonymous"]
    assert (16, 16) not in shapes["not"]
    assert (16, 16) not in shapes["unknown"]


def test_that_the_legend_grows_with_its_entries(shown):
    legend = shown(Legend(), 500, 20)
    whole = legend.sizeHint().width()
    legend.set_entries([("optimum", "Best so far")])
    assert legend.sizeHint().width() < whole
    assert legend.accessibleName() == "Legend: Best so far"


def test_that_an_unknown_state_is_an_error(shown):
    mark = shown(StateMark("not"), 16, 16)
    with pytest.raises(KeyError):
        mark.set_state("maybe")
    assert mark.state == "not"
