"""How many records read which level, against a count record by record."""

import numpy as np
import pytest

from arxdesk_engine.analysis.detail.levels import records_by_level, sentence
from arxdesk_engine.lattice.recoding import Recoding


def test_that_records_are_counted_by_level_without_removed_ones():
    recoding = Recoding(((0, 2), (1, 0)), np.array([0, 1, 1], np.int32), np.array([False, False, True]))
    found = records_by_level(recoding, np.array([3, 4, 5]), 3)
    assert found.tolist() == [[3, 4, 0], [4, 0, 3]]
    assert found.dtype == np.int64


@pytest.mark.parametrize("seed", range(5))
def test_that_it_is_what_each_record_reads(seed):
    chance = np.random.default_rng(seed)
    vectors = tuple(map(tuple, chance.integers(0, 4, (6, 3)).tolist()))
    recoding = Recoding(vectors, chance.integers(0, 6, 50).astype(np.int32), chance.random(50) < 0.2)
    counts = chance.integers(0, 9, 50)
    expected = np.zeros((3, 4), np.int64)
    for chosen, gone, number in zip(recoding.chosen, recoding.suppressed, counts, strict=True):
        for attribute in range(3):
            expected[attribute, vectors[chosen][attribute]] += 0 if gone else number
    assert (records_by_level(recoding, counts, 4) == expected).all()


def test_that_levels_without_records_are_not_told():
    assert sentence([5, 0, 3]) == "62.5 % as it was, 37.5 % level 2"
    assert sentence([0, 0]) == ""
