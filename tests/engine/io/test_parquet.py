"""Parquet: cells as faithful texts, types that are kept where they can be, and files that are none told."""

import datetime as dt
import stat
from decimal import Decimal

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.raw_table import MAX_COLUMNS
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.errors import InvalidData, UnreadableFile, UnwritableFile, UserError
from arxdesk_engine.io.parquet import is_parquet, write_parquet
from tests.engine.io.files.test_atomic import names, tiny_disk  # noqa: F401 - a fixture
from tests.engine.problems import column_of
from tests.engine.reading import read_parquet, read_raw
from tests.tiers import examples

CELLS = st.text(st.sampled_from("abäß1 ,;|\t\"'\n\r*-.:"), max_size=6).map(str.strip)
NUMBERS = st.sampled_from(("0", "-7", "12", "007", "+5", "1.5", "1.50", "2.25", ".5", "1e3", "9" * 18, "1.0", "0.1"))
DATES = st.sampled_from(("2020-02-29", "0001-01-01", "2020-02-29T00:00:00", "1999-12-31T23:59:59", "31.12.1999"))
COLUMNS = st.sampled_from((CELLS, NUMBERS, DATES)).flatmap(
    lambda cells: st.lists(st.just("") | cells, min_size=1, max_size=8)
)


def file_of(folder, table, name="table.parquet"):
    path = folder / name
    pq.write_table(table if isinstance(table, pa.Table) else pa.table(table), path)
    return path


def texts_of(path, **options):
    return {column.name: column.texts().tolist() for column in read_parquet(path, **options)}


def raw_texts_of(path):
    """Texts as they stand in the file, before a column gets a type."""
    return {column.name: [column.dictionary[code] for code in column.codes] for column in read_raw(path).columns}


def message_of(path, error=InvalidData):
    with pytest.raises(error) as caught:
        read_parquet(path)
    return caught.value.message


@given(cells=COLUMNS, data=st.data())
@settings(max_examples=examples(150))
def test_that_what_is_written_is_read_back(tmp_path_factory, cells, data):
    path = tmp_path_factory.getbasetemp() / "round-trip.parquet"
    records = data.draw(st.lists(st.booleans(), min_size=len(cells), max_size=len(cells)).filter(any))
    column, reverse = column_of("a", tuple(cells)), column_of("b", tuple(cells[::-1]))
    held = column.texts().tolist()  # of 1.5 and 1.50 in a column of numbers, one spelling
    write_parquet(path, [column, reverse])
    assert raw_texts_of(path) == {"a": held, "b": held[::-1]}
    write_parquet(path, [column], records=np.array(records))
    assert raw_texts_of(path) == {"a": [cell for cell, kept in zip(held, records, strict=True) if kept]}


