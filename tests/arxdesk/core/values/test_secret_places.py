"""An opened project makes no keys and no mappings at places of its own choice before somebody allows it."""

from __future__ import annotations

import gc
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication

from arxdesk.core.session.activities import APPLYING, SEARCHING
from arxdesk.core.session.restoring import RESTORING
from arxdesk.core.session.session import Session
from arxdesk.core.values.secret_places import PermissionRequest, SecretPlaces
from arxdesk.projects.secret_permission import SecretPermissionBox
from arxdesk.projects.secrets import SecretsFlow
from arxdesk.tasks.activity import WRITING
from arxdesk_engine.foundation.control import Stopped
from arxdesk_engine.job.job import job_from

LONG = 30_000
JOB = """\
[data]
path = "people.csv"

[attributes.name]
role = "identifying"
masking = {{ method = "pseudonym", key_file = "{key}", create_key = true, mapping_file = "{mapping}" }}

[attributes.age]
role = "quasi-identifying"
hierarchy = {{ builder = "redaction" }}

[[privacy]]
model = "k-anonymity"
k = 2

[suppression]
limit = 1.0
"""


@pytest.fixture
def asked(session: Session) -> list[PermissionRequest]:
    found: list[PermissionRequest] = []
    session.permission.wanted.connect(found.append)
    return found


def project(folder: Path, key: Path | str, mapping: Path | str) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "people.csv").write_text("name,age\nAnna,31\nBert,32\nCora,33\n", encoding="utf-8")
    file = folder / "study.toml"
    file.write_text(JOB.format(key=key, mapping=mapping), encoding="utf-8")
    return file


def opened(session: Session, qtbot, file: Path) -> None:
    with qtbot.waitSignal(session.document_opened, timeout=LONG):
        session.open(file)


def idle(session: Session) -> bool:
    return not any(session.is_busy(kind) for kind in (SEARCHING, APPLYING, RESTORING, WRITING))


def applied(session: Session) -> bool:
    return idle(session) and session.document is not None and session.document.applied is not None


def test_that_nothing_is_searched_or_made_before_it_is_allowed_and_that_it_is_asked_once(
    session: Session, asked: list[PermissionRequest], qtbot, tmp_path: Path
):
    key, mapping = tmp_path / "elsewhere.key", tmp_path / "names.csv"
    opened(session, qtbot, project(tmp_path / "sent", key, mapping))
    assert not asked  # opening makes nothing
    session.searching.anonymize()
    assert [each.path for each in asked[0].secrets] == [key, mapping]
    assert idle(session)
    asked[0].refused()
    assert idle(session)
    session.searching.anonymize()
    assert len(asked) == 2  # nobody has allowed it
    assert not key.exists()
    asked[1].granted()
    qtbot.waitUntil(lambda: applied(session), timeout=LONG)
    assert key.exists()
    with qtbot.waitSignal(session.exporting.exported, timeout=LONG):
        session.exporting.export(tmp_path / "sent" / "result.csv")
    assert mapping.exists()
    assert len(asked) == 2


def test_that_a_result_is_not_restored_before_it_is_allowed(
    session: Session, asked: list[PermissionRequest], qtbot, tmp_path: Path
):
    key, mapping = tmp_path / "elsewhere.key", tmp_path / "names.csv"
    opened(session, qtbot, project(tmp_path / "sent", key, mapping))
    session.searching.anonymize()
    asked.pop().granted()
    qtbot.waitUntil(lambda: applied(session), timeout=LONG)
    archive = tmp_path / "sent" / "study.arxdesk"
    with qtbot.waitSignal(session.saving.saved, timeout=LONG):
        session.save(archive)
    key.unlink()
    opened(session, qtbot, archive)
    assert idle(session)
    assert not key.exists()
    asked.pop().granted()
    qtbot.waitUntil(lambda: applied(session), timeout=LONG)
    assert key.exists()


