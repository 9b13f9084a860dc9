"""The facts of the audit trail."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.projects.trail import ACTION_WORDS
from arxdesk_engine.report.facts.subject import Subject


@dataclass(frozen=True, slots=True)
class StepFacts:
    """A step of the audit trail in the language of the report; `values` is empty without values."""

    moment: dt.datetime
    action: str
    text: str
    values: str


@dataclass(frozen=True, slots=True)
class TrailFacts:
    """The steps that are kept, after `dropped` older ones; `is_intact`: their chain of digests is unbroken."""

    steps: tuple[StepFacts, ...]
    dropped: int
    is_intact: bool


def trail_facts(subject: Subject, *, with_values: bool) -> TrailFacts:
    """From the trail of the subject."""
    trail = subject.trail
    steps = (
        StepFacts(each.moment, tr(ACTION_WORDS[each.action]), each.words, each.values if with_values else "")
        for each in trail.entries
    )
    return TrailFacts(tuple(steps), trail.dropped, trail.is_intact)
