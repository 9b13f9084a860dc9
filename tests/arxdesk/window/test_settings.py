"""The dialog of the settings: what is chosen there holds, and only once it is applied."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractSpinBox, QApplication, QComboBox, QLineEdit

from arxdesk.app import make_window
from arxdesk.core import file_dialogs as files
from arxdesk.core.document import Document
from arxdesk.core.preferences import (
    BEGINNING,
    CORES,
    FOLDER,
    LOOK,
    PAGE_SIZE,
    REMOVED,
    SETTINGS,
    SHUFFLE,
    ChoiceSetting,
    groups,
)
from arxdesk.core.settings import Settings
from arxdesk.settings.dialog import SettingsDialog
from arxdesk.ui import theme
from arxdesk.ui.widgets.tables.paging.page_size import DEFAULT_PAGE_SIZE, page_size
from arxdesk.window.window import MainWindow
from tests.arxdesk.conftest import small_project

LONG = 30_000


@pytest.fixture(autouse=True)
def usual_pages():
    yield
    page_size.set(DEFAULT_PAGE_SIZE)
    theme.apply(QApplication.instance(), "light")


@pytest.fixture
def dialog(window: MainWindow) -> SettingsDialog:
    window.actions_by_name["settings"].trigger()
    assert isinstance(window.dialog, SettingsDialog)
    return window.dialog


def test_that_every_setting_has_a_control_with_its_name_in_its_group(dialog: SettingsDialog):
    assert [dialog.list.item(row).text() for row in range(dialog.list.count())] == [name for name, _all in groups()]
    for name, settings in groups():
        dialog.show_group(name)
        for setting in settings:
            widget = dialog.fields[setting.key].widget
            assert widget.isVisible(), setting.key
            parts = [widget, *widget.findChildren(QLineEdit), *widget.findChildren(QComboBox)]
            texts = [each.accessibleName() or getattr(each, "text", str)() for each in parts]
            assert isinstance(setting, ChoiceSetting) or any(texts), setting.key
    assert dialog.values == {setting.key: setting.default for setting in SETTINGS}


def test_that_what_is_chosen_holds_from_apply_on_and_in_the_next_start(window: MainWindow, dialog: SettingsDialog):
    for key, value in ((PAGE_SIZE.key, 30), (CORES.key, 1), (REMOVED.key, "drop"), (SHUFFLE.key, True)):
        dialog.fields[key].show(value)
    assert page_size.number == DEFAULT_PAGE_SIZE
    assert window.session.jobs.threads is None
    QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)
    assert page_size.number == 30
    assert window.session.jobs.threads == 1
    again = Settings()
    assert [again.value(each) for each in (PAGE_SIZE, CORES, REMOVED, SHUFFLE)] == [30, 1, "drop", True]
    assert again.value(LOOK) == "system"


def test_that_cancel_keeps_everything_and_gives_the_look_back(window: MainWindow, dialog: SettingsDialog):
    window.flows.settings.choose_look("light")
    dialog.fields[PAGE_SIZE.key].show(30)
    dialog.fields[LOOK.key].widget.setCurrentIndex(2)
    assert theme.current().scheme == "dark", "a look is tried on at once"
    assert Settings().value(LOOK) == "light"
    QTest.mouseClick(dialog.foot.cancel, Qt.MouseButton.LeftButton)
    assert theme.current().scheme == "light"
    assert Settings().value(PAGE_SIZE) == page_size.number == DEFAULT_PAGE_SIZE


def test_that_a_look_that_was_applied_is_ticked_in_the_menu(window: MainWindow, dialog: SettingsDialog):
    dialog.fields[LOOK.key].widget.setCurrentIndex(2)
    QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)
    assert theme.current().scheme == "dark"
    assert window.actions_by_name["dark"].isChecked()
    assert Settings().value(LOOK) == "dark"
    window.actions_by_name["light"].trigger()
    assert Settings().value(LOOK) == "light"


def test_that_defaults_come_back_with_apply_alone(window: MainWindow, dialog: SettingsDialog, tmp_path: Path):
    Settings().store(PAGE_SIZE, 30)
    dialog.show_values({**dialog.values, PAGE_SIZE.key: 30, FOLDER.key: str(tmp_path), LOOK.key: "dark"})
    QTest.mouseClick(dialog.defaults_button, Qt.MouseButton.LeftButton)
    assert dialog.values == {setting.key: setting.default for setting in SETTINGS}
    assert Settings().value(PAGE_SIZE) == 30
    QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)
    assert Settings().value(PAGE_SIZE) == PAGE_SIZE.default


def test_that_a_folder_is_browsed_for(dialog: SettingsDialog, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    answers = [tmp_path, None]
    monkeypatch.setattr("arxdesk.settings.fields.ask_for_folder", lambda *_: answers.pop(0))
    browse = dialog.fields[FOLDER.key].widget.findChildren(type(dialog.foot.primary))[0]
    QTest.mouseClick(browse, Qt.MouseButton.LeftButton)
    QTest.mouseClick(browse, Qt.MouseButton.LeftButton)
    assert dialog.values[FOLDER.key] == str(tmp_path), "giving up changes nothing"


def test_that_the_keyboard_reaches_groups_and_fields(window: MainWindow, qtbot, dialog: SettingsDialog):
    with qtbot.waitActive(dialog):
        dialog.activateWindow()
    dialog.list.setFocus()
    QTest.keyClick(dialog.list, Qt.Key.Key_Down)
    assert dialog.list.currentItem().text() == "Lists"
    for _press in range(6):
        QTest.keyClick(dialog.focusWidget(), Qt.Key.Key_Tab)
        if isinstance(dialog.focusWidget(), QAbstractSpinBox):
            break
    assert dialog.focusWidget() is dialog.fields[PAGE_SIZE.key].widget


@pytest.mark.parametrize("cores", [1, 2])
def test_that_a_search_uses_as_many_cores_as_are_settled(window: MainWindow, qtbot, cores: int, monkeypatch):
    window.session.jobs.threads = cores
    seen: list[int] = []

    def watched(job, dataset, hierarchies, control):
        seen.append(control.threads)
        raise RuntimeError("seen enough")

    monkeypatch.setattr("arxdesk.core.session.searching.search", watched)
    made = Document(*small_project(), None, window.session)
    window.session._replace_document(made)
    with qtbot.waitSignal(window.session.crashed, timeout=LONG):
        window.session.searching.anonymize()
    assert seen == [cores]
    window.dialog.reject()


def project_file(folder: Path) -> Path:
    (folder / "people.csv").write_text("a,b\n1,2\n3,4\n")
    file = folder / "last.toml"
    file.write_text('[data]\npath = "people.csv"\n')
    return file


@pytest.mark.parametrize(("beginning", "opens"), [("start-page", False), ("last-project", True)])
def test_that_the_last_project_opens_at_the_start_where_that_is_wanted(
    qtbot, qapp, tmp_path: Path, no_thread_left, beginning: str, opens: bool
):
    settings = Settings()
    settings.remember(project_file(tmp_path), "2 records")
    settings.store(BEGINNING, beginning)
    made = make_window(qapp)
    qtbot.addWidget(made)
    if opens:
        qtbot.waitUntil(lambda: made.document is not None, timeout=LONG)
        assert made.document.name == "last"
    else:
        with qtbot.waitSignal(made.session.recovery.found, timeout=LONG):
            pass
        QTest.qWait(50)
        assert made.document is None
    made.close()


def test_that_a_last_project_that_is_gone_leaves_the_start_page(qtbot, qapp, tmp_path: Path, no_thread_left):
    settings = Settings()
    settings.remember(tmp_path / "gone.toml", "2 records")
    settings.store(BEGINNING, "last-project")
    made = make_window(qapp)
    qtbot.addWidget(made)
    with qtbot.waitSignal(made.session.recovery.found, timeout=LONG):
        pass
    assert made.document is None
    assert made.dialog is None
    made.close()


def test_that_choosing_a_file_begins_in_the_folder_that_is_settled(window: MainWindow, tmp_path: Path, monkeypatch):
    begun: list[str] = []
    monkeypatch.setattr(files, "_last", {})

    def ask(_parent: object, _title: str, folder: str, *_filters: object) -> tuple[str, str]:
        begun.append(folder)
        return "", ""

    monkeypatch.setattr("arxdesk.core.file_dialogs.QFileDialog.getOpenFileName", ask)
    files.ask_for_table(window)
    Settings().store(FOLDER, str(tmp_path))
    files.ask_for_table(window)
    Settings().store(FOLDER, str(tmp_path / "gone"))
    files.ask_for_table(window)
    assert begun == ["", str(tmp_path), ""]


def test_that_results_are_proposed_beside_the_project_else_in_the_folder_that_is_settled(tmp_path: Path):
    assert files.folder_for(tmp_path / "study" / "a.toml") == tmp_path / "study"
    assert files.folder_for(None) == Path.home()
    Settings().store(FOLDER, str(tmp_path))
    assert files.folder_for(None) == tmp_path
