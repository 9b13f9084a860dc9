"""The faults of a specification, as problems with their places."""

from __future__ import annotations

from pydantic import ValidationError

from arxdesk_engine.foundation.errors import Problem


def problems_of(error: ValidationError, source: str) -> list[Problem]:
    """The faults of a specification: place, finding and remedy."""
    problems = []
    for fault in error.errors(include_url=False):
        dotted = ".".join(str(part) for part in fault["loc"])
        place = f"{source}, {dotted}" if dotted else source
        text = str(fault["ctx"]["error"]) if "error" in fault.get("ctx", {}) else ""
        found, _dot, remedy = text.partition(". ")
        if not found:
            found = "is missing" if fault["type"] == "missing" else f"{str(fault.get('input'))[:80]} is not allowed"
            remedy = (
                "Add it." if fault["type"] == "missing" else f"{fault['msg'].replace('Input should', 'It should')}."
            )
        problems.append(Problem(place, found, remedy))
    return problems
