"""The stored rows of a hierarchy: as a file in the archive where our readers read the same from it, else in the job."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath

from arxdesk_engine.arx.files.container import Container
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.foundation.composed import composed
from arxdesk_engine.foundation.errors import InvalidData, InvalidHierarchy, UserError, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.editing.repair import repaired
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.hierarchies.validation import check
from arxdesk_engine.io.files.archive import on_disk
from arxdesk_engine.io.hierarchy import read_hierarchy
from arxdesk_engine.io.text.delimited import MAX_HIERARCHY_BYTES

Row = tuple[str, ...]
FOLDER = "input/hierarchies/"


@dataclass(frozen=True, slots=True)
class StoredHierarchy:
    """The rows of a hierarchy, and what the job says to have them: the path of a file, or the rows themselves."""

    hierarchy: Hierarchy
    source: str | HierarchyBuilder


@dataclass(frozen=True, slots=True)
class Place:
    """Where the archive of a project is, and how its tables are written."""

    archive: str
    delimiter: str
    null_values: tuple[str, ...]

    def path(self, entry: str) -> str:
        """The path of an entry, as a job says it."""
        return f"{self.archive}/{entry}"


def stored_hierarchy(
    name: str, ref: str, rows_in_object: object, container: Container, place: Place, findings: Findings
) -> StoredHierarchy | None:
    """The hierarchy of an attribute, from its file, else from the configuration; None where there is none.

    `ref` is the file that the definition names, relative to its folder; `rows_in_object` the rows of `config.dat`.
    """
    entry = _entry(name, ref, container)
    rows, is_unicode = _rows_of_file(entry, container, place, findings) if entry else (None, True)
    in_object = None if rows is not None and is_unicode else _rows_of_object(rows_in_object)
    if rows is None or in_object is not None:  # texts that some system wrote in its own way are certain in the object
        rows = in_object
        if rows is None:
            if ref and not entry:
                findings.leave_out(f"input/{ref}", tr("the hierarchy is not in the project"), tr("Create or load one."))
            return None
        entry = ""
    rows = _nulls_as_missing(rows, place)
    mended = _mended(rows, entry or tr("hierarchy of {name}", name=name), findings)
    if mended is None:
        return None
    if entry and _reads_alike(entry, mended.rows, place):
        return StoredHierarchy(mended, place.path(entry))
    return StoredHierarchy(mended, TableBuilder.of(mended))


def _entry(name: str, ref: str, container: Container) -> str:
    candidates = (f"input/{ref}" if ref else "", f"{FOLDER}{name}.csv")
    return next((each for each in candidates if each and each in container), "")


def _rows_of_file(
    entry: str, container: Container, place: Place, findings: Findings
) -> tuple[tuple[Row, ...] | None, bool]:
    """The rows, None where there are none, and whether their texts are certain: old versions wrote as their system."""
    try:
        raw = container.raw(entry, MAX_HIERARCHY_BYTES)
    except InvalidData as error:
        findings.leave_out(entry, error.problems[0].found, tr("Create or load a hierarchy."))
        return None, True
    is_unicode = True
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        text, is_unicode = raw.decode("cp1252", errors="replace"), False
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=place.delimiter)
        rows = tuple(tuple(composed(cell.strip()) for cell in cells) for cells in reader if cells)
    except csv.Error:
        findings.leave_out(entry, tr("it is no table"), tr("Create or load a hierarchy."))
        return None, True
    return rows or None, is_unicode


def _rows_of_object(stored: object) -> tuple[Row, ...] | None:
    """The rows of a hierarchy in Java: an array of arrays of texts, in the object that holds it or by itself."""
    fields = getattr(stored, "fields", None)
    if isinstance(fields, dict):
        stored = next((each for each in fields.values() if isinstance(each, list) and each), None)
    if not isinstance(stored, list) or not all(isinstance(row, list) and row for row in stored):
        return None
    return (
        tuple(tuple("NULL" if cell is None else composed(str(cell).strip()) for cell in row) for row in stored) or None
    )


def _nulls_as_missing(rows: Sequence[Row], place: Place) -> tuple[Row, ...]:
    return tuple(("", *row[1:]) if row[0] in place.null_values else row for row in rows)


def _mended(rows: Sequence[Row], source: str, findings: Findings) -> Hierarchy | None:
    hierarchy = Hierarchy(tuple(rows), source)
    try:
        return check(hierarchy)
    except InvalidHierarchy:
        found = repaired(rows, source)
    if found is None:
        return None
    for fault in found.faults:
        findings.leave_out(source, fault.found, fault.repair)
    try:
        return check(found.hierarchy)
    except InvalidHierarchy as error:
        findings.refuse(source, error.problems[0])
        return None


def _reads_alike(entry: str, rows: Sequence[Row], place: Place) -> bool:
    """Whether the file gives these rows when a job names it; the job cannot say which delimiter it has."""
    if str(PurePosixPath(entry)) != entry:
        return False
    try:
        with on_disk(place.path(entry)) as file:
            return read_hierarchy(file, place.null_values).rows == tuple(rows)
    except UserError:
        return False


def shown_name(name: str) -> str:
    """How an attribute is named in the list."""
    return tr("hierarchy of {name}", name=quoted(name))
