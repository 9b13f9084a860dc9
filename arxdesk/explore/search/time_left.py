"""How long a search may still take, where that can be said."""

from __future__ import annotations

from arxdesk.ui.durations import rough_duration
from arxdesk_engine.foundation.control import SearchProgress

_EARLIEST, _LEAST = 0.5, 0.02
"""Seconds and share before which nothing is estimated."""


def time_left(progress: SearchProgress, ends_at: float | None, *, is_even: bool) -> str:
    """In words, or "": what is left gets harder to exclude in most searches, so that their share says nothing of time.

    `ends_at` are the seconds at which a limit ends the search. `is_even`: every transformation takes its turn.
    """
    if is_even and progress.seconds >= _EARLIEST and _LEAST <= progress.excluded < 1:
        left = progress.seconds * (1 - progress.excluded) / progress.excluded
        if ends_at is None or left < ends_at - progress.seconds:
            return f"about {rough_duration(left)} left"
    if ends_at is not None:
        return f"at most {rough_duration(max(0.0, ends_at - progress.seconds))} left"
    return ""
