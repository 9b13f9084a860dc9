"""Projects with their table: what is saved is what is opened, and nothing is lost on the way."""

from __future__ import annotations

import zipfile
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from arxdesk.core.commands import ChangeAttributes, ChangeHierarchy, ChangeSections, change_roles
from arxdesk.core.document import Document
from arxdesk.core.session import saving_work as saving
from arxdesk.core.session.session import Session
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, UserError
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.job import load_job
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies
from arxdesk_engine.projects.archive import read_project, write_project
from tests.arxdesk.changes import change_suppression_limit
from tests.arxdesk.conftest import banded_hierarchy
from tests.arxdesk.gates import Gate
from tests.arxdesk.made_projects import LONG, changed, job_file, opened, plain, saved, searched


@pytest.fixture
def archive(qtbot, session: Session, tmp_path: Path) -> Path:
    """A project that was searched and saved with its table; it is closed again, and its sources are gone."""
    document = opened(qtbot, session, job_file(tmp_path))
    document.set_focus("cost")
    searched(qtbot, session)
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    session.close_document()
    for name in ("people.csv", "age.csv", "people.toml"):
        (tmp_path / name).unlink()
    return path


def everything(document: Document) -> dict[str, object]:
    """What a project is, as plain values."""
    result, applied = document.result, document.applied
    return {
        "job": plain(document.job),
        "table": [(each.name, each.values, each.codes.tolist(), each.type) for each in document.dataset],
        "hierarchies": {name: each.rows for name, each in document.hierarchies.items()},
        "best": None if result is None else (result.solution.best, result.solution.status, result.solution.examined),
        "moment": None if result is None else (result.moment, result.version, result.cut_short),
        "applied": None if applied is None else (applied.check, applied.granularity),
        "output": None if applied is None else [(each.name, each.values) for each in applied.output.dataset],
        "origin": document.provenance.origin,
    }


def test_that_what_is_saved_is_what_is_opened(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    changed(document)
    searched(qtbot, session)
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    before, trail = everything(document), document.audit.seal()
    assert (document.modified, document.result_is_current, document.file) == (False, True, path)
    session.close_document()
    for name in ("people.csv", "age.csv"):
        (tmp_path / name).unlink()
    again = opened(qtbot, session, path)
    assert everything(again) == before
    assert (again.modified, again.result_is_current) == (False, True)
    now = again.audit.trail
    assert now.is_intact
    assert now.entries[:-2] == trail.entries
    assert [entry.action for entry in now.entries[-2:]] == ["opened", "restored"]
    assert again.name == "study"
    assert again.source_name == "people.csv"


def test_that_opened_and_saved_again_and_again_nothing_changes(qtbot, session: Session, archive: Path):
    first = everything(opened(qtbot, session, archive))
    for _ in range(3):
        saved(qtbot, session, archive)
        again = everything(opened(qtbot, session, archive))
        assert again == first


def test_that_what_was_handed_out_is_not_left_out_of_the_trail_without_a_question(
    qtbot, session: Session, archive: Path, tmp_path: Path
):
    document = opened(qtbot, session, archive)
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    assert not document.modified
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG):
        session.exporting.export(str(tmp_path / "out.csv"))
    assert (document.modified, document.lacks_trail_alone) == (True, True)
    saved(qtbot, session, archive)
    assert (document.modified, document.lacks_trail_alone) == (False, False)
    assert [entry.action for entry in read_project(archive).trail.entries[-2:]] == ["exported", "saved"]
    again = opened(qtbot, session, archive)
    assert not again.modified


def test_that_a_job_file_has_no_trail_to_lose(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    searched(qtbot, session)
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG):
        session.exporting.export(str(tmp_path / "out.csv"))
    assert (document.modified, document.lacks_trail_alone) == (False, False)


