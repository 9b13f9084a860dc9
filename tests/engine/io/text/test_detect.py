"""Guessing how a file is written, over many ways of writing the same table."""

import pytest

from arxdesk_engine.foundation.errors import InvalidData, UnreadableFile
from arxdesk_engine.io.text.detect import Syntax, can_delimit, detect_syntax
from tests.engine.reading import ReadOptions, read_dataset

TABLE = [("name", "city", "born"), ("José", "Málaga", "1970"), ("Zoë", "Köln", "1981")]


def written(rows, delimiter=";", end="\n"):
    return "".join(delimiter.join(row) + end for row in rows)


def content(path, options=None):
    dataset = read_dataset(path, options)
    return [dataset.names, *zip(*(column.texts().tolist() for column in dataset), strict=True)]


def written_file(tmp_path, raw):
    path = tmp_path / "table.csv"
    path.write_bytes(raw)
    return path


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32", "cp1252"])
@pytest.mark.parametrize("delimiter", [";", ",", "\t", "|"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_that_any_usual_writing_is_read_as_the_same_table(tmp_path, encoding, delimiter, end):
    path = written_file(tmp_path, written(TABLE, delimiter, end).encode(encoding))
    assert content(path) == TABLE


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_that_either_byte_order_is_recognized_by_its_mark(tmp_path, encoding):
    path = written_file(tmp_path, ("\ufeff" + written(TABLE)).encode(encoding))
    assert content(path) == TABLE


@pytest.mark.parametrize(
    ("encoding", "rows"),
    [
        ("cp1252", [("a", "b"), ("é", "1")]),
        ("cp1252", [("nom", "prix"), ("Café", "3 €"), ("Gâteau", "4 €")]),
        ("cp1252", [("Name", "Straße"), *[("Jörg", "Hauptstraße 5"), ("Ann", "Bergweg")] * 20]),
        ("cp1250", [("jméno", "město"), *[("Jiří", "Plzeň"), ("Žofie", "Hradec Králové")] * 10]),
        ("cp1251", [("имя", "город"), *[("Иван", "Москва"), ("Ольга", "Санкт-Петербург")] * 10]),
        ("shift_jis", [("名前", "市"), *[("太郎", "東京"), ("花子", "大阪")] * 10]),
    ],
)
def test_that_older_encodings_are_guessed_from_a_few_words(tmp_path, encoding, rows):
    assert content(written_file(tmp_path, written(rows).encode(encoding))) == rows


def test_that_what_is_said_about_a_file_is_not_guessed(tmp_path):
    path = written_file(tmp_path, "a,b;c\n1,2;3\n".encode("utf-16-le"))
    assert detect_syntax(path, delimiter=",", encoding="utf-16-le", header=False) == Syntax(",", "utf-16-le", False)
    assert content(path, ReadOptions(",", "utf-16-le", header=False))[1:] == [("a", "b;c"), ("1", "2;3")]


def test_that_a_file_without_header_gets_numbered_columns(tmp_path):
    path = written_file(tmp_path, b"1;x\n2;y\n")
    assert content(path) == [("column 1", "column 2"), ("1", "x"), ("2", "y")]


def test_that_a_single_column_is_a_table(tmp_path):
    assert content(written_file(tmp_path, b"name\nAnn\nBo\n")) == [("name",), ("Ann",), ("Bo",)]


def test_that_a_single_record_without_line_break_is_a_table(tmp_path):
    assert content(written_file(tmp_path, b"a;b\n1;2")) == [("a", "b"), ("1", "2")]


@pytest.mark.parametrize("before", ["\n", "\n\n\n", "\r\n\r\n", "  \n\t\n"])
@pytest.mark.parametrize("after", ["", "\n\n"])
def test_that_blank_lines_around_a_table_are_no_records_and_the_header_neither(tmp_path, before, after):
    path = written_file(tmp_path, f"{before}a;b\n1;2\n\n3;4\n{after}".encode())
    assert content(path) == [("a", "b"), ("1", "2"), ("3", "4")]


def test_that_quoted_delimiters_quotes_and_line_breaks_are_text(tmp_path):
    path = written_file(tmp_path, b'"first\nname",note\n"Ann, B.","says ""hi""\nand goes"\n"Bo;C",x\n')
    assert content(path) == [("first\nname", "note"), ("Ann, B.", 'says "hi"\nand goes'), ("Bo;C", "x")]


@pytest.mark.parametrize("header", ["a;a", "a;", ";b"])
def test_that_a_faulty_header_above_numbers_is_told_and_does_not_become_a_record(tmp_path, header):
    path = written_file(tmp_path, f"{header}\n1;2\n3;4\n".encode())
    with pytest.raises(InvalidData, match=r"line 1: (two columns are named \"a\"|column \d has no name)"):
        read_dataset(path)


@pytest.mark.parametrize("first", ["yes;yes;no", "1;2;3", "2020-01-01;x;y"])
def test_that_a_first_row_like_the_others_is_a_record(tmp_path, first):
    below = "no;yes;no\n" if first.startswith("yes") else "2021-05-06;z;z\n" if "x" in first else "4;5;6\n"
    path = written_file(tmp_path, f"{first}\n{below}{below}".encode())
    assert read_dataset(path).records == 3


@pytest.mark.parametrize("raw", [b"", b"\n\n", b"  \n \t\n", b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff\x00\n"])
def test_that_an_empty_file_is_told(tmp_path, raw):
    with pytest.raises(InvalidData, match="the file is empty"):
        read_dataset(written_file(tmp_path, raw))


@pytest.mark.parametrize("raw", [b"a;b\n", b"a;b", b"\n\na;b\r\n"])
def test_that_a_header_without_records_is_told(tmp_path, raw):
    with pytest.raises(InvalidData, match="a header but no records"):
        read_dataset(written_file(tmp_path, raw))


@pytest.mark.parametrize("raw", [bytes(range(256)) * 20, b"PK\x03\x04\x00\x00", b"a;b\n1;\x00\n"])
def test_that_a_binary_file_is_told(tmp_path, raw):
    with pytest.raises(InvalidData, match="binary file"):
        read_dataset(written_file(tmp_path, raw))


@pytest.mark.parametrize("encoding", ["base64", "rot13", "hex", "zlib", "nonsense", "undefined", "utf-16", "ascii"])
def test_that_an_encoding_that_is_none_or_does_not_fit_is_told(tmp_path, encoding):
    path = written_file(tmp_path, "a;b\né;2\n".encode())
    with pytest.raises(InvalidData, match="encoding"):
        read_dataset(path, ReadOptions(encoding=encoding))


@pytest.mark.parametrize("delimiter", ["→", '"', "\n", "\r", "\0", ";;"])
def test_that_a_delimiter_that_cannot_be_one_is_told(tmp_path, delimiter):
    assert not can_delimit(delimiter)
    with pytest.raises(InvalidData, match="cannot separate cells"):
        read_dataset(written_file(tmp_path, b"a;b\n1;2\n"), ReadOptions(delimiter=delimiter))


def test_that_a_missing_file_and_a_folder_are_told(tmp_path):
    for path in (tmp_path / "missing.csv", tmp_path):
        with pytest.raises(UnreadableFile) as caught:
            read_dataset(path)
        assert str(path) in caught.value.message
        assert caught.value.exit_status == 4
