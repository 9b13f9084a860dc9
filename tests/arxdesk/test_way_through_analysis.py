"""The whole way through Quality and Risk with the example, as a person walks it, and what is exported in the end."""

from __future__ import annotations

import csv
import json
from collections import Counter
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.analysis.view import AnalysisView
from arxdesk.cli import commands as cli
from arxdesk.core.examples import example_project
from arxdesk.core.preferences import FOLDER
from arxdesk.core.settings import Settings
from arxdesk.exporting.dialog import ExportDialog
from arxdesk.quality.local_recoding.view import LocalRecodingView
from arxdesk.quality.perspective import QualityPerspective
from arxdesk.risk.perspective import RiskPerspective
from arxdesk.window.window import MainWindow
from tests.arxdesk.analysis.applied_documents import plain

LONG = 60_000
LEFT, CONTROL = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ControlModifier


@pytest.fixture
def counted(tmp_path: Path) -> tuple[Path, dict[str, object]]:
    """What the command line writes for the example, and what it reports of it."""
    table, report = tmp_path / "by_command.csv", tmp_path / "report.json"
    assert cli.main(["run", str(example_project()), "--output", str(table), "--report", str(report)]) == 0
    return table, json.loads(report.read_text("utf-8"))


@pytest.fixture
def exported(tmp_path: Path) -> Path:
    """Where the desktop proposes to write to."""
    folder = tmp_path / "by_desktop"
    folder.mkdir()
    Settings().store(FOLDER, str(folder))
    return folder / "discharge-anonymous.csv"


def group_sizes(table: Path, quasi: list[str]) -> Counter[tuple[str, ...]]:
    """The people of each group, counted from the file alone; those who were removed are no group."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = Counter(tuple(row[name] for name in quasi) for row in csv.DictReader(file))
    rows.pop(tuple("*" for _name in quasi), None)
    return rows


def settle(window: MainWindow, qtbot, key: str) -> QualityPerspective | RiskPerspective:
    """Show a perspective and wait until everything that can be seen in it has its figures."""
    window.show_perspective(key)
    place = window.workspace.perspectives[key]

    def is_there() -> bool:
        views = [view for view in place.findChildren(AnalysisView) if view.isVisible()]
        judging = key == "risk" and place.verdict.is_pending
        return bool(views) and not (place.turns.isActive() or judging or any(view.is_pending for view in views))

    qtbot.waitUntil(is_there, timeout=LONG)
    return place


@pytest.fixture
def opened(window: MainWindow, qtbot) -> MainWindow:
    """The window with the example, before anything is applied."""
    window.show()
    window.flows.project.open_example()
    qtbot.waitUntil(lambda: window.document is not None, timeout=LONG)
    return window


def anonymize(window: MainWindow, qtbot) -> None:
    document = window.document
    with qtbot.waitSignal(document.applied_changed, timeout=LONG, check_params_cb=lambda: document.applied is not None):
        window.session.searching.anonymize()


def press(window: MainWindow, qtbot, key: Qt.Key) -> None:
    """A shortcut, heard by the window in front; the window system of tests does not bring it back there."""
    with qtbot.waitActive(window):
        window.activateWindow()
    QTest.keyClick(window, key, CONTROL)


def test_that_risk_judges_as_the_report_does_before_and_after(opened: MainWindow, qtbot, counted):
    _table, report = counted
    risk = settle(opened, qtbot, "risk")
    before = report["risk"]["input"]["prosecutor"]
    assert risk.verdict.sentence.startswith("Highest risk 100")
    assert not opened.buttons["report"].isVisible()
    assert f"{before['sample_uniques']:,} of {before['records']:,} records" in plain(risk.verdict.details)

    anonymize(opened, qtbot)
    settle(opened, qtbot, "risk")
    assert opened.buttons["report"].isVisible()
    after = report["risk"]["output"]["prosecutor"]
    assert plain(risk.verdict.sentence) == (
        f"Highest risk {after['highest'] * 100:.2g} % (1 in {report['solution']['smallest_class']}), average "
        f"{after['average'] * 100:.2g} % (1 in {1 / after['average']:.0f}): within the threshold of 20 %."
    )


def test_that_another_threshold_leads_to_other_people_and_back(opened: MainWindow, qtbot, counted):
    by_command, report = counted
    sizes = group_sizes(by_command, report["input"]["quasi_identifiers"]).values()
    anonymize(opened, qtbot)
    verdict = settle(opened, qtbot, "risk").verdict
    at_the_threshold = sum(size for size in sizes if size == 5)
    assert verdict.show_them.text() == f"Show the {at_the_threshold:,} records"

    box = verdict.field.box
    box.setFocus()
    box.selectAll()
    QTest.keyClicks(box, "12.5")
    QTest.keyClick(box, Qt.Key.Key_Return)
    settle(opened, qtbot, "risk")
    above = sum(size for size in sizes if 1 / size > 0.125)
    assert opened.document.job.analysis.thresholds.highest_risk == 0.125
    assert plain(verdict.sentence).endswith("above the threshold of 12.5 %.")
    assert 0 < at_the_threshold < above
    assert f"{above:,} of {sum(sizes):,} records" in plain(verdict.details)

    QTest.mouseClick(verdict.show_them, LEFT)
    assert opened.rail.current == "quality"
    tables = settle(opened, qtbot, "quality").tables
    qtbot.waitUntil(lambda: tables.rows == above, timeout=LONG)
    assert plain(tables.bar.sentence.text()) == f"{above:,} records with a risk above 12.5 % in the output."
    QTest.keyClick(opened.focusWidget(), Qt.Key.Key_Escape)
    assert opened.rail.current == "risk"
    assert opened.focusWidget() is verdict.show_them


def test_that_recoding_is_taken_back_before_the_same_is_exported_as_by_the_command_line(
    opened: MainWindow, qtbot, counted, exported: Path
):
    by_command, report = counted
    records, removed = report["input"]["records"], report["solution"]["suppressed_records"]
    anonymize(opened, qtbot)
    quality, document = settle(opened, qtbot, "quality"), opened.document
    assert f"{removed:,} of {records:,} records" in plain(quality.verdict.details)
    quality.tabs.choose("recoding")
    settle(opened, qtbot, "quality")
    recoding = quality.findChild(LocalRecodingView)
    assert recoding.recode.text() == "Recode locally"
    QTest.mouseClick(recoding.recode, LEFT)
    qtbot.waitUntil(recoding.apply.isEnabled, timeout=LONG)
    with qtbot.waitSignal(document.applied_changed, timeout=LONG):
        QTest.mouseClick(recoding.apply, LEFT)
    settle(opened, qtbot, "quality")
    left = document.applied.output.suppressed_records
    assert left < removed
    assert (f"{left:,} of {records:,}" if left else f"All {records:,} records") in plain(quality.verdict.details)

    with qtbot.waitSignal(document.applied_changed, timeout=LONG):
        press(opened, qtbot, Qt.Key.Key_Z)
    settle(opened, qtbot, "quality")
    assert f"{removed:,} of {records:,} records" in plain(quality.verdict.details)
    with qtbot.waitSignal(opened.session.exporting.exported, timeout=LONG):
        press(opened, qtbot, Qt.Key.Key_E)
        assert isinstance(opened.dialog, ExportDialog)
        opened.dialog.course.change(suppressed="keep", leave_out=())  # as a job means it that does not say it
        QTest.mouseClick(opened.dialog.at_once, LEFT)
    opened.dialog.accept()
    assert exported.read_bytes() == by_command.read_bytes()