def test_that_the_job_of_an_archive_reads_the_same_table_and_hierarchies(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    assert document.job.data.path == str(archive / "data.parquet")
    dataset = load_dataset(document.job)
    assert [(each.name, each.values) for each in dataset] == [(each.name, each.values) for each in document.dataset]
    rows = {name: each.rows for name, each in load_hierarchies(document.job, dataset).items()}
    assert rows == {name: each.rows for name, each in document.hierarchies.items()}


def test_that_a_job_file_stays_one_and_keeps_its_comments(qtbot, session: Session, tmp_path: Path):
    path = job_file(tmp_path)
    document = opened(qtbot, session, path)
    document.push(change_suppression_limit(document, 0.3))
    saved(qtbot, session, path)
    assert path.read_text().startswith("# agreed with the officer")
    assert load_job(path).suppression.limit == 0.3
    assert document.file == path
    assert not document.is_archive


def test_that_an_archive_is_saved_as_a_job_file_that_reads_from_it(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    path = archive.with_name("settings.toml")
    saved(qtbot, session, path)
    job = load_job(path)
    assert job.data.path == "study.arxdesk/data.parquet"
    assert load_dataset(job).records == document.dataset.records


def test_that_undo_works_across_saves(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    original = document.hierarchies["age"]
    path = tmp_path / "study.arxdesk"
    document.push(change_suppression_limit(document, 0.2))
    saved(qtbot, session, path)
    in_archive = document.settings_of("age").hierarchy_file
    other = replace(original, rows=tuple((row[0], "*") for row in original.rows))
    document.push(ChangeHierarchy(document, "age", other, str(tmp_path / "other.csv")))
    document.push(change_roles(document, ["cost"], Role.SENSITIVE))
    saved(qtbot, session, path)
    assert document.settings_of("age").hierarchy_file == in_archive, "the same name holds another hierarchy now"
    for _ in range(2):
        document.undo_stack.undo()
    assert document.hierarchies["age"] is original
    assert isinstance(document.settings_of("age").hierarchy, TableBuilder), "the archive does not have it any more"
    assert load_hierarchies(document.job, document.dataset)["age"].rows == original.rows
    document.undo_stack.undo()
    assert document.job.suppression.limit == 0.1
    for _ in range(3):
        document.undo_stack.redo()
    assert document.settings_of("age").hierarchy_file == in_archive
    assert not document.modified
    rows = load_hierarchies(document.job, document.dataset)["age"].rows
    assert rows == document.hierarchies["age"].rows == other.rows
    for _ in range(3):
        document.undo_stack.undo()
    saved(qtbot, session, path)
    assert read_project(path).hierarchies["age"].rows == original.rows


def test_that_a_step_of_before_the_save_leads_to_where_the_file_is_now(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    limited = document.settings_of("age").model_copy(update={"maximum_level": 1})
    document.push(ChangeAttributes(document, {"age": limited}, "Levels of age"))
    path = tmp_path / "study.arxdesk"
    saved(qtbot, session, path)
    (tmp_path / "age.csv").unlink()
    document.undo_stack.undo()
    assert document.settings_of("age").maximum_level is None
    assert document.settings_of("age").hierarchy_file == str(path / "hierarchies" / "1-age.csv")
    assert load_hierarchies(document.job, document.dataset)["age"].rows == document.hierarchies["age"].rows


def test_that_undo_never_takes_another_subset_for_the_one_it_means(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    lines = (tmp_path / "people.csv").read_text().splitlines()
    for folder, kept in (("a", lines[1:20]), ("b", lines[30:70])):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "subset.csv").write_text("\n".join([lines[0], *kept]) + "\n")
    path = tmp_path / "study.arxdesk"
    files = []
    for folder in ("a", "b"):
        settings = SubsetSettings(file=str(tmp_path / folder / "subset.csv"))
        document.push(ChangeSections(document, {"subset": settings}, "Subset"))
        saved(qtbot, session, path)
        files.append(document.job.subset.file)
    assert files[0] == files[1], "both are called subset, and the archive has one of them"
    document.undo_stack.undo()
    assert document.job.subset.file == str(tmp_path / "a" / "subset.csv")
    document.undo_stack.redo()
    assert document.job.subset.file == files[1]


def test_that_a_result_stays_current_when_its_files_move_into_the_archive(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    searched(qtbot, session)
    currency: list[bool] = []
    document.freshness_changed.connect(currency.append)
    saved(qtbot, session, tmp_path / "study.arxdesk")
    assert document.result_is_current
    document.push(change_suppression_limit(document, 0.5))
    assert not document.result_is_current
    document.undo_stack.undo()
    assert document.result_is_current
    assert currency == [False, True]


def test_that_what_is_exported_is_counted_again_when_only_the_archive_is_left(qtbot, session: Session, tmp_path: Path):
    document = opened(qtbot, session, job_file(tmp_path))
    searched(qtbot, session)
    saved(qtbot, session, tmp_path / "study.arxdesk")
    for name in ("people.csv", "age.csv", "people.toml"):
        (tmp_path / name).unlink()
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG) as written:
        session.exporting.export(tmp_path / "out.csv")
    assert written.args[0].sentence == "Verified by a recount of the written file: 2-anonymity."
    assert document.searched.job.data.path == str(tmp_path / "study.arxdesk" / "data.parquet")


def test_that_a_project_is_saved_over_another_archive_that_it_reads_from(qtbot, session: Session, archive: Path):
    """A job file whose table lies in an archive becomes that archive."""
    opened(qtbot, session, archive)
    settings = archive.with_name("settings.toml")
    saved(qtbot, session, settings)
    document = opened(qtbot, session, settings)
    document.push(change_suppression_limit(document, 0.4))
    before = [(each.name, each.values) for each in document.dataset]
    saved(qtbot, session, archive)
    again = opened(qtbot, session, archive)
    assert again.job.suppression.limit == 0.4
    assert [(each.name, each.values) for each in again.dataset] == before


def test_that_save_as_makes_a_project_that_needs_nothing_of_the_first(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    second = archive.with_name("second.arxdesk")
    saved(qtbot, session, second)
    archive.unlink()
    assert document.job.data.path == str(second / "data.parquet")
    before = everything(document)
    assert everything(opened(qtbot, session, second)) == before


def test_that_what_changes_while_it_is_saved_is_not_saved(qtbot, session: Session, tmp_path: Path, monkeypatch):
    document = opened(qtbot, session, job_file(tmp_path))
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
    path = tmp_path / "study.arxdesk"
    session.save(path)
    assert gate.entered.wait(5)
    other = banded_hierarchy([str(age) for age in range(20, 60)])
    document.push(ChangeHierarchy(document, "age", other, str(tmp_path / "other.csv")))
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        gate.opened.set()
    assert document.modified
    assert document.settings_of("age").hierarchy_file == str(tmp_path / "other.csv")
    assert document.job.data.path == str(path / "data.parquet")
    assert read_project(path).job.settings_of("age").hierarchy_file.endswith("1-age.csv")


def test_that_saving_twice_at_once_is_no_conflict(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    conflicts: list[object] = []
    session.saving.conflicted.connect(conflicts.append)
    document.push(change_suppression_limit(document, 0.2))
    session.save(archive)
    document.push(change_suppression_limit(document, 0.3))
    session.save(archive)
    qtbot.waitUntil(lambda: not session.jobs._lanes, timeout=LONG)
    assert conflicts == []
    assert read_project(archive).job.suppression.limit == 0.3
    assert not document.modified


def test_that_saving_can_be_cancelled_and_leaves_the_old_project(qtbot, session: Session, archive: Path, monkeypatch):
    document = opened(qtbot, session, archive)
    before = archive.read_bytes()
    document.push(change_suppression_limit(document, 0.4))
    gate = Gate(saving.save)
    monkeypatch.setattr("arxdesk.core.session.saving.save", gate)
    session.save(archive)
    assert gate.entered.wait(5)
    with qtbot.waitSignal(session.saving.stopped, timeout=LONG):
        session.saving.stop()
    assert archive.read_bytes() == before
    assert document.modified
    assert [path.name for path in archive.parent.iterdir() if ".part" in path.name] == []


def test_that_a_project_that_somebody_else_has_changed_is_not_overwritten(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    other = read_project(archive)
    job = other.job.model_copy(update={"suppression": other.job.suppression.model_copy(update={"limit": 0.7})})
    write_project(archive, replace(other, job=job))
    theirs = archive.read_bytes()
    document.push(change_suppression_limit(document, 0.2))
    with qtbot.waitSignal(session.saving.conflicted, timeout=LONG) as told:
        session.save(archive)
    assert told.args == [archive]
    assert archive.read_bytes() == theirs
    assert document.modified
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(archive, overwrite=True)
    assert read_project(archive).job.suppression.limit == 0.2
    document.push(change_suppression_limit(document, 0.3))
    saved(qtbot, session, archive)


def test_that_a_project_whose_file_is_gone_is_saved_without_a_question(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    archive.unlink()
    document.push(change_suppression_limit(document, 0.2))
    saved(qtbot, session, archive)
    assert read_project(archive).job.suppression.limit == 0.2


def test_that_a_stale_result_is_not_saved(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    document.push(change_suppression_limit(document, 0.9))
    assert not document.result_is_current
    saved(qtbot, session, archive)
    assert read_project(archive).outcome is None
    assert opened(qtbot, session, archive).result is None


def test_that_a_result_that_is_not_saved_is_asked_about_in_an_archive_alone(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    searched(qtbot, session)
    assert document.modified
    saved(qtbot, session, archive)
    assert not document.modified
    job = archive.with_name("settings.toml")
    saved(qtbot, session, job)
    document = opened(qtbot, session, job)
    searched(qtbot, session)
    assert not document.modified


def test_that_an_outcome_that_the_table_does_not_confirm_is_dropped(qtbot, session: Session, archive: Path):
    project = read_project(archive)
    best = replace(project.outcome.solution.best, classes=project.outcome.solution.best.classes + 1)
    solution = replace(project.outcome.solution, best=best)
    write_project(archive, replace(project, outcome=replace(project.outcome, solution=solution)))
    with qtbot.waitSignal(session.failed, timeout=LONG) as told:
        session.open(archive)
    assert isinstance(told.args[0], UserError)
    assert "best transformation has other figures" in told.args[0].message
    assert session.document is not None
    assert session.document.result is None
    assert not session.document.modified


@pytest.mark.parametrize("change", ["limit", "role", "search"])
def test_that_a_change_ends_the_restoring_of_the_result(
    qtbot, session: Session, archive: Path, monkeypatch: pytest.MonkeyPatch, change: str
):
    from arxdesk.core.session import restoring_work as restoring  # noqa: PLC0415

    gate = Gate(restoring.restore_result)
    monkeypatch.setattr("arxdesk.core.session.restoring.restore_result", gate)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(archive)
    document = session.document
    assert gate.entered.wait(5)
    if change == "limit":
        document.push(change_suppression_limit(document, 0.6))
    elif change == "role":
        document.push(change_roles(document, ["city"], Role.INSENSITIVE))
    else:
        session.searching.anonymize()
    qtbot.waitUntil(lambda: gate.was_stopped or change == "search", timeout=LONG)
    gate.opened.set()
    qtbot.waitUntil(lambda: not session.jobs._lanes, timeout=LONG)
    if change == "search":
        assert document.result is session.searching.last_result
    else:
        assert document.result is None


def test_that_a_pin_does_not_end_the_restoring_of_the_result(qtbot, session: Session, archive: Path, monkeypatch):
    from arxdesk.core.session import restoring_work as restoring  # noqa: PLC0415

    gate = Gate(restoring.restore_result)
    monkeypatch.setattr("arxdesk.core.session.restoring.restore_result", gate)
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(archive)
    document = session.document
    assert gate.entered.wait(5)
    document.push(ChangeSections(document, {"project": document.job.project.model_copy(update={"title": "New"})}, "T"))
    gate.opened.set()
    qtbot.waitUntil(lambda: document.applied is not None, timeout=LONG)


def test_that_a_newer_project_says_which_arxdesk_it_needs(qtbot, session: Session, archive: Path):
    rewritten(archive, lambda text: text.replace('"version": 1,', '"version": 99,').replace('"0.1.0"', '"9.2"', 1))
    before = archive.read_bytes()
    with qtbot.waitSignal(session.failed, timeout=LONG) as told:
        session.open(archive)
    assert "needs ArxDesk 9.2 or later" in told.args[0].message
    assert archive.read_bytes() == before


@pytest.mark.parametrize("damage", ["cut", "noise", "empty"])
def test_that_a_damaged_project_is_told_and_what_is_open_stays_open(
    qtbot, session: Session, archive: Path, tmp_path: Path, damage: str
):
    document = opened(qtbot, session, archive)
    content = archive.read_bytes()
    broken = tmp_path / "broken.arxdesk"
    noise = np.random.default_rng(1).bytes(len(content))
    broken.write_bytes({"cut": content[: len(content) // 2], "noise": noise, "empty": b""}[damage])
    with qtbot.waitSignal(session.failed, timeout=LONG) as told:
        session.open(broken)
    assert isinstance(told.args[0], InvalidData)
    assert session.document is document
    assert not document.locked


def test_that_a_raw_text_that_was_replaced_in_the_window_is_kept(qtbot, session: Session, archive: Path):
    document = opened(qtbot, session, archive)
    saved(qtbot, session, archive)
    raw = {column.name: set(column.dictionary) for column in read_project(archive).raw_columns}
    assert "Muenchen" in raw["city"]
    assert "5,5" in raw["cost"]
    assert "München" in document.dataset["city"].values


def rewritten(archive: Path, change) -> None:
    """Put another project.json into an archive."""
    with zipfile.ZipFile(archive) as before:
        entries = [(info, before.read(info)) for info in before.infolist()]
    with zipfile.ZipFile(archive, "w") as after:
        for info, content in entries:
            text = change(content.decode()).encode() if info.filename == "project.json" else content
            after.writestr(info, text)


def test_that_a_save_that_fails_says_so_and_loses_nothing(qtbot, session: Session, archive: Path, monkeypatch):
    document = opened(qtbot, session, archive)
    before = archive.read_bytes()
    document.push(change_suppression_limit(document, 0.4))

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("arxdesk_engine.io.files.atomic.os.fsync", full)
    with qtbot.waitSignal(session.failed, timeout=LONG) as told:
        session.save(archive)
    assert "no space left" in told.args[0].message
    assert archive.read_bytes() == before
    assert document.modified


def test_that_a_save_goes_on_to_its_end_when_the_program_ends(qtbot, no_thread_left: None, tmp_path: Path):
    session = Session()
    document = opened(qtbot, session, job_file(tmp_path))
    document.push(change_suppression_limit(document, 0.25))
    path = tmp_path / "study.arxdesk"
    session.save(path)
    session.end()
    session.deleteLater()
    assert read_project(path, Control()).job.suppression.limit == 0.25
