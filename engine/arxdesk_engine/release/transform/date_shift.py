"""Dates moved by a secret number of days, one for each person: the time between two dates of a person stays.

Hripcsak et al., "Preserving temporal relations in clinical data while maintaining privacy" (JAMIA 2016).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.instants import PER_DAY, are_restored, instants_of, written
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.release.transform.keys import KeyedNumbers

PURPOSE = "arxdesk date shift"


def days_of(persons: Column, days: int, key: bytes) -> NDArray[np.int64]:
    """The number of days from -days to days that the dates of each person are moved by, int64[values of persons].

    It depends on the key and the person alone: it is the same in every table, and all are equally likely.
    """
    numbers = KeyedNumbers(key, PURPOSE)
    return np.array([numbers.below(2 * days + 1, person) - days for person in persons.values], np.int64)


def shifted_dates(dates: Column, persons: Column, days: int, key: bytes) -> Column:
    """A column of dates, each moved by the days of its person, in its format.

    Missing dates stay missing. Dates of nobody (the person is missing) read "*": one number for all of them would tell
    the dates apart that belong together. Raises InvalidData, without showing a date, where the format cannot hold
    what comes out.
    """
    instants, dated = _instants(dates)
    moved = instants[dates.codes] + (days_of(persons, days, key) * PER_DAY)[persons.codes]
    has_date, has_person = dated[dates.codes], np.array([bool(person) for person in persons.values])[persons.codes]
    shown = has_date & has_person
    distinct, place = np.unique(moved[shown], return_inverse=True)
    texts = _texts(dates, distinct)
    codes = np.empty(len(moved), np.int32)
    codes[shown] = place
    for text, cells in (("", ~has_date), (SUPPRESSED, has_date & ~has_person)):
        if cells.any():
            codes[cells] = len(texts)
            texts.append(text)
    return Column(dates.name, codes, tuple(texts), dates.type)


def _instants(dates: Column) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """The instant of each value, int64[values], and which of them are dates."""
    dated = np.array([bool(value) for value in dates.values])
    instants = np.zeros(len(dates.values), np.int64)
    instants[dated] = instants_of([value for value in dates.values if value], dates.type)
    return instants, dated


def _texts(dates: Column, instants: NDArray[np.int64]) -> list[str]:
    try:
        texts = [written(instant, dates.type) for instant in instants.tolist()]
    except (OverflowError, ValueError):
        texts = []
    if len(texts) < len(instants) or not are_restored(instants, texts, dates.type):
        found = tr("some dates, once moved, cannot be written as {format}", format=dates.type.format)
        remedy = tr("Choose a format with year, month and day, or fewer days.")
        raise InvalidData(Problem(tr("attribute {attribute}", attribute=quoted(dates.name)), found, remedy))
    return texts
