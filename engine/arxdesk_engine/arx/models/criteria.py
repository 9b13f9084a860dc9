"""The privacy models of ARX's library, its criteria, by the names of their classes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.models.values import (
    BUDGET_SHARE,
    CLOSENESS,
    SUBSET_ITSELF,
    Values,
    diversity,
    k_map,
    of_attribute,
    plain,
    private,
    share_of,
)

Reader = Callable[[Instance], Values]


def _k_map(each: Instance) -> Values:
    return k_map(each.get("k"), each.text("estimator"), each.get("significanceLevel"))


def _diversity(variant: str) -> Reader:
    def values(each: Instance) -> Values:
        estimator = each.text("estimator")
        kind = estimator.lower() if variant == "shannon" and estimator else variant
        return diversity(each.get("attribute"), kind, each.get("l", "minSize"), each.get("c"))

    return values


def _closeness(variant: str) -> Reader:
    return lambda each: of_attribute("t-closeness", each.get("attribute"), variant=variant, t=each.get("t"))


def _likeness(variant: str) -> Reader:
    return lambda each: of_attribute(
        "beta-likeness", each.get("attribute"), variant=variant, beta=each.get("b", "beta")
    )


def _threshold(model: str) -> Reader:
    def values(each: Instance) -> Values:
        estimator = (each.text("statisticalModel") or "dankar").lower() if model == "population-uniqueness" else None
        return {"model": model, "threshold": each.get("threshold", "riskThreshold"), "estimator": estimator}

    return values


def _private(each: Instance) -> Values:
    epsilon = each.get("epsilon")
    budget = share_of(epsilon, BUDGET_SHARE)
    return private(epsilon, each.get("delta"), each.part("generalization"), budget)


def _profitability(attacker: str, *, attack: bool) -> Reader:
    return lambda _each: {"model": "profitability", "attacker": attacker, "attack": attack}


_CRITERIA: Mapping[str, Reader] = MappingProxyType(
    {
        "KAnonymity": lambda each: {"model": "k-anonymity", "k": each.get("k")},
        "KMap": _k_map,
        "DPresence": lambda each: {"model": "delta-presence", "dmin": each.get("dMin"), "dmax": each.get("dMax")},
        "DistinctLDiversity": _diversity("distinct"),
        "EntropyLDiversity": _diversity("shannon"),
        "RecursiveCLDiversity": _diversity("recursive"),
        **{f"{variant.capitalize()}DistanceTCloseness": _closeness(variant) for variant in CLOSENESS},
        "DDisclosurePrivacy": lambda each: of_attribute("delta-disclosure", each.get("attribute"), delta=each.get("d")),
        "BasicBLikeness": _likeness("basic"),
        "EnhancedBLikeness": _likeness("enhanced"),
        **dict.fromkeys(("AverageReidentificationRisk", "RiskBasedThresholdAverageRisk"), _threshold("average-risk")),
        **dict.fromkeys(("SampleUniqueness", "RiskBasedThresholdSampleUniques"), _threshold("sample-uniqueness")),
        **dict.fromkeys(
            ("PopulationUniqueness", "RiskBasedThresholdPopulationUniques"), _threshold("population-uniqueness")
        ),
        **dict.fromkeys(("EDDifferentialPrivacy", "DataDependentEDDifferentialPrivacy"), _private),
        **{
            f"{kind}{attacker.capitalize()}{suffix}": _profitability(attacker, attack=not none)
            for attacker in ("prosecutor", "journalist")
            for kind, suffix, none in (
                ("Profitability", "", False),
                ("Profitability", "NoAttack", True),
                ("Financial", "Privacy", False),
                ("Financial", "NoAttackPrivacy", True),
            )
        },
    }
)


def criteria_models(criteria: Iterable[object], findings: Findings) -> Iterator[Values]:
    """The models of a set of criteria, in the order of their names and attributes."""
    instances = (each for each in criteria if isinstance(each, Instance) and each.name != SUBSET_ITSELF)
    for each in sorted(instances, key=lambda each: (each.name, f"{each.get('attribute')}")):
        values_of = _CRITERIA.get(each.name)
        if values_of is None:
            found = f"the privacy model {each.name} is not known"
            findings.leave_out(f"{CONFIG_OBJECTS}, criteria", found, "Choose one that protects against the same.")
            continue
        yield plain(values_of(each))
