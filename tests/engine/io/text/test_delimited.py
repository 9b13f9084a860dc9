"""Reading tables exactly, telling the line of what is none, writing them back."""

import csv
import io
import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.raw_table import MAX_COLUMNS
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.io.text import delimited
from arxdesk_engine.io.text.delimited import read_rows, write_delimited
from tests.engine.problems import column_of
from tests.engine.reading import ReadOptions, read_dataset
from tests.tiers import examples

CELLS = st.text(st.sampled_from("abäß1 ,;|\t\"'\n\r*-.:"), max_size=6).map(str.strip)


def file_of(folder, text, name="table.csv"):
    path = folder / name
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def message_of(path, **options):
    with pytest.raises(InvalidData) as caught:
        read_dataset(path, ReadOptions(**options))
    return caught.value.message


@given(
    rows=st.integers(1, 4).flatmap(lambda width: st.lists(st.tuples(*[CELLS] * width), min_size=1, max_size=8)),
    delimiter=st.sampled_from(";,\t|"),
)
@settings(max_examples=examples(300))
def test_that_what_is_written_is_read_back(tmp_path_factory, rows, delimiter):
    path = tmp_path_factory.getbasetemp() / "round-trip.csv"
    cells = list(zip(*rows, strict=True))
    write_delimited(path, [column_of(f"c{i}", column) for i, column in enumerate(cells)], delimiter=delimiter)
    texts = {f"c{i}": ValueType() for i in range(len(cells))}  # columns of numbers would be given one spelling each
    dataset = read_dataset(path, ReadOptions(delimiter, "utf-8", header=True, multiline_cells=True, types=texts))
    assert [tuple(column.texts()) for column in dataset] == cells


@given(rows=st.lists(st.tuples(CELLS, CELLS), min_size=1, max_size=8), delimiter=st.sampled_from(";,\t|"))
@settings(max_examples=examples(100))
def test_that_a_table_is_read_as_the_standard_reader_reads_it(tmp_path_factory, rows, delimiter):
    text = io.StringIO()
    writer = csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL)
    writer.writerows([("first", "second"), *rows])
    path = file_of(tmp_path_factory.getbasetemp(), text.getvalue(), "standard.csv")
    texts = {"first": ValueType(), "second": ValueType()}
    dataset = read_dataset(path, ReadOptions(delimiter, "utf-8", header=True, multiline_cells=True, types=texts))
    assert list(zip(*(column.texts() for column in dataset), strict=True)) == rows


def test_that_cells_are_trimmed_and_null_values_are_missing(tmp_path):
    path = file_of(tmp_path, "a;b\n x ;NA\nn/a;\nNA ;2\n")
    dataset = read_dataset(path, ReadOptions(null_values=("NA", "n/a")))
    assert dataset["a"].texts().tolist() == ["x", "", ""]
    assert dataset["b"].texts().tolist() == ["", "", "2"]
    assert dataset["b"].type.kind is DataType.INTEGER


def test_that_a_type_can_be_demanded_and_a_cell_that_contradicts_is_named(tmp_path):
    path = file_of(tmp_path, "zip;n\n01234;1\n99999;x\n")
    kept = read_dataset(path, ReadOptions(types={"n": ValueType()}))
    assert kept["zip"].values == ("01234", "99999")
    message = message_of(path, types={"n": ValueType(DataType.INTEGER)})
    assert 'attribute "n", record 2: "x" is not of type integer' in message


@pytest.mark.parametrize(
    ("text", "line", "cells"),
    [
        ("a;b\n1;2\n3;4;5\n6;7\n", 3, "3 cells instead of 2"),
        ("a;b;c\n1;2;3\n4;5\n6;7;8\n", 3, "2 cells instead of 3"),
        ("\n\na;b\n1;2\n\n3\n", 6, "1 cell instead of 2"),
        ('a;b\n"1\n1";2\n3;4;5\n', 4, "3 cells instead of 2"),
        ("a;b\r\n1;2\r\n3;4;5\r\n", 3, "3 cells instead of 2"),
        ("a;b\n" + "3;4\n" * 100_000 + "1\n" + "3;4\n" * 10_000, 100_002, "1 cell instead of 2"),
    ],
)
def test_that_a_row_of_another_length_is_told_with_its_line(tmp_path, text, line, cells):
    path = file_of(tmp_path, text)
    assert message_of(path).startswith(f"{path}, line {line}: the line has {cells}")


@pytest.mark.parametrize("lines_before", [1, 20, 100_000])
def test_that_bytes_outside_the_encoding_are_told_with_their_line(tmp_path, lines_before):
    raw = b"a;b\n" + b"3;4\n" * lines_before + b"\xe9;5\n" + b"3;4\n" * 30_000
    path = file_of(tmp_path, raw)
    assert message_of(path, encoding="utf-8").startswith(f"{path}, line {lines_before + 2}: the bytes are not text")


@pytest.mark.parametrize("lines_before", [0, 100_000])
def test_that_a_quote_that_is_never_closed_is_told_with_its_line(tmp_path, lines_before):
    text = "a;b\n" + "3;4\n" * lines_before + '"1;2\n' + "3;4\n" * 100_000
    path = file_of(tmp_path, text)
    message = message_of(path)
    assert message.startswith(f"{path}, line {lines_before + 2}: ")
    assert "quotation mark" in message


def test_that_a_huge_cell_is_read(tmp_path):
    huge = "x" * 200_000
    dataset = read_dataset(file_of(tmp_path, f"a;b\n{huge};1\ny;2\n"))
    assert dataset["a"].texts().tolist() == [huge, "y"]


