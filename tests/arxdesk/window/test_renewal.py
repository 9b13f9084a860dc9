"""Another language: the window is made anew over the same session, and nothing of the work is lost."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QCoreApplication, QLocale
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from shiboken6 import isValid

from arxdesk.app import make_window
from arxdesk.core.commands import ChangeAttributes
from arxdesk.core.document import Document
from arxdesk.core.preferences import LANGUAGE
from arxdesk.core.session.activities import SEARCHING
from arxdesk.core.settings import Settings
from arxdesk.help.window import show_help, shown_help
from arxdesk.settings.dialog import SettingsDialog
from arxdesk.ui import languages
from arxdesk.window.renewal import Renewal
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation import language
from arxdesk_engine.foundation.language import set_language
from tests.arxdesk.anonymizing import anonymize
from tests.arxdesk.conftest import small_project, wide_project

LONG = 30_000


@pytest.fixture(autouse=True)
def english_afterwards(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.delenv(languages.VARIABLE, raising=False)
    before = QLocale()
    yield
    languages.begin("en")
    QLocale.setDefault(before)
    set_language("en")


@pytest.fixture
def renewal(qtbot, qapp: QApplication, no_thread_left: None) -> Iterator[Renewal]:
    window = make_window(qapp)
    made = Renewal(window, window.settings)
    yield made
    made.window.session.close_document()
    made.window.close()
    made.window.deleteLater()
    made.deleteLater()


def choose(renewal: Renewal, code: str) -> None:
    """In the dialog, as a user does."""
    renewal.window.actions_by_name["settings"].trigger()
    dialog = renewal.window.dialog
    assert isinstance(dialog, SettingsDialog)
    dialog.fields[LANGUAGE.key].show(code)
    dialog.accept()


def open_project(window: MainWindow, project=small_project) -> Document:
    document = Document(*project(), None, window.session)
    window.session._replace_document(document)
    return document


def test_that_the_work_goes_on_in_another_language(renewal: Renewal, qtbot):
    old, session = renewal.window, renewal.window.session
    document = open_project(old)
    role = document.settings_of("note").model_copy(update={"role": Role.IDENTIFYING})
    document.push(ChangeAttributes(document, {"note": role}, "Role of note"))
    anonymize(old, qtbot)
    old.show_perspective("quality")
    old.resize(1100, 760)
    steps, result = document.undo_stack.count(), document.result
    with qtbot.waitSignal(renewal.renewed, timeout=LONG):
        choose(renewal, "de")
    new = renewal.window
    assert new is not old
    assert (new.session, new.document) == (session, document)
    assert (document.undo_stack.count(), document.result) == (steps, result)
    assert new.undo_actions.undo.isEnabled()
    assert new.rail.current == "quality"
    assert new.size() == old.size()
    assert len(new.panel.runs.runs) == 1
    assert language.language() == "de"
    assert QLocale().toString(1.5) == "1,5"
    QCoreApplication.sendPostedEvents(None, 52)  # deferred deletion
    assert not isValid(old)
    assert new.isVisible()
    new.show_perspective("configure")
    document.undo_stack.undo()
    assert document.settings_of("note").role != Role.IDENTIFYING
    document.wishes.show_perspective("risk")
    assert new.rail.current == "risk"


def test_that_the_start_page_and_the_help_come_back(renewal: Renewal, qtbot):
    show_help("settings")
    with qtbot.waitSignal(renewal.renewed, timeout=LONG):
        choose(renewal, "fr")
    assert renewal.window.document is None
    assert renewal.window.workspace.currentWidget() is renewal.window.workspace.start_page
    shown = shown_help()
    assert shown is not None
    assert shown.topic == ("settings", "")


def test_that_a_change_waits_for_a_search(renewal: Renewal, qtbot):
    old = renewal.window
    open_project(old, wide_project)
    old.session.searching.anonymize()
    qtbot.waitUntil(lambda: old.session.is_busy(SEARCHING), timeout=LONG)
    choose(renewal, "es")
    assert old.status.currentMessage() == "The language changes as soon as what runs has ended."
    QTest.qWait(200)
    assert renewal.window is old
    with qtbot.waitSignal(renewal.renewed, timeout=LONG):
        old.session.searching.stop()
    assert renewal.window.document is not None
    assert renewal.window.document.result is not None


def test_that_a_variable_comes_first(renewal: Renewal, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv(languages.VARIABLE, "fr_CA.UTF-8")
    assert languages.language_of("de") == "fr"
    choose(renewal, "de")
    assert renewal.window.status.currentMessage() == "The language is that of ARXDESK_LANGUAGE."
    assert Settings().value(LANGUAGE) == "de"


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        (["de-Latn-AT", "de-AT", "de"], "de"),
        (["it-IT", "it", "fr-FR", "fr"], "fr"),
        (["it-IT"], "en"),
        (["C"], "en"),
        (["en-GB", "es"], "en"),
        ([], "en"),
    ],
)
def test_that_the_first_language_of_the_system_with_texts_is_taken(wanted: list[str], code: str):
    assert languages.language_of("system", wanted) == code


@pytest.mark.parametrize(
    ("choice", "system", "number"),
    [
        ("system", "de_CH", "12'345.5"),
        ("de", "de_CH", "12'345.5"),
        ("fr", "de_CH", "12\u202f345,5"),
        ("system", "it_IT", "12.345,5"),
        ("en", "it_IT", "12,345.5"),
        ("es", "C", "12.345,5"),
    ],
)
def test_that_numbers_follow_the_region_where_the_language_is_that_of_the_system(choice, system, number):
    assert languages.locale_of(choice, QLocale(system)).toString(12345.5) == number


def test_that_texts_of_qt_follow(qapp: QApplication):
    languages.begin("de")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Abbrechen"
    languages.begin("en")
    assert QCoreApplication.translate("QPlatformTheme", "Cancel") == "Cancel"
