"""Every action can be found, named and reached; every control says what it is."""

from __future__ import annotations

from collections import Counter

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QProgressBar,
    QScrollBar,
    QWidget,
)

from arxdesk.core.document import Document
from arxdesk.core.session.activities import SEARCHING
from arxdesk.help.about import AboutDialog
from arxdesk.window.actions import (
    OF_FINDING,
    OF_HIERARCHIES,
    OF_PANES,
    OF_PROTECTION,
    OF_ROLES,
    OF_SORTING,
    OF_SUBSET,
    PERSPECTIVES,
    available,
)
from arxdesk.window.window import MainWindow
from tests.arxdesk.changes import change_privacy
from tests.arxdesk.conftest import small_project, wide_project

LONG = 30_000
INTERACTIVE = (
    QAbstractButton,
    QAbstractItemView,
    QAbstractSlider,
    QAbstractSpinBox,
    QComboBox,
    QLineEdit,
    QProgressBar,
)
QT_INTERNALS = ("qt_", "QTableCornerButton")


@pytest.fixture
def document(window: MainWindow) -> Document:
    made = Document(*small_project(), None, window.session)
    window.session._replace_document(made)
    return made


@pytest.fixture
def applied(window: MainWindow, qtbot, document: Document) -> Document:
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    return document


def every_action(window: MainWindow) -> list[QAction]:
    return [*window.actions_by_name._actions.values(), window.undo_actions.undo, window.undo_actions.redo]


def test_that_every_action_has_words_and_a_tooltip_that_names_its_shortcut(window: MainWindow):
    for action in every_action(window):
        assert action.text(), action
        assert action.toolTip(), action.text()
    for action in window.actions_by_name._actions.values():
        keys = action.shortcut().toString(QKeySequence.SequenceFormat.NativeText)
        assert keys in action.toolTip(), action.text()


def test_that_every_action_has_a_shortcut_and_no_two_share_one(window: MainWindow):
    without = {name for name, action in window.actions_by_name._actions.items() if action.shortcut().isEmpty()}
    assert without == set()
    keys = Counter(sequence.toString() for action in every_action(window) for sequence in action.shortcuts())
    assert [shared for shared, times in keys.items() if times > 1] == []


def test_that_every_action_is_in_a_menu_and_menus_have_keys_of_their_own(window: MainWindow):
    menus = [action.menu() for action in window.menuBar().actions()]
    mnemonics = [menu.title().partition("&")[2][:1].lower() for menu in menus]
    assert all(mnemonics)
    assert len(set(mnemonics)) == len(mnemonics)
    reachable = set()
    while menus:
        for action in menus.pop().actions():
            if action.menu() is not None:
                menus.append(action.menu())
            reachable.add(action)
    assert set(every_action(window)) <= reachable


def test_that_words_follow_the_style(window: MainWindow):
    for action in every_action(window):
        assert "…" not in action.text()
        assert action.text()[:1].isupper()


OF_THE_TABLE = {*OF_FINDING, *OF_SORTING, *OF_SUBSET, "replace", "link"}
OF_COLUMNS = {*OF_ROLES, *OF_HIERARCHIES, "type", "suppress", "problems", "guess_roles"}


def available_names(document: Document | None, *, searching: bool = False) -> set[str]:
    """What can be done with the project; what is done to columns and the table has tests of its own."""
    enabled = {name for name, enabled in available(document, searching=searching).items() if enabled}
    return enabled - OF_THE_TABLE - OF_COLUMNS - set(OF_PROTECTION)


def test_that_protection_is_chosen_unless_a_search_uses_it(window: MainWindow, qtbot, document: Document):
    names = {"guess_roles", *OF_PROTECTION}
    assert {name for name in names if available(document, searching=False)[name]} == names
    assert not any(available(document, searching=True)[name] for name in names)
    assert not any(available(None, searching=False)[name] for name in names)
    window.actions_by_name["add_model"].trigger()
    assert window.rail.current == "configure"
    dialog = window.workspace.perspectives["configure"].privacy_view.dialog
    assert dialog.isVisible()
    dialog.reject()
    window.actions_by_name["add_perturbation"].trigger()
    asked = window.workspace.perspectives["configure"].limits_view.perturbation.dialog
    assert asked.isVisible()
    asked.reject()


