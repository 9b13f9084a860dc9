"""The parts of a project of ARX that could not be taken over, collected while it is read."""

from __future__ import annotations

from dataclasses import dataclass, field

from arxdesk_engine.foundation.errors import Problem
from arxdesk_engine.foundation.language import tr


@dataclass(frozen=True, slots=True)
class Omission:
    """One thing that is missing from the job, or is different there: where in the project it is, what was found, and
    what to do, or what was done, instead."""

    place: str
    found: str
    instead: str = ""

    def __str__(self) -> str:
        text = tr("{place}: {found}.", place=self.place, found=self.found)
        return f"{text} {self.instead}" if self.instead else text


@dataclass(slots=True)
class Findings:
    """The list while it grows. `notes` are no losses, but may surprise a user."""

    left_out: list[Omission] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def leave_out(self, place: str, found: str, instead: str = "") -> None:
        """Add to the list, where it is not there already."""
        entry = Omission(place, found, instead)
        if entry not in self.left_out:
            self.left_out.append(entry)

    def refuse(self, place: str, problem: Problem) -> None:
        """Add what the job would not accept."""
        self.leave_out(place, problem.found, problem.remedy)

    def note(self, text: str) -> None:
        """Add a sentence that is no loss."""
        if text not in self.notes:
            self.notes.append(text)
