"""The saved state of a project, to detect unsaved changes."""

from __future__ import annotations

from weakref import ref

from arxdesk.core.freshness import asked_about
from arxdesk.core.values.results import Result
from arxdesk_engine.job.job import Job


class SavedState:
    """The job and the result that were saved last."""

    def __init__(self, job: Job) -> None:
        self.job: Job | None = job
        """None if the project is not saved."""
        self._result: ref[Result] | None = None  # a result that can be continued holds much memory

    def set_result(self, result: Result | None) -> None:
        """Note the result in the file, or none."""
        self._result = None if result is None else ref(result)

    def has_result(self, result: Result) -> bool:
        """Whether the file holds this result."""
        return self._result is not None and self._result() is result

    def is_asked_as(self, job: Job) -> bool:
        """Whether a job has no changes to be saved."""
        return self.job is not None and asked_about(self.job) == asked_about(job)
