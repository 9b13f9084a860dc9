"""Parts of a job from untrusted values: refused values are reported and replaced by defaults."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.faults import problems_of
from arxdesk_engine.job.job import model_from
from arxdesk_engine.privacy.model import PrivacyModel

_Section = TypeVar("_Section", bound=BaseModel)


def section(
    kind: type[_Section], values: Mapping[str, object], place: str, findings: Findings, *, whole: bool = False
) -> _Section | None:
    """A section of a job; without what it does not accept, or, where it has to be `whole`, none at all."""
    kept = dict(values)
    while True:
        try:
            return kind.model_validate(kept)
        except ValidationError as error:
            for problem in problems_of(error, place, (), kind):
                findings.refuse(problem.place, problem)
            faulty = {fault["loc"][0] for fault in error.errors(include_url=False) if fault["loc"]}
            if whole or not faulty & kept.keys():
                return None
            kept = {name: value for name, value in kept.items() if name not in faulty}


def privacy_model(values: Mapping[str, object], place: str, findings: Findings) -> PrivacyModel | None:
    """A privacy model; none where its parameters are not accepted, which is listed."""
    try:
        return model_from(values)
    except InvalidJob as error:
        for problem in error.problems:
            parameter = problem.place.rpartition(".")[2]
            shown = "" if parameter == "1" else f" ({parameter})"
            findings.refuse(place, Problem(place, f"{values.get('model')}{shown}: {problem.found}", problem.remedy))
        return None
