"""One call for any column: what is proposed is a valid hierarchy of sensible height, ever coarser."""

from __future__ import annotations

import csv
import datetime as dt
import re
import subprocess
import sys
import unicodedata
from itertools import islice

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidHierarchy
from arxdesk_engine.hierarchies.automatic import AutomaticBuilder, propose
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import bind
from arxdesk_engine.hierarchies.validation import check, check_complete
from tests.engine.hierarchies.columns import assert_coarsens, built, column
from tests.lines import Text, lines_of

SURVEYS = ("atus", "ihis", "ss13acs")
TABLES = ("adult", "cup", "creditcard", "mach2019")


def proposed(of: Column) -> HierarchyBuilder:
    """What is proposed, after everything that holds for all proposals was asked of it."""
    builder = propose(of)
    assert builder == propose(of)
    hierarchy = built(builder, of)
    assert built(AutomaticBuilder(), of).rows == hierarchy.rows
    assert_coarsens(hierarchy.rows, strictly=True)
    assert set(list(zip(*hierarchy.rows, strict=True))[-1]) == {"*"}
    assert 2 <= hierarchy.levels <= 8
    return builder


def rows_of(cells, kind=None):
    of = column(cells, kind)
    return {row[0]: row[1:] for row in proposed(of).build(of).rows}


WORDS = st.text(st.characters(exclude_categories=["Cs", "Cc"]), max_size=6).map(str.strip)
WORDS = WORDS.map(lambda text: unicodedata.normalize("NFC", text))  # as readers hand texts over
COLUMNS = st.one_of(
    st.lists(st.integers(-1000, 1000).map(str)),
    st.lists(st.integers(0, 10**17).map(str)),
    st.lists(st.decimals(allow_nan=False, allow_infinity=False, min_value=-1e9, max_value=1e9).map(str)),
    st.lists(st.sampled_from(["1e300", "-1e300", "1e-300", "0", "5", "0.1", "1e17"])),
    st.lists(st.dates(dt.date(1, 1, 2)).map(str)),
    st.lists(st.datetimes().map(lambda when: when.isoformat(" ", "seconds"))),
    st.lists(st.integers(0, 99_999).map(lambda number: f"{number:05}")),
    st.lists(
        st.sampled_from(["E11.9", "E11", "I10", "I10.0", "A00", "B99.1", "J45", "J46", "J45.1", "K20", "K21", "S72"])
    ),
    st.lists(st.sampled_from(["yes", "no"])),
    st.lists(WORDS),
    st.lists(st.one_of(WORDS, st.integers(0, 50).map(str), st.just("*"))),
)


@given(COLUMNS, st.lists(st.sampled_from(["", "*", "?"]), max_size=2))
def test_that_any_column_gets_a_hierarchy(cells, odd):
    proposed(column([*cells, *odd] or [""]))


@given(
    st.one_of(
        st.lists(st.integers(-1000, 1000).map(str), min_size=1),
        st.lists(st.dates(dt.date(1900, 1, 1), dt.date(2099, 12, 31)).map(str), min_size=1),
        st.lists(st.sampled_from("abcdefgh"), min_size=1),
    ),
    st.integers(-2000, 2000).map(str) | st.dates(dt.date(1800, 1, 1), dt.date(2199, 12, 31)).map(str) | WORDS,
)
def test_that_unseen_values_get_a_row_of_the_same_height_or_are_named(cells, unseen):
    of = column(cells)
    builder = propose(of)
    if can_be_placed(builder, unseen):
        (row,) = builder.labels_of([unseen])
        assert (row[0], len(row), row[-1]) == (unseen, builder.build(of).levels, "*")
    else:
        with pytest.raises(InvalidHierarchy, match=re.escape(unseen)):
            builder.labels_of([unseen])


def can_be_placed(builder: HierarchyBuilder, value: str) -> bool:
    """Whether a value is of the kind that a proposal is about; what has a place for all others knows no limits."""
    if value == "" or builder.builder in ("priority", "redaction"):
        return True
    return (
        value.lstrip("-").isdecimal()
        if builder.builder == "interval"
        else re.fullmatch(r"\d{4}-\d\d-\d\d", value) is not None
    )


def test_that_numbers_get_nice_steps():
    ages = rows_of([str(age) for age in range(17, 91)])
    assert ages["43"] == ("40-44", "40-49", "40-59", "*")
    money = rows_of([f"{cents / 100:.2f}" for cents in range(-500, 500)])
    assert money["0.33"] == ("[0.2, 0.4[", "[0, 1[", "[0, 2[", "*") or money["0.33"][0].startswith("[0.")
    assert rows_of(["1", "2", "3", "4", "5"])["4"][0] == "4-5"


