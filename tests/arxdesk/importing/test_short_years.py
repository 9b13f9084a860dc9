"""The day after which no date with a year of two digits lies is asked where the formats are decided."""

from __future__ import annotations

from pathlib import Path

import pandas as pd
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from arxdesk.importing.choices import today
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.preparation.importing.table import Reading
from tests.arxdesk.analysis.applied_documents import keep, picture
from tests.arxdesk.importing.conftest import PEOPLE, Wizard

DATES = ["25.07.47", "25.07.1990", "03.02.61", "14.11.1985", "01.01.20", "30.06.1977"]


def short_dates(folder: Path) -> Path:
    path = folder / "births.csv"
    pd.DataFrame({"age": PEOPLE["age"], "born": DATES}).to_csv(path, index=False)
    return path


def write(wizard: Wizard, text: str) -> None:
    field = wizard.dialog.format_page.short_years.field
    field.setFocus()
    field.selectAll()
    QTest.keyClicks(field, text)


def test_that_it_is_asked_only_where_a_column_has_such_dates(wizard: Wizard, tmp_path: Path):
    PEOPLE.to_csv(tmp_path / "people.csv", index=False)
    years = wizard.dialog.format_page.short_years
    wizard.open(tmp_path / "people.csv")
    assert years.isHidden()
    wizard.open(short_dates(tmp_path))
    assert not years.isHidden()
    assert years.field.text() == today().isoformat()
    wizard.flow.draft.keep(1, False)
    assert years.isHidden()
    wizard.flow.draft.keep(1, True)
    wizard.flow.read_column(1, Reading())
    wizard.settle()
    assert years.isHidden()
    wizard.flow.read_column(1, Reading(ValueType(DataType.DATE, "%d.%m.%y")))
    wizard.settle()
    assert not years.isHidden()


def test_that_another_day_is_what_the_table_is_read_by(wizard: Wizard, tmp_path: Path):
    wizard.open(short_dates(tmp_path))
    years = wizard.dialog.format_page.short_years
    assert years.example.text() == "born: 03.02.61 is read as 03.02.1961"
    write(wizard, "2065-12-31")
    QTest.keyClick(years.field, Qt.Key.Key_Return)
    wizard.settle()
    assert wizard.flow.draft.choices.data.two_digit_years_until.isoformat() == "2065-12-31"
    assert "1961" not in years.example.text()
    made = wizard.finish()
    assert made.job.data.two_digit_years_until.isoformat() == "2065-12-31"
    assert "25.07.2047" in made.dataset["born"].values


def test_that_what_is_no_day_changes_nothing(wizard: Wizard, tmp_path: Path):
    wizard.open(short_dates(tmp_path))
    years = wizard.dialog.format_page.short_years
    write(wizard, "tomorrow")
    QTest.keyClick(years.field, Qt.Key.Key_Return)
    assert years.field.property("problem")
    assert "2025-12-31" in years.example.text()
    assert wizard.flow.draft.choices.data.two_digit_years_until == today()
    QTest.keyClick(years.field, Qt.Key.Key_Escape)
    assert years.field.text() == today().isoformat()
    assert not years.field.property("problem")
    assert wizard.dialog.isVisible()


def test_its_picture(wizard: Wizard, tmp_path: Path):
    wizard.open(short_dates(tmp_path))
    keep(picture(wizard.dialog), "import-short-years", tmp_path)
