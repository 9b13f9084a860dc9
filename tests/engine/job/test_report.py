"""The form of a report and the statements that people write for it, as a job keeps them."""

from __future__ import annotations

import tomllib

import pytest

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.job.statements import MOST_STATEMENT

SAID = 'Researchers of "A & B".\n\n<b>Two</b> of them.'


def job(**sections: object) -> Job:
    return job_from({"data": {"path": "people.csv"}, **sections})


def test_that_form_and_statements_are_written_and_read_again():
    made = job(report={"form": "wp29"}, statements={"recipients": SAID, "motives": "None known."})
    again = job_from(tomllib.loads(made.to_toml()))
    assert again == made
    assert (again.report.form, again.statements.recipients) == ("wp29", SAID)


@pytest.mark.parametrize("code", ["de", "fr", "es"])
def test_that_a_language_is_written_and_read_again(code):
    made = job(report={"language": code})
    assert made.to_toml().endswith(f'[report]\nlanguage = "{code}"\n')
    assert job_from(tomllib.loads(made.to_toml())) == made


def test_that_a_job_without_them_does_not_mention_them():
    text = job().to_toml()
    assert "report" not in text
    assert "statements" not in text


@pytest.mark.parametrize(
    ("sections", "told"),
    [
        ({"report": {"form": "iso27559"}}, "iso-27559"),
        ({"report": {"from": "ema"}}, "form"),
        ({"report": {"language": "it"}}, "Allowed: en, de, fr, es"),
        ({"report": {"language": 3}}, "report.language"),
        ({"statements": {"recipient": "A"}}, "recipients"),
        ({"statements": {"motives": "x" * (MOST_STATEMENT + 1)}}, "statements.motives"),
    ],
)
def test_that_what_is_not_known_or_too_long_names_its_place_and_what_is_meant(sections, told):
    with pytest.raises(InvalidJob) as caught:
        job(**sections)
    assert told in str(caught.value)
