"""The desktop in tests: real windows, settings of their own, no leaked threads, pictures to look at."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QLocale, QSettings, QThread
from PySide6.QtGui import QImage
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from arxdesk.app import make_window
from arxdesk.core.document import Document
from arxdesk.core.session.session import Session
from arxdesk.help.window import end_help
from arxdesk.tasks import garbage
from arxdesk.tasks.jobs import Jobs, wait_for_retired
from arxdesk.ui import theme
from arxdesk.window.window import MainWindow
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job, job_from
from tests.engine.few_trees import few_trees

__all__ = ["few_trees"]

SETTLING_MILLISECONDS = 100
FEWEST_COLORS = 12
"""A screen with fewer colours than this is blank."""


@pytest.fixture(autouse=True)
def isolated_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("arxdesk.core.session.recovery.folder", lambda: tmp_path / "unsaved")
    QSettings.setDefaultFormat(QSettings.Format.IniFormat)
    QSettings.setPath(QSettings.Format.IniFormat, QSettings.Scope.UserScope, str(tmp_path / "settings"))


@pytest.fixture(autouse=True)
def look(request: pytest.FixtureRequest) -> None:
    """Gives every test with widgets the light look, whatever ran before it."""
    if "qapp" in request.fixturenames:
        qapp = request.getfixturevalue("qapp")
        if theme.current().scheme != "light" or not qapp.styleSheet():
            theme.apply(qapp, "light")


@pytest.fixture(autouse=True)
def garbage_in_the_main_thread() -> Iterator[None]:
    """Leaves the collection of garbage to the moments between tests, in the main thread.

    What a test calls of the engine has threads of its own. Python would collect in one of them, and destroy the
    documents of tests before there, whose signals then find no source. In the program tasks see to that.
    """
    garbage.begin()
    yield
    garbage.end()


@pytest.fixture(autouse=True)
def nothing_left_over(garbage_in_the_main_thread: None) -> Iterator[None]:
    """Deletes what a test has asked to delete; else every widget of all tests before is styled again with each look.

    That is before garbage is collected: Python takes a window apart in any order, and some orders destroy a widget
    of it twice.
    """
    yield
    end_help()
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)


@pytest.fixture(autouse=True)
def no_step_of_undo_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Empties the undo stacks of documents that nobody deletes.

    Sessions delete their documents. One that is left to the collection of garbage goes together with its commands,
    which hold it: a stack that is taken apart while it empties itself ends the program.
    """
    documents: list[Document] = []  # held until their stacks are empty
    make = Document.__init__

    def remembered(document: Document, *arguments: Any, **named: Any) -> None:
        make(document, *arguments, **named)
        documents.append(document)

    monkeypatch.setattr(Document, "__init__", remembered)
    yield
    for document in documents:
        if isValid(document):
            document.forget_steps()


