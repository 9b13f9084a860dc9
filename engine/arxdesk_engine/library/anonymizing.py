"""`anonymize`: from a data frame to a result."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.job.job import Job, load_job
from arxdesk_engine.job.quality import QualitySettings
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.passing import warn_of_names, warn_of_numbers
from arxdesk_engine.library.posing import PosedFrame, posed, posed_by
from arxdesk_engine.library.request import Cancel, Hierarchies, Models, Names, OnProgress, Request, Sections
from arxdesk_engine.library.result import Result, nothing_found
from arxdesk_engine.projects.archive import is_project, job_of


def anonymize(  # noqa: PLR0913 - the whole job in one call, each argument by its name
    frame: Any,  # noqa: ANN401 - a data frame of any library
    *,
    quasi_identifiers: Hierarchies,
    sensitive: Names = (),
    identifying: Names = (),
    insensitive: Names = (),
    person: str | None = None,
    privacy: Models,
    suppression_limit: float = 0.0,
    suppressed: str = "keep",
    quality: str | QualitySettings | Mapping[str, Any] | None = None,
    algorithm: str = "optimal",
    recoding: str | None = None,
    time_limit: float | None = None,
    seed: int = 0,
    attributes: Mapping[str, Mapping[str, Any]] | None = None,
    job: Sections | None = None,
    threads: int | None = None,
    on_progress: OnProgress = None,
    cancel: Cancel = None,
) -> Result:
    """Anonymize a data frame.

    Parameters
    ----------
    frame
        A data frame of pandas or polars, a table of Arrow, or anything with `__arrow_c_stream__` or `__dataframe__`.
        It is not changed.
    quasi_identifiers
        The columns by which people could be found, each with its hierarchy: {"age": Intervals(...), "sex": None}. A
        hierarchy is a dictionary from each value to its label or labels, a nested dictionary, a data frame, the path
        of a CSV file, a builder, or None for a column that is shown as it is or not at all. A list of names stands
        for automatic hierarchies.
    sensitive
        The columns whose values have to be protected, such as diagnoses; privacy models name them.
    identifying
        The columns that name people: all their cells read "*", unless `attributes` gives them a masking.
    insensitive
        Columns that stay as they are and that the job needs, such as those of an expression that selects rows.
        Columns that nobody names pass through untouched; a PassedThroughWarning tells of those that could name people.
    person
        The column that says whose row each is, where people have several: privacy models count people, then.
    privacy
        A privacy model, or several: [KAnonymity(k=5), LDiversity(attribute="diagnosis", l=3)].
    suppression_limit
        The share of the rows that may be removed, from 0 to 1.
    suppressed
        "keep": removed rows stay, with "*" in their quasi-identifiers; "drop": they are left out.
    quality
        The measure of what is lost: its name in a job, or `Quality(...)`. The default is "loss".
    algorithm, recoding, time_limit, seed
        As in the section [search] of a job: "optimal" proves its result; recoding is None, "iterated" or "groupwise";
        `time_limit` in seconds ends with the best so far.
    attributes
        More settings of columns, as in the section [attributes] of a job: {"age": {"maximum_level": 2}}.
    job
        Other sections of a job: {"population": {"size": 100000}}.
    threads
        The cores that may be used, None for all; the result does not depend on it.
    on_progress
        Called with each `Progress`, in the thread that calls this function.
    cancel
        Setting this event, in any thread, ends the search with the best so far.

    Returns
    -------
    Result
        The released frame with its figures.

    Raises
    ------
    InvalidData, InvalidHierarchy, InvalidJob
        For columns that are not there, hierarchies that do not fit, and settings that are not allowed; each names the
        place, what was found and what to do.
    NothingFound
        Where no transformation satisfies every model, or the search ended before it found one.
    Stopped
        Where it was cancelled before there was anything.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm"), "cost": [9, 3, 8, 2, 7, 5]})
    >>> result = ad.anonymize(
    ...     people,
    ...     quasi_identifiers={"age": ad.Intervals(intervals=[[30, 40]], upper_range="repeat"), "sex": None},
    ...     privacy=ad.KAnonymity(k=3),
    ...     suppression_limit=0.5,
    ... )
    """
    request = Request(
        quasi_identifiers=quasi_identifiers,
        sensitive=sensitive,
        identifying=identifying,
        insensitive=insensitive,
        person=person,
        privacy=privacy,
        suppression_limit=suppression_limit,
        suppressed=suppressed,
        quality=quality,
        algorithm=algorithm,
        recoding=recoding,
        time_limit=time_limit,
        seed=seed,
        attributes=attributes or {},
        job=job or {},
    )
    return result_of(frame, request, Control(on_progress, threads, cancel))


def anonymize_as(
    frame: Any,  # noqa: ANN401 - a data frame of any library
    job: Job | str | os.PathLike[str],
    *,
    threads: int | None = None,
    on_progress: OnProgress = None,
    cancel: Cancel = None,
) -> Result:
    """Anonymize a data frame as a job says, in place of its table.

    Parameters
    ----------
    frame
        A data frame, as for `anonymize`, with the columns that the job names.
    job
        A job, or the path of a job file (.toml) or a project (.arxdesk): what was set up in the window serves the
        frames of every day. What a job says of reading files is left aside; hierarchies in files are relative to it.
    threads, on_progress, cancel
        As for `anonymize`.

    Returns
    -------
    Result
        As of `anonymize`, which also says what is raised.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 31, 31, 52], "sex": ["f", "f", "f", "m"]})
    >>> asked = {"quasi_identifiers": {"age": None, "sex": None}, "suppression_limit": 0.5}
    >>> first = ad.anonymize(people, privacy=ad.KAnonymity(k=3), **asked)
    >>> ad.anonymize_as(people, first.job).frame.equals(first.frame)
    True
    """
    control = Control(on_progress, threads, cancel)
    problem = posed_by(frame_of(frame), _job_of(job), control)
    warn_of_names(problem)
    warn_of_numbers(problem)
    return searched(problem, control)


def _job_of(job: Job | str | os.PathLike[str]) -> Job:
    if isinstance(job, Job):
        return job
    path = Path(job)
    return job_of(path) if is_project(path) else load_job(path)


def result_of(frame: Any, request: Request, control: Control) -> Result:  # noqa: ANN401
    """The result of a request. Raises as `anonymize`."""
    problem = posed(frame_of(frame), request, control)
    warn_of_names(problem)
    warn_of_numbers(problem)
    return searched(problem, control)


def searched(problem: PosedFrame, control: Control) -> Result:
    """Search a problem and apply the best transformation. Raises NothingFound; Stopped."""
    anonymizer = problem.anonymizer
    control.raise_if_stopped()
    anonymizer.require_releasable()
    solution = anonymizer.search(control)
    if solution.best is None:
        if control.stopped:
            raise Stopped
        raise nothing_found(solution.status)
    if anonymizer.job.search.recoding_settings is None or control.stopped:
        return Result(problem, solution, anonymizer.apply(solution.best.levels))
    recoding = anonymizer.recode(solution, control)
    return Result(problem, solution, anonymizer.apply_recoding(recoding), recoding)
