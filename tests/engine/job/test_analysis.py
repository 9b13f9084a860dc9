"""The thresholds that a project remembers."""

from __future__ import annotations

import tomllib

import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.analysis import THRESHOLD_PRESETS, AnalysisSettings, Thresholds
from arxdesk_engine.job.job import job_from

JOB = """
[data]
path = "people.csv"

[attributes.age]
role = "quasi-identifying"

[[privacy]]
model = "k-anonymity"
k = 2
"""


def test_that_thresholds_are_read_and_written():
    text = JOB + "\n[analysis.thresholds]\nhighest_risk = 0.1\nrecords_at_risk = 0\nsuccess_rate = 1\n"
    job = job_from(tomllib.loads(text))
    assert job.analysis.thresholds == Thresholds(highest_risk=0.1, records_at_risk=0.0, success_rate=1.0)
    assert job_from(tomllib.loads(job.to_toml())).analysis == job.analysis


def test_that_a_job_without_them_has_the_usual_ones_and_does_not_say_so():
    job = job_from(tomllib.loads(JOB))
    assert job.analysis == AnalysisSettings(thresholds=Thresholds())
    assert (job.analysis.thresholds.highest_risk, job.analysis.thresholds.records_at_risk) == (0.2, 0.05)
    assert "analysis" not in job.to_toml()


@pytest.mark.parametrize(
    ("line", "place"),
    [
        ("highest_risk = 1.5", "highest_risk"),
        ("highest_risk = -0.1", "highest_risk"),
        ("success_rate = nan", "success_rate"),
        ('records_at_risk = "0.1"', "records_at_risk"),
        ("unknown = 0.1", "unknown"),
    ],
)
def test_that_what_is_no_share_is_refused_with_its_place(line, place):
    with pytest.raises(InvalidJob) as caught:
        job_from(tomllib.loads(f"{JOB}\n[analysis.thresholds]\n{line}\n"))
    assert place in str(caught.value)


def test_that_presets_are_the_numbers_of_their_sources_the_laxest_first():
    risks = [each.highest_risk for each in THRESHOLD_PRESETS]
    assert risks == [1 / 3, 1 / 5, 1 / 10, 1 / 11, 0.09, 0.05]
    assert all(each.source and each.name for each in THRESHOLD_PRESETS)
    for preset in THRESHOLD_PRESETS:
        text = f"{JOB}\n[analysis.thresholds]\nhighest_risk = {preset.highest_risk!r}\n"
        job = job_from(tomllib.loads(job_from(tomllib.loads(text)).to_toml()))
        assert job.analysis.thresholds.highest_risk == preset.highest_risk, "a group of 3 is not above a third"
