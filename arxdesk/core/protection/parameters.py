"""What each privacy model asks for: its parameters in words, their kinds and ranges."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from arxdesk.core.protection.population_words import DANKAR, PITMAN, SNB, ZAYATZ
from arxdesk_engine.risk.population import REGIONS


class Kind(Enum):
    """How a parameter is entered."""

    WHOLE = "whole number"
    NUMBER = "number"
    SHARE = "share"
    """Entered in percent."""
    CHOICE = "choice"
    FLAG = "flag"
    LEVELS = "levels"
    """A level for each quasi-identifier."""
    SUBSET = "subset"
    """Which records are the research subset."""


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a model.

    `name` is that of the job, or one of the form alone (`WAY`). `when` is another parameter and the values of it with
    which this one means something. `least` and `most` are what a card lets choose; a form takes whatever the model
    accepts. `short` is how a card names it; without it the card does not let it be changed. An empty field of an
    `optional` one leaves it out. `meanings` say what the `choices` mean, one each, where that is not plain.
    """

    name: str
    label: str
    kind: Kind
    initial: object = None
    hint: str = ""
    choices: tuple[tuple[str, str], ...] = ()
    when: tuple[str, tuple[object, ...]] | None = None
    optional: bool = False
    short: str = ""
    least: float = 0.0
    most: float = 1.0
    decimals: int = 0
    meanings: tuple[str, ...] = ()


WAY = "way"
"""How differential privacy chooses the levels: a question of the form, answered by which parameters are there."""
BY_SCHEME, BY_LEVELS, BY_SEARCH = "scheme", "levels", "search"

_MOST = 2**31 - 1
_ESTIMATED = ("poisson", "zero_truncated_poisson")
_REGIONS = (("", "As said under Population"), *((region, region) for region in REGIONS))
_SCHEMES = (
    ("low", "Low"),
    ("low-medium", "Low to medium"),
    ("medium", "Medium"),
    ("medium-high", "Medium to high"),
    ("high", "High"),
)


def _people_per_group() -> Parameter:
    return Parameter(
        "k", "People at least per group (k)", Kind.WHOLE, 5, "From 2 on it protects.", short="k", least=2, most=_MOST
    )


def _threshold(of_what: str, initial: float) -> Parameter:
    return Parameter("threshold", of_what, Kind.SHARE, initial, short="at most", decimals=3)


def _subset(when: tuple[str, tuple[object, ...]] | None = None) -> Parameter:
    hint = "All models of a project compare the same records with the whole table."
    return Parameter("subset", "Research subset", Kind.SUBSET, None, hint, when=when, optional=True)


def _population(when: tuple[str, tuple[object, ...]] | None = None) -> tuple[Parameter, Parameter]:
    return (
        Parameter("region", "Population", Kind.CHOICE, "", "", _REGIONS, when, optional=True),
        Parameter(
            "population", "Or its size", Kind.WHOLE, None, "People. Empty: as chosen above.", when=when, optional=True
        ),
    )


