"""Every model in every group, as readers of the labels see them, by the definitions of the textbook."""

from collections import defaultdict

import numpy as np
import pytest

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.privacy.presence import DeltaPresence
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.search.groupwise.recoding import recode_by_groups
from arxdesk_engine.search.groupwise.units import UnfitForGroups
from tests.engine import naive
from tests.engine.problems import combined_problem
from tests.engine.search.groupwise.by_definition import ByDefinition
from tests.engine.search.groupwise.random_tables import (
    ACCEPTED,
    chance_of,
    model_of,
    model_on_diagnosis,
    random_table,
    varied,
)
from tests.tiers import examples

OF_SIZES = {
    "k-anonymity": {"model": "k-anonymity", "k": 3},
    "estimated k-map": {"model": "k-map", "k": 3, "estimator": "poisson", "significance": 0.3},
    "average risk": {"model": "average-risk", "threshold": 0.3},
    "average and highest risk": {"model": "average-risk", "threshold": 0.3, "highest": 0.5, "records": 0.2},
    "sample uniqueness": {"model": "sample-uniqueness", "threshold": 0.1},
}


def models_of(name):
    if name in OF_SIZES:
        return (model_of(OF_SIZES[name]),)
    return (KAnonymity(k=2), model_on_diagnosis(name))


@pytest.mark.parametrize("is_public", [False, True])
@pytest.mark.parametrize("name", [*ACCEPTED, *OF_SIZES])
def test_that_every_group_satisfies_every_model(name, is_public):
    recoded = 0
    for number in range(examples(40)):
        chance = chance_of(f"{name}, {number}")
        table = varied(chance, random_table(chance, chance.randint(2, 14), models_of(name), most_copies=6))
        problem = combined_problem(table)
        found = recode_by_groups(problem, Control(threads=2), None, number, is_public=is_public)
        if found is None:
            continue
        recoded += 1
        check_result(table, problem, found)
    assert recoded > 0


def check_result(table, problem, found):
    """Every cell reads its value at an allowed level, and the groups that readers see satisfy the models."""
    twin, case, recoding = ByDefinition(table), table.case, found.recoding
    numbers = tuples_of_records(problem, case)
    readers, removed, lost = defaultdict(list), [], 0
    for record in twin.twin.counted:
        number = numbers[record]
        if recoding.suppressed[number]:
            removed.append(record)
            continue
        levels = recoding.transformations[recoding.chosen[number]]
        assert all(low <= at <= high for low, at, high in zip(case.lowest, levels, case.highest, strict=True))
        lost += twin.loss_at(record, levels)
        cells = zip(twin.rows[record], case.hierarchies, levels, strict=True)
        readers[tuple(naive.label(rows, value, level) for value, rows, level in cells)].append(record)
    records = len(twin.twin.counted)
    assert len(removed) == found.suppressed_records <= naive.allowed(case.limit, records)
    assert all(map(twin.satisfies, readers.values()))
    assert twin.table_holds([len(each) for each in readers.values()])
    assert found.groupwise.loss == pytest.approx(float(lost + len(removed)) / records)


def tuples_of_records(problem, case):
    """The number of the distinct tuple of each record, told by what the tuple reads on the lowest levels."""
    grouping = problem.grouping
    values = [
        np.array(hierarchy.labels[0])[hierarchy.codes[0]][grouping.packing.unpack(grouping.tuples.keys, attribute)]
        for attribute, hierarchy in enumerate(grouping.hierarchies)
    ]
    places = {row: number for number, row in enumerate(zip(*(each.tolist() for each in values), strict=True))}
    return [places[row] for row in zip(*case.columns, strict=True)]


@pytest.mark.parametrize("model", [DeltaPresence(dmin=0.1, dmax=0.9), model_of({"model": "k-map", "k": 2})])
def test_that_models_that_compare_with_the_population_are_refused(model):
    table = random_table(chance_of(1), 6, (model,))
    with pytest.raises(UnfitForGroups, match="cannot be judged group by group"):
        recode_by_groups(combined_problem(table), Control(threads=1))
