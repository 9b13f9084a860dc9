"""Tables as files of every format, and the wizard that reads them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path

import pandas as pd
import pytest
from PySide6.QtWidgets import QApplication

from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.importing.dialog import ImportDialog
from arxdesk.ui import theme

LONG = 30_000
Write = Callable[[pd.DataFrame, Path], None]


class Wizard:
    """The dialog, and what came out of it."""

    def __init__(self, qtbot) -> None:
        self.asked: list[str] = []
        self.answer: Path | None = None
        self.made: list[LoadedProject] = []
        self.dialog = ImportDialog(self._ask, self._ask, self._ask)
        self.dialog.project_made.connect(self.made.append)
        self.flow = self.dialog.flow
        self._qtbot = qtbot
        self.dialog.show()

    def _ask(self, _parent: object) -> Path | None:
        self.asked.append("file")
        return self.answer

    def settle(self) -> None:
        """Wait until nothing is read or made."""
        self._qtbot.waitUntil(lambda: not self.flow.busy, timeout=LONG)

    def open(self, path: Path) -> None:
        """Open a file and wait."""
        self.dialog.open_file(path)
        self.settle()

    def finish(self) -> LoadedProject:
        """Accept everything as it is."""
        with self._qtbot.waitSignal(self.dialog.project_made, timeout=LONG):
            self.dialog.at_once.click()
        return self.made[-1]


@pytest.fixture
def wizard(qtbot, qapp: QApplication, no_thread_left: None) -> Iterator[Wizard]:
    theme.apply(qapp, "light")
    made = Wizard(qtbot)
    qtbot.addWidget(made.dialog)
    yield made
    made.dialog.done(0)


PEOPLE = pd.DataFrame(
    {
        "age": [34, 52, 47, 19, 61, 28],
        "sex": ["f", "m", "f", "m", "f", "m"],
        "weight": [61.5, 80.25, 70.0, 66.5, 59.75, 92.0],
        "city": ["Köln", "Łódź", "Bern", "Graz", "Aarau", "Ulm"],
    }
)


def write_sqlite(frame: pd.DataFrame, path: Path) -> None:
    """One table, named people."""
    types = {"i": "INTEGER", "f": "REAL"}
    columns = ", ".join(f'"{name}" {types.get(cells.dtype.kind, "TEXT")}' for name, cells in frame.items())
    connection = sqlite3.connect(path)
    connection.execute(f"CREATE TABLE people ({columns})")
    marks = ", ".join("?" * len(frame.columns))
    rows = [tuple(row) for row in frame.astype(object).itertuples(index=False)]
    connection.executemany(f"INSERT INTO people VALUES ({marks})", rows)  # noqa: S608 - marks alone
    connection.commit()
    connection.close()
