"""The description of a job, for people and for its evidence report. Nothing is computed from it."""

from __future__ import annotations

from pydantic import Field

from arxdesk_engine.job.attributes import Section

MOST_NAME, MOST_DESCRIPTION = 200, 20_000
"""So many characters a short field and the description may have."""


class ProjectSettings(Section):
    """The section [project]: what the work is called and for, who is to receive the table, who answers for it."""

    title: str = Field(default="", max_length=MOST_NAME)
    description: str = Field(default="", max_length=MOST_DESCRIPTION)
    recipient: str = Field(default="", max_length=MOST_NAME)
    responsible: str = Field(default="", max_length=MOST_NAME)
