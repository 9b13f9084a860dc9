"""Columns that nobody has given a role: seen in Configure, counted at the rail, asked about before they leave."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.core.configured_table import UNDECIDED
from arxdesk.core.document import Document
from arxdesk.exporting.dialog import ExportDialog
from arxdesk.exporting.undecided import UndecidedBox
from arxdesk.window.window import MainWindow
from arxdesk_engine.data.schema import Role
from tests.arxdesk.exporting.conftest import LONG, write_project

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def study(window: MainWindow, qtbot, tmp_path: Path) -> Document:
    """An anonymized project whose job says nothing of the notes."""
    file = write_project(tmp_path)
    file.write_text(file.read_text().replace('[attributes.note]\nrole = "insensitive"\n', ""))
    window.show()
    window.session.open(file)
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    document = window.document
    assert document is not None
    window.session.searching.anonymize()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    window.refresh()
    return document


def test_that_it_is_shown_counted_and_led_to(window: MainWindow, study: Document):
    assert study.undecided == ("note",)
    assert study.shown_role("note") == UNDECIDED
    assert study.settings_of("note").role is Role.INSENSITIVE
    item = window.rail.item("configure")
    assert item.badge == 1
    assert "1 column has no role yet: note." in item.toolTip()
    window.problems.lead_to(study.concerns[0])
    assert study.focus == "note"
    inspector = window.workspace.perspectives["configure"].inspector
    QTest.mouseClick(inspector._role.segment("insensitive"), LEFT)
    assert study.undecided == ()
    assert window.rail.item("configure").badge == 0
    study.undo_stack.undo()
    assert study.undecided == ("note",)


def test_that_nothing_is_exported_before_it_is_decided(window: MainWindow, study: Document, qtbot):
    export = window.actions_by_name["export"]
    export.trigger()
    question = window.flows.export.question
    assert "note" in question.informativeText()
    assert not isinstance(window.dialog, ExportDialog)
    QTest.mouseClick(question.decide, LEFT)
    assert (window.rail.current, study.focus, study.undecided) == ("configure", "note", ("note",))
    export.trigger()
    QTest.mouseClick(window.flows.export.question.unchanged, LEFT)
    assert study.undecided == ()
    assert study.result_is_current  # what is anonymized is the same
    assert isinstance(window.dialog, ExportDialog)
    assert '[attributes.note]\nrole = "insensitive"' in study.job.to_toml()


@pytest.mark.parametrize(
    ("perturbed", "how"),
    [((), "unchanged"), (("note",), "unchanged or perturbed"), (("note", "cost"), "perturbed")],
)
def test_that_the_question_says_how_columns_would_leave(qtbot, perturbed, how):
    box = UndecidedBox(("note", "cost"), perturbed)
    qtbot.addWidget(box)
    assert f"would be exported {how}, without" in box.informativeText()
    assert box.informativeText().endswith(f"leave {how}.")
