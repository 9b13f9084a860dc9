"""The direct neighbours of a transformation, and which of several is the best."""

from __future__ import annotations

import itertools
import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.explore.alternatives.alternatives import State
from arxdesk.explore.alternatives.transformation_text import card_text, mixture, readout
from arxdesk.explore.lattice.neighbours import best_row, goodness, neighbours_of
from tests.arxdesk.made_alternatives import made_alternatives, without_best
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


@pytest.fixture
def told():
    """Four transformations of one attribute: anonymous, too much removed, unknown, known by proof alone."""
    known = made_alternatives((4,), unknown=0.0)
    return replace(
        known,
        best=-1,
        state=np.array([State.ANONYMOUS, State.NOT, State.UNKNOWN, State.NOT], np.uint8),
        score=np.array([0.27391, np.nan, np.nan, np.nan]),
        lower_bound=np.array([0.1, 0.2, 0.276, 0.4]),
        suppressed=np.array([40, 71, -1, -1]),
        classes=np.array([48, 3, -1, -1]),
        smallest=np.array([5, 6, -1, -1]),
    )


def test_that_a_card_tells_score_limit_or_bound(told):
    assert [card_text(told, row) for row in (0, 1, 2, 3, -1)] == ["0.2739", "7 % > 5 %", "≥ 0.2760", "by proof", "–"]


def test_that_shares_that_look_alike_are_told_apart(told):
    close = replace(told, suppressed=np.array([40, 51, -1, -1]))
    assert card_text(close, 1) == "5.1 % > 5 %"


def test_that_hovering_tells_class_score_removed_people_smallest_group_and_levels(told):
    assert readout(told, (0,), 0) == [
        "Anonymous",
        "Score 0.2739 (0 keeps every detail)",
        "Removed: 40 of 1,000 people (4 %)",
        "Smallest group 5 people, 48 groups",
        "Every attribute as it was",
    ]
    assert "Removed: 71 of 1,000 people (7.1 %), 50 allowed" in readout(told, (1,), 1)
    assert readout(told, (2,), 2) == ["Not looked at yet", "Score at least 0.2760", "q0 2 of 3"]
    assert "Follows from others; not looked at itself" in readout(told, (3,), 3)
    assert readout(told, (1,), -1)[:2] == ["Not looked at yet", "Nothing is known of it"]


def test_that_of_very_many_attributes_the_read_out_names_some():
    known = made_alternatives((2,) * 16)
    lines = readout(known, (1,) * 16, len(known) - 1)
    assert lines[-1].endswith("4 more")
    assert max(map(len, lines)) < 70


def test_that_mixtures_name_what_there_is():
    assert mixture({"anonymous": 1200, "not": 0, "unknown": 3}) == "1,200 anonymous and 3 unknown"
    assert mixture({"anonymous": 0, "not": 0, "unknown": 0}) == "none"
