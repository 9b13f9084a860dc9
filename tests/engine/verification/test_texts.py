"""Files are read again as they are: every cell is the text that stands there, whatever it looks like."""

from __future__ import annotations

import csv
from pathlib import Path

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import InvalidData, UnreadableFile
from arxdesk_engine.io.text.delimited import write_delimited
from arxdesk_engine.io.text.detect import Syntax
from arxdesk_engine.verification import texts
from arxdesk_engine.verification.notation import alike
from arxdesk_engine.verification.texts import (
    are_equal,
    group_numbers,
    one_below_the_other,
    read_exactly,
    read_rows,
    read_trimmed,
)
from tests.engine.problems import column_of
from tests.engine.reading import ReadOptions, read_dataset

COMMAS = Syntax(",", "utf-8")
CELLS = st.text(st.sampled_from('a0 1.,;"\r\n*é\t-e'), max_size=6) | st.sampled_from(
    ["NA", "nan", "NULL", "007", "1e5"]
)


def cells(table, name) -> list[str]:
    return table[name].astype(object).tolist()


@given(data=st.data())
def test_that_what_was_written_is_read_cell_by_cell(data, tmp_path_factory):
    records, width = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 4))
    columns = {f"c{number}": tuple(data.draw(CELLS) for _record in range(records)) for number in range(width)}
    path = tmp_path_factory.mktemp("written") / "out.csv"
    write_delimited(path, [column_of(name, texts) for name, texts in columns.items()])
    table = read_exactly(path, COMMAS)
    assert {name: tuple(cells(table, name)) for name in table.columns} == columns


def test_that_blanks_alone_in_their_line_are_a_cell(tmp_path: Path):
    path = tmp_path / "out.csv"
    write_delimited(path, [column_of("only", (" ", "", "x", "  "))])
    assert cells(read_exactly(path, COMMAS), "only") == [" ", "", "x", "  "]


@given(data=st.data())
def test_that_an_input_is_read_as_the_engine_reads_it(data, tmp_path_factory):
    records, width = data.draw(st.integers(1, 8)), data.draw(st.integers(1, 4))
    rows = [[data.draw(CELLS) for _column in range(width)] for _record in range(records)]
    path = tmp_path_factory.mktemp("input") / "in.csv"
    with path.open("w", newline="", encoding="utf-8") as stream:
        stream.write("\n" * data.draw(st.integers(0, 2)))
        csv.writer(stream, quoting=csv.QUOTE_ALL).writerows([[f" c{number} " for number in range(width)], *rows])
    options = ReadOptions(",", "utf-8", header=True, null_values=("", "NA"), multiline_cells=True)
    dataset = read_dataset(path, options)
    table = read_trimmed(path, COMMAS, options.null_values)
    assert tuple(table.columns) == dataset.names
    for column in dataset:  # a number that is written in two ways is one
        assert alike(table[column.name].array, column.type).tolist() == column.texts().tolist()


def test_that_blank_lines_are_missing_values_where_there_is_one_column_alone(tmp_path: Path):
    path = tmp_path / "in.csv"
    path.write_text("\n \nage\n1\n\n 2\n", encoding="utf-8")
    assert cells(read_trimmed(path, COMMAS, ("",)), "age") == ["1", "", "2"]
    assert read_dataset(path, ReadOptions(",", header=True))["age"].texts().tolist() == ["1", "", "2"]
    path.write_text("age,sex\n1,m\n\n2,f\n", encoding="utf-8")
    assert cells(read_trimmed(path, COMMAS, ("",)), "age") == ["1", "2"]


def test_that_lines_that_end_with_carriage_returns_alone_are_lines(tmp_path: Path):
    path = tmp_path / "in.csv"
    path.write_bytes(b"age,sex\r1,m\r\r,f\r")
    table = read_trimmed(path, COMMAS, ("",))
    assert (cells(table, "age"), cells(table, "sex")) == (["1", ""], ["m", "f"])
    path.write_bytes(b'"a\rge",sex\n1,m\n\n,f\n')
    assert cells(read_trimmed(path, COMMAS, ("",)), "a\rge") == ["1", ""]


def test_that_columns_without_a_header_are_numbered_and_numbers_stay_texts(tmp_path: Path):
    path = tmp_path / "in.csv"
    path.write_bytes("01;1.50\n001;caf\xe9\n".encode("cp1252"))
    table = read_trimmed(path, Syntax(";", "cp1252", header=False), ("",))
    assert list(table.columns) == ["column 1", "column 2"]
    assert cells(table, "column 1") == ["01", "001"]
    assert cells(table, "column 2") == ["1.50", "café"]


def test_that_a_hierarchy_is_read_row_by_row(tmp_path: Path):
    path = tmp_path / "h.csv"
    path.write_text('04103; 041 ;*\n\nNA;" NA";*\n', encoding="utf-8")
    assert read_rows(path, Syntax(";", "utf-8"), ("", "NA")) == [("04103", "041", "*"), ("", "NA", "*")]


def test_that_groups_are_those_of_equal_texts(tmp_path: Path):
    path = tmp_path / "in.csv"
    path.write_text("a,b\n1,\n01,\n1,\n,1\n", encoding="utf-8")
    table = read_exactly(path, COMMAS)
    columns = [table[name].array for name in table.columns]
    assert group_numbers(columns).tolist() == [0, 1, 0, 2]
    assert group_numbers([column[:0] for column in columns]).tolist() == []
    assert are_equal(columns[0], columns[1]).tolist() == [False, False, False, False]
    twice = one_below_the_other(columns[0], columns[1])
    assert list(twice) == ["1", "01", "1", "", "", "", "", "1"]


def test_that_what_cannot_be_read_is_told(tmp_path: Path):
    with pytest.raises(UnreadableFile):
        read_exactly(tmp_path / "nowhere.csv", COMMAS)
    for number, content in enumerate((b"", b"a,b\n1,2,3\n", b"a,b\n\xff,1\n", b'a,b\n1,"2\n')):
        path = tmp_path / f"{number}.csv"
        path.write_bytes(content)
        with pytest.raises(InvalidData, match="cannot be read as a table"):
            read_exactly(path, COMMAS)


@pytest.mark.parametrize("kinds", [(object, "str"), ("str", object), (object, object), ("str", "str")])
def test_that_columns_are_put_together_whichever_type_their_texts_have(kinds):
    first, second = (
        pd.Categorical.from_codes([0, 1], categories=pd.Index(texts, dtype=kind))
        for texts, kind in zip((["*", "a"], ["a", "b"]), kinds, strict=True)
    )
    assert list(one_below_the_other(first, second)) == ["*", "a", "a", "b"]


@given(
    rows=st.lists(st.tuples(*[st.sampled_from("abcd")] * 3), max_size=20),
    largest=st.sampled_from([1, 30, 2**62]),
)
def test_that_groups_are_numbered_as_they_appear_however_many_there_could_be(rows, largest):
    expected = {row: number for number, row in enumerate(dict.fromkeys(rows))}
    columns = [pd.Categorical([row[place] for row in rows], list("abcd")) for place in range(3)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(texts, "_LARGEST_NUMBER", largest)
        assert group_numbers(columns).tolist() == [expected[row] for row in rows]
