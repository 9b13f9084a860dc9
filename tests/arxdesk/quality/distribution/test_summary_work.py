"""Summaries: bands by their order, quartiles by counting."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.quality.distribution.work import SummaryOf
from arxdesk_engine.foundation.control import Control
from tests.arxdesk.quality.distribution.test_work import LADDERS, tables
from tests.tiers import examples


@settings(deadline=None, max_examples=examples(50))
@given(st.integers().map(random.Random), st.sampled_from(["tens", "ends"]))
def test_that_bands_have_the_median_and_quartiles_of_their_order(source, ladder):
    cells = [str(source.randrange(60)) for _ in range(source.randint(1, 50))]
    _before, after = tables(cells, LADDERS[ladder], 1, 1)
    found = SummaryOf("age").run(after, Control())
    order = {"<30": 0, ">=30": 30} | {f"{ten}-{ten + 9}": ten for ten in range(0, 60, 10)}
    label = {row[0]: row[1] for row in LADDERS[ladder].rows}
    shown = sorted((label[cell] for cell in cells), key=order.__getitem__)
    assert found.is_banded
    ordinal = found.statistics.ordinal
    assert (ordinal.minimum, ordinal.maximum, ordinal.median) == (shown[0], shown[-1], shown[(len(shown) - 1) // 2])
    quarters = [
        next(v for v in shown if sum(order[o] <= order[v] for o in shown) >= len(shown) * p) for p in (0.25, 0.75)
    ]
    assert list(found.middle_half) == quarters


@settings(deadline=None, max_examples=examples(30))
@given(st.integers().map(random.Random))
def test_that_numbers_stay_numbers(source):
    cells = [str(source.randrange(60)) for _ in range(source.randint(1, 50))]
    before, after = tables(cells, LADDERS["tens"], 0, 1)
    assert SummaryOf("age").run(before, Control()).statistics == SummaryOf("age").run(after, Control()).statistics


def test_that_the_mean_of_bands_is_that_of_their_centres():
    _before, after = tables(["1", "2", "15"], LADDERS["tens"], 1, 1)
    found = SummaryOf("age").run(after, Control())
    assert found.mean_of_centres == (4.5 + 4.5 + 14.5) / 3
    assert found.bands == 2


def test_that_complete_records_alone_can_count():
    _before, after = tables(["1", "1", "15", ""], _with_missing(), 1, 2)
    found = SummaryOf("age", only_complete=True).run(after, Control())
    assert found.statistics.count == 2
    assert found.left_out == 0
    assert found.removed == 2


def _with_missing():
    rows = LADDERS["tens"].rows
    return type(LADDERS["tens"])((*rows, ("", "", "*")))
