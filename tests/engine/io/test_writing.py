"""Every format that is written is read back to exactly the same texts, or nothing is written and it is said why."""

import datetime as dt
import gzip
import io
import os
import subprocess
import sys
import unicodedata
import zipfile
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyreadstat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pyarrow import feather, parquet
from python_calamine import load_workbook

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.io.apart import messages
from arxdesk_engine.io.cells.options import TableOptions
from arxdesk_engine.io.statistical import writing as statistical_writing
from arxdesk_engine.io.statistical.reading import read_statistical
from arxdesk_engine.io.statistical.variable_names import variable_names
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.workbooks import writing as excel_writing
from arxdesk_engine.io.writing import WRITABLE, Target, require_table, require_writable_format, write_table
from tests.engine.reading import read_raw
from tests.places import SEARCH_PATH
from tests.tiers import examples

SUFFIXES = [suffix for suffixes in WRITABLE.values() for suffix in suffixes]
KEEP_ANY_TEXT = tuple(each for kind in ("delimited", "parquet", "database") for each in WRITABLE[TableFormat(kind)])
STATISTICAL = (".dta", ".sav", ".zsav", ".xpt")
TABLE = {"table": "out"}
INTEGER, DECIMAL, DATE = (ValueType(kind) for kind in (DataType.INTEGER, DataType.DECIMAL, DataType.DATE))

NASTY = (
    "=1+1",
    "+1",
    "-1",
    "@x",
    "'",
    '"',
    "{=1}",
    "*",
    "NULL",
    "null",
    "nan",
    "NaN",
    "None",
    "true",
    "007",
    "1.0",
    "1e5",
)
NASTY += (
    ".",
    "..",
    "_x0041_",
    "a_x000D_b",
    "<&>",
    "http://x.org",
    "http://x.org/ü",
    "mailto:a@b",
    "%s",
    ":c0",
    "?",
    "$1",
)
NASTY += (
    "\x01",
    "a\x0bb",
    "a\x7fb",
    "a\u2028b",
    "a\x85b",
    "äß€",
    "😀",
    "a\r\nb",
    "a\rb",
    "a\nb",
    "a\tb",
    "\ufeffx",
    "é",
)
CHARACTERS = st.characters(exclude_categories=("Cs",))
TEXTS = (st.sampled_from(NASTY) | st.text(CHARACTERS, max_size=12)).map(str.strip)
TEXTS = TEXTS.map(lambda text: unicodedata.normalize("NFC", text))  # as readers hand texts over
DATES = st.dates(dt.date(1, 1, 1), dt.date(9999, 12, 31))
MOMENTS = st.datetimes()
INTEGERS = st.integers(-(10**18) + 1, 10**18 - 1) | st.integers(10**14, 10**16) | st.integers(-100, 100)
DECIMALS = st.floats(allow_nan=False, allow_infinity=False) | st.decimals(-1000, 1000, places=2).map(float)
MISSING = st.sampled_from(["", "*"])


def cells_of(texts):
    return st.lists(texts | MISSING | st.just(""), min_size=1, max_size=8)


def _iso(moment):
    return moment.replace(microsecond=0).isoformat()


KINDS = st.one_of(
    st.tuples(st.just(ValueType()), cells_of(TEXTS)),
    st.tuples(st.just(INTEGER), cells_of(INTEGERS.map(str) | st.sampled_from(["007", "+5", "-0"]))),
    st.tuples(
        st.just(ValueType(DataType.DECIMAL)), cells_of(DECIMALS.map(repr) | st.sampled_from(["1.50", "5", "-0.0"]))
    ),
    st.tuples(st.just(ValueType(DataType.DATE)), cells_of(DATES.map(str))),
    st.tuples(st.just(ValueType(DataType.DATE, "%Y-%m-%dT%H:%M:%S")), cells_of(MOMENTS.map(_iso))),
    st.tuples(st.just(ValueType(DataType.DATE, "%d.%m.%Y")), cells_of(DATES.map(lambda day: f"{day:%d.%m.%Y}"))),
)
NAMES = st.text(st.sampled_from("aAbB1_ .-$%äß\"'é[]()ÄÖ,;"), min_size=1, max_size=40).map(str.strip).filter(bool)


