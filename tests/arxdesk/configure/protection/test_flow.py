"""Presets, the checklist of Safe Harbor and guessed roles, from the action to the job."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from arxdesk.configure.protection.flow import ProtectionFlow
from arxdesk.core.document import Document
from arxdesk.core.protection.presets import PRESETS
from arxdesk.tasks.jobs import Jobs
from arxdesk_engine.analysis.risk.safe_harbor import SafeHarborAction, checklist
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem
from arxdesk_engine.job.job import job_from
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.risk.identifiers import find_identifiers

N = 40
COLUMNS = {
    "patient_id": [f"P{1000 + number}" for number in range(N)],
    "age": [str(55 + number) for number in range(N)],
    "zip": [f"{10_000 + 137 * number:05}" for number in range(N)],
    "birth_date": [f"19{10 + number}-03-{1 + number % 28:02}" for number in range(N)],
    "state": ["Texas", "Ohio"] * (N // 2),
    "diagnosis": ["Flu", "Cold", "Cough", "Fever"] * (N // 4),
}


def made_document() -> Document:
    columns = []
    for name, texts in COLUMNS.items():
        values = list(dict.fromkeys(texts))
        codes = np.array([values.index(text) for text in texts], np.int32)
        columns.append(Column.encode(name, codes, values))
    job = job_from({"data": {"path": "people.csv"}, "privacy": [{"model": "k-anonymity", "k": 4}]})
    return Document(job, Dataset(tuple(columns), "people.csv"), {}, None)


@pytest.fixture
def document(qapp) -> Document:
    return made_document()


@pytest.fixture
def flow(qtbot, document: Document, no_thread_left) -> ProtectionFlow:
    window = QWidget()
    jobs = Jobs(window)
    qtbot.addWidget(window, before_close_func=lambda _window: jobs.wait())
    return ProtectionFlow(document, jobs, window)


def role(document: Document, name: str) -> Role:
    return document.settings_of(name).role


def waited(flow: ProtectionFlow, qtbot):
    qtbot.waitUntil(lambda: flow.dialog is not None, timeout=10_000)
    return flow.dialog


@pytest.mark.parametrize("place", range(len(PRESETS)))
def test_that_a_preset_sets_what_it_says_as_one_step_and_pauses_what_was_there(flow, document, place: int):
    preset = PRESETS[place]
    document.set_attribute("diagnosis", document.settings_of("diagnosis").model_copy(update={"role": Role.SENSITIVE}))
    before = document.job
    flow.ask_for_preset()
    flow.dialog.list.setCurrentRow(place)
    said = " ".join(flow.dialog.texts)
    for model in preset.models(["diagnosis"]):
        assert model.sentence in said
    for source in preset.sources:
        assert source in said
    flow.dialog.foot.primary.click()
    assert document.job.privacy == preset.models(["diagnosis"])
    assert document.job.suppression.limit == preset.limit
    assert document.job.paused == (KAnonymity(k=4),)
    assert document.undo_stack.count() == 1
    assert document.undo_stack.undoText() == f"Preset {preset.title}"
    document.undo_stack.undo()
    assert document.job == before


@pytest.mark.parametrize("preset", PRESETS)
def test_that_the_engine_takes_every_preset(document, preset):
    attributes = {"age": {"role": "quasi-identifying"}, "diagnosis": {"role": "sensitive"}}
    job = job_from({"data": {"path": "people.csv"}, "attributes": attributes})
    job = job.model_copy(update=preset.sections(["diagnosis"], job.suppression))
    assert len(Anonymizer.formulate(job, document.dataset, {}).problem.privacy) == len(job.privacy)


def test_that_cancelling_a_preset_changes_nothing(flow, document):
    flow.ask_for_preset()
    flow.dialog.foot.cancel.click()
    assert document.undo_stack.count() == 0


def test_that_identifiers_are_listed_with_what_the_rule_asks(document):
    lines = {line.column: line for line in checklist(find_identifiers(document.dataset.columns), document.dataset)}
    assert {name: line.action for name, line in lines.items()} == {
        "patient_id": SafeHarborAction.REMOVE,
        "age": SafeHarborAction.AGE,
        "zip": SafeHarborAction.ZIP,
        "birth_date": SafeHarborAction.YEAR,
        "state": SafeHarborAction.NOTHING,
    }
    assert "000" in lines["zip"].open
    assert lines["state"].open


def test_that_each_line_is_done_with_one_click_and_one_step(flow, document, qtbot):
    flow.show_checklist()
    dialog = waited(flow, qtbot)
    assert set(dialog.buttons) == {"patient_id", "age", "zip", "birth_date"}
    assert "4 columns are left" in dialog.message.text.text()
    for steps, (name, button) in enumerate(dialog.buttons.items(), 1):
        button.click()
        qtbot.waitUntil(lambda button=button: button.text() == "Done", timeout=10_000)
        assert not button.isEnabled()
        assert document.undo_stack.count() == steps, name
    assert "All treated." in dialog.message.text.text()
    assert role(document, "patient_id") is Role.IDENTIFYING
    labels = {name: dict(row[:2] for row in document.hierarchies[name].rows) for name in ("age", "zip", "birth_date")}
    assert labels["age"]["89"] == "89"
    assert labels["age"]["90"] == labels["age"]["94"] == ">=90"
    assert labels["zip"]["10137"] == "101**"
    assert labels["birth_date"]["1910-03-01"] == "1910"
    for name in labels:
        assert role(document, name) is Role.QUASI_IDENTIFYING
        assert document.settings_of(name).minimum_level == 1
    Anonymizer.formulate(document.job, document.dataset, document.hierarchies)
    document.undo_stack.setIndex(0)
    assert document.hierarchies == {}
    assert role(document, "age") is Role.INSENSITIVE
    dialog.accept()


def test_that_the_checklist_says_it_is_no_legal_advice_and_what_was_not_found(flow, qtbot):
    flow.show_checklist()
    dialog = waited(flow, qtbot)
    texts = " ".join(child.text() for child in dialog.findChildren(QLabel))
    assert "not legal advice" in texts
    assert "Not found: name, telephone number" in texts
    dialog.accept()


def test_that_the_preset_of_safe_harbor_leads_to_the_checklist(flow, qtbot):
    flow.ask_for_preset()
    presets = flow.dialog
    presets.list.setCurrentRow(len(PRESETS))
    presets.foot.primary.click()
    qtbot.waitUntil(lambda: flow.dialog is not presets, timeout=10_000)
    assert flow.dialog.windowTitle() == "HIPAA Safe Harbor"
    flow.dialog.accept()


def test_that_roles_are_guessed_and_those_ticked_accepted_as_one_step(flow, document, qtbot):
    flow.guess_roles()
    dialog = waited(flow, qtbot)
    assert set(dialog.accepted_roles) == set(COLUMNS)
    dialog.model.check(["patient_id", "diagnosis", "age"])
    row = next(row for row, each in enumerate(dialog.model.rows) if each.name == "age")
    dialog.model.setData(dialog.model.index(row, 0), Qt.CheckState.Unchecked, Qt.ItemDataRole.CheckStateRole)
    assert dialog.foot.primary.text() == "Accept 2 roles"
    dialog.foot.primary.click()
    assert role(document, "patient_id") is Role.IDENTIFYING
    assert role(document, "diagnosis") is Role.SENSITIVE
    assert role(document, "age") is Role.INSENSITIVE
    assert document.undo_stack.count() == 1
    document.undo_stack.undo()
    assert role(document, "patient_id") is Role.INSENSITIVE


def test_that_a_guess_that_changes_nothing_cannot_be_ticked(flow, document, qtbot):
    document.set_attribute("age", document.settings_of("age").model_copy(update={"role": Role.QUASI_IDENTIFYING}))
    flow.guess_roles()
    dialog = waited(flow, qtbot)
    row = next(row for row, each in enumerate(dialog.model.rows) if each.name == "age")
    index = dialog.model.index(row, 0)
    assert not dialog.model.flags(index) & Qt.ItemFlag.ItemIsUserCheckable
    assert dialog.model.index(row, 2).data() == "as it is"
    dialog.none_link.click()
    assert not dialog.foot.primary.isEnabled()
    dialog.all_link.click()
    assert "age" not in dialog.accepted_roles
    dialog.reject()
    assert document.undo_stack.count() == 0


def test_that_a_hierarchy_that_cannot_be_made_is_told_and_can_be_asked_for_again(flow, document, qtbot, monkeypatch):
    problem = InvalidHierarchy(Problem("zip", "two values are no codes", "Correct them."))

    def fails(*_arguments: object) -> None:
        raise problem

    monkeypatch.setattr("arxdesk.configure.protection.flow.build", fails)
    flow.show_checklist()
    dialog = waited(flow, qtbot)
    dialog.buttons["zip"].click()
    assert not dialog.buttons["age"].isEnabled(), "one thing at a time"
    qtbot.waitUntil(lambda: dialog.message.kind == "error", timeout=10_000)
    assert "two values are no codes" in dialog.message.text.text()
    assert dialog.buttons["zip"].isEnabled()
    assert document.undo_stack.count() == 0
    dialog.accept()
