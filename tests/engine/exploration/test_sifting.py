"""Filters, order and counts, against a slow twin that looks at one transformation after the other."""

from __future__ import annotations

import itertools
import math
import random
from dataclasses import replace
from functools import cmp_to_key

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk_engine.exploration.alternatives import Alternatives, State
from arxdesk_engine.exploration.sifting import BINS, SortBy, Sorting, sift
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.job.explore import Filters
from tests.engine.exploration.made_alternatives import made_alternatives, sifted, without_best
from tests.tiers import examples

CLASSES = ("optimum", "anonymous", "not-anonymous", "unknown")
generators = st.integers(0, 10**9).map(random.Random)


def small(generator: random.Random) -> Alternatives:
    spans = [generator.randint(1, 4) for _attribute in range(generator.randint(1, 4))]
    made = made_alternatives(
        spans, generator.randrange(10**6), generator.choice([0.0, 0.3, 1.0]), generator.choice([1, 4, 50])
    )
    return without_best(made) if generator.random() < 0.2 else made


def drawn_filters(generator: random.Random) -> Filters:
    low, high = sorted((generator.randint(0, 12) / 10, generator.randint(0, 12) / 10))
    return Filters(
        classes=tuple(name for name in CLASSES if generator.random() < 0.7),
        lowest_score=generator.choice([None, low]),
        highest_score=generator.choice([None, high]),
        removed=generator.choice([None, 0, 50, 500]),
        forbidden={
            generator.choice(["q0", "q1", "q9"]): tuple(generator.sample([0, 1, 2, 3, 7, 32_767], 2))
            for _times in range(generator.randint(0, 2))
        },
    )


def name_of(alternatives: Alternatives, row: int) -> str:
    return {"not": "not-anonymous"}.get(alternatives.state_name(row), alternatives.state_name(row))


def passes_slowly(alternatives: Alternatives, row: int, filters: Filters) -> bool:
    """A row passes where nothing that is known of it is left out."""
    score = float(alternatives.score[row])
    score = float(alternatives.lower_bound[row]) if math.isnan(score) else score
    if name_of(alternatives, row) not in filters.classes:
        return False
    if filters.lowest_score is not None and score < filters.lowest_score:
        return False
    if filters.highest_score is not None and score > filters.highest_score:
        return False
    if (
        filters.removed is not None
        and alternatives.is_looked_at(row)
        and alternatives.suppressed[row] > filters.removed
    ):
        return False
    levels = zip(alternatives.facts.names, alternatives.levels_of(row), strict=True)
    return not any(level in filters.forbidden.get(name, ()) for name, level in levels)


@settings(max_examples=examples(150), deadline=None)
@given(generators)
def test_that_a_row_passes_where_each_filter_lets_it_pass(generator: random.Random):
    alternatives, filters = small(generator), drawn_filters(generator)
    found = sifted(alternatives, filters)
    expected = {row for row in range(len(alternatives)) if passes_slowly(alternatives, row, filters)}
    assert set(found.order.tolist()) == expected
    assert set(np.flatnonzero(found.passes).tolist()) == expected
    assert len(found.order) == len(expected)
    for row, place in enumerate(found.places.tolist()):
        assert (found.order[place] == row) if row in expected else place == -1


@settings(max_examples=examples(60), deadline=None)
@given(generators)
def test_that_counts_and_heights_are_those_of_the_rows(generator: random.Random):
    alternatives, filters = small(generator), drawn_filters(generator)
    found = sifted(alternatives, filters)
    every = range(len(alternatives))
    for counts, rows in ((found.counts, every), (found.passing, [row for row in every if found.passes[row]])):
        names = [alternatives.state_name(row) for row in rows]
        assert counts == {name: names.count(name) for name in ("optimum", "anonymous", "not", "unknown")}
    for table, rows in ((found.by_height, every), (found.passing_by_height, found.order.tolist())):
        expected = np.zeros_like(table)
        for row in rows:
            expected[sum(alternatives.levels_of(row)), alternatives.state[row]] += 1
        assert table.tolist() == expected.tolist()


KEYS = {
    SortBy.SCORE: lambda a, row: a.score[row],
    SortBy.LOWER_BOUND: lambda a, row: a.lower_bound[row],
    SortBy.RISK: lambda a, row: 1 / a.smallest[row] if a.smallest[row] > 0 else math.nan,
    SortBy.AVERAGE_RISK: lambda a, row: (
        a.classes[row] / (a.facts.records - a.suppressed[row]) if a.classes[row] > 0 else math.nan
    ),
    SortBy.REMOVED: lambda a, row: a.suppressed[row] if a.suppressed[row] >= 0 else math.nan,
    SortBy.CLASSES: lambda a, row: a.classes[row] if a.classes[row] >= 0 else math.nan,
    SortBy.HEIGHT: lambda a, row: sum(a.levels_of(row)),
    SortBy.FOUND: lambda a, row: -a.seconds[row],
    SortBy.MARKED: lambda _a, row: row % 3 != 0,
    SortBy.LEVELS: lambda _a, row: row,
}