@pytest.mark.parametrize(
    ("cells", "texts", "kind", "date_format"),
    [
        (pa.array([3, None, -2], pa.int8()), ["3", "", "-2"], "integer", None),
        (pa.array([2**64 - 1, 0, 1], pa.uint64()), ["18446744073709551615", "0", "1"], "decimal", None),
        (pa.array([33.0, 31.0, None]), ["33", "31", ""], "integer", None),
        (pa.array([0.1, 31.0, None]), ["0.1", "31", ""], "decimal", None),
        (pa.array([float("nan"), 1e300, 1e-7]), ["", "1e+300", "1e-07"], "decimal", None),
        (pa.array([float("inf"), 1.0, -0.0]), ["inf", "1", "0"], "string", None),
        (pa.array(np.array([0.1, 16777216.0, 2.5], np.float32)), ["0.1", "16777216", "2.5"], "decimal", None),
        (pa.array(np.array([3.14, 1.0, 2.5], np.float16)), ["3.14", "1", "2.5"], "decimal", None),
        (pa.array([Decimal("1.50"), Decimal("-0.05"), None]), ["1.50", "-0.05", ""], "decimal", None),
        (pa.array([7, 8, 9], pa.decimal256(50, 0)), ["7", "8", "9"], "integer", None),
        (pa.array([True, None, False]), ["true", "", "false"], "string", None),
        (
            pa.array([dt.date(2020, 2, 29), None, dt.date(1, 1, 1)]),
            ["2020-02-29", "", "0001-01-01"],
            "date",
            "%Y-%m-%d",
        ),
        (
            pa.array(["2020-02-29", None, "2021-01-01"]).cast(pa.timestamp("ns")),
            ["2020-02-29", "", "2021-01-01"],
            "date",
            "%Y-%m-%d",
        ),
        (
            pa.array(["2020-02-29 01:00:00", None, "2021-01-01"]).cast(pa.timestamp("ms")),
            ["2020-02-29T01:00:00", "", "2021-01-01T00:00:00"],
            "date",
            "%Y-%m-%dT%H:%M:%S",
        ),
        (
            pa.array([1, 1_500, None], pa.timestamp("ms")),
            ["1970-01-01T00:00:00.001000", "1970-01-01T00:00:01.500000", ""],
            "string",
            None,
        ),
        (
            pa.array([1, 1_500, None], pa.timestamp("ns")),
            ["1970-01-01T00:00:00.000000001", "1970-01-01T00:00:00.000001500", ""],
            "string",
            None,
        ),
        (
            pa.array([0, 3_600, None], pa.timestamp("s", "Europe/Berlin")),
            ["1970-01-01T00:00:00Z", "1970-01-01T01:00:00Z", ""],
            "string",
            None,
        ),
        (pa.array([dt.time(5, 4), dt.time(1, 2, 3, 4), None]), ["05:04:00", "01:02:03.000004", ""], "string", None),
        (pa.array([" x ", None, ""]), ["x", "", ""], "string", None),
        (pa.array(["01234", "7", None], pa.large_string()), ["01234", "7", ""], "string", None),
        (pa.array(["12", "7", None], pa.string_view()), ["12", "7", ""], "integer", None),
        (pa.array([b"\xc3\xa4", None, b"b"]), ["ä", "", "b"], "string", None),
        (pa.array(["b", "a", None]).dictionary_encode(), ["b", "a", ""], "string", None),
        (pa.array([4, 4, None]).dictionary_encode(), ["4", "4", ""], "integer", None),
        (pa.nulls(3), ["", "", ""], "string", None),
    ],
)
def test_that_cells_of_any_type_are_faithful_texts_and_stay_so(tmp_path, cells, texts, kind, date_format):
    path = file_of(tmp_path, {"a": cells})
    column = read_parquet(path)["a"]
    assert column.texts().tolist() == texts
    assert (column.type.kind.value, column.type.format) == (kind, date_format)
    write_parquet(path, [column])
    again = read_parquet(path)["a"]
    assert (again.texts().tolist(), again.values, again.type) == (texts, column.values, column.type)


@pytest.mark.parametrize(
    ("cells", "value_type", "written"),
    [
        (("1", "", "-20"), None, pa.int64()),
        (("1", "2"), ValueType(), None),
        (("+1", "2"), None, None),
        (("1", "*"), ValueType(), None),
        (("0.5", "3", ""), None, pa.float64()),
        (("0.50", "3.25"), None, pa.decimal128(3, 2)),
        (("0.50", "3.5"), None, None),
        (("1e3", "2"), None, None),
        (("2020-01-31", ""), None, pa.date32()),
        (("2020-01-31T10:00:00", "2020-01-31T00:00:00"), None, pa.timestamp("us")),
        (("2020-01-31T00:00:00", "2020-02-01T00:00:00"), None, None),
        (("31.01.2020", ""), None, None),
        (("", ""), None, None),
        (("low", "high"), ValueType(DataType.ORDINAL, order=("low", "high")), None),
    ],
)
def test_that_a_type_is_kept_where_its_texts_are_the_cells(tmp_path, cells, value_type, written):
    path = tmp_path / "out.parquet"
    dictionary = list(dict.fromkeys(cells))
    codes = np.array([dictionary.index(cell) for cell in cells], np.int32)
    write_parquet(path, [Column.encode("a", codes, dictionary, value_type)])
    assert pq.read_schema(path).field("a").type == (written or pa.dictionary(pa.int32(), pa.string()))
    assert texts_of(path) == {"a": list(cells)}
    assert pq.read_table(path)["a"].null_count == cells.count("")


def test_that_a_column_that_lost_its_stars_with_the_records_keeps_its_type(tmp_path):
    path = tmp_path / "out.parquet"
    column = Column("age", np.array([0, 2, 1], np.int32), ("31", "33", "*"), ValueType(DataType.INTEGER))
    write_parquet(path, [column])
    assert pq.read_table(path)["age"].to_pylist() == ["31", "*", "33"]
    write_parquet(path, [column], records=np.array([True, False, True]))
    assert pq.read_table(path)["age"].to_pylist() == [31, 33]


