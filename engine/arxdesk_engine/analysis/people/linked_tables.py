"""The tables that the records of a job are the join of, in numbers and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.language import marked, tr, whole


def linked_facts(dataset: Dataset) -> dict[str, Any]:
    """Each linked table with its rows, its key and its columns; nothing of one table."""
    if not dataset.linked:
        return {}
    tables = [
        {
            "table": each.name,
            "rows": each.number,
            "key": each.key or None,
            "columns": [name for name in each.columns if name in dataset],
            "unmatched_rows": each.unmatched,
        }
        for each in dataset.linked
    ]
    return {"tables": tables}


def linked_sentences(dataset: Dataset) -> Iterator[str]:
    """What was joined to the records that are counted, a sentence for each table; nothing of one table."""
    for each in dataset.linked:
        rows = each.number
        if not each.name:
            yield tr(
                "The join has {records} records, from {rows} rows of the first table.",
                records=whole(dataset.records),
                rows=whole(rows),
            )
            continue
        told = marked("{table}: {rows} rows, linked by {key}.")
        if each.unmatched:
            told = marked("{table}: {rows} rows, linked by {key}; {unmatched} without a match are left out.")
        yield tr(told, table=each.name, rows=whole(rows), key=each.parent_key, unmatched=whole(each.unmatched))