def test_that_every_order_has_a_slow_twin():
    assert set(KEYS) == set(SortBy)


@pytest.mark.parametrize("descending", [False, True])
@pytest.mark.parametrize("by", list(SortBy))
@settings(max_examples=examples(25), deadline=None)
@given(generator=generators)
def test_that_anonymous_ones_come_first_in_any_order_and_what_nobody_knows_last_of_its_class(by, descending, generator):
    alternatives = small(generator)
    marked = np.arange(len(alternatives)) % 3 == 0
    found = sift(alternatives, Filters(classes=CLASSES), Sorting(by, descending), marked, Control()).order.tolist()

    def before(first: int, second: int) -> int:
        states = [-int(alternatives.state[row]) for row in (first, second)]
        if states[0] != states[1]:
            return states[0] - states[1]
        one, other = (float(KEYS[by](alternatives, row)) for row in (first, second))
        if math.isnan(one) or math.isnan(other):
            return math.isnan(one) - math.isnan(other)
        return (one > other) - (one < other) if not descending else (one < other) - (one > other)

    assert sorted(found) == list(range(len(alternatives)))
    assert all(before(first, second) <= 0 for first, second in itertools.pairwise(found))
    assert sorted(found, key=cmp_to_key(before)) == found  # a stable sort finds nothing to do


@pytest.mark.parametrize("descending", [False, True])
def test_that_the_best_one_is_at_the_end_of_the_anonymous_where_scores_are_equal(descending):
    alternatives = made_alternatives([3, 3, 3], scores=1, unknown=0.0)
    equal = replace(alternatives, score=np.where(alternatives.state == State.ANONYMOUS, 0.5, np.nan))
    best = int(np.flatnonzero(equal.state == State.ANONYMOUS)[3])
    found = sifted(replace(equal, best=best), sorting=Sorting(SortBy.SCORE, descending)).order
    anonymous = found[: int(np.sum(equal.state == State.ANONYMOUS))]
    assert anonymous[-1 if descending else 0] == best


@settings(max_examples=examples(80), deadline=None)
@given(st.lists(st.floats(-1e6, 1e6), max_size=30))
def test_that_the_histogram_counts_every_score_once_between_its_edges(scores):
    size = max(1, len(scores))
    made = made_alternatives([size], unknown=0.0)
    state = np.full(size, State.ANONYMOUS, np.uint8)
    column = np.array(scores or [math.nan])
    found = sifted(replace(made, state=state, score=column, best=-1))
    assert found.bars.sum() == len(scores)
    if not scores:
        assert np.isnan(found.edges).all()
        return
    assert (np.diff(found.edges) > 0).all()
    for place in range(BINS):
        inside = (column >= found.edges[place]) & (column < found.edges[place + 1])
        last = column == found.edges[-1] if place == BINS - 1 else False
        assert found.bars[place] == np.sum(inside | last)


@pytest.mark.parametrize("scores", [[1.0, 1.0 + 2**-52], [0.0, 5e-324], [3.0, 3.0]])
def test_that_scores_that_hardly_differ_have_a_histogram(scores):
    made = made_alternatives([2], unknown=0.0)
    state = np.full(2, State.ANONYMOUS, np.uint8)
    found = sifted(replace(made, state=state, score=np.array(scores), best=-1))
    assert found.bars.sum() == 2
    assert (np.diff(found.edges) > 0).all()


def test_that_the_latest_is_told_where_anybody_knows():
    alternatives = made_alternatives([4, 4])
    assert sifted(alternatives).latest == pytest.approx(float(np.nanmax(alternatives.seconds)))
    nobody = replace(alternatives, seconds=np.full(16, np.nan, np.float32))
    assert math.isnan(sifted(nobody).latest)


def test_that_marks_of_a_smaller_snapshot_are_no_marks_of_later_rows():
    alternatives = made_alternatives([4, 4], unknown=0.0)
    marked = np.zeros(5, np.bool_)
    marked[3] = True
    found = sift(alternatives, Filters(), Sorting(SortBy.MARKED), marked, Control()).order.tolist()
    same_state = [row for row in found if alternatives.state[row] == alternatives.state[3]]
    assert same_state[0] == 3


def test_that_a_look_that_nobody_waits_for_ends():
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        sift(made_alternatives([4, 4]), Filters(), Sorting(), None, control)