def test_that_a_cell_too_huge_to_read_is_told(tmp_path):
    path = file_of(tmp_path, "a;b\n1;2\n" + "x" * 20_000_000 + ";1\n")
    assert message_of(path).startswith(f"{path}, line 3: a cell has more than")


def test_that_too_many_columns_are_told(tmp_path):
    path = file_of(tmp_path, ";".join(f"c{i}" for i in range(MAX_COLUMNS + 1)) + "\n")
    assert f"line 1: {MAX_COLUMNS + 1:,} columns" in message_of(path)


def test_that_two_columns_of_one_name_are_told(tmp_path):
    path = file_of(tmp_path, "a;b;a\n1;2;3\n")
    assert message_of(path, header=True).startswith(f'{path}, line 1: two columns are named "a"')


def test_that_a_table_of_many_blocks_keeps_every_record_in_order(tmp_path):
    rows = 399_000
    path = file_of(tmp_path, "n;group\n" + "".join(f"{i};{i % 7}-group-of-some-length\n" for i in range(rows)))
    dataset = read_dataset(path)
    assert dataset["n"].codes.tolist() == list(range(rows))
    assert dataset["n"].values[:3] == ("0", "1", "2")
    assert np.bincount(dataset["group"].codes).tolist() == [rows // 7] * 7


def test_that_rows_of_a_hierarchy_come_with_their_lines(tmp_path):
    path = file_of(tmp_path, 'a;x\n\n"b\nb"; y \nc;x\n')
    assert read_rows(path) == [(1, ["a", "x"]), (4, ["b\nb", "y"]), (5, ["c", "x"])]


def test_that_only_chosen_records_are_written_in_their_order(tmp_path):
    path = tmp_path / "out.csv"
    columns = [column_of("a", ("x", "y", "z", "x")), column_of("b", ("", 'q"', "1,2", "4"))]
    write_delimited(path, columns, records=np.array([True, False, True, True]))
    assert path.read_bytes() == b'a,b\nx,\nz,"1,2"\nx,4\n'


TABLES = st.integers(1, 4).flatmap(lambda width: st.lists(st.tuples(*[CELLS] * width), min_size=1, max_size=8))


@given(rows=TABLES, delimiter=st.sampled_from(";,\t|^]\\ -a"), data=st.data())
@settings(max_examples=examples(300))
def test_that_a_table_is_written_as_the_standard_writer_writes_it(tmp_path_factory, rows, delimiter, data):
    path = tmp_path_factory.getbasetemp() / "standard-writer.csv"
    names = data.draw(st.lists(CELLS, min_size=len(rows[0]), max_size=len(rows[0]), unique=True))
    records = data.draw(st.none() | st.lists(st.booleans(), min_size=len(rows), max_size=len(rows)).map(np.array))
    columns = [column_of(name, cells) for name, cells in zip(names, zip(*rows, strict=True), strict=True)]
    write_delimited(path, columns, delimiter=delimiter, records=records)
    text = io.StringIO()
    kept = rows if records is None else [row for row, is_kept in zip(rows, records, strict=True) if is_kept]
    for row in (names, *kept):  # each alone: a writer that ends rows by "\n" leaves a lone "\r" without quotes
        one = io.StringIO()
        csv.writer(one, delimiter=delimiter, lineterminator="\r\n").writerow(row)
        text.write(one.getvalue().removesuffix("\r\n") + "\n")
    assert path.read_bytes().decode() == text.getvalue()


@pytest.mark.parametrize(("records", "size"), [(7, 1 << 20), (1 << 20, 7), (1 << 20, 2), (5, 9)])
def test_that_more_records_than_a_batch_are_written(tmp_path, monkeypatch, records, size):
    monkeypatch.setattr("arxdesk_engine.io.text.delimited.WRITE_BATCH", records)
    monkeypatch.setattr("arxdesk_engine.io.text.delimited._BLOCK_BYTES", size)
    path = tmp_path / "out.csv"
    values = tuple(str(i) for i in range(50))
    write_delimited(path, [column_of("n", values), column_of("huge", ("",) * 49 + ("x" * 20,))])
    assert path.read_text().splitlines() == ["n,huge", *(f"{value}," for value in values[:49]), f"49,{'x' * 20}"]
    every_third = np.arange(50) % 3 == 0
    write_delimited(path, [column_of("n", values)], records=every_third)
    assert path.read_text().split() == ["n", *values[::3]]


def test_that_huge_cells_in_every_row_do_not_fill_the_memory(tmp_path):
    path, records = tmp_path / "out.csv", 2_000
    column = Column("a", np.zeros(records, np.int32), ("x" * 50_000,))
    sizes = []
    with pytest.MonkeyPatch.context() as patch:
        rows = delimited._rows
        patch.setattr(delimited, "_rows", lambda *given: sizes.append(len(rows(*given))) or rows(*given))
        write_delimited(path, [column])
    assert max(sizes) < 10_000_000
    assert path.stat().st_size == 2 + records * 50_001


def test_that_a_table_without_records_is_a_header(tmp_path):
    path = tmp_path / "out.csv"
    write_delimited(path, [column_of("a", ("x",)), column_of("b,c", ("y",))], records=np.array([False]))
    assert path.read_bytes() == b'a,"b,c"\n'


def test_that_a_column_with_one_missing_cell_alone_is_written_readably(tmp_path):
    path = tmp_path / "out.csv"
    write_delimited(path, [Column("a", np.array([0, 1, 0], np.int32), ("", "x"))])
    assert read_dataset(path)["a"].texts().tolist() == ["", "x", ""]
    assert re.fullmatch(rb'a\n""\nx\n""\n', path.read_bytes())
