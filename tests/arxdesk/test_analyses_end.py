"""However analyses are overtaken, stopped, or left behind: their threads end, nothing arrives late, nothing is kept."""

from __future__ import annotations

import gc
import random
from typing import TypeVar
from weakref import ref

import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QThread
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from arxdesk.analysis.analysis import Analysis
from arxdesk.analysis.shown_records import FigureRecords
from arxdesk.analysis.started_view import StartedView
from arxdesk.analysis.view import AnalysisView
from arxdesk.analysis.work import ClassesOf, InClassesOfSize
from arxdesk.app import make_window
from arxdesk.core.commands import ChangeAttributes
from arxdesk.core.document import Document
from arxdesk.core.session.loaded_project import LoadedProject
from arxdesk.core.session.search_work import apply, search
from arxdesk.core.values.results import Result
from arxdesk.quality.classification.view import ClassificationView
from arxdesk.quality.classification.work import PredictionsOf
from arxdesk.quality.local_recoding.view import LocalRecodingView
from arxdesk.quality.local_recoding.work import Recode
from arxdesk.ui.widgets.basics.deferred import Departures, Turns
from arxdesk.ui.widgets.frames.foot_tabs import FootTabs
from arxdesk.window.window import MainWindow
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.analysis import Thresholds
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.job.utility import UtilitySettings
from tests.arxdesk.analysis.applied_documents import discharges

LONG = 60_000
TIMES, STEPS = 20, 12
PREDICTIONS = PredictionsOf.of(UtilitySettings(targets=("insurance", "department"), features=("age", "sex")))

Found = tuple[Result, list[Applied]]
W = TypeVar("W", bound=QWidget)


@pytest.fixture(scope="module")
def project() -> LoadedProject:
    """People in a hospital: more than an analysis counts in a moment."""
    made = discharges(6000)
    return LoadedProject.of(made.job, made.dataset, made.hierarchies, None)


@pytest.fixture(scope="module")
def found(project: LoadedProject) -> Found:
    """A search of it, and three of its transformations applied."""
    result = search(project.job, project.dataset, project.hierarchies, Control())
    lattice = result.anonymizer.problem.lattice
    assert result.solution.best is not None
    best = result.solution.best.levels
    coarser = tuple(min(level + 1, top) for level, top in zip(best, lattice.top, strict=True))
    return result, [apply(result, levels, Control()) for levels in (best, coarser, lattice.top)]


class Visit:
    """Somebody who looks at this and that, and waits for nothing."""

    def __init__(self, window: MainWindow, found: Found, generator: random.Random) -> None:
        self.window, self.generator = window, generator
        self.result, self.outputs = found

    @property
    def document(self) -> Document:
        document = self.window.session.document
        assert document is not None
        return document

    @property
    def analysis(self) -> Analysis:
        analysis = self.window.workspace.analysis
        assert analysis is not None
        return analysis

    def views(self, kind: type[W]) -> list[W]:
        """Those of the project that is open: others may still be on their way out."""
        return [view for each in self.window.workspace.perspectives.values() for view in each.findChildren(kind)]

    def apply(self) -> None:
        if self.document.result is not self.result:
            self.document.set_result(self.result)
        self.document.set_applied(self.generator.choice(self.outputs))

    def apply_as_a_step(self) -> None:
        self.window.session.searching.apply(self.generator.choice(self.outputs).check.levels)

    def take_away(self) -> None:
        self.document.set_applied(None)

    def switch(self) -> None:
        self.window.show_perspective(self.generator.choice(["quality", "risk", "quality", "risk", "configure"]))

    def turn_to_other_tabs(self) -> None:
        for tabs in self.views(FootTabs):
            tabs.choose(self.generator.choice(tabs.tabs).key)

    def look_at_another_attribute(self) -> None:
        self.document.set_focus(self.generator.choice(self.document.dataset.names))

    def change_a_role(self) -> None:
        role = self.generator.choice([Role.INSENSITIVE, Role.QUASI_IDENTIFYING])
        self.document.push(ChangeAttributes(self.document, {"days": AttributeSettings(role=role)}, "Role of days"))

    def accept_other_risks(self) -> None:
        self.analysis.set_thresholds(Thresholds(highest_risk=self.generator.random()))

    def look_at_one_side(self) -> None:
        self.analysis.set_sides(self.generator.choice(["both", "before", "after"]))

    def see_records(self) -> None:
        side = self.generator.choice(sorted(self.analysis.tables))
        shown = FigureRecords(side, self.analysis.tables[side], InClassesOfSize(1, 3), "risk")
        self.analysis.show_records(self.generator.choice([shown, None]))

    def start_by_hand(self) -> None:
        for view in self.views(LocalRecodingView):
            output, result = self.analysis.output, self.analysis.document.result
            if output is not None:
                view.start(Recode(result, output.applied, LocalRecodingSettings(iterations=50)))
        for view in self.views(ClassificationView):
            view.start(PREDICTIONS)

    def stop(self) -> None:
        for view in self.views(AnalysisView):
            if self.generator.random() < 0.3:
                view.busy_line.stop_requested.emit()

    def undo(self) -> None:
        self.document.undo_stack.undo()

    def do_something(self) -> None:
        often = [self.apply, self.switch, self.turn_to_other_tabs, self.look_at_another_attribute]
        seldom = [
            *(self.apply_as_a_step, self.take_away, self.change_a_role, self.accept_other_risks),
            *(self.look_at_one_side, self.see_records, self.start_by_hand, self.stop, self.undo),
        ]
        self.generator.choice([*often, *often, *seldom])()
        QTest.qWait(self.generator.choice([0, 0, 0, 1, 5, 20, 60]))


