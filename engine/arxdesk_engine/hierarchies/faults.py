"""The faults of a specification, as problems with their places."""

from __future__ import annotations

from pydantic import ValidationError

from arxdesk_engine.foundation.errors import Problem, found_and_remedy
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.refusals import should


def problems_of(error: ValidationError, source: str) -> list[Problem]:
    """The faults of a specification: place, finding and remedy."""
    problems = []
    for fault in error.errors(include_url=False):
        dotted = ".".join(str(part) for part in fault["loc"])
        place = f"{source}, {dotted}" if dotted else source
        if "error" in fault.get("ctx", {}):
            found, remedy = found_and_remedy(fault["ctx"]["error"])
        elif fault["type"] == "missing":
            found, remedy = tr("is missing"), tr("Add it.")
        else:
            found, remedy = tr("{value} is not allowed", value=str(fault.get("input"))[:80]), should(fault)
        problems.append(Problem(place, found, remedy))
    return problems
