"""The privacy models of a project: from the desktop's objects, else the library's, else their texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from engine.arx.configuration import CONFIG_OBJECTS, CONFIG_XML, PROJECT_OBJECTS, Configuration
from engine.arx.java_values import Instance
from engine.arx.left_out import Findings
from engine.arx.sections import privacy_model
from engine.errors import quoted
from engine.privacy.model import PrivacyModel

Values = dict[str, object]
SUBSET_ITSELF = "Inclusion"
"""The criterion that stands for nothing but the research subset."""
_DIVERSITY = ("distinct", "shannon", "recursive", "grassberger")
_CLOSENESS = ("equal", "hierarchical", "ordered")
_RISKS: tuple[Values, ...] = (
    {"model": "average-risk"},
    {"model": "sample-uniqueness"},
    *({"model": "population-uniqueness", "estimator": name} for name in ("dankar", "pitman", "zayatz", "snb")),
)
"""By the number of its variant, for each kind of model of the desktop."""


@dataclass(frozen=True, slots=True)
class PrivacyModels:
    """The models that are asked, and those that are kept with parameters that somebody set. `has_subset`: one of them
    asks for the research subset, or stands for it."""

    asked: tuple[PrivacyModel, ...] = ()
    paused: tuple[PrivacyModel, ...] = ()


def _whole(value: object) -> object:
    """Java's doubles that are meant as numbers of records or values."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def _real(value: object) -> object:
    return float(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _plain(values: Values) -> Values:
    return {name: value for name, value in values.items() if value is not None}


def _diversity(attribute: object, variant: str, l: object, c: object) -> Values:  # noqa: E741
    values: Values = {"model": "l-diversity", "attribute": attribute, "variant": variant, "l": _real(l)}
    return values | ({"c": c} if variant == "recursive" else {})


def _variant(names: tuple[str, ...], number: object) -> str:
    """The name of a variant by its number; the number itself where it is not known, which the model refuses."""
    return names[number] if isinstance(number, int) and 0 <= number < len(names) else f"{number}"


def _k_map(k: object, estimator: str | None, significance: object) -> Values:
    if estimator is None or estimator == "NONE":
        return {"model": "k-map", "k": k}
    return {"model": "k-map", "k": k, "estimator": estimator.lower(), "significance": significance}


def _private(epsilon: object, delta: object, generalization: Instance | None, budget: object) -> Values:
    """The scheme as ARX has it is worked out where the levels are known (`with_levels`)."""
    values: Values = {"model": "differential-privacy", "epsilon": epsilon, "delta": delta}
    return values | ({"search_budget": budget} if generalization is None else {"generalization": generalization})


def _share_of(epsilon: object, share: object) -> object:
    whole = isinstance(epsilon, int | float) and isinstance(share, int | float)
    return float(f"{epsilon * share:.12g}") if whole else share  # type: ignore[operator]


def _gui_diversity(each: Instance) -> Values:
    variant = _variant(_DIVERSITY, each.get("variant"))
    return _diversity(each.get("attribute"), variant, each.get("l"), each.get("c"))


def _gui_risk(each: Instance) -> Values:
    number = each.get("variant")
    known = isinstance(number, int) and 0 <= number < len(_RISKS)
    kind: Values = _RISKS[number] if known else {"model": f"variant {number} of risk-based models"}
    return {**kind, "threshold": each.get("threshold")}


_OF_THE_DESKTOP: Mapping[str, Callable[[Instance], Values]] = MappingProxyType(
    {
        "kAnonymityModel": lambda each: {"model": "k-anonymity", "k": each.get("k")},
        "kMapModel": lambda each: _k_map(each.get("k"), each.text("estimator"), each.get("significanceLevel")),
        "dPresenceModel": lambda each: {
            "model": "delta-presence",
            "dmin": each.get("dmin"),
            "dmax": each.get("dmax"),
        },
        "lDiversityModel": _gui_diversity,
        "tClosenessModel": lambda each: {
            "model": "t-closeness",
            "attribute": each.get("attribute"),
            "variant": _variant(_CLOSENESS, each.get("variant")),
            "t": each.get("t"),
        },
        "dDisclosurePrivacyModel": lambda each: {
            "model": "delta-disclosure",
            "attribute": each.get("attribute"),
            "delta": each.get("d"),
        },
        "bLikenessModel": lambda each: {
            "model": "beta-likeness",
            "attribute": each.get("attribute"),
            "variant": "enhanced" if each.flag("enhanced") else "basic",
            "beta": each.get("beta"),
        },
        "riskBasedModel": _gui_risk,
        "differentialPrivacyModel": lambda each: _private(
            each.get("epsilon"),
            each.get("delta"),
            each.part("generalization"),
            _share_of(each.get("epsilon"), each.get("epsilonGeneralizationFraction") or 0.1),
        ),
        "stackelbergPrivacyModel": lambda each: {
            "model": "profitability",
            "attacker": (each.text("attackerModel") or "prosecutor").lower(),
            "attack": each.flag("allowAttacks") is not False,
        },
    }
)
"""The fields of ARX's project that hold models of its desktop, and what their parameters are for ours."""
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
"""What ARX's models have before anybody touches them: such models are stored with every project."""


def _library_k_map(each: Instance) -> Values:
    subset = each.get("subset") is not None and each.get("populationModel") is None
    return _k_map(each.get("k"), None if subset else each.text("estimator"), each.get("significanceLevel"))


def _explicit(model: str, **parameters: str) -> Callable[[Instance], Values]:
    """A model of one attribute whose parameters are fields of other names."""

    def values(each: Instance) -> Values:
        return {"model": model, "attribute": each.get("attribute")} | {
            ours: each.get(theirs) for ours, theirs in parameters.items()
        }

    return values


def _constant(**values: object) -> Callable[[Instance], Values]:
    return lambda _each: dict(values)


_OF_THE_LIBRARY: Mapping[str, Callable[[Instance], Values]] = MappingProxyType(
    {
        "KAnonymity": lambda each: {"model": "k-anonymity", "k": each.get("k")},
        "KMap": _library_k_map,
        "DPresence": lambda each: {"model": "delta-presence", "dmin": each.get("dMin"), "dmax": each.get("dMax")},
        "DistinctLDiversity": lambda each: _diversity(
            each.get("attribute"), "distinct", each.get("l") or each.get("minSize"), None
        ),
        "EntropyLDiversity": lambda each: _diversity(
            each.get("attribute"),
            (each.text("estimator") or "shannon").lower(),
            each.get("l") or each.get("minSize"),
            None,
        ),
        "RecursiveCLDiversity": lambda each: _diversity(
            each.get("attribute"), "recursive", each.get("l") or each.get("minSize"), each.get("c")
        ),
        **{
            f"{variant.capitalize()}DistanceTCloseness": (
                lambda each, variant=variant: {**_explicit("t-closeness", t="t")(each), "variant": variant}
            )
            for variant in _CLOSENESS
        },
        "DDisclosurePrivacy": _explicit("delta-disclosure", delta="d"),
        "BasicBLikeness": lambda each: {**_explicit("beta-likeness", beta="b")(each), "variant": "basic"},
        "EnhancedBLikeness": lambda each: {**_explicit("beta-likeness", beta="b")(each), "variant": "enhanced"},
        **dict.fromkeys(
            ("AverageReidentificationRisk", "RiskBasedThresholdAverageRisk"),
            lambda each: {"model": "average-risk", "threshold": each.get("threshold", "riskThreshold")},
        ),
        **dict.fromkeys(
            ("SampleUniqueness", "RiskBasedThresholdSampleUniques"),
            lambda each: {"model": "sample-uniqueness", "threshold": each.get("threshold", "riskThreshold")},
        ),
        **dict.fromkeys(
            ("PopulationUniqueness", "RiskBasedThresholdPopulationUniques"),
            lambda each: {
                "model": "population-uniqueness",
                "threshold": each.get("threshold", "riskThreshold"),
                "estimator": (each.text("statisticalModel") or "dankar").lower(),
            },
        ),
        "EDDifferentialPrivacy": lambda each: _private(
            each.get("epsilon"), each.get("delta"), each.part("generalization"), each.get("dpSearchBudget")
        ),
        "ProfitabilityProsecutor": _constant(model="profitability", attacker="prosecutor", attack=True),
        "ProfitabilityProsecutorNoAttack": _constant(model="profitability", attacker="prosecutor", attack=False),
        "ProfitabilityJournalist": _constant(model="profitability", attacker="journalist", attack=True),
        "ProfitabilityJournalistNoAttack": _constant(model="profitability", attacker="journalist", attack=False),
    }
)
"""The criteria of ARX's library by the name of their class."""

_NUMBER = r"([-+]?[\d.]+(?:[eE][-+]?\d+)?)"
_OF_ATTRIBUTE = r" for attribute '(.*)'"


def _texts() -> Iterator[tuple[str, Callable[[re.Match[str]], Values]]]:
    yield rf"{_NUMBER}-anonymity", lambda found: {"model": "k-anonymity", "k": _of(found[1])}
    yield (
        rf"\({_NUMBER}\)-map(?: estimated as .*\((.*)\))?",
        lambda found: _k_map(_of(found[1]), _estimator(found[2]), 0.01),
    )
    yield (
        rf"\({_NUMBER}, ?{_NUMBER}\)-presence",
        lambda found: {"model": "delta-presence", "dmin": float(found[1]), "dmax": float(found[2])},
    )
    yield (
        rf"(distinct|shannon-entropy|grassberger-entropy|entropy)-{_NUMBER}-diversity{_OF_ATTRIBUTE}",
        lambda found: _diversity(found[3], _entropy(found[1]), _of(found[2]), None),
    )
    yield (
        rf"recursive-\({_NUMBER}, ?{_NUMBER}\)-diversity{_OF_ATTRIBUTE}",
        lambda found: _diversity(found[3], "recursive", _of(found[2]), float(found[1])),
    )
    yield (
        rf"{_NUMBER}-closeness with (equal|hierarchical|ordered)[- ](?:ground-)?distance{_OF_ATTRIBUTE}",
        lambda found: {"model": "t-closeness", "t": float(found[1]), "variant": found[2], "attribute": found[3]},
    )
    yield (
        rf"{_NUMBER}-disclosure[- ]privacy{_OF_ATTRIBUTE}",
        lambda found: {"model": "delta-disclosure", "delta": float(found[1]), "attribute": found[2]},
    )
    yield (
        rf"(basic|enhanced)-{_NUMBER}-likeness{_OF_ATTRIBUTE}",
        lambda found: {"model": "beta-likeness", "variant": found[1], "beta": float(found[2]), "attribute": found[3]},
    )
    yield (
        rf"\(?<?{_NUMBER}\)?-avg-re-?identification-risk",
        lambda found: {"model": "average-risk", "threshold": float(found[1])},
    )
    yield (
        rf"\(?<?{_NUMBER}\)?-sample-uniqueness",
        lambda found: {"model": "sample-uniqueness", "threshold": float(found[1])},
    )
    yield (
        rf"\(?<?{_NUMBER}\)?-population-uniqueness \((pitman|zayatz|snb|dankar)\)",
        lambda found: {
            "model": "population-uniqueness",
            "threshold": float(found[1]),
            "estimator": found[2].lower(),
        },
    )
    yield (
        rf"\({_NUMBER}, ?{_NUMBER}\)-DP",
        lambda found: {"model": "differential-privacy", "epsilon": float(found[1]), "delta": float(found[2])},
    )
    yield (
        r"(no-attack-)?profitability \((prosecutor|journalist)\).*",
        lambda found: {"model": "profitability", "attacker": found[2].lower(), "attack": not found[1]},
    )


def _of(text: str) -> object:
    return _whole(float(text))


def _entropy(text: str) -> str:
    return "shannon" if text == "entropy" else text.removesuffix("-entropy")


def _estimator(text: str | None) -> str | None:
    return None if text is None else text.strip().replace("-", "_").replace(" ", "_").upper()


_OF_TEXTS = tuple((re.compile(pattern, re.IGNORECASE), values) for pattern, values in _texts())


def privacy_models(found: Configuration, findings: Findings) -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    """The models as plain values: those that are asked, and those that are switched off but were changed."""
    if found.model.fields:
        asked, paused = _of_the_model(found.model, findings)
        _compare(asked, found, findings)
        return asked, paused
    if found.arx.fields:
        criteria = found.arx.items("criteria")
        return tuple(_of_criteria(criteria, findings)), ()
    return tuple(_of_criteria_texts(found.criteria_texts, findings)), ()


def _of_the_model(model: Instance, findings: Findings) -> tuple[tuple[Values, ...], tuple[Values, ...]]:
    asked: list[Values] = []
    paused: list[Values] = []
    for field, values_of in _OF_THE_DESKTOP.items():
        for each in _instances(model.get(field)):
            values = _plain(values_of(each))
            if each.flag("enabled"):
                asked.append(values)
            elif not _is_preset(values):
                paused.append(values)
    minimum = model.part("minimumKeySizeModel")
    if minimum is not None and minimum.flag("enabled"):
        found = "a minimum size of keys is asked for"
        findings.leave_out(PROJECT_OBJECTS, found, "See Smallest keys under Risk; the search does not ask for it.")
    return tuple(asked), tuple(paused)


def _instances(stored: object) -> list[Instance]:
    """The models in a field: one, several, or one for each attribute, these in the order of their names."""
    if isinstance(stored, Instance):
        return [stored]
    if isinstance(stored, dict):
        named = sorted(((str(name), each) for name, each in stored.items() if isinstance(each, Instance)), key=_first)
        for name, each in named:
            each.fields.setdefault("attribute", name)
        return [each for _name, each in named]
    if isinstance(stored, list):
        several = [each for each in stored if isinstance(each, Instance)]
        return sorted(several, key=lambda each: (f"{each.get('variant')}", f"{each.get('threshold')}"))
    return []


def _first(pair: tuple[str, object]) -> str:
    return pair[0]


def _is_preset(values: Values) -> bool:
    presets = _PRESET.get(str(values.get("model")), ())
    return any(all(values.get(name) == value for name, value in preset.items()) for preset in presets)


def _of_criteria(criteria: list[object], findings: Findings) -> Iterator[Values]:
    for each in sorted((each for each in criteria if isinstance(each, Instance)), key=lambda each: each.name):
        if each.name == SUBSET_ITSELF:
            continue
        values_of = _OF_THE_LIBRARY.get(each.name)
        if values_of is None:
            found = f"the privacy model {each.name} is not known"
            findings.leave_out(f"{CONFIG_OBJECTS}, criteria", found, "Choose one that protects against the same.")
            continue
        yield _plain(values_of(each))


def _of_criteria_texts(texts: tuple[str, ...], findings: Findings) -> Iterator[Values]:
    for text in texts:
        if text.strip().lower() == SUBSET_ITSELF.lower():
            continue
        for pattern, values_of in _OF_TEXTS:
            found = pattern.fullmatch(text)
            if found is not None:
                values = values_of(found)
                _note_what_texts_leave_out(values, text, findings)
                yield values
                break
        else:
            what = f"the privacy model {quoted(text)} is not known"
            findings.leave_out(f"{CONFIG_XML}, criteria", what, "Choose one that protects against the same.")


def _note_what_texts_leave_out(values: Values, text: str, findings: Findings) -> None:
    place = f"{CONFIG_XML}, criteria"
    if values.get("model") == "differential-privacy":
        values["search_budget"] = _share_of(values["epsilon"], 0.1)
        found = f"how {quoted(text)} chooses the transformation is not said"
        findings.leave_out(place, found, "A tenth of epsilon is spent on choosing it, as usual in ARX.")
    if values.get("model") == "k-map" and "estimator" in values:
        findings.leave_out(place, f"the significance of {quoted(text)} is not said", "It is 0.01, as in ARX.")


def _compare(asked: tuple[Values, ...], found: Configuration, findings: Findings) -> None:
    """Criteria that the desktop's objects do not know of: models of a version that is not known."""
    known = {str(each.get("model")) for each in asked}
    silent = Findings()
    for each in _of_criteria(found.arx.items("criteria"), silent):
        if each.get("model") not in known:
            what = f"{each.get('model')} is among the criteria, and not among the models that are switched on"
            findings.leave_out(f"{CONFIG_OBJECTS}, criteria", what, "Add it if it is wanted: ARX goes by the latter.")
    findings.left_out.extend(each for each in silent.left_out if each not in findings.left_out)


def built(values: tuple[Values, ...], place: str, findings: Findings) -> tuple[PrivacyModel, ...]:
    """The models from plain values; those that are not accepted are listed."""
    models = (privacy_model(each, place, findings) for each in values)
    return tuple(each for each in models if each is not None)
