"""A fixed plan: the levels and hierarchies of a result, applied to data frames that were not there when it was found.

What a plan is, and what it does to new rows, is said in `plans`; here frames go in and come out.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

import numpy as np

from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UserError, quoted
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.library.frames.frame import DATA_FRAME, Frame
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.posing import PosedFrame
from arxdesk_engine.library.releasing import released_frame, released_rows
from arxdesk_engine.library.request import Cancel, OnProgress
from arxdesk_engine.plans.new_rows import NewRows, UnseenValues, applied_to
from arxdesk_engine.plans.new_rows import Small as SmallGroups
from arxdesk_engine.plans.plan import plan_of
from arxdesk_engine.preparation.preparation import prepared

Small = Literal["remove", "raise", "keep"]
Unseen = Literal["suppress", "raise"]
_WAYS: Mapping[str, SmallGroups] = {"remove": "remove", "keep": "keep", "raise": "fail"}


class UnseenInPlan(UserError):
    """New rows have values that the hierarchies of a plan do not list."""

    exit_status = 3


@dataclass(frozen=True, slots=True, eq=False)
class AppliedPlan:
    """New rows after a plan.

    `frame` is of the kind of the given one. `unseen` are the columns with values that no hierarchy lists, with their
    numbers of values and rows: they read "*" unless the plan shows the values themselves. Of the `rows` that were given
    `small` are in groups that break a privacy model, and `removed` read "*" in their quasi-identifiers or were left
    out. `groups` and `smallest_group` (0 without any) are those of the rows that are kept.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers=["age", "sex"], privacy=ad.KAnonymity(k=3))
    >>> applied = result.plan.apply(people)
    >>> (applied.rows, applied.removed, applied.smallest_group, applied.is_safe)
    (6, 0, 3, True)
    """

    frame: Any
    unseen: Mapping[str, UnseenValues]
    rows: int
    small: int
    removed: int
    groups: int
    smallest_group: int
    sentences: tuple[str, ...]

    @property
    def is_safe(self) -> bool:
        """Whether every privacy model of the plan holds for the rows that are shown."""
        return self.small <= self.removed

    def __repr__(self) -> str:
        return f"<AppliedPlan: {self.rows:,} rows. {' '.join(self.sentences)}>"


@dataclass(frozen=True, slots=True)
class Plan:
    """Levels of quasi-identifiers with their hierarchies, to be applied to any rows.

    A plan promises nothing for new rows by itself: whether their groups are large enough is counted for each frame,
    with every privacy model. `job` is the plan as `arxdesk apply` reads it: a job of one transformation.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers=["age", "sex"], privacy=ad.KAnonymity(k=3))
    >>> result.plan
    <Plan: age=3, sex=0; 3-anonymity>
    >>> result.plan.apply(people.tail(4)).removed
    4
    """

    job: Job

    @property
    def levels(self) -> dict[str, int]:
        """The level of each quasi-identifier."""
        attributes = self.job.attributes.items()
        return {name: each.minimum_level for name, each in attributes if each.role is Role.QUASI_IDENTIFYING}

    def __repr__(self) -> str:
        levels = ", ".join(f"{name}={level}" for name, level in self.levels.items())
        return f"<Plan: {levels}; {', '.join(model.title for model in self.job.privacy)}>"

    def apply(
        self,
        frame: Any,  # noqa: ANN401 - a data frame of any library
        *,
        small: Small = "remove",
        unseen: Unseen = "suppress",
        on_progress: OnProgress = None,
        cancel: Cancel = None,
    ) -> AppliedPlan:
        """Show new rows at the levels of the plan.

        `small` is what becomes of groups that break a privacy model among the new rows: they are removed, an error, or
        kept and counted. Values that no hierarchy lists read "*" or are an error (`unseen`). Whether removed rows stay
        in the frame is what the result of the plan was asked for (`suppressed`).

        Raises TooSmallGroups and UnseenInPlan where these are to be errors; InvalidJob for other ways; InvalidData for
        columns that are not there or cells that are not of their type; Stopped.
        """
        return applied(self, frame_of(frame), small, unseen, Control(on_progress, stop=cancel))

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write the plan to a file, such as people.plan.toml, which `arxdesk apply` reads. Raises UnwritableFile."""
        self.job.saved_at(Path(path)).save(Path(path))


