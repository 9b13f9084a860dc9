"""The facts of what people write for a report, and of the form that it follows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from arxdesk_engine.job.job import Job


@dataclass(frozen=True, slots=True)
class WrittenFacts:
    """The form by its key, "" for none; and the statements that are there, by their keys in a job."""

    form: str
    statements: Mapping[str, str]


def written_facts(job: Job) -> WrittenFacts:
    """From the job. A statement of blanks alone is none."""
    statements = {key: text.strip() for key, text in job.statements.model_dump().items()}
    return WrittenFacts(job.report.form, {key: text for key, text in statements.items() if text})
