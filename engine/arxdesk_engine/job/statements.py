"""The section [statements] of a job: what people write for its evidence report, and no program can know."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from arxdesk_engine.job.attributes import Section

MOST_STATEMENT = 10_000
"""Characters of a statement."""

Text = Annotated[str, Field(max_length=MOST_STATEMENT)]


class Statements(Section):
    """Plain texts about a release and its surroundings; lines end paragraphs, and nothing in them is markup.

    Forms of the report share them, so that each is written once.
    """

    purpose: Text = ""
    collection: Text = ""
    legal_basis: Text = ""
    recipients: Text = ""
    access: Text = ""
    agreements: Text = ""
    controls: Text = ""
    motives: Text = ""
    other_sources: Text = ""
    transparency: Text = ""
    impact: Text = ""
    quasi_identifiers: Text = ""
    techniques: Text = ""
    threshold: Text = ""
    other_material: Text = ""
    usefulness: Text = ""
    intruder_test: Text = ""
    earlier_releases: Text = ""
    residual_risk: Text = ""
    original_data: Text = ""
    responsibilities: Text = ""
    review: Text = ""
    incidents: Text = ""
    expert: Text = ""
    actual_knowledge: Text = ""
    codes: Text = ""
    postal_codes: Text = ""
    identifiers_left: Text = ""
