"""Names to be ticked."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QAbstractItemModelTester, QTest

from arxdesk.ui.widgets.tables.check_list import CheckEntry, CheckList


@pytest.fixture
def made(qtbot):
    def make(number: int, *, exclusive: bool = False) -> CheckList:
        found = CheckList("columns", exclusive=exclusive)
        qtbot.addWidget(found)
        found.set_entries([CheckEntry(f"c{place}", "sensitive" if place == 0 else "") for place in range(number)])
        found.resize(300, 300)
        found.show()
        return found

    return make


def test_that_a_click_on_a_box_ticks_it_and_tells(made, qtbot):
    found = made(3)
    index = found.view.model().index(1, 0)
    with qtbot.waitSignal(found.changed):
        place = found.view.visualRect(index).topLeft() + QPoint(12, 12)
        QTest.mouseClick(found.view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert found.checked == ("c1",)


def test_that_the_space_bar_ticks(made):
    found = made(3)
    found.view.setCurrentIndex(found.view.model().index(2, 0))
    QTest.keyClick(found.view, Qt.Key.Key_Space)
    assert found.checked == ("c2",)


def test_that_many_are_ticked_in_their_order_or_exactly_one(made):
    several, one = made(4), made(4, exclusive=True)
    for found in (several, one):
        found.tick("c3")
        found.tick("c1")
    assert several.checked == ("c1", "c3")
    assert one.checked == ("c1",)
    several.tick("c3", on=False)
    one.tick("c1", on=False)
    assert several.checked == ("c1",)
    assert one.checked == ("c1",), "one stays chosen"


def test_that_many_names_are_searched_in_pages_and_few_are_not(made, qtbot):
    assert not made(5).list.search.isVisible()
    found = made(500)
    assert found.list.search.isVisible()
    assert found.list.pages == 5
    found.tick("c499")
    found.list.search.setText("c49")
    qtbot.waitUntil(lambda: found.view.model().rowCount() == 11)
    assert found.checked == ("c499",)


def test_that_what_is_ticked_stays_when_other_names_are_offered(made):
    found = made(3)
    found.set_checked(["c0", "c2"])
    found.set_entries([CheckEntry("c2"), CheckEntry("c9")])
    assert found.checked == ("c2",)


def test_that_the_model_keeps_to_the_rules(made):
    found = made(20)
    tester = QAbstractItemModelTester(found._model, QAbstractItemModelTester.FailureReportingMode.Fatal)
    found.tick("c5")
    found.set_entries([])
    assert tester is not None
    assert found._model.rowCount() == 0
    index = found._model.index(0)
    assert found._model.data(index) is None


def test_that_a_click_on_the_words_ticks_as_one_on_the_box_does(qtbot):
    ticks = CheckList("columns")
    qtbot.addWidget(ticks)
    ticks.set_entries([CheckEntry("age"), CheckEntry("sex")])
    ticks.resize(300, 200)
    with qtbot.waitExposed(ticks):
        ticks.show()
    view = ticks.view
    line = view.visualRect(view.model().index(1, 0))
    box = line.topLeft() + QPoint(12, 12)
    for place, expected in ((line.center(), ("sex",)), (line.center(), ()), (box, ("sex",)), (box, ())):
        QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
        assert ticks.checked == expected
