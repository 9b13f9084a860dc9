"""Ticks and the configuration say the same, whatever is ticked in which order."""

from __future__ import annotations

import random

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arxdesk.configure.table import subset_model as research_subset
from arxdesk.configure.table.subset_model import ResearchSubset
from arxdesk.core.document import Document
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.subset import SubsetSettings
from arxdesk_engine.preparation.subset import base_records, included_records

FRAME = pd.DataFrame({"age": [str(number) for number in range(12)]})
TABLE = Dataset.from_pandas(FRAME, "ages.csv")


def document_of(**sections) -> Document:
    return Document(job_from({"data": {"path": "ages.csv"}, **sections}), TABLE, {}, None)


def following(document: Document) -> ResearchSubset:
    """Finds what it asks for at once, as a thread would later."""
    made = ResearchSubset(document, document)
    made.base_wanted.connect(
        lambda named: made.take_base(named.settings, base_records(document.job, document.dataset, named))
    )
    made.refresh()
    return made


BASES = (
    SubsetSettings(),
    SubsetSettings(base="none"),
    SubsetSettings(select="age < 5"),
    SubsetSettings(select="age < 5", invert=True),
    SubsetSettings(random=0.5, seed=3),
)


@given(st.integers(0, 10**6).map(random.Random))
def test_that_ticks_are_what_the_job_says_through_every_step_and_back(qapp, generator: random.Random):
    document = document_of()
    subset = following(document)
    wanted = np.ones(12, np.bool_)
    seen = [wanted.copy()]
    for _step in range(generator.randint(1, 8)):
        if generator.random() < 0.2:
            base = generator.choice(BASES)
            subset.choose(base, "base")
            everyone = document_of(subset=base.model_dump(exclude_defaults=True) or {"base": "all"}).job
            wanted = np.zeros(12, np.bool_) if base.base == "none" else included_records(everyone, TABLE)
        elif generator.random() < 0.2:
            subset.invert()
            wanted = ~wanted
        else:
            records = np.array(generator.sample(range(12), generator.randint(1, 4)))
            on = generator.random() < 0.5
            subset.tick(records, on)
            wanted = wanted.copy()
            wanted[records] = on
        assert subset.ticked.tolist() == wanted.tolist()
        if wanted.any() and document.job.subset is not None:
            assert included_records(document.job, TABLE).tolist() == wanted.tolist()
        if document.undo_stack.count() == len(seen):
            seen.append(wanted.copy())
    for before in reversed(seen[:-1]):
        document.undo_stack.undo()
        assert subset.ticked.tolist() == before.tolist()
    assert document.job.subset is None


def test_that_too_many_single_records_are_refused(qapp, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(research_subset, "MOST_RANGES", 3)
    document = document_of()
    subset = following(document)
    refused = []
    subset.too_many.connect(refused.append)
    subset.tick(np.array([0, 2, 4, 5]), False)
    assert (document.job.subset, refused) == (SubsetSettings(exclude="1, 3, 5-6"), [])
    subset.tick(np.array([8]), False)
    assert (document.job.subset, refused) == (SubsetSettings(exclude="1, 3, 5-6"), [4])


def test_that_what_arrives_late_for_another_base_is_dropped(qapp):
    document = document_of()
    subset = ResearchSubset(document, document)
    wanted = []
    subset.base_wanted.connect(lambda named: wanted.append(named.settings))
    subset.refresh()
    subset.choose(SubsetSettings(select="age < 5"), "first")
    subset.choose(SubsetSettings(select="age > 5"), "second")
    assert [each.select for each in wanted] == ["age < 5", "age > 5"]
    subset.take_base(wanted[0], np.zeros(12, np.bool_))
    assert subset.ticked.all(), "as it was"
    subset.tick(np.array([0]), False)
    assert document.undo_stack.count() == 2, "nothing is ticked while it is not known what is"
    subset.take_base(wanted[1], np.arange(12) > 5)
    assert subset.ticked.sum() == 6


def test_that_states_tell_all_none_and_some(qapp):
    subset = following(document_of(subset={"exclude": "1-6"}))
    assert subset.state_of(None) is None
    assert subset.state_of(np.arange(6)) is False
    assert subset.state_of(np.arange(6, 12)) is True
