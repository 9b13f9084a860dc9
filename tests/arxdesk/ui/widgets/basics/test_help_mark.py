"""The question mark beside a title: what it asks for, and where it stands."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.ui.widgets.basics.buttons import icon_button
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk.ui.widgets.frames.pane import Pane


def test_that_it_asks_for_its_topic_and_says_what_it_is_about(qtbot):
    mark = HelpMark("glossary#Risk", "risks")
    qtbot.addWidget(mark)
    with qtbot.waitSignal(mark.requested) as asked:
        QTest.mouseClick(mark.button, Qt.MouseButton.LeftButton)
    assert asked.args == ["glossary#Risk"]
    mark.explain("glossary", "words")
    with qtbot.waitSignal(mark.requested) as asked:
        mark.button.click()
    assert asked.args == ["glossary"]
    assert mark.button.accessibleName() == mark.button.toolTip() == "Help on words"


def test_that_it_stays_at_the_end_of_the_header_for_the_eye_and_for_tab(qtbot):
    pane = Pane("Title")
    qtbot.addWidget(pane)
    first, later, mark = icon_button("copy", "first"), icon_button("copy", "later"), HelpMark("glossary", "words")
    for widget in (first, mark, later):
        pane.add_header_widget(widget)
    pane.show()
    qtbot.waitExposed(pane)
    assert first.x() < later.x() < mark.x()
    order, widget = [first], first.nextInFocusChain()
    while widget is not first:
        order.append(widget)
        widget = widget.nextInFocusChain()
    assert [each for each in order if each in (first, later, mark.button)] == [first, later, mark.button]
