"""Small tables with drawn hierarchies, released by each way, as the attack takes them and as brute force does."""

import math
import random
from collections import Counter

import pandas as pd

from arxdesk_engine.attacks.refinement.attack import refine_boxes
from arxdesk_engine.attacks.refinement.choices import AppliedLevels, Choices, LevelLoss
from arxdesk_engine.attacks.refinement.hierarchies import KnownHierarchy
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.groupwise.recoding import recode_by_groups
from arxdesk_engine.search.local_recoding import End, recode_locally
from arxdesk_engine.search.solution import Limits, Status
from tests.engine import naive
from tests.engine.analysis.refinement.brute_force import Seen, consistent_inputs, rows_of
from tests.engine.problems import problem_of


def hierarchy(chance, values):
    """A hierarchy of some values that ends in "*", with up to one level between, whose parts are drawn."""
    rows = [["abcd"[each]] for each in range(values)]
    if values > 2 and chance.random() < 0.6:
        cut = chance.randint(1, values - 1)
        for place, row in enumerate(rows):
            row.append("low" if place < cut else "high")
    return tuple((*row, "*") for row in rows)


def drawn(seed, largest, **settings):
    """A small table of one or two attributes with as many ways to fill it as brute force can go through."""
    chance = random.Random(seed)  # noqa: S311 - tables for tests
    hierarchies = tuple(hierarchy(chance, chance.randint(2, 4)) for _each in range(chance.choice((1, 2, 2))))
    cells = math.prod(map(len, hierarchies))
    most = max(number for number in range(2, 9) if math.comb(number + cells - 1, number) <= largest)
    records = chance.randint(min(3, most), most)
    columns = tuple(tuple(chance.choice(rows)[0] for _each in range(records)) for rows in hierarchies)
    limit = chance.choice(settings.pop("limits", (0.0,)))
    return naive.Case(columns, hierarchies, chance.choice((2, 2, 3)), limit, None, "arithmetic-mean", 0.5)


def optimum(case):
    """What is seen of the best transformation, and what is disclosed of it; None where there is none."""
    problem = problem_of(case)
    solution = ALGORITHMS["optimal"](problem, Control(), Limits(), 0)
    if solution.best is None:
        return None
    levels = solution.best.levels
    classes = problem.grouping.classes(levels)
    removed = problem.judge(classes).violating[classes.of_tuples][problem.grouping.tuple_of_record]
    seen = Seen(tuple(None if each else levels for each in removed), (levels,))
    return seen, _choices(
        case, problem, "one transformation", removed.sum(), (AppliedLevels(levels, solution.status is Status.OPTIMAL),)
    )


def iterations(case):
    """The same of a recoding by iterations."""
    problem = problem_of(case)

    def search(part, control, limits):
        return ALGORITHMS["optimal"](part, control, limits, 0)

    first = search(problem, Control(), Limits())
    if first.best is None:
        return None
    found = recode_locally(
        problem,
        first.best,
        6,
        search,
        lambda part: Loss(part, None, case.aggregate, case.factor),
        Control(),
        Limits(),
        1,
    )
    steps = tuple(AppliedLevels(each.levels, each.status is Status.OPTIMAL) for each in found.iterations)
    return _of_recoding(case, problem, found, "iterations", tuple(each.levels for each in found.iterations), steps)


def groups(case, *, is_public):
    """The same of a recoding group by group."""
    problem = problem_of(case)
    found = recode_by_groups(problem, Control(), None, 0, is_public=is_public)
    if found is None:
        return None
    defence = "public-splits" if is_public else "none"
    return _of_recoding(case, problem, found, "groups", found.recoding.transformations, (), defence)


