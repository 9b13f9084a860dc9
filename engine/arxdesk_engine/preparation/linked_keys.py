"""The keys by which a table can be linked to others, proposed by its names and values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.data.raw_table import RawColumn, RawTable

ENOUGH = 0.5
"""From this share of its values on that a parent has, a column of another name is proposed as a key."""


@dataclass(frozen=True, slots=True)
class ProposedKey:
    """The table to link to, "" for the first one, its column, and the column of the table that is linked."""

    parent: str
    parent_key: str
    key: str


def tables_of(join: RawTable) -> tuple[str, ...]:
    """The tables that another one can be linked to, the first one "" first."""
    return tuple(each.name for each in join.linked) or ("",)


def columns_of(join: RawTable, table: str) -> tuple[str, ...]:
    """The columns of a table in a join, as the join names them, with the key that leads to its parent."""
    linked = next((each for each in join.linked if each.name == table), None)
    return join.names if linked is None else linked.columns


def proposed_key(join: RawTable, raw: RawTable) -> ProposedKey | None:
    """The key that most values of a table support, one of the same name before others; None without any.

    Tables that were linked last come first: what belongs to a visit belongs to its patient as well.
    """
    found: list[tuple[bool, float, int, ProposedKey]] = []
    for place, table in enumerate(tables_of(join)):
        for column in _keys_of(join, table):
            values = set(column.dictionary)
            name = column.name.removeprefix(f"{table}.") if table else column.name
            for other in raw.columns:
                texts = [text for text in other.dictionary if text]
                share = sum(text in values for text in texts) / len(texts) if texts else 0.0
                is_named = other.name.casefold() == name.casefold()
                if share >= (ENOUGH if not is_named else 0.0) and share > 0.0:
                    found.append((is_named, share, place, ProposedKey(table, column.name, other.name)))
    return max(found, key=lambda each: each[:3], default=(False, 0.0, 0, None))[3]


def _keys_of(join: RawTable, table: str) -> Sequence[RawColumn]:
    """The columns of a table with another value in each of its rows."""
    linked = next((each for each in join.linked if each.name == table), None)
    names, rows = (join.names, join.records) if linked is None else (linked.columns, linked.number)
    columns = (column for column in join.columns if column.name in names)
    return [column for column in columns if sum(map(bool, column.dictionary)) == rows]
