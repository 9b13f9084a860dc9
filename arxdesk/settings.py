"""What is remembered between starts: looks, recent projects, where the window was."""

from __future__ import annotations

import json
import os
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from PySide6.QtCore import QByteArray, QSettings

Scheme = Literal["system", "light", "dark"]

MAX_RECENT = 10
LIST_PAGE_SIZES = (10, 1000)
"""How few and how many entries a list may show at once."""
_LIST_PAGE_SIZE = 100


@dataclass(frozen=True, slots=True)
class RecentProject:
    """A project that was open, and what could be said of it then."""

    path: str
    state: str

    @property
    def exists(self) -> bool:
        """Whether its file is still there."""
        return os.path.isfile(self.path)  # noqa: PTH113 - Path.is_file fails where a folder may not be looked into


class Settings:
    """Reads and writes the settings of the user. No data values are ever stored here."""

    def __init__(self) -> None:
        self._store = QSettings()

    @property
    def scheme(self) -> Scheme:
        """Light, dark, or as the system has it."""
        value = self._store.value("scheme", "system")
        return value if value in ("system", "light", "dark") else "system"

    @scheme.setter
    def scheme(self, scheme: Scheme) -> None:
        self._store.setValue("scheme", scheme)

    @property
    def list_page_size(self) -> int:
        """How many entries a list shows at once."""
        try:
            number = int(str(self._store.value("list-page-size", _LIST_PAGE_SIZE)))
        except ValueError:
            return _LIST_PAGE_SIZE  # somebody edited the file
        return min(max(number, LIST_PAGE_SIZES[0]), LIST_PAGE_SIZES[1])

    @list_page_size.setter
    def list_page_size(self, number: int) -> None:
        self._store.setValue("list-page-size", number)

    @property
    def recent(self) -> tuple[RecentProject, ...]:
        """The projects opened last, the last one first."""
        try:
            entries = json.loads(str(self._store.value("recent", "[]")))
            return tuple(RecentProject(str(entry["path"]), str(entry["state"])) for entry in entries[:MAX_RECENT])
        except (ValueError, TypeError, KeyError, RecursionError):
            return ()  # somebody edited the file; the list is a convenience

    def remember(self, path: Path, state: str) -> None:
        """Put a project first in the list."""
        project = RecentProject(str(path.absolute()), state)
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

    def _write_recent(self, projects: list[RecentProject]) -> None:
        self._store.setValue("recent", json.dumps([asdict(project) for project in projects]))
