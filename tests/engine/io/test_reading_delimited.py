"""What a job can say of delimited text: quotes, columns, previews; and how sure a detected syntax is."""

import pytest

from arxdesk_engine.data.raw_table import MAX_COLUMNS
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.io.table import TableFormat, format_of, tables_in
from tests.engine.io.test_every_format import rows_of
from tests.engine.reading import read_raw


def file_of(tmp_path, content, name="t.csv"):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("quote", "expected"),
    [
        ('"', [["x;y", "'p"], ["q'", "z"]]),
        ("'", [['"x', 'y"', "p;q", "z"]]),
        ("", [['"x', 'y"', "'p"], ["q'", "z", ""]]),
    ],
)
def test_that_quotes_mean_what_the_job_says(tmp_path, quote, expected):
    content = {
        '"': "a;b\n\"x;y\";'p\nq';z\n",
        "'": "a;b;c;d\n\"x;y\";'p;q';z\n",
        "": "a;b;c\n\"x;y\";'p\nq';z;\n",
    }[quote]
    raw = read_raw(file_of(tmp_path, content), delimiter=";", quote=quote, header=True)
    assert rows_of(raw) == expected
    assert raw.facts.quote == quote


def test_that_a_delimiter_is_no_quote(tmp_path):
    with pytest.raises(InvalidData, match="cannot separate cells"):
        read_raw(file_of(tmp_path, "a'b\n1'2\n"), delimiter="'", quote="'")


def test_that_columns_are_chosen_in_any_order(tmp_path):
    path = file_of(tmp_path, "a;b;c\n1;2;3\n4;5;6\n")
    assert rows_of(read_raw(path, columns=("c", "a"))) == [["3", "1"], ["6", "4"]]
    with pytest.raises(InvalidData, match='no column "d"'):
        read_raw(path, columns=("d",))
    with pytest.raises(InvalidData, match="chosen twice"):
        read_raw(path, columns=("a", "a"))


@pytest.mark.parametrize("rows", [1, 2, 999, 20_000, 70_000])
def test_that_a_preview_is_the_beginning_and_holds_nothing_else(tmp_path, rows):
    path = file_of(tmp_path, "n;m\n" + "".join(f"{number};x\n" for number in range(60_000)))
    raw = read_raw(path, rows=rows)
    found = min(rows, 60_000)
    assert raw.records == found
    assert rows_of(raw) == [[str(number), "x"] for number in range(found)]
    assert len(raw.columns[0].dictionary) == found


def test_that_what_follows_a_preview_is_not_looked_at(tmp_path):
    path = file_of(tmp_path, "n;m\n" + "1;2\n" * 300_000 + "1;2;3\n")
    assert read_raw(path, rows=10).records == 10
    with pytest.raises(InvalidData, match="line 300002"):
        read_raw(path)


def test_that_facts_say_how_sure_they_are(tmp_path):
    facts = read_raw(file_of(tmp_path, "a;b\n1;'x'\n2;'y'\n")).facts
    assert (facts.delimiter, facts.encoding, facts.header) == (";", "utf-8", True)
    assert (facts.delimiter_confidence, facts.encoding_confidence, facts.header_confidence) == ("certain",) * 3
    assert facts.quote_confidence == "2 cells stand in '"
    facts = read_raw(file_of(tmp_path, "a;b\nx;y\n")).facts
    assert facts.header_confidence == "likely"
    path = tmp_path / "old.csv"
    path.write_bytes("a;b\nMüller;1\n".encode("cp1252"))
    assert read_raw(path).facts.encoding_confidence == "guessed"
    assert read_raw(path, encoding="cp1252").facts.encoding_confidence == "certain"


def test_that_a_decimal_comma_tells_numbers_from_names(tmp_path):
    path = file_of(tmp_path, "1,5;2,5\n3,5;4,5\n")
    assert read_raw(path, delimiter=";", decimal_mark=",").records == 2
    assert read_raw(path, delimiter=";").records == 1


def test_that_too_many_columns_and_long_cells_are_told_or_read(tmp_path):
    wide = ";".join(f"c{number}" for number in range(5000))
    with pytest.raises(InvalidData, match=f"At most {MAX_COLUMNS:,} columns"):
        read_raw(file_of(tmp_path, f"{wide}\n{wide}\n"))
    assert rows_of(read_raw(file_of(tmp_path, "a;b\n" + "y" * 100_000 + ";1\n"))) == [["y" * 100_000, "1"]]


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        *(("a.CSV", "delimited"), ("a", "delimited"), ("a.xyz", "delimited"), ("C:\\a b.xlsx", "excel")),
        *(("a.pq", "parquet"), ("a.SAV", "spss"), ("a.xpt", "sas"), ("a.dta", "stata"), ("a.db", "database")),
        *(("postgresql://a@b/c.csv", "database"), ("sqlite:///x.csv", "database"), ("a:b.csv", "delimited")),
    ],
)
def test_that_the_format_follows_the_suffix_or_the_address(path, expected):
    assert format_of(path) is TableFormat(expected)


@pytest.mark.parametrize(
    "path", ["a.zip", "a.gz", "a.xlsx.gz", "a.pdf", "a.JSON", "a.jsonl", "a.xlsb", "a.accdb", "a.ndjson", "a.sql"]
)
def test_that_formats_that_cannot_be_read_are_told_with_those_that_can(path):
    with pytest.raises(InvalidData, match=r"\.csv, .*\.xlsx, .*or a database"):
        format_of(path)


def test_that_formats_of_one_table_list_none(tmp_path):
    assert tables_in(str(file_of(tmp_path, "a\n1\n")), None, Control()) == ()
