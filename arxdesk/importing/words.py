"""The texts of the import wizard: types, shares, contradictions, sizes."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from arxdesk.core.attributes import date_patterns
from arxdesk.ui.widgets.tables.editor_header import EditorSection
from arxdesk.ui.words import count, decimal, joined, percent
from arxdesk_engine.data.item_sets import proposed_separator
from arxdesk_engine.data.schema import DATE_FORMATS, DataType, ValueType
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.preparation.importing.table import ImportSource, Judgement, ReadColumn, Reading, ReadTable

KINDS = {
    "delimited": marked("delimited text"),
    "excel": marked("workbook"),
    "parquet": "Parquet",
    "sas": "SAS",
    "stata": "Stata",
    "spss": "SPSS",
    "database": marked("database"),
}
UNCHANGED = {
    "file": marked("Nothing is changed in the file."),
    "folder": marked("Nothing is changed in the folder."),
    "database": marked("Nothing is changed in the database."),
}
"""What is said of a source, by its kind."""
_TYPES = {
    DataType.INTEGER: marked("Integer"),
    DataType.DECIMAL: marked("Decimal"),
    DataType.ORDINAL: marked("Ordered text"),
    DataType.SET: marked("Set"),
}
OWN_FORMAT = marked("Custom date format...")
ALL_READINGS = (
    Reading(),
    Reading(ValueType(DataType.INTEGER)),
    Reading(ValueType(DataType.DECIMAL)),
    Reading(ValueType(DataType.ORDINAL)),
    *(Reading(ValueType(DataType.DATE, text)) for text in DATE_FORMATS),
)

_BEFORE_DATES = 4
"""Where sets stand among all readings."""


def name_of(reading: Reading, column: ReadColumn | None = None) -> str:
    """The name of a reading; for texts with the number of distinct ones."""
    kind = reading.type
    if kind.kind is DataType.DATE:
        formats = (kind.format or DATE_FORMATS[0], *reading.other_formats)
        return tr("Date {formats}", formats=date_patterns.shown_all(formats))
    if kind.kind is DataType.SET:
        return f"{tr(_TYPES[kind.kind])} a{kind.separator}b"
    if kind.kind is not DataType.STRING:
        return tr(_TYPES[kind.kind]) + (f" {number_sample(*reading.marks)}" if reading.marks else "")
    if column is None:
        return tr("Text")
    return (
        tr("Text (digits)") if column.could_be_number else tr_n(column.distinct, "Text, {n} value", "Text, {n} values")
    )


def number_sample(decimal_mark: str, thousands_mark: str) -> str:
    """A number that shows both marks."""
    return f"1{thousands_mark}234{decimal_mark}56"


def readings_for(column: ReadColumn, chosen: Reading, *, sets: bool = True) -> tuple[list[Reading], int]:
    """The possible readings of a column, the candidates first, and the number of candidates. Sets are not possible
    where records stay outside memory."""
    others = list(ALL_READINGS)
    if sets:
        others.insert(_BEFORE_DATES, Reading(ValueType(DataType.SET, separator=proposed_separator(column.texts))))
    candidates = [each.reading for each in column.candidates]
    if chosen not in candidates and chosen not in others:
        candidates.append(chosen)
    return [*candidates, *(each for each in others if each not in candidates)], len(candidates)


def section_of(
    column: ReadColumn, judged: Judgement, chosen: Reading, *, name: str, keep: bool, sets: bool = True
) -> EditorSection:
    """The head of a column in the preview."""
    readings, candidates = readings_for(column, chosen, sets=sets)
    known = {each.reading: each for each in column.candidates}
    shares = [tr("{share} fit", share=percent(known[each].share, 3)) if each in known else "" for each in readings]
    caption, strong = caption_of(column, judged, chosen)
    hint = "\n".join(part for part in (name, column.label, tr_n(column.distinct, "{n} value", "{n} values")) if part)
    return EditorSection(
        name=name,
        checked=keep,
        choices=(*(name_of(each, column) for each in readings), tr(OWN_FORMAT)),
        shares=(*shares, ""),
        chosen=readings.index(chosen),
        share=judged.share,
        caption=caption,
        strong=strong,
        hint=hint,
        separator=candidates,
    )


def caption_of(column: ReadColumn, judged: Judgement, chosen: Reading) -> tuple[str, bool]:
    """The caption of a column, and whether some cells contradict."""
    if judged.reading != chosen or not judged.whole:  # the fit of the visible cells is not final
        return tr("checking..."), False
    if judged.misfits:
        return tr_n(judged.misfits, "{n} does not fit", "{n} do not fit"), True
    if column.doubt is not None and column.doubt.reading == chosen:
        return column.doubt.caption, True
    if column.could_be_number and chosen == Reading():
        return tr("could be a number"), False
    if judged.missing:
        return tr_n(judged.missing, "{n} missing", "{n} missing"), False
    return tr("all cells fit"), False


def contradictions(table: ReadTable, names: Mapping[int, str], misfits: Mapping[int, Judgement]) -> str:
    """Why cells do not fit, column by column, in one sentence."""
    parts = []
    for place, judged in sorted(misfits.items(), key=lambda each: -each[1].misfits):
        parts.append(_contradiction(names.get(place, table.columns[place].name), judged))
    shown = parts[:3]
    if len(parts) > len(shown):
        shown.append(tr_n(len(parts) - 3, "{n} more column", "{n} more columns"))
    return in_parts(shown)


def _contradiction(name: str, judged: Judgement) -> str:
    rest = judged.misfits - judged.added
    mixed = ""
    if judged.added:
        formats = joined([date_patterns.shown(each) for each in judged.additions], len(judged.additions))
        mixed = tr(
            "{name} mixes two ways of writing ({added} as {formats})"
            if len(judged.additions) == 1
            else "{name} mixes several ways of writing ({added} as {formats})",
            name=name,
            added=count(judged.added),
            formats=formats,
        )
        if not rest:
            return mixed
    others = [each for each in judged.examples if each.reason or not judged.added]
    days = [each for each in others if each.reason == tr("no such day")]
    different = int(judged.contradicting.sum())
    if days and len(days) == len(others) and (judged.added or len(judged.examples) == different):
        said = tr_n(
            rest,
            "{n} day that does not exist, such as {value}",
            "{n} days that do not exist, such as {value}",
            value=_short(days[0].value),
        )
    else:
        texts = [_short(each.value) for each in others[:3]]
        more = (len(others) if judged.added else different) - len(texts)
        said = joined([*texts, *([tr_n(more, "{n} more", "{n} more")] if more > 0 else [])], 4) if others else ""
        said = said or tr_n(rest, "{n} other cells", "{n} other cells")
    return (
        tr("{mixed} and has {said}", mixed=mixed, said=said) if mixed else tr("{name} has {said}", name=name, said=said)
    )


def _short(text: str) -> str:
    return text if len(text) <= 24 else f"{text[:23]}…"


def facts_of(source: ImportSource) -> str:
    """What is known of a file or a folder: its kind, its size, its place."""
    parts = [tr(KINDS[source.format])]
    if source.files != 1 or source.stays:
        parts = [tr_n(source.files, "{n} Parquet file", "{n} Parquet files")]
    if source.records is not None:
        parts.append(tr_n(source.records, "{n} record", "{n} records"))
    if source.bytes is not None:
        parts.append(size(source.bytes))
    return ", ".join([*parts, str(Path(source.path).parent)])


def stay_of_records(source: ImportSource, name: str, table: str | None) -> str:
    """Where records stay: "patients. The records stay in 12 Parquet files."."""
    if source.is_database:
        return tr(
            "{name}. The records stay in table {table} of {database}.", name=name, table=table, database=source.path
        )
    return tr_n(
        source.files,
        "{name}. The records stay in {n} Parquet file.",
        "{name}. The records stay in {n} Parquet files.",
        name=name,
    )


def size(number: int) -> str:
    """The size of a file."""
    for unit, length in ((tr("GB"), 1 << 30), (tr("MB"), 1 << 20), (tr("KB"), 1 << 10)):
        if number >= length:
            return f"{decimal(number / length, 1)} {unit}"
    return tr_n(number, "{n} byte", "{n} bytes")