def test_that_an_export_asks_and_ends_as_stopped_where_it_is_refused(
    session: Session, asked: list[PermissionRequest], qtbot, tmp_path: Path
):
    opened(session, qtbot, project(tmp_path / "own", "own.key", "names.csv"))
    session.searching.anonymize()
    qtbot.waitUntil(lambda: applied(session), timeout=LONG)  # files beside the project need no word
    document = session.document
    assert document is not None
    elsewhere = document.job.model_copy(update={"attributes": dict(document.job.attributes)})
    document.secret_places = SecretPlaces(elsewhere, tmp_path / "other" / "study.toml")
    errors: list[object] = []
    session.exporting.export(tmp_path / "own" / "result.csv", failed=errors.append)
    assert [each.is_mapping for each in asked[0].secrets] == [True]  # the key is there already
    asked[0].refused()
    assert [type(each) for each in errors] == [Stopped]
    assert not (tmp_path / "own" / "result.csv").exists()


def test_that_places_that_were_chosen_in_the_window_need_no_word(tmp_path: Path):
    def job(key: str):
        masking = {"method": "pseudonym", "key_file": key, "create_key": True}
        attributes = {"name": {"role": "identifying", "masking": masking}}
        return job_from({"data": {"path": "t.csv"}, "attributes": attributes})

    opened_as, chosen = job(str(tmp_path / "foreign.key")), job(str(tmp_path / "chosen.key"))
    places = SecretPlaces(opened_as, tmp_path / "sent" / "study.toml")
    assert [each.path.name for each in places.to_allow(opened_as)] == ["foreign.key"]
    assert places.to_allow(chosen) == ()
    places.allow()
    assert places.to_allow(opened_as) == ()
    assert [each.path.name for each in SecretPlaces(opened_as, None).to_allow(opened_as)] == ["foreign.key"]


@pytest.mark.parametrize("allow", [True, False])
def test_that_the_question_names_the_places(session: Session, qtbot, tmp_path: Path, monkeypatch, allow: bool):
    job = job_from(
        {
            "data": {"path": "t.csv"},
            "attributes": {
                "name": {
                    "role": "identifying",
                    "masking": {
                        "method": "pseudonym",
                        "key_file": str(tmp_path / "a.key"),
                        "create_key": True,
                        "mapping_file": str(tmp_path / "m.csv"),
                    },
                }
            },
        }
    )
    said: list[str] = []

    def press(box: SecretPermissionBox) -> int:
        said.append(box.informativeText())
        (box.allow if allow else box.defaultButton()).click()
        return 0

    monkeypatch.setattr(SecretPermissionBox, "exec", press)
    flow = SecretsFlow(None, session)  # type: ignore[arg-type]
    answers: list[str] = []
    secrets = SecretPlaces(job, None).to_allow(job)
    session.permission.wanted.emit(
        PermissionRequest(secrets, lambda: answers.append("granted"), lambda: answers.append("refused"))
    )
    qtbot.waitUntil(lambda: bool(answers), timeout=LONG)
    assert answers == ["granted" if allow else "refused"]
    assert str(tmp_path / "a.key") in said[0]
    assert str(tmp_path / "m.csv") in said[0]
    assert "Mapping of pseudonyms for name" in said[0]
    flow.deleteLater()
    QApplication.processEvents()


def test_that_the_window_asks(window, qtbot, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    asked: list[str] = []
    answers = ["cancel", "allow"]

    def press(box: SecretPermissionBox) -> int:
        asked.append(box.text())
        (box.allow if answers.pop(0) == "allow" else box.defaultButton()).click()
        return 0

    monkeypatch.setattr(SecretPermissionBox, "exec", press)
    gc.collect()
    session, key = window.session, tmp_path / "elsewhere.key"
    opened(session, qtbot, project(tmp_path / "sent", key, "names.csv"))
    session.searching.anonymize()
    qtbot.waitUntil(lambda: len(asked) == 1, timeout=LONG)
    assert idle(session)
    session.searching.anonymize()
    qtbot.waitUntil(lambda: applied(session), timeout=LONG)
    assert len(asked) == 2
    assert key.exists()
    assert asked[0] == "This project makes a file outside its folder"
