"""Durations in words, and as shown by a running clock."""

from __future__ import annotations

from arxdesk.ui.words import count, decimal
from arxdesk_engine.foundation.language import tr

_MINUTE, _HOUR = 60, 3600


def duration(seconds: float) -> str:
    """A duration in sensible precision: "12 ms", "3.8 s", "2 min 5 s", "1 h 40 min"."""
    if seconds < 0.0005:
        return "0 ms" if seconds <= 0 else tr("under 1 ms")
    if seconds < 0.9995:
        return f"{round(seconds * 1000)} ms"
    if round(seconds, 1) < _MINUTE:
        return f"{decimal(seconds, 1)} s"
    whole = round(seconds)
    if whole < _HOUR:
        return _two(whole // _MINUTE, "min", whole % _MINUTE, "s")
    minutes = round(seconds / _MINUTE)
    return _two(minutes // _MINUTE, "h", minutes % _MINUTE, "min")


def rough_duration(seconds: float) -> str:
    """A stretch of time that is only estimated: "1 s", "40 s", "3 min", "2 h"."""
    if seconds < 10:
        return f"{max(1, round(seconds))} s"
    if seconds < 55:
        return f"{round(seconds / 5) * 5} s"
    if seconds < 55 * _MINUTE:
        return f"{max(1, round(seconds / _MINUTE))} min"
    return f"{count(max(1, round(seconds / _HOUR)))} h"


def clock(seconds: float) -> str:
    """A clock that runs: "0:03.8", "12:05", "1:02:03"; tenths until ten minutes."""
    tenths = int(max(0.0, seconds) * 10 + 1e-6)
    whole = tenths // 10
    if whole < 10 * _MINUTE:
        return f"{whole // _MINUTE}:{whole % _MINUTE:02d}{_decimal_mark()}{tenths % 10}"
    if whole < _HOUR:
        return f"{whole // _MINUTE}:{whole % _MINUTE:02d}"
    return f"{whole // _HOUR}:{whole % _HOUR // _MINUTE:02d}:{whole % _MINUTE:02d}"


def _two(first: int, unit: str, second: int, smaller: str) -> str:
    return f"{count(first)} {unit}" if second == 0 else f"{count(first)} {unit} {second} {smaller}"


def _decimal_mark() -> str:
    return decimal(0.5, 1)[1]
