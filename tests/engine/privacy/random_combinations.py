"""Random small problems with one to three of all privacy models."""

import random
from collections.abc import Sequence
from typing import Any

from hypothesis import strategies as st

from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.privacy.model import PrivacyModel
from tests.engine.amounts import costs_of
from tests.engine.naive import Case, Rows
from tests.engine.privacy.combined import Combined
from tests.engine.strategies import AGGREGATES, FACTORS

LIMITS = (0.0, 0.0, 0.0, 0.05, 0.05, 0.2, 0.2, 1.0)
VALUES = "abcdef"
LABELS = ("*", "x", "y", "z", "v", "w")
SENSITIVE = (("flu", "", "cold", "gout", "tbc"), ("1", "10", "2", "", "7"))
COSTS = (
    Costs(),
    costs_of(1200.0, 300.0, 1200.0, 2.0),
    costs_of(300.0, 300.0, 12.0, 4.0),
    costs_of(120.0, 3000.0, 1000.0, 20.0),
    costs_of(100.0, 150.0, 21.0, 3.0),
    costs_of(10.0, 5.0, 0.0, 1.0),
    costs_of(10.0, 20.0, 7.0, 0.0),
    costs_of(0.0, 1.0, 2.0, 1.0),
    costs_of(40.0, 100.0, 9.0, 1.8),
)
OF_MANY_VARIANTS = ("l-diversity", "l-diversity", "t-closeness", "population-uniqueness")
ONLY_ONCE = ("k-anonymity", "k-map", "delta-presence", "differential-privacy")

OF_THE_PAPER = {
    "k": {"model": "k-anonymity", "k": 5},
    "l": {"model": "l-diversity", "attribute": "s0", "variant": "recursive", "l": 3, "c": 4.0},
    "t": {"model": "t-closeness", "attribute": "s0", "variant": "hierarchical", "t": 0.2},
    "d": {"model": "delta-presence", "dmin": 0.05, "dmax": 0.15},
}
COMBINATIONS_OF_THE_PAPER = ("k", "l", "t", "d", "kl", "kt", "kd", "ld", "td", "kld", "ktd")
"""The eleven combinations of "The cost of quality" (2015), section 3.1."""


@st.composite
def combinations(draw, **settings: Any) -> tuple[Combined, random.Random]:
    """Random problems as hypothesis draws them, and more chance for whoever asks."""
    chance = draw(st.randoms(use_true_random=False))
    return random_problem(chance, **settings), chance


def parameters_of(chance: random.Random, name: str, *, subset: bool) -> dict[str, Any]:
    """Random parameters of a model."""
    pick = chance.choice
    match name:
        case "k-anonymity" | "km-anonymity":
            return {"k": chance.randint(1, 6)} | ({"m": chance.randint(1, 3)} if name == "km-anonymity" else {})
        case "k-map":
            estimators = ("poisson", "zero_truncated_poisson", *([None] if subset else []))
            return {"k": chance.randint(1, 9), "estimator": pick(estimators), "significance": pick((0.01, 0.05, 0.3))}
        case "l-diversity":
            variant = pick(("distinct", "shannon", "grassberger", "recursive"))
            whole = variant in ("distinct", "recursive")
            found = {"variant": variant, "l": pick((1, 2, 2, 3, 4)) if whole else pick((1, 1.5, 2, 2.3, 3))}
            return found | ({"c": pick((0.5, 1.0, 1.5, 2.0, 4.0))} if variant == "recursive" else {})
        case "t-closeness":
            return {
                "variant": pick(("equal", "ordered", "hierarchical")),
                "t": pick((0.0, 0.1, 0.2, 0.2, 0.3, 0.3, 0.5)),
            }
        case "delta-presence":
            dmin, dmax = sorted((pick((0.0, 0.05, 0.1, 0.25, 0.5)), pick((0.15, 0.5, 0.6, 0.75, 1.0))))
            return {"dmin": dmin, "dmax": dmax}
        case "delta-disclosure":
            return {"delta": pick((0.5, 1.0, 1.5, 2.0, 3.0)), "absent_values": pick(("allowed", "violating"))}
        case "beta-likeness":
            return {"variant": pick(("basic", "enhanced")), "beta": pick((0.2, 0.5, 1.0, 2.0, 5.0))}
        case "average-risk":
            strict = {"highest": pick((0.0, 0.2, 0.334, 0.5, 1.0)), "records": pick((0.0, 0.1, 0.3, 0.8))}
            return {"threshold": pick((0.0, 0.1, 0.2, 0.2, 0.35, 0.5))} | (strict if pick((True, False)) else {})
        case "sample-uniqueness":
            return {"threshold": pick((0.0, 0.02, 0.05, 0.1, 0.3))}
        case "population-uniqueness":
            estimator = pick(("pitman", "zayatz", "snb", "dankar"))
            return {"threshold": pick((0.0, 0.001, 0.01, 0.05, 0.2, 0.5, 1.0)), "estimator": estimator}
        case "differential-privacy":
            return {"epsilon": pick((0.5, 1.0, 2.0)), "delta": pick((0.05, 0.2, 0.4)), "scheme": "low"}
    attacker = pick(("prosecutor", "journalist")) if subset else "prosecutor"
    return {"attacker": attacker, "attack": pick((True, True, False))}


