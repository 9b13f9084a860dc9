"""A plan done to new rows: values that it does not know, and groups that are too small among them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.item_sets import is_set
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidHierarchy, Problem, UserError
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.hierarchies.spelled import spelled_as
from arxdesk_engine.hierarchies.table import TableBuilder
from arxdesk_engine.job.job import Job
from arxdesk_engine.plans.plan import columns_with_hierarchies, fixed_levels
from arxdesk_engine.preparation.loading import load_dataset, load_hierarchies, read_hierarchy_file
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.solution import Solution

Small = Literal["remove", "keep", "fail"]
"""What becomes of rows in groups that violate a privacy model: they are removed, stay, or nothing is released."""


class TooSmallGroups(UserError):
    """New rows do not fit a plan: some are in groups that violate a privacy model of it."""

    exit_status = 3


@dataclass(frozen=True, slots=True)
class UnseenValues:
    """Values of new rows that a hierarchy of the plan does not list: how many of them, and in how many rows."""

    values: int
    rows: int


@dataclass(frozen=True, slots=True, eq=False)
class NewRows:
    """A plan that was done to new rows.

    `anonymizer` holds their table and the job they were released by; `solution` has the one transformation. `unseen`
    are the attributes with values the plan does not know: these read "*" from level 1 on. `violating` rows of
    `records` are in groups that violate a model of the plan, and were dealt with as `small` says.
    """

    anonymizer: Anonymizer
    solution: Solution
    output: Output
    unseen: Mapping[str, UnseenValues]
    records: int
    violating: int
    small: Small

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        unseen = {name: {"values": each.values, "rows": each.rows} for name, each in self.unseen.items()}
        return {
            "records": self.records,
            "unseen": unseen,
            "violating_records": self.violating,
            "small_groups": self.small,
        }

    def sentences(self) -> tuple[str, ...]:
        """What is new and what was done about it, in sentences."""
        lines = [
            tr_n(
                each.values,
                '{attribute}: the plan does not know {n} value, which reads "*" now (records with it: {rows}).',
                '{attribute}: the plan does not know {n} values, which read "*" now (records with them: {rows}).',
                attribute=name,
                rows=whole(each.rows),
            )
            for name, each in self.unseen.items()
        ]
        if not self.violating:
            lines.append(tr("No record is in a group that violates a privacy model of the plan."))
        elif self.small == "keep":
            lines.append(
                tr_n(
                    self.violating,
                    "The result does not satisfy the plan: {n} record of {all} is in a group that violates one of its "
                    "privacy models.",
                    "The result does not satisfy the plan: {n} records of {all} are in groups that violate one of its "
                    "privacy models.",
                    all=whole(self.records),
                )
            )
        else:
            lines.append(
                tr_n(
                    self.violating,
                    "{n} record of {all} was removed: it is in a group that violates a privacy model of the plan.",
                    "{n} records of {all} were removed: they are in groups that violate a privacy model of the plan.",
                    all=whole(self.records),
                )
            )
        return tuple(lines)


def applied_to(plan: Job, dataset: Dataset, small: Small = "remove", control: Control | None = None) -> NewRows:
    """Do a plan to the rows of a table: the same levels, the same labels, and every group counted anew.

    A plan (`plans.plan.plan_of`) says which labels values get; whether as many rows share them as its privacy models
    ask is a matter of the new rows, and is judged of them alone. `small` says what becomes of those in violating ones;
    "remove" takes them all, whatever limit of removed records the job has. Values that a hierarchy does not list read
    "*" from its first level on: no label is made up. Raises TooSmallGroups where `small` is "fail" and some are;
    InvalidJob where the job is no plan, or the table does not fit it; InvalidData; Stopped.
    """
    control = control or Control()
    control.report(Progress(tr("Looking for values that the plan does not know")))
    job, unseen = _with_unseen(plan, dataset)
    suppression = job.suppression.model_copy(update={"limit": 1.0})
    job = job.model_copy(update={"suppression": suppression})
    control.raise_if_stopped()
    anonymizer = Anonymizer.formulate(job, dataset, load_hierarchies(job, dataset))
    levels = fixed_levels(anonymizer)
    violating = anonymizer.look_at([levels])[0].suppressed_records
    records = anonymizer.problem.grouping.records
    if violating and small == "fail":
        found = tr_n(
            violating,
            "{n} record of {all} is in a group that violates a privacy model of the plan",
            "{n} records of {all} are in groups that violate a privacy model of the plan",
            all=whole(records),
        )
        remedy = tr("Nothing was released. Remove them, wait for more rows, or anonymize these by a run of their own.")
        raise TooSmallGroups(Problem(dataset.source, found, remedy))
    if violating and small == "keep":
        unprotected = job.model_copy(update={"privacy": ()})  # nothing is claimed of the groups, and nothing removed
        anonymizer = replace(anonymizer, job=unprotected, problem=replace(anonymizer.problem, privacy=()))
    solution = anonymizer.search(control)
    output = anonymizer.apply(levels)
    return NewRows(anonymizer, solution, output, unseen, records, violating, small)


def table_for(plan: Job, path: str, control: Control | None = None) -> tuple[Job, Dataset]:
    """The plan for another table, and that table, read as the plan says. Raises a UserError; Stopped."""
    data = plan.data.model_copy(update={"path": path, "engine": "memory"})
    job = plan.model_copy(update={"data": data})
    return job, load_dataset(job, control)


def _with_unseen(plan: Job, dataset: Dataset) -> tuple[Job, dict[str, UnseenValues]]:
    """The plan with rows for values that its hierarchies do not list, and the numbers of these."""
    attributes, unseen = dict(plan.attributes), dict[str, UnseenValues]()
    for column in columns_with_hierarchies(plan, dataset):
        settings = plan.settings_of(column.name)
        found, unlisted = _completed(plan, settings.hierarchy, column)
        if not unlisted:
            continue
        attributes[column.name] = settings.model_copy(update={"hierarchy": TableBuilder.of(found)})
        unseen[column.name] = UnseenValues(len(unlisted), _rows_with(dataset[column.name], column, unlisted))
    return plan.model_copy(update={"attributes": attributes}), unseen


def _completed(plan: Job, source: str | HierarchyBuilder | None, column: Column) -> tuple[Hierarchy, set[str]]:
    """The hierarchy of a column with a row for each value, and the values that it did not list."""
    if isinstance(source, HierarchyBuilder) and not isinstance(source, TableBuilder):
        listed = [value for value in column.values if _is_listed(source, value)]
        hierarchy = Hierarchy(tuple(source.labels_of(listed)), source.title) if listed else Hierarchy((), source.title)
        if not listed:  # nothing tells the number of levels but a value that fits
            return source.build(column), set()
    elif isinstance(source, TableBuilder):
        hierarchy = source.build(column)
    else:
        hierarchy = spelled_as(read_hierarchy_file(plan, source or ""), column)
    known = {row[0] for row in hierarchy.rows}
    unlisted = {value for value in column.values if value not in known}
    roots = {row[-1] for row in hierarchy.rows}
    root = roots.pop() if len(roots) == 1 else SUPPRESSED
    between = (SUPPRESSED,) * (hierarchy.levels - 2)
    rows = tuple((value, *between, root)[: hierarchy.levels] for value in column.values if value in unlisted)
    return replace(hierarchy, rows=(*hierarchy.rows, *rows), lines=()), unlisted


def _is_listed(builder: HierarchyBuilder, value: str) -> bool:
    try:
        builder.labels_of([value])
    except InvalidHierarchy:
        return False
    return True


def _rows_with(column: Column, looked_at: Column, values: set[str]) -> int:
    """The number of rows with some of the values; of a column of sets, of the different sets with them."""
    if is_set(column):
        return int(np.isin(looked_at.codes, [code for code, v in enumerate(looked_at.values) if v in values]).sum())
    counts = column.counts()
    return int(sum(counts[code] for code, value in enumerate(column.values) if value in values))
