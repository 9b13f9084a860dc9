"""The direct neighbours of a transformation, and which of several is the best."""

from __future__ import annotations

import itertools
import random

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.exploration.alternatives import State
from arxdesk_engine.exploration.neighbours import best_row, goodness, neighbours_of
from tests.engine.exploration.made_alternatives import made_alternatives, without_best
from tests.tiers import examples

SPANS = st.lists(st.integers(1, 4), min_size=1, max_size=5)


@settings(deadline=None, max_examples=examples(40))
@given(SPANS, st.integers().map(random.Random))
def test_that_neighbours_are_exactly_the_direct_successors_and_predecessors(spans, chance: random.Random):
    known = made_alternatives(tuple(spans), seed=chance.randrange(1000))
    levels = tuple(chance.randrange(span) for span in spans)
    for side, step in (("above", 1), ("below", -1)):
        found = neighbours_of(known, levels, side)
        expected = {
            other
            for other in itertools.product(*map(range, spans))
            if sum(map(abs, np.subtract(other, levels))) == 1 and sum(other) == sum(levels) + step
        }
        assert {each.levels for each in found} == expected
        assert len(found) == len(expected)
        for each in found:
            assert known.levels_of(each.row) == each.levels
            assert each.levels[each.attribute] == levels[each.attribute] + step
        assert [goodness(known, each.row) for each in found] == sorted(goodness(known, each.row) for each in found)


def test_that_anonymous_ones_come_first_then_unknown_ones_then_the_others():
    known = made_alternatives((3,) * 4)
    groups = {State.ANONYMOUS: 0, State.UNKNOWN: 1, State.NOT: 2}
    for row in range(len(known)):
        for side in ("above", "below"):
            rows = [each.row for each in neighbours_of(known, known.levels_of(row), side) if each.row != known.best]
            order = [groups[State(known.state[each])] for each in rows]
            assert order == sorted(order)
            scores = [known.score[each] for each in rows if np.isfinite(known.score[each])]
            assert scores == sorted(scores)


@settings(deadline=None, max_examples=examples(40))
@given(st.integers().map(random.Random))
def test_that_the_best_of_several_is_none_that_another_beats(chance: random.Random):
    known = made_alternatives((3, 4, 3), seed=chance.randrange(10_000), unknown=chance.choice([0.0, 0.5, 1.0]))
    for alternatives in (known, without_best(known)):
        rows = np.array(chance.sample(range(len(known)), chance.randrange(1, 20)))
        found = best_row(alternatives, rows)
        assert found in rows
        assert goodness(alternatives, found) == min(goodness(alternatives, row) for row in rows.tolist())
    assert best_row(known, np.zeros(0, np.intp)) == -1


def test_that_edges_are_named_by_what_changes():
    known = made_alternatives((2, 3))
    assert {each.edge(known.facts.names) for each in neighbours_of(known, (0, 1), "above")} == {"q0 +1", "q1 +1"}
    assert [each.edge(known.facts.names) for each in neighbours_of(known, (0, 1), "below")] == ["q1 −1"]
