"""Every chart shows its numbers as a table, which the keyboard reaches and reads."""

from __future__ import annotations

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.ui.models.figures_text import FiguresText
from arxdesk.ui.widgets.charts.bar_chart import BarCategory, BarChart
from arxdesk.ui.widgets.charts.figures_dialog import FiguresDialog
from arxdesk_engine.foundation.language import in_language


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


def test_that_numbers_are_copied_with_all_digits_and_shown_as_the_language_writes_them(qtbot):
    figures = FiguresText([("Level", "Share", "People"), ("1.500", 1 / 3, 30_162), ("2", None, 5), (), ("0.25", 0.0)])
    assert figures == "Level\tShare\tPeople\n1.500\t0.3333333333333333\t30162\n2\t\t5\n\n0.25\t0.0"
    assert FiguresText.of(figures) is figures
    dialog = FiguresDialog("Scores", figures)
    qtbot.addWidget(dialog)
    with in_language("de"):
        again = FiguresDialog("Scores", figures)
    qtbot.addWidget(again)
    assert table_of(dialog) == [["1.500", "0.333333", "30,162"], ["2", "", "5"], ["", "", ""], ["0.25", "0", ""]]
    assert table_of(again)[0] == ["1.500", "0,333333", "30.162"]
