"""The list of transformations written to a file."""

from __future__ import annotations

from pathlib import Path

from arxdesk_engine.exploration import listing
from arxdesk_engine.exploration.alternatives import Alternatives, Rows
from arxdesk_engine.exploration.listing import WrittenList
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import Job


def write_list(job: Job, alternatives: Alternatives, order: Rows, path: Path, control: Control) -> WrittenList:
    """Write transformations in their order. Raises a UserError, and Stopped."""
    return listing.write_list(job, alternatives, order, path, control)