@st.composite
def tables(draw):
    """Columns of any kinds with as many records each, some of which are chosen, in any order."""
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique_by=str.lower))
    kinds = [draw(KINDS) for _name in names]
    records = max(len(cells) for _kind, cells in kinds)
    columns = []
    for name, (kind, cells) in zip(names, kinds, strict=True):
        texts = (cells * records)[:records]
        known = list(dict.fromkeys(texts))
        columns.append(Column(name, np.array([known.index(each) for each in texts], np.int32), tuple(known), kind))
    order = draw(st.none() | st.permutations(range(records)))
    return columns, None if order is None else np.array(order[: max(1, records // 2)])


def texts_of(columns, order):
    return [list(column.texts() if order is None else column.texts()[order]) for column in columns]


def read_again(path, **options):
    table = TABLE if format_of(str(path)) is TableFormat.DATABASE else {}
    return content_of(read_raw(path, header=True, encoding="utf-8", **table, **options))


def content_of(raw):
    return list(raw.names), [[column.dictionary[code] for code in column.codes] for column in raw.columns]


def read_here(path):
    """The table as the process that reads such files would read and send it; starting one takes longer than reading."""
    sent = io.BytesIO()
    messages.send_table(sent, read_statistical(path, TableOptions(header=True, encoding="utf-8"), Control(), None))
    sent.seek(0)
    _letter, table = messages.receive(sent)
    return content_of(table)


def write(path, columns, order=None, control=None, **options):
    if format_of(str(path)) is TableFormat.DATABASE:
        options = {"table": "out", "replace_table": True} | options
    return write_table(Target(str(path), **options), columns, order, control)


@pytest.mark.parametrize("suffix", [".csv", ".tsv", ".parquet", ".xlsx", ".dta", ".sav", ".zsav", ".xpt", ".db"])
@given(table=tables())
@settings(max_examples=examples(100), deadline=None)
def test_that_what_is_written_is_read_back(tmp_path_factory, suffix, table):
    columns, order = table
    path = Path(tmp_path_factory.getbasetemp()) / f"round-trip{suffix}"
    path.unlink(missing_ok=True)
    try:
        written = write(path, columns, order)
    except InvalidData:
        has_null = any("\0" in text for each in columns for text in (each.name, *each.values))
        assert suffix not in KEEP_ANY_TEXT or (has_null and format_of(str(path)) is TableFormat.DELIMITED)
        assert not path.exists()
        return
    delimiter = {"delimiter": ","} if suffix in (".csv", ".txt") else {"delimiter": "\t"}
    options = delimiter if format_of(str(path)) is TableFormat.DELIMITED else {}
    names, cells = read_here(path) if suffix in STATISTICAL else read_again(path, **options)
    expected = [written.renamed.get(column.name, column.name) for column in columns]
    if suffix == ".xlsx":
        expected = [" ".join(name.split()) for name in expected]
    assert names == expected
    assert cells == texts_of(columns, order)


def column(name, texts, kind=None):
    known = sorted(set(texts))
    return Column(name, np.array([known.index(text) for text in texts], np.int32), tuple(known), kind or ValueType())


PLAIN = [column("a", ["x", "y", "", "*"]), column("n", ["1", "2", "3", ""], INTEGER)]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_that_a_table_without_records_can_be_written(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    write(path, PLAIN, np.array([], np.intp))
    with pytest.raises(InvalidData, match="no records"):
        read_again(path)


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_that_records_are_chosen_in_any_order(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    write(path, PLAIN, np.array([False, True, False, True]))
    assert read_again(path)[1] == [["y", "*"], ["2", ""]]
    write(path, PLAIN, np.array([3, 0]))
    assert read_again(path)[1] == [["*", "x"], ["", "1"]]


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_that_progress_is_told_and_stopping_leaves_the_old_file(tmp_path, suffix):
    path, seen = tmp_path / f"out{suffix}", []
    write(path, PLAIN, control=Control(seen.append))
    assert seen
    assert all(each.fraction is None or 0.0 <= each.fraction <= 1.0 for each in seen)
    before, control = path.read_bytes(), Control()
    control.stop()
    with pytest.raises(Stopped):
        write(path, PLAIN[:1], control=control)
    assert path.read_bytes() == before
    assert [each.name for each in tmp_path.iterdir()] == [path.name]


FULL = """
import resource, signal, sys
from pathlib import Path
import numpy as np
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import UnwritableFile
from arxdesk_engine.io.writing import Target, write_table
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
codes = np.arange(20_000, dtype=np.int32)
columns = [Column(f"c{n}", codes, tuple(f"{n} {i * 7919}" for i in range(20_000))) for n in range(4)]
for name in sys.argv[1:]:
    target = Target(name, "t" if name.endswith("db") else None, replace_table=name.endswith("db"))
    write_table(target, columns, np.arange(5))
    before = Path(name).read_bytes()
    resource.setrlimit(resource.RLIMIT_FSIZE, (40_000, resource.RLIM_INFINITY))
    try:
        write_table(target, columns)
        print(name, "was written")
    except UnwritableFile as error:
        print("told" if ".part" not in error.message else error.message)
    resource.setrlimit(resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
    assert Path(name).read_bytes() == before, name
"""


def test_that_a_full_disk_is_told_and_leaves_the_old_file(tmp_path):
    names = [f"out{suffix}" for suffix in (".csv", ".parquet", ".xlsx", ".dta", ".sav", ".zsav", ".xpt", ".db")]
    environment = {**os.environ, "PYTHONPATH": SEARCH_PATH}
    command = [sys.executable, "-c", FULL, *names]
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr, done.stdout.split()) == (0, "", ["told"] * len(names))
    assert sorted(each.name for each in tmp_path.iterdir()) == sorted(names)


def test_that_cells_of_a_workbook_are_numbers_dates_and_texts_and_never_formulas(tmp_path):
    path = tmp_path / "out.xlsx"
    texts = ["=1+1", "+1", "-1", "@x", "{=1}", "5", "http://x.org"]
    numbers = ["5", "-1.5", "0.1", "007", "1.50", "*", "12345678901234567"]
    whole = ["5", "-7", "999999999999999", "1000000000000001", "9007199254740993", "*", "007"]
    days = ["2020-02-29", "1900-02-28", "1900-03-01", "*", "9999-12-31", "2020-02-29", "2020-02-29"]
    write(
        path, [column("t", texts), column("n", numbers, DECIMAL), column("d", days, DATE), column("w", whole, INTEGER)]
    )
    with zipfile.ZipFile(path) as book:
        sheet = book.read("xl/worksheets/sheet1.xml").decode()
        assert not [name for name in book.namelist() if "external" in name.lower() or "hyperlink" in name.lower()]
    assert "<f>" not in sheet
    with path.open("rb") as stream, load_workbook(stream) as book:
        rows = book.get_sheet_by_index(0).to_python()[1:]
    assert [row[0] for row in rows] == texts
    assert [row[1] for row in rows] == [5.0, -1.5, 0.1, "007", "1.50", "*", "12345678901234567"]
    assert [row[3] for row in rows] == [5.0, -7.0, 999999999999999.0, *whole[3:]]
    day = dt.date(2020, 2, 29)
    assert [row[2] for row in rows] == [day, "1900-02-28", dt.date(1900, 3, 1), "*", dt.date(9999, 12, 31), day, day]


@pytest.mark.parametrize(
    ("suffix", "text", "found"),
    [
        (".xlsx", "x" * 32_768, "the cell has 32,768 characters; a cell of a workbook holds 32,767"),
        (".xlsx", "😀" * 16_384, "the cell has 32,768 characters"),
        (".xlsx", "a\ufffe", "a character that a workbook cannot hold"),
        (".sav", "x" * 32_768, "the cell has 32,768 bytes; a cell of SPSS holds 32,767"),
        (".zsav", "ä" * 16_384, "the cell has 32,768 bytes"),
        (".xpt", "x" * 32_768, "a cell of SAS holds 32,767"),
        (".dta", "x" * 2_000_001, "a cell of Stata holds 2,000,000"),
        (".dta", "a\0b", "a null character, which ends a text in Stata"),
        (".sav", "a\0b", "a null character"),
        (".xpt", "blank ", "the cell ends in a blank, which SAS does not keep"),
        (".sav", " ", "the cell ends in a blank"),
    ],
)
def test_that_what_a_format_cannot_hold_is_told_before_anything_is_written(tmp_path, suffix, text, found):
    path = tmp_path / f"out{suffix}"
    path.write_text("old")
    with pytest.raises(InvalidData) as caught:
        write(path, [column("fine", ["x", "y"]), column("long", ["x", text])])
    assert 'column "long", record 2: the cell ' in caught.value.message
    assert found in caught.value.message
    assert "Choose another format" in caught.value.message
    assert path.read_text() == "old"
    write(path, [column("fine", ["x", "y"]), column("long", ["x", text])], np.array([0]))  # not written, so no fault


def test_that_the_size_of_a_sheet_is_told(tmp_path, monkeypatch):
    path = tmp_path / "out.xlsx"
    for limit, value, found in (
        ("MAX_ROWS", 4, "4 records; a sheet holds 3 and the names of the columns"),
        ("MAX_SHEET_COLUMNS", 1, "2 columns; a sheet holds 1"),
        ("MAX_CELLS", 9, "8 cells; a workbook of more than 9 cannot be read again"),
    ):
        with monkeypatch.context() as patch:
            patch.setattr(excel_writing, limit, value)
            with pytest.raises(InvalidData, match=found):
                write(path, PLAIN)
    assert not path.exists()


def test_that_records_that_a_sheet_would_not_show_are_told(tmp_path):
    path = tmp_path / "out.xlsx"
    with pytest.raises(InvalidData, match=r"record 2: all cells are missing in 2 records"):
        write(path, [column("a", ["x", "", "", "y"]), column("b", ["x", "", "", ""])])
    with pytest.raises(InvalidData, match="record 3: all cells are missing in 2 records"):
        write(path, [column("a", ["x", "y", "", ""])])
    write(path, [column("a", ["", "x", "", "y"])])
    assert read_again(path)[1] == [["", "x", "", "y"]]


@pytest.mark.parametrize("suffix", [".dta", ".sav", ".zsav", ".xpt"])
def test_that_statistical_files_have_types_and_labels(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    columns = [
        column("age in years", ["5", "", "70"], INTEGER),
        column("x", ["1.5", "0.1", ""], DECIMAL),
        column("day", ["2020-02-29", "", "1583-01-01"], DATE),
        column("starred", ["1", "*", "3"], INTEGER),
    ]
    written = write(path, columns)
    assert written.renamed == {"age in years": "age_in_years"}
    read = {".dta": pyreadstat.read_dta, ".xpt": pyreadstat.read_xport}.get(suffix, pyreadstat.read_sav)
    cells, facts = read(path, output_format="dict")
    assert facts.column_labels == ["age in years", None, None, None]
    assert list(cells["age_in_years"]) == [5.0, None, 70.0]
    assert list(cells["x"]) == [1.5, 0.1, None]
    assert list(cells["day"]) == [dt.date(2020, 2, 29), None, dt.date(1583, 1, 1)]
    assert list(cells["starred"]) == ["1", "*", "3"]
    if suffix == ".sav":
        assert facts.original_variable_types["age_in_years"] == "F2.0"
        assert facts.original_variable_types["x"] == "F3.1"


@given(
    names=st.lists(st.text(CHARACTERS, min_size=1, max_size=80).filter(str.strip), min_size=1, max_size=6, unique=True)
)
@settings(max_examples=examples(200), deadline=None)
def test_that_names_are_allowed_and_lead_back(names):
    for rules in (statistical_writing._STATA, statistical_writing._SPSS, statistical_writing._SAS):
        try:
            found = variable_names("place", names, rules)
        except InvalidData:
            assert any(rules.size(name) > rules.longest_label for name in names)
            continue
        assert len({name.lower() for name in found.values()}) == len(names)
        for old, new in found.items():
            assert rules.is_allowed(new)
            if rules.is_allowed(old) and sum(other.lower() == old.lower() for other in names) == 1:
                assert new == old


def test_that_names_are_changed_as_stated():
    names = ["a b", "a_b", "a-b", "1st", "int", "x" * 40, "x" * 41, "ÄÖ", "A_B"]
    assert list(variable_names("p", names, statistical_writing._STATA).items()) == [
        *(("a_b", "a_b"), ("ÄÖ", "ÄÖ"), ("A_B", "A_B_2"), ("a b", "a_b_3"), ("a-b", "a_b_4"), ("1st", "v_1st")),
        *(("int", "v_int"), ("x" * 40, "x" * 32), ("x" * 41, "x" * 30 + "_2")),
    ]
    with pytest.raises(InvalidData, match="too long for a label of 80 characters"):
        variable_names("p", ["a b" * 30], statistical_writing._STATA)


@pytest.mark.parametrize("name", ["out.xls", "out.ods", "out.sas7bdat", "out.por", "out.xlsm", "out.dat"])
def test_that_formats_without_a_writer_are_refused_with_those_that_have_one(name):
    with pytest.raises(InvalidJob) as caught:
        require_writable_format(name, "--output")
    assert "can be read but not written" in caught.value.message
    assert all(suffix in caught.value.message for suffix in SUFFIXES)


def test_that_tables_belong_to_databases(tmp_path):
    with pytest.raises(InvalidJob, match="needs the name of a table"):
        require_table(Target(str(tmp_path / "out.db")), "--output")
    for target in (Target("out.csv", table="t"), Target("out.csv", replace_table=True)):
        with pytest.raises(InvalidJob, match="only a database has tables"):
            require_table(target, "--output")
    require_table(Target("out.csv"), "--output")


@pytest.mark.parametrize("suffix", WRITABLE[TableFormat.DELIMITED])
def test_that_delimited_text_with_a_null_character_is_refused_since_nobody_would_read_it(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    path.write_text("old")
    for columns in ([column("a", ["x", "y\0z"])], [column("a\0b", ["x", "y"])]):
        with pytest.raises(InvalidData, match="null character"):
            write(path, columns)
    assert path.read_text() == "old"
    write(path, [column("a", ["x", "y\0z"])], np.array([0]))
    assert (gzip.decompress(path.read_bytes()) if suffix.endswith(".gz") else path.read_bytes()) == b"a\nx\n"


@pytest.mark.parametrize("suffix", [".csv", ".csv.gz", ".tsv", ".parquet", ".arrow", ".xlsx"])
def test_that_the_same_table_is_the_same_file_whenever_it_is_written(tmp_path, suffix):
    table = [column("age", ["34", "", "7"]), column("place", ["Ulm", "Köln", "Ulm"])]
    for name in ("first", "second"):
        write(tmp_path / f"{name}{suffix}", table)
    assert (tmp_path / f"first{suffix}").read_bytes() == (tmp_path / f"second{suffix}").read_bytes()
    if suffix == ".xlsx":  # whose library would write the second of now
        with zipfile.ZipFile(tmp_path / "first.xlsx") as workbook:
            assert b">2000-01-01T00:00:00Z<" in workbook.read("docProps/core.xml")


def test_that_gzip_holds_the_text_that_is_written_without_it(tmp_path):
    table = [column("age", ["34", "", "7"] * 50_000), column("place", ["Ulm", 'K"ö\nln', "Ulm"] * 50_000)]
    for suffix in (".csv", ".tsv"):
        write(tmp_path / f"out{suffix}", table)
        write(tmp_path / f"out{suffix}.gz", table)
        packed = (tmp_path / f"out{suffix}.gz").read_bytes()
        assert gzip.decompress(packed) == (tmp_path / f"out{suffix}").read_bytes()
        assert int.from_bytes(packed[4:8], "little") == 0  # the moment of writing (RFC 1952, 2.3)
    assert (tmp_path / "out.tsv").read_bytes().startswith(b"age\tplace\n")


@pytest.mark.parametrize("suffix", [".arrow", ".feather", ".ipc"])
def test_that_files_of_arrow_hold_what_parquet_does_in_several_batches(tmp_path, suffix):
    records = 150_000
    table = [
        column("age", [str(number % 90) for number in range(records)], INTEGER),
        column("place", ["Ulm", "", "Köln"] * (records // 3)),
        column("born", [f"2020-01-{1 + number % 28:02}" for number in range(records)], DATE),
    ]
    path = tmp_path / f"out{suffix}"
    write(path, table)
    write(tmp_path / "out.parquet", table)
    with pa.memory_map(str(path)) as source:
        file = pa.ipc.open_file(source)
        assert file.num_record_batches > 1
        found = file.read_all()
    assert [str(field.type) for field in found.schema] == [
        "int64",
        "dictionary<values=string, indices=int32, ordered=0>",
        "date32[day]",
    ]
    assert found.to_pandas().equals(parquet.read_table(tmp_path / "out.parquet").to_pandas())
    assert feather.read_table(path).num_rows == records


@pytest.mark.parametrize("suffix", [".csv.gz", ".feather"])
def test_that_writing_into_these_can_be_stopped(tmp_path, suffix):
    path = tmp_path / f"out{suffix}"
    path.write_bytes(b"old")
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        write(path, [column("a", ["x"] * 10)], control=control)
    assert (path.read_bytes(), [*tmp_path.iterdir()]) == (b"old", [path])