def random_model(chance: random.Random, name: str, attributes: Sequence[str], *, subset: bool) -> PrivacyModel:
    """A model with random parameters."""
    given = parameters_of(chance, name, subset=subset)
    if "attribute" in MODELS[name].model_fields:
        given["attribute"] = chance.choice(list(attributes))
    return MODELS[name](**given)


def nested(chance: random.Random, values: Sequence[str], most_levels: int) -> Rows:
    """A hierarchy whose levels merge whole groups of the one before; the last one may have several labels."""
    columns = [tuple(values)]
    group = list(range(len(values)))
    for _level in range(chance.randint(chance.randint(0, 1), most_levels - 1)):
        merged = {each: chance.randrange(max(1, len(set(group)) - chance.randint(0, 1))) for each in sorted(set(group))}
        group = [merged[each] for each in group]
        labels = chance.sample(LABELS, len(LABELS))
        columns.append(tuple(labels[each] for each in group))
    if chance.random() < 0.8 and len(set(group)) > 1:
        columns[-1 if len(columns) == most_levels else len(columns) :] = [("*",) * len(values)]
    return tuple(zip(*columns, strict=True))


def skewed(chance: random.Random, values: Sequence[str], number: int) -> tuple[str, ...]:
    """Cells, some values of which are more frequent than others."""
    weights = [chance.choice((1, 1, 2, 5, 12)) for _value in values]
    return tuple(chance.choices(list(values), weights, k=number))


def telling(chance: random.Random, cells: Sequence[str], origin: Sequence[object], strength: float) -> tuple[str, ...]:
    """The same cells, most of which follow from another attribute: specializations then separate its values."""
    place = {each: chance.choice(cells) for each in dict.fromkeys(origin)}
    return tuple(place[each] if chance.random() < strength else cell for cell, each in zip(cells, origin, strict=True))


