"""The texts of a privacy model's card beside its title and its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arxdesk.ui.words import capitalized, count, percent
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.foundation.language import language, marked, tr
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.description import ParameterKind
from arxdesk_engine.privacy.model import PrivacyModel, RandomSubset, SubsetModel

_TOLD = {"model", "attribute", "subset"}
"""Fields that are in the title, or that have a sentence of their own."""
_SETTINGS = {
    "estimator": marked("estimator"),
    "significance": marked("significance"),
    "population": marked("population"),
    "region": marked("region"),
    "absent_values": marked("absent values"),
    "scheme": marked("scheme"),
    "levels": marked("levels"),
    "search_budget": marked("search budget"),
    "steps": marked("steps"),
    "seed": marked("seed"),
}
"""Those of the others that are no shares; settings of models that came later keep their names in a job."""


def protection(model: PrivacyModel) -> tuple[str, str]:
    """The harm that a model of a job protects against, its sensitive attribute named, and the field's term for it."""
    told = model.description
    attribute = model.sensitive_attribute
    if attribute is None:
        return told.protects_against, told.term
    term = tr("{term} of {column}", term=told.term, column=attribute)
    return told.protects_against.replace("{attribute}", attribute), term


def parameters(model: PrivacyModel, job: Job) -> str:
    """Parameters that are in neither title nor sentence, so that none stays hidden; "" without any."""
    return capitalized(in_parts(_parameters(model, job)))


def _parameters(model: PrivacyModel, job: Job) -> Iterator[str]:
    if isinstance(model, SubsetModel) and model.subset is not None:
        yield tr("research subset: {subset}", subset=_subset(model.subset, model.subset_file))
    told = {each.name for each in model.description.parameters if each.is_told}
    for name, value in model.model_dump(exclude_defaults=True, exclude=told | _TOLD).items():
        parameter = model.description.parameter(name)
        if parameter is not None and parameter.kind is ParameterKind.SHARE:
            yield tr("{setting}: {value}", setting=_within(parameter.label), value=percent(value))
        else:
            setting = tr(_SETTINGS.get(name, name.replace("_", " ")))
            yield tr("{setting}: {value}", setting=setting, value=_value(value))
    if model.needs_population and job.population is not None:
        region, size, fraction = job.population.region, job.population.size, job.population.sampling_fraction
        if region is not None or size is not None:
            yield tr("population: {size}", size=tr(region) if region is not None else count(size or 0))
        else:
            yield tr("population: the table is {share} of it", share=percent(fraction or 0.0))
    if model.needs_costs:
        yield _costs(job.costs)


def _subset(subset: str | RandomSubset, file: str | None) -> str:
    if isinstance(subset, RandomSubset):
        return tr("{share} at random, seed {seed}", share=percent(subset.random), seed=subset.seed)
    return subset if file is None else tr("the records of {file}", file=Path(file).name)


def _within(label: str) -> str:
    """A label within a text; in German its noun keeps the capital letter."""
    return label if language() == "de" else f"{label[:1].lower()}{label[1:]}"


def _value(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{name} {level}" for name, level in value.items())
    if isinstance(value, float):
        return count(int(value)) if value.is_integer() else f"{value:g}"
    return count(value) if isinstance(value, int) else str(value).replace("_", " ")


def _costs(costs: Costs) -> str:
    benefit, loss = _value(costs.publisher_benefit), _value(costs.publisher_loss)
    gain, cost = _value(costs.adversary_gain), _value(costs.adversary_cost)
    return tr(
        "benefit {benefit}, loss {loss}; the attacker gains {gain} and pays {cost}",
        benefit=benefit,
        loss=loss,
        gain=gain,
        cost=cost,
    )
