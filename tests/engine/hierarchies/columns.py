"""Columns from cells, and what every hierarchy that is built has to fulfil, by the definition."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import check, check_complete
from arxdesk_engine.job.job import job_from


def column(cells: Sequence[str], kind: ValueType | None = None, name: str = "a") -> Column:
    codes = {cell: code for code, cell in enumerate(dict.fromkeys(cells))}
    return Column.encode(name, np.array([codes[cell] for cell in cells], np.int32), list(codes), kind)


def assert_coarsens(rows: Sequence[Sequence[str]], *, strictly: bool = False) -> None:
    """Values that share a label share all above; the last level is one; each has fewer labels where that is asked."""
    levels = list(zip(*rows, strict=True))
    assert len(set(levels[0])) == len(rows)
    assert len(set(levels[-1])) == 1
    for finer, coarser in pairwise(levels):
        assert len(set(zip(finer, coarser, strict=True))) == len(set(finer))
        if strictly:
            assert len(set(coarser)) < len(set(finer)) or len(rows) == 1


def assert_missing_apart(rows: Sequence[Sequence[str]]) -> None:
    """The missing value shares its label with no other, below the root."""
    missing = next((row for row in rows if row[0] == ""), None)
    for level in range(len(rows[0]) - 1):
        assert missing is None or [row[level] for row in rows].count(missing[level]) == 1


def built(builder: HierarchyBuilder, of: Column) -> Hierarchy:
    """The hierarchy of a column, which passes all checks and is the same after writing and reading the builder."""
    hierarchy = builder.build(of)
    check_complete(check(hierarchy), of)
    assert_coarsens(hierarchy.rows)
    assert_missing_apart(hierarchy.rows)
    explicit = builder.resolved(of)
    for each in (builder, explicit):
        assert builder_from(each.model_dump(mode="json")) == each
        assert type(each).model_validate_json(each.model_dump_json()) == each
        attributes = {"a": {"hierarchy": each}}
        job = job_from({"data": {"path": "a.csv"}, "attributes": attributes})
        assert job_from(tomllib.loads(job.to_toml())).attributes["a"].hierarchy == each
    assert explicit.labels_of(of.values) == [row for value in of.values for row in hierarchy.rows if row[0] == value]
    return hierarchy
