"""What would help where nothing satisfies."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.exploration.reliefs import Relief, reliefs
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.loading import load_hierarchies
from arxdesk_engine.search.solution import Status
from tests.engine.verification.runs import job_on, people


def limited(folder: Path, **limits: int) -> Anonymizer:
    job = job_on(folder, people(), [{"model": "k-anonymity", "k": 4}], suppression={"limit": 0.0}).job
    attributes = dict(job.attributes)
    for name, level in limits.items():
        attributes[name] = job.settings_of(name).model_copy(update={"maximum_level": level})
    return Anonymizer.open(job.model_copy(update={"attributes": attributes}))


def found(anonymizer: Anonymizer, job: Job | None = None, control: Control | None = None) -> tuple[Relief, ...]:
    job = job or anonymizer.job
    return reliefs(job, anonymizer.dataset, load_hierarchies(anonymizer.job, anonymizer.dataset), control)


def test_that_the_one_limit_that_is_to_blame_is_named_and_releasing_it_helps(tmp_path: Path):
    anonymizer = limited(tmp_path, age=0, city=1)
    assert anonymizer.search().status is Status.INFEASIBLE
    told = found(anonymizer)
    assert Relief("age", 0) in told
    assert not any(each.attribute == "city" for each in told)
    assert limited(tmp_path, city=1).search().best is not None


def test_that_the_records_that_would_have_to_go_are_enough(tmp_path: Path):
    anonymizer = limited(tmp_path, age=0, city=1)
    share = next(each.suppression for each in found(anonymizer) if each.suppression is not None)
    suppression = anonymizer.job.suppression.model_copy(update={"limit": share})
    again = Anonymizer.open(anonymizer.job.model_copy(update={"suppression": suppression}))
    assert again.search().best is not None


def test_that_a_model_without_which_all_others_hold_is_named(tmp_path: Path):
    models = [{"model": "k-anonymity", "k": 2}, {"model": "l-diversity", "attribute": "diagnosis", "l": 50}]
    anonymizer = job_on(tmp_path, people(), models, suppression={"limit": 0.0})
    assert Relief(model=1) in found(anonymizer)
    assert Relief(model=0) not in found(anonymizer)


def test_that_it_can_be_stopped(tmp_path: Path):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        found(limited(tmp_path, age=0), control=control)
