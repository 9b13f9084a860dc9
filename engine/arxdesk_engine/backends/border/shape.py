"""The part of each column in a release outside memory, and the job of the tuples."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.backends.border.coarser import CoarserStart
from arxdesk_engine.backends.border.listed import job_of_listed
from arxdesk_engine.backends.border.subset import IN_SUBSET, SubsetCondition, subset_condition, with_subset
from arxdesk_engine.backends.border.treated import TreatedColumn, is_starred, treated_column
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import Role
from arxdesk_engine.data.selection.syntax import written_name
from arxdesk_engine.foundation.errors import InvalidJob, Problem, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import ALL_OTHERS, Job
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.release.transform.apply import Output

KEPT, REMOVED, OUTSIDE = 0, 1, 2
"""What becomes of the records of a tuple; those outside of the research subset are not written."""
COUNT = "number of records"
"""The column of the tuples that has their counts; made longer where a column of the table has that name."""
KEY = "drawn anew each time"
"""What statements show in place of the key of a random order."""


@dataclass(frozen=True, slots=True)
class ReleaseShape:
    """The columns of a release.

    `columns` are those of the result in their order, `quasi_identifiers` and `hidden` (which read "*" everywhere) some
    of those of the table. `counted` are further columns that the tuples tell apart. `count` is the column of the tuples
    with the number of records; `keeps_removed`: removed records are written as "*", and so are the `starred` columns
    beside the quasi-identifiers. `treated` columns are changed cell by cell. Only records of the `subset` are written;
    `member` is the column of the tuples that says which are, "" where the tuples do not tell. `shuffles`: the records
    come in a random order. `starts` are the attributes whose values are put together before the rows are grouped.
    """

    columns: tuple[str, ...]
    quasi_identifiers: tuple[str, ...]
    counted: tuple[str, ...]
    hidden: frozenset[str]
    count: str
    keeps_removed: bool
    starred: frozenset[str] = frozenset()
    treated: tuple[TreatedColumn, ...] = ()
    subset: SubsetCondition | None = None
    member: str = ""
    shuffles: bool = False
    starts: Mapping[str, CoarserStart] = field(default_factory=dict)

    @classmethod
    def of(cls, job: Job, columns: Sequence[str]) -> ReleaseShape:
        """The shape of the release of a table with these columns.

        Raises InvalidJob for settings of attributes that it does not have, and where no attribute is grouped;
        InvalidSelection for the expression of a research subset that is none.
        """
        _require_attributes(job, columns)
        roles = {each: job.settings_of(each) for each in columns}
        quasi = tuple(each for each in columns if roles[each].role is Role.QUASI_IDENTIFYING)
        shown = tuple(each for each in columns if each not in job.output.leave_out)
        hidden = frozenset(each for each, settings in roles.items() if is_hidden(settings))
        copied = [each for each in shown if each not in quasi and each not in hidden]
        treated = (treated_column(each, roles[each], columns) for each in copied)
        subset = subset_condition(job, columns)
        sensitive = (model.sensitive_attribute for model in job.privacy if model.sensitive_attribute is not None)
        return cls(
            columns=shown,
            quasi_identifiers=quasi,
            counted=tuple(each for each in dict.fromkeys(sensitive) if each in columns and each not in quasi),
            hidden=hidden,
            count=unused_name(COUNT, columns),
            keeps_removed=job.output.suppressed == "keep",
            starred=frozenset(each for each in copied if is_starred(roles[each], job)),
            treated=tuple(each for each in treated if each is not None),
            subset=subset,
            member="" if subset is None else unused_name(IN_SUBSET, columns),
            shuffles=job.output.shuffle,
        )

    @property
    def grouped(self) -> tuple[str, ...]:
        """The columns of the tuples, without their count."""
        return (*self.quasi_identifiers, *self.counted, *((self.member,) if self.member else ()))

    @property
    def labelled(self) -> tuple[str, ...]:
        """The columns of the tuples that have labels: quasi-identifiers, and treated ones that are counted."""
        return (*self.quasi_identifiers, *(each.name for each in self.treated if each.name in self.counted))

    @property
    def counted_columns(self) -> tuple[str, ...]:
        """The columns of the result by which its records are counted again."""
        return tuple(each for each in self.grouped if each in self.columns)

    def labels(self, output: Output) -> list[Column]:
        """The released labels of each tuple, named by `label_name`; `output` is that of the tuples.

        What no record shows is missing, so that it does not decide on a type: labels of tuples outside the research
        subset, and of removed ones, unless these are written as "*".
        """
        fates, columns = tuple_fates(output), []
        for place, each in enumerate(self.labelled):
            if each not in self.quasi_identifiers:
                unshown = fates > (KEPT if each in self.starred else REMOVED)
            else:
                unshown = fates > (REMOVED if self.keeps_removed else KEPT)
            columns.append(_missing_where(replace(output.dataset[each], name=label_name(place)), unshown))
        return columns

    def job_of_tuples(self, job: Job, path: Path) -> Job:
        """The job for the tuples alone, which lie in a file."""
        attributes = {each: job.settings_of(each) for each in (*self.quasi_identifiers, *self.counted)}
        for each, start in self.starts.items():
            attributes[each] = start.settings(job.settings_of(each))
        left_out = tuple(each for each in job.output.leave_out if each in self.grouped)
        unshared = {"table": None, "replace_table": False, "codebook": None, "shuffle": False}
        output = job.output.model_copy(update={"leave_out": left_out, **unshared})
        if self.member:
            attributes[self.member] = AttributeSettings(role=Role.INSENSITIVE)
        found = job_of_listed(job, path, attributes, self.count).model_copy(update={"output": output})
        return found if not self.member else with_subset(found, members(self.member))


def is_hidden(settings: AttributeSettings) -> bool:
    """Whether an attribute reads "*" everywhere."""
    is_masked = settings.role is Role.IDENTIFYING and settings.masking.method == "suppress"
    return is_masked or settings.transformation == "suppress"


def members(column: str) -> SubsetSettings:
    """The research subset of tuples that say in a column whether they belong to it."""
    return SubsetSettings(select=f"{written_name(column)} = 1")


def tuple_fates(output: Output) -> NDArray[np.int32]:
    """Whether the records of each tuple are KEPT, REMOVED or OUTSIDE of the research subset, int32[tuples]."""
    fates = np.where(output.suppressed, np.int32(REMOVED), np.int32(KEPT))
    if output.included is not None:
        fates[~output.included] = OUTSIDE
    return fates


def label_name(place: int) -> str:
    """The column of the labels of a column with labels, by its place among them."""
    return f"label {place}"


def unused_name(name: str, others: Sequence[str]) -> str:
    """The name, made longer where one of the others differs from it by capital letters at most."""
    taken = {each.casefold() for each in others}
    while name.casefold() in taken:
        name += "_"
    return name


def _missing_where(column: Column, chosen: NDArray[np.bool_]) -> Column:
    """The column with missing cells in the chosen rows, bool[rows]."""
    values = column.values if "" in column.values else (*column.values, "")
    return replace(column, codes=np.where(chosen, np.int32(values.index("")), column.codes), values=values)


def _require_attributes(job: Job, columns: Sequence[str]) -> None:
    faults = [
        Problem(f"{job.source}, attributes.{each}", tr("the table has no such attribute"), suggestion(each, columns))
        for each in job.attributes
        if each not in columns and each != ALL_OTHERS
    ]
    if not any(job.settings_of(each).role is Role.QUASI_IDENTIFYING for each in columns):
        remedy = tr("Give one attribute that role.")
        faults.append(Problem(f"{job.source}, attributes", tr("no attribute is quasi-identifying"), remedy))
    if faults:
        raise InvalidJob(faults)
