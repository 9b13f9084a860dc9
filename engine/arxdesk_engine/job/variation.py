"""One number of a job that is varied: a parameter of a privacy model, or how many records may be removed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from pydantic import ValidationError

from arxdesk_engine.foundation.errors import InvalidJob, Problem
from arxdesk_engine.foundation.faults import problems_of
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job, SuppressionSettings, model_from

LIMIT = "limit"
"""The name of the limit of suppression."""


@dataclass(frozen=True, slots=True)
class Variable:
    """A number of a job: the parameter `name` of the privacy model in that place; without one, the limit of
    suppression."""

    model: int | None = None
    name: str = LIMIT

    def value_of(self, job: Job) -> float | None:
        """The value in the job; None where it has none, or no such model."""
        if self.model is None:
            return job.suppression.limit
        found = getattr(job.privacy[self.model], self.name, None) if self.model < len(job.privacy) else None
        return found if isinstance(found, int | float) and not isinstance(found, bool) else None

    def change(self, job: Job, value: float) -> Job:
        """The same job with another value. Raises InvalidJob, which names the value, where that is refused."""
        if self.model is None:
            return job.model_copy(update={"suppression": self._limited(job, value)})
        if self.model >= len(job.privacy):
            raise InvalidJob(
                Problem(f"{job.source}, privacy.{self.model + 1}", tr("there is no such model"), tr("Add one."))
            )
        settings = job.privacy[self.model].model_dump(mode="json", exclude_none=True) | {self.name: value}
        try:
            model = model_from(settings)
        except InvalidJob as error:
            raise InvalidJob([self._placed(job, fault, value) for fault in error.problems]) from error
        models = (*job.privacy[: self.model], model, *job.privacy[self.model + 1 :])
        return job.model_copy(update={"privacy": models})

    def _limited(self, job: Job, value: float) -> SuppressionSettings:
        settings = job.suppression.model_dump() | {self.name: value}
        try:
            return SuppressionSettings.model_validate(settings)
        except ValidationError as error:
            raise InvalidJob(problems_of(error, job.source, ("suppression",), SuppressionSettings)) from error

    def _placed(self, job: Job, fault: Problem, value: float) -> Problem:
        """A fault of a model, at its place in the job and with the value that it is about."""
        place = f"{job.source}, privacy.{(self.model or 0) + 1}.{self.name}"
        told = tr("{value} is not allowed: {reason}", value=value, reason=fault.found)
        found = fault.found if f"{value}" in fault.found else told
        return replace(fault, place=place, found=found)


def varied(job: Job, variable: Variable, values: Sequence[float]) -> list[Job]:
    """The job with each of the values. Raises InvalidJob with all values that are refused."""
    jobs: list[Job] = []
    faults: list[Problem] = []
    for value in values:
        try:
            jobs.append(variable.change(job, value))
        except InvalidJob as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidJob(faults)
    return jobs


def variables(job: Job) -> Iterator[Variable]:
    """All numbers of a job that a search depends on: those of its privacy models, then the limit of suppression."""
    for place, model in enumerate(job.privacy):
        for name in type(model).model_fields:
            variable = Variable(place, name)
            if variable.value_of(job) is not None:
                yield variable
    yield Variable()
