"""The list of keys says what the menus do, in every language."""

from __future__ import annotations

from PySide6.QtGui import QKeySequence

from arxdesk.window.shortcuts_dialog import ShortcutsDialog, shortcuts_of
from arxdesk.window.window import MainWindow


def test_that_each_command_with_keys_is_listed_once(window: MainWindow):
    listed = shortcuts_of(window.menuBar())
    assert len({(each.menus, each.command) for each in listed}) == len(listed)
    keys = [key for each in listed for key in each.keys.split(", ")]
    assert len(set(keys)) == len(keys), "no keys stand for two commands"
    actions = window.actions_by_name
    export = QKeySequence("Ctrl+E").toString(QKeySequence.SequenceFormat.NativeText)
    assert [each.command for each in listed if each.keys == export] == [actions["export"].text().rstrip(".")]
    expected = {key.toString(QKeySequence.SequenceFormat.NativeText) for key in actions["larger"].shortcuts()}
    assert expected <= set(keys)


def test_that_the_menu_leads_to_the_list(window: MainWindow, picture):
    window.show()
    window.actions_by_name["shortcuts"].trigger()
    dialog = window.dialog
    assert isinstance(dialog, ShortcutsDialog)
    picture(dialog, "shortcuts")
    assert dialog.model.number_of_rows == len(shortcuts_of(window.menuBar()))
    assert dialog.table.hasFocus() or not dialog.isActiveWindow()
    dialog.reject()
