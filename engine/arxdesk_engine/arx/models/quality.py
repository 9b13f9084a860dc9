"""The quality model of a project, which ARX calls its metric, as ours."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS, CONFIG_XML, PROJECT_OBJECTS, Configuration
from arxdesk_engine.arx.files.java_values import Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import marked, short, tr

DEFAULT_FACTOR = 0.5
AVERAGE_CLASS_SIZE = "average-class-size"
_HAVE_FACTOR = frozenset(
    (
        *("loss", "precision", "non-uniform-entropy", "normalized-non-uniform-entropy", "entropy"),
        *("publisher-payout", "classification", AVERAGE_CLASS_SIZE),
    )
)
_HAVE_AGGREGATE = frozenset(("loss", "precision", "non-uniform-entropy", "normalized-non-uniform-entropy", "height"))
_HAVE_MONOTONIC = frozenset(("precision", "non-uniform-entropy", "discernibility"))
AGGREGATES: Mapping[str, str] = MappingProxyType(
    {
        "SUM": "sum",
        "MAXIMUM": "maximum",
        "ARITHMETIC_MEAN": "arithmetic-mean",
        "GEOMETRIC_MEAN": "geometric-mean",
        "RANK": "rank",
    }
)


@dataclass(frozen=True, slots=True)
class _Kind:
    """The meaning of a metric's name or class."""

    model: str
    monotonic: bool = False
    attacker: str | None = None
    instead: str = ""
    """What has to be said where it is not quite the same."""


_JOURNALIST = _Kind("publisher-payout", attacker="journalist")
_PROSECUTOR = _Kind("publisher-payout", attacker="prosecutor")
_NO_TABLE = marked("Loss is measured instead: a table of losses by attribute and level has no counterpart.")
_CLASSIFICATION = _Kind(
    "classification",
    instead=marked(
        "A removed record costs the suppression factor here, and the factor of the project in ARX, so that another "
        "transformation can be the best."
    ),
)
_TEXTS: tuple[tuple[str, _Kind], ...] = (
    (r"average equivalence class size|aecs", _Kind(AVERAGE_CLASS_SIZE)),
    (r"monotonic discern[ai]bility|.*\(dm\*\)", _Kind("discernibility", monotonic=True)),
    (r"discern[ai]bility", _Kind("discernibility")),
    (r"height", _Kind("height")),
    (r"normalized non-uniform entropy", _Kind("normalized-non-uniform-entropy")),
    (r"monotonic non-uniform entropy", _Kind("non-uniform-entropy", monotonic=True)),
    (r"non-uniform entropy|non-monotonic non-uniform entropy", _Kind("non-uniform-entropy")),
    (r"monotonic precision", _Kind("precision", monotonic=True)),
    (r"precision|non-monotonic precision", _Kind("precision")),
    (r"ambiguity", _Kind("ambiguity")),
    (r"kl[- ]divergence", _Kind("kl-divergence")),
    (r"entropy-based information loss", _Kind("entropy")),
    (r"classification accuracy|classification", _CLASSIFICATION),
    (r"(publisher ?payout|publisher ?benefit).*journalist", _JOURNALIST),
    (r"publisher ?payout|publisher ?benefit", _PROSECUTOR),
    (r"static", _Kind("loss", instead=_NO_TABLE)),
    (r"(normalized )?loss|domain share", _Kind("loss")),
)
"""Names of metrics, as ARX's desktop and its XML write them, by how they begin."""
_CLASSES: Mapping[str, _Kind] = MappingProxyType(
    {
        **dict.fromkeys(("MetricMDNMLoss", "MetricMDNMNormalizedDomainShare"), _Kind("loss")),
        "MetricMDNMPrecision": _Kind("precision"),
        "MetricMDPrecision": _Kind("precision", monotonic=True),
        "MetricMDHeight": _Kind("height"),
        "MetricMDStatic": _Kind("loss", instead=_NO_TABLE),
        "MetricMDNUNMEntropy": _Kind("non-uniform-entropy"),
        "MetricMDNUEntropy": _Kind("non-uniform-entropy", monotonic=True),
        "MetricMDNUNMNormalizedEntropy": _Kind("normalized-non-uniform-entropy"),
        **dict.fromkeys(("MetricSDNMDiscernability", "MetricDM"), _Kind("discernibility")),
        **dict.fromkeys(("MetricSDDiscernability", "MetricDMStar"), _Kind("discernibility", monotonic=True)),
        **dict.fromkeys(("MetricSDAECS", "MetricAECS"), _Kind(AVERAGE_CLASS_SIZE)),
        "MetricSDNMAmbiguity": _Kind("ambiguity"),
        "MetricSDNMKLDivergence": _Kind("kl-divergence"),
        "MetricSDNMEntropyBasedInformationLoss": _Kind("entropy"),
        "MetricSDClassification": _CLASSIFICATION,
        **dict.fromkeys(("MetricSDNMPublisherPayout", "MetricSDNMPublisherBenefit"), _PROSECUTOR),
        "MetricHeight": _Kind("height"),
        "MetricPrecision": _Kind("precision", monotonic=True),
        "MetricEntropy": _Kind("non-uniform-entropy", monotonic=True),
        "MetricNMEntropy": _Kind("non-uniform-entropy"),
        "MetricNMPrecision": _Kind("precision"),
    }
)
"""Metrics by the name of their class, without what says how they are computed."""
_HOW = ("PotentiallyPrecomputed", "Precomputed")


