"""An estimate of the remaining time of a search, where there can be one."""

from __future__ import annotations

from arxdesk.ui.durations import rough_duration
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.foundation.language import tr

_EARLIEST, _LEAST = 0.5, 0.02
"""Seconds and share before which nothing is estimated."""


def time_left(progress: SearchProgress, ends_at: float | None, *, is_even: bool) -> str:
    """In words, or "": the rest gets harder to exclude in most searches, so that its share says nothing of time.

    `ends_at` is the time limit in seconds. `is_even`: transformations take equal time.
    """
    if is_even and progress.seconds >= _EARLIEST and _LEAST <= progress.excluded < 1:
        left = progress.seconds * (1 - progress.excluded) / progress.excluded
        if ends_at is None or left < ends_at - progress.seconds:
            return tr("about {left} left", left=rough_duration(left))
    if ends_at is not None:
        return tr("at most {left} left", left=rough_duration(max(0.0, ends_at - progress.seconds)))
    return ""
