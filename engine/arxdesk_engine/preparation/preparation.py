"""From a table as its file has it to the table that a job means: columns, names, corrections, types.

Everything is done to the distinct values of a column, never to its records one by one.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.item_sets import is_set, require_sets
from arxdesk_engine.data.linked_rows import LinkedRows
from arxdesk_engine.data.raw_table import RawColumn, RawTable, chosen_names, merged, require_names
from arxdesk_engine.data.schema import DataType, ValueType, detect_type
from arxdesk_engine.data.spelling import Spelling
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import ALL_OTHERS
from arxdesk_engine.preparation.counts import counts_in
from arxdesk_engine.preparation.replacing import replaced_texts


@dataclass(frozen=True, slots=True)
class ColumnConversion:
    """The conversion of a column: how many cells do not fit its type, read as missing, and are written anew.

    Cells that do not fit read as missing where the job says so; otherwise they are errors.
    """

    misfits: int
    missing: int
    rewritten: int


def prepared(
    raw: RawTable,
    data: DataSource,
    attributes: Mapping[str, AttributeSettings],
    source: str,
    *,
    keeps_misfits: bool = False,
) -> Dataset:
    """The table that a job means. `source` names the table in messages.

    The column of counts becomes its weights. `keeps_misfits`: cells that do not fit the type of their column stay as
    they are, and the column is text. Raises InvalidData where a column does not exist, for cells that are no counts,
    for cells that do not fit unless they are to be kept or the job says that they read as missing, and for keys of
    linked tables that are not told apart by their type.
    """
    columns, linked = [], _linked(raw, data)
    keys = {each.parent_key for each in linked}
    for name, column in _attributes(raw, data, source):
        settings = _settings(attributes, name)
        spelling = spelling_of(settings, data, has_numbers=column.has_numbers)
        texts, kind = _rewritten(column, settings, spelling)
        unfit = 0
        if data.cleanse and kind is not None:
            wrong = np.array([text is None or not _fits(text, kind) for text in texts], bool)
            unfit = int(wrong[column.codes].sum()) if wrong.any() else 0
            texts = ["" if is_wrong else text for text, is_wrong in zip(texts, wrong.tolist(), strict=True)]
        elif keeps_misfits:
            texts = [old if new is None else new for old, new in zip(column.dictionary, texts, strict=True)]
            kind = ValueType()
        else:
            _require_numbers(name, column, texts)
        codes, dictionary = merged(column.codes, [text or "" for text in texts])
        made = Column.encode(name, codes, dictionary, kind, spelling)
        if name in keys:
            _require_apart(name, column, made)
        if is_set(made):
            require_sets(made)
        columns.append(dataclasses.replace(made, unfit=unfit) if unfit else made)
    dataset = Dataset(tuple(columns), source, linked=linked)
    return dataset if data.count is None else _weighted(dataset, raw, data, data.count)


def _linked(raw: RawTable, data: DataSource) -> tuple[LinkedRows, ...]:
    """The linked tables of a join, with the names that their columns have in the job."""
    names = {old: new.strip() for old, new in data.rename.items()}
    return tuple(each.renamed(names) for each in raw.linked)


def _weighted(dataset: Dataset, raw: RawTable, data: DataSource, count: str) -> Dataset:
    """The rows with their counts as weights."""
    columns = dict(_chosen(raw, data, dataset.source))
    if count not in columns:
        found = tr("the column {name} of the counts (data.count) does not exist", name=quoted(count))
        remedy = suggestion(count, tuple(columns))
        if data.columns and count not in data.columns:
            remedy = tr("Add {name} to data.columns.", name=quoted(count))
        elif count in raw.names:
            remedy = tr("Name it as data.rename does.")
        raise InvalidData(Problem(dataset.source, found, remedy))
    column = columns[count]
    spelling = spelling_of(AttributeSettings(), data, has_numbers=column.has_numbers)
    place = tuple(columns).index(count)
    return dataclasses.replace(dataset, weights=counts_in(column, count, spelling), count_place=place)


def conversion_report(
    raw: RawTable, data: DataSource, attributes: Mapping[str, AttributeSettings]
) -> dict[str, ColumnConversion]:
    """The conversions that `prepared` makes, by the name of the column in the job."""
    report = {}
    for name, column in _attributes(raw, data, "data"):
        settings = _settings(attributes, name)
        texts, kind = _rewritten(column, settings, spelling_of(settings, data, has_numbers=column.has_numbers))
        counts = np.bincount(column.codes, minlength=len(texts))
        fits = [text is not None and (kind is None or _fits(text, kind)) for text in texts]
        pairs = list(zip(column.dictionary, texts, fits, strict=True))
        misfits = np.array([not fit for _old, _new, fit in pairs], bool)
        missing = np.array([new == "" or (data.cleanse and not fit) for _old, new, fit in pairs], bool)
        rewritten = np.array([bool(new) and new != old and fit for old, new, fit in pairs], bool)
        report[name] = ColumnConversion(*(int(counts[each].sum()) for each in (misfits, missing, rewritten)))
    return report


def renamed(raw: RawTable, data: DataSource, source: str) -> tuple[RawColumn, ...]:
    """The columns that a job reads, as they were read, with their names there. Raises InvalidData."""
    return tuple(dataclasses.replace(column, name=name) for name, column in _chosen(raw, data, source))


def altered(raw: RawTable, data: DataSource, dataset: Dataset) -> tuple[RawColumn, ...]:
    """The columns whose texts `prepared` has changed, as they were read, with their names in the job.

    Columns whose different texts stayed different share their codes with those of the dataset.
    """
    changed = ((column, dataset[name]) for name, column in _attributes(raw, data, dataset.source))
    return tuple(_as_read(before, after) for before, after in changed if texts_differ(before, after))


def texts_differ(before: RawColumn | Column, after: Column) -> bool:
    """Whether some record has another text in `after` than it had before."""
    texts = before.values if isinstance(before, Column) else before.dictionary
    if before.codes is after.codes:
        return texts != after.values
    place = {text: code for code, text in enumerate(after.values)}  # sets would let other threads stand still
    same_texts = np.fromiter((place.get(text, -1) for text in texts), np.int32, len(texts))
    if (same_texts < 0).any() or not np.bincount(same_texts, minlength=len(place)).all():
        return True
    return not np.array_equal(same_texts[before.codes], after.codes)


def _as_read(before: RawColumn, after: Column) -> RawColumn:
    if len(before.dictionary) != len(after.values):
        return RawColumn(after.name, before.codes, before.dictionary, has_numbers=before.has_numbers)
    code_of = np.empty(len(after.values), np.int32)
    code_of[after.codes] = before.codes
    texts = tuple(before.dictionary[code] for code in code_of.tolist())
    return RawColumn(after.name, after.codes, texts, has_numbers=before.has_numbers)


def _attributes(raw: RawTable, data: DataSource, source: str) -> Iterator[tuple[str, RawColumn]]:
    """The columns that a job reads, without that of the counts."""
    return ((name, column) for name, column in _chosen(raw, data, source) if name != data.count)


def _chosen(raw: RawTable, data: DataSource, source: str) -> Iterator[tuple[str, RawColumn]]:
    """The columns that a job reads, with their names there, and as many records as it reads."""
    names = chosen_names(source, raw.names, data.columns)
    unknown = [] if data.columns else [name for name in data.rename if name not in raw.names]
    if unknown:
        found = tr("the column {name} that is to be renamed does not exist", name=quoted(unknown[0]))
        raise InvalidData(Problem(source, found, suggestion(unknown[0], raw.names)))
    renamed = [data.rename.get(name, name).strip() for name in names]
    require_names(source, renamed)
    by_name = {column.name: column for column in raw.columns}
    limit = data.row_limit
    for name, new in zip(names, renamed, strict=True):
        column = by_name[name]
        yield new, column if limit is None or raw.records <= limit else column.first(limit)


def _settings(attributes: Mapping[str, AttributeSettings], name: str) -> AttributeSettings:
    return attributes.get(name) or attributes.get(ALL_OTHERS) or AttributeSettings()


def spelling_of(settings: AttributeSettings, data: DataSource, *, has_numbers: bool) -> Spelling:
    """The notation of a column: of its own settings, else of the whole table.

    A column with a decimal mark of its own has no mark between thousands unless it names one.
    """
    mark, thousands = settings.decimal_mark, settings.thousands_mark
    if thousands is None:
        thousands = data.thousands_mark if mark in (None, data.decimal_mark) else ""
    if mark is None:
        mark = "." if thousands == "," else "," if thousands == "." else data.decimal_mark
    return Spelling(
        mark,
        thousands,
        has_numbers,
        settings.formats_beside,
        settings.two_digit_years_until or data.two_digit_years_until,
    )


def _rewritten(
    column: RawColumn, settings: AttributeSettings, spelling: Spelling
) -> tuple[Sequence[str | None], ValueType | None]:
    return read_as(replaced_texts(column.dictionary, settings), settings, spelling)


def read_as(
    texts: Sequence[str], settings: AttributeSettings, spelling: Spelling
) -> tuple[Sequence[str | None], ValueType | None]:
    """The distinct texts of a column, after all replacements, as they are to be read, and as which type (None:
    detected). None for a text that is no number, although it would be one with other marks."""
    kind = settings.value_type
    if kind is None:
        return (texts, None) if spelling.has_plain_numbers else _detected(texts, spelling)
    if kind.kind.is_numeric and not spelling.has_plain_numbers:
        return [spelling.number(text) if text else "" for text in texts], kind
    if kind.kind is DataType.DATE and spelling.other_formats:
        return [spelling.date(text, kind) for text in texts], kind
    return texts, kind


def _detected(texts: Sequence[str], spelling: Spelling) -> tuple[Sequence[str], ValueType]:
    """Numbers where all are written with the marks; what only looks like numbers with a point is text."""
    changed = [spelling.number(text) if text else "" for text in texts]
    known = [text for text in changed if text is not None]
    if len(known) == len(changed):
        kind = detect_type([text for text in known if text])
        if kind.kind.is_numeric:
            return known, kind
    kind = detect_type([text for text in texts if text])
    return texts, ValueType() if kind.kind.is_numeric else kind


def _fits(text: str, kind: ValueType) -> bool:
    return not text or not kind.has_scale or kind.parse(text) is not None


def _require_apart(name: str, column: RawColumn, made: Column) -> None:
    """Raises InvalidData where values of a key of linked tables, told apart in the files, became the same or empty."""
    lost = sum(map(bool, column.dictionary)) - sum(map(bool, made.values))
    if lost > 0:
        found = tr_n(
            lost,
            "{n} value of the key {name} reads as another one, or as missing, by its type",
            "{n} values of the key {name} read as another one, or as missing, by its type",
            name=quoted(name),
        )
        remedy = tr('Write type = "string" for it: 007 and 7 are different keys.')
        raise InvalidData(Problem(tr("attribute {attribute}", attribute=quoted(name)), found, remedy))


def _require_numbers(name: str, column: RawColumn, texts: Sequence[str | None]) -> None:
    """Raises InvalidData where a number is written with another decimal mark."""
    misfits = [code for code, text in enumerate(texts) if text is None]
    if misfits:
        cells = np.isin(column.codes, misfits)
        record = int(np.flatnonzero(cells)[0])
        shown = quoted(column.dictionary[column.codes[record]])
        found = tr(
            "{value} is not a number with this decimal mark; {n} cells do not fit",
            value=shown,
            n=whole(int(cells.sum())),
        )
        remedy = tr("Correct the cells, or choose another decimal mark, mark between thousands or type.")
        raise InvalidData(
            Problem(
                tr("attribute {attribute}, record {record}", attribute=quoted(name), record=record + 1), found, remedy
            )
        )