def require_ways(small: object, unseen: object) -> None:
    """Raises InvalidJob for another way to treat small groups or unseen values than there is."""
    ways = (("small", small, get_args(Small)), ("unseen", unseen, get_args(Unseen)))
    faults = [
        Problem(name, f"{given!r} is not known", f"Allowed: {', '.join(map(quoted, allowed))}.")
        for name, given, allowed in ways
        if given not in allowed
    ]
    if faults:
        raise InvalidJob(faults)


def load_plan(path: str | os.PathLike[str]) -> Plan:
    """Read a plan that `Plan.save` or `arxdesk run --plan` has written.

    Raises UnreadableFile, or InvalidJob for what is no job; that it leaves no choice is found where it is applied.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> from tempfile import TemporaryDirectory
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> result = ad.anonymize(people, quasi_identifiers=["age", "sex"], privacy=ad.KAnonymity(k=3))
    >>> with TemporaryDirectory() as folder:
    ...     result.plan.save(f"{folder}/people.plan.toml")
    ...     plan = ad.load_plan(f"{folder}/people.plan.toml")
    >>> plan.levels
    {'age': 3, 'sex': 0}
    """
    return Plan(load_job(Path(path)))


def plan_of_frame(posed: PosedFrame, levels: tuple[int, ...]) -> Plan:
    """The plan of a result. Raises InvalidJob where its rows have levels of their own, or drawn ones."""
    job = plan_of(posed.anonymizer, levels)
    texts = [column.name for column in posed.anonymizer.dataset if column.type.kind is DataType.STRING]
    pinned = {name: {"type": DataType.STRING} for name in texts if job.settings_of(name).type is None}
    attributes = {name: each.model_copy(update=pinned.get(name, {})) for name, each in job.attributes.items()}
    return Plan(job.model_copy(update={"attributes": attributes}))


def applied(plan: Plan, frame: Frame, small: Small, unseen: Unseen, control: Control) -> AppliedPlan:
    """Apply a plan to a frame; see `Plan.apply`."""
    require_ways(small, unseen)
    job = plan.job
    frame.require([name for name in job.attributes if job.settings_of(name).role is not Role.INSENSITIVE], "plan")
    names = [name for name in frame.names if name in job.attributes or name == job.data.count]
    control.report(Progress("Reading the table"))
    raw = frame.raw(names, job.data.null_values)
    found = applied_to(job, prepared(raw, job.data, job.attributes, DATA_FRAME), _WAYS[small], control)
    if found.unseen and unseen == "raise":
        raise UnseenInPlan(_unseen(name, each) for name, each in found.unseen.items())
    return _told(PosedFrame(frame, raw, found.anonymizer, {}), found)


def _told(posed: PosedFrame, found: NewRows) -> AppliedPlan:
    sizes = found.output.groups[0]
    return AppliedPlan(
        released_frame(posed, found.output, released_rows(posed, found.output)),
        found.unseen,
        found.records,
        found.violating,
        found.output.suppressed_records,
        len(sizes),
        int(np.min(sizes)) if len(sizes) else 0,
        found.sentences(),
    )


def _unseen(name: str, found: UnseenValues) -> Problem:
    remedy = 'Add them to the hierarchy and anonymize anew, or have them read "*" (unseen="suppress").'
    values = "1 value is" if found.values == 1 else f"{found.values:,} values are"
    return Problem(f"{DATA_FRAME}, column {quoted(name)}", f"{values} not in the plan", remedy)
