"""From an unfamiliar file to a finished anonymization: by mouse alone without typing, and by keyboard alone."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from arxdesk.configure.protection.presets_dialog import PresetsDialog
from arxdesk.core.preferences import FOLDER
from arxdesk.core.settings import Settings
from arxdesk.explore.search.dialog import AnonymizeDialog
from arxdesk.exporting.dialog import ExportDialog
from arxdesk.projects import flow as project_flow
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import Role
from tests.arxdesk.driving import LONG, shown_wizard

LEFT = Qt.MouseButton.LeftButton
MOST_CLICKS = 12
CLICKS_TO_CHOOSE_A_FILE = 2
"""In the dialog of the system, which tests answer: the file and Open."""
DIAGNOSES = ("E11.9", "I10", "J45.9", "F32.1", "M54.5", "K21.0")


@pytest.fixture
def patients(tmp_path: Path) -> Path:
    """A file as it comes out of a ward: semicolons, umlauts, leading zeros, missing and impossible cells."""
    draw = random.Random(3)  # noqa: S311 - nothing here is secret
    path = tmp_path / "stationäre Fälle.csv"
    lines = ["Fallnummer;Nachname;Geburtsdatum;Geschlecht;PLZ;Diagnose;Kosten"]
    for number in range(1_500):
        born = f"{draw.randint(1, 28):02}.{draw.randint(1, 12):02}.{draw.randint(1935, 2004)}"
        name = draw.choice(("Müller", "Weiß", "Schröder", "Jäger", "Groß", "Vogel", "Bäcker"))
        sex = draw.choice(("m", "w", "w", "?" if number % 97 == 0 else "m"))
        code = draw.choice(("01067", "01069", "01097", "04109", "04155", "80331"))
        cost = f"{draw.randint(300, 9_000)},{draw.randint(0, 99):02}"
        lines.append(f"{700_000 + number};{name};{born};{sex};{code};{draw.choice(DIAGNOSES)};{cost}")
    path.write_bytes("\r\n".join(lines).encode("cp1252"))
    return path


class Person:
    """Someone with a mouse or a keyboard, and nothing else."""

    def __init__(self, qtbot) -> None:
        self._qtbot = qtbot
        self.clicks = 0
        self.keys = 0

    def click(self, widget: QWidget, place: QPoint | None = None) -> None:
        """Press a control that can be seen and used; one that is covered by another window cannot."""
        self._qtbot.waitUntil(lambda: widget.isVisible() and widget.isEnabled(), timeout=LONG)
        modal = QApplication.activeModalWidget()
        assert modal is None or modal.isAncestorOf(widget)
        QTest.mouseClick(widget, LEFT, pos=place or widget.rect().center())
        self.clicks += 1

    def press(
        self,
        key: Qt.Key,
        modifiers: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
        window: QWidget | None = None,
    ) -> None:
        """Press a key, wherever the keyboard is; in a window that a window system would have brought to the front."""
        target = QApplication.focusWidget() or QApplication.activeWindow()
        if window is not None:
            target = window.focusWidget() or window
        assert target is not None
        QTest.keyClick(target, key, modifiers)
        self.keys += 1


@pytest.fixture
def person(qtbot) -> Person:
    return Person(qtbot)


@pytest.fixture
def answered(monkeypatch, patients, tmp_path: Path) -> Path:
    """The dialogs of the system are answered; returns what is exported to."""
    result = tmp_path / "result" / f"{patients.stem}-anonymous.csv"
    result.parent.mkdir()
    Settings().store(FOLDER, str(result.parent))
    monkeypatch.setattr(project_flow, "ask_for_table_or_project", lambda _parent: patients)
    return result


def button(parent: QWidget, text: str) -> QPushButton:
    return next(each for each in parent.findChildren(QPushButton) if each.text().startswith(text))


def require_protected(window: MainWindow, result: Path) -> None:
    """What a data-protection officer would look at, counted from the file alone."""
    document = window.document
    assert document is not None
    roles = {name: document.settings_of(name).role for name in document.dataset.names}
    assert {roles[name] for name in ("Fallnummer", "Nachname")} == {Role.IDENTIFYING}
    assert {roles[name] for name in ("Geburtsdatum", "Geschlecht", "PLZ")} == {Role.QUASI_IDENTIFYING}
    assert roles["Diagnose"] is Role.SENSITIVE
    table = pd.read_csv(result, sep=";", dtype=str, keep_default_na=False, encoding="utf-8")
    assert 0.95 * 1_500 <= len(table) <= 1_500, "removed records are left out"
    assert not {"Fallnummer", "Nachname"} & set(table), "and so are columns that would read * everywhere"
    quasi = [name for name, role in roles.items() if role is Role.QUASI_IDENTIFYING]
    rows = list(table[quasi].itertuples(index=False, name=None))
    assert tuple("*" for _name in quasi) not in rows
    groups = Counter(rows)
    assert min(groups.values()) >= 5
    for group in groups:
        assert len({table["Diagnose"][place] for place, row in enumerate(rows) if row == group}) >= 2
    assert len(groups) > 1


def test_that_twelve_clicks_and_no_typing_lead_from_a_file_to_a_result(
    window: MainWindow, person: Person, qtbot, answered: Path, picture
):
    person.click(window.workspace.start_page.open_button)
    person.clicks += CLICKS_TO_CHOOSE_A_FILE
    wizard = shown_wizard(window, qtbot)
    picture(wizard, "new-user-import")
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        person.click(wizard.at_once)
    configure = window.workspace.perspectives["configure"]
    qtbot.waitUntil(lambda: not configure.turns.isActive(), timeout=LONG)
    person.click(button(configure.privacy_view, "Presets"))
    qtbot.waitUntil(lambda: isinstance(window_dialog(window), PresetsDialog), timeout=LONG)
    presets = window_dialog(window)
    research = presets.list.findItems("Research use", Qt.MatchFlag.MatchExactly)[0]
    person.click(presets.list.viewport(), presets.list.visualItemRect(research).center())
    person.click(presets.foot.primary)
    picture(window, "new-user-configured")
    document = window.document
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        person.click(window.buttons["anonymize"])
        person.click(window.dialog.foot.primary)
    with qtbot.waitSignal(window.session.exporting.exported, timeout=LONG):
        person.click(window.buttons["export"])
        assert isinstance(window.dialog, ExportDialog)
        person.click(window.dialog.at_once)
    person.click(window.dialog.next_button)
    picture(window, "new-user-result")
    require_protected(window, answered)
    assert person.clicks <= MOST_CLICKS


def test_that_the_keyboard_alone_leads_from_a_file_to_a_result(
    window: MainWindow, person: Person, qtbot, answered: Path
):
    control = Qt.KeyboardModifier.ControlModifier
    back_in_front(window, qtbot)
    person.press(Qt.Key.Key_O, control)
    wizard = shown_wizard(window, qtbot)
    pages = len(wizard.pages)
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        for _page in range(pages):
            qtbot.waitUntil(wizard.next_button.isEnabled, timeout=LONG)
            person.press(Qt.Key.Key_Return)
            if wizard.place == pages - 1 and not wizard.next_button.isEnabled():
                break
    qtbot.waitUntil(lambda: window.dialog is None, timeout=LONG)
    back_in_front(window, qtbot)
    person.press(Qt.Key.Key_P, control | Qt.KeyboardModifier.ShiftModifier)
    qtbot.waitUntil(lambda: isinstance(window_dialog(window), PresetsDialog), timeout=LONG)
    presets = window_dialog(window)
    qtbot.waitUntil(presets.isActiveWindow, timeout=LONG)
    person.press(Qt.Key.Key_Down)
    person.press(Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: window_dialog(window) is None, timeout=LONG)
    back_in_front(window, qtbot)
    document = window.document
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        person.press(Qt.Key.Key_Return, control)
        qtbot.waitUntil(lambda: isinstance(window.dialog, AnonymizeDialog), timeout=LONG)
        qtbot.waitUntil(window.dialog.isActiveWindow, timeout=LONG)
        person.press(Qt.Key.Key_Return)
        back_in_front(window, qtbot)
    with qtbot.waitSignal(window.session.exporting.exported, timeout=LONG):
        person.press(Qt.Key.Key_E, control)
        qtbot.waitUntil(lambda: isinstance(window.dialog, ExportDialog), timeout=LONG)
        for _page in range(2):
            person.press(Qt.Key.Key_Return, window=window.dialog)
    require_protected(window, answered)
    assert person.clicks == 0


def back_in_front(window: MainWindow, qtbot) -> None:
    """What a window system does once a dialog has gone; the one of tests does not."""
    with qtbot.waitActive(window):
        window.activateWindow()


def window_dialog(window: MainWindow) -> QWidget | None:
    """The dialog that is open over the window."""
    shown = [each for each in QApplication.topLevelWidgets() if isinstance(each, PresetsDialog) and each.isVisible()]
    return shown[0] if shown else window.dialog
