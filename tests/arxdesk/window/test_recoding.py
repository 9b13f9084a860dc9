"""Recoding group by group in the real window: asked for in the dialog, told live, stopped, applied, undone."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.audit_words import recoded_by_earlier
from arxdesk.core.document import Document
from arxdesk.core.examples import example_project
from arxdesk.core.leaving import leaving_columns
from arxdesk.explore.search import panel_place
from arxdesk.quality.detail.view import DetailView
from arxdesk.quality.local_recoding.view import LocalRecodingView
from arxdesk.window.window import MainWindow
from arxdesk_engine.foundation.control import GroupwiseProgress
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.search.local_recoding import End
from tests.arxdesk.analysis.applied_documents import discharges, plain
from tests.arxdesk.anonymizing import asked_how
from tests.arxdesk.conftest import wide_project

LONG = 60_000


@pytest.fixture(autouse=True)
def panel_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(panel_place, "PANEL_AFTER", 0)


@pytest.fixture
def document(window: MainWindow) -> Document:
    made = discharges(500)
    document = Document(made.job, made.dataset, made.hierarchies, None, window.session)
    window.session._replace_document(document)
    return document


@pytest.fixture
def wide(window: MainWindow) -> Document:
    """What can be improved for minutes."""
    document = Document(*wide_project(5, 20_000), None, window.session)
    window.session._replace_document(document)
    return document


def ask_for_groups(window: MainWindow, seconds: str, limit: str = "") -> None:
    """Choose it in the dialog as a person does."""
    dialog = asked_how(window)
    dialog.recoding.ways["groupwise"].click()
    dialog.recoding.seconds.setText(seconds)
    dialog.checks.setText(limit)
    QTest.mouseClick(dialog.foot.primary, Qt.MouseButton.LeftButton)


def is_recoded(document: Document) -> bool:
    return document.applied is not None and document.applied.recoded is not None


def recode(window: MainWindow, qtbot, seconds: str = "2") -> None:
    ask_for_groups(window, seconds)
    qtbot.waitUntil(lambda: is_recoded(window.document) and not window.session.searching.works(), timeout=LONG)


def test_that_the_table_is_recoded_after_the_search_as_one_step(window: MainWindow, qtbot, document: Document):
    told: list[GroupwiseProgress] = []
    window.session.searching.recoding_progressed.connect(told.append)
    recode(window, qtbot)
    found = document.applied.recoded.found
    proof = found.groupwise
    assert document.job.search.recoding_settings == GroupwiseSettings(time_limit=2.0)
    assert document.undo_stack.undoText() == f"Recode group by group, {proof.groups} groups"
    assert document.applied.recoded.detail_after > document.applied.recoded.detail_before
    losses = [each.loss for each in told]  # the last one may be overtaken by the progress of what follows
    assert losses
    assert [*losses, proof.loss] == sorted([*losses, proof.loss], reverse=True)
    text = document.audit.trail.entries[-1].text
    assert text.startswith(f"Recoded group by group: {proof.groups} groups with levels of their own, loss 0.")
    assert not recoded_by_earlier(document.audit.trail)
    document.undo_stack.undo()
    assert document.applied.recoded is None
    document.undo_stack.redo()
    assert document.applied.recoded.found is found


def test_that_groups_are_told_of_and_not_transformations(window: MainWindow, qtbot, document: Document):
    recode(window, qtbot)
    groups = f"{document.applied.recoded.found.groupwise.groups} groups"
    for perspective in ("explore", "quality", "risk"):
        window.show_perspective(perspective)
        lead, rest = window.command_bar.state
        assert lead == "Recoded group by group:"
        assert rest.startswith(f"{groups} with levels of their own, nobody removed, at most ")
    assert groups in window.status._applied.text()
    assert len(document.applied.transformations) > 1
    assert leaving_columns(document)


def test_that_the_panel_tells_of_it_and_leads_back_to_the_search(window: MainWindow, qtbot, document: Document):
    window.show()
    ask_for_groups(window, "2")
    flow = window.recoding_flow
    qtbot.waitUntil(flow.panel.isVisible, timeout=LONG)
    assert flow.panel.title.text() == "Recoding running"
    assert window.buttons["stop"].isVisible()
    assert window.command_bar.state[0] == "Recoding group by group."
    assert window.panel.isHidden()
    qtbot.waitUntil(lambda: is_recoded(document) and not window.session.searching.works(), timeout=LONG)
    proof = document.applied.recoded.found.groupwise
    assert flow.panel.title.text() == "Recoding finished"
    assert flow.panel.groups.value == f"{proof.groups:,}"
    assert flow.panel.curves.points()[-1][1:] == (proof.loss, proof.lower_bound)
    assert "from the best possible" in flow.panel.lead.text()
    assert not window.buttons["stop"].isVisible()
    flow.panel.leave.click()
    assert window.panel.isVisible()
    assert flow.panel.isHidden()


def test_that_stop_ends_it_at_once_and_keeps_what_there_is(window: MainWindow, qtbot, wide: Document):
    ask_for_groups(window, "", limit="20")
    with qtbot.waitSignal(window.session.searching.recoding_progressed, timeout=LONG):
        pass
    stopped_at: list[float] = []

    def note(said: str) -> None:
        if "Measuring" in said:
            stopped_at.append(time.perf_counter())

    window.session.line.changed.connect(note)
    begun = time.perf_counter()
    window.actions_by_name["stop"].trigger()
    qtbot.waitUntil(lambda: is_recoded(wide) and not window.session.searching.works(), timeout=LONG)
    found = wide.applied.recoded.found
    assert found.end is End.STOPPED
    assert found.groupwise.groups > 1
    assert wide.applied.check.smallest_class >= 3
    assert not stopped_at or stopped_at[0] - begun < 1.0
    assert "stopped" in window.recoding_flow.panel.explanation.text().lower()


def test_that_another_search_or_table_gives_it_up(window: MainWindow, qtbot, wide: Document):
    ask_for_groups(window, "", limit="20")
    with qtbot.waitSignal(window.session.searching.recoding_started, timeout=LONG):
        pass
    given_up: list[bool] = []
    window.session.searching.recoding_given_up.connect(lambda: given_up.append(True))
    window.session.searching.anonymize()
    assert given_up == [True]
    assert window.recoding_flow.panel.title.text() == "Recoding ended"
    window.session.searching.stop()
    qtbot.waitUntil(lambda: not window.session.searching.works(), timeout=LONG)
    assert not is_recoded(wide)


def test_that_a_saved_project_is_restored_with_groups(window: MainWindow, qtbot, tmp_path: Path):
    session, place = window.session, tmp_path / "groups.arxdesk"
    session.open(example_project(), as_copy=True)
    qtbot.waitUntil(lambda: session.document is not None, timeout=LONG)
    recode(window, qtbot)
    document = session.document
    proof = document.applied.recoded.found.groupwise
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(place)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(place)
    reopened = session.document
    qtbot.waitUntil(lambda: is_recoded(reopened), timeout=LONG)
    recoded = reopened.applied.recoded
    assert recoded.settings == GroupwiseSettings(time_limit=2.0)
    assert not recoded.was_another
    assert recoded.found.groupwise.loss == pytest.approx(proof.loss, rel=0.2)
    assert reopened.applied.check.smallest_class >= 2


def test_that_quality_tells_of_groups_without_steps_and_of_the_records_at_each_level(
    window: MainWindow, qtbot, document: Document
):
    recode(window, qtbot)
    window.show()
    window.show_perspective("quality")
    view = LocalRecodingView(window.workspace.analysis)
    qtbot.addWidget(view)
    view.resize(684, 352)
    view.show()
    proof = document.applied.recoded.found.groupwise
    rows = {row.label: plain(row.after) for row in view.figures.rows}
    assert rows["Groups formed"] == str(proof.groups)
    assert rows["Groups read"] == str(document.applied.check.classes)
    assert rows["Detail lost"] == f"{100 * proof.loss:.1f} %"
    assert rows["Proven bound"] == f"{100 * proof.lower_bound:.1f} %"
    assert not view.steps.isVisible()
    assert view.caption == "group by group"
    detail = DetailView(window.workspace.analysis)
    qtbot.addWidget(detail)
    detail.show()
    qtbot.waitUntil(lambda: "level" in "".join(detail.model.lines()), timeout=LONG)
