"""Contingency tables: every pair counted once, bins that open what they count."""

from __future__ import annotations

import random
from collections import Counter

from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.analysis.work import RecordsShowing
from arxdesk.quality.contingency.work import AssociationOf, ContingencyOf
from arxdesk_engine.analysis.contingency.counting import MOST_BINS
from arxdesk_engine.foundation.control import Control
from tests.arxdesk.quality.distribution.test_work import LADDERS, tables
from tests.tiers import examples


@settings(deadline=None, max_examples=examples(50))
@given(st.integers().map(random.Random), st.sampled_from(sorted(LADDERS)), st.integers(0, 2))
def test_that_every_pair_is_counted_where_it_belongs(source, ladder, level):
    cells = [str(source.randrange(60)) for _ in range(source.randint(1, 80))]
    before, after = tables(cells, LADDERS[ladder], level, 2)
    for table, of_input in ((after, False), (after, True), (before, False)):
        found = ContingencyOf("age", "illness", of_input).run(table, Control())
        shown = before if of_input else table
        pairs = Counter(zip(shown.dataset["age"].texts(), shown.dataset["illness"].texts(), strict=True))
        for row, first in enumerate(found.rows.texts):
            for column, second in enumerate(found.columns.texts):
                people = sum(number for (a, b), number in pairs.items() if a in first and b in second)
                assert found.counts[row, column] == people
        assert found.people + found.left_out == len(cells)
        assert len(found.rows.texts) <= MOST_BINS
        assert found.rows.is_binned == (found.rows.values > MOST_BINS)


def test_that_bands_are_in_their_order_and_open_what_they_count():
    _before, after = tables(["5", "5", "11", "31", "31"], LADDERS["tens"], 1, 1)
    found = ContingencyOf("age", "illness").run(after, Control())
    assert found.rows.labels == ("0-9", "10-19", "30-39")
    for row, texts in enumerate(found.rows.texts):
        rows = RecordsShowing((("age", texts), ("illness", found.columns.texts[0]))).run(after, Control())
        assert len(rows) == found.counts[row, 0]


def test_that_the_association_of_an_input_alone_is_the_same_twice():
    before, _after = tables(["5", "7", "11", "31", "30"], LADDERS["tens"], 1, 1)
    (found,) = AssociationOf("age", "illness").run(before, Control())
    assert found.before == found.after
