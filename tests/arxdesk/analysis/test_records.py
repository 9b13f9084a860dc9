"""The records behind figures are those that anybody would count by hand."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest

from arxdesk.analysis.analysis import output_table
from arxdesk.analysis.work import AboveRisk, GroupOfRecord, InClassesOfSize, RecordsShowing, Removed
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.subset import SubsetSettings
from tests.arxdesk.analysis.applied_documents import discharges, put_on, wards


def tables_of(document):
    before = InputTable(document.job, document.dataset)
    return before, output_table(before, document.result, document.applied)


@pytest.fixture(scope="module")
def hospital():
    document = discharges(800)
    put_on(document)
    return document


def rows_of(table):
    """The quasi-identifiers of every record, as they read; None where the output does not show it."""
    frame = table.dataset.to_pandas()
    rows = list(zip(*(frame[name].astype(str) for name in table.quasi_identifiers), strict=True))
    if isinstance(table, OutputTable):
        rows = [None if gone else row for row, gone in zip(rows, table.suppressed, strict=True)]
    return rows


def test_records_in_groups_of_a_size(hospital):
    for table in tables_of(hospital):
        rows = rows_of(table)
        number = Counter(row for row in rows if row is not None)
        for smallest, largest in ((1, 1), (2, 5), (6, None)):
            found = InClassesOfSize(smallest, largest).run(table, Control())
            expected = {
                place
                for place, row in enumerate(rows)
                if row is not None and smallest <= number[row] <= (largest or len(rows))
            }
            assert set(found.tolist()) == expected
            assert len(found) == len(expected)


def test_that_they_come_group_by_group(hospital):
    for table in tables_of(hospital):
        rows = rows_of(table)
        found = InClassesOfSize(1, None).run(table, Control())
        read = [rows[place] for place in found]
        changes = sum(one != other for one, other in pairwise(read))
        assert changes == len(set(read)) - 1


def test_that_a_risk_above_a_threshold_is_one_in_fewer_than_its_inverse(hospital):
    before, after = tables_of(hospital)
    rows = rows_of(before)
    number = Counter(rows)
    found = AboveRisk(0.2).run(before, Control())
    assert set(found.tolist()) == {place for place, row in enumerate(rows) if number[row] < 5}
    assert len(AboveRisk(0.2).run(after, Control())) == 0


def test_that_the_removed_are_those_of_the_output(hospital):
    before, after = tables_of(hospital)
    assert Removed().run(after, Control()).tolist() == np.flatnonzero(hospital.applied.output.suppressed).tolist()
    assert len(Removed().run(after, Control())) == hospital.applied.output.suppressed_records
    assert len(Removed().run(before, Control())) == 0


def test_that_removed_records_are_among_those_that_count():
    document = discharges(800)
    document.set_sections({"subset": SubsetSettings(random=0.5, seed=2)})
    put_on(document, (0,) * 6)
    before, after = tables_of(document)
    removed = Removed().run(after, Control())
    assert 0 < len(removed) == document.applied.output.suppressed_records
    assert before.included[removed].all()


def test_that_values_are_looked_up_in_every_attribute_named(hospital):
    before, _after = tables_of(hospital)
    wanted = RecordsShowing((("sex", ("female",)), ("insurance", ("private", "none"))))
    frame = hospital.dataset.to_pandas()
    expected = frame.index[(frame.sex == "female") & frame.insurance.isin(["private", "none"])]
    assert sorted(wanted.run(before, Control()).tolist()) == expected.tolist()


def test_that_records_that_look_like_one_are_its_group():
    document = wards()
    put_on(document, (0, 0))
    before, after = tables_of(document)
    assert GroupOfRecord(3).run(after, Control()).tolist() == [3, 4, 5, 6]
    assert GroupOfRecord(11).run(before, Control()).tolist() == [11]
    assert GroupOfRecord(11).run(after, Control()).tolist() == []
