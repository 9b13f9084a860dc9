"""Privacy models as plain values of a job, for all three places of a project that hold them."""

from __future__ import annotations

from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.arx_forms import ArxForms, Values

SUBSET_ITSELF = "Inclusion"
"""The criterion that stands for nothing but the research subset."""


def arx_forms() -> list[tuple[str, ArxForms]]:
    """The models that ARX has, by their names in a job, with the forms in which it stores them; in its order."""
    forms = [(name, model.arx) for name, model in MODELS.items() if model.arx is not None]
    return sorted(forms, key=lambda each: each[1].order)


def stated(model: str, values: Values) -> Values:
    """A model as a job states it, without parameters that are None."""
    return {"model": model, **{name: value for name, value in values.items() if value is not None}}
