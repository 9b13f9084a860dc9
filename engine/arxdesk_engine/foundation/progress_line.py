"""Progress in one line of text, in English as the command line is."""

from __future__ import annotations

from arxdesk_engine.foundation import shares
from arxdesk_engine.foundation.control import GroupwiseProgress, Progress, RecodingProgress, SearchProgress
from arxdesk_engine.foundation.words import ENGLISH

_BAR = 24
"""Characters."""


def line(progress: Progress) -> str:
    """The progress of a computation in one line."""
    if isinstance(progress, RecodingProgress):
        number = f"iteration {progress.iteration:,} of at most {progress.iterations:,}"
        step = number if progress.iteration else "first step"
        left = f"{step}, {progress.records_left:,} records"
        return f"{progress.activity} {_bar(progress.fraction or 0.0)}  {left}"
    if isinstance(progress, GroupwiseProgress):
        return _of_groups(progress)
    if not isinstance(progress, SearchProgress):
        return f"{progress.activity} {'...' if progress.fraction is None else _bar(progress.fraction)}"
    text = f"{progress.activity} {_bar(progress.excluded)}  {ENGLISH.counted(progress.checks, 'check', 'checks')}"
    if progress.score is not None and progress.gap is not None:
        text += f"  best {progress.score:.4f}, at most {percent(progress.gap)} from the best possible"
    return text


def _of_groups(progress: GroupwiseProgress) -> str:
    """Without a bar, so that loss, bound and gap fit into 80 columns."""
    share = "" if progress.fraction is None else f"{percent(progress.fraction):>6} "
    bound = f", bound {progress.lower_bound:.4f}, gap {percent(progress.gap)}" if progress.lower_bound > 0.0 else ""
    return f"{progress.activity} {share} loss {progress.loss:.4f}{bound}, {progress.groups:,} groups"


def _bar(share: float) -> str:
    filled = int(share * _BAR)
    return f"[{'#' * filled}{'-' * (_BAR - filled)}] {percent(share):>6}"


def percent(share: float) -> str:
    """A share as percent with two significant digits: "4.5 %"."""
    return shares.percent(share, 2, lambda value, decimals: f"{value:,.{decimals}f}")
