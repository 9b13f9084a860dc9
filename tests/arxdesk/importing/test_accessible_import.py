"""What a screen reader is given while a table is opened: each thing with its name, role and value."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
import pytest

from arxdesk.ui.widgets.basics import spoken
from tests.arxdesk.accessible_tree import ROLES, cells, faults, there
from tests.arxdesk.importing.conftest import PEOPLE, Wizard, write_sqlite


@pytest.fixture(autouse=True)
def listened_to() -> None:
    spoken.begin()


def write_csv(path: Path) -> None:
    PEOPLE.to_csv(path, index=False)


def write_workbook(path: Path) -> None:
    with pd.ExcelWriter(path) as book:
        PEOPLE.to_excel(book, sheet_name="people", index=False)
        PEOPLE.head(2).to_excel(book, sheet_name="other", index=False)


def write_database(path: Path) -> None:
    write_sqlite(PEOPLE, path)


@pytest.mark.parametrize(
    ("name", "write"), [("people.csv", write_csv), ("people.xlsx", write_workbook), ("people.sqlite", write_database)]
)
def test_that_each_page_names_what_it_holds(wizard: Wizard, qtbot, tmp_path: Path, name: str, write):
    dialog = wizard.dialog
    there(dialog, {ROLES.RadioButton, ROLES.Button})
    write(tmp_path / name)
    wizard.open(tmp_path / name)
    if dialog.place == 0:  # a workbook or a database says which tables it has
        there(dialog, {ROLES.Table, ROLES.SpinBox, ROLES.CheckBox})
        view = dialog.file_page.view
        assert cells(view)[0] == "people"
        dialog.file_page.tables.show_row(0)
        wizard.settle()
        dialog.next_button.click()
    there(dialog, {ROLES.Table, ROLES.RadioButton})
    preview = dialog.format_page.table
    headers = [each.split(", ", 1) for each in cells(preview, ROLES.ColumnHeader)]
    assert [name for name, _type in headers] == list(PEOPLE)
    assert headers[0][1] == "Integer"
    assert cells(preview)[3:24:4] == list(PEOPLE["city"])
    dialog.go_on()
    wizard.settle()
    there(dialog, {ROLES.Table, ROLES.RadioButton})
    assert set(PEOPLE) <= set(cells(dialog.roles_page.view))
    dialog.go_on()
    there(dialog, {ROLES.CheckBox})


def test_that_the_form_of_a_database_names_its_fields(wizard: Wizard):
    wizard.dialog.begin_with_database()
    form = wizard.dialog.file_page.form
    for kind in ("sqlite", "postgresql", "mysql"):
        place = form.kind.findData(kind)
        if place >= 0:
            form.kind.setCurrentIndex(place)
            assert faults(wizard.dialog) == [], kind
    there(wizard.dialog, {ROLES.ComboBox, ROLES.EditableText, ROLES.SpinBox})


def test_that_the_preview_says_which_cells_do_not_fit_and_which_columns_are_left_out(wizard: Wizard, tmp_path: Path):
    (tmp_path / "people.csv").write_text("age,sex\n1,m\n2,f\nold,f\n" + "3,m\n" * 20)
    wizard.open(tmp_path / "people.csv")
    draft = wizard.dialog.flow.draft
    draft.keep(1, False)
    preview = wizard.dialog.format_page.table
    assert cells(preview, ROLES.ColumnHeader) == ["age, Integer", "sex is left out"]
    assert "old: does not fit the type of age" in cells(preview)
