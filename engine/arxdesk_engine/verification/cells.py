"""Typed cells as texts, formed anew by the rules that `io.cells.cells` states; nothing is shared with it."""

from __future__ import annotations

import datetime as dt
import decimal
import json
import math
from collections.abc import Sequence

import numpy as np
import pandas as pd

from arxdesk_engine.verification.texts import categorical, mapped, trimmed

Cell = object


def text_column(cells: Sequence[Cell], digits: int | None = None, *, trims: bool = True) -> pd.Categorical:
    """A categorical column of the texts of typed cells; None, NaN and NaT are the empty text.

    `digits` is how many digits of a floating-point number count; None: all. `trims`: blanks around texts are cut off.
    """
    moments = [cell for cell in cells if isinstance(cell, dt.datetime) and not pd.isna(cell)]
    midnights = all((each.hour, each.minute, each.second, each.microsecond) == (0, 0, 0, 0) for each in moments)
    only_days = midnights and all(each.tzinfo is None for each in moments)
    fraction = "microseconds" if any(each.microsecond for each in moments) else "seconds"

    def day_or_moment(cell: dt.date) -> str:
        if isinstance(cell, dt.datetime):
            if only_days:
                return f"{cell:%Y-%m-%d}".rjust(10, "0")
            if cell.tzinfo is not None:
                return cell.astimezone(dt.UTC).isoformat(timespec=fraction).replace("+00:00", "Z")
            return cell.isoformat(timespec=fraction)
        if moments and not only_days:
            return dt.datetime(cell.year, cell.month, cell.day).isoformat(timespec=fraction)  # noqa: DTZ001
        return cell.isoformat()

    def text(cell: Cell) -> str:
        if cell is None or cell is pd.NaT or (isinstance(cell, float) and math.isnan(cell)):
            return ""
        if isinstance(cell, dt.date):
            return day_or_moment(cell)
        return _text(cell, digits)

    codes, texts = pd.factorize(np.array([text(cell) for cell in cells], dtype=object))
    return mapped(categorical(codes, texts), [trimmed(each) if trims else each for each in texts])


def _text(cell: Cell, digits: int | None) -> str:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, (bool, np.bool_)):
        return "true" if cell else "false"
    if isinstance(cell, (int, np.integer)):
        return str(int(cell))
    if isinstance(cell, (float, np.floating)):
        number = float(cell) if digits is None or math.isinf(cell) else float("%.*g" % (digits, cell))  # noqa: UP031
        return f"{number:.0f}" if number.is_integer() and -(2**53) <= number <= 2**53 and number else _other(number)
    if isinstance(cell, decimal.Decimal):
        return "" if cell.is_nan() else f"{cell:f}"
    if isinstance(cell, dt.time):
        return cell.isoformat()
    if isinstance(cell, dt.timedelta):
        total = int(abs(cell).total_seconds())
        hours, minutes, seconds = total // 3600, total // 60 % 60, total % 60
        return f"{'-' if cell.days < 0 else ''}{hours:02d}:{minutes:02d}:{seconds:02d}"
    if isinstance(cell, (bytes, bytearray, memoryview)):
        raw = bytes(cell)
        try:
            return str(raw, "utf-8")
        except ValueError:
            return "".join(f"{byte:02x}" for byte in raw)
    if isinstance(cell, (dict, list, tuple)):
        return json.dumps(cell, ensure_ascii=False, sort_keys=True, default=str)
    return f"{cell}"


def _other(number: float) -> str:
    return str(number) if number else "0"
