"""Proposed types, and what speaks against them, counted cell by cell."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import DataType, ValueType, detect_type
from arxdesk_engine.data.type_detection import MAX_EXAMPLES, Misfit, type_candidates, with_point


def column_of(cells, *, declared=None, has_numbers=False):
    dictionary = tuple(dict.fromkeys(cells))
    codes = np.array([dictionary.index(cell) for cell in cells], np.int32)
    return RawColumn("x", codes, dictionary, declared, has_numbers=has_numbers)


TEXTS = ("", "1", "-2", "2.5", "x", "007", "2020-01-31", "31.01.2020", "2020-02-31", "01/02/2020", "5 kg")


@given(st.integers().map(random.Random))
def test_that_candidates_count_every_cell(chance):
    cells = [chance.choice(TEXTS) for _ in range(chance.randint(0, 40))]
    for candidate in type_candidates(column_of(cells), "."):
        formats = (candidate.type.format, *candidate.other_formats)
        kinds = [ValueType(candidate.type.kind, each) for each in formats]

        def fits(cell, kinds=kinds):
            return kinds[0].kind is DataType.STRING or any(kind.parse(cell) is not None for kind in kinds)

        present = [cell for cell in cells if cell]
        unfit = [cell for cell in present if not fits(cell)]
        assert candidate.missing == len(cells) - len(present)
        assert (candidate.fits, candidate.misfits) == (len(present) - len(unfit), len(unfit))
        assert {example.value for example in candidate.examples} == set(unfit)
        for example in candidate.examples:
            assert (example.cells, example.first_record) == (cells.count(example.value), cells.index(example.value))


@given(st.integers().map(random.Random))
def test_that_a_column_without_misfits_has_the_type_that_jobs_detect(chance):
    clean = chance.choice(
        [("1", "-2"), ("1", "2.5"), ("2020-01-31", "1999-12-01"), ("x", "y"), ("31.01.2020",), ("01", "1")]
    )
    best = type_candidates(column_of([*clean, ""] * chance.randint(1, 3)), ".")[0]
    assert (best.type, best.misfits) == (detect_type(clean), 0)


def test_that_a_few_misfits_are_tolerated_and_told():
    cells = ["5"] * 96 + ["5 kg", "5 kg", "unknown", ""]
    best = type_candidates(column_of(cells), ".")[0]
    assert best.type == ValueType(DataType.INTEGER)
    assert best.examples == (Misfit("5 kg", 2, 96, "letters among digits"), Misfit("unknown", 1, 98, "no number"))
    assert type_candidates(column_of(["5"] * 10 + ["x"]), ".")[0].type == ValueType()


def test_that_most_frequent_misfits_come_first_and_not_too_many():
    cells = ["5"] * 2000 + [f"x{number}" for number in range(40)] + ["y"] * 3
    best = type_candidates(column_of(cells), ".")[0]
    assert (len(best.examples), best.examples[0].value, best.misfits) == (MAX_EXAMPLES, "y", 43)


def test_that_codes_with_leading_zeros_stay_text_with_a_note():
    best = type_candidates(column_of(["01234", "12345"]), ".")[0]
    assert (best.type, best.could_be_number) == (ValueType(), True)
    assert not type_candidates(column_of(["01234", "x"]), ".")[0].could_be_number


def test_that_dates_of_several_formats_are_one_column():
    best = type_candidates(column_of(["31.01.2020"] * 60 + ["2020-01-31"] * 40 + ["2020-02-30"]), ".")[0]
    assert (best.type.format, best.other_formats) == ("%d.%m.%Y", ("%Y-%m-%d",))
    assert best.examples == (Misfit("2020-02-30", 1, 100, "no such day"),)


def test_that_day_and_month_are_never_exchanged_within_a_column():
    candidates = type_candidates(column_of(["31/01/2020"] * 30 + ["01/31/2020"]), ".")
    dates = next(each for each in candidates if each.type.kind is DataType.DATE)
    assert (dates.type.format, dates.other_formats, dates.misfits) == ("%d/%m/%Y", (), 1)


def test_that_eight_digits_may_be_days_but_are_numbers_first():
    kinds = [each.type for each in type_candidates(column_of(["20200131", "19991201"]), ".")]
    assert kinds[0] == ValueType(DataType.INTEGER)
    assert ValueType(DataType.DATE, "%Y%m%d") in kinds


def test_that_the_decimal_mark_decides_what_is_a_number():
    best = type_candidates(column_of(["1,5", "2"]), ",")[0]
    assert (best.type.kind, best.misfits) == (DataType.DECIMAL, 0)
    reasons = {
        each.value: each.reason for each in type_candidates(column_of(["1,5"] * 50 + ["12.34,5"]), ",")[0].examples
    }
    assert reasons == {"12.34,5": "no number"}
    assert type_candidates(column_of(["1.5", "2,5"], has_numbers=True), ",")[0].misfits == 0


@pytest.mark.parametrize(
    ("text", "has_numbers", "expected"),
    [
        *(("1,5", False, "1.5"), ("1.5", False, None), ("1.5", True, "1.5"), ("1.234,5", True, None)),
        *(("1,2,3", False, None), ("12", False, "12"), ("x", False, None), ("x", True, "x")),
    ],
)
def test_that_only_the_decimal_mark_becomes_a_point(text, has_numbers, expected):
    assert with_point(text, ",", has_numbers) == expected
    assert with_point(text, ".", has_numbers) == text


def test_that_what_the_file_declares_comes_first():
    days = ValueType(DataType.DATE, "%Y%m%d")
    assert type_candidates(column_of(["20200131"], declared=days), ".")[0].type == days
    assert type_candidates(column_of([""]), ".")[0].type == ValueType()


@pytest.mark.parametrize(
    ("cells", "table", "marks", "kind"),
    [
        (["1.234,56", "12,5", "7"], (".", ""), (",", "."), DataType.DECIMAL),
        (["1 234,56", "12,5", "7"], (".", ""), (",", " "), DataType.DECIMAL),
        (["1\u202f234,56", "1\u00a0000"], (".", ""), (",", " "), DataType.DECIMAL),
        (["1'234.56", "12.5"], (".", ""), (".", "'"), DataType.DECIMAL),
        (["1’234’567", "1’000"], (",", ""), (",", "'"), DataType.INTEGER),
        (["1,234.56", "12.5"], (",", "."), (".", ","), DataType.DECIMAL),
        (["12.5", "7.25"], (",", "."), (".", ""), DataType.DECIMAL),
        (["1.234,56", "12,5"], (",", "."), None, DataType.DECIMAL),
        (["1.234", "12.345"], (",", "."), None, DataType.INTEGER),
        (["1.234", "12.345"], (".", ""), None, DataType.DECIMAL),
    ],
)
def test_that_columns_are_read_in_their_own_notation_where_it_is_certain(cells, table, marks, kind):
    best = type_candidates(column_of(cells), *table)[0]
    assert (best.type.kind, best.marks, best.misfits) == (kind, marks, 0)


def test_that_any_number_of_date_formats_is_one_column():
    cells = ["31.01.2020"] * 60 + ["2020-01-31"] * 20 + ["31.05.23"] * 10 + ["30/09/1932"] * 10 + ["3. März 2021"]
    best = type_candidates(column_of(cells), ".")[0]
    assert (best.type.format, best.misfits) == ("%d.%m.%Y", 0)
    assert set(best.other_formats) == {"%Y-%m-%d", "%d.%m.%y", "%d/%m/%Y", "%d. %B %Y"}


def test_that_years_of_two_digits_are_held_with_four():
    best = type_candidates(column_of(["31.05.23", "01.01.47"]), ".")[0]
    assert (best.type.format, best.other_formats) == ("%d.%m.%Y", ("%d.%m.%y",))


def test_that_day_and_month_that_cannot_be_told_apart_are_told():
    cells = ["01/02/2020", "03/04/2020"]
    best = type_candidates(column_of(cells), ".")[0]
    assert (best.type.format, best.or_else) == ("%d/%m/%Y", "%m/%d/%Y")
    best = type_candidates(column_of(cells), ".", month_first=True)[0]
    assert (best.type.format, best.or_else) == ("%m/%d/%Y", "%d/%m/%Y")
    assert type_candidates(column_of([*cells, "31/01/2020"]), ".", month_first=True)[0].or_else is None


def test_that_only_days_that_do_not_exist_are_said_not_to():
    cells = ["2020-01-31"] * 60 + ["30.02.2020", "12.13.14.15"]
    reasons = {each.value: each.reason for each in type_candidates(column_of(cells), ".")[0].examples}
    assert reasons == {"30.02.2020": "no such day", "12.13.14.15": "written in another way"}