def test_that_nothing_of_records_that_are_left_out_is_in_the_file(tmp_path):
    path = tmp_path / "out.parquet"
    column = column_of("illness", ("flu", "SECRET-AND-LONG", "cold"))
    write_parquet(path, [column], records=np.array([True, False, True]))
    assert b"SECRET" not in path.read_bytes()
    assert pq.read_table(path)["illness"].chunk(0).dictionary.to_pylist() == ["cold", "flu"]


def test_that_a_table_without_records_can_be_written_and_is_told_when_it_is_read(tmp_path):
    path = tmp_path / "out.parquet"
    write_parquet(path, [column_of("a", ("x",))], records=np.array([False]))
    assert pq.read_table(path).num_rows == 0
    assert "no records" in message_of(path)


def test_that_null_values_and_types_of_the_job_are_followed(tmp_path):
    path = file_of(tmp_path, {"a": [" NA ", "1", None], "n": [1, 99, 3], "s": ["1", "2", "3"]})
    types = {"n": ValueType(), "s": ValueType(DataType.DECIMAL)}
    dataset = read_parquet(path, ("NA", "99"), types)
    assert dataset["a"].texts().tolist() == ["", "1", ""]
    assert dataset["n"].texts().tolist() == ["1", "", "3"]
    assert [column.type.kind.value for column in dataset] == ["integer", "string", "decimal"]
    with pytest.raises(InvalidData, match='attribute "a", record 1: "NA" is not of type integer'):
        read_parquet(path, types={"a": ValueType(DataType.INTEGER)})


def test_that_moments_of_a_zone_are_dates_where_the_job_says_so(tmp_path):
    path = file_of(tmp_path, {"a": pa.array([1_500_000, 2_000_000], pa.timestamp("us", "UTC"))})
    column = read_parquet(path, types={"a": ValueType(DataType.DATE, "%Y-%m-%dT%H:%M:%S.%fZ")})["a"]
    assert column.values == ("1970-01-01T00:00:01.500000Z", "1970-01-01T00:00:02.000000Z")
    write_parquet(path, [column])
    assert pq.read_schema(path).field("a").type == pa.timestamp("us", "UTC")


def test_that_several_row_groups_keep_their_records_in_order(tmp_path):
    path, cells = tmp_path / "groups.parquet", [f"v{number % 11}" for number in range(1_000)]
    pq.write_table(pa.table({"a": cells, "n": list(range(1_000))}), path, row_group_size=70)
    dataset = read_parquet(path)
    assert dataset["a"].texts().tolist() == cells
    assert dataset["n"].codes.tolist() == list(range(1_000))


@pytest.mark.parametrize(
    ("cells", "told"),
    [
        (pa.array([[1, 2]]), 'column "b" holds nested cells (list<'),
        (pa.array([{"x": 1}]), 'column "b" holds nested cells (struct<x: int64>)'),
        (pa.array([[("k", 1)]], pa.map_(pa.string(), pa.int64())), 'column "b" holds nested cells (map<'),
        (pa.array([5], pa.duration("s")), 'column "b" holds cells that are not text, number or date (duration['),
        (pa.array([b"1234"], pa.binary(4)), 'column "b" holds cells that are not text, number or date (fixed'),
        (pa.array([b"\xff"]), 'column "b" holds bytes that are not text'),
    ],
)
def test_that_columns_without_texts_are_told_by_name(tmp_path, cells, told):
    path = file_of(tmp_path, {"a": [1], "b": cells})
    assert told in message_of(path)


def test_that_all_nested_columns_are_told_at_once(tmp_path):
    path = file_of(tmp_path, {"a": [[1]], "b": [1], "c": [{"x": 1}]})
    with pytest.raises(InvalidData) as caught:
        read_parquet(path)
    assert len(caught.value.problems) == 2


