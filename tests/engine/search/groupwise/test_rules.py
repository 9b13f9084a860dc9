"""One group judged by the kernel, by the criterion that judges classes, and by the definition of the textbook."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.kernels.groupwise.rules import holds
from arxdesk_engine.search.groupwise.units import units_of
from tests.engine.naive import Case
from tests.engine.privacy.combined import Combined, Twin
from tests.engine.problems import combined_problem
from tests.engine.search.groupwise.random_tables import ACCEPTED, DIAGNOSES, model_of
from tests.tiers import examples

MODELS = {
    **ACCEPTED,
    "shannon, three": {"model": "l-diversity", "variant": "shannon", "l": 2.6},
    "grassberger": {"model": "l-diversity", "variant": "grassberger", "l": 1.8},
    "disclosure of those present": {"model": "delta-disclosure", "delta": 1.2},
}
NAMES = [row[0] for row in DIAGNOSES]
UNITS = ("a", "b", "c", "d")
GROUPS = ("1", "2", "3", "4")
TREE = tuple((f"{group}{unit}", group, "*") for group in GROUPS for unit in UNITS)
"""A group of records is what reads one label at level 1; its units are the values below."""
RECORDS = st.tuples(
    st.sampled_from([row[0] for row in TREE]), st.sampled_from(NAMES), st.booleans() | st.just(True), st.integers(1, 4)
)


@st.composite
def tables(draw):
    """A table with groups of several units, and the research subset where some records are left out."""
    drawn = draw(st.lists(RECORDS, min_size=1, max_size=16))
    rows = [row[:3] for row in drawn for _copy in range(row[3])]
    units, diagnoses, included = zip(*rows, strict=True)
    whole = all(included) or not any(included)
    return Combined(
        Case(columns=(units,), hierarchies=(TREE,)),
        (),
        {"s0": diagnoses},
        {"s0": DIAGNOSES},
        None if whole else included,
    )


def labels_of_units(problem, units):
    """What each unit reads at level 1: the group it is in."""
    grouping = problem.grouping
    (hierarchy,) = grouping.hierarchies
    values = grouping.packing.unpack(grouping.tuples.keys, 0)[units.tuples]
    return np.array(hierarchy.labels[1])[hierarchy.codes[1][values]]


@pytest.mark.parametrize("name", MODELS)
@given(table=tables())
@settings(max_examples=examples(150))
def test_that_kernel_criterion_and_definition_agree_on_every_group(name, table):
    model = model_of({"attribute": "s0", **MODELS[name]})
    table = Combined(table.case, (model,), table.sensitive, table.sensitive_hierarchies, table.included)
    problem, twin = combined_problem(table), Twin(table)
    (criterion,) = problem.class_criteria
    classes = problem.grouping.classes((1,))
    violating = criterion.violating(classes)
    units = units_of(problem)
    by_definition = {each.texts: not twin.breaks(model, each, (1,)) for each in twin.classes((1,)) if each.counted}
    labels, judged = labels_of_units(problem, units), {}
    for number in np.flatnonzero(classes.counts > 0):
        members = np.flatnonzero(classes.of_tuples[units.tuples] == number)
        found = holds(members, len(members), units.cells, units.secrets, units.rules)
        assert found == (not violating[number])
        judged[(labels[members[0]],)] = found
    assert judged == by_definition


@pytest.mark.parametrize("name", MODELS)
def test_that_a_uniform_group_breaks_every_model_and_the_whole_table_none(name):
    """Of four times as many records of each diagnosis, one group has one of them alone."""
    diagnoses = tuple(NAMES * 4) + (NAMES[0],) * 2
    units = tuple(row[0] for row in TREE if row[1] == "1") * 4 + ("2a", "2b")
    model = model_of({"attribute": "s0", **MODELS[name]})
    table = Combined(Case(columns=(units,), hierarchies=(TREE,)), (model,), {"s0": diagnoses}, {"s0": DIAGNOSES})
    problem = combined_problem(table)
    found = units_of(problem)
    every = np.arange(len(found.tuples))
    alone = np.flatnonzero(labels_of_units(problem, found) == "2")
    assert len(alone) == 2
    assert holds(every, len(every), found.cells, found.secrets, found.rules)
    assert not holds(alone, len(alone), found.cells, found.secrets, found.rules)
