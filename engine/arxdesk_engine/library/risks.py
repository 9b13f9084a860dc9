"""The risk of a data frame as it is, without a privacy model and without hierarchies."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from arxdesk_engine.analysis.facts.risk import risk_facts
from arxdesk_engine.classes.people import counting_people
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.library.figures import risk_frame
from arxdesk_engine.library.frames.frame import DATA_FRAME, Frame
from arxdesk_engine.library.frames.opening import frame_of
from arxdesk_engine.library.request import SOURCE, Names, Request
from arxdesk_engine.preparation.preparation import prepared
from arxdesk_engine.release.formulation import population_of, unprotected
from arxdesk_engine.search.problem import SearchProblem

if TYPE_CHECKING:
    import pandas as pd


def risk_of(
    frame: Any,  # noqa: ANN401 - a data frame of any library
    *,
    quasi_identifiers: Names,
    person: str | None = None,
    job: Mapping[str, Any] | None = None,
) -> pd.DataFrame:
    """The risk of being found by somebody who knows the quasi-identifiers.

    Parameters
    ----------
    frame
        A data frame, as for `anonymize`. It may be a released one: rows with "*" everywhere count as a group.
    quasi_identifiers
        The columns that an attacker knows.
    person
        The column that says whose row each is; people are counted, then.
    job
        Other sections of a job, such as {"subset": {"where": "..."}}.

    Returns
    -------
    pandas.DataFrame
        A row for each attacker (prosecutor, journalist, marketer). `highest`, `lowest` and `average` are the shares
        of 1 with which a row is found, `records_at_risk` is the share of rows above the `threshold`.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 31, 52], "sex": ["f", "f", "m"]})
    >>> float(ad.risk_of(people, quasi_identifiers=["age", "sex"]).loc["prosecutor", "highest"])
    1.0
    """
    asked, problem = _problem(frame_of(frame), quasi_identifiers, person, job or {})
    found = risk_frame(risk_facts(problem, None, population_of(asked, problem.grouping.units)))
    return found.droplevel("table")


def risk_of_rows(
    frame: Any,  # noqa: ANN401
    *,
    quasi_identifiers: Names,
    person: str | None = None,
    job: Mapping[str, Any] | None = None,
) -> pd.Series:
    """The risk of each row: 1 by the number of rows (or people) that look the same; missing for rows that do not count.

    The arguments are those of `risk_of`; the series has the index of a data frame of pandas.

    Examples
    --------
    >>> import pandas as pd, arxdesk as ad
    >>> people = pd.DataFrame({"age": [31, 31, 52], "sex": ["f", "f", "m"]})
    >>> ad.risk_of_rows(people, quasi_identifiers=["age", "sex"]).tolist()
    [0.5, 0.5, 1.0]
    """
    import pandas as pd  # noqa: PLC0415 - slow to import

    _job, problem = _problem(frame_of(frame), quasi_identifiers, person, job or {})
    classes = counting_people(problem.grouping.classes(problem.lattice.bottom))
    sizes = classes.counts.astype(np.float64)[classes.of_records]
    risks = np.divide(1.0, sizes, out=np.full(len(sizes), np.nan), where=sizes > 0)
    if problem.grouping.included is not None:
        risks[~problem.grouping.included] = np.nan
    return pd.Series(risks, getattr(frame, "index", None) if isinstance(frame, pd.DataFrame) else None, name="risk")


def _problem(
    frame: Frame, quasi_identifiers: Names, person: str | None, sections: Mapping[str, Any]
) -> tuple[Job, SearchProblem]:
    names = (quasi_identifiers,) if isinstance(quasi_identifiers, str) else tuple(quasi_identifiers)
    request = Request(quasi_identifiers=dict.fromkeys(names), person=person, job=sections)
    raw = frame.raw(request.columns(frame, all_of_them=False), request.null_values)
    asked = job_from(request.content(frame, raw), SOURCE)
    dataset: Dataset = prepared(raw, asked.data, asked.attributes, DATA_FRAME)
    return asked, unprotected(asked, dataset)
