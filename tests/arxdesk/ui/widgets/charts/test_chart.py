"""What all charts with scales have in common: how they end."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QVBoxLayout, QWidget

from arxdesk.ui.widgets.charts.chart import Chart
from arxdesk.ui.widgets.charts.frontier_chart import FrontierChart
from arxdesk.ui.widgets.charts.progress_curves import ProgressCurves
from arxdesk.ui.widgets.charts.roc_chart import RocChart
from arxdesk.ui.widgets.charts.scatter_chart import ScatterChart
from arxdesk.ui.widgets.charts.share_curves import ShareCurves

KINDS: list[Callable[[], Chart]] = [
    RocChart,
    ProgressCurves,
    lambda: ShareCurves("Curves", "Share"),
    lambda: ScatterChart("Points"),
    lambda: FrontierChart("Frontier"),
]


class Late(QObject):
    """Events of the keyboard and the pointer that come when there is no plot any more: an error in one of them ends
    the program."""

    def __init__(self, chart: Chart) -> None:
        super().__init__(chart)
        self.kinds: list[QEvent.Type] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        chart = self.parent()
        human = (QEvent.Type.FocusOut, QEvent.Type.Leave, QEvent.Type.MouseMove, QEvent.Type.Hide)
        if isinstance(chart, Chart) and chart.plotItem is None and event.type() in human:
            self.kinds.append(event.type())
        return super().eventFilter(watched, event)


@pytest.mark.parametrize("make", KINDS)
def test_that_a_chart_with_keyboard_and_pointer_is_closed_after_they_have_left(qtbot, make):
    window = QWidget()
    qtbot.addWidget(window)
    chart = make()
    QVBoxLayout(window).addWidget(chart)
    window.resize(400, 300)
    window.show()
    window.activateWindow()
    chart.setFocus(Qt.FocusReason.TabFocusReason)
    QTest.mouseMove(chart, QPoint(150, 120))
    QTest.qWait(0)
    late = Late(chart)
    chart.installEventFilter(late)
    chart.close()
    assert late.kinds == []
    assert chart.plotItem is None
    assert chart.close()
