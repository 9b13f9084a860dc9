"""The keyboard begins each page of the import with what is done there first; reasons are read in full."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from tests.arxdesk.importing.conftest import Wizard


def begun(wizard: Wizard, qtbot) -> str:
    """What has the keyboard, once the page has settled."""
    dialog = wizard.dialog
    qtbot.waitUntil(lambda: dialog.focusWidget() not in (None, dialog))
    return dialog.focusWidget().accessibleName() or dialog.focusWidget().text()


def test_that_each_page_begins_with_its_first_field(wizard: Wizard, qtbot, tmp_path: Path):
    assert begun(wizard, qtbot) == "Choose a file..."
    (tmp_path / "people.csv").write_text("age,sex\n1,m\n2,f\n3,f\n")
    wizard.open(tmp_path / "people.csv")
    expected = ["Separator", "Columns", "Propose hierarchies for all quasi-identifiers"]
    for place, name in enumerate(expected, start=1):
        qtbot.waitUntil(wizard.dialog.next_button.isEnabled)
        assert wizard.dialog.place == place
        assert begun(wizard, qtbot) == name
        QTest.keyClick(wizard.dialog.focusWidget(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: bool(wizard.made))


def test_that_rows_are_as_high_as_their_reasons_need(wizard: Wizard, tmp_path: Path):
    (tmp_path / "people.csv").write_text("admission_date,x\n2024-01-01,1\n2024-01-02,2\n2024-01-03,3\n")
    wizard.open(tmp_path / "people.csv")
    wizard.dialog.go_on()
    wizard.settle()
    rows = wizard.dialog.roles_page.view.verticalHeader()
    wizard.dialog.resize(1024, 680)
    assert rows.sectionSize(0) == 40
    wizard.dialog.resize(1900, 680)
    assert rows.sectionSize(0) == 24


def test_that_going_back_begins_the_page_before(wizard: Wizard, qtbot, tmp_path: Path):
    (tmp_path / "people.csv").write_text("age,sex\n1,m\n2,f\n3,f\n")
    wizard.open(tmp_path / "people.csv")
    wizard.dialog.go_on()
    assert begun(wizard, qtbot) == "Columns"
    QTest.keyClick(wizard.dialog.focusWidget(), Qt.Key.Key_Left, Qt.KeyboardModifier.AltModifier)
    assert begun(wizard, qtbot) == "Separator"
    wizard.dialog.go_back()
    assert begun(wizard, qtbot) == "File", "the kind of source: Return goes on with the file that is there"