def random_problem(
    chance: random.Random, *, records: tuple[int, int] = (3, 60), of_the_paper: bool = False
) -> Combined:
    """A problem of any kind, or one of the eleven combinations of the paper with its parameters."""
    number = chance.randint(records[0], chance.choice((records[0] + 9, sum(records) // 2, records[1])))
    sensitive, trees = {}, {}
    for index in range(1 if of_the_paper else chance.choice((0, 1, 1, 1, 2))):
        values = SENSITIVE[index][: chance.choice((1, 2, 2, 3, 4, 5))]
        sensitive[f"s{index}"] = skewed(chance, values, number)
        trees[f"s{index}"] = nested(chance, values, 3)
    included = None
    if of_the_paper or chance.random() < 0.5:
        share = 0.1 if of_the_paper else chance.choice((0.1, 0.3, 0.6, 0.9))
        drawn = tuple(chance.random() < share for _record in range(number))
        included = drawn if any(drawn) else None
    case = random_case(chance, number, [*sensitive.values(), *([] if included is None else [included])])
    choose = paper_models if of_the_paper else random_models
    models = choose(chance, tuple(sensitive), subset=included is not None)
    population = number * chance.choice((1, 2, 8, 50, 10_000))
    return Combined(case, tuple(models), sensitive, trees, included, population, chance.choice(COSTS))


def random_case(chance: random.Random, number: int, origins: Sequence[Sequence[object]]) -> Case:
    """Quasi-identifiers, some of which tell of the other attributes, and all that is asked of them but the models."""
    attributes = chance.choice((1, 2, 2, 3, 3, 4))
    most = 4 if attributes < 4 else 3
    hierarchies = [nested(chance, VALUES[: chance.choice((1, 2, 3, 4, 4, 5, 6))], most) for _each in range(attributes)]
    columns = [skewed(chance, [row[0] for row in rows], number) for rows in hierarchies]
    for origin in origins:
        index = chance.randrange(attributes)
        columns[index] = telling(chance, columns[index], origin, chance.choice((0.0, 0.7, 0.9, 1.0)))
    limits = [sorted(chance.choices(range(len(rows[0])), k=2)) for rows in hierarchies]
    limited = chance.random() < 0.15
    return Case(
        columns=tuple(columns),
        hierarchies=tuple(hierarchies),
        limit=chance.choice((*LIMITS, min(1.0, chance.randint(1, 4) / number))),
        weights=tuple(chance.choice((0.0, 0.1, 0.5, 1.0)) for _each in columns) if chance.random() < 0.3 else None,
        aggregate=chance.choice(AGGREGATES),
        factor=chance.choice((0.5, 0.5, *FACTORS)),
        bottom=tuple(low for low, _high in limits) if limited else None,
        top=tuple(high for _low, high in limits) if limited else None,
    )


def near_miss(chance: random.Random, name: str) -> Combined:
    """Groups that would fulfil a model but for some records that a specialization sets apart, as many as may go.

    The records of a group are spread evenly over the sensitive values, and over the research subset; the others share
    a value, and are all in the subset or all outside.
    """
    values = SENSITIVE[0][: chance.randint(2, 4)]
    apart = "bcd"[: chance.randint(1, 3)]
    records = []
    for group in "xyz"[: chance.randint(1, 3)]:
        each, one_in = chance.choice((1, 2, 3, 4)), chance.choice((2, 3, 10))
        records += [(group, "a", value, index % one_in == 0) for index, value in enumerate(values * each)]
        value, counts = chance.choice(values), chance.random() < 0.8
        records += [(group, chance.choice(apart), value, counts) for _record in range(chance.randint(0, 4))]
    chance.shuffle(records)
    groups, parts, sensitive, included = zip(*records, strict=True)
    is_subset = any(included) and (name == "delta-presence" or chance.random() < 0.5)
    counted = [index for index in range(len(records)) if not is_subset or included[index]]
    extras = sum(parts[index] != "a" for index in counted)
    part_rows = chance.choice(
        ((("a", "*"), ("b", "*"), ("c", "*"), ("d", "*")), (("a", "a", "*"), *((part, "b", "*") for part in "bcd")))
    )
    case = Case(
        columns=(groups, parts),
        hierarchies=(nested(chance, "xyz", 2), part_rows),
        limit=min(1.0, max(0.0, (extras + chance.choice((-1.5, -0.5, 0.5, 0.5, 0.5))) / len(counted))),
    )
    asked = [name] if name == "k-anonymity" or chance.random() < 0.7 else [name, "k-anonymity"]
    return Combined(
        case,
        tuple(random_model(chance, each, ("s0",), subset=is_subset) for each in asked),
        {"s0": sensitive},
        {"s0": nested(chance, values, 3)},
        included if is_subset else None,
        len(records) * chance.choice((1, 2, 50)),
        chance.choice(COSTS),
    )


def random_models(chance: random.Random, attributes: Sequence[str], *, subset: bool) -> list[PrivacyModel]:
    """One to three of all models."""
    names = [*MODELS, *OF_MANY_VARIANTS, *(["delta-presence"] if subset else [])]
    names = [name for name in names if name != "delta-presence" or subset]
    names = [name for name in names if not MODELS[name].needs_person]
    names = [name for name in names if "attribute" not in MODELS[name].model_fields or attributes]
    models: list[PrivacyModel] = []
    for _model in range(chance.choice((1, 1, 2, 3))):
        found = random_model(chance, chance.choice(names), attributes, subset=subset)
        if found.model not in ONLY_ONCE or all(found.model != other.model for other in models):
            models.append(found)
    return models


def paper_models(chance: random.Random, _attributes: Sequence[str], *, subset: bool) -> list[PrivacyModel]:
    """One of the eleven combinations; those with presence only where there is a subset."""
    chosen = chance.choice([each for each in COMBINATIONS_OF_THE_PAPER if subset or "d" not in each])
    return [MODELS[OF_THE_PAPER[letter]["model"]](**OF_THE_PAPER[letter]) for letter in chosen]
