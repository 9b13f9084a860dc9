"""The types of ARX's attributes, with Java's patterns for dates and numbers, as types of ours."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from arxdesk_engine.arx.files.definition import Definition
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.data.raw_table import RawColumn
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.data.spelling import Spelling
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attributes import DecimalMark, ThousandsMark

DEFAULT_DATE = "dd.MM.yyyy"
"""The pattern of dates that have none."""
_KINDS: Mapping[str, DataType] = MappingProxyType(
    {
        "String": DataType.STRING,
        "Integer": DataType.INTEGER,
        "Decimal": DataType.DECIMAL,
        "Date/Time": DataType.DATE,
        "Date": DataType.DATE,
        "Ordinal": DataType.ORDINAL,
        "OrderedString": DataType.ORDINAL,
    }
)
_DIRECTIVES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(("yyyy", "y", "uuuu", "u"), "%Y"),
        "yy": "%y",
        **dict.fromkeys(("M", "MM", "L", "LL"), "%m"),
        "MMM": "%b",
        "MMMM": "%B",
        **dict.fromkeys(("d", "dd"), "%d"),
        **dict.fromkeys(("D", "DD", "DDD"), "%j"),
        **dict.fromkeys(("E", "EE", "EEE"), "%a"),
        "EEEE": "%A",
        **dict.fromkeys(("H", "HH"), "%H"),
        **dict.fromkeys(("h", "hh"), "%I"),
        **dict.fromkeys(("m", "mm"), "%M"),
        **dict.fromkeys(("s", "ss"), "%S"),
        **dict.fromkeys(("S", "SS", "SSS", "SSSSSS"), "%f"),
        "a": "%p",
        **dict.fromkeys(("Z", "X", "XX", "XXX", "ZZZZZ"), "%z"),
    }
)
"""The letters of Java's date patterns that strptime has a directive for."""
_IN_ENGLISH = ("%a", "%A", "%p")
_WITH_MONTHS = ("", "en", "us", "gb", "uk", "de", "at", "ch", "fr", "es", "it", "pt", "br", "nl")
"""Languages and countries whose names of months are read."""
_MARKS: tuple[tuple[DecimalMark, ThousandsMark], ...] = (
    *((".", ""), (",", ""), (".", ","), (",", "."), (",", " "), (".", "'"), (",", "'"), (".", " ")),
)
"""How numbers may be written, the most usual first."""
_PATTERN = re.compile(r"'((?:[^']|'')*)'|([A-Za-z])\2*|[^A-Za-z']+")


@dataclass(frozen=True, slots=True)
class TypedColumns:
    """The types of some columns, and the marks before decimals and between thousands in all of them."""

    types: Mapping[str, ValueType]
    decimal_mark: DecimalMark = "."
    thousands_mark: ThousandsMark = ""


def directive_format(pattern: str) -> str | None:
    """A date pattern of Java as a format of strptime; None where it has a letter that has no directive."""
    result, end = "", 0
    for found in _PATTERN.finditer(pattern):
        if found.start() != end:
            return None
        end = found.end()
        literal, letter = found[1], found[2]
        if letter:
            directive = _DIRECTIVES.get(found[0])
            if directive is None:
                return None
            result += directive
        else:
            text = found[0] if literal is None else literal.replace("''", "'") or "'"
            result += text.replace("%", "%%")
    return result if end == len(pattern) and result else None


def typed(columns: Sequence[RawColumn], defined: Mapping[str, Definition], findings: Findings) -> TypedColumns:
    """The types that fit the texts of the columns; columns whose texts do not fit become text, which is listed.

    What ARX reads more generously than we do ("12abc", 30.02.2021) is such a misfit.
    """
    wanted = {each.name: _wanted(defined.get(each.name) or Definition(each.name), findings) for each in columns}
    numbers = [each for each in columns if wanted[each.name].kind.is_numeric]
    marks = next((each for each in _MARKS if _all_fit(numbers, wanted, each)), _MARKS[0])
    types: dict[str, ValueType] = {}
    for column in columns:
        kind = wanted[column.name]
        misfit = _misfit(column, kind, marks)
        if misfit is not None:
            what = tr("{value} is not of the type {type} as it is read here", value=quoted(misfit), type=_named(kind))
            place = tr("input/definition.xml, {column}", column=quoted(column.name))
            findings.leave_out(place, what, tr("The column is text: choose another type, or correct such cells."))
            kind = ValueType()
        types[column.name] = kind
    return TypedColumns(types, *marks)


def _named(kind: ValueType) -> str:
    return f"{kind.kind.value} ({kind.format})" if kind.format else kind.kind.value


def _wanted(defined: Definition, findings: Findings) -> ValueType:
    """The type that ARX means, whether the texts fit or not."""
    place = tr("input/definition.xml, {column}", column=quoted(defined.name))
    kind, pattern = _KINDS.get(defined.datatype), defined.format
    if kind is None:  # the first vocabulary writes the pattern of a date in place of its type
        kind, pattern = DataType.DATE, defined.datatype
        if directive_format(pattern) is None:
            found = tr("the data type {datatype} is not known", datatype=quoted(defined.datatype))
            findings.leave_out(place, found, tr("The column is text: choose another type."))
            return ValueType()
    match kind:
        case DataType.DATE:
            return _date(pattern.strip(), defined, place, findings)
        case DataType.ORDINAL:
            values = [line for line in pattern.splitlines() if line.strip()]
            order = () if pattern.strip() in ("", "Default") else tuple(dict.fromkeys(each.strip() for each in values))
            return ValueType(DataType.ORDINAL, None, order)
        case _:
            return ValueType(kind)


def _date(pattern: str, defined: Definition, place: str, findings: Findings) -> ValueType:
    written = DEFAULT_DATE if pattern in ("", "Default") else pattern
    date_format = directive_format(written)
    needs_english = date_format is not None and any(each in date_format for each in _IN_ENGLISH)
    has_months = date_format is not None and ("%b" in date_format or "%B" in date_format)
    language = defined.locale.replace("-", "_").split("_")[0].lower()
    is_foreign = needs_english and language not in ("", "en", "us", "gb", "uk")
    if date_format is None or is_foreign or (has_months and language not in _WITH_MONTHS):
        found = tr("the date pattern {pattern} has no counterpart here", pattern=quoted(written))
        if date_format is not None:
            found = tr(
                "the date pattern {pattern} has words of the language {language}",
                pattern=quoted(written),
                language=language,
            )
        findings.leave_out(place, found, tr("The column is text: change their format to use them as dates."))
        return ValueType()
    if "%y" in date_format:
        found = tr("the pattern {pattern} has years of two digits", pattern=quoted(written))
        findings.leave_out(place, found, tr("They are read as the latest years that put no date after today."))
    return ValueType(DataType.DATE, date_format)


def _all_fit(columns: Sequence[RawColumn], wanted: Mapping[str, ValueType], marks: tuple[str, str]) -> bool:
    return all(_misfit(each, wanted[each.name], marks) is None for each in columns)


def _misfit(column: RawColumn, kind: ValueType, marks: tuple[str, str]) -> str | None:
    """The first text of a column that is not of a type; missing cells fit all of them."""
    if not kind.has_scale:
        return None
    if kind.order:
        known = frozenset(kind.order)
        return next((text for text in column.dictionary if text and text not in known), None)
    spelling = Spelling(*marks, column.has_numbers)
    for text in column.dictionary:
        if not text:
            continue
        read = spelling.number(text) if kind.kind.is_numeric else text
        if read is None or kind.parse(read) is None:
            return text
    return None