PARAMETERS: Mapping[str, tuple[Parameter, ...]] = {
    "k-anonymity": (_people_per_group(),),
    "k-map": (
        _people_per_group(),
        Parameter(
            "estimator",
            "The population is",
            Kind.CHOICE,
            "",
            choices=(
                ("", "the whole table, of which a part is shared"),
                ("poisson", "estimated (Poisson)"),
                ("zero_truncated_poisson", "estimated (zero-truncated Poisson)"),
            ),
            optional=True,
        ),
        Parameter(
            "significance",
            "Significance",
            Kind.NUMBER,
            0.01,
            "How unlikely a group that is too small may be; between 0 and 1.",
            when=("estimator", _ESTIMATED),
        ),
        *_population(("estimator", _ESTIMATED)),
        _subset(("estimator", ("",))),
    ),
    "l-diversity": (
        Parameter(
            "variant",
            "Values count by",
            Kind.CHOICE,
            "distinct",
            choices=(
                ("distinct", "being different (distinct)"),
                ("shannon", "how evenly they occur (Shannon entropy)"),
                ("grassberger", "how evenly they occur (Grassberger entropy)"),
                ("recursive", "none dominating (recursive)"),
            ),
        ),
        Parameter(
            "c",
            "Dominance at most (c)",
            Kind.NUMBER,
            4.0,
            "The commonest value occurs less than c times as often as all from the l-th on together.",
            when=("variant", ("recursive",)),
            short="c",
            least=0.001,
            most=1000.0,
            decimals=3,
        ),
        Parameter(
            "l",
            "Values at least per group (l)",
            Kind.NUMBER,
            3.0,
            "From 2 on it protects.",
            short="l",
            least=1,
            most=1000,
            decimals=2,
        ),
    ),
    "t-closeness": (
        Parameter(
            "variant",
            "Values are",
            Kind.CHOICE,
            "equal",
            choices=(
                ("equal", "all equally far apart"),
                ("ordered", "in an order, such as numbers"),
                ("hierarchical", "as far apart as in their hierarchy"),
            ),
        ),
        Parameter(
            "t", "Distance at most (t)", Kind.NUMBER, 0.2, "From 0 (as in the table) to 1.", short="t", decimals=3
        ),
    ),
    "delta-presence": (
        Parameter("dmin", "Probability at least", Kind.SHARE, 0.0, short="from", decimals=3),
        Parameter("dmax", "Probability at most", Kind.SHARE, 0.2, short="to", decimals=3),
        _subset(),
    ),
    "delta-disclosure": (
        Parameter(
            "delta",
            "Difference at most (delta)",
            Kind.NUMBER,
            1.0,
            "With 1 no value is twice as frequent as in the table, or half as frequent.",
            short="delta",
            least=0.001,
            most=1_000_000.0,
            decimals=3,
        ),
        Parameter(
            "absent_values",
            "Values absent from a group",
            Kind.CHOICE,
            "allowed",
            choices=(("allowed", "are allowed"), ("violating", "break it, as published")),
        ),
    ),
    "beta-likeness": (
        Parameter(
            "variant",
            "Rare values",
            Kind.CHOICE,
            "basic",
            choices=(("basic", "may gain as others (basic)"), ("enhanced", "may gain less (enhanced)")),
        ),
        Parameter(
            "beta",
            "Gain at most (beta)",
            Kind.NUMBER,
            1.0,
            "With 1 no value is more than twice as frequent as in the table.",
            short="beta",
            least=0.001,
            most=1_000_000.0,
            decimals=3,
        ),
    ),
    "average-risk": (
        _threshold("Average risk at most", 0.05),
        Parameter(
            "highest",
            "Risk that few may exceed",
            Kind.SHARE,
            None,
            "With both of these it is the strict variant.",
            optional=True,
        ),
        Parameter("records", "How many may exceed it", Kind.SHARE, None, optional=True),
    ),
    "sample-uniqueness": (_threshold("Unique in the table at most", 0.01),),
    "population-uniqueness": (
        _threshold("Unique in the population at most", 0.01),
        Parameter(
            "estimator",
            "Estimated by",
            Kind.CHOICE,
            "dankar",
            "The rule takes one of the others by the share of the population in the table.",
            choices=(
                ("dankar", "the rule of Dankar et al."),
                ("pitman", "Pitman"),
                ("zayatz", "Zayatz"),
                ("snb", "SNB (slide negative binomial)"),
            ),
            meanings=(DANKAR, PITMAN, ZAYATZ, SNB),
        ),
        *_population(),
    ),
    "differential-privacy": (
        Parameter(
            "epsilon",
            "Epsilon",
            Kind.NUMBER,
            1.0,
            "The smaller, the less one person matters; from 0.001 to 100.",
            short="epsilon",
            least=0.001,
            most=100.0,
            decimals=3,
        ),
        Parameter("delta", "Delta", Kind.NUMBER, 1e-6, "The probability that this fails; less than 1 / records."),
        Parameter(
            WAY,
            "Levels are chosen",
            Kind.CHOICE,
            BY_SCHEME,
            choices=(
                (BY_SCHEME, "by a scheme, whatever the data are"),
                (BY_LEVELS, "by hand, whatever the data are"),
                (BY_SEARCH, "by the data, for a part of epsilon"),
            ),
        ),
        Parameter(
            "scheme",
            "Coarseness",
            Kind.CHOICE,
            "medium",
            choices=(*_SCHEMES, ("", "Each column has its level")),
            when=(WAY, (BY_SCHEME, BY_LEVELS)),
            optional=True,
        ),
        Parameter("levels", "Levels", Kind.LEVELS, when=(WAY, (BY_LEVELS,))),
        Parameter(
            "search_budget",
            "Epsilon for the search",
            Kind.NUMBER,
            0.1,
            "Less than epsilon; the rest protects the records.",
            when=(WAY, (BY_SEARCH,)),
        ),
        Parameter("steps", "Steps of the search", Kind.WHOLE, 100, when=(WAY, (BY_SEARCH,))),
        Parameter("seed", "Seed", Kind.WHOLE, None, "For tests only: who knows it knows the sample.", optional=True),
    ),
    "profitability": (
        Parameter(
            "attacker",
            "The attacker",
            Kind.CHOICE,
            "prosecutor",
            choices=(
                ("prosecutor", "knows that somebody is in the table"),
                ("journalist", "does not know who is in the table"),
            ),
        ),
        Parameter(
            "attack",
            "Attacks may pay, if publishing pays all the same",
            Kind.FLAG,
            True,
            "Benefits and costs stand under Limits and quality.",
        ),
        _subset(("attacker", ("journalist",))),
    ),
}
"""By the name that a model has in a job, in the order of the form."""


def initial_values(model: str) -> dict[str, object]:
    """What a new form shows."""
    return {each.name: each.initial for each in PARAMETERS[model]}


def matters(parameter: Parameter, values: Mapping[str, object]) -> bool:
    """Whether a parameter means something beside the others of a form."""
    return parameter.when is None or values.get(parameter.when[0]) in parameter.when[1]


def plain_values(model: str, values: Mapping[str, object]) -> dict[str, object]:
    """What a job says, from what a form shows: without what means nothing, is empty, or belongs to the form alone."""
    said: dict[str, object] = {"model": model}
    for parameter in PARAMETERS[model]:
        value = values.get(parameter.name)
        empty = value is None or (parameter.optional and value == "")
        if parameter.name != WAY and matters(parameter, values) and not empty:
            said[parameter.name] = value
    return said


def form_values(model: str, said: Mapping[str, object]) -> dict[str, object]:
    """What a form shows of a model that a job states."""
    values: dict[str, object] = {}
    for parameter in PARAMETERS[model]:
        missing = "" if parameter.kind is Kind.CHOICE and parameter.optional else None
        values[parameter.name] = said.get(parameter.name, missing if parameter.optional else parameter.initial)
    if WAY in values:
        searched, by_hand = said.get("search_budget") is not None, bool(said.get("levels"))
        values[WAY] = BY_SEARCH if searched else BY_LEVELS if by_hand else BY_SCHEME
    return values