def test_that_columns_without_a_name_of_their_own_are_told(tmp_path):
    one = pa.array([1])
    twice = file_of(tmp_path, pa.Table.from_arrays([one, one], [" a", "a"]))
    assert 'two columns are named "a"' in message_of(twice)
    assert "column 2 has no name" in message_of(file_of(tmp_path, pa.Table.from_arrays([one, one], ["a", " "])))
    assert "no columns" in message_of(file_of(tmp_path, pa.table({})))
    many = pa.Table.from_arrays([one] * (MAX_COLUMNS + 1), [f"c{number}" for number in range(MAX_COLUMNS + 1)])
    assert f"{MAX_COLUMNS + 1:,} columns" in message_of(file_of(tmp_path, many))


def test_that_names_with_dots_and_indexes_of_pandas_are_columns(tmp_path):
    path = file_of(tmp_path, {"a.b": ["x", "y"], "__index_level_0__": [3, 4], "a": ["p", "q"]})
    assert texts_of(path) == {"a.b": ["x", "y"], "__index_level_0__": ["3", "4"], "a": ["p", "q"]}


@pytest.mark.parametrize("content", [b"", b"PAR1", b"a;b\n1;2\n" * 20, b"PAR1" + b"\x00" * 50 + b"PAR1", b"PK\x03\x04"])
def test_that_what_is_no_parquet_file_is_told_in_one_sentence(tmp_path, content):
    path = tmp_path / "none.parquet"
    path.write_bytes(content)
    message = message_of(path)
    assert message.startswith(f"{path}: the file cannot be read as a Parquet table (")
    assert "\n" not in message


@pytest.mark.parametrize("name", ["s3:x.parquet", "a b#?.parquet", b"caf\xe9.parquet".decode(errors="surrogateescape")])
def test_that_a_file_may_have_any_name(tmp_path, name):
    write_parquet(tmp_path / name, [column_of("a", ("x",))])
    assert texts_of(tmp_path / name) == {"a": ["x"]}


def test_that_files_that_cannot_be_opened_are_told(tmp_path):
    assert "no such file" in message_of(tmp_path / "missing.parquet", UnreadableFile)
    assert "directory" in message_of(tmp_path, UnreadableFile)


def test_that_a_damaged_file_is_read_or_told_and_nothing_else(tmp_path):
    table = {"a": ["x", "y", None] * 40, "n": list(range(120)), "d": [dt.date(2020, 1, 1)] * 120, "f": [0.5, None] * 60}
    path = file_of(tmp_path, table)
    whole = path.read_bytes()
    generator = np.random.default_rng(1)
    told = 0
    for _ in range(400):
        damaged = bytearray(whole)
        if generator.random() < 0.3:
            del damaged[generator.integers(len(whole)) :]
        for _ in range(generator.integers(1, 4)):
            if damaged:
                damaged[generator.integers(len(damaged))] = generator.integers(256)
        path.write_bytes(damaged)
        try:
            read_parquet(path)
        except UserError as error:
            told += 1
            assert error.problems[0].found  # noqa: PT017 - none has to be raised
    assert told > 100


def test_that_a_failure_leaves_the_old_file_and_nothing_else(tmp_path, monkeypatch):
    path = tmp_path / "out.parquet"
    path.write_bytes(b"old")

    def full(*_arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(UnwritableFile, match="no space left on device"):
        write_parquet(path, [column_of("a", ("x",))])
    assert path.read_bytes() == b"old"
    assert names(tmp_path) == ["out.parquet"]


def test_that_a_disk_that_is_really_full_leaves_the_old_file_and_nothing_else(tiny_disk):  # noqa: F811
    path = tiny_disk / "out.parquet"
    path.write_bytes(b"old")
    values = [f"value {i * i}" for i in range(20_000)]
    column = Column.encode("n", np.arange(len(values), dtype=np.int32), values)
    with pytest.raises(UnwritableFile, match="no space left on device"):
        write_parquet(path, [column])
    assert path.read_bytes() == b"old"
    assert names(tiny_disk) == ["out.parquet"]


def test_that_a_file_that_is_protected_is_not_replaced(tmp_path):
    path = tmp_path / "out.parquet"
    path.write_bytes(b"old")
    path.chmod(stat.S_IRUSR)
    with pytest.raises(UnwritableFile, match="read-only"):
        write_parquet(path, [column_of("a", ("x",))])
    assert path.read_bytes() == b"old"


def test_that_the_format_follows_the_suffix(tmp_path):
    assert [is_parquet(tmp_path / name) for name in ("a.parquet", "a.PQ", "a.csv", "parquet")] == [
        True,
        True,
        False,
        False,
    ]
