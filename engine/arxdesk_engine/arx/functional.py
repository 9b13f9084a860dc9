"""Whether a specification of ours makes the rows that a project of ARX has stored."""

from __future__ import annotations

from dataclasses import dataclass

from pydantic import ValidationError

from arxdesk_engine.arx.builders import specifications
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.hierarchies import StoredHierarchy
from arxdesk_engine.arx.labels import NoCounterpart
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import UserError, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.builders import builder_from
from arxdesk_engine.hierarchies.hierarchy import Hierarchy

NULL = "NULL"
"""What ARX's builders call groups of missing values; ours leave them empty."""


@dataclass(frozen=True, slots=True)
class Functional:
    """A hierarchy as its specification. `has_root`: it has a level more than ARX's, "*", which has to stay unused."""

    builder: HierarchyBuilder
    has_root: bool = False


def functional(
    builder: object,
    stored: StoredHierarchy | None,
    column: Column,
    findings: Findings,
    *,
    needs_height: bool = False,
    fixed: bool = False,
) -> Functional | None:
    """The specification that does what ARX's builder did; None where there is none, which is listed.

    `needs_height`: how many levels there are counts, so that a level more is no equal. `fixed`: the hierarchy must not
    depend on the table.
    """
    if not isinstance(builder, Instance):
        return None
    place = tr("input/config.dat, hierarchyBuilders, {column}", column=quoted(column.name))
    instead = tr("Its rows were imported: they do not follow the data any more.")
    if stored is None:
        instead = tr("Create a hierarchy.")
    try:
        values = () if stored is None else tuple(row[0] for row in stored.hierarchy.rows)
        counts = dict(zip(column.values, column.counts().tolist(), strict=True))
        candidates = specifications(builder, values, counts)
        for content in candidates:
            found = _fitting(content, stored, column, needs_height=needs_height)
            if found is not None and not (fixed and found.builder.depends_on_data):
                _note_domain(builder, place, findings)
                return found
    except NoCounterpart as error:
        findings.leave_out(place, str(error), instead)
        return None
    findings.leave_out(place, tr("the same settings make other labels or groups here"), instead)
    return None


def _fitting(
    content: dict[str, object], stored: StoredHierarchy | None, column: Column, *, needs_height: bool
) -> Functional | None:
    try:
        builder = builder_from(content)
        built = builder.build(column)
    except (ValidationError, UserError):
        return None
    if stored is None or same_rows(built, stored.hierarchy):
        return Functional(builder)
    if needs_height or not same_rows(_without_root(built), stored.hierarchy):
        return None
    return Functional(builder, has_root=True)


def same_rows(ours: Hierarchy, theirs: Hierarchy) -> bool:
    """Whether the same values have the same labels at the same levels, whatever missing values are called."""
    rows = {row[0]: row for row in ours.rows}
    return len(rows) == len(theirs.rows) and all(
        (row := rows.get(each[0])) is not None and _same_labels(row, each) for each in theirs.rows
    )


def _same_labels(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    if len(ours) != len(theirs):
        return False
    if ours[0] == "":
        return all(mine == other or (mine == "" and other == NULL) for mine, other in zip(ours, theirs, strict=True))
    return ours == theirs


def _without_root(hierarchy: Hierarchy) -> Hierarchy:
    has_root = hierarchy.levels > 1 and all(row[-1] == SUPPRESSED for row in hierarchy.rows)
    return Hierarchy(tuple(row[:-1] for row in hierarchy.rows)) if has_root else hierarchy


def _note_domain(builder: Instance, place: str, findings: Findings) -> None:
    if builder.kind.endswith("RedactionBased") and builder.number("domainSize") is not None:
        found = tr("it defines sizes of domain and alphabet, which ARX uses for its loss")
        findings.leave_out(place, found, tr("Loss here counts the values of the column."))
    if builder.kind.endswith("IntervalBased"):
        findings.note(tr("Loss counts the values that an interval holds; ARX measures how wide it is."))
