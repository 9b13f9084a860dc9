"""A series of searches: risk against utility for each combination of parameters."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.library.anonymizing import searched
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.posing import PosedFrame, job_again, posed, posed_again
from arxdesk_engine.library.request import Cancel, OnProgress, Request
from arxdesk_engine.library.result import NothingFound, Result
from arxdesk_engine.library.resuming import DIGEST, digest_of_data, digest_of_settings, known_rows
from arxdesk_engine.privacy.model import PrivacyModel

if TYPE_CHECKING:
    import pandas as pd

VARIED = ("privacy", "suppression_limit", "suppressed", "quality", "algorithm", "recoding", "time_limit", "seed")
"""The arguments of `anonymize` that a sweep may vary: none of them changes how the frame is read."""
SWEEP = "sweep"


def sweep(
    frame: Any,  # noqa: ANN401 - a data frame of any library
    grid: Mapping[str, Sequence[Any]],
    *,
    resume: pd.DataFrame | None = None,
    threads: int | None = None,
    on_progress: OnProgress = None,
    on_row: Callable[[pd.DataFrame], None] | None = None,
    cancel: Cancel = None,
    **settings: Any,  # noqa: ANN401 - those of `anonymize`
) -> pd.DataFrame:
    """Anonymize a data frame with every combination of some arguments.

    Parameters
    ----------
    frame
        A data frame, as for `anonymize`; it is read once.
    grid
        The values to try, by the name of an argument: {"privacy": [KAnonymity(k=k) for k in (2, 5, 10)],
        "suppression_limit": [0.0, 0.05]}. May be varied: privacy, suppression_limit, suppressed, quality, algorithm,
        recoding, time_limit and seed.
    resume
        What an earlier, cancelled sweep of the same frame with the same settings has returned, or `on_row` was given,
        with all columns: its combinations are not searched again. The grid may have more values now, or fewer.
    threads, on_progress, cancel
        As for `anonymize`. Progress has the share of the combinations that are done. After `cancel` the rows so far
        are returned, without the one in work.
    on_row
        Called with all rows so far after each combination, to keep them: those of `resume` are among them.
    settings
        All other arguments of `anonymize`.

    Returns
    -------
    pandas.DataFrame
        A row for each combination: its parameters as text or numbers, then `status`, `score` (missing where nothing
        was found), `gap` (to the best possible, missing where no bound is proven), `granularity` (1 as in the input),
        `suppressed_records`, `groups`, `smallest_group`, `highest_risk`, `average_risk`, `seconds`, and `digest`, which
        tells `resume` of which data and settings the row is.

    Raises
    ------
    InvalidJob
        For arguments that cannot be varied, for differential privacy, which would spend its budget for each row, and
        for rows to resume that are of another frame or of other settings.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 34, 38, 52, 55, 57], "sex": list("fmfmfm")})
    >>> found = ad.sweep(
    ...     people, {"privacy": [ad.KAnonymity(k=k) for k in (2, 3)]}, quasi_identifiers=["age", "sex"]
    ... )
    >>> found["privacy"].tolist()
    ['2-anonymity', '3-anonymity']
    """
    import pandas as pd  # noqa: PLC0415 - slow to import

    _require_varied(grid)
    control = Control(on_progress, threads, cancel)
    combinations = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    if not combinations:
        return pd.DataFrame(columns=list(grid))
    first = Request(**{"privacy": (), **settings, **combinations[0]})
    problem = posed(frame_of(frame), first, control)
    data = digest_of_data(problem)
    requests = [replace(first, **values) for values in combinations]
    told = [
        {name: shown(value) for name, value in values.items()}
        | {DIGEST: f"{data}:{digest_of_settings(job_again(problem, request))}"}
        for values, request in zip(combinations, requests, strict=True)
    ]
    known = {} if resume is None else known_rows(resume, data, told)
    found = {number: known.pop(each[DIGEST]) | each for number, each in enumerate(told) if each[DIGEST] in known}
    for number, request in enumerate(requests):
        if number in found:
            continue
        row = _row(problem, request, control, number, len(combinations))
        if row is None:
            break
        found[number] = told[number] | row
        if on_row is not None:
            on_row(_table([*_in_order(found), *known.values()], grid))
    return _table(_in_order(found), grid)


def _in_order(found: Mapping[int, dict[str, Any]]) -> list[dict[str, Any]]:
    return [found[number] for number in sorted(found)]


def _table(rows: Sequence[dict[str, Any]], grid: Mapping[str, Any]) -> pd.DataFrame:
    """Rows as a data frame: parameters first, the digest last."""
    import pandas as pd  # noqa: PLC0415 - slow to import

    names = list(dict.fromkeys([*grid, *(name for row in rows for name in row if name != DIGEST)]))
    return pd.DataFrame(rows, columns=[*names, DIGEST] if rows else [*grid, "status"])


def _require_varied(grid: Mapping[str, Sequence[Any]]) -> None:
    faults = [
        Problem(f"{SWEEP}, {name}", f"{quoted(name)} cannot be varied", suggestion(name, VARIED))
        for name in grid
        if name not in VARIED
    ]
    if faults:
        raise InvalidJob(faults)


def _row(problem: PosedFrame, request: Request, control: Control, number: int, of: int) -> dict[str, Any] | None:
    """The figures of a combination; None where it was cancelled."""
    if control.stopped:
        return None
    again = posed_again(problem, request)
    policy = policy_of(again.job)
    if not policy.tells_alternatives:
        found = "each further result would spend the budget of epsilon again"
        raise InvalidJob(Problem(f"{SWEEP}, privacy", found, "Anonymize for one setting."))
    step = control.of_step(lambda progress: control.report(Progress(progress.activity, number / of)))
    try:
        result = searched(again, step)
    except NothingFound as error:
        return {"status": "infeasible", "found": error.problems[0].found}
    except Stopped:
        return None
    return None if control.stopped else dict(_figures(result))


def _figures(result: Result) -> Iterator[tuple[str, Any]]:
    facts = result.facts
    released, attacker = facts["released"], facts["risk"]["output"]["prosecutor"]
    yield "status", released["status"]
    yield "score", None if released["score"] is None else float(released["score"])
    yield "gap", released["gap"]
    yield "granularity", facts["quality"]["granularity"]
    yield "suppressed_records", result.suppressed_records
    yield "groups", released["classes"]
    yield "smallest_group", released["smallest_class"]
    yield "highest_risk", attacker["highest"]
    yield "average_risk", attacker["average"]
    yield "seconds", released["seconds"]


def shown(value: Any) -> Any:  # noqa: ANN401 - the value of any argument
    """A parameter in a cell: models by their titles, numbers as they are."""
    if isinstance(value, PrivacyModel):
        return value.title
    if isinstance(value, list | tuple):
        return ", ".join(str(shown(each)) for each in value)
    return value if value is None or isinstance(value, str | int | float) else repr(value)
