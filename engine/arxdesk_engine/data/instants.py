"""Dates as instants to calculate with: microseconds since 1970-01-01, without time zone."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.schema import DEFAULT_DATE_FORMAT, ValueType

PER_SECOND = 1_000_000
PER_DAY = 86_400 * PER_SECOND

_EPOCH = dt.datetime(1970, 1, 1)  # noqa: DTZ001 - dates in tables carry no time zone


def instants_of(texts: Sequence[str], kind: ValueType) -> NDArray[np.int64]:
    """The instant of each date, int64[len(texts)]; all of them fit the type."""
    return np.rint(kind.positions(texts) * PER_SECOND).astype(np.int64)


def written(instant: int, kind: ValueType) -> str:
    """An instant in the format of the type. Raises OverflowError where no calendar has it."""
    moment = _EPOCH + dt.timedelta(microseconds=instant)
    return moment.strftime(kind.format or DEFAULT_DATE_FORMAT)


def are_restored(instants: NDArray[np.int64], texts: Sequence[str], kind: ValueType) -> bool:
    """Whether texts, read again, are these instants."""
    positions = kind.positions(texts)
    if np.isnan(positions).any():
        return False
    return np.array_equal(np.rint(positions * PER_SECOND).astype(np.int64), instants)
