"""Every format that is written is read back to exactly the same texts, or nothing is written and it is said why."""

import datetime as dt
import random
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.control import Control, Stopped
from engine.dataset import Column
from engine.errors import InvalidData, InvalidJob, UnwritableFile
from engine.io.table import TableFormat, format_of
from engine.io.writing import WRITABLE, Target, require_table, require_writable_format, write_table
from engine.schema import DataType, ValueType
from tests.engine.reading import read_raw

SUFFIXES = [suffix for suffixes in WRITABLE.values() for suffix in suffixes]
KEEP_ANY_TEXT = (".csv", ".tsv", ".tab", ".txt", ".parquet", ".pq", ".sqlite", ".sqlite3", ".db")
TABLE = {"table": "out"}

NASTY = ("=1+1", "+1", "-1", "@x", "'", '"', "{=1}", "*", "NULL", "null", "nan", "NaN", "None", "true", "007", "1.0", "1e5")
NASTY += (".", "..", "_x0041_", "a_x000D_b", "<&>", "http://x.org", "http://x.org/ü", "mailto:a@b", "%s", ":c0", "?", "$1")
NASTY += ("\x01", "a\x0bb", "a\x7fb", "a\u2028b", "a\x85b", "äß€", "😀", "a\r\nb", "a\rb", "a\nb", "a\tb", "\ufeffx", "é")
CHARACTERS = st.characters(exclude_categories=("Cs",))
TEXTS = (st.sampled_from(NASTY) | st.text(CHARACTERS, max_size=12)).map(str.strip)
DATES = st.dates(dt.date(1, 1, 1), dt.date(9999, 12, 31))
MOMENTS = st.datetimes(dt.datetime(1, 1, 1), dt.datetime(9999, 12, 31))
INTEGERS = st.integers(-(10**18) + 1, 10**18 - 1) | st.integers(-100, 100)
DECIMALS = st.floats(allow_nan=False, allow_infinity=False) | st.decimals(-1000, 1000, places=2).map(float)
MISSING = st.sampled_from(["", "*"])


def cells_of(texts):
    return st.lists(texts | MISSING | st.just(""), min_size=1, max_size=8)


def _iso(moment):
    return moment.replace(microsecond=0).isoformat()


KINDS = st.one_of(
    st.tuples(st.just(ValueType()), cells_of(TEXTS)),
    st.tuples(st.just(ValueType(DataType.INTEGER)), cells_of(INTEGERS.map(str) | st.sampled_from(["007", "+5", "-0"]))),
    st.tuples(st.just(ValueType(DataType.DECIMAL)), cells_of(DECIMALS.map(repr) | st.sampled_from(["1.50", "5", "-0.0"]))),
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
    order = draw(st.none() | st.integers(0, 2**32).map(lambda seed: random.Random(seed).sample(range(records), records)))
    return columns, None if order is None else np.array(order[: max(1, records // 2)])


def texts_of(columns, order):
    return [list(column.texts() if order is None else column.texts()[order]) for column in columns]


def read_again(path, **options):
    table = TABLE if format_of(str(path)) is TableFormat.DATABASE else {}
    raw = read_raw(path, header=True, encoding="utf-8", **table, **options)
    return list(raw.names), [[column.dictionary[code] for code in column.codes] for column in raw.columns]


def write(path, columns, order=None, control=None, **options):
    if format_of(str(path)) is TableFormat.DATABASE:
        options = {"table": "out", "replace_table": True} | options
    return write_table(Target(str(path), **options), columns, order, control)


@pytest.mark.parametrize("suffix", SUFFIXES)
@given(table=tables())
@settings(max_examples=150, deadline=None)
def test_that_what_is_written_is_read_back(tmp_path_factory, suffix, table):
    columns, order = table
    path = Path(tmp_path_factory.getbasetemp()) / f"round-trip{suffix}"
    path.unlink(missing_ok=True)
    try:
        written = write(path, columns, order)
    except InvalidData as error:
        assert suffix not in KEEP_ANY_TEXT
        assert not path.exists()
        assert all(problem.remedy for problem in error.problems)
        return
    delimiter = {"delimiter": ","} if suffix in (".csv", ".txt") else {"delimiter": "\t"}
    names, cells = read_again(path, **(delimiter if format_of(str(path)) is TableFormat.DELIMITED else {}))
    expected = [written.renamed.get(column.name, column.name) for column in columns]
    if suffix == ".xlsx":
        expected = [" ".join(name.split()) for name in expected]
    assert names == expected
    assert cells == texts_of(columns, order)
