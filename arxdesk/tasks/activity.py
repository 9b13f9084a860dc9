"""What a task does, as its owner declares it beside the work."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Activity:
    """A few words on what is done. An owner has at most one task of each activity, and the latest request wins.

    Different activities may run at the same time, and so may those of different owners.
    """

    text: str
    shown: bool = False
    """Whether the status bar says so until it has ended."""
    outlasts_document: bool = False
    """Whether it goes on when the document that it was begun for is closed."""
    in_order: bool = False
    """Whether nobody may overtake or drop it, whoever owns it: the last to write a file must be the last that was
    asked to."""


WRITING = Activity("Writing files", shown=True, outlasts_document=True, in_order=True)
"""Files that somebody asked for, whichever view has asked."""
