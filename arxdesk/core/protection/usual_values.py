"""Values that are usual for the parameters of privacy models, to begin with."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Usual:
    """Values that are usual for a model, and what they are called."""

    label: str
    values: Mapping[str, object]


def _usual_k() -> tuple[Usual, ...]:
    names = {3: "often among colleagues", 5: "common for research", 11: "common for health data", 20: "", 100: ""}
    return tuple(Usual(f"{k}-anonymity{f', {why}' if why else ''}", {"k": k}) for k, why in names.items())


def _usual_diversity() -> tuple[Usual, ...]:
    plain = tuple(
        Usual(f"{words} {number}-diversity", {"variant": variant, "l": float(number)})
        for variant, words in (("distinct", "Distinct"), ("shannon", "Shannon"), ("grassberger", "Grassberger"))
        for number in (2, 3, 4, 5, 10)
    )
    recursive = tuple(
        Usual(f"Recursive ({c:g}, {number})-diversity", {"variant": "recursive", "c": c, "l": float(number)})
        for c in (3.0, 4.0)
        for number in (2, 3, 4)
    )
    return (*plain, *recursive)


def _usual_closeness() -> tuple[Usual, ...]:
    return tuple(
        Usual(f"{t:g}-closeness, {words}", {"variant": variant, "t": t})
        for t in (0.15, 0.2)
        for variant, words in (("equal", "equal"), ("ordered", "ordered"), ("hierarchical", "hierarchical"))
    )


def _usual_thresholds(shares: tuple[float, ...]) -> tuple[Usual, ...]:
    return tuple(Usual(f"At most {100 * share:g} %", {"threshold": share}) for share in shares)


_PRESENCE = (
    *((0.0, 0.05), (0.0, 0.1), (0.0, 0.15), (0.0, 0.2), (0.0, 0.3), (0.0, 0.5)),
    *((0.05, 0.1), (0.05, 0.15), (0.05, 0.2), (0.1, 0.2), (0.01, 0.05)),
)

USUAL: Mapping[str, tuple[Usual, ...]] = {
    "k-anonymity": _usual_k(),
    "k-map": tuple(Usual(f"{k}-map", {"k": k}) for k in (3, 5, 11, 20, 100)),
    "l-diversity": _usual_diversity(),
    "t-closeness": _usual_closeness(),
    "delta-presence": tuple(
        Usual(f"Between {100 * low:g} and {100 * high:g} %", {"dmin": low, "dmax": high}) for low, high in _PRESENCE
    ),
    "delta-disclosure": tuple(Usual(f"delta {delta:g}", {"delta": delta}) for delta in (0.8, 1.0, 1.2, 1.5, 2.0)),
    "beta-likeness": tuple(
        Usual(f"{words} {beta:g}-likeness", {"variant": variant, "beta": beta})
        for variant, words in (("basic", "Basic"), ("enhanced", "Enhanced"))
        for beta in (0.5, 1.0, 2.0, 4.0, 10.0)
    ),
    "average-risk": (
        *_usual_thresholds((0.2, 0.1, 0.09, 0.05, 0.01)),
        Usual("At most 10 %, no risk above 33 % but for 5 %", {"threshold": 0.1, "highest": 0.334, "records": 0.05}),
    ),
    "sample-uniqueness": _usual_thresholds((0.05, 0.01, 0.001, 0.0)),
    "population-uniqueness": tuple(
        Usual(f"At most {100 * share:g} %, {words}", {"threshold": share, "estimator": estimator})
        for estimator, words in (("dankar", "Dankar"), ("pitman", "Pitman"), ("zayatz", "Zayatz"), ("snb", "SNB"))
        for share in (0.01, 0.001, 0.0001)
    ),
    "differential-privacy": tuple(
        Usual(f"epsilon {epsilon:g}, delta {delta:g}", {"epsilon": epsilon, "delta": delta})
        for delta in (1e-6, 1e-7, 1e-8)
        for epsilon in (0.1, 0.5, 1.0, 1.5, 2.0)
    ),
    "profitability": tuple(
        Usual(f"{attacker.capitalize()}, {words}", {"attacker": attacker, "attack": attack})
        for attacker in ("prosecutor", "journalist")
        for attack, words in ((True, "attacks may pay"), (False, "no attack pays"))
    ),
}
"""By the name that a model has in a job."""
