"""The order of the values of an ordered attribute: sorted in some way, moved by hand, read from a file. Knows no Qt."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Callable, Sequence

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.reading_order import without_marks
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr

MAX_FILE_BYTES = 8_000_000
_NUMBER = re.compile(r"[+-]?\d+(?:[.,]\d+)?")
_SHOWN = 3


def present(column: Column) -> tuple[str, ...]:
    """The ordered values: all but the missing one."""
    return tuple(value for value in column.values if value)


def _alphabetic(value: str) -> tuple[str, str]:
    return without_marks(value.casefold()), value


def by_alphabet(values: Sequence[str]) -> tuple[str, ...]:
    """A before b, capital letters beside small ones."""
    return tuple(sorted(values, key=_alphabetic))


def by_number(values: Sequence[str]) -> tuple[str, ...]:
    """By the first number in each value ("Stage 2" before "Stage 10"); those without one come last."""

    def number(value: str) -> float:
        found = _NUMBER.search(value)
        return float(found[0].replace(",", ".")) if found else math.inf

    return tuple(sorted(values, key=lambda value: (number(value), *_alphabetic(value))))


def by_frequency(column: Column) -> Callable[[Sequence[str]], tuple[str, ...]]:
    """The most frequent value first."""
    cells = dict(zip(column.values, column.counts().tolist(), strict=True))
    return lambda values: tuple(sorted(values, key=lambda value: (-cells[value], value)))


def moved(values: Sequence[str], places: Sequence[int], step: int) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """The values with some of them one place higher or lower, and where these are then."""
    found, chosen = list(values), set(places)
    for place in sorted(chosen, reverse=step > 0):
        to = place + step
        if 0 <= to < len(found) and to not in chosen:
            found[place], found[to] = found[to], found[place]
            chosen = chosen - {place} | {to}
    return tuple(found), tuple(sorted(chosen))


def read_order(content: bytes, values: Sequence[str], source: str) -> tuple[str, ...]:
    """The order that a text file lists, one value per line. Raises InvalidData where it does not list each once."""
    if len(content) > MAX_FILE_BYTES:
        raise InvalidData(
            Problem(source, tr("the file is larger than 8 MB"), tr("Choose a file with one value per line."))
        )
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        remedy = tr("Save it as text in UTF-8.")
        raise InvalidData(Problem(source, tr("this is not a text file in UTF-8"), remedy)) from error
    listed = [line.strip() for line in text.splitlines() if line.strip()]
    wanted = set(values)
    twice = [value for value, times in Counter(listed).items() if times > 1]
    faults = [
        Problem(source, said.format(number=len(found), names=_named(found)), remedy)
        for found, said, remedy in (
            (
                [value for value in values if value not in set(listed)],
                tr("{number} of the values are not listed: {names}"),
                tr("Add them to the file."),
            ),
            (
                [value for value in listed if value not in wanted],
                tr("{number} of the values are no values of the column: {names}"),
                tr("Leave them out."),
            ),
            (twice, tr("{number} of the values are listed more than once: {names}"), tr("List each once.")),
        )
        if found
    ]
    if faults:
        raise InvalidData(faults)
    return tuple(listed)


def _named(values: Sequence[str]) -> str:
    return ", ".join(quoted(value) for value in values[:_SHOWN]) + (", ..." if len(values) > _SHOWN else "")


def written_order(values: Sequence[str]) -> bytes:
    """The same as the content of a file."""
    return ("\n".join(values) + "\n").encode()
