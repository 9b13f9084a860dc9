"""People, weights, households and sets, chosen before a table is opened."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import QModelIndex

from arxdesk.importing import words
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.preparation.importing.table import Reading
from arxdesk_engine.preparation.loading import load_dataset
from tests.arxdesk.importing.conftest import Wizard

ROWS = "sex;household;weight;diagnoses\n" + "".join(
    f"{'fm'[number % 2]};{number // 2};{10 + number % 3}.5;{'I10,J44' if number % 3 else 'E11'}\n"
    for number in range(60)
)


@pytest.fixture
def opened(wizard: Wizard, tmp_path: Path) -> Wizard:
    (tmp_path / "survey.csv").write_text(ROWS)
    wizard.open(tmp_path / "survey.csv")
    return wizard


def row_of(wizard: Wizard, name: str) -> QModelIndex:
    page = wizard.dialog.roles_page
    place = [column.name for column in page.model.columns].index(name)
    return page.view.model().index(place, 1)


def declare(wizard: Wizard, name: str, part: str) -> None:
    page = wizard.dialog.roles_page
    page.view.setCurrentIndex(row_of(wizard, name))
    page.declared.chosen.emit(part)


def reason(wizard: Wizard, name: str) -> str:
    return row_of(wizard, name).siblingAtColumn(4).data()


def test_that_weights_and_households_reach_the_project(opened: Wizard):
    opened.dialog.go_on()
    declare(opened, "household", "household")
    declare(opened, "weight", "weight")
    assert reason(opened, "weight").startswith("Sampling weight. ")
    assert "Sampling weight: weight." in opened.dialog.finish_page._roles()
    project = opened.finish()
    assert (project.job.data.weight, project.job.data.household, project.job.data.person) == (
        "weight",
        "household",
        None,
    )
    assert project.job.settings_of("weight").role is Role.INSENSITIVE
    assert project.job.settings_of("household").role is Role.IDENTIFYING
    assert load_dataset(project.job).names == project.dataset.names


def test_that_a_name_given_here_is_the_one_declared(opened: Wizard):
    opened.dialog.go_on()
    declare(opened, "weight", "weight")
    page = opened.dialog.roles_page
    page.model.setData(page.model.index(2, 1), "design weight")
    assert opened.finish().job.data.weight == "design weight"


def test_that_one_column_is_each_and_is_no_more_when_chosen_again(opened: Wizard):
    opened.dialog.go_on()
    declare(opened, "household", "person")
    declare(opened, "sex", "person")
    assert [column.declared for column in opened.flow.draft.choices.columns] == ["person", None, None, None]
    declare(opened, "sex", "nothing")
    assert not any(column.declared for column in opened.flow.draft.choices.columns)


def test_that_a_role_that_cannot_be_ends_it(opened: Wizard):
    opened.dialog.go_on()
    declare(opened, "household", "household")
    page = opened.dialog.roles_page
    page.view.setCurrentIndex(row_of(opened, "household"))
    page.role.chosen.emit(Role.INSENSITIVE)
    assert opened.flow.draft.choices.columns[1].declared == "household"
    page.role.chosen.emit(Role.QUASI_IDENTIFYING)
    assert opened.flow.draft.choices.columns[1].declared is None


def test_that_a_column_left_out_is_not_declared(opened: Wizard):
    opened.dialog.go_on()
    declare(opened, "household", "household")
    opened.flow.draft.keep(1, False)
    assert opened.finish().job.data.household is None


def test_that_the_menu_declares_columns(opened: Wizard):
    opened.dialog.go_on()
    page = opened.dialog.roles_page
    page.view.setCurrentIndex(row_of(opened, "weight"))
    page._open_menu_at(page.rect().center())
    entries = {entry.text(): entry for entry in page.menu.actions()}
    entries["Sampling weight"].trigger()
    page.menu.hide()
    assert opened.flow.draft.choices.columns[2].declared == "weight"


def test_that_a_column_can_be_read_as_sets(opened: Wizard):
    draft = opened.flow.draft
    column = draft.table.columns[3]
    readings, _candidates = words.readings_for(column, column.candidates[0].reading)
    assert "Set a,b" in [words.name_of(each) for each in readings]
    place = next(at for at, each in enumerate(readings) if each.type.kind is DataType.SET)
    opened.dialog.format_page.header.choice_made.emit(3, place)
    opened.settle()
    assert not draft.misfits()
    project = opened.finish()
    settings = project.job.settings_of("diagnoses")
    assert (settings.type, settings.separator) == (DataType.SET, ",")
    assert project.dataset["diagnoses"].type.kind is DataType.SET


def test_that_sets_are_not_offered_where_records_stay_outside(opened: Wizard):
    column = opened.flow.draft.table.columns[3]
    readings, _candidates = words.readings_for(column, Reading(), sets=False)
    assert all(each.type.kind is not DataType.SET for each in readings)
