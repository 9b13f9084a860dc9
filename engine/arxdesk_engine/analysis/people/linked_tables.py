"""The tables that the records of a job are the join of, in numbers and words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from arxdesk_engine.data.dataset import Dataset


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
            yield f"The join has {dataset.records:,} records, from {rows:,} rows of the first table."
            continue
        left_out = f"; {each.unmatched:,} without a match are left out" if each.unmatched else ""
        yield f"{each.name}: {rows:,} rows, linked by {each.parent_key}{left_out}."
