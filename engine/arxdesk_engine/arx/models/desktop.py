"""The privacy models of ARX's desktop, which are stored with every project, switched on or off."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

from arxdesk_engine.arx.files.configuration import PROJECT_OBJECTS
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.models.values import (
    BUDGET_SHARE,
    CLOSENESS,
    Values,
    diversity,
    k_map,
    of_attribute,
    plain,
    private,
    share_of,
)

_DIVERSITY = ("distinct", "shannon", "recursive", "grassberger")
_RISKS = (
    ("average-risk", None),
    ("sample-uniqueness", None),
    *(("population-uniqueness", name) for name in ("dankar", "pitman", "zayatz", "snb")),
)
"""By the number of the variant, for the kinds that have variants."""


def _variant(names: tuple[str, ...], number: object) -> str:
    """The name of a variant; a number that is not known, which the model refuses."""
    return names[number] if isinstance(number, int) and 0 <= number < len(names) else f"number {number}"


def _risk(each: Instance) -> Values:
    number = each.get("variant")
    known = isinstance(number, int) and 0 <= number < len(_RISKS)
    model, estimator = _RISKS[number] if known else (f"risk-based model number {number}", None)
    return {"model": model, "threshold": each.get("threshold"), "estimator": estimator}


def _private(each: Instance) -> Values:
    epsilon, share = each.get("epsilon"), each.get("epsilonGeneralizationFraction") or BUDGET_SHARE
    return private(epsilon, each.get("delta"), each.part("generalization"), share_of(epsilon, share))


_MODELS: Mapping[str, Callable[[Instance], Values]] = MappingProxyType(
    {
        "kAnonymityModel": lambda each: {"model": "k-anonymity", "k": each.get("k")},
        "kMapModel": lambda each: k_map(each.get("k"), each.text("estimator"), each.get("significanceLevel")),
        "dPresenceModel": lambda each: {
            "model": "delta-presence",
            "dmin": each.get("dmin"),
            "dmax": each.get("dmax"),
        },
        "lDiversityModel": lambda each: diversity(
            each.get("attribute"), _variant(_DIVERSITY, each.get("variant")), each.get("l"), each.get("c")
        ),
        "tClosenessModel": lambda each: of_attribute(
            "t-closeness", each.get("attribute"), variant=_variant(CLOSENESS, each.get("variant")), t=each.get("t")
        ),
        "dDisclosurePrivacyModel": lambda each: of_attribute(
            "delta-disclosure", each.get("attribute"), delta=each.get("d")
        ),
        "bLikenessModel": lambda each: of_attribute(
            "beta-likeness",
            each.get("attribute"),
            variant="enhanced" if each.flag("enhanced") else "basic",
            beta=each.get("beta"),
        ),
        "riskBasedModel": _risk,
        "differentialPrivacyModel": _private,
        "stackelbergPrivacyModel": lambda each: {
            "model": "profitability",
            "attacker": (each.text("attackerModel") or "prosecutor").lower(),
            "attack": each.flag("allowAttacks") is not False,
        },
    }
)
"""The fields of a project that hold models, and what the parameters of these are for ours."""
_PRESET: Mapping[str, tuple[Values, ...]] = MappingProxyType(
    {
        "k-anonymity": ({"k": 2}, {"k": 5}),
        "k-map": ({"k": 5}, {"k": 2}),
        "delta-presence": ({"dmin": 0.0, "dmax": 0.0}, {"dmin": 0.001, "dmax": 0.001}),
        "l-diversity": ({"variant": "distinct", "l": 2.0},),
        "t-closeness": ({"variant": "equal", "t": 0.001},),
        "delta-disclosure": ({"delta": 1.0},),
        "beta-likeness": ({"variant": "basic", "beta": 1.0},),
        "average-risk": ({"threshold": 0.01},),
        "sample-uniqueness": ({"threshold": 0.01},),
        "population-uniqueness": ({"threshold": 0.01},),
        "differential-privacy": ({"epsilon": 2.0, "delta": 1e-6, "search_budget": 0.2},),
        "profitability": ({"attacker": "prosecutor", "attack": True},),
    }
)
"""What ARX's models have before anybody touches them."""


def desktop_models(model: Instance, findings: Findings) -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    """Those that are switched on, and those that are off with parameters that somebody set."""
    asked: list[Values] = []
    paused: list[Values] = []
    for field, values_of in _MODELS.items():
        for each in _instances(model.get(field)):
            values = plain(values_of(each))
            if each.flag("enabled"):
                asked.append(values)
            elif not _is_preset(values):
                paused.append(values)
    for name, value in model.fields.items():
        if name not in _MODELS and any(each.flag("enabled") for each in _instances(value)):
            found = f"the privacy model in the field {name} is switched on, and not known"
            findings.leave_out(PROJECT_OBJECTS, found, "Choose one that protects against the same.")
    return tuple(asked), tuple(paused)


def _instances(stored: object) -> list[Instance]:
    """The models in a field: one, several, or one for each attribute, these in the order of their names."""
    if isinstance(stored, Instance):
        return [stored]
    if isinstance(stored, dict):
        named = sorted((str(name), number) for number, name in enumerate(stored))
        values = list(stored.values())
        found = []
        for name, number in named:
            each = values[number]
            if isinstance(each, Instance):
                each.fields.setdefault("attribute", name)
                found.append(each)
        return found
    if isinstance(stored, list):
        several = [each for each in stored if isinstance(each, Instance)]
        return sorted(several, key=lambda each: (f"{each.get('variant')}", f"{each.get('threshold')}"))
    return []


def _is_preset(values: Values) -> bool:
    scheme = values.get("generalization")
    if isinstance(scheme, Instance):  # that of older versions, which asked for no budget of the search
        is_usual = scheme.text("degree") == "MEDIUM" and not scheme.table("degrees") and not scheme.table("levels")
        values = {**values, "search_budget": 0.2} if is_usual else values
    presets = _PRESET.get(str(values.get("model")), ())
    return any(all(values.get(name) == value for name, value in preset.items()) for preset in presets)
