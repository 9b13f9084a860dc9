"""The utility settings of a job: the attributes to predict from its output, and how prediction is tried."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from pydantic import Field, field_validator

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import DataType
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attributes import Section

MethodName = Literal["logistic-regression", "naive-bayes", "random-forest"]
ScalingName = Literal["linear", "reciprocal", "log", "sqrt", "square"]

_NUMERIC = (DataType.INTEGER, DataType.DECIMAL, DataType.DATE)


class UtilitySettings(Section):
    """The section [utility] of a job.

    Every one of `targets` is predicted from the `features`, without itself; without features from all
    quasi-identifiers. Features are categories, except those that `scaling` makes numbers.
    """

    targets: tuple[str, ...] = ()
    features: tuple[str, ...] = ()
    methods: tuple[MethodName, ...] = ("logistic-regression", "naive-bayes", "random-forest")
    scaling: dict[str, ScalingName] = Field(default_factory=dict)
    folds: int = Field(default=10, ge=2, le=100, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)
    max_records: int = Field(default=100_000, ge=2, strict=True)

    @field_validator("targets", "features", "methods")
    @classmethod
    def _once(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        for name in names:
            if names.count(name) > 1:
                raise UnfitValue(tr("{name} is named twice", name=quoted(name)), tr("Leave one of them out."))
        return names


def require_columns(settings: UtilitySettings, dataset: Dataset, source: str) -> None:
    """Raises InvalidJob when a table does not have the attributes, or numbers that are to be scaled."""
    if problems := list(_problems(settings, dataset, f"{source}, utility")):
        raise InvalidJob(problems)


def _problems(settings: UtilitySettings, dataset: Dataset, place: str) -> Iterator[Problem]:
    for key, names in (
        ("targets", settings.targets),
        ("features", settings.features),
        ("scaling", tuple(settings.scaling)),
    ):
        for name in names:
            if name not in dataset:
                found = tr("the table has no attribute {name}", name=quoted(name))
                yield Problem(f"{place}.{key}", found, suggestion(name, dataset.names))
            elif key == "scaling" and dataset[name].type.kind not in _NUMERIC:
                found = tr("{name} has no numbers to scale", name=quoted(name))
                yield Problem(f"{place}.{key}", found, tr("Leave it out, or give the attribute a numeric type."))
