"""The texts of a privacy model's card beside its title and its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arxdesk.ui.words import capitalized, count, percent
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.description import ParameterKind
from arxdesk_engine.privacy.model import PrivacyModel, RandomSubset, SubsetModel

_TOLD = {"model", "attribute", "subset"}
"""Fields that are in the title, or that have a sentence of their own."""


def protection(model: PrivacyModel) -> tuple[str, str]:
    """The harm that a model of a job protects against, its sensitive attribute named, and the field's term for it."""
    told = model.description
    attribute = model.sensitive_attribute
    if attribute is None:
        return told.protects_against, told.term
    return told.protects_against.replace("{attribute}", attribute), f"{told.term} of {attribute}"


def parameters(model: PrivacyModel, job: Job) -> str:
    """Parameters that are in neither title nor sentence, so that none stays hidden; "" without any."""
    return capitalized("; ".join(_parameters(model, job)))


def _parameters(model: PrivacyModel, job: Job) -> Iterator[str]:
    if isinstance(model, SubsetModel) and model.subset is not None:
        yield f"research subset: {_subset(model.subset, model.subset_file)}"
    told = {each.name for each in model.description.parameters if each.is_told}
    for name, value in model.model_dump(exclude_defaults=True, exclude=told | _TOLD).items():
        parameter = model.description.parameter(name)
        if parameter is not None and parameter.kind is ParameterKind.SHARE:
            yield f"{parameter.label[:1].lower()}{parameter.label[1:]}: {percent(value)}"
        else:
            yield f"{name.replace('_', ' ')}: {_value(value)}"
    if model.needs_population and job.population is not None:
        region, size, fraction = job.population.region, job.population.size, job.population.sampling_fraction
        of_table = f"the table is {percent(fraction or 0.0)} of it"
        yield f"population: {region or (of_table if size is None else count(size))}"
    if model.needs_costs:
        yield _costs(job.costs)


def _subset(subset: str | RandomSubset, file: str | None) -> str:
    if isinstance(subset, RandomSubset):
        return f"{percent(subset.random)} at random, seed {subset.seed}"
    return subset if file is None else f"the records of {Path(file).name}"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {level}" for name, level in value.items())
    if isinstance(value, float):
        return count(int(value)) if value.is_integer() else f"{value:g}"
    return count(value) if isinstance(value, int) else str(value).replace("_", " ")


def _costs(costs: Costs) -> str:
    benefit, loss = _value(costs.publisher_benefit), _value(costs.publisher_loss)
    gain, cost = _value(costs.adversary_gain), _value(costs.adversary_cost)
    return f"benefit {benefit}, loss {loss}; the attacker gains {gain} and pays {cost}"
