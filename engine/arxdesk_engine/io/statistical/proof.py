"""Checks missing in the package that writes files of Stata, SPSS and SAS.

It does not report a failing disk: the file is read again, every cell of it. And it writes the time
into the file, so that the same table would never give the same bytes twice: that time is removed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk_engine.foundation.errors import Problem, UnwritableFile
from arxdesk_engine.foundation.language import tr

_READERS = {".dta": "read_dta", ".sav": "read_sav", ".zsav": "read_sav", ".xpt": "read_xport"}
_BYTES_OF_START = 4_096
_STATA_TIME = re.compile(rb"<timestamp>\x11(.{17})</timestamp>", re.DOTALL)
_SPSS_TIME = slice(92, 109)
_SAS_TIME = re.compile(rb"\d\d[A-Z]{3}\d\d:\d\d:\d\d:\d\d")
_SAS_PLACES = (144, 160, 464, 480)
_NO_TIMES = {17: b"01 Jan 1970 00:00", -17: b"01 Jan 7000:00:00", 16: b"01JAN70:00:00:00"}


def take_out_time(file: Path) -> None:
    """Have the same table give the same bytes, whenever it is written."""
    with file.open("r+b") as stream:
        start = stream.read(_BYTES_OF_START)
        match file.suffix.lower():
            case ".dta":
                found = _STATA_TIME.search(start)
                times = {} if found is None else {found.start(1): _NO_TIMES[17]}
            case ".sav" | ".zsav":
                times = {_SPSS_TIME.start: _NO_TIMES[-17]}
            case _:
                places = (place for place in _SAS_PLACES if _SAS_TIME.fullmatch(start, place, place + 16))
                times = dict.fromkeys(places, _NO_TIMES[16])
        for place, text in times.items():
            stream.seek(place)
            stream.write(text)


def require_as_written(path: Path, file: Path, columns: Mapping[str, np.ndarray[Any, Any]]) -> None:
    """Raises UnwritableFile where a file that was written for `path` does not read again as `columns`."""
    import pyreadstat  # noqa: PLC0415 - slow to import, and not needed for other tables

    read = getattr(pyreadstat, _READERS[file.suffix.lower()])
    try:
        found, _facts = read(os.fspath(file), output_format="dict")
    except (
        pyreadstat.PyreadstatError,
        pyreadstat.ReadstatError,
        OSError,
        ValueError,
        TypeError,
        OverflowError,
    ) as error:
        raise _broken(path) from error
    if list(found) != list(columns) or not all(_are_same(found[name], columns[name]) for name in columns):
        raise _broken(path)


def _are_same(found: Sequence[object], written: np.ndarray[Any, Any]) -> bool:
    if len(found) != len(written):
        return False
    if written.dtype != object:
        numbers = np.array(found, np.float64)  # None is no number
        return np.array_equal(numbers, written, equal_nan=True)
    return all((old or None) == (new or None) for old, new in zip(written.tolist(), found, strict=True))


def _broken(path: Path) -> UnwritableFile:
    found = tr("cannot be written (the file read back differs from the table)")
    remedy = tr("Nothing was overwritten. Free some space, check the disk, or choose another place to write to.")
    return UnwritableFile(Problem(str(path), found, remedy))
