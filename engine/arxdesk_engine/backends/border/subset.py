"""The research subset of a release outside memory: an expression that their distinct cells decide."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.backends.border.listed import job_of_listed, naming_the_rows
from arxdesk_engine.data.selection import Selection, parse, select
from arxdesk_engine.data.selection.syntax import ComparisonNode, Condition, Connective, Junction, Negation
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.loading import load_dataset
from arxdesk_engine.preparation.named_subsets import NamedSubset, named_subsets
from arxdesk_engine.privacy.model import SubsetModel

IN_SUBSET = "in the research subset"
"""The column of the tuples that is 1 for records of the subset, else 0; made longer where a column has that name."""


@dataclass(frozen=True, slots=True)
class SubsetPart:
    """A condition of a subset that concerns a single attribute."""

    attribute: str
    condition: Condition


@dataclass(frozen=True, slots=True)
class SubsetCondition:
    """The records of a research subset: those that satisfy a selection, or with `inverts` all others."""

    selection: Selection
    inverts: bool

    @property
    def attributes(self) -> tuple[str, ...]:
        """The attributes that decide."""
        return self.selection.attributes

    def parts_of(self, attribute: str) -> tuple[SubsetPart, ...]:
        """The conditions that concern an attribute alone, each as large as possible."""
        found = dict.fromkeys(_parts(self.selection.condition))
        return tuple(each for each in found if each.attribute == attribute)

    def sql(self, part: Callable[[SubsetPart], str]) -> str:
        """The condition in SQL; `part` gives the one of a part, which is true or false and never unknown."""
        found = _sql(self.selection.condition, part)
        return f"NOT ({found})" if self.inverts else found

    def satisfied(self, job: Job, attribute: str, file: Path) -> dict[SubsetPart, NDArray[np.bool_]]:
        """The rows that satisfy each part of an attribute, bool[rows], of a file that lists its distinct values.

        Raises InvalidSelection for values that do not fit the type of the attribute; InvalidData, UnreadableFile.
        """
        alone = job_of_listed(job, file, {attribute: job.settings_of(attribute)})
        with naming_the_rows(job, alone):
            dataset = load_dataset(alone)
        whole = self.selection
        return {
            each: select(dataset, Selection(each.condition, whole.expression, whole.source))
            for each in self.parts_of(attribute)
        }


def subset_condition(job: Job, columns: Sequence[str]) -> SubsetCondition | None:
    """The research subset of a job whose table has these columns; None where it has none.

    Raises InvalidSelection for an expression that is none, InvalidJob for attributes that the table does not have.
    """
    if (named := _named(job)) is None or named.settings.select is None:
        return None
    selection = parse(named.settings.select, named.place_of_expression)
    unknown = [
        Problem(selection.source, tr("the table has no attribute {name}", name=quoted(each)), suggestion(each, columns))
        for each in selection.attributes
        if each not in columns
    ]
    if unknown:
        raise InvalidJob(unknown)
    return SubsetCondition(selection, named.settings.invert)


def subset_settings(job: Job) -> SubsetSettings | None:
    """The research subset of a job; None where it has none."""
    named = _named(job)
    return None if named is None else named.settings


def with_subset(job: Job, subset: SubsetSettings) -> Job:
    """The job with another research subset, for all its models."""
    models = tuple(
        each.model_copy(update={"subset": None}) if isinstance(each, SubsetModel) else each for each in job.privacy
    )
    return job.model_copy(update={"subset": subset, "privacy": models})


def _named(job: Job) -> NamedSubset | None:
    return next(iter(named_subsets(job)), None)


def _parts(condition: Condition) -> list[SubsetPart]:
    attribute, *others = sorted(condition.attributes)
    if isinstance(condition, ComparisonNode) or not others:
        return [SubsetPart(attribute, condition)]
    operands = condition.operands if isinstance(condition, Junction) else (condition.operand,)
    return [part for operand in operands for part in _parts(operand)]


def _sql(condition: Condition, part: Callable[[SubsetPart], str]) -> str:
    attribute, *others = sorted(condition.attributes)
    if isinstance(condition, ComparisonNode) or not others:
        return part(SubsetPart(attribute, condition))
    if isinstance(condition, Negation):
        return f"NOT ({_sql(condition.operand, part)})"
    connective = " AND " if condition.connective is Connective.AND else " OR "
    return "(" + connective.join(_sql(each, part) for each in condition.operands) + ")"
