"""Workbooks: what becomes of each kind of cell, which sheet is read, and what is no table."""

import datetime as dt
import zipfile
from pathlib import Path

import pandas as pd
import pytest
import xlsxwriter

from arxdesk_engine.data.raw_table import MAX_COLUMNS
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, UnreadableFile
from arxdesk_engine.io.table import TableName, tables_in
from arxdesk_engine.io.workbooks import guard as workbook_guard
from tests.engine.io.old_workbooks import write_xls
from tests.engine.io.test_every_format import rows_of
from tests.engine.reading import read_raw
from tests.engine.tables import people, texts, write_ods, write_ods_content, write_xlsx


@pytest.fixture
def book(tmp_path):
    path = tmp_path / "book.xlsx"
    made = xlsxwriter.Workbook(path)
    formats = {
        name: made.add_format({"num_format": pattern})
        for name, pattern in (
            ("day", "yyyy-mm-dd"),
            ("moment", "yyyy-mm-dd hh:mm"),
            ("time", "hh:mm"),
            ("long", "[h]:mm"),
        )
    }
    sheet = made.add_worksheet("Kinds")
    sheet.write_row(2, 1, ["whole", "number", "code", "truth", "day", "moment", "time", "long", "error", "long\nname "])
    sheet.write_row(3, 1, [7, 0.1 + 0.2])
    sheet.write_string(3, 3, " 007 ")
    sheet.write_boolean(3, 4, True)
    sheet.write_datetime(3, 5, dt.date(2020, 2, 29), formats["day"])
    sheet.write_datetime(3, 6, dt.datetime.fromisoformat("2020-01-01T13:30"), formats["moment"])
    sheet.write_datetime(3, 7, dt.time(13, 30), formats["time"])
    sheet.write_number(3, 8, 1.25, formats["long"])
    sheet.write_formula(3, 9, "=1/0", None, "#DIV/0!")
    sheet.write_row(5, 1, [1e16, -2.50])
    sheet.write_boolean(5, 4, False)
    sheet.write_datetime(5, 6, dt.datetime.fromisoformat("2020-01-02"), formats["moment"])
    sheet.write_formula(5, 9, "=B4", None, 7)
    sheet.merge_range(6, 1, 6, 2, 12)
    other = made.add_worksheet("Other")
    other.write_row(0, 0, ["a", "b"])
    other.write_row(1, 0, [1, 2])
    made.add_worksheet("Nothing")
    made.close()
    return path


def test_that_cells_of_every_kind_read_as_documented(book):
    raw = read_raw(book)
    assert raw.names == ("whole", "number", "code", "truth", "day", "moment", "time", "long", "error", "long name")
    assert rows_of(raw) == [
        ["7", "0.3", "007", "true", "2020-02-29", "2020-01-01T13:30:00", "13:30:00", "30:00:00", "", ""],
        ["1e+16", "-2.5", "", "false", "", "2020-01-02T00:00:00", "", "", "7", ""],
        ["12", *[""] * 9],
    ]
    declared = {column.name: column.declared and column.declared.kind for column in raw.columns}
    assert (declared["number"], declared["code"], declared["day"]) == (DataType.DECIMAL, DataType.STRING, DataType.DATE)


def test_that_sheets_are_listed_and_chosen(book):
    assert tables_in(str(book), None, Control()) == (
        TableName("Kinds", 6, 11),
        TableName("Other", 1, 2),
        TableName("Nothing", 0, 1),
    )
    assert rows_of(read_raw(book, sheet="Other")) == [["1", "2"]]
    assert rows_of(read_raw(book, sheet="Other", header=False)) == [["a", "b"], ["1", "2"]]
    with pytest.raises(InvalidData, match=r'no sheet "Othr"\. Did you mean "Other"'):
        read_raw(book, sheet="Othr")
    with pytest.raises(InvalidData, match="the sheet is empty"):
        read_raw(book, sheet="Nothing")


def test_that_pandas_reads_the_same(tmp_path):
    path = tmp_path / "people.xlsx"
    write_xlsx(people(), path)
    frame = pd.read_excel(path, engine="calamine", keep_default_na=False, na_values=[""])
    frame["born"] = frame["born"].dt.date
    assert rows_of(read_raw(path)) == texts(frame.fillna({"diagnosis": ""}))


