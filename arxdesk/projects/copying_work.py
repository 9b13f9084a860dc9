"""The configuration as a text, away from the main thread: a job may hold long tables."""

from __future__ import annotations

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.script import python_of


def job_text(job: Job, control: Control) -> str:
    """The job as a file; its paths are absolute, so that it means the same wherever it is saved."""
    control.report(Progress(tr("Writing the job")))
    return job.absolute().to_toml()


def python_text(job: Job, control: Control) -> str:
    """A script that does the same with the library."""
    control.report(Progress(tr("Writing the script")))
    return python_of(job.absolute())
