"""From a frame and what is asked of it to a problem that can be searched."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.raw_table import RawTable
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import ALL_OTHERS, Job, job_from
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.library.frames.frame import DATA_FRAME, Frame
from arxdesk_engine.library.request import SOURCE, Request, beside, require_frame_sections, require_named
from arxdesk_engine.preparation.loading import load_hierarchies
from arxdesk_engine.preparation.preparation import prepared


@dataclass(frozen=True, slots=True, eq=False)
class PosedFrame:
    """A frame, its columns that belong to the job as they were read, and the problem."""

    frame: Frame
    raw: RawTable
    anonymizer: Anonymizer
    hierarchies: Mapping[str, Hierarchy]
    """The hierarchies as they were given or built; those of the anonymizer are bound to the table."""

    @property
    def job(self) -> Job:
        """The job of the request."""
        return self.anonymizer.job

    @property
    def untouched(self) -> tuple[str, ...]:
        """The columns that belong to no job: nobody has read them, and they are passed on as they are."""
        known = set(self.raw.names)
        return tuple(name for name in self.frame.names if name not in known)


def posed(frame: Frame, request: Request, control: Control) -> PosedFrame:
    """Read the columns that a request names, bring them into types, and pose the problem.

    Raises InvalidData, InvalidHierarchy or InvalidJob with every fault; Stopped.
    """
    control.report(Progress("Reading the table"))
    job, raw = _read(frame, request, all_of_them=False)
    if not policy_of(job).shows_every_role and len(raw.columns) < len(frame.names):
        job, raw = _read(frame, request, all_of_them=True)  # what nobody has looked at would be shown otherwise
    control.raise_if_stopped()
    require_named(job, frame)
    dataset = prepared(raw, job.data, job.attributes, DATA_FRAME)
    control.report(Progress("Reading the hierarchies"))
    hierarchies = load_hierarchies(job, dataset, control)
    control.raise_if_stopped()
    control.report(Progress("Grouping the records"))
    return PosedFrame(frame, raw, Anonymizer.formulate(job, dataset, hierarchies), hierarchies)


def posed_by(frame: Frame, job: Job, control: Control) -> PosedFrame:
    """The problem that a job poses for a frame in place of its table. Raises as `posed`."""
    require_frame_sections(job)
    control.report(Progress("Reading the table"))
    named = [name for name in (*job.attributes, *beside(job)) if name != ALL_OTHERS]
    frame.require(named, "job")
    reads_all = ALL_OTHERS in job.attributes or not policy_of(job).shows_every_role
    raw = frame.raw(frame.names if reads_all else [each for each in frame.names if each in named], job.data.null_values)
    dataset = prepared(raw, job.data, job.attributes, DATA_FRAME)
    control.report(Progress("Reading the hierarchies"))
    hierarchies = load_hierarchies(job, dataset, control)
    control.raise_if_stopped()
    return PosedFrame(frame, raw, Anonymizer.formulate(job, dataset, hierarchies), hierarchies)


def posed_again(problem: PosedFrame, request: Request) -> PosedFrame:
    """Another question about a frame that was read already: with columns, types and hierarchies as they are."""
    again = Anonymizer.formulate(job_again(problem, request), problem.anonymizer.dataset, problem.hierarchies)
    return replace(problem, anonymizer=again)


def job_again(problem: PosedFrame, request: Request) -> Job:
    """The job of such a question. Raises InvalidJob."""
    return job_from(request.content(problem.frame, problem.raw), SOURCE)


def _read(frame: Frame, request: Request, *, all_of_them: bool) -> tuple[Job, RawTable]:
    raw = frame.raw(request.columns(frame, all_of_them=all_of_them), request.null_values)
    return job_from(request.content(frame, raw), SOURCE), raw
