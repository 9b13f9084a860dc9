"""Granularity against the definition in fractions."""

import numpy as np
import pytest
from hypothesis import given

from arxdesk_engine.analysis.statistics.granularity import granularity, mean_granularity
from tests.engine import naive
from tests.engine.problems import grouping_of
from tests.engine.strategies import cases


@given(case=cases())
def test_that_granularity_is_that_of_the_definition(case):
    grouping = grouping_of(case)
    for levels in (case.lowest, case.highest):
        removed = naive.suppressed(case, levels)
        found = granularity(grouping, levels, np.array(removed))
        assert list(found) == pytest.approx(naive.granularity(case, levels, removed), abs=1e-12)
        expected = naive.mean_granularity(case, levels, removed)
        assert mean_granularity(grouping, levels, np.array(removed)) == pytest.approx(expected, abs=1e-12)


@given(case=cases())
def test_that_the_input_has_all_its_detail_and_a_table_removed_whole_none(case):
    grouping = grouping_of(case)
    bottom = (0,) * len(case.columns)
    assert granularity(grouping, bottom, np.zeros(case.records, np.bool_)) == (1.0,) * len(bottom)
    nothing = granularity(grouping, bottom, np.ones(case.records, np.bool_))
    assert nothing == tuple(1.0 if len(rows) == 1 else 0.0 for rows in case.hierarchies)
