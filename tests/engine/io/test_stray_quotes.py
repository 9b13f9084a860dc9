"""Stray quotation marks: records must not become one cell without a word."""

import csv
import io

import pytest

from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, UnclearTable
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.table import read_table
from arxdesk_engine.io.text.delimited import read_rows
from arxdesk_engine.io.text.detect import Syntax
from arxdesk_engine.io.text.pieces import PIECE_BYTES
from arxdesk_engine.verification.texts import read_trimmed
from tests.engine.reading import read_raw

HEADER = "name,age,note"


def people(number=500):
    return [f"Person {number},{20 + number % 60},ok" for number in range(number)]


def file_of(tmp_path, lines, encoding="utf-8", end="\n"):
    path = tmp_path / "people.csv"
    path.write_bytes("".join(line + end for line in lines).encode(encoding))
    return path


def with_quotes(*places, rows=None):
    """The table with quotation marks at the beginning of the notes of some records."""
    rows = rows or people()
    for place in places:
        rows[place] = rows[place].replace(",ok", ',"ok')
    return [HEADER, *rows]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_that_a_quote_that_is_never_closed_is_refused(tmp_path, encoding, end):
    path = file_of(tmp_path, with_quotes(399), encoding, end)
    with pytest.raises(UnclearTable, match="line 401: a quotation mark is opened there and never closed"):
        read_raw(path, encoding=encoding, multiline_cells=True)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("places", [(99, 299), (0, 1), (7, 8), (498, 499)])
def test_that_records_between_two_stray_quotes_are_told(tmp_path, encoding, end, places):
    path = file_of(tmp_path, with_quotes(*places), encoding, end)
    with pytest.raises(UnclearTable, match="look like records") as caught:
        read_raw(path, encoding=encoding)
    start, stop = places[0] + 2, places[1] + 2
    assert f"line {start}: a cell in quotation marks goes on to line {stop}" in caught.value.message
    assert {"multiline_cells": True} in [dict(way.settings) for way in caught.value.ways]


def test_that_what_a_job_allows_is_read_by_both_readers_alike(tmp_path):
    path = file_of(tmp_path, with_quotes(99, 299))
    raw = read_raw(path, multiline_cells=True)
    again = read_trimmed(path, Syntax(",", "utf-8"), ("",))
    assert raw.records == len(again) == 300
    assert [set(column.dictionary) for column in raw.columns] == [set(again[name]) for name in again.columns]
    assert read_raw(path, quote="").records == 500


def test_that_a_stray_quote_before_the_first_cell_is_told(tmp_path):
    lines = [HEADER, *people()]
    lines[3], lines[9] = f'"{lines[3]}', f'"{lines[9]}'
    with pytest.raises(UnclearTable, match=r"line 4: .* to line 10"):
        read_raw(file_of(tmp_path, lines))


def test_that_a_header_that_swallows_records_is_told(tmp_path):
    lines = [HEADER, *people()]
    lines[0], lines[2] = f'"{lines[0]}', f'"{lines[2]}'
    with pytest.raises(UnclearTable, match=r"line 1: .* to line 3"):
        read_raw(file_of(tmp_path, lines))


def test_that_a_stray_quote_is_found_wherever_it_is_in_a_large_file(tmp_path):
    rows = people(700_000)
    lines = with_quotes(300, 301, 600_000, 600_003, rows=rows)
    path = file_of(tmp_path, lines)
    assert path.stat().st_size > PIECE_BYTES
    with pytest.raises(UnclearTable) as caught:
        read_raw(path)
    assert [problem.place.rsplit(" ", 1)[1] for problem in caught.value.problems] == ["302", "600002"]


def test_that_previews_look_at_what_they_show(tmp_path):
    path = file_of(tmp_path, with_quotes(99, 299))
    assert read_raw(path, rows=50).records == 50
    with pytest.raises(UnclearTable):
        read_raw(path, rows=200)


@pytest.mark.parametrize(
    "comment",
    [
        "came at night\nleft in the morning",
        "Dear doctor, thank you\nfor the letter, which arrived\nat last, Anna",
        "first line\r\nsecond line\r\n\r\nfourth line",
        "a list:\n1, 2\n3, 4, 5",
        'he said: "no"\nand went',
        "\n",
        "\n\n\n",
    ],
)
@pytest.mark.parametrize("place", [0, 1, 2, 3])
def test_that_comments_of_several_lines_are_read_without_a_word(tmp_path, comment, place):
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(["number", "age", "comment", "city"] if place != 3 else ["number", "age", "city", "comment"])
    for number in range(200):
        row = [str(number), str(20 + number % 50), "Ulm"]
        row.insert(place, comment if number % 7 == 3 else "none")
        writer.writerow(row)
    path = tmp_path / "comments.csv"
    path.write_bytes(text.getvalue().encode())
    raw = read_raw(path, header=True)
    assert raw.records == 200
    assert comment.strip() in {text for column in raw.columns for text in column.dictionary}


def test_that_many_comments_among_quotes_are_read(tmp_path):
    text = io.StringIO()
    writer = csv.writer(text, quoting=csv.QUOTE_ALL)
    writer.writerow(["number", "comment"])
    writer.writerows([str(number), "one, two\nthree, four"] for number in range(3_000))
    path = tmp_path / "comments.csv"
    path.write_bytes(text.getvalue().encode())
    assert read_raw(path).records == 3_000


@pytest.mark.parametrize("content", [b"\xef\xbb\xbfa\0,b\n1,2\n", b"a,b\n1,2\n\0,3\n"])
def test_that_null_characters_are_told(tmp_path, content):
    path = tmp_path / "null.csv"
    path.write_bytes(content)
    with pytest.raises(InvalidData, match=r"null character|binary file"):
        read_raw(path)


def test_that_a_hierarchy_with_an_open_quote_is_refused(tmp_path):
    path = tmp_path / "ages.csv"
    path.write_text('20;young;*\n"30;old;*\n40;old;*\n', encoding="utf-8")
    with pytest.raises(InvalidData, match="line 2: a quotation mark is opened"):
        read_rows(path, ";")


def test_that_looking_through_can_be_stopped(tmp_path):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        read_table(str(file_of(tmp_path, with_quotes(1, 2))), TableOptions(), control)
