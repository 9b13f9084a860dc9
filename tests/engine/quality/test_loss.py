"""Loss and its bound against the definition in fractions."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.quality.aggregate import AGGREGATES, aggregated, normalized_weights
from arxdesk_engine.quality.factors import generalization_and_suppression_factors
from arxdesk_engine.quality.loss import Loss
from tests.engine import naive
from tests.engine.problems import grouping_of, problem_of
from tests.engine.strategies import cases


@given(case=cases(), factor=st.floats(0.0, 1.0) | st.sampled_from([0.49999999999, 0.5000000000000001, 1 / 3, 2 / 3]))
def test_that_losses_are_those_of_the_definition_and_never_below_the_bound(case, factor):
    problem = problem_of(case)
    odd = Loss(problem.grouping, None, case.aggregate, factor)
    for levels in naive.transformations(case):
        classes = problem.grouping.classes(levels)
        violating = problem.judge(classes).violating
        losses = problem.quality.losses(classes, violating)
        assert losses.tolist() == list(naive.losses_of(case, levels, naive.suppressed(case, levels)))
        assert ((losses >= 0.0) & (losses <= 1.0)).all()
        for quality in (problem.quality, odd):
            assert quality.score(classes, violating) >= quality.lower_bound(levels)


@given(case=cases())
def test_that_the_bound_never_falls_from_a_transformation_to_a_generalization(case):
    problem = problem_of(case)
    for levels in problem.lattice:
        for above in problem.lattice.successors(levels):
            assert problem.quality.lower_bound(above) >= problem.quality.lower_bound(levels)


@given(case=cases(), picked=st.randoms(use_true_random=False))
def test_that_any_choice_of_suppressed_classes_is_scored(case, picked):
    problem = problem_of(case)
    for levels in [case.lowest, case.highest]:
        classes = problem.grouping.classes(levels)
        chosen = np.array([picked.random() < 0.5 for _class in range(len(classes))], np.bool_)
        removed = chosen[classes.of_records].tolist()
        expected = naive.aggregated(naive.losses_of(case, levels, removed), case)
        assert problem.quality.score(classes, chosen) == pytest.approx(expected, abs=1e-12)


def test_that_level_zero_loses_nothing_and_removing_everything_loses_all():
    case = naive.Case((("a", "b", "c"),), ((("a", "*"), ("b", "*"), ("c", "*")),), k=4, factor=0.5)
    problem = problem_of(case)
    classes = problem.grouping.classes((0,))
    assert problem.quality.score(classes, np.zeros(3, np.bool_)) == 0.0
    assert problem.quality.score(classes, np.ones(3, np.bool_)) == 1.0


@pytest.mark.parametrize(
    ("factor", "g", "s"),
    [(0.0, 1, 0), (0.25, 1, 0.5), (0.5, 1, 1), (0.75, 0.5, 1), (1.0, 0, 1), (0.3, 1, 0.6), (0.9, 0.2, 1)],
)
def test_that_the_factor_weighs_generalization_against_suppression(factor, g, s):
    found = generalization_and_suppression_factors(factor)
    assert (float(found[0]), float(found[1])) == (g, s)


@given(st.lists(st.floats(0.0, 1.0), min_size=1, max_size=6), st.data())
def test_that_an_aggregate_is_its_formula_and_never_falls_when_a_loss_rises(losses, data):
    case = naive.Case(((),) * len(losses), ((("a",),),) * len(losses))
    index = data.draw(st.integers(0, len(losses) - 1))
    raised = [*losses[:index], data.draw(st.floats(losses[index], 1.0)), *losses[index + 1 :]]
    for name, kind in AGGREGATES.items():
        expected = naive.aggregated(losses, naive.Case(case.columns, case.hierarchies, aggregate=name))
        assert aggregated(np.array(losses), kind) == pytest.approx(expected, abs=1e-12)
        assert aggregated(np.array(raised), kind) >= aggregated(np.array(losses), kind) - 1e-15


@pytest.mark.parametrize(
    ("weights", "expected"), [([0.5, 0.5], [1, 1]), ([0, 0], [1, 1]), ([0.1, 0.5], [0.2, 1]), ([0, 1], [0, 1])]
)
def test_that_weights_count_relative_to_the_largest(weights, expected):
    assert normalized_weights(np.array(weights, np.float64)).tolist() == expected


@given(case=cases())
def test_that_a_bound_costs_no_check(case):
    grouping = grouping_of(case)
    quality = Loss(grouping)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(type(grouping), "classes", None)
        assert all(quality.lower_bound(levels) >= 0.0 for levels in naive.transformations(case))


@given(case=cases())
def test_that_losses_of_many_transformations_are_those_of_each(case):
    problem = problem_of(case)
    quality, grouping = problem.quality, problem.grouping
    lattice = list(problem.lattice)
    removed, records = [], []
    for levels in lattice:
        classes = grouping.classes(levels)
        suppressed = problem.judge(classes).violating
        removed.append(classes.counts[suppressed] @ classes.rows_covered[suppressed])
        records.append(int(classes.counts[suppressed].sum()))
    arguments = np.array(lattice, np.int64), np.array(removed), np.array(records)
    found = quality.losses_without(*arguments)
    for row, levels in enumerate(lattice):
        table = np.repeat(removed[row][:, None], quality.bound_table.shape[1], axis=1)
        expected = quality.table_without(table, records[row])[np.arange(len(levels)), list(levels)]
        assert found[row].tolist() == expected.tolist()
