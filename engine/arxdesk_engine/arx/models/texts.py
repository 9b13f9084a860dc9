"""The privacy models as `config.xml` writes them, in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from arxdesk_engine.arx.files.configuration import CONFIG_XML
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.models.values import (
    BUDGET_SHARE,
    SUBSET_ITSELF,
    Values,
    diversity,
    k_map,
    of_attribute,
    plain,
    private,
    share_of,
)
from arxdesk_engine.foundation.errors import quoted

_Found = re.Match[str]
_NUMBER = r"([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)"
_OF_ATTRIBUTE = r" for attribute '(.*)'"
_SIGNIFICANCE = 0.01
_TEXTS: tuple[tuple[str, Callable[[_Found], Values]], ...] = (
    (rf"{_NUMBER}-anonymity", lambda found: {"model": "k-anonymity", "k": _number(found[1])}),
    (
        rf"\({_NUMBER}\)-map(?: estimated as .*\((.*)\))?",
        lambda found: k_map(_number(found[1]), found[2], _SIGNIFICANCE),
    ),
    (
        rf"\({_NUMBER}, ?{_NUMBER}\)-presence",
        lambda found: {"model": "delta-presence", "dmin": float(found[1]), "dmax": float(found[2])},
    ),
    (
        rf"(distinct|shannon|grassberger|entropy)(?:-entropy)?-{_NUMBER}-diversity{_OF_ATTRIBUTE}",
        lambda found: diversity(found[3], _variant(found[1]), float(found[2])),
    ),
    (
        rf"recursive-\({_NUMBER}, ?{_NUMBER}\)-diversity{_OF_ATTRIBUTE}",
        lambda found: diversity(found[3], "recursive", float(found[2]), float(found[1])),
    ),
    (
        rf"{_NUMBER}-closeness with (equal|hierarchical|ordered)[- ](?:ground-)?distance{_OF_ATTRIBUTE}",
        lambda found: of_attribute("t-closeness", found[3], variant=found[2].lower(), t=float(found[1])),
    ),
    (
        rf"{_NUMBER}-disclosure[- ]privacy{_OF_ATTRIBUTE}",
        lambda found: of_attribute("delta-disclosure", found[2], delta=float(found[1])),
    ),
    (
        rf"(basic|enhanced)-{_NUMBER}-likeness{_OF_ATTRIBUTE}",
        lambda found: of_attribute("beta-likeness", found[3], variant=found[1].lower(), beta=float(found[2])),
    ),
    (
        rf"\(<?{_NUMBER}\)-(avg-re-?identification-risk|sample-uniqueness)",
        lambda found: {"model": _risk(found[2]), "threshold": float(found[1])},
    ),
    (
        rf"\(<?{_NUMBER}\)-population-uniqueness \((pitman|zayatz|snb|dankar)\)",
        lambda found: {
            "model": "population-uniqueness",
            "threshold": float(found[1]),
            "estimator": found[2].lower(),
        },
    ),
    (
        rf"\({_NUMBER}, ?{_NUMBER}\)-DP",
        lambda found: private(float(found[1]), float(found[2]), None, share_of(float(found[1]), BUDGET_SHARE)),
    ),
    (
        r"(no-attack-)?profitability \((prosecutor|journalist)\).*",
        lambda found: {"model": "profitability", "attacker": found[2].lower(), "attack": not found[1]},
    ),
)
_PATTERNS = tuple((re.compile(pattern, re.IGNORECASE | re.DOTALL), values_of) for pattern, values_of in _TEXTS)


def text_models(texts: Iterable[str], findings: Findings) -> Iterator[Values]:
    """The models that texts name; parameters they leave out are reported."""
    for text in texts:
        if text.lower() == SUBSET_ITSELF.lower():
            continue
        readings = ((pattern.fullmatch(text), values_of) for pattern, values_of in _PATTERNS)
        values = next((values_of(found) for found, values_of in readings if found is not None), None)
        if values is None:
            what = f"the privacy model {quoted(text)} is not known"
            findings.leave_out(f"{CONFIG_XML}, criteria", what, "Choose one that protects against the same.")
            continue
        _report_what_is_not_said(values, text, findings)
        yield plain(values)


def _report_what_is_not_said(values: Values, text: str, findings: Findings) -> None:
    place = f"{CONFIG_XML}, criteria"
    if values["model"] == "differential-privacy":
        what = f"how {quoted(text)} chooses the transformation is missing"
        findings.leave_out(place, what, "A tenth of epsilon is spent on the choice, as usual in ARX.")
    if "estimator" in values and values["model"] == "k-map":
        findings.leave_out(place, f"the significance of {quoted(text)} is missing", "It is 0.01, as usual in ARX.")


def _number(text: str) -> object:
    """A whole number, where it is one."""
    number = float(text)
    return int(number) if number.is_integer() else number


def _variant(text: str) -> str:
    return "shannon" if text.lower() == "entropy" else text.lower()


def _risk(text: str) -> str:
    return "sample-uniqueness" if text.lower().startswith("sample") else "average-risk"
