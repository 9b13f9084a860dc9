"""The ledger in an archive: what `project.json` says of each release, and its tables as entries of their own."""

from __future__ import annotations

import itertools
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from arxdesk_engine.data.raw_table import RawColumn, merged
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr, whole
from arxdesk_engine.io.parquet_guard import shape_of
from arxdesk_engine.projects.layout import StoredLedger, StoredRelease, records_name, released_name
from arxdesk_engine.projects.ledger import MOST_CELLS, NOT_RELEASED, Ledger, LedgerEntry, ReleasedRecords
from arxdesk_engine.projects.packing import Packer
from arxdesk_engine.projects.tables import explained, opened, write_table, write_texts

if TYPE_CHECKING:
    import pyarrow as pa

_CLASS, _PERSON = "class", "person"
_TEXTS_AT_ONCE = 50_000
"""While so many texts are made, other threads stand still."""
_TOLD = tuple(name for name in StoredRelease.model_fields if name not in ("has_tables", "has_rows"))


def ledger_facts(ledger: Ledger) -> StoredLedger | None:
    """A ledger as plain values, without its tables; None for one that has never had a release."""
    if not ledger.entries and not ledger.dropped:
        return None
    entries = tuple(
        StoredRelease(
            **{name: getattr(each, name) for name in _TOLD},
            has_tables=each.shown is not None,
            has_rows=each.shown is not None and bool(each.shown.columns),
        )
        for each in ledger.entries
    )
    return StoredLedger(entries=entries, dropped=ledger.dropped, key=ledger.key.hex())


def pack_ledger(packer: Packer, ledger: Ledger, source: str, control: Control) -> None:
    """Write the tables of all releases. Raises as `projects.tables.write_texts`; Stopped."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    for each in ledger.entries:
        if each.shown is None:
            continue
        control.raise_if_stopped()
        if each.shown.columns:
            with packer.entry(released_name(each.number)) as stream:
                write_texts(stream, each.shown.columns, source)
        numbers = {_CLASS: pa.array(each.shown.classes, pa.int32())}
        if each.shown.people is not None:
            numbers[_PERSON] = pa.array(each.shown.people, pa.int64())
        with packer.entry(records_name(each.number)) as stream:
            write_table(stream, pa.table(numbers))


def read_ledger(facts: StoredLedger | None, entries: Collection[str], folder: Path, control: Control) -> Ledger:
    """The ledger of an archive whose entries are files in a folder; an empty one where it has none.

    Raises InvalidData for tables that are missing, contradict what is said of them, or are too large together; Stopped.
    """
    named = set() if facts is None else {name for each in facts.entries for name in _names(each)}
    if unknown := sorted(name for name in entries if name.startswith("ledger/") and name not in named):
        raise _unlike(folder / unknown[0], tr("no release has the table {name}", name=quoted(unknown[0])))
    if facts is None:
        return Ledger()
    _require_numbers(facts, folder)
    sizes = [shape_of(folder / name) for name in sorted(named.intersection(entries))]
    if sum(each.records * each.columns for each in sizes) > MOST_CELLS:
        raise _unlike(folder / "ledger", tr("its tables have more than {n} cells", n=whole(MOST_CELLS)))
    found = []
    for each in facts.entries:
        control.raise_if_stopped()
        shown = _shown(each, entries, folder) if each.has_tables else None
        found.append(LedgerEntry(**{name: getattr(each, name) for name in _TOLD}, shown=shown))
    return Ledger(tuple(found), facts.dropped, bytes.fromhex(facts.key))


def _names(release: StoredRelease) -> tuple[str, ...]:
    if not release.has_tables:
        return ()
    return (records_name(release.number), *((released_name(release.number),) if release.has_rows else ()))


def _require_numbers(facts: StoredLedger, folder: Path) -> None:
    numbers = [each.number for each in facts.entries]
    if any(later <= earlier for earlier, later in itertools.pairwise(numbers)):
        raise _unlike(folder / "ledger", tr("its releases are not numbered in order"))


def _shown(release: StoredRelease, entries: Collection[str], folder: Path) -> ReleasedRecords:
    for name in _names(release):
        if name not in entries:
            raise _unlike(folder / name, tr("it is missing"))
    path = folder / records_name(release.number)
    table = _read(path, ())
    with explained(path):
        if not {_CLASS} <= set(table.column_names) <= {_CLASS, _PERSON}:
            raise _unlike(path, tr("it has other columns than the ledger"))
        if any(column.null_count for column in table.columns):
            raise _unlike(path, tr("some of its numbers are missing"))
        classes = table[_CLASS].to_numpy()
        people = table[_PERSON].to_numpy() if _PERSON in table.column_names else None
    is_known = classes.dtype == np.int32 and (people is None or people.dtype == np.int64)
    if not is_known or classes.min() < NOT_RELEASED or classes.max() >= len(classes):
        raise _unlike(path, tr("its numbers are not those of groups and people"))
    if (people is not None) != bool(release.person):
        raise _unlike(path, tr("the ledger says otherwise whose records these are"))
    columns = _texts(release, folder / released_name(release.number)) if release.has_rows else ()
    return ReleasedRecords(columns, classes, people)


def _texts(release: StoredRelease, path: Path) -> tuple[RawColumn, ...]:
    table = _read(path, release.columns)
    if tuple(table.column_names) != release.columns or table.num_rows != release.records:
        raise _unlike(path, tr("it has other columns or rows than the ledger says"))
    with explained(path):
        return tuple(_column(name, table[name].combine_chunks()) for name in table.column_names)


def _column(name: str, cells: pa.Array) -> RawColumn:
    """A column of texts; nulls are the empty text."""
    import pyarrow as pa  # noqa: PLC0415

    if not isinstance(cells, pa.DictionaryArray) or not pa.types.is_string(cells.type.value_type):
        raise ValueError(tr("a column does not hold texts"))
    known = cells.dictionary
    texts = [
        text
        for start in range(0, len(known), _TEXTS_AT_ONCE)
        for text in known[start : start + _TEXTS_AT_ONCE].to_pylist()
    ]
    codes = cells.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
    codes, texts = merged(codes.astype(np.int32), [*texts, ""])
    return RawColumn(name, codes, tuple(texts)).of_codes(codes)


def _read(path: Path, texts: Collection[str]) -> pa.Table:
    with explained(path), opened(path, texts) as file:
        return file.read()


def _unlike(path: Path, found: str) -> InvalidData:
    return InvalidData(Problem(str(path), found, tr("Choose another copy of the project.")))
