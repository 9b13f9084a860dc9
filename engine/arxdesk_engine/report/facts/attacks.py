"""The facts of the attacks on what would be released."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, UnreadableFile
from arxdesk_engine.report.facts.subject import Subject

if TYPE_CHECKING:
    from arxdesk_engine.attacks.attack import AttackReport


@dataclass(frozen=True, slots=True, eq=False)
class AttackFacts:
    """What attackers find out; `found` is None where nothing could be attacked, and `reason` says why then."""

    found: AttackReport | None
    reason: str = ""
    not_compared: tuple[str, ...] = ()
    """The names of earlier releases that could not be put beside it."""


def attack_facts(subject: Subject, control: Control) -> AttackFacts | None:
    """Attack a trial of the applied table; None without one. Raises UnwritableFile; Stopped."""
    if subject.output is None:
        return None
    if subject.anonymizer.rows is not None:
        return AttackFacts(None, "The rows stay outside memory, and are not attacked there.")
    from arxdesk_engine.disclosed_choices import choices_of  # noqa: PLC0415 - pandas is slow to import
    from arxdesk_engine.trial_release import attack_trial  # noqa: PLC0415 - pandas is slow to import

    choices = choices_of(subject.anonymizer, subject.solution, subject.output, subject.local_recoding)
    try:
        made = subject.anonymizer, subject.output, control
        found = attack_trial(*made, earlier=subject.earlier, choices=choices)
        return AttackFacts(found, not_compared=subject.not_compared)
    except (InvalidJob, InvalidData, UnreadableFile) as error:
        problem = error.problems[0]
        return AttackFacts(None, f"{problem.found[:1].upper()}{problem.found[1:]}.")