def _of_recoding(case, problem, found, way, transformations, steps, defence=None):
    recoding = found.recoding
    levels = tuple(
        None if recoding.suppressed[each] else recoding.transformations[recoding.chosen[each]]
        for each in problem.grouping.tuple_of_record
    )
    is_improved = found.groupwise is not None and found.groupwise.rounds > 0
    is_exhausted = found.end is End.NOTHING_KEPT and way == "iterations"
    choices = _choices(case, problem, way, found.suppressed_records, steps, defence, is_improved, is_exhausted)
    return Seen(levels, transformations), choices


def _choices(case, problem, way, removed, steps, defence=None, is_improved=False, is_exhausted=False):
    number = len(case.columns)
    measure = LevelLoss((1.0,) * number, case.aggregate, (True,) * number)
    names = tuple(f"q{each}" for each in range(number))
    lattice = (case.lowest, case.highest, case.k)
    found = (int(removed), problem.suppressible, measure, steps, defence)
    return Choices(way, names, *lattice, *found, is_improved=is_improved, is_exhausted=is_exhausted)


def attacked(case, seen, choices):
    """The findings on a release."""
    rows = [row or ("*",) * len(case.columns) for row in rows_of(case, seen)]
    columns = [pd.Categorical([row[each] for row in rows]) for each in range(len(case.columns))]
    scales = [
        KnownHierarchy.of([{row[0]: row[level] for row in rows} for level in range(len(rows[0]))])
        for rows in case.hierarchies
    ]
    return refine_boxes(columns, scales, choices)


def tables(case, seen, run):
    """All consistent tables: the values of each group as a multiset by its key, and how many orders of rows they are.

    A key is the levels and labels of a group, None twice for what was removed. None where what the algorithm does
    depends on the order of the rows: brute force goes through one order of each table.
    """
    found = []
    for other, again in consistent_inputs(case, seen, run):
        of_groups = {}
        for record, key in enumerate(zip(again.levels, rows_of(other, again), strict=True)):
            of_groups.setdefault(key, Counter())[tuple(column[record] for column in other.columns)] += 1
        orders = 1
        for counts in of_groups.values():
            orders *= math.factorial(counts.total()) // math.prod(map(math.factorial, counts.values()))
        found.append((of_groups, orders))
    return found or None


def require_implied(case, found, consistent):
    """Every finding holds in all of some consistent tables."""
    free = sum(float(found.combinations[each]) * int(found.groups.sizes[each]) for each in range(len(found.groups)))
    assert math.log2(sum(orders for _groups, orders in consistent)) <= free - found.bits + 1e-9
    facts = found.of_groups
    for group, key in enumerate(keys_of(case, found)):
        values = [of_groups[key] for of_groups, _orders in consistent]
        had = len(set().union(*values))
        assert had <= 2.0 ** found.combinations[group] * (1.0 - facts.excluded[group]) + 1e-9
        for attribute in range(len(case.columns)):
            if facts.labels[group, attribute] > 1:
                there, gone, labels = finer(case, key, attribute, int(facts.lower[group, attribute]), values)
                assert facts.labels[group, attribute] == labels
                assert facts.there[group, attribute] <= there
                assert facts.gone[group, attribute] <= gone


def finer(case, key, attribute, level, values):
    """How many finer labels of a group are in all tables, in none, and how many there are."""
    rows, (levels, labels) = case.hierarchies[attribute], key
    below = {row[level] for row in rows if levels is None or row[levels[attribute]] == labels[attribute]}
    label_of = {row[0]: row[level] for row in rows}
    shown = [{label_of[each[attribute]] for each in counts} for counts in values]
    return (
        sum(all(label in each for each in shown) for label in below),
        sum(not any(label in each for each in shown) for label in below),
        len(below),
    )


def keys_of(case, found):
    """The levels and labels of each group of the findings."""
    boxes = found.groups
    for levels, values in zip(boxes.levels.tolist(), boxes.values.tolist(), strict=True):
        if levels[0] == len(case.hierarchies[0][0]):
            yield None, None
        else:
            pairs = zip(case.hierarchies, levels, values, strict=True)
            yield tuple(levels), tuple(rows[value][level] for rows, level, value in pairs)
