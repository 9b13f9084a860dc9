"""Stored settings: preferences, recent projects, geometry of the window."""

from __future__ import annotations

import datetime as dt
import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeVar

from PySide6.QtCore import QByteArray, QSettings

from arxdesk.core.preferences import Setting

MAX_RECENT = 10
USUAL_TEXT, TEXT_LIMITS = 100, (90, 200)
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class RecentProject:
    """A recent project or table, its state in words, and the day (ISO 8601, "" if unknown)."""

    path: str
    state: str
    day: str = ""

    @property
    def exists(self) -> bool:
        """Whether its file still exists."""
        return os.path.isfile(self.path)  # noqa: PTH113 - Path.is_file fails where a folder may not be looked into


class Settings:
    """Reads and writes the settings of the user. No data values are ever stored here."""

    def __init__(self) -> None:
        self._store = QSettings()

    def value(self, setting: Setting[T]) -> T:
        """The chosen value, or the default."""
        stored = self._store.value(setting.key)
        return setting.default if stored is None else setting.parsed(stored)

    def store(self, setting: Setting[T], value: T) -> None:
        """Store a chosen value."""
        self._store.setValue(setting.key, setting.stored(value))

    @property
    def recent(self) -> tuple[RecentProject, ...]:
        """The projects opened last, the last one first."""
        try:
            entries = json.loads(str(self._store.value("recent", "[]")))
            return tuple(
                RecentProject(str(entry["path"]), str(entry["state"]), str(entry.get("day", "")))
                for entry in entries[:MAX_RECENT]
            )
        except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
            return ()  # somebody edited the file; the list is a convenience

    def remember(self, path: Path, state: str) -> None:
        """Put a project or a table first in the list."""
        project = RecentProject(str(path.absolute()), state, dt.datetime.now().astimezone().date().isoformat())
        others = [entry for entry in self.recent if entry.path != project.path]
        self._write_recent([project, *others][:MAX_RECENT])

    def forget_all(self) -> None:
        """Clear the list of recent projects."""
        self._write_recent([])

    def bytes(self, key: str) -> QByteArray:
        """A stored geometry, empty when there is none."""
        value = self._store.value(key)
        return value if isinstance(value, QByteArray) else QByteArray()

    def store_bytes(self, key: str, value: QByteArray) -> None:
        """Store a geometry."""
        self._store.setValue(key, value)

    @property
    def system_text_size(self) -> int:
        """The text size of the system at the last start, in percent."""
        try:
            percent = int(str(self._store.value("system-text-size", USUAL_TEXT)))
        except ValueError:
            return USUAL_TEXT
        return min(max(percent, TEXT_LIMITS[0]), TEXT_LIMITS[1])

    def store_system_text_size(self, percent: int) -> None:
        """Store the text size of the system for the next start."""
        self._store.setValue("system-text-size", percent)

    def _write_recent(self, projects: list[RecentProject]) -> None:
        self._store.setValue("recent", json.dumps([asdict(project) for project in projects]))
