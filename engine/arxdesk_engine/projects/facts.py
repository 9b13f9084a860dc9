"""Outcome and trail as they stand in `project.json`, and back."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk_engine.foundation.messages import message_of
from arxdesk_engine.projects.checks import check_facts, check_of, score_facts, score_of
from arxdesk_engine.projects.layout import EntryOfTrail, OutcomeFacts, StoredTrail
from arxdesk_engine.projects.outcome import Outcome
from arxdesk_engine.projects.trail import Entry, Trail
from arxdesk_engine.search.solution import Check, Improvement, Solution


def outcome_facts(outcome: Outcome) -> OutcomeFacts:
    """An outcome as plain values, without what it looked at."""
    solution = outcome.solution
    return OutcomeFacts(
        algorithm=solution.algorithm,
        status=solution.status,
        best=None if solution.best is None else check_facts(solution.best),
        lower_bound=score_facts(solution.lower_bound),
        checks=solution.checks,
        seconds=solution.seconds,
        threads=solution.threads,
        cut_short=outcome.cut_short,
        applied=outcome.applied,
        moment=outcome.moment,
        version=outcome.version,
    )


def outcome_of(facts: OutcomeFacts, examined: Sequence[Check], improvements: Sequence[Improvement]) -> Outcome:
    """The outcome that plain values mean."""
    solution = Solution(
        facts.algorithm,
        facts.status,
        None if facts.best is None else check_of(facts.best),
        score_of(facts.lower_bound),
        facts.checks,
        facts.seconds,
        tuple(examined),
        facts.threads,
        tuple(improvements),
    )
    return Outcome(solution, facts.cut_short, facts.applied, facts.moment, facts.version)


def trail_facts(trail: Trail) -> StoredTrail:
    """A trail as plain values."""
    names = [name for name in EntryOfTrail.model_fields if name != "message"]
    entries = tuple(
        EntryOfTrail(
            **{name: getattr(each, name) for name in names},
            message=None if each.message is None else each.message.plain(),
        )
        for each in trail.entries
    )
    return StoredTrail(entries=entries, dropped=trail.dropped, base=trail.base)


def trail_of(facts: StoredTrail) -> Trail:
    """The trail that plain values mean; whether it is intact is asked of it."""
    entries = (
        Entry(
            *(each.moment, each.action, each.text, each.values, each.digest),
            None if each.message is None else message_of(each.message),
        )
        for each in facts.entries
    )
    return Trail(tuple(entries), facts.dropped, facts.base)
