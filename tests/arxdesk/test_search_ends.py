"""However often a search is stopped, its document or its window closed: its thread ends, and nothing arrives late."""

from __future__ import annotations

import random
from functools import partial

import pytest
from PySide6.QtCore import QThread
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from arxdesk.app import make_window
from arxdesk.core.document import Document
from arxdesk.core.session.activities import SEARCHING
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.session import Session
from arxdesk.window.window import MainWindow
from arxdesk_engine.search.solution import Status
from tests.arxdesk.conftest import wide_project

TIMES = 100
LONG = 60_000


@pytest.fixture(scope="module")
def project() -> LoadedProject:
    """A problem whose search takes far longer than a test."""
    job, dataset, hierarchies = wide_project(10, 1000)
    return LoadedProject.of(job, dataset, hierarchies, None)


def threads_of(session: Session) -> list[QThread]:
    return [thread for thread in session.findChildren(QThread) if thread.isRunning()]


def wait_a_moment(generator: random.Random) -> None:
    """Sometimes the search has hardly begun, sometimes it has found something."""
    QTest.qWait(generator.choice([0, 0, 1, 5, 20, 60]))


def test_that_a_search_that_is_stopped_a_hundred_times_ends_with_its_best_and_its_thread(
    session: Session, qtbot, project: LoadedProject
):
    session.take(project)
    document = session.document
    assert document is not None
    generator = random.Random(1)  # noqa: S311 - nothing secret
    for _time in range(TIMES):
        with qtbot.waitSignal(session.searching.ended, timeout=LONG):
            session.searching.anonymize()
            wait_a_moment(generator)
            session.searching.stop()
        assert not session.is_busy(SEARCHING)
        assert not document.locked
        assert document.result is not None
        assert document.result.solution.status in (Status.BEST_FOUND, Status.NONE_FOUND)
    qtbot.waitUntil(lambda: not threads_of(session), timeout=LONG)


def test_that_a_document_that_is_closed_a_hundred_times_during_its_search_leaves_no_thread(
    session: Session, qtbot, project: LoadedProject
):
    generator = random.Random(2)  # noqa: S311
    arrived: list[object] = []
    for _time in range(TIMES):
        session.take(project)
        document = session.document
        assert isinstance(document, Document)
        document.result_changed.connect(partial(arrived.append, document))
        session.searching.anonymize()
        wait_a_moment(generator)
        session.close_document()
        assert session.document is None
    qtbot.waitUntil(lambda: not threads_of(session), timeout=LONG)
    assert arrived == []


def test_that_a_session_that_ends_a_hundred_times_during_its_search_leaves_no_thread(
    qapp: QApplication, no_thread_left: None, project: LoadedProject
):
    """What a window does with its session when it is closed."""
    generator = random.Random(4)  # noqa: S311
    for _time in range(TIMES):
        session = Session()
        session.take(project)
        session.searching.anonymize()
        wait_a_moment(generator)
        session.end()
        assert threads_of(session) == []
        assert not session.is_busy(SEARCHING)
        session.deleteLater()


def test_that_a_window_that_is_closed_during_its_search_leaves_no_thread(
    qtbot, qapp: QApplication, no_thread_left: None, project: LoadedProject, monkeypatch: pytest.MonkeyPatch
):
    """Fewer times: it is the same end, and a window takes long to make."""
    generator = random.Random(3)  # noqa: S311
    for _time in range(5):
        window = make_window(qapp)
        monkeypatch.setattr(window.flows.project, "leave", lambda go_on: go_on())  # "Close anyway"
        window.show()
        window.session.take(project)
        window.session.searching.anonymize()
        assert isinstance(window, MainWindow)
        wait_a_moment(generator)
        window.close()
        qtbot.waitUntil(lambda window=window: not window.isVisible(), timeout=LONG)
        assert threads_of(window.session) == []
        window.deleteLater()