def test_that_without_a_project_there_is_nothing_to_do_with_one(qapp):
    assert available_names(None) == set()


def test_that_what_can_be_done_follows_the_state(window: MainWindow, qtbot, document: Document):
    always = {"save", "save_as", "close", "previous", "next", "panel", "copy_job", "copy_python"}
    always |= {"properties", "audit_trail", "releases"}
    always |= {*OF_PANES, *PERSPECTIVES}
    assert available_names(document) == always | {"anonymize"}
    assert available_names(document, searching=True) == always | {"stop"}
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert available_names(document) == always | {"anonymize", "export", "report", "apply", "pin"}
    assert available_names(document, searching=True) == always | {"stop", "pin"}
    document.push(change_privacy(document, (), "Remove", mergeable=False))
    assert available_names(document) == always | {"apply", "pin"}  # what is out of date is not handed out


def test_that_a_search_locks_what_changes_the_table_but_not_how_it_is_looked_at(document: Document):
    def enabled(*, searching: bool) -> set[str]:
        found = available(document, searching=searching)
        return {name for name in OF_THE_TABLE if found[name]}

    assert enabled(searching=False) == OF_THE_TABLE
    assert enabled(searching=True) == {*OF_FINDING, *OF_SORTING}


def shown_button(window: MainWindow) -> set[str]:
    return {name for name, button in window.buttons._buttons.items() if not button.isHidden()}


def test_that_the_buttons_are_those_of_the_moment(window: MainWindow, qtbot, document: Document):
    assert shown_button(window) == {"hierarchies", "anonymize"}
    window.session.searching.anonymize()
    assert shown_button(window) == {"stop"}
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert shown_button(window) == {"again", "export"}
    window.show_perspective("configure")
    assert shown_button(window) == {"hierarchies", "anonymize"}


def test_that_a_search_that_finds_nothing_leaves_the_window_ready_again(window: MainWindow, qtbot, document: Document):
    model = document.job.privacy[0].model_copy(update={"k": 99})
    document.push(change_privacy(document, (model,), "k", mergeable=True))
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.result is not None, timeout=LONG)
    assert shown_button(window) == {"anonymize"}
    assert window.actions_by_name["anonymize"].isEnabled()
    assert not window.actions_by_name["stop"].isEnabled()
    assert window.command_bar.state[0] == "Nothing satisfies these rules."


def test_that_a_search_that_fails_leaves_the_window_ready_again(
    window: MainWindow, qtbot, document: Document, monkeypatch: pytest.MonkeyPatch
):
    def fail(*_arguments: object) -> None:
        raise RuntimeError("a defect")

    monkeypatch.setattr("arxdesk.core.session.searching.search", fail)
    with qtbot.waitSignal(window.session.crashed, timeout=LONG):
        window.session.searching.anonymize()
    assert window.dialog is not None
    window.dialog.reject()
    assert shown_button(window) == {"anonymize"}
    assert not window.actions_by_name["stop"].isEnabled()


def named(widget: QWidget) -> str:
    text = widget.text() if isinstance(widget, QAbstractButton) else ""
    return widget.accessibleName() or text


def without_names(root: QWidget) -> list[str]:
    found = []
    for widget in root.findChildren(QWidget):
        if not isinstance(widget, INTERACTIVE) or isinstance(widget, QScrollBar) or not widget.isVisible():
            continue
        is_inside = isinstance(widget.parent(), QAbstractSpinBox | QComboBox)
        if not is_inside and not widget.objectName().startswith(QT_INTERNALS) and not named(widget):
            if type(widget).__name__ == "QAbstractButton":  # Qt's own corner of a table
                continue
            found.append(f"{type(widget).__name__} in {type(widget.parent()).__name__}")
    return found


