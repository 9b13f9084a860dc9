"""The page of the keyboard: the keys of the window, each once in the menus, with its command."""

import re

from tests.packaging.scripts import load_script

shortcut_reference = load_script("documentation.shortcut_reference").shortcut_reference


def test_that_keys_are_listed_with_their_commands(qapp):
    told = shortcut_reference()
    assert "| `Ctrl+E` | Export | Write the output table to a file |" in told
    assert "| `Alt+I` | Identifying | The column in focus names people |" in told
    assert "| `Ctrl+Z` | Undo |  |" in told
    assert "| `F2` | Rename | Rename the group everywhere |" in told.partition("## While")[2]


def test_that_no_key_of_the_menus_has_two_commands(qapp):
    menus = shortcut_reference().partition("## While")[0]
    keys = [key for line in menus.splitlines() for key in re.findall(r"`([^`]+)`", line.partition(" | ")[0])]
    assert len(keys) > 60
    assert len(set(keys)) == len(keys)
