"""What a job says of itself."""

import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import job_from


def test_that_the_words_of_a_project_are_written_first_and_read_again():
    said = {"title": "Discharges", "description": "For the survey\nof 2026.", "recipient": "A", "responsible": "B"}
    job = job_from({"data": {"path": "people.csv"}, "project": said})
    assert job.to_toml().startswith("[project]\n")
    assert job.project.model_dump() == said


def test_that_a_project_without_words_is_not_mentioned():
    assert "project" not in job_from({"data": {"path": "people.csv"}}).to_toml()


def test_that_words_that_are_too_long_name_their_place():
    with pytest.raises(InvalidJob, match=r"project\.title"):
        job_from({"data": {"path": "people.csv"}, "project": {"title": "x" * 201}})
