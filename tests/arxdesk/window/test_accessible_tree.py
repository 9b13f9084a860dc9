"""What a screen reader is given on the way from the start to an export: each thing with its name, role and value."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest

from arxdesk.core.document import Document
from arxdesk.core.settings import Settings
from arxdesk.ui.widgets.basics import spoken
from arxdesk.window.window import MainWindow
from tests.arxdesk.accessible_tree import ROLES, faults, roles, there
from tests.arxdesk.conftest import small_project
from tests.arxdesk.driving import until

LONG = 20_000


@pytest.fixture
def document(window: MainWindow) -> Document:
    spoken.begin()
    made = Document(*small_project(), None, window.session)
    window.session._replace_document(made)
    return made


def test_that_each_thing_of_the_start_has_name_role_and_value(window: MainWindow, tmp_path: Path):
    spoken.begin()
    window.show()
    there(window, {ROLES.Button, ROLES.MenuBar, ROLES.StatusBar})
    (tmp_path / "earlier.csv").write_text("a,b\n1,2\n")
    settings = Settings()
    settings.remember(tmp_path / "earlier.csv", "Anonymized")
    settings.remember(tmp_path / "gone.csv", "")
    window.workspace.start_page.show_recent(settings.recent)
    assert faults(window) == []


def test_that_each_thing_on_the_way_has_name_role_and_value(window: MainWindow, qtbot, document: Document):
    window.show()
    window.show_perspective("configure")
    configure = window.workspace.perspectives["configure"]
    qtbot.waitUntil(lambda: not configure.turns.isActive(), timeout=LONG)
    assert faults(window) == []
    assert {ROLES.Table, ROLES.PageTab, ROLES.SpinBox, ROLES.Slider, ROLES.Indicator} <= roles(window)
    window.session.searching.anonymize()
    until(window, qtbot, lambda: document.applied is not None)
    for key, expected in (
        ("explore", {ROLES.Chart, ROLES.RadioButton}),
        ("quality", {ROLES.Table, ROLES.Chart}),
        ("risk", {ROLES.ProgressBar, ROLES.Chart, ROLES.Table}),
    ):
        window.show_perspective(key)
        arrived = partial(there, window, expected)  # parts are made and figures come in turns
        qtbot.waitUntil(arrived, timeout=LONG)


def test_that_each_thing_of_the_export_has_name_role_and_value(window: MainWindow, qtbot):
    spoken.begin()
    window.show()
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    window.session.searching.anonymize()
    until(window, qtbot, lambda: window.document.applied is not None)
    window.actions_by_name["export"].trigger()
    qtbot.waitUntil(lambda: window.dialog is not None and window.dialog.isVisible(), timeout=LONG)
    there(window.dialog, {ROLES.Table, ROLES.Button, ROLES.CheckBox})
    window.dialog.reject()
