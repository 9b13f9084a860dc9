"""The places where a job names its research subset, and the faults where it names several."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.privacy.model import RandomSubset, SubsetModel


@dataclass(frozen=True, slots=True)
class NamedSubset:
    """A research subset, and the place in the job that names it."""

    place: str
    settings: SubsetSettings

    @property
    def place_of_expression(self) -> str:
        """The place of its expression."""
        return self.place if self.place.endswith(".subset") else f"{self.place}.select"


def named_subsets(job: Job) -> list[NamedSubset]:
    """The research subsets that a job names: in its section, and in its privacy models."""
    of_job = [] if job.subset is None else [NamedSubset(f"{job.source}, subset", job.subset)]
    return of_job + [
        NamedSubset(f"{job.source}, privacy.{number}.subset", of_model(model))
        for number, model in enumerate(job.privacy, 1)
        if isinstance(model, SubsetModel) and model.subset is not None
    ]


def of_model(model: SubsetModel) -> SubsetSettings:
    """The research subset that a model names, as the section of a job would say it."""
    subset = model.subset
    if isinstance(subset, RandomSubset):
        return SubsetSettings(random=subset.random, seed=subset.seed)
    return SubsetSettings(file=subset) if model.subset_file is not None else SubsetSettings(select=subset)


def contradictions(job: Job) -> list[Problem]:
    """The first research subset that differs from those named before it; a job has one."""
    named = named_subsets(job)
    different = next((other for other in named if other.settings != named[0].settings), None)
    if different is None:
        return []
    if job.subset is not None:
        remedy = tr("Leave the subset of the model out: it uses that of the section.")
        return [Problem(different.place, tr("the section [subset] names another subset"), remedy)]
    remedy = tr("All models of a job have the same research subset; name it once.")
    return [Problem(different.place, tr("another model names another subset"), remedy)]
