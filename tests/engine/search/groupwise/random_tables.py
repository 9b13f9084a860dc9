"""Random small tables for recoding group by group."""

import random
from dataclasses import replace

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.privacy import MODELS
from arxdesk_engine.search.groupwise.recoding import recode_by_groups
from arxdesk_engine.search.local_recoding import LocalRecoding
from tests.engine.naive import Case
from tests.engine.privacy.combined import Combined
from tests.engine.problems import combined_problem

VALUES = "abcdef"
SEXES = (("f", "*"), ("m", "*"))
REGIONS = (("1", "x", "*"), ("2", "x", "*"), ("3", "y", "*"), ("4", "y", "*"), ("5", "z", "*"))
AGES = (("a", "u", "*"), ("b", "u", "*"), ("c", "v", "*"), ("d", "v", "*"), ("e", "v", "*"))
DIAGNOSES = (("flu", "lung", "*"), ("cold", "lung", "*"), ("gout", "limb", "*"), ("", "unknown", "*"))
ACCEPTED = {
    "distinct": {"model": "l-diversity", "variant": "distinct", "l": 2},
    "distinct, three": {"model": "l-diversity", "variant": "distinct", "l": 3},
    "shannon": {"model": "l-diversity", "variant": "shannon", "l": 1.7},
    "recursive": {"model": "l-diversity", "variant": "recursive", "l": 2, "c": 2.0},
    "equal": {"model": "t-closeness", "variant": "equal", "t": 0.4},
    "ordered": {"model": "t-closeness", "variant": "ordered", "t": 0.25},
    "hierarchical": {"model": "t-closeness", "variant": "hierarchical", "t": 0.3},
    "basic": {"model": "beta-likeness", "variant": "basic", "beta": 1.0},
    "enhanced": {"model": "beta-likeness", "variant": "enhanced", "beta": 1.0},
    "disclosure": {"model": "delta-disclosure", "delta": 1.5, "absent_values": "violating"},
}
"""The models of a sensitive attribute that recoding group by group accepts."""


def chance_of(seed: int | str) -> random.Random:
    """Chance that is the same in every run."""
    return random.Random(seed)  # noqa: S311 - tables to try, nothing secret


def model_of(terms):
    """A privacy model from its terms."""
    return MODELS[terms["model"]](**terms)


def model_on_diagnosis(name):
    """One of `ACCEPTED`."""
    return model_of({"attribute": "s0", **ACCEPTED[name]})


def random_table(chance: random.Random, tuples: int, models, *, most_copies: int = 3) -> Combined:
    """So many distinct tuples, each of some records, with diagnoses."""
    hierarchies = (REGIONS, AGES, SEXES)[: chance.choice((2, 3))]
    domain = [[row[0] for row in rows] for rows in hierarchies]
    distinct: set[tuple[str, ...]] = set()
    while len(distinct) < tuples:
        distinct.add(tuple(map(chance.choice, domain)))
    rows = [row for row in sorted(distinct) for _copy in range(chance.randint(1, most_copies))]
    chance.shuffle(rows)
    sensitive = tuple(chance.choices([row[0] for row in DIAGNOSES], (5, 3, 2, 2), k=len(rows)))
    case = Case(columns=tuple(zip(*rows, strict=True)), hierarchies=hierarchies)
    return Combined(case, tuple(models), {"s0": sensitive}, {"s0": DIAGNOSES}, population=20 * len(rows))


def varied(chance: random.Random, table: Combined) -> Combined:
    """The same with weights, limits of the levels, missing values, a research subset and suppression, now and then."""
    case = table.case
    if chance.random() < 0.4:
        case = replace(case, weights=tuple(chance.choice((0.1, 0.5, 1.0)) for _each in case.columns))
    if chance.random() < 0.4:
        case = replace(case, bottom=tuple(chance.choice((0, 0, 1)) for _each in case.columns))
    if chance.random() < 0.3:
        highest = tuple(len(rows[0]) - 1 for rows in case.hierarchies)
        lowered = tuple(max(low, high - chance.choice((0, 1))) for low, high in zip(case.lowest, highest, strict=True))
        case = replace(case, top=lowered)
    if chance.random() < 0.3:  # one age is missing, and has a row of its own
        ages = tuple("" if age == "a" else age for age in case.columns[1])
        trees = (case.hierarchies[0], (("", "", "*"), *AGES[1:]), *case.hierarchies[2:])
        case = replace(case, columns=(case.columns[0], ages, *case.columns[2:]), hierarchies=trees)
    included = tuple(chance.random() < 0.8 for _record in range(case.records)) if chance.random() < 0.3 else None
    if included is not None and not any(included):
        included = None
    limit = chance.choice((0.0, 0.0, 0.1, 0.3, 1.0))
    return replace(table, case=replace(case, limit=limit), included=included)


def recoded(table: Combined, *, threads: int = 2, seed: int = 0) -> LocalRecoding | None:
    """The table recoded until it ends by itself."""
    return recode_by_groups(combined_problem(table), Control(threads=threads), None, seed)
