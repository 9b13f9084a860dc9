"""A column read as another type is the column that a fresh reading of the table gives."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.attributes import AttributeSettings, ReplacementSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.preparation.retyping import (
    RetypedColumn,
    TypeFit,
    candidates_of,
    composed,
    judge,
    retype,
    with_another_format,
    with_missing,
)

INTEGER, DECIMAL, TEXT = ValueType(DataType.INTEGER), ValueType(DataType.DECIMAL), ValueType()
DATE = ValueType(DataType.DATE, "%Y-%m-%d")
GERMAN = ValueType(DataType.DATE, "%d.%m.%Y")
SIZES = ValueType(DataType.ORDINAL, None, ("small", "medium", "large"))
ROWS = [
    "number;mixed;day;days;size;price",
    "3;7;2024-01-05;2024-01-05;medium;1,5",
    "10;n/a;2024-01-03;03.01.2024;small;2",
    "2;12;;17.02.2024;large;10,25",
    "10;n/a;2023-12-31;2023-12-31;small;3",
    "4;unknown;2024-02-29;2024-02-29;;1,5",
]


@pytest.fixture
def job(tmp_path: Path) -> Job:
    file = tmp_path / "table.csv"
    file.write_text("\n".join(ROWS) + "\n", encoding="utf-8")
    return Job(data=DataSource(path=str(file)))


def column_of(job: Job, name: str) -> Column:
    return load_dataset(job)[name]


def with_settings(job: Job, name: str, settings: AttributeSettings) -> Job:
    return job.model_copy(update={"attributes": {**job.attributes, name: settings}})


def assert_same(found: Column, fresh: Column) -> None:
    assert (found.name, found.values, found.type) == (fresh.name, fresh.values, fresh.type)
    np.testing.assert_array_equal(found.codes, fresh.codes)


@pytest.mark.parametrize(
    ("name", "kind"),
    [("number", TEXT), ("number", DECIMAL), ("number", INTEGER), ("day", DATE), ("day", TEXT), ("size", SIZES)],
)
def test_that_a_column_as_another_type_is_what_a_fresh_reading_gives(job: Job, name: str, kind: ValueType):
    found = retype(column_of(job, name), AttributeSettings(), job, kind, Control())
    assert isinstance(found, RetypedColumn)
    assert found.column.type == kind
    assert_same(found.column, column_of(with_settings(job, name, found.settings), name))


def test_that_contradicting_cells_are_counted_and_listed(job: Job):
    found = retype(column_of(job, "mixed"), AttributeSettings(), job, INTEGER, Control())
    assert isinstance(found, TypeFit)
    assert (found.fits, found.misfits, found.different) == (2, 3, 2)
    assert found.values == (("n/a", 2), ("unknown", 1))
    assert found.share == 0.4


def test_that_contradicting_cells_read_as_missing_as_in_a_fresh_reading(job: Job):
    column = column_of(job, "mixed")
    fit = retype(column, AttributeSettings(), job, INTEGER, Control())
    found = with_missing(column, AttributeSettings(), job, fit, Control())
    assert found.settings.replace == {"n/a": "", "unknown": ""}
    assert found.column.values == ("7", "12", "")
    assert_same(found.column, column_of(with_settings(job, "mixed", found.settings), "mixed"))


def test_that_dates_in_two_formats_become_dates_as_in_a_fresh_reading_and_text_again(job: Job):
    column = column_of(job, "days")
    fit = retype(column, AttributeSettings(), job, DATE, Control())
    assert isinstance(fit, TypeFit)
    assert (fit.misfits, fit.another_format, fit.in_another) == (2, "%d.%m.%Y", 2)
    found = with_another_format(column, AttributeSettings(), job, fit, Control())
    assert isinstance(found, RetypedColumn)
    assert found.settings.other_formats == ("%d.%m.%Y",)
    assert found.column.type == DATE
    assert_same(found.column, column_of(with_settings(job, "days", found.settings), "days"))
    again = retype(found.column, found.settings, job, TEXT, Control())
    assert isinstance(again, RetypedColumn)
    assert sorted(again.column.values) == sorted(column.values), "what the file has, not what was made of it"


def test_that_a_format_that_fits_no_cell_is_judged_with_the_one_that_does(job: Job):
    fit = judge(column_of(job, "day"), GERMAN)
    assert (fit.fits, fit.misfits, fit.another_format) == (0, 4, "%Y-%m-%d")


def test_that_day_and_month_exchanged_are_never_offered():
    texts = ("01/02/2024", "05/13/2024", "28/02/2024")
    column = Column.encode("x", np.arange(3, dtype=np.int32), texts, TEXT)
    fit = judge(column, ValueType(DataType.DATE, "%d/%m/%Y"))
    assert (fit.misfits, fit.another_format) == (1, None)


def test_that_decimal_commas_are_read_as_in_a_fresh_reading(job: Job):
    comma = job.model_copy(update={"data": job.data.model_copy(update={"decimal_mark": ","})})
    as_text = with_settings(comma, "price", AttributeSettings(type=DataType.STRING))
    column = column_of(as_text, "price")
    found = retype(column, as_text.attributes["price"], as_text, DECIMAL, Control())
    assert isinstance(found, RetypedColumn)
    assert found.column.values == ("1.5", "2", "3", "10.25")
    assert_same(found.column, column_of(with_settings(comma, "price", found.settings), "price"))


def test_that_candidates_tell_the_share_of_cells_and_the_best_date_format(job: Job):
    found = candidates_of(column_of(job, "mixed"), Control())
    assert found.shares[DataType.INTEGER] == pytest.approx(0.4)
    found = candidates_of(column_of(job, "days"), Control())
    assert (found.date_format, found.sampled) == ("%Y-%m-%d", False)


def test_that_replacements_follow_each_other():
    assert composed({"a": "b"}, {"b": "", "c": "d"}) == {"a": "", "b": "", "c": "d"}
    assert composed({"a": "b"}, {"a": "z"}) == {"a": "b"}, "no cell reads a any more"


def test_that_cells_that_rules_have_left_can_be_read_as_missing(job: Job):
    rules = (ReplacementSettings(find="n/", by="none ", whole=False),)
    job = with_settings(job, "mixed", AttributeSettings(replacements=rules))
    column = column_of(job, "mixed")
    fit = retype(column, job.settings_of("mixed"), job, INTEGER, Control())
    assert isinstance(fit, TypeFit)
    found = with_missing(column, job.settings_of("mixed"), job, fit, Control())
    assert set(found.column.values) == {"7", "12", ""}
    assert_same(found.column, column_of(with_settings(job, "mixed", found.settings), "mixed"))


def test_that_values_written_with_a_point_are_numbers_beside_decimal_commas(tmp_path: Path):
    file = tmp_path / "income.csv"
    file.write_text("income;bmi\n50.983,55;25,1\n1.200,00;30,4\n")
    rules = (
        ReplacementSettings(find=".", by="", whole=False),
        ReplacementSettings(find=",", by=".", whole=False),
    )
    job = Job(data=DataSource(path=str(file), decimal_mark=","))
    job = with_settings(job, "income", AttributeSettings(type=DataType.STRING, replacements=rules))
    column = column_of(job, "income")
    assert candidates_of(column, Control()).shares[DataType.DECIMAL] == 1.0
    found = retype(column, job.settings_of("income"), job, DECIMAL, Control())
    assert isinstance(found, RetypedColumn)
    assert (found.column.values, found.settings.decimal_mark) == (("1200.00", "50983.55"), ".")
    job = with_settings(job, "income", found.settings)
    assert_same(found.column, column_of(job, "income"))
    assert candidates_of(found.column, Control()).shares[DataType.DECIMAL] == 1.0


def test_that_marks_between_thousands_are_found_when_a_column_becomes_numbers(tmp_path: Path):
    file = tmp_path / "income.csv"
    file.write_text("income;bmi\n50.983,55;25,1\n1.200,00;30,4\n")
    job = Job(data=DataSource(path=str(file), decimal_mark=","))
    found = retype(column_of(job, "income"), AttributeSettings(), job, DECIMAL, Control())
    assert isinstance(found, RetypedColumn)
    assert (found.settings.decimal_mark, found.settings.thousands_mark) == (",", ".")
    assert_same(found.column, column_of(with_settings(job, "income", found.settings), "income"))


def test_that_dates_of_two_digits_put_nobody_into_the_future(tmp_path: Path):
    file = tmp_path / "born.csv"
    file.write_text("born\n25.07.47\n03.02.01\n")
    job = Job(data=DataSource(path=str(file)))
    found = retype(column_of(job, "born"), AttributeSettings(), job, ValueType(DataType.DATE, "%d.%m.%y"), Control())
    assert isinstance(found, RetypedColumn)
    assert found.column.values == ("25.07.1947", "03.02.2001")
    assert_same(found.column, column_of(with_settings(job, "born", found.settings), "born"))


def test_that_spellings_of_one_number_come_back_as_text(tmp_path: Path):
    file = tmp_path / "numbers.csv"
    file.write_text("n\n2\n2.0\n3.5\n")
    job = Job(data=DataSource(path=str(file)))
    column = column_of(job, "n")
    assert column.values == ("2", "3.5")
    found = retype(column, AttributeSettings(), job, TEXT, Control())
    assert isinstance(found, RetypedColumn)
    assert found.column.values == ("2", "2.0", "3.5")
