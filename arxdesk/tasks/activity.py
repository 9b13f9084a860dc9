"""Activities of tasks, declared by their owners beside the work."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk_engine.foundation.language import marked


@dataclass(frozen=True, slots=True)
class Activity:
    """A short description of a task. An owner has at most one task of each activity; the latest request wins.

    Different activities may run at the same time, and so may those of different owners.
    """

    text: str
    shown: bool = False
    """Whether the status bar shows it until it has ended."""
    outlasts_document: bool = False
    """Whether it goes on when the document that it was begun for is closed."""
    in_order: bool = False
    """Whether such tasks run strictly in order, whoever owns them, and none is dropped: the last request to write
    a file must be the last to write it."""


WRITING = Activity(marked("Writing files"), shown=True, outlasts_document=True, in_order=True)
"""Files requested by the user, from any view."""