def test_that_old_workbooks_are_read(tmp_path):
    path = tmp_path / "old.xls"
    write_xls(path, [["a", "b"], [1, "x"], [2.5, "ü"]])
    assert rows_of(read_raw(path)) == [["1", "x"], ["2.5", "ü"]]
    assert [each.name for each in tables_in(str(path), None, Control())] == ["Sheet1"]
    path.write_bytes(path.read_bytes()[:3000])
    with pytest.raises(InvalidData):
        read_raw(path)


def test_that_the_content_decides_and_not_the_suffix(tmp_path):
    path = tmp_path / "new.xls"
    write_xlsx(people(), path)
    assert rows_of(read_raw(path)) == texts(people())
    path = tmp_path / "open.xlsx"
    write_ods(people(), path)
    assert rows_of(read_raw(path)) == texts(people())


def test_that_one_column_keeps_its_empty_cells(tmp_path):
    path = tmp_path / "one.xlsx"
    write_xlsx(pd.DataFrame({"age": [1, None, 3]}), path)
    assert rows_of(read_raw(path)) == [["1"], [""], ["3"]]


def test_that_a_column_without_a_name_is_told_only_where_something_stands_in_it(tmp_path):
    path = tmp_path / "nameless.xlsx"
    write_xlsx(pd.DataFrame([["x", "", 1]], columns=["a", "", "c"]), path)
    assert rows_of(read_raw(path, header=True)) == [["x", "1"]]
    write_xlsx(pd.DataFrame([["x", "y", 1]], columns=["a", "", "c"]), path)
    with pytest.raises(InvalidData, match="column 2 has no name"):
        read_raw(path, header=True)
    write_xlsx(pd.DataFrame([["x", "y"]], columns=["a", "a"]), path)
    with pytest.raises(InvalidData, match="two columns are named"):
        read_raw(path, header=True)


@pytest.mark.parametrize("suffix", ["xlsx", "xls", "ods", "xlsm"])
@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"", "the file is empty"),
        (b"a,b\n1,2\n", "this is not a workbook"),
        (b"PK\x03\x04" + b"x" * 100, "cannot be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, "cannot be read"),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le") * 9, "password|cannot be read"),
    ],
)
def test_that_what_is_no_workbook_is_told(tmp_path, suffix, content, words):
    path = tmp_path / f"broken.{suffix}"
    path.write_bytes(content)
    for read in (read_raw, lambda path: tables_in(str(path), None, Control())):
        with pytest.raises(InvalidData, match=words):
            read(path)


@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.99])
@pytest.mark.parametrize("suffix", ["xlsx", "ods"])
def test_that_truncated_workbooks_are_told(tmp_path, suffix, share):
    path = tmp_path / f"cut.{suffix}"
    (write_xlsx if suffix == "xlsx" else write_ods)(people(), path)
    path.write_bytes(path.read_bytes()[: int(path.stat().st_size * share)])
    with pytest.raises(InvalidData):
        read_raw(path)


def test_that_a_protected_workbook_is_told(tmp_path):
    path = tmp_path / "secret.xlsx"
    mark = "EncryptedPackage".encode("utf-16-le")
    path.write_bytes(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600 + mark)
    with pytest.raises(InvalidData, match="protected by a password"):
        read_raw(path)


def test_that_folders_and_missing_files_are_told(tmp_path):
    (tmp_path / "folder.xlsx").mkdir()
    for name in ("folder.xlsx", "missing.xlsx"):
        with pytest.raises(UnreadableFile):
            read_raw(tmp_path / name)


def test_that_a_cell_in_the_last_corner_ends_neither_program_nor_patience(tmp_path):
    path = tmp_path / "far.xlsx"
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("far")
    sheet.write(0, 0, "a")
    sheet.write(1_048_575, 16_383, "z")
    book.close()
    with pytest.raises(InvalidData, match="up to column 16,384"):
        read_raw(path)
    book = xlsxwriter.Workbook(path)
    sheet = book.add_worksheet("far")
    sheet.write(0, 0, "a")
    sheet.write(1_048_575, 700, "z")
    book.add_worksheet("near").write_row(0, 0, ["a", "b"])
    book.worksheets()[1].write_row(1, 0, [1, 2])
    book.close()
    with pytest.raises(InvalidData, match="spans 1,048,576 rows and 701 columns"):
        read_raw(path)
    assert rows_of(read_raw(path, sheet="near")) == [["1", "2"]]
    assert [each.name for each in tables_in(str(path), None, Control())] == ["far", "near"]


