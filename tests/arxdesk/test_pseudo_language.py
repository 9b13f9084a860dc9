"""The window in a language that puts brackets around every text: what stands outside is data, or was forgotten."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialog

from arxdesk.app import make_window
from arxdesk.core.document import Document
from arxdesk.core.session.activities import WARMING
from arxdesk.importing.dialog import FINISH
from arxdesk.ui.widgets.basics.deferred import Deferred
from arxdesk.window.window import MainWindow
from tests.arxdesk.driving import shown_wizard
from tests.arxdesk.pseudo_language import OPEN, outside, pseudo_language
from tests.arxdesk.visible_texts import clipped_texts, shown_windows, visible_texts
from tests.places import EXAMPLE

SIZE = (1024, 680)
LONG = 60_000
_WORD = re.compile(r"[^\W\d_][^\W_]{2,}")
NAMES = {
    *("ArxDesk", "ARX", "HIPAA", "PDF", "HTML", "CSV", "SQL", "Deutsch", "English", "Français", "Español", "Apache"),
    *("Ctrl", "Alt", "Shift", "Return", "Esc", "Del", "Ins", "Home", "Left", "Right", "Down", "PageUp", "PageDown"),
    *("SHA", "UTC", "SUDA", "UTF", "Parquet", "Python", "discharge", "csv"),
}
"""Names and keys, which are the same in every language."""
TIGHT = (
    *("Change", "Text quotes", "Anonymize again...", "Example: hospital discharges", "Patients, visits and diagnoses"),
    "CSV, Excel, OpenDocument, Parquet, Stata, SPSS, SAS, or a project",
)
"""Texts that have no room for a third more in the smallest window: translations have to be about as short."""
OF_QT = ("Scroll Left", "Scroll Right")
"""Qt has its own catalogues."""
DIALOGS = (
    *("settings", "about", "properties", "audit_trail", "releases", "add_model", "presets", "guess_roles"),
    *("create_hierarchy", "add_perturbation", "safe_harbor", "anonymize"),
)
LATER = ("export", "report")
"""Dialogs that need a result."""


class Reader:
    """Collects what is left in English, by where it stands."""

    def __init__(self, window: MainWindow, qtbot) -> None:
        self.window, self.qtbot = window, qtbot
        self.english: set[tuple[str, str, str]] = set()
        self.clipped: set[tuple[str, str, str]] = set()

    def read(self, where: str) -> None:
        """Look at everything that is shown."""
        self.qtbot.waitUntil(lambda: set(self.window.session.jobs.running) <= {WARMING}, timeout=LONG)
        for waiting in self.window.findChildren(Deferred):
            _made = waiting.widget
        QTest.qWait(100)
        QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest.value)  # what came last has its room, too
        data = _words_of(self.window.document)
        for kind, text in visible_texts():
            left = [word for word in _WORD.findall(outside(text)) if word.lower() not in data and word not in NAMES]
            if left and text not in OF_QT:
                self.english.add((where, kind, text))
        for kind, text in clipped_texts():
            if not any(text.startswith(f"{OPEN}{each}") for each in TIGHT):
                self.clipped.add((where, kind, text))

    def read_dialog(self, name: str) -> None:
        """Open what an action opens, look at it, and leave it."""
        self.window.actions_by_name[name].trigger()
        self.qtbot.waitUntil(lambda: any(isinstance(each, QDialog) for each in shown_windows()), timeout=LONG)
        self.read(name)
        for each in shown_windows():
            if isinstance(each, QDialog):
                each.done(0)
        QTest.qWait(50)


def _words_of(document: Document | None) -> set[str]:
    """The words of the open table: its columns, values and hierarchies; before it is open, those of the example."""
    if document is None:
        with (EXAMPLE / "discharge.csv").open(encoding="utf-8") as table:
            return {word.lower() for line in itertools.islice(table, 500) for word in _WORD.findall(line)}
    texts = [document.name, document.source_name, str(document.job.data.path)]
    for column in document.dataset:
        texts += [column.name, *column.values[:500]]
    for hierarchy in document.hierarchies.values():
        texts += [label for row in hierarchy.rows for label in row]
    return {word.lower() for text in texts for word in _WORD.findall(text)}


@pytest.fixture
def reader(qtbot, qapp: QApplication, no_thread_left: None) -> Iterator[Reader]:
    with pseudo_language():
        window = make_window(qapp)
        window.resize(*SIZE)
        qtbot.addWidget(window, before_close_func=lambda each: each.session.close_document())
        yield Reader(window, qtbot)


def read_import(reader: Reader, qtbot) -> None:
    """Look at every page of the import wizard, and leave it."""
    reader.window.flows.project.open(EXAMPLE / "discharge.csv")
    wizard = shown_wizard(reader.window, qtbot)
    while wizard.place != FINISH:
        reader.read(f"import {wizard.place}")
        qtbot.waitUntil(wizard.next_button.isEnabled, timeout=LONG)
        QTest.mouseClick(wizard.next_button, Qt.MouseButton.LeftButton)
    reader.read("import, last page")
    wizard.done(0)


def test_that_nothing_is_left_in_english_or_clipped(reader: Reader, qtbot):
    window = reader.window
    reader.read("start page")
    read_import(reader, qtbot)
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    document = window.document
    assert document is not None
    document.set_focus("age")
    reader.read("configure")
    for name in DIALOGS:
        reader.read_dialog(name)
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        window.session.searching.anonymize()
    for name in ("explore", "quality", "risk"):
        window.show_perspective(name)
        reader.read(name)
    for name in LATER:
        reader.read_dialog(name)
    left = "\n".join(map(str, sorted(reader.english) + sorted(reader.clipped)))
    assert not left, left
