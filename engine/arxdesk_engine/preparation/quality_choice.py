"""The quality model that a job chooses, for its table."""

from __future__ import annotations

import numpy as np

from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.quality import MODELS
from arxdesk_engine.quality.model import Preferences, QualityModel

CLASSIFICATION = "classification"
"""The name of the quality model that asks for targets."""


def quality_of(job: Job, attributes: tuple[str, ...], grouping: Grouping) -> QualityModel:
    """The quality model of a job for a grouping of some or all of its records.

    `attributes` are the quasi-identifiers in the order of the grouping. The grouping has histograms of the targets
    that are none of them (`columns_to_predict`).
    """
    chosen = job.quality
    place_of = {name: place for place, name in enumerate(attributes)}
    preferences = Preferences(
        weights=np.array([job.settings_of(name).weight for name in attributes]),
        aggregate=chosen.aggregate,
        generalization_suppression_factor=chosen.generalization_suppression_factor,
        monotonic_variant=chosen.monotonic_variant,
        costs=job.costs,
        attacker=chosen.attacker,
        targets=tuple(place_of.get(name, name) for name in chosen.targets),
        features=tuple(place_of[name] for name in chosen.features) or None,
    )
    return MODELS[chosen.model].of(grouping, preferences)


def columns_to_predict(job: Job) -> list[str]:
    """The targets of the quality model that are no quasi-identifiers."""
    if job.quality.model != CLASSIFICATION:
        return []
    return [name for name in job.quality.targets if job.settings_of(name).role is not Role.QUASI_IDENTIFYING]


def quality_faults(job: Job, dataset: Dataset) -> list[Problem]:
    """Targets and features that are missing, unknown or of no use."""
    place, chosen = f"{job.source}, quality", job.quality
    faults = [
        Problem(
            f"{place}.{field}",
            tr("the table has no attribute {name}", name=quoted(name)),
            suggestion(name, dataset.names),
        )
        for field, names in (("targets", chosen.targets), ("features", chosen.features))
        for name in names
        if name not in dataset
    ]
    if chosen.model == CLASSIFICATION and not chosen.targets:
        remedy = tr('Write targets = ["attribute"]: the attribute to predict from the output.')
        faults.append(Problem(f"{place}.targets", tr("classification needs an attribute to predict"), remedy))
    roles = {name: job.settings_of(name).role for name in (*chosen.targets, *chosen.features) if name in dataset}
    faults.extend(
        Problem(
            f"{place}.targets",
            tr("{name} is identifying: the output does not show it", name=quoted(name)),
            tr("Leave it out."),
        )
        for name in chosen.targets
        if roles.get(name) is Role.IDENTIFYING
    )
    faults.extend(
        Problem(
            f"{place}.features",
            tr("{name} is {role}", name=quoted(name), role=tr(roles[name].value)),
            tr("Features are quasi-identifiers, whose detail the search decides on."),
        )
        for name in chosen.features
        if name in roles and roles[name] is not Role.QUASI_IDENTIFYING
    )
    return faults
