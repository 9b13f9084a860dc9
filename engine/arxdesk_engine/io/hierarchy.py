"""Hierarchies as delimited files without header: the value, then its label at every level."""

from __future__ import annotations

import csv
import io
import logging
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, Problem, UnreadableFile, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.log import logged
from arxdesk_engine.hierarchies.editing.repair import Repaired, repaired
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.validation import check
from arxdesk_engine.io.files.atomic import atomic_writer
from arxdesk_engine.io.text.delimited import read_rows
from arxdesk_engine.io.text.detect import DELIMITERS, Syntax, detect_syntax

_LOG = logging.getLogger(__name__)

_SAMPLE_BYTES = 65_536
_QUOTED_CELL = re.compile(r'\s*"(?:[^"]|"")*"(.)', re.DOTALL)


def read_hierarchy(path: Path, null_values: Sequence[str] = ("",)) -> Hierarchy:
    """Read and check a hierarchy; a first cell among `null_values` stands for the missing value.

    Raises UnreadableFile, InvalidData (not a table of text) or InvalidHierarchy.
    """
    with logged(_LOG, tr("read the hierarchy %s"), path):
        return check(Hierarchy(*_table(path, null_values, delimiter_after_quotes(path), None)))


@dataclass(frozen=True, slots=True)
class HierarchyFileContent:
    """The content of a file: how it was read, and the hierarchy that it is or could be, with its faults."""

    path: Path
    syntax: Syntax
    found: Repaired


def examine_hierarchy(
    path: Path, null_values: Sequence[str] = ("",), delimiter: str | None = None, encoding: str | None = None
) -> HierarchyFileContent:
    """Read any table as a hierarchy, with the necessary repairs. Missing settings are detected.

    Raises UnreadableFile or InvalidData.
    """
    syntax = detect_syntax(path, delimiter=delimiter or delimiter_after_quotes(path), encoding=encoding, header=False)
    rows, source, lines = _table(path, null_values, syntax.delimiter, syntax.encoding)
    found = repaired(rows, source, lines)
    if found is None:
        raise InvalidData(Problem(str(path), tr("the file is empty"), tr("Choose a file that holds a table.")))
    return HierarchyFileContent(path, syntax, found)


def _table(
    path: Path, null_values: Sequence[str], delimiter: str | None, encoding: str | None
) -> tuple[tuple[tuple[str, ...], ...], str, tuple[int, ...]]:
    numbered = read_rows(path, delimiter, encoding)
    rows = tuple(("" if cells[0] in null_values else cells[0], *cells[1:]) for _line, cells in numbered)
    return rows, str(path), tuple(line for line, _cells in numbered)


def delimiter_after_quotes(path: Path) -> str | None:
    """The character behind a quoted first cell: labels such as "[0, 10[" cannot mislead about it.

    None where it is not quoted, or where no delimiter follows. Raises UnreadableFile.
    """
    try:
        with path.open("rb") as stream:
            sample = stream.read(_SAMPLE_BYTES)
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    found = _QUOTED_CELL.match(sample.decode("utf-8-sig", errors="replace"))
    return found[1] if found is not None and found[1] in DELIMITERS else None


def write_hierarchy(path: Path, hierarchy: Hierarchy, delimiter: str = ";") -> None:
    """Write a hierarchy so that `read_hierarchy` reads the same: UTF-8, every cell quoted, whole or not at all.

    Raises InvalidHierarchy for cells that would be read differently (blanks around them are cut off, and a reader
    takes no cell of more than 131,072 characters), UnwritableFile where the file system refuses.
    """
    content = hierarchy_file(hierarchy, delimiter)
    with atomic_writer(path) as stream:
        stream.write(content)


def hierarchy_file(hierarchy: Hierarchy, delimiter: str = ";") -> bytes:
    """The content of such a file. Raises InvalidHierarchy."""
    for index, row in enumerate(hierarchy.rows):
        for cell in row:
            if cell != cell.strip() or len(cell) > csv.field_size_limit():
                place = tr("{place}, line {line}", place=hierarchy.source, line=hierarchy.line(index))
                found = tr(
                    "{cell} has blanks around it, or is too long, and would be read differently", cell=quoted(cell)
                )
                raise InvalidHierarchy(Problem(place, found, tr("Choose another label, or another padding character.")))
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=delimiter, quoting=csv.QUOTE_ALL, lineterminator="\n").writerows(hierarchy.rows)
    return text.getvalue().encode()
