"""Privacy models as plain values of a job, for all three places of a project that hold them."""

from __future__ import annotations

from arxdesk_engine.arx.files.java_values import Instance

Values = dict[str, object]
SUBSET_ITSELF = "Inclusion"
"""The criterion that stands for nothing but the research subset."""
CLOSENESS = ("equal", "hierarchical", "ordered")
BUDGET_SHARE = 0.1
"""What ARX spends of epsilon on choosing the transformation unless told otherwise."""


def plain(values: Values) -> Values:
    """Drop None values."""
    return {name: value for name, value in values.items() if value is not None}


def k_map(k: object, estimator: str | None, significance: object) -> Values:
    """k-map, estimated or with the research subset."""
    if estimator is None or estimator.upper() == "NONE":
        return {"model": "k-map", "k": k}
    name = estimator.strip().replace("-", "_").replace(" ", "_").lower()
    return {"model": "k-map", "k": k, "estimator": name, "significance": significance}


def diversity(attribute: object, variant: str, l: object, c: object = None) -> Values:  # noqa: E741 - the field's name
    """l-diversity."""
    number = float(l) if isinstance(l, int) and not isinstance(l, bool) else l
    values: Values = {"model": "l-diversity", "attribute": attribute, "variant": variant, "l": number}
    return values | ({"c": c} if variant == "recursive" else {})


def of_attribute(model: str, attribute: object, **parameters: object) -> Values:
    """A model of one sensitive attribute."""
    return {"model": model, "attribute": attribute, **parameters}


def private(epsilon: object, delta: object, generalization: Instance | None, budget: object) -> Values:
    """Differential privacy; ARX's scheme stays what it is until the levels are known (`arx.schemes`)."""
    values: Values = {"model": "differential-privacy", "epsilon": epsilon, "delta": delta}
    return values | ({"search_budget": budget} if generalization is None else {"generalization": generalization})


def share_of(epsilon: object, share: object) -> object:
    """A share of epsilon, as the decimal that somebody would write."""
    if isinstance(epsilon, int | float) and isinstance(share, int | float):
        return float(f"{epsilon * share:.12g}")
    return None