def with_parts(path: Path, changes: dict[str, tuple[str, str]], renamed: dict[str, str] | None = None) -> Path:
    """A workbook with texts in its parts replaced, and parts under other names."""
    write_xlsx(people(), path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name).decode() for name in archive.namelist()}
    for name, (old, new) in changes.items():
        assert old in parts[name]
        parts[name] = parts[name].replace(old, new, 1)
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr((renamed or {}).get(name, name), content)
    return path


SHEET = "xl/worksheets/sheet1.xml"


@pytest.mark.parametrize(
    "row",
    [
        '<row r = "1048576"><c r = "XFD1048576"><v>1</v></c></row>',
        '<row\nr\n=\n"1048576"><c\nr\n=\n"XFD1048576"><v>1</v></c></row>',
        '<row r="1048576"><c r="xfd1048576"><v>1</v></c></row>',
        '<row r="99999"><c r="ZZZZ99999"><v>1</v></c></row>',
        '<row r="9"><c r="EZZ99999"><v>1</v></c></row>',
    ],
    ids=["blanks", "lines", "small letters", "four letters", "a row that lies"],
)
def test_that_a_far_cell_is_found_however_its_place_is_written(tmp_path, row):
    path = with_parts(tmp_path / "far.xlsx", {SHEET: ("</sheetData>", f"{row}</sheetData>")})
    with pytest.raises(InvalidData, match=r"a sheet (has cells up to|spans)"):
        read_raw(path)


def test_that_a_far_cell_is_found_in_a_part_with_a_name_in_another_case(tmp_path):
    row = '<row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'
    changes = {SHEET: ("</sheetData>", f"{row}</sheetData>")}
    path = with_parts(tmp_path / "far.xlsx", changes, {SHEET: "xl/worksheets/SHEET1.xml"})
    with pytest.raises(InvalidData, match="column 16,384"):
        read_raw(path)


def test_that_a_list_that_says_it_is_endless_is_told(tmp_path):
    changes = {"xl/sharedStrings.xml": ("uniqueCount=", 'uniqueCount="40000000000" was=')}
    with pytest.raises(InvalidData, match="more texts"):
        read_raw(with_parts(tmp_path / "many.xlsx", changes))


def test_that_places_written_in_an_unusual_way_are_read(tmp_path):
    path = with_parts(tmp_path / "odd.xlsx", {SHEET: ('r="1"', 'r = "1"')})
    assert read_raw(path).names == tuple(people().columns)


def test_that_repeated_cells_count_as_often_as_they_are_repeated(tmp_path):
    path = tmp_path / "repeated.ods"
    cell = '<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="{}"/>'
    row = '<table:table-row table:number-rows-repeated="{}">{}</table:table-row>'
    write_ods_content(path, f'<table:table table:name="t">{row.format(1_000_000, cell.format(1000))}</table:table>')
    with pytest.raises(InvalidData, match="spans 1,000,000 rows"):
        read_raw(path)
    empty = row.format(1_048_000, '<table:table-cell table:number-columns-repeated="16000"/>')
    small = row.format(3, cell.format(2))
    write_ods_content(path, f'<table:table table:name="t">{small}{empty}</table:table>')
    assert rows_of(read_raw(path, header=False)) == [["1", "1"]] * 3


def test_that_an_archive_that_lies_about_its_size_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr(workbook_guard, "MAX_UNPACKED_BYTES", 10_000_000)
    path = tmp_path / "bomb.xlsx"
    write_xlsx(people(), path)
    with zipfile.ZipFile(path) as archive:
        parts = {name: archive.read(name) for name in archive.namelist()}
    parts["xl/sharedStrings.xml"] += b" " * 20_000_000
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    packed = path.read_bytes()
    path.write_bytes(packed.replace(len(parts["xl/sharedStrings.xml"]).to_bytes(4, "little"), b"\x10\0\0\0"))
    with pytest.raises(InvalidData, match=r"holds more than|cannot be read"):
        read_raw(path)


def test_that_wide_sheets_and_long_cells_have_limits_and_none_below(tmp_path):
    path = tmp_path / "wide.xlsx"
    wide = pd.DataFrame([["x"] * (MAX_COLUMNS + 1)], columns=[f"c{number}" for number in range(MAX_COLUMNS + 1)])
    write_xlsx(wide, path)
    with pytest.raises(InvalidData, match="column 4,097"):
        read_raw(path)
    write_xlsx(wide.iloc[:, :-1].assign(c0="y" * 32_767), path)
    assert rows_of(read_raw(path))[0][0] == "y" * 32_767
