"""Hierarchies as delimited files without header: the value, then its label at every level."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.hierarchies.hierarchy import Hierarchy
from engine.hierarchies.validation import check
from engine.io.delimited import read_rows


def read_hierarchy(path: Path, null_values: Sequence[str] = ("",)) -> Hierarchy:
    """Read and check a hierarchy; a first cell among `null_values` stands for the missing value.

    Raises UnreadableFile, InvalidData (not a table of text) or InvalidHierarchy.
    """
    numbered = read_rows(path)
    rows = tuple(("" if cells[0] in null_values else cells[0], *cells[1:]) for _line, cells in numbered)
    return check(Hierarchy(rows, str(path), tuple(line for line, _cells in numbered)))