def tables_of(analysis: Analysis) -> list[ref[object]]:
    return [ref(table) for table in analysis.tables.values()]


def running(window: MainWindow) -> list[QThread]:
    return [thread for thread in window.session.findChildren(QThread) if thread.isRunning()]


@pytest.fixture
def failures(window: MainWindow) -> list[object]:
    seen: list[object] = []
    window.messages.failed.connect(seen.append)
    return seen


def test_that_projects_that_are_closed_during_their_analyses_leave_no_thread_and_no_table(
    window: MainWindow, qtbot, project: LoadedProject, found: Found, failures: list[object]
):
    generator = random.Random(5)  # noqa: S311 - nothing secret
    tables: list[ref[object]] = []
    window.show()
    for _time in range(TIMES):
        window.session.take(project)
        visit = Visit(window, found, generator)
        for _step in range(STEPS):
            visit.do_something()
        tables += tables_of(visit.analysis)
        if generator.random() < 0.5:  # else another project takes its place
            window.session.close_document()
    window.session.close_document()
    qtbot.waitUntil(lambda: not running(window), timeout=LONG)
    assert failures == []
    qtbot.waitUntil(lambda: not any(each.isActive() for each in window.findChildren(Departures)), timeout=LONG)
    QTest.qWait(50)
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    gc.collect()
    assert [table() for table in tables if table() is not None] == []


def test_that_what_is_seen_in_the_end_is_what_is_applied(
    window: MainWindow, qtbot, project: LoadedProject, found: Found, failures: list[object]
):
    generator = random.Random(6)  # noqa: S311
    window.show()
    window.session.take(project)
    visit = Visit(window, found, generator)
    for _time in range(TIMES):
        for _step in range(STEPS):
            visit.do_something()
        visit.apply()
        for perspective in ("risk", "quality"):
            window.show_perspective(perspective)
            qtbot.waitUntil(lambda: not any(turns.isActive() for turns in window.findChildren(Turns)), timeout=LONG)
            shown = [view for view in window.findChildren(AnalysisView) if view.isVisible()]
            views = [view for view in shown if not isinstance(view, StartedView)]
            assert len(views) >= 3
            for view in views:
                qtbot.waitUntil(lambda view=view: not view.is_pending, timeout=LONG)
                assert {each.table for each in view._inquiry.wanted.values()} <= set(visit.analysis.tables.values())
                for name, asked in view._inquiry.wanted.items():
                    if asked.request == ClassesOf():
                        sizes, expected = view._inquiry.found[name].sizes, asked.table.classes.sizes
                        assert sizes.tolist() == sorted(set(expected.tolist()))
    assert failures == []


def test_that_a_window_that_is_closed_during_its_analyses_leaves_no_thread(
    qtbot, qapp: QApplication, no_thread_left: None, project: LoadedProject, found: Found, monkeypatch
):
    """Fewer times: a window takes long to make."""
    generator = random.Random(7)  # noqa: S311
    for _time in range(5):
        window = make_window(qapp)
        monkeypatch.setattr(window.flows.project, "leave", lambda go_on: go_on())  # "Close anyway"
        window.show()
        window.session.take(project)
        visit = Visit(window, found, generator)
        for _step in range(STEPS):
            visit.do_something()
        window.close()
        qtbot.waitUntil(lambda window=window: not window.isVisible(), timeout=LONG)
        assert running(window) == []
        window.deleteLater()
