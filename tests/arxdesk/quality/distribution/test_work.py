"""Distributions: everybody is counted once, bands keep their people however they are drawn."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arxdesk.analysis.analysis import output_table
from arxdesk.analysis.work import HiddenRecords, RecordsShowing
from arxdesk.core.session.search_work import apply, search
from arxdesk.core.values.results import Result
from arxdesk.quality.distribution.work import DistributionOf
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job, OutputSettings, SuppressionSettings
from arxdesk_engine.privacy.size import KAnonymity
from arxdesk_engine.search.check import check
from tests.tiers import examples

LADDERS = {
    "tens": Hierarchy(tuple((str(age), f"{age // 10 * 10}-{age // 10 * 10 + 9}", "*") for age in range(60))),
    "words": Hierarchy(tuple((str(age), "young" if age < 20 else "old", "*") for age in range(60))),
    "ends": Hierarchy(tuple((str(age), "<30" if age < 30 else ">=30", "*") for age in range(60))),
}


def tables(cells: list[str], hierarchy: Hierarchy, level: int, k: int, output: OutputSettings | None = None):
    frame = pd.DataFrame({"age": cells, "illness": [f"i{place % 3}" for place in range(len(cells))]})
    dataset = Dataset.from_pandas(frame, "people.csv")
    job = Job(
        data=DataSource(path="people.csv"),
        attributes={
            "age": AttributeSettings(role=Role.QUASI_IDENTIFYING),
            "illness": AttributeSettings(role=Role.SENSITIVE),
        },
        privacy=(KAnonymity(k=k),),
        suppression=SuppressionSettings(limit=1.0),
        output=output or OutputSettings(),
    )
    result: Result = search(job, dataset, {"age": hierarchy}, Control())
    applied: Applied = apply(result, check(result.anonymizer.problem, (level,)).levels, Control())
    before = InputTable(job, dataset)
    return before, output_table(before, result, applied)


@settings(deadline=None, max_examples=examples(60))
@given(st.integers().map(random.Random), st.sampled_from(sorted(LADDERS)), st.integers(0, 2), st.integers(1, 4))
def test_that_everybody_is_counted_once_on_both_sides(source, ladder, level, k):
    cells = [str(source.randrange(60)) for _ in range(source.randint(1, 60))]
    before, after = tables(cells, LADDERS[ladder], level, k)
    found = DistributionOf("age").run(after, Control())
    assert found.before.counted == found.after.counted == len(cells)
    assert found.people_before.sum() == found.before.shown
    assert found.people_after.sum() == found.after.shown
    assert found.scaled is not None
    assert sum(bar.people for bar in found.scaled.before) == len(cells)
    assert sum(bar.people for bar in found.scaled.after) == pytest.approx(found.after.shown)
    place = found.scaled.bins.place
    areas = [bar.height * np.diff(place(np.array([bar.low, bar.end])))[0] for bar in found.scaled.after]
    assert sum(areas) == pytest.approx(found.after.shown)
    if found.scaled.in_common is not None:
        assert 0 <= found.scaled.in_common <= 1 + 1e-12
    assert DistributionOf("age").run(before, Control()).people_before.sum() == len(cells)


@settings(deadline=None, max_examples=examples(30))
@given(st.integers().map(random.Random), st.sampled_from(sorted(LADDERS)), st.integers(0, 2))
def test_that_the_records_of_all_texts_are_all_records(source, ladder, level):
    cells = [str(source.randrange(60)) for _ in range(source.randint(1, 60))]
    _before, after = tables(cells, LADDERS[ladder], level, 2)
    found = DistributionOf("age").run(after, Control())
    rows = [RecordsShowing((("age", (text,)),)).run(after, Control()) for text in (*found.texts, "*", "")]
    rows.append(HiddenRecords("age").run(after, Control()))
    assert sorted(np.concatenate(rows).tolist()) == list(range(len(cells)))
    assert [len(each) for each in rows[:-3]] == found.people_after.tolist()


def test_that_visible_cells_of_removed_records_count_unless_left_out_of_the_file():
    cells = ["1", "1", "2"]
    for mode, removed in (("keep", 0), ("drop", 1)):
        _before, after = tables(cells, LADDERS["tens"], 0, 2, OutputSettings(suppressed=mode))
        found = DistributionOf("illness").run(after, Control())
        assert (found.after.shown, found.after.removed) == (3 - removed, removed)


def test_that_bands_that_overlap_are_spread_evenly():
    hierarchy = Hierarchy((("0", "0-9"), ("5", "5-14"), ("12", "5-14"), ("30", "30-39")))
    _before, after = tables(["0", "0", "5", "12", "30"], hierarchy, 1, 1)
    scaled = DistributionOf("age", "5").run(after, Control()).scaled
    assert scaled.is_spread
    assert [(bar.low, bar.people) for bar in scaled.after] == [(0, 1), (5, 2), (10, 1), (30, 0.5), (35, 0.5)]


def test_that_shapes_that_are_the_same_have_everything_in_common():
    _before, after = tables([str(age) for age in range(60)], LADDERS["tens"], 1, 1)
    scaled = DistributionOf("age").run(after, Control()).scaled
    assert scaled.in_common == pytest.approx(1.0)
    assert scaled.misplaced == 0
