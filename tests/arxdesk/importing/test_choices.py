"""The job of a new project, from what was chosen in the import wizard."""

from __future__ import annotations

import pytest

from arxdesk.importing.choices import Choices, ColumnChoice, outside_job_of
from arxdesk_engine.foundation.language import LanguageCode, in_language
from arxdesk_engine.job.data_source import DataSource


@pytest.mark.parametrize("code", ["en", "de"])
def test_that_reports_of_a_new_project_are_in_the_language_of_the_window(code: LanguageCode):
    with in_language(code):
        job = outside_job_of(Choices(DataSource(path="t.csv"), (ColumnChoice("a", "a"),)), {})
    assert job.report.language == code
