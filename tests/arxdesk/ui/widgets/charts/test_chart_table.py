"""Every chart shows its numbers as a table, which the keyboard reaches and reads."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.figures_dialog import FiguresDialog


def table_of(dialog: FiguresDialog) -> list[list[str]]:
    model = dialog.model
    rows, columns = range(model.rowCount()), range(model.columnCount())
    return [[model.index(row, column).data() for column in columns] for row in rows]


def test_that_the_numbers_of_a_chart_are_shown_by_keys_alone(qtbot):
    chart = BarChart("Group sizes")
    qtbot.addWidget(chart)
    chart.set_data([BarCategory("1", before=0.5, after=0.0), BarCategory("2", before=0.25)])
    chart.resize(400, 300)
    chart.show()
    chart.setFocus()
    by_key = QContextMenuEvent(QContextMenuEvent.Reason.Keyboard, QPoint(5, 5), chart.mapToGlobal(QPoint(5, 5)))
    QApplication.sendEvent(chart, by_key)
    menu = chart.chart_menu.menu
    qtbot.waitUntil(menu.isVisible)
    menu.setActiveAction(menu.actions()[0])
    while menu.activeAction() is not chart.chart_menu.table_action:
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)
    dialog = chart.findChild(FiguresDialog)
    assert dialog is not None
    assert dialog.windowTitle() == dialog.table.accessibleName() == "Group sizes"
    assert dialog.model.headings[1].title == "Before"
    assert table_of(dialog) == [["1", "0.5", "0"], ["2", "0.25", ""]]
    assert dialog.focusWidget() is dialog.table
    assert dialog.table.currentIndex().row() == 0
    QTest.keyClick(dialog.table, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: chart.findChild(FiguresDialog) is None)


def test_that_lines_of_unlike_lengths_and_none_are_a_table(qtbot):
    for numbers, rows in (("a\tb\n1\n2\t3\t4", [["1", "", ""], ["2", "3", "4"]]), ("", [])):
        dialog = FiguresDialog("Scores", numbers)
        qtbot.addWidget(dialog)
        assert table_of(dialog) == rows
