"""The window of the help: one, beside the work, with pages, search, history and find."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt, QUrl
from PySide6.QtGui import QTextTable
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QDialog, QLineEdit, QWidget

from arxdesk.core.settings import Settings
from arxdesk.help import page_format, page_view
from arxdesk.help.contents import names
from arxdesk.help.page_view import LONGEST_LINE
from arxdesk.help.window import HelpWindow, end_help, search_help, show_help, shown_help
from arxdesk.ui import help_topics, theme
from arxdesk.ui.widgets.basics.help_mark import HelpMark
from arxdesk.window.window import MainWindow

LONG = 60_000


@pytest.fixture
def shown(qtbot, qapp) -> HelpWindow:
    theme.apply(qapp, "light")
    window = show_help("index")
    qtbot.waitExposed(window)
    return window


def top_heading(window: HelpWindow) -> str:
    """The heading next to the upper edge of the page."""
    block = window.page.cursorForPosition(QPoint(40, 30)).block()
    while block.isValid() and not block.blockFormat().headingLevel():
        block = block.next()
    return block.text()


def test_that_there_is_one_window_however_often_it_is_asked_for(shown):
    assert show_help("glossary") is shown
    assert shown.topic == ("glossary", "")
    assert shown.windowTitle() == "Glossary – ArxDesk Help"


def test_that_a_heading_is_brought_to_the_top(shown):
    show_help("analyzing#Questions and figures")
    assert shown.topic == ("analyzing", "Questions and figures")
    assert top_heading(shown) == "Questions and figures"
    assert shown.where.text().endswith("– Questions and figures")
    show_help("analyzing#in-which-order-to-read")
    assert top_heading(shown) == "In which order to read"


def test_that_what_does_not_exist_leads_to_the_first_page_or_the_beginning_of_a_page(shown):
    show_help("no-such-page#x")
    assert shown.topic == ("index", "")
    show_help("glossary#no such heading")
    assert shown.topic == ("glossary", "")


def test_that_every_page_is_in_the_list_and_can_be_chosen(shown):
    assert sorted(shown.contents.names) == sorted(set(names()) - {"index"})
    shown.contents.setCurrentItem(shown.contents.item("quality/loss"))
    assert shown.page.name == "quality/loss"


def test_that_the_list_follows_what_is_read(shown):
    show_help("privacy/t-closeness")
    assert shown.contents.currentItem() is shown.contents.item("privacy/t-closeness")
    assert shown.contents.currentItem().parent().isExpanded()


def test_that_links_lead_to_pages_and_can_be_gone_back(shown):
    show_help("privacy/l-diversity")
    shown.page.anchorClicked.emit(QUrl("t-closeness.md#Formula"))
    assert shown.topic == ("privacy/t-closeness", "Formula")
    shown.page.anchorClicked.emit(QUrl("../glossary.md"))
    QTest.keyClick(shown.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert shown.topic == ("privacy/t-closeness", "Formula")
    QTest.keyClick(shown.page, Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert shown.topic == ("privacy/l-diversity", "")
    QTest.keyClick(shown.page, Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier)
    assert shown.topic == ("privacy/t-closeness", "Formula")
    show_help("settings")
    assert not shown.forward.isEnabled(), "another way was taken"


def test_that_going_back_returns_to_where_somebody_was(shown):
    show_help("glossary")
    shown.page.return_to(700)
    show_help("projects")
    shown.go(-1)
    assert shown.page.place() == 700


def test_that_links_to_the_network_are_text_and_are_never_followed(shown, monkeypatch):
    text = (
        "# Page\n\nSee [the paper](https://example.org/paper), <https://example.org/auto>, or [words](glossary.md).\n"
    )
    monkeypatch.setattr(page_view.help_text, "page", lambda _name: text)
    shown.page.show_page("made-up")
    assert "the paper (https://example.org/paper)" in shown.page.toPlainText()
    anchors, block = [], shown.page.document().begin()
    while block.isValid():
        anchors += [form.anchorHref() for _s, _l, form in page_format._fragments(block) if form.isAnchor()]
        block = block.next()
    assert anchors == ["glossary.md"]
    shown.page.anchorClicked.emit(QUrl("https://example.org/paper"))
    assert shown.page.name == "made-up"


def test_that_searching_lists_places_and_shows_one(shown):
    shown.search.setText("earth mover")
    assert shown.hits.isVisible()
    QTest.keyClick(shown.search, Qt.Key.Key_Return)
    assert shown.hits.hasFocus()
    assert shown.topic[0] == "privacy/t-closeness"
    shown.search.setText("xyzzy")
    assert not shown.hits.isVisible()
    QTest.keyClick(shown, Qt.Key.Key_Escape)
    assert shown.contents.isVisible()
    assert shown.search.text() == ""


def test_that_words_are_found_on_the_page(shown):
    show_help("glossary")
    QTest.keyClick(shown.page, Qt.Key.Key_F, Qt.KeyboardModifier.ControlModifier)
    assert shown.find_bar.isVisible()
    QTest.keyClicks(shown.find_bar.field, "attribute")
    first = shown.page.textCursor().selectionStart()
    assert shown.page.textCursor().selectedText().casefold() == "attribute"
    QTest.keyClick(shown.find_bar.field, Qt.Key.Key_Return)
    second = shown.page.textCursor().selectionStart()
    assert second > first
    QTest.keyClick(shown.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert shown.page.textCursor().selectionStart() == first
    QTest.keyClick(shown.find_bar.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert shown.page.textCursor().selectionStart() > second, "it goes round"
    shown.find_bar.field.setText("no such words")
    assert shown.find_bar.said == "Not on this page."
    QTest.keyClick(shown.find_bar.field, Qt.Key.Key_Escape)
    assert not shown.find_bar.isVisible()
    assert shown.isVisible()


def test_that_a_page_is_copied_whole_where_nothing_is_selected(shown, qapp):
    show_help("privacy/k-map")
    shown.copy_button.click()
    assert "zero-truncated" in qapp.clipboard().text()
    assert not shown.page.textCursor().hasSelection()
    shown.page.find("k-Map")
    shown.copy_button.click()
    assert qapp.clipboard().text() == "k-Map"


def test_that_lines_stay_short_and_small_windows_show_the_page_alone(shown, qtbot):
    shown.resize(1800, 800)
    assert shown.page.lineWrapColumnOrWidth() == LONGEST_LINE + 2 * page_format.MARGIN
    assert shown.contents.isVisible()
    shown.resize(480, 600)
    qtbot.waitUntil(lambda: not shown.contents.isVisible(), timeout=1000)
    assert shown.page.lineWrapColumnOrWidth() == shown.page.viewport().width()
    assert shown.page.horizontalScrollBar().maximum() == 0
    shown.list_button.click()
    assert shown.contents.isVisible()


@pytest.mark.parametrize("name", names())
def test_that_tables_and_headings_have_the_look_of_the_theme(shown, name):
    shown.page.show_page(name)
    _start, _length, title = next(page_format._fragments(shown.page.document().begin()))
    assert title.font().pixelSize() == theme.TYPE["page"].size
    for frame in shown.page.document().rootFrame().childFrames():
        assert isinstance(frame, QTextTable)
        assert frame.format().borderBrush().color() == theme.LIGHT.color("line.pane")


def test_that_the_colours_follow_the_theme_and_the_page_stays_where_it_was(shown, qapp):
    show_help("configuring#Limits and quality")
    before = shown.page.place()
    theme.apply(qapp, "dark")
    assert abs(shown.page.place() - before) <= 2
    table = next(each for each in shown.page.document().rootFrame().childFrames() if isinstance(each, QTextTable))
    assert table.format().borderBrush().color() == theme.DARK.color("line.pane")
    theme.apply(qapp, "light")


def test_that_size_and_place_are_remembered(shown):
    shown.resize(711, 522)
    shown.close()
    end_help()
    again = HelpWindow(Settings())
    assert (again.width(), again.height()) == (711, 522)
    again.deleteLater()


def test_that_every_control_has_a_name_for_screen_readers(shown):
    shown.find_bar.enter()
    controls = [*shown.findChildren(QAbstractButton), *shown.findChildren(QLineEdit), shown.page, shown.contents]
    assert [each for each in controls if each.isVisible() and not each.accessibleName()] == []


def test_that_tab_goes_from_the_search_to_the_list_to_the_page(shown):
    shown.search.setFocus()
    order = []
    widget: QWidget = shown.search
    for _step in range(40):
        order.append(widget)
        widget = widget.nextInFocusChain()
    wanted = [shown.search, shown.contents, shown.list_button, shown.page]
    assert [each for each in order if each in wanted] == wanted


def test_that_the_help_can_be_searched_from_anywhere_without_losing_the_page(shown):
    show_help("glossary#Risk")
    place = shown.page.place()
    shown.resize(480, 600)
    assert search_help() is shown
    assert shown.search.hasFocus()
    assert (shown.topic, shown.page.place()) == (("glossary", "Risk"), place)
    end_help()
    assert search_help().topic == ("index", "")


# Beside the work


def test_that_f1_shows_the_page_of_the_perspective_in_front(window: MainWindow, qtbot):
    window.actions_by_name["help"].trigger()
    assert shown_help().topic == ("index", "")
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    for perspective, topic in help_topics.OF_PERSPECTIVES.items():
        window.show_perspective(perspective)
        window.actions_by_name["help"].trigger()
        assert shown_help().topic == (topic, "")


def test_that_every_question_mark_leads_to_a_page_that_exists(window: MainWindow, qtbot):
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    marks: list[HelpMark] = []
    for perspective in help_topics.OF_PERSPECTIVES:
        window.show_perspective(perspective)
        shown = window.workspace.perspectives[perspective]
        turns = getattr(shown, "turns", None)
        if turns is not None:
            qtbot.waitUntil(lambda: not turns.isActive(), timeout=LONG)  # noqa: B023 - of this round
        found = shown.findChildren(HelpMark)
        assert found, perspective
        marks += found
    for mark in marks:
        mark.button.click()
        name, _, heading = mark.topic.partition("#")
        assert shown_help().page.name == name
        assert bool(shown_help().topic[1]) == bool(heading), mark.topic
    said = [mark.button.accessibleName() for mark in marks]
    assert all(len(name) > len("Help on ") for name in said)


def test_that_a_dialog_that_waits_does_not_block_the_help(window: MainWindow, qtbot):
    window.show()
    qtbot.waitExposed(window)
    shown = show_help("glossary")
    dialog = QDialog(window)
    dialog.open()
    qtbot.waitExposed(dialog)
    assert dialog.isModal()
    QTest.mouseClick(shown.list_button, Qt.MouseButton.LeftButton)
    assert not shown.contents.isVisible()
    dialog.reject()


def test_that_the_help_goes_with_the_window_of_the_work(window: MainWindow, qtbot):
    window.show()
    shown = show_help("glossary")
    window.close()
    assert shown_help() is None
    assert not shown.isVisible()
