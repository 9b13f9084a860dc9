"""The main job, done in the real window as a user does it."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.configure.perspective import ConfigurePerspective
from arxdesk.core.document import Document
from arxdesk.core.session.activities import SEARCHING
from arxdesk.explore.perspective import ExplorePerspective
from arxdesk.exporting.dialog import ExportDialog
from arxdesk.quality.perspective import QualityPerspective
from arxdesk.ui import theme
from arxdesk.window.window import MainWindow
from arxdesk_engine.job.job import load_job
from arxdesk_engine.search.solution import Status
from tests.arxdesk.anonymizing import anonymize, start_search
from tests.arxdesk.conftest import wide_project
from tests.arxdesk.exporting.exporting import write_it

LONG = 60_000


def open_example(window: MainWindow, qtbot) -> Document:
    QTest.mouseClick(window.workspace.start_page.example_button, Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    document = window.document
    assert document is not None
    return document


def test_that_the_example_is_opened_anonymized_looked_at_and_exported(
    window: MainWindow, qtbot, picture, tmp_path: Path
):
    picture(window, "start-light")
    document = open_example(window, qtbot)
    assert document.dataset.records == 10_000
    picture(window, "configure-light")

    anonymize(window, qtbot)
    assert document.result is not None
    assert document.result.solution.status is Status.OPTIMAL
    assert window.panel.curves.update_count >= 2
    assert len(window.panel.curves.points()) >= 2
    picture(window, "explore-light")

    assert document.applied is not None
    output = document.applied.output
    window.show_perspective("quality")
    quality = window.workspace.perspectives["quality"]
    assert isinstance(quality, QualityPerspective)
    picture(window, "quality-light")
    window.show_perspective("risk")
    picture(window, "risk-light")

    target = tmp_path / "out.csv"
    QTest.mouseClick(window.buttons["export"], Qt.MouseButton.LeftButton)
    wizard = window.dialog
    assert isinstance(wizard, ExportDialog)
    wizard.place_page.file.setText(str(target))
    wizard.course.change(suppressed="keep", leave_out=())  # every record and column, to compare them
    write_it(wizard, qtbot)
    picture(wizard, "export-light")
    QTest.mouseClick(wizard.next_button, Qt.MouseButton.LeftButton)
    with target.open(newline="", encoding="utf-8") as stream:
        rows = list(csv.DictReader(stream))
    assert len(rows) == 10_000
    for name in document.dataset.names:
        assert [row[name] for row in rows[:50]] == list(output.dataset[name].texts()[:50])
    assert {row["patient_id"] for row in rows} == {"*"}


def test_that_a_change_after_the_search_is_told_and_undone(window: MainWindow, qtbot):
    document = open_example(window, qtbot)
    anonymize(window, qtbot)
    configure = window.workspace.perspectives["configure"]
    assert isinstance(configure, ConfigurePerspective)
    window.show_perspective("configure")
    document.set_focus("sex")
    QTest.mouseClick(configure.inspector._role.segment("insensitive"), Qt.MouseButton.LeftButton)
    assert document.settings_of("sex").role.value == "insensitive"
    assert not document.result_is_current
    window.show_perspective("explore")
    assert window.command_bar.state[0] == "Out of date."
    window.undo_actions.undo.trigger()
    assert document.settings_of("sex").role.value == "quasi-identifying"
    assert document.result_is_current
    assert window.command_bar.state[0] == "Optimum proven."
    window.undo_actions.redo.trigger()
    assert not document.result_is_current


def test_that_another_transformation_can_be_selected_and_applied(window: MainWindow, qtbot):
    document = open_example(window, qtbot)
    anonymize(window, qtbot)
    explore = window.workspace.perspectives["explore"]
    assert isinstance(explore, ExplorePerspective)
    table = explore.list_view.table
    qtbot.waitUntil(lambda: window.workspace.exploration.is_settled, timeout=LONG)  # rows are in their order
    table.setCurrentIndex(table.model().index(1, 1))
    assert document.selection is not None
    assert document.result is not None
    assert document.selection != document.result.solution.best
    window.actions_by_name["apply"].trigger()
    qtbot.waitUntil(lambda: document.applied is not None and document.applied.check == document.selection, timeout=LONG)
    assert document.applied is not None
    assert document.applied.output.levels == document.selection.levels
    assert document.applied.output.suppressed_records == document.selection.suppressed_records


def test_that_stop_during_a_long_search_leaves_a_usable_best_so_far(window: MainWindow, qtbot, picture):
    job, dataset, hierarchies = wide_project()
    document = Document(job, dataset, hierarchies, None, window.session)
    window.session._replace_document(document)
    start_search(window)
    assert document.locked
    assert window.buttons["stop"].isVisible()
    qtbot.waitUntil(lambda: window.panel.curves.update_count >= 5, timeout=LONG)
    picture(window, "search-live-light")
    QTest.mouseClick(window.buttons["stop"], Qt.MouseButton.LeftButton)
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert document.result is not None
    solution = document.result.solution
    assert solution.status is Status.BEST_FOUND
    assert solution.best is not None
    assert solution.best.anonymous
    assert 0.0 < solution.gap <= 1.0
    assert not document.locked
    assert "ended early" in window.command_bar.state[1]


def test_that_the_configuration_is_locked_while_a_search_runs(window: MainWindow, qtbot):
    document = Document(*wide_project(), None, window.session)
    window.session._replace_document(document)
    window.session.searching.anonymize()
    assert not window.undo_actions.undo.isEnabled()
    configure = window.workspace.perspectives["configure"]
    assert isinstance(configure, ConfigurePerspective)
    assert not configure.privacy_view.cards[0].k.isEnabled()
    assert not configure.limits_view.suppression.limit.isEnabled()
    window.session.searching.stop()
    qtbot.waitUntil(lambda: not window.session.is_busy(SEARCHING), timeout=LONG)
    assert configure.privacy_view.cards[0].k.isEnabled()


def test_that_a_project_is_saved_and_opened_again(
    window: MainWindow, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    document = open_example(window, qtbot)
    configure = window.workspace.perspectives["configure"]
    assert isinstance(configure, ConfigurePerspective)
    configure.privacy_view.cards[0].k.setValue(7)
    assert window.isWindowModified()
    project = tmp_path / "project.toml"
    monkeypatch.setattr("arxdesk.projects.flow.ask_where_to_save", lambda *_: project)
    with qtbot.waitSignal(window.session.saving.saved, timeout=LONG):
        window.actions_by_name["save"].trigger()
    assert not window.isWindowModified()
    assert load_job(project).privacy[0].model_dump() == {"model": "k-anonymity", "k": 7}
    with qtbot.waitSignal(window.session.document_opened, timeout=LONG):
        window.flows.project.open(project)
    again = window.document
    assert again is not None
    assert again is not document
    assert again.file == project
    assert again.job.privacy[0].model_dump() == {"model": "k-anonymity", "k": 7}
    assert again.hierarchies.keys() == {
        "sex",
        "age",
        "postal_code",
        "admission_date",
        "admission_type",
        "length_of_stay",
    }
    assert [recent.path for recent in window.settings.recent] == [str(project)]


@pytest.mark.parametrize("scheme", ["dark"])
def test_that_all_perspectives_can_be_shown_in_dark(window: MainWindow, qtbot, qapp, picture, scheme):
    open_example(window, qtbot)
    theme.apply(qapp, scheme)
    picture(window, f"configure-{scheme}")
    anonymize(window, qtbot)
    for perspective in ("explore", "quality", "risk"):
        window.show_perspective(perspective)
        picture(window, f"{perspective}-{scheme}")
