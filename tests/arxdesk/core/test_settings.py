"""What is remembered between starts, also when somebody has edited or damaged the file."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path

import pytest
from PySide6.QtCore import QByteArray, QSettings

from arxdesk.app import make_window
from arxdesk.core.preferences import LOOK, PAGE_SIZE
from arxdesk.core.settings import MAX_RECENT, RecentProject, Settings


@pytest.fixture
def store(qapp) -> QSettings:
    return QSettings()


def test_that_a_first_start_has_defaults(store: QSettings):
    settings = Settings()
    assert settings.value(LOOK) == "system"
    assert settings.recent == ()
    assert settings.bytes("window/geometry").isEmpty()


def test_that_everything_is_read_back(store: QSettings, tmp_path: Path):
    settings = Settings()
    settings.store(LOOK, "dark")
    settings.remember(tmp_path / "a.toml", "10 records")
    settings.store_bytes("splitter/x", QByteArray(b"\x00\xffstate"))
    again = Settings()
    assert again.value(LOOK) == "dark"
    (found,) = again.recent
    assert found == RecentProject(str(tmp_path / "a.toml"), "10 records", found.day)
    assert dt.date.fromisoformat(found.day), "the day that it was open"
    assert again.bytes("splitter/x") == QByteArray(b"\x00\xffstate")
    again.forget_all()
    assert Settings().recent == ()


def test_that_the_last_project_comes_first_once_and_the_list_ends(store: QSettings, tmp_path: Path):
    settings = Settings()
    for number in range(15):
        settings.remember(tmp_path / f"{number}.toml", "")
    settings.remember(tmp_path / "12.toml", "again")
    names = [Path(entry.path).stem for entry in settings.recent]
    assert names[:4] == ["12", "14", "13", "11"]
    assert len(names) == len(set(names)) == MAX_RECENT
    assert settings.recent[0].state == "again"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "{}",
        '{"path": "x"}',
        "[1, 2]",
        '["a"]',
        "[null]",
        '[{"path": "x"}]',
        "12",
        "null",
        '"text"',
        "[" * 5000,
    ],
)
def test_that_a_damaged_list_of_projects_is_an_empty_one(store: QSettings, text: str):
    store.setValue("recent", text)
    assert Settings().recent == ()


@pytest.mark.parametrize("path", ["", "x" * 5000, "a\0b", "/proc/1/root/x.toml"])
def test_that_a_project_at_an_impossible_place_is_missing(store: QSettings, path: str):
    store.setValue("recent", json.dumps([{"path": path, "state": ""}]))
    assert [entry.exists for entry in Settings().recent] == [False]


def test_that_a_project_in_a_folder_that_may_not_be_looked_into_is_missing(monkeypatch: pytest.MonkeyPatch):
    def refused(*_arguments: object, **_options: object) -> os.stat_result:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "stat", refused)
    assert not RecentProject("/secret/project.toml", "").exists


@pytest.mark.parametrize("value", ["", "pink", ["light", "dark"], 3])
def test_that_an_unknown_look_is_that_of_the_system(store: QSettings, value: object):
    store.setValue("scheme", value)
    assert Settings().value(LOOK) == "system"


@pytest.mark.qt_log_ignore("unknown user type")  # Qt says so of the damaged value, and reads nothing
@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"\x00\xff\xfe" * 1000,
        b"[window]\ngeometry=@ByteArray(nonsense)\n[splitter]\nconfigure\\whole=@ByteArray(\\x1)\n",
        b"scheme=@Invalid()\nrecent=@Variant(\\0\\0\\0\\x7f)\n[window\ngeometry=12\n",
        b"scheme=dark, light\nrecent=a, b, c\n",
    ],
)
def test_that_a_damaged_file_is_survived_by_the_window(qtbot, qapp, tmp_path: Path, content: bytes, no_thread_left):
    file = Path(QSettings().fileName())
    assert file.is_relative_to(tmp_path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(content)
    window = make_window(qapp)
    qtbot.addWidget(window)
    assert window.isVisible()
    assert window.settings.recent == ()
    assert window.actions_by_name[window.settings.value(LOOK)].isChecked()
    qapp.processEvents()  # warming starts once the window is up
    window.close()


@pytest.mark.parametrize(
    ("stored", "read"), [(250, 250), ("250", 250), (3, 10), (10**9, 1000), ("many", 100), ([], 100)]
)
def test_that_lists_have_a_sensible_length_whatever_is_stored(store: QSettings, stored: object, read: int):
    store.setValue("list-page-size", stored)
    assert Settings().value(PAGE_SIZE) == read
