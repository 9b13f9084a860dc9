"""What the card of a privacy model says beside its title and its sentence."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from arxdesk.ui.words import capitalized, count, percent
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.model import PrivacyModel, RandomSubset, SubsetModel
from arxdesk_engine.privacy.profitability import Profitability
from arxdesk_engine.privacy.size import KMap
from arxdesk_engine.privacy.threshold import PopulationUniqueness


class Protection(NamedTuple):
    """What does not happen to people any more, as it goes on after "Protects against", and the field's term for it."""

    against: str
    term: str


_IDENTITY, _ATTRIBUTE, _MEMBERSHIP = "Identity disclosure", "Attribute disclosure", "Membership disclosure"
_MORE_THAN_THE_TABLE = Protection("learning more about {attribute} from a group than from the whole table", _ATTRIBUTE)

PROTECTION = {
    "k-anonymity": Protection("being found by someone who knows the quasi-identifiers", _IDENTITY),
    "k-map": Protection("being found by someone who does not know who is in the table", _IDENTITY),
    "l-diversity": Protection("learning {attribute} of somebody whose group is known", _ATTRIBUTE),
    "t-closeness": _MORE_THAN_THE_TABLE,
    "delta-presence": Protection("learning whether somebody is in the shared part", _MEMBERSHIP),
    "delta-disclosure": _MORE_THAN_THE_TABLE,
    "beta-likeness": _MORE_THAN_THE_TABLE,
    "average-risk": Protection("being found, on average over all people", _IDENTITY),
    "sample-uniqueness": Protection("being the only one of a kind in the table", _IDENTITY),
    "population-uniqueness": Protection("being the only one of a kind in the population", _IDENTITY),
    "differential-privacy": Protection(
        "learning whether somebody is in the table, and so anything about them",
        "Membership, attribute and identity disclosure",
    ),
    "profitability": Protection("being found by someone who expects a gain from it", _IDENTITY),
}
"""By the name that a model has in a job."""

_TOLD = {"model", "attribute", "variant", "k", "l", "c", "t", "dmin", "dmax", "delta", "beta", "epsilon"}
_TOLD |= {"threshold", "highest", "records", "attacker", "attack"}
"""Parameters that titles and sentences tell."""


def protection(model: PrivacyModel) -> Protection:
    """What a model of a job protects against, its sensitive attribute named."""
    against, term = PROTECTION[model.model]
    attribute = model.sensitive_attribute
    if attribute is None:
        return Protection(against, term)
    return Protection(against.replace("{attribute}", attribute), f"{term} of {attribute}")


def parameters(model: PrivacyModel, job: Job) -> str:
    """What else the job asks of a model, so that nothing of it stays unseen; "" where its title tells everything."""
    return capitalized("; ".join(_parameters(model, job)))


def needs_population(model: PrivacyModel) -> bool:
    """Whether a model estimates from the size of the population, which it may leave to the job."""
    return isinstance(model, PopulationUniqueness) or (isinstance(model, KMap) and model.estimator is not None)


def names_population(model: PrivacyModel) -> bool:
    """Whether a model has a population of its own."""
    return isinstance(model, PopulationUniqueness | KMap) and (model.population or model.region) is not None


def _parameters(model: PrivacyModel, job: Job) -> Iterator[str]:
    if isinstance(model, SubsetModel) and model.subset is not None:
        yield f"research subset: {_subset(model.subset, model.subset_file)}"
    for name, value in model.model_dump(exclude_defaults=True, exclude=_TOLD | {"subset"}).items():
        yield f"{name.replace('_', ' ')}: {_value(value)}"
    if needs_population(model) and not names_population(model) and job.population is not None:
        region, size, fraction = job.population.region, job.population.size, job.population.sampling_fraction
        of_table = f"the table is {percent(fraction or 0.0)} of it"
        yield f"population: {region or (of_table if size is None else count(size))}"
    if isinstance(model, Profitability):
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
