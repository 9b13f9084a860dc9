"""Types and formats: what ARX means is read here, or the column is text and that is listed."""

import numpy as np
import pytest

from arxdesk_engine.arx.files.definition import Definition
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.types import directive_format, typed
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.foundation.moments import moment_reader


def read(texts, datatype, pattern="", locale=""):
    column = RawColumn("x", np.arange(len(texts), dtype=np.int32), tuple(texts), has_numbers=False)
    findings = Findings()
    found = typed([column], {"x": Definition("x", datatype=datatype, format=pattern, locale=locale)}, findings)
    return found.types["x"], found.decimal_mark, findings.left_out


@pytest.mark.parametrize(
    ("pattern", "text", "moment"),
    [
        ("dd.MM.yyyy", "31.12.1999", "1999-12-31T00:00:00"),
        ("d.M.yyyy", "1.2.1999", "1999-02-01T00:00:00"),
        ("yyyy-MM-dd HH:mm:ss", "1999-12-31 23:59:58", "1999-12-31T23:59:58"),
        ("yyyy-MM-dd'T'HH:mm", "1999-12-31T23:59", "1999-12-31T23:59:00"),
        ("yyyyMMdd", "19991231", "1999-12-31T00:00:00"),
        ("MM/dd/yyyy hh:mm a", "12/31/1999 11:59 PM", "1999-12-31T23:59:00"),
        ("d MMM yyyy", "3 Feb 1999", "1999-02-03T00:00:00"),
        ("EEEE, d MMMM yyyy", "Friday, 31 December 1999", "1999-12-31T00:00:00"),
        ("yyyy.DDD", "1999.365", "1999-12-31T00:00:00"),
        ("HH'h'mm'''' yyyy", "23h59' 1999", "1999-01-01T23:59:00"),
        ("yyyy-MM-dd HH:mm:ss.SSS", "1999-12-31 23:59:58.250", "1999-12-31T23:59:58.250000"),
        ("'100%' yyyy", "100% 1999", "1999-01-01T00:00:00"),
    ],
)
def test_that_date_patterns_are_translated(pattern, text, moment):
    assert moment_reader(directive_format(pattern))(text).isoformat() == moment
    kind, _mark, left_out = read([text, ""], "Date/Time", pattern, "en")
    assert (kind.kind, left_out) == (DataType.DATE, [])


@pytest.mark.parametrize(
    "pattern", ["ww/yyyy", "W.MM.yyyy", "yyyy G", "kk:mm", "QQQ yyyy", "dd.MM.yyyy 'open", "F", "B"]
)
def test_that_patterns_without_a_counterpart_are_listed(pattern):
    assert directive_format(pattern) is None
    kind, _mark, left_out = read(["x"], "Date/Time", pattern)
    assert kind == ValueType()
    assert [each.found for each in left_out] == [f'the date pattern "{pattern}" has no counterpart here']


def test_that_dates_without_a_pattern_have_the_usual_one():
    for pattern in ("", "Default"):
        assert read(["31.12.1999"], "Date/Time", pattern)[0] == ValueType(DataType.DATE, "%d.%m.%Y")


def test_that_months_in_a_language_that_is_not_known_make_a_column_text():
    kind, _mark, left_out = read(["3. Februar 1999"], "Date/Time", "d. MMMM yyyy", "de_DE")
    assert (kind, left_out) == (ValueType(DataType.DATE, "%d. %B %Y"), [])
    kind, _mark, left_out = read(["3. helmikuuta 1999"], "Date/Time", "d. MMMM yyyy", "fi_FI")
    assert kind == ValueType()
    assert "has words of the language fi" in left_out[0].found
    kind, _mark, left_out = read(["Mittwoch, 3. Februar 1999"], "Date/Time", "EEEE, d. MMMM yyyy", "de_DE")
    assert kind == ValueType()


def test_that_years_of_two_digits_are_mentioned():
    kind, _mark, left_out = read(["31.12.99"], "Date/Time", "dd.MM.yy", "de")
    assert kind.format == "%d.%m.%y"
    assert "years of two digits" in left_out[0].found


def test_that_the_pattern_of_a_date_stands_for_its_type_in_the_first_vocabulary():
    assert read(["1999-12-31"], "yyyy-MM-dd")[0] == ValueType(DataType.DATE, "%Y-%m-%d")
    kind, _mark, left_out = read(["x"], "Quaternion")
    assert kind == ValueType()
    assert left_out[0].found == 'the data type "Quaternion" is not known'


@pytest.mark.parametrize(
    ("datatype", "texts", "misfit"),
    [
        ("Integer", ["1", "12abc"], "12abc"),
        ("Integer", ["1", "2.5"], "2.5"),
        ("Decimal", ["1.5", "0x1p3"], "0x1p3"),
        ("Decimal", ["12.34,5", "2"], "12.34,5"),
        ("Date/Time", ["31.12.1999", "32.13.2020"], "32.13.2020"),
        ("Ordinal", ["low", "huge"], "huge"),
    ],
)
def test_that_values_that_only_arx_accepts_make_a_column_text(datatype, texts, misfit):
    pattern = "low\nhigh" if datatype == "Ordinal" else ""
    kind, mark, left_out = read(texts, datatype, pattern)
    assert (kind, mark) == (ValueType(), ".")
    assert left_out[0].found.startswith(f'"{misfit}" is not of the type {kind_name(datatype)}')


def kind_name(datatype):
    return {"Date/Time": "date"}.get(datatype, datatype.lower())


def test_that_numbers_with_a_comma_are_read_as_such():
    kind, mark, left_out = read(["1,5", "2", "-0,25", ""], "Decimal", "#,##0.###", "DE")
    assert (kind.kind, mark, left_out) == (DataType.DECIMAL, ",", [])


def test_that_numbers_with_marks_between_thousands_are_read_as_such():
    kind, mark, left_out = read(["1.234,5", "2", "-0,25", ""], "Decimal", "#,##0.###", "DE")
    assert (kind.kind, mark, left_out) == (DataType.DECIMAL, ",", [])


def test_that_orders_are_those_of_the_format():
    assert read(["low", "high"], "Ordinal", "low\nmid\nhigh")[0].order == ("low", "mid", "high")
    assert read(["low", "high"], "Ordinal", "Default")[0] == ValueType(DataType.ORDINAL)
