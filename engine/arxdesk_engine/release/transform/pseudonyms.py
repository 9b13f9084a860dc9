"""Pseudonyms: names that stand for values, the same wherever the same key is used, and nobody's without it.

A pseudonym is a keyed number (HMAC-SHA-256) written with the characters of an alphabet (ISO 25237 and ENISA,
"Pseudonymisation techniques and best practices", 2019, call it a message authentication code).
"""

from __future__ import annotations

import csv
import io
import os
from collections.abc import Sequence
from pathlib import Path

from arxdesk_engine.foundation.errors import InvalidData, InvalidJob, Problem, UnreadableFile, quoted
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.release.transform.keys import KeyedNumbers

PURPOSE = "arxdesk pseudonym"


def pseudonyms(values: Sequence[str], key: bytes, length: int, alphabet: str) -> list[str]:
    """A pseudonym for each value; missing cells stay the empty text."""
    numbers = KeyedNumbers(key, PURPOSE)
    limit = len(alphabet) ** length
    return [_written(numbers.below(limit, value), length, alphabet) if value else "" for value in values]


def require_different(values: Sequence[str], found: Sequence[str], place: str) -> None:
    """Raises InvalidData where different values have the same pseudonym."""
    collisions = len(set(values)) - len(set(found))
    if collisions:
        number = tr_n(
            collisions,
            "{n} pseudonym stands for several values",
            "{n} pseudonyms stand for several values",
        )
        raise InvalidData(Problem(place, number, tr("Choose a larger length, or an alphabet of more characters.")))


def mapping(values: Sequence[str], found: Sequence[str]) -> bytes:
    """The content of a mapping file: a CSV table of every value that is not missing, and its pseudonym."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, delimiter=";")
    writer.writerow(("original", "pseudonym"))
    writer.writerows((value, pseudonym) for value, pseudonym in zip(values, found, strict=True) if value)
    return text.getvalue().encode()


def require_free(path: Path, content: bytes, place: str) -> bool:
    """Whether a mapping has to be written: not where it is there already, word for word.

    Raises InvalidJob, naming `place`, where anything else is there: a mapping that is lost cannot be formed again
    without the data. Raises UnreadableFile.
    """
    if not os.path.lexists(path):
        return True
    try:
        is_same = path.is_file() and path.read_bytes() == content
    except OSError as error:
        raise UnreadableFile.from_os_error(path, error) from error
    if not is_same:
        found = tr("{path} already exists with other content", path=quoted(path.name))
        raise InvalidJob(Problem(place, found, tr("Choose another file, or move that one away.")))
    return False


def _written(number: int, length: int, alphabet: str) -> str:
    digits = []
    for _digit in range(length):
        number, rest = divmod(number, len(alphabet))
        digits.append(alphabet[rest])
    return "".join(digits)
