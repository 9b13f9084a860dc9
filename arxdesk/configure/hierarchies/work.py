"""Hierarchies made, changed, read and written, away from the main thread."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, UserError
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.audit import Inspection, inspect
from arxdesk_engine.hierarchies.automatic import propose
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.editing.edits import Edit
from arxdesk_engine.hierarchies.editing.repair import HierarchyFault
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.io.databases.same_place import is_one_of
from arxdesk_engine.io.hierarchy import examine_hierarchy, write_hierarchy

Source = str | HierarchyBuilder


@dataclass(frozen=True, slots=True)
class HierarchyFile:
    """A file as a hierarchy for an attribute: how it was read, its faults, and its fit to the column.

    `source` is its entry in a job if used as it is: the file, or the rows where a job would read the file
    differently or not at all.
    """

    attribute: str
    path: Path
    delimiter: str
    encoding: str
    faults: tuple[HierarchyFault, ...]
    inspection: Inspection
    source: Source


@dataclass(frozen=True, slots=True)
class ManyHierarchies:
    """Hierarchies for several attributes with their sources, and the failures."""

    found: Mapping[str, tuple[Hierarchy, Source]]
    problems: tuple[Problem, ...]


def look(hierarchy: Hierarchy, column: Column, control: Control) -> Inspection:
    """Count and audit a long hierarchy."""
    control.report(Progress(tr("Checking the hierarchy")))
    return inspect(hierarchy, column)


def edit(hierarchy: Hierarchy, change: Edit, column: Column, control: Control) -> Inspection:
    """Change a long hierarchy and inspect the result. Raises InvalidHierarchy."""
    control.report(Progress(tr("Changing the hierarchy")))
    return inspect(change(hierarchy), column)


def propose_hierarchies(columns: tuple[Column, ...], control: Control) -> ManyHierarchies:
    """Build the best-fitting hierarchy for the values of each column."""
    found: dict[str, tuple[Hierarchy, Source]] = {}
    problems: list[Problem] = []
    for column in columns:
        control.report(Progress(tr("Building a hierarchy for {name}", name=column.name)))
        if control.stopped:
            break
        try:
            builder = propose(column)
            found[column.name] = builder.build(column), builder
        except InvalidHierarchy as error:
            problems.extend(error.problems)
    return ManyHierarchies(found, tuple(problems))


def examine(
    path: Path,
    column: Column,
    null_values: tuple[str, ...],
    delimiter: str | None,
    encoding: str | None,
    control: Control,
) -> HierarchyFile:
    """Read a file as the hierarchy of a column, faults and all. Raises a UserError."""
    control.report(Progress(tr("Reading the hierarchy")))
    examined = examine_hierarchy(path, null_values, delimiter, encoding)
    hierarchy, faults, syntax = examined.found.hierarchy, examined.found.faults, examined.syntax
    as_a_job_reads_it = not faults
    if not faults and (delimiter is not None or encoding is not None):
        as_a_job_reads_it = examine_hierarchy(path, null_values).found == examined.found
    source: Source = str(path.absolute()) if as_a_job_reads_it else TableBuilder.of(hierarchy)
    inspection = inspect(spelled_as(hierarchy, column), column)
    return HierarchyFile(column.name, path, syntax.delimiter, syntax.encoding, faults, inspection, source)


def read_many(
    paths: Mapping[str, Path], columns: Mapping[str, Column], null_values: tuple[str, ...], control: Control
) -> ManyHierarchies:
    """Read a file for each attribute; those with faults are mended and become tables in the job.

    Their values are spelled as the columns have them.
    """
    found: dict[str, tuple[Hierarchy, Source]] = {}
    problems: list[Problem] = []
    for name, path in paths.items():
        control.report(Progress(tr("Reading {file}", file=path.name)))
        try:
            read = examine_hierarchy(path, null_values).found
            hierarchy = spelled_as(read.hierarchy, columns[name])
        except UserError as error:
            problems.extend(error.problems)
            continue
        problems.extend(Problem(str(path), fault.found, fault.repair) for fault in read.faults)
        source: Source = TableBuilder.of(read.hierarchy) if read.faults else str(path.absolute())
        found[name] = hierarchy, source
    return ManyHierarchies(found, tuple(problems))


def export_hierarchies(files: Mapping[Path, Hierarchy], control: Control) -> tuple[Path, ...]:
    """Write hierarchies to files, each whole or not at all. Raises a UserError."""
    for path, hierarchy in files.items():
        control.report(Progress(tr("Writing {file}", file=path.name)))
        write_hierarchy(path, hierarchy)
    return tuple(files)


def those_among(paths: Sequence[Path], files: Collection[Path]) -> list[Path]:
    """The paths that lead to one of some files, by whatever name."""
    return [path for path in paths if is_one_of(path, files)]
