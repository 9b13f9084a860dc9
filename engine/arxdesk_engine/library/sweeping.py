"""A series of searches: risk against utility for each combination of parameters."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from arxdesk_engine.foundation.control import Control, Progress, Stopped
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.library.anonymizing import searched
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.posing import PosedFrame, posed, posed_again
from arxdesk_engine.library.request import Cancel, OnProgress, Request
from arxdesk_engine.library.result import NothingFound, Result
from arxdesk_engine.privacy.model import PrivacyModel

if TYPE_CHECKING:
    import pandas as pd

VARIED = ("privacy", "suppression_limit", "suppressed", "quality", "algorithm", "recoding", "time_limit", "seed")
"""The arguments of `anonymize` that a sweep may vary: none of them changes how the frame is read."""
SWEEP = "sweep"
_Combination = tuple[str, ...]


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
        What an earlier, cancelled sweep has returned: its combinations are not searched again.
    threads, on_progress, cancel
        As for `anonymize`. Progress has the share of the combinations that are done. After `cancel` the rows so far
        are returned, without the one in work.
    on_row
        Called with all rows so far after each combination, to keep them.
    settings
        All other arguments of `anonymize`.

    Returns
    -------
    pandas.DataFrame
        A row for each combination: its parameters as text or numbers, then `status`, `score` (missing where nothing
        was found), `granularity` (1 as in the input), `suppressed`, `groups`, `smallest_group`, `highest_risk`,
        `average_risk` and `seconds`.

    Raises
    ------
    InvalidJob
        For arguments that cannot be varied, and for differential privacy, which would spend its budget for each row.

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
    known = {} if resume is None else dict(_known(resume, grid))
    rows: list[dict[str, Any]] = []
    combinations = [dict(zip(grid, values, strict=True)) for values in itertools.product(*grid.values())]
    if not combinations:
        return pd.DataFrame(columns=list(grid))
    first = Request(**{"privacy": (), **settings, **combinations[0]})
    problem = posed(frame_of(frame), first, control)
    for number, values in enumerate(combinations):
        told = {name: shown(value) for name, value in values.items()}
        row = known.get(_key(told, grid))
        if row is None:
            row = _row(problem, replace(first, **values), control, number, len(combinations))
            if row is None:
                break
        rows.append(told | row)
        if on_row is not None:
            on_row(pd.DataFrame(rows))
    return pd.DataFrame(rows, columns=None if rows else [*grid, "status"])


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
    yield "suppressed", result.suppressed_records
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


def _known(
    earlier: pd.DataFrame, grid: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """The rows of an earlier sweep by their combinations."""
    for each in earlier.to_dict("records"):
        row = {str(name): value for name, value in each.items()}
        yield _key(row, grid), row


def _key(row: Mapping[str, Any], grid: Mapping[str, Sequence[Any]]) -> _Combination:
    """The combination of a row, also of one that was read from a file."""

    def text(value: object) -> str:
        if value is None or (isinstance(value, float) and math.isnan(value)):
            return ""
        return str(float(value)) if isinstance(value, int | float) else str(value)

    return tuple(text(row.get(name)) for name in grid)