def test_that_every_control_of_the_window_has_a_name_for_screen_readers(window: MainWindow, applied: Document):
    for key in PERSPECTIVES:
        window.show_perspective(key)
        assert without_names(window) == []


def test_that_every_control_of_the_dialogs_has_a_name(window: MainWindow):
    window.messages.tell_crash(ValueError, None)
    assert without_names(window.dialog) == []
    window.dialog.reject()
    about = AboutDialog(window)
    about.show()
    assert without_names(about) == []
    about.deleteLater()


def test_that_perspectives_are_reached_by_keys(window: MainWindow, qtbot, document: Document):
    for number, key in enumerate(PERSPECTIVES):
        QTest.keyClick(window, Qt.Key(Qt.Key.Key_1 + number), Qt.KeyboardModifier.ControlModifier)
        assert window.rail.current == key
        assert window.workspace.currentWidget() is window.workspace.perspectives[key]


def test_that_tab_goes_through_configure_and_comes_back(window: MainWindow, qtbot, document: Document):
    with qtbot.waitActive(window):
        window.activateWindow()
    configure = window.workspace.perspectives["configure"]
    qtbot.waitUntil(lambda: not configure.turns.isActive())  # until then its parts are being made
    configure.records_view.table.setFocus()
    seen: list[QWidget] = []
    for _ in range(120):
        focused = window.focusWidget()
        if focused in seen and focused is not seen[-1]:  # a text with a link takes two steps
            break
        seen.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
    assert focused is seen[0], "the focus is caught in a part of the window"
    inspector = configure.inspector
    for control in (
        inspector.treatment_rows.levels.high,
        inspector.treatment_rows.levels.weight.box,
        configure.privacy_view.cards[0].k,
        configure.limits_view.suppression.limit.box,
    ):
        assert control in seen


@pytest.fixture
def searching(window: MainWindow, qtbot) -> Document:
    made = Document(*wide_project(), None, window.session)
    window.session._replace_document(made)
    with qtbot.waitActive(window):
        window.activateWindow()
    window.session.searching.anonymize()
    return made


def test_that_esc_stops_the_search(window: MainWindow, qtbot, searching: Document):
    qtbot.waitUntil(lambda: window.panel.curves.update_count >= 2, timeout=LONG)
    QTest.keyClick(window, Qt.Key.Key_Escape)
    qtbot.waitUntil(lambda: searching.result is not None, timeout=LONG)
    assert searching.result.solution.best is not None


def test_that_esc_in_a_dialog_closes_the_dialog_and_the_search_goes_on(window: MainWindow, qtbot, searching: Document):
    window.actions_by_name["about"].trigger()
    dialog = window.dialog
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    with qtbot.waitSignal(dialog.finished):
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert window.dialog is None
    assert window.session.is_busy(SEARCHING)
    (search,) = (task for (activity, _), task in window.session.jobs._current.items() if activity is SEARCHING)
    assert not search._control.stopped


def test_that_the_stop_button_has_the_keyboard_while_searching_and_the_perspective_afterwards(
    window: MainWindow, qtbot, searching: Document
):
    assert window.focusWidget() is window.buttons["stop"]
    window.session.searching.stop()
    qtbot.waitUntil(lambda: searching.result is not None, timeout=LONG)
    assert window.workspace.currentWidget().isAncestorOf(window.focusWidget())


def test_that_closing_the_panel_leaves_the_search_running(window: MainWindow, searching: Document, qtbot):
    qtbot.waitUntil(window.panel.isVisible, timeout=LONG)
    window.panel.closed.emit()
    assert window.panel.isHidden()
    assert not window.actions_by_name["panel"].isChecked()
    assert window.session.is_busy(SEARCHING)
    window.actions_by_name["panel"].trigger()
    assert window.panel.isVisible()
