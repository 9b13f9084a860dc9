"""What a database says of an error, in a line: never a value of the data, which many of its messages quote."""

from __future__ import annotations

import re

from arxdesk_engine.foundation.language import marked, tr

_VALUE = marked("a value cannot be read or computed: {kind}")
_CODES_OF_VALUES = frozenset(
    (
        *(1048, 1062, 1264, 1265, 1292, 1365, 1366, 1367, 1406, 1411, 1416, 1425, 1441, 1525, 1557, 1586, 1644, 1690),
        *(1761, 1762, 3140, 3141, 3819, 4025, 4038),
    )
)
"""Errors of MariaDB and MySQL about single values: duplicates, ranges, numbers, dates, characters, checks, JSON."""
_CLASSES_OF_VALUES = ("22", "23", "P0")
"""The beginning of the SQLSTATE of errors about single values, and of errors that functions of users raise."""
_CODE = re.compile(r"^\((\d+), (['\"])(?P<text>.*)\2\)$", re.DOTALL)


def reason_of(error: Exception) -> str:
    """The reason that SQLAlchemy's error has in the database, without a dot at its end."""
    original = getattr(error, "orig", None) or error
    name = type(original).__name__
    if _is_about_values(error, original):
        code = original.args[0] if original.args and isinstance(original.args[0], int) else None
        kind = tr("error {code}", code=code) if code is not None else _in_words(name)
        return tr(_VALUE, kind=kind)
    text = str(original).strip()
    if found := _CODE.match(text):  # as PyMySQL writes its errors
        text = tr("{text}, error {code}", text=found["text"], code=found[1])
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return (lines or [name])[0].rstrip(".")


def _is_about_values(error: Exception, original: BaseException) -> bool:
    import sqlalchemy as sa  # noqa: PLC0415 - slow to import, and not needed for other tables

    if isinstance(error, sa.exc.DataError | sa.exc.IntegrityError):
        return True
    state = getattr(original, "sqlstate", None)
    if state is not None:
        return str(state).startswith(_CLASSES_OF_VALUES)
    if original.args and original.args[0] in _CODES_OF_VALUES:
        return True
    return str(original).startswith("Could not decode to UTF-8")  # in SQLite, with the text


def _in_words(name: str) -> str:
    """InvalidTextRepresentation as "invalid text representation"."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", " ", name).lower()