@pytest.fixture
def no_thread_left(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Fails a test that leaves a thread running, and names the work that it ran."""
    threads: list[QThread] = []
    start = QThread.start

    def remembered(thread: QThread, *arguments: object) -> None:
        threads.append(thread)
        start(thread, *arguments)

    monkeypatch.setattr(QThread, "start", remembered)
    yield
    wait_for_retired()
    left = [thread for thread in threads if _is_running(thread)]
    assert left == []


def _is_running(thread: QThread) -> bool:
    try:
        return thread.isRunning()
    except RuntimeError:  # already deleted
        return False


@pytest.fixture
def jobs(qapp: QApplication, no_thread_left: None) -> Iterator[Jobs]:
    """Work on threads for views that are tested without a window."""
    made = Jobs(qapp)
    yield made
    made.wait()
    made.deleteLater()


@pytest.fixture
def window(qtbot, qapp: QApplication, no_thread_left: None) -> MainWindow:
    """The main window, made as the application makes it."""
    made = make_window(qapp)
    theme.apply(qapp, "light")
    made.resize(1440, 900)
    # Closing a window with unsaved changes would ask, and wait for an answer.
    qtbot.addWidget(made, before_close_func=_close_document)
    return made


def _close_document(window: MainWindow) -> None:
    window.session.close_document()


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[QWidget, str], Path]:
    """Grabs a widget into ARXDESK_SCREENSHOTS (else the test's folder); fails when the picture is blank."""
    folder = Path(os.environ.get("ARXDESK_SCREENSHOTS", tmp_path / "screenshots"))
    folder.mkdir(parents=True, exist_ok=True)

    def grab(widget: QWidget, name: str) -> Path:
        QTest.qWait(SETTLING_MILLISECONDS)
        image = widget.grab().toImage()
        assert colors_of(image) >= FEWEST_COLORS, f"{name} is blank"
        path = folder / f"{name}.png"
        assert image.save(str(path))
        return path

    return grab


def colors_of(image: QImage) -> int:
    """How many different colours a picture has, looked at in a grid of points."""
    step_x, step_y = max(1, image.width() // 200), max(1, image.height() // 200)
    points = ((x, y) for x in range(0, image.width(), step_x) for y in range(0, image.height(), step_y))
    return len({image.pixel(x, y) for x, y in points})


def banded_hierarchy(values: list[str]) -> Hierarchy:
    """Values in bands of 4, of 16, and all in one."""
    return Hierarchy(tuple((v, f"a{i // 4}", f"b{i // 16}", "*") for i, v in enumerate(values)), "bands")


def wide_project(attributes: int = 18, records: int = 3000) -> tuple[Job, Dataset, dict[str, Hierarchy]]:
    """A problem whose search takes far longer than a test: 4 levels for each of many independent attributes."""
    generator = np.random.default_rng(7)
    names = [f"q{number}" for number in range(attributes)]
    frame = pd.DataFrame({name: generator.integers(0, 40, records).astype(str) for name in names})
    dataset = Dataset.from_pandas(frame, "wide.csv")
    hierarchies = {name: banded_hierarchy([str(value) for value in range(40)]) for name in names}
    job = job_from(
        {
            "data": {"path": "wide.csv"},
            "attributes": {"*": {"role": "quasi-identifying"}},
            "privacy": [{"model": "k-anonymity", "k": 3}],
            "suppression": {"limit": 0.3},
        }
    )
    return job, dataset, hierarchies


def small_project() -> tuple[Job, Dataset, dict[str, Hierarchy]]:
    """Eight records, one quasi-identifier with a hierarchy, one without, one attribute that is neither."""
    frame = pd.DataFrame(
        {
            "age": ["10", "11", "12", "13", "14", "15", "16", "17"],
            "sex": ["m", "f", "m", "f", "m", "f", "m", "f"],
            "note": list("abcdefgh"),
        }
    )
    dataset = Dataset.from_pandas(frame, "small.csv")
    job = job_from(
        {
            "data": {"path": "small.csv"},
            "attributes": {"age": {"role": "quasi-identifying"}, "sex": {"role": "quasi-identifying"}},
            "privacy": [{"model": "k-anonymity", "k": 2}],
        }
    )
    return job, dataset, {"age": banded_hierarchy([str(age) for age in range(10, 20)])}


@pytest.fixture
def small_document(qapp: QApplication) -> Document:
    return Document(*small_project(), None)


@pytest.fixture
def small_anonymizer() -> Anonymizer:
    return Anonymizer.formulate(*small_project())


@pytest.fixture
def session(qtbot, no_thread_left: None) -> Iterator[Session]:
    made = Session()
    yield made
    made.end()
    made.deleteLater()


@pytest.fixture
def english() -> Iterator[None]:
    """Numbers as the United States write them, whatever the machine's language."""
    before = QLocale()
    QLocale.setDefault(QLocale(QLocale.Language.English, QLocale.Country.UnitedStates))
    yield
    QLocale.setDefault(before)
