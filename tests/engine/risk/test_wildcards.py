"""Records that suppressed cells make look alike, against comparing every record with every other."""

from fractions import Fraction
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk import wildcards
from arxdesk_engine.risk.wildcards import (
    SUPPRESSED_CELL,
    cell_codes,
    compatible_records,
    distinct_tuples,
    projected,
    wildcard_risk,
)
from tests.engine.risk.tables import columns_of, compatible, records_with_suppressed_cells

RISKS = ("lowest", "highest", "average", "records_at_risk")


def compatible_with_each(records):
    return [sum(compatible(one, other) for other in records) for one in records]


@given(records_with_suppressed_cells())
def test_that_tuples_are_the_distinct_records_in_order_of_first_occurrence(records):
    tuples = distinct_tuples(columns_of(records))
    distinct = list(dict.fromkeys(records))
    assert list(zip(*tuples.codes.tolist(), strict=True)) == distinct
    assert tuples.counts.tolist() == [records.count(record) for record in distinct]
    assert [distinct[index] for index in tuples.tuple_of_record] == records
    assert (len(tuples), tuples.records, tuples.attributes) == (len(distinct), len(records), len(records[0]))
    hidden = [all(cell == SUPPRESSED_CELL for cell in record) for record in distinct]
    assert tuples.fully_suppressed.tolist() == hidden


@given(records_with_suppressed_cells(), st.data())
def test_that_tuples_of_some_attributes_are_those_of_the_shortened_records(records, data):
    chosen = data.draw(st.lists(st.integers(0, len(records[0]) - 1), min_size=1, unique=True))
    found = projected(distinct_tuples(columns_of(records)), chosen)
    expected = distinct_tuples(columns_of([tuple(record[index] for index in chosen) for record in records]))
    for name in ("codes", "counts", "tuple_of_record"):
        assert getattr(found, name).tolist() == getattr(expected, name).tolist()


def counted(records, rare, at_once):
    """The figure of every record; by a table where a pattern has more than `rare` tuples, some of them at once."""
    tuples = distinct_tuples(columns_of(records))
    with patch.multiple(wildcards, _RARE=rare, _LOOKUPS_AT_ONCE=at_once):
        return compatible_records(tuples)[tuples.tuple_of_record].tolist()


either_way = pytest.mark.parametrize(("rare", "at_once"), [(32, 2**22), (1, 2**22), (0, 1)])


@either_way
@given(records=records_with_suppressed_cells())
def test_that_each_record_is_compared_with_every_other(rare, at_once, records):
    assert counted(records, rare, at_once) == compatible_with_each(records)


@either_way
@given(records=records_with_suppressed_cells(max_attributes=40, max_records=12, codes=(0, 1, 2**31 - 2)))
def test_that_wide_records_are_compared_as_well(rare, at_once, records):
    assert counted(records, rare, at_once) == compatible_with_each(records)


def test_that_many_records_are_compared_as_well():
    rng = np.random.default_rng(0)
    table = np.where(rng.random((2000, 4)) < 0.1, SUPPRESSED_CELL, rng.integers(0, 9, (2000, 4)))
    hidden = table == SUPPRESSED_CELL
    alike = (table[:, None] == table[None]) | hidden[:, None] | hidden[None]
    assert counted([tuple(row) for row in table.tolist()], 32, 100) == alike.all(axis=2).sum(axis=1).tolist()


@given(records_with_suppressed_cells(), st.sampled_from(("0.05", "0.1", "0.2", "0.25", "0.5", "1.0")))
def test_that_risks_are_those_of_the_records(records, threshold):
    found = wildcard_risk(distinct_tuples(columns_of(records)), float(threshold))
    risks = [Fraction(1, number) for number in compatible_with_each(records)]
    at_risk = Fraction(sum(risk > Fraction(threshold) for risk in risks), len(risks))
    expected = [min(risks), max(risks), sum(risks) / len(risks), at_risk]
    assert [getattr(found, name) for name in RISKS] == pytest.approx([float(value) for value in expected], rel=1e-12)
    assert (found.records, found.sample_uniques) == (len(records), risks.count(1))
    assert found.threshold == float(threshold)


def test_that_a_suppressed_record_hides_every_other():
    tuples = distinct_tuples([np.array([0, 1, 2, SUPPRESSED_CELL], np.int32)])
    assert compatible_records(tuples).tolist() == [2, 2, 2, 4]
    assert wildcard_risk(tuples).highest == 0.5


def test_that_no_records_have_no_risk():
    risk = wildcard_risk(distinct_tuples([np.empty(0, np.int32)] * 2))
    assert (risk.records, risk.sample_uniques, *(getattr(risk, name) for name in RISKS)) == (0, 0, 0, 0, 0, 0)


def test_that_a_table_without_attributes_is_refused():
    with pytest.raises(ValueError, match="at least one attribute"):
        distinct_tuples([])


def test_that_texts_tell_which_cells_are_suppressed():
    column = Column.encode("ward", np.array([0, 1, 2, 3, 0], np.int32), ["b", "*", "", "a"])
    assert cell_codes(column).tolist() == [3, -1, 0, 2, 3]
    assert cell_codes(column, ("*", "")).tolist() == [3, -1, -1, 2, 3]
    assert cell_codes(column, ()).tolist() == column.codes.tolist()


def test_that_progress_is_told_and_a_wish_to_stop_is_followed():
    rng = np.random.default_rng(0)
    tuples = distinct_tuples([rng.integers(-1, 4, 200).astype(np.int32) for _attribute in range(6)])
    told = []
    assert compatible_records(tuples, Control(told.append)) is not None
    fractions = [progress.fraction for progress in told]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    stopping = Control(lambda _progress: stopping.stop())
    assert compatible_records(tuples, stopping) is None
    assert wildcard_risk(tuples, control=stopping) is None
