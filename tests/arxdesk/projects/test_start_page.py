"""The start page: every way in is a signal, and recent projects that are gone say so."""

from __future__ import annotations

import datetime as dt
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QScrollArea

from arxdesk.core.examples import example_project
from arxdesk.core.session.recovery_work import Leftover
from arxdesk.core.settings import RecentProject
from arxdesk.projects.start_page import StartPage, _RecentEntry
from arxdesk.window.window import MainWindow
from tests.arxdesk.driving import click_through, shown_wizard

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def page(qtbot) -> StartPage:
    made = StartPage()
    qtbot.addWidget(made)
    made.resize(1200, 800)
    made.show()
    return made


def entries(page: StartPage) -> list[_RecentEntry]:
    found = (page._recent.itemAt(place).widget() for place in range(page._recent.count()))
    return [entry for entry in found if isinstance(entry, _RecentEntry)]


def test_that_the_buttons_ask_to_open_a_file_or_the_example(page: StartPage, qtbot):
    with qtbot.waitSignal(page.open_requested):
        QTest.mouseClick(page.open_button, LEFT)
    with qtbot.waitSignal(page.database_requested):
        QTest.mouseClick(page.database_button, LEFT)
    with qtbot.waitSignal(page.example_requested) as asked:
        QTest.keyClick(page.example_button, Qt.Key.Key_Space)
    assert asked.args == ["discharge"]


def test_that_the_links_ask_to_open_other_examples(page: StartPage, qtbot):
    asked = []
    page.example_requested.connect(asked.append)
    for link in page.example_links:
        QTest.mouseClick(link, LEFT)
    assert asked == ["registry", "survey", "hospital", "visits"]
    assert all(example_project(name).is_file() for name in asked)


def test_that_recent_projects_open_by_mouse_and_keyboard(page: StartPage, qtbot, tmp_path: Path):
    file = tmp_path / "study.toml"
    file.touch()
    page.show_recent((RecentProject(str(file), "10 records"),))
    entry = entries(page)[0]
    for act in (lambda: QTest.mouseClick(entry, LEFT), lambda: QTest.keyClick(entry, Qt.Key.Key_Space)):
        with qtbot.waitSignal(page.project_requested) as asked:
            act()
        assert asked.args == [file]
    assert entry.accessibleName() == "Open study"


def test_that_a_project_that_is_gone_says_so_and_can_be_looked_for(page: StartPage, qtbot, tmp_path: Path):
    page.show_recent((RecentProject(str(tmp_path / "gone.toml"), "10 records"),))
    entry = entries(page)[0]
    assert entry.accessibleName() == "Find gone"
    with qtbot.waitSignal(page.find_requested) as asked, qtbot.assertNotEmitted(page.project_requested):
        QTest.mouseClick(entry, LEFT)
    assert asked.args == [tmp_path / "gone.toml"]
    assert [text for child in entry.children() if (text := getattr(child, "text", str)()) == "File moved or deleted"]


def test_that_an_empty_list_says_what_it_is_for_and_has_nothing_to_clear(page: StartPage, tmp_path: Path):
    assert entries(page) == []
    assert not page._forget.isVisible()
    page.show_recent((RecentProject(str(tmp_path / "gone.toml"), ""),))
    assert page._forget.isVisible()
    page.show_recent(())
    assert entries(page) == []


def test_that_a_file_dropped_on_the_window_is_opened_and_other_things_are_not(
    window: MainWindow, qtbot, tmp_path: Path
):
    table = tmp_path / "people.csv"
    table.write_text("a,b\n1,2\n")
    copy, keys = Qt.DropAction.CopyAction, Qt.KeyboardModifier.NoModifier

    def enters(data: QMimeData) -> bool:
        event = QDragEnterEvent(QPointF(10, 10).toPoint(), copy, data, LEFT, keys)
        event.ignore()
        window.dragEnterEvent(event)
        return event.isAccepted()

    text, link, file = QMimeData(), QMimeData(), QMimeData()
    text.setText("people")
    link.setUrls([QUrl("https://example.org/people.csv")])
    file.setUrls([QUrl.fromLocalFile(str(table))])
    assert [enters(data) for data in (text, link, file)] == [False, False, True]
    window.dropEvent(QDropEvent(QPointF(10, 10), copy, link, LEFT, keys))
    assert window.document is None
    window.dropEvent(QDropEvent(QPointF(10, 10), copy, file, LEFT, keys))
    click_through(shown_wizard(window, qtbot), qtbot)
    assert window.document.name == "people"


def test_that_tab_goes_as_the_eye_does(page: StartPage, tmp_path: Path):
    files = [tmp_path / name for name in ("one.toml", "two.toml")]
    for file in files:
        file.touch()
    page.show_recent(tuple(RecentProject(str(file), "10 records") for file in files))
    QTest.qWait(20)  # what is new in a layout is shown by the event loop
    page.open_button.setFocus()
    buttons = page.folder_button, page.database_button, page.example_button, *page.example_links, page.arx_button
    for expected in (*buttons, *entries(page), page._forget):
        QTest.keyClick(page.focusWidget(), Qt.Key.Key_Tab)
        assert page.focusWidget() is expected


@pytest.mark.parametrize("number", [0, 3, 10])
def test_that_nothing_overlaps_or_is_cut_in_the_smallest_window(page: StartPage, tmp_path: Path, number: int):
    projects = tuple(
        RecentProject(str(tmp_path / f"{place}_{'study' * 30}.toml"), "10 records") for place in range(number)
    )
    page.show_recent(projects)
    page.show_unsaved(Leftover(tmp_path / "left", "study", dt.datetime(2024, 2, 29, tzinfo=dt.UTC)))
    page.resize(952, 576)
    QTest.qWait(50)
    scroll = page.findChild(QScrollArea)
    assert scroll.horizontalScrollBar().maximum() == 0
    assert (scroll.verticalScrollBar().maximum() > 0) == (number == 10)
    assert {entry.height() for entry in entries(page)} <= {56}
    left = page.example_button.mapTo(page, page.example_button.rect().bottomRight())
    right = page.unsaved.mapTo(page, page.unsaved.rect().topLeft())
    assert left.x() < right.x()
    assert page.unsaved.mapTo(page, page.unsaved.rect().topRight()).x() < page.width()


def test_that_the_steps_fill_the_page_until_there_are_projects(page: StartPage, tmp_path: Path):
    page.show_recent(())
    assert not page._first_steps.isHidden()
    (tmp_path / "study.toml").touch()
    page.show_recent((RecentProject(str(tmp_path / "study.toml"), "10 records"),))
    assert page._first_steps.isHidden()
    assert not page._steps.isHidden()
