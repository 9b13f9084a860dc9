"""Where files are written: the name a user sees asked about is the name that is written."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from PySide6.QtWidgets import QWidget

from arxdesk.core.file_dialogs import ARCHIVE, JOB, ask_for_target_database, ask_where_to_save
from arxdesk.exporting.flow import _ask_for_file as ask_where_to_export
from arxdesk.exporting.formats import FORMATS

CSV, TSV, EXCEL, PARQUET = (each.filter for each in FORMATS[:4])
Asks = Callable[[QWidget, Path], Path | None]


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The questions about files that are there already; they are answered with No."""
    questions: list[str] = []

    def answer(_parent: QWidget, _title: str, question: str, _verb: str) -> bool:
        questions.append(question)
        return False

    monkeypatch.setattr("arxdesk.core.file_dialogs.ask", answer)
    return questions


def choosing(monkeypatch: pytest.MonkeyPatch, path: Path | None, chosen: str) -> None:
    answer = ("" if path is None else str(path), chosen)
    monkeypatch.setattr("arxdesk.core.file_dialogs.QFileDialog.getSaveFileName", lambda *_: answer)


@pytest.mark.parametrize(
    ("ask", "chosen", "typed", "written"),
    [
        (ask_where_to_save, ARCHIVE, "study.arxdesk", "study.arxdesk"),
        (ask_where_to_save, ARCHIVE, "study.toml", "study.toml"),
        (ask_where_to_save, ARCHIVE, "study", "study.arxdesk"),
        (ask_where_to_save, JOB, "study", "study.toml"),
        (ask_where_to_save, JOB, "data.csv", "data.csv.toml"),
        (ask_where_to_save, ARCHIVE, "version 1.2", "version 1.2.arxdesk"),
        (ask_where_to_export, CSV, "out", "out.csv"),
        (ask_where_to_export, TSV, "out", "out.tsv"),
        (ask_where_to_export, EXCEL, "out", "out.xlsx"),
        (ask_where_to_export, PARQUET, "out", "out.parquet"),
        (ask_where_to_export, CSV, "out.tsv", "out.tsv"),
    ],
)
def test_that_a_name_gets_the_suffix_of_what_is_written(
    qtbot, monkeypatch: pytest.MonkeyPatch, asked: list[str], tmp_path: Path, ask: Asks, chosen: str, typed: str,
    written: str,
):  # fmt: skip
    parent = QWidget()
    qtbot.addWidget(parent)
    choosing(monkeypatch, tmp_path / typed, chosen)
    assert ask(parent, tmp_path / "suggested") == tmp_path / written
    assert asked == []


@pytest.mark.parametrize(("ask", "there"), [(ask_where_to_save, "study.arxdesk"), (ask_where_to_export, "study.csv")])
def test_that_a_file_is_not_replaced_unasked_because_its_suffix_was_left_out(
    qtbot, monkeypatch: pytest.MonkeyPatch, asked: list[str], tmp_path: Path, ask: Asks, there: str
):
    parent = QWidget()
    qtbot.addWidget(parent)
    (tmp_path / there).touch()
    choosing(monkeypatch, tmp_path / "study", CSV)
    assert ask(parent, tmp_path / "suggested") is None
    assert asked == [f"{there} already exists. Replace it?"]


@pytest.mark.parametrize("ask", [ask_where_to_save, ask_where_to_export])
def test_that_cancelling_names_no_file(qtbot, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, ask: Asks):
    parent = QWidget()
    qtbot.addWidget(parent)
    choosing(monkeypatch, None, "")
    assert ask(parent, tmp_path / "suggested") is None


@pytest.mark.parametrize(("typed", "named"), [("study.db", "study.db"), ("study", "study.sqlite"), (None, None)])
def test_that_a_database_that_is_there_may_be_chosen_without_a_question(
    qtbot, monkeypatch: pytest.MonkeyPatch, asked: list[str], tmp_path: Path, typed: str | None, named: str | None
):
    parent = QWidget()
    qtbot.addWidget(parent)
    (tmp_path / "study.db").touch()
    # The dialog is told not to ask, as nothing is overwritten.
    monkeypatch.setattr(
        "arxdesk.core.file_dialogs.QFileDialog.getSaveFileName",
        lambda *_, options: (str(tmp_path / typed) if typed else "", ""),
    )
    assert ask_for_target_database(parent, tmp_path / "a") == (tmp_path / named if named else None)
    assert asked == []


def test_that_another_kind_of_project_changes_the_name_that_was_proposed(
    qtbot, monkeypatch: pytest.MonkeyPatch, asked: list[str], tmp_path: Path
):
    parent = QWidget()
    qtbot.addWidget(parent)
    choosing(monkeypatch, tmp_path / "study.arxdesk", JOB)
    assert ask_where_to_save(parent, tmp_path / "study.arxdesk") == tmp_path / "study.toml"
    choosing(monkeypatch, tmp_path / "other.toml", ARCHIVE)
    assert ask_where_to_save(parent, tmp_path / "study.arxdesk") == tmp_path / "other.toml", "it was typed"
    assert asked == []
