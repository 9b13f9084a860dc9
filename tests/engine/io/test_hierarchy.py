"""Hierarchies as files: every fault with file, line and value."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, UnreadableFile, UnwritableFile
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import check
from arxdesk_engine.io.hierarchy import read_hierarchy, write_hierarchy


def file_of(tmp_path, text):
    path = tmp_path / "hierarchy.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_that_rows_are_read_trimmed_in_their_order(tmp_path):
    hierarchy = read_hierarchy(file_of(tmp_path, "1; 0-4 ;*\n2;0-4;*\n\n7;5-9;*\n"))
    assert hierarchy.rows == (("1", "0-4", "*"), ("2", "0-4", "*"), ("7", "5-9", "*"))
    assert [hierarchy.line(row) for row in range(3)] == [1, 2, 4]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16", "cp1252"])
def test_that_a_hierarchy_may_be_written_as_a_table_may(tmp_path, encoding):
    path = file_of(tmp_path, "Köln\tNRW\t*\nMünster\tNRW\t*\n".encode(encoding))
    assert read_hierarchy(path).rows == (("Köln", "NRW", "*"), ("Münster", "NRW", "*"))


def test_that_null_values_stand_for_the_missing_value_in_the_first_column_alone(tmp_path):
    hierarchy = read_hierarchy(file_of(tmp_path, "NA;NA;*\nx;y;*\n"), ("NA",))
    assert hierarchy.rows == (("", "NA", "*"), ("x", "y", "*"))


@pytest.mark.parametrize(
    ("text", "line", "found"),
    [
        ("a;x;*\nb;x\nc;y;*\n", 2, 'the row of "b" has 2 cells instead of 3'),
        ("a;x;*\nb;x;*;*\n", 2, 'the row of "b" has 4 cells instead of 3'),
        ("a;x;*\n\nb;y;*\na;x;*\n", 4, '"a" is already listed in line 1'),
        ("a;x;p\nb;x;q\nc;y;q\n", 2, '"b" goes to "q", but "a" in line 1 goes to "p"'),
        (";x;p\nb;x;q\n", 2, '"b" goes to "q", but the empty value in line 1 goes to "p"'),
    ],
)
def test_that_a_fault_names_file_line_and_value(tmp_path, text, line, found):
    path = file_of(tmp_path, text)
    with pytest.raises(InvalidHierarchy) as caught:
        read_hierarchy(path)
    assert caught.value.message.startswith(f"{path}, line {line}: ")
    assert found in caught.value.message


def test_that_all_faults_are_told_at_once(tmp_path):
    path = file_of(tmp_path, "a;x;p\nb;x;q\na;x;p\nc;y;r\nd;y;s\n")
    with pytest.raises(InvalidHierarchy) as caught:
        read_hierarchy(path)
    assert [problem.place for problem in caught.value.problems] == [f"{path}, line {n}" for n in (3, 2, 5)]


def test_that_an_empty_missing_or_binary_file_is_told(tmp_path):
    with pytest.raises(InvalidData, match="empty"):
        read_hierarchy(file_of(tmp_path, ""))
    with pytest.raises(InvalidData, match="binary"):
        read_hierarchy(file_of(tmp_path, b"\x00\x01\x02"))
    with pytest.raises(UnreadableFile, match="no such file"):
        read_hierarchy(tmp_path / "missing.csv")


def test_that_a_file_too_large_for_a_hierarchy_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("arxdesk_engine.io.text.delimited.MAX_HIERARCHY_BYTES", 10)
    with pytest.raises(InvalidData, match="may have 256 MB at most"):
        read_hierarchy(file_of(tmp_path, "a;x;*\nb;x;*\n"))


LABELS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6).map(str.strip)
LABELS = LABELS.map(lambda text: unicodedata.normalize("NFC", text))  # as readers hand texts over
ROWS = st.integers(1, 4).flatmap(
    lambda levels: st.lists(st.tuples(*[LABELS] * levels), min_size=1, max_size=6, unique_by=lambda row: row[0])
)


@given(ROWS, st.sampled_from(";,\t|"))
def test_that_what_is_written_is_read_again(tmp_path_factory, rows, delimiter):
    hierarchy = Hierarchy(
        tuple((row[0], *(f"{level}{cell}".strip() for level, cell in enumerate(row[1:], 1))) for row in rows)
    )
    try:
        check(hierarchy)
    except InvalidHierarchy:
        return
    path = tmp_path_factory.mktemp("written") / "hierarchy.csv"
    write_hierarchy(path, hierarchy, delimiter)
    assert read_hierarchy(path).rows == hierarchy.rows


def test_that_labels_with_more_commas_than_levels_do_not_mislead(tmp_path):
    path = tmp_path / "hierarchy.csv"
    hierarchy = Hierarchy((("1,5", "{1,5, 2, 3}", "*"), ("2", "{1,5, 2, 3}", "*"), ("", "", "*")))
    write_hierarchy(path, hierarchy)
    assert path.read_text("utf-8").splitlines()[1] == '"2";"{1,5, 2, 3}";"*"'
    assert read_hierarchy(path).rows == hierarchy.rows


def test_that_a_hierarchy_that_would_be_read_differently_is_not_written(tmp_path):
    path = file_of(tmp_path, "old")
    with pytest.raises(InvalidHierarchy, match=r'hierarchy, line 1: " \*" has blanks around it'):
        write_hierarchy(path, Hierarchy((("1", " *", "**"),)))
    assert path.read_text() == "old"


def test_that_a_place_that_cannot_be_written_is_told(tmp_path):
    with pytest.raises(UnwritableFile, match="cannot be written"):
        write_hierarchy(tmp_path / "no" / "hierarchy.csv", Hierarchy((("1", "*"),)))