def quality_settings(found: Configuration, findings: Findings) -> dict[str, object]:
    """The section [quality]: the model and its parameters."""
    metric, chosen = found.arx.part("metric"), found.model.part("metricConfig")
    description = found.model.part("metricDescription")
    name = None if description is None else description.text("name")
    kind = None
    if name is not None:
        kind = _by_text(name)
    if kind is None and metric is not None:
        kind = _by_class(metric)
    if kind is None and found.metric_text:
        kind = _by_text(found.metric_text)
    if kind is None:
        said = name or (metric.name if metric else "") or found.metric_text
        place = PROJECT_OBJECTS if name else CONFIG_OBJECTS if metric else CONFIG_XML
        what = (
            tr("the utility measure {name} is not known", name=quoted(said))
            if said
            else tr("the utility measure is missing")
        )
        findings.leave_out(place, what, tr("Loss is measured: choose another quality model if that is wrong."))
        return {}
    if kind.instead:
        findings.leave_out(
            CONFIG_OBJECTS,
            tr("the utility measure {name} is chosen", name=quoted(name or "Static")),
            tr(kind.instead),
        )
    values: dict[str, object] = {"model": kind.model}
    if kind.attacker is not None:
        values["attacker"] = kind.attacker
    if kind.model in _HAVE_MONOTONIC:
        flag = None if chosen is None else chosen.flag("monotonic")
        values["monotonic_variant"] = kind.monotonic or bool(flag)
    if kind.model in _HAVE_AGGREGATE:
        values |= _aggregate(metric, chosen, name, findings)
    if kind.model in _HAVE_FACTOR:
        values |= _factor(kind.model, _factor_of(found, metric, chosen), findings)
    return values


def _by_text(text: str) -> _Kind | None:
    written = text.strip().lower()
    return next((kind for pattern, kind in _TEXTS if re.match(pattern, written)), None)


def _by_class(metric: Instance) -> _Kind | None:
    for each in (metric.kind, *reversed(metric.parents)):
        name = each.rpartition(".")[2]
        for ending in _HOW:
            name = name.removesuffix(ending)
        if name in _CLASSES:
            of_journalist = metric.flag("journalistAttackerModel") and _CLASSES[name] is _PROSECUTOR
            return _JOURNALIST if of_journalist else _CLASSES[name]
    return None


def _aggregate(
    metric: Instance | None, chosen: Instance | None, name: str | None, findings: Findings
) -> dict[str, object]:
    """The aggregate of the desktop, which goes before that of the metric; none where nothing says it."""
    said = None
    if name is not None and chosen is not None:
        said = chosen.text("aggregateFunction")
    if said is None and metric is not None:
        said = metric.text("function", "aggregateFunction")
    if said is None:
        return {}
    if said not in AGGREGATES:
        found = tr("the aggregate function {name} is not known", name=quoted(said))
        findings.leave_out(CONFIG_OBJECTS, found, tr("The default of the model is used."))
        return {}
    return {"aggregate": AGGREGATES[said]}


def _factor_of(found: Configuration, metric: Instance | None, chosen: Instance | None) -> float | None:
    for number in (
        None if chosen is None else chosen.number("gsFactor"),
        None if metric is None else metric.number("gsFactor"),
        found.input.number("suppressionWeight"),
    ):
        if number is not None:
            return float(number)
    written = re.search(r"\(([\d.eE-]+)/[\d.eE-]+/[\d.eE-]+\)", found.metric_text)
    try:
        return float(written[1]) if written else None
    except ValueError:
        return None


def _factor(model: str, factor: float | None, findings: Findings) -> dict[str, object]:
    """ARX's factor is ours, but for the average class size, where ARX exchanges what it weighs."""
    if factor is None or factor == DEFAULT_FACTOR:
        return {}
    if model == AVERAGE_CLASS_SIZE:
        findings.note(
            tr(
                "ARX exchanges the weights of generalization and suppression in the average class size: the factor "
                "{factor} there is {ours} here, which computes the same.",
                factor=short(factor),
                ours=short(1 - factor),
            )
        )
        factor = float(f"{1 - factor:.12g}")
    return {"generalization_suppression_factor": factor}
