"""What is said of rows that stay where they are: where that is, and what cannot be done without them."""

from __future__ import annotations

from typing import Literal

from arxdesk_engine.foundation.language import marked
from arxdesk_engine.job.job import Job

NEEDS_ROWS = marked(
    "Not available: the records stay where they are, and this needs every one of them. "
    "Import a part of the table into memory to see it."
)
"""In place of a view."""
WHY_OFF = marked("Not possible while the records stay where they are")
"""The tooltip of an action that is off."""
ROLES_STAY = marked("The records are grouped by these roles. Import the table again to choose others.")


DataEngine = Literal["memory", "files", "database"]


def engine_of(job: Job) -> DataEngine:
    """What holds the rows of a job whose rows stay where they are."""
    return "database" if job.data.engine == "database" else "files"