def test_that_a_long_tail_is_coded_and_not_spread_over_the_axis():
    cells = [str(number) for number in range(1000)] + ["1000000"]
    rows = rows_of(cells)
    assert rows["1000000"][0].startswith(">=")
    assert len({labels[0] for labels in rows.values()}) > 40


def test_that_dates_get_the_levels_that_fit_their_span():
    years = [str(dt.date(1990, 1, 1) + dt.timedelta(days=10 * n)) for n in range(300)]
    assert rows_of(years)["1990-01-01"] == ("1990-01", "1990-Q1", "1990", "*")
    weeks = [str(dt.date(2020, 1, 6) + dt.timedelta(days=n)) for n in range(30)]
    assert rows_of(weeks)["2020-01-08"] == ("2020-W02", "*")
    hours = [f"2020-01-01T{hour:02}:{minute:02}:00" for hour in range(5) for minute in range(0, 60, 7)]
    assert rows_of(hours)["2020-01-01T03:07:00"] == ("2020-01-01 03:00", "*")


def test_that_codes_lose_characters_from_their_end():
    codes = [f"{number:05}" for number in range(501, 99_999, 131)]
    rows = rows_of(codes)
    assert rows[codes[0]][-2:] == ("0****", "*")
    diagnoses = [f"{letter}{number:02}.{digit}" for letter in "ABC" for number in range(8) for digit in range(4)]
    assert rows_of(diagnoses)["B03.2"] == ("B03**", "B****", "*")


def test_that_categories_lose_the_rare_ones_first():
    cells = [letter for number, letter in enumerate("abcdefgh", 1) for _time in range(number)]
    rows = rows_of([*cells, ""])
    assert rows["h"] == ("h", "h", "h", "*")
    assert rows["e"] == ("e", "*", "*", "*")
    assert rows["a"] == ("*", "*", "*", "*")
    assert rows[""] == ("", "", "", "*")


def test_that_ordinals_are_merged_with_their_neighbours():
    kind = ValueType(DataType.ORDINAL, order=("none", "low", "middle", "high"))
    assert rows_of(["none", "low", "high", "low", ""], kind)["low"] == ("[none, low]", "*")


@pytest.mark.parametrize("cells", [[""], ["x"], ["x", ""], ["yes", "no"], ["*"], ["*", ""], ["0", "1", ""], ["7", "7"]])
def test_that_one_or_two_values_go_straight_to_the_root(cells):
    assert all(labels == ("*",) for labels in rows_of(cells).values())


def test_that_a_few_words_among_numbers_or_dates_are_one_group():
    rows = rows_of([*(str(number) for number in range(50)), "?", "*", ""])
    assert rows["?"][0] == rows["*"][0] == "other"
    assert rows["7"][0] == "5-9"
    dates = [str(dt.date(2000, 1, 1) + dt.timedelta(days=40 * n)) for n in range(50)]
    assert rows_of([*dates, "never"])["never"][0] == "other"


def test_that_what_is_proposed_is_not_known_without_a_column():
    with pytest.raises(InvalidHierarchy, match="Resolve it for a column first"):
        AutomaticBuilder().labels_of(["x"])


@pytest.mark.parametrize(
    "cell",
    [
        lambda index: f"{index / 7:.3f}",
        lambda index: str(dt.datetime.fromisoformat("1990-01-01") + dt.timedelta(hours=index)),
        lambda index: f"{index:06}",
        lambda index: f"name {index}",
    ],
    ids=["decimals", "dates", "codes", "texts"],
)
def test_that_ten_times_as_many_values_take_ten_times_as_long(cell):
    def make(values):
        of = Column.encode("a", np.arange(values, dtype=np.int32), [Text(cell(index)) for index in range(values)][::-1])
        hierarchy = propose(of).build(of)
        check_complete(check(hierarchy), of)
        assert bind(hierarchy, of).levels == hierarchy.levels <= 8

    make(100)  # what is worked out once
    assert lines_of(lambda: make(20_000)) < 13 * lines_of(lambda: make(2_000))


@pytest.mark.parametrize("table", TABLES)
def test_that_every_column_of_the_reference_tables_gets_one(shared, table):
    assert_all_columns(shared / "data" / table / f"{table}.csv")


@pytest.mark.parametrize("table", SURVEYS)
def test_that_every_column_of_the_survey_tables_gets_one(shared, tmp_path, table):
    made = tmp_path / f"{table}.csv"
    script = shared / "data" / "make_survey_data.py"
    subprocess.run(
        [sys.executable, str(script), table, "--rows", "2000", "--out", str(made)], check=True, capture_output=True
    )
    assert_all_columns(made)


def assert_all_columns(path):
    with path.open(newline="", encoding="utf-8") as stream:
        names, *records = islice(csv.reader(stream, delimiter=";"), 3001)
    for name, cells in zip(names, zip(*records, strict=True), strict=True):
        proposed(column(cells, name=name))
