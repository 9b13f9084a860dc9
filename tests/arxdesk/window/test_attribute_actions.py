"""Keys and menu for the attribute in focus; the badge lists what is missing, and each entry leads there."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest

from arxdesk.core.commands import ChangeAttributes, change_roles
from arxdesk.core.document import Document
from arxdesk.core.obstacles import Obstacle
from arxdesk.window.problem_menu import MOST_ENTRIES, ProblemMenu
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import Role
from tests.arxdesk.changes import change_privacy
from tests.arxdesk.conftest import small_project

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def document(window: MainWindow, qtbot) -> Document:
    made = Document(*small_project(), None, window.session)
    window.session.document = made
    window.session.document_opened.emit(made)
    window.show()
    return made


@pytest.mark.parametrize(
    ("action", "role"),
    [
        ("role_identifying", Role.IDENTIFYING),
        ("role_quasi", Role.QUASI_IDENTIFYING),
        ("role_sensitive", Role.SENSITIVE),
        ("role_insensitive", Role.INSENSITIVE),
    ],
)
def test_that_the_attribute_in_focus_gets_a_role_by_key(window: MainWindow, document: Document, action, role):
    document.set_focus("note")
    window.show_perspective("explore")
    window.actions_by_name[action].trigger()
    assert document.settings_of("note").role is role
    assert window.rail.current == "configure"
    assert document.undo_stack.count() == 1  # nobody had decided about it before
    window.actions_by_name[action].trigger()
    assert document.undo_stack.count() == 1


def test_that_the_attribute_in_focus_is_suppressed_by_key(window: MainWindow, document: Document):
    document.set_focus("sex")
    window.actions_by_name["suppress"].trigger()
    assert document.settings_of("sex").transformation == "suppress"


def test_that_a_search_locks_them(window: MainWindow, document: Document):
    names = ("role_identifying", "type", "suppress")
    assert all(window.actions_by_name[name].isEnabled() for name in names)
    document.set_locked(True)
    window.actions_by_name["role_identifying"].trigger()
    assert document.undo_stack.count() == 0


def test_that_the_badge_lists_what_is_missing_and_leads_there(window: MainWindow, document: Document, qtbot):
    document.push(change_roles(document, ["note"], Role.INSENSITIVE))
    assert not window.actions_by_name["problems"].isEnabled()
    bad = document.settings_of("sex").model_copy(update={"transformation": "microaggregate", "function": "median"})
    document.push(ChangeAttributes(document, {"sex": bad}, "x"))
    document.push(change_privacy(document, (), "none"))
    item = window.rail.item("configure")
    assert item.badge == 2
    QTest.mouseClick(item, LEFT, pos=QPoint(item.width() // 2 + 10, 12))
    menu = window.problems.menu
    assert menu.isVisible()
    texts = [action.text() for action in menu.actions()]
    assert texts == [str(each) for each in document.obstacles]
    menu.close()
    window.show_perspective("explore")
    menu.actions()[-1].trigger()
    assert window.rail.current == "configure"
    assert document.focus == "sex"


def test_that_every_obstacle_leads_to_a_place(window: MainWindow, document: Document, qtbot):
    with qtbot.waitActive(window):
        window.activateWindow()
    configure = window.workspace.perspectives["configure"]
    document.push(change_roles(document, ["age", "sex"], Role.SENSITIVE))
    assert [each.section for each in document.obstacles] == ["attributes"]
    window.problems.lead_to(document.obstacles[0])
    assert configure.overview_view.isAncestorOf(window.focusWidget())
    for section, inside in (("privacy", configure.privacy_view), ("population", configure.limits_view)):
        window.problems.lead_to(Obstacle("x", section))
        assert inside.isAncestorOf(window.focusWidget()), section
    for field in ("levels", "function", "coding.top"):
        window.problems.lead_to(Obstacle("x", "attributes", "age", None, field))
        assert configure.inspector.isAncestorOf(window.focusWidget())


def test_that_a_long_list_ends_with_how_many_there_are_more(qtbot):
    menu = ProblemMenu()
    qtbot.addWidget(menu)
    menu.show_obstacles([Obstacle(f"x & {number}", "attributes") for number in range(MOST_ENTRIES + 3)])
    assert len(menu.actions()) == MOST_ENTRIES + 1
    assert menu.actions()[0].text() == "x && 0"
    assert menu.actions()[-1].text() == "... and 3 more"
    menu.show_obstacles([])
    assert menu.actions()[0].text() == "Nothing is missing"
