"""Single settings of a job put in place by name, as text: `suppression.limit` = `0.05`."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Iterator
from typing import Any

from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.job import Job, job_from

_NAMES = ("model", "method", "name")
"""The keys that tables in a list go by, beside their numbers."""
_WRITTEN_AS_TOML = ("{", "[", '"', "'")
_UNLIKELY = "\0"


def assigned(job: Job, key: str, text: str) -> Job:
    """The job with one setting changed: `key` is dotted as in messages, `text` is read as the setting's type asks for.

    Sections that are not there are made. Tables in a list go by their number, from 1, or by the name of their kind:
    `privacy.1.k` and `privacy.k-anonymity.k`. Lists are written as in TOML, or with commas. Relative paths are relative
    to the job file. Raises InvalidJob, whose places are the key: for keys that are not known, and values that do not
    fit.
    """
    parts = _parts(key)
    faults: InvalidJob | None = None
    for value in _readings(text):
        content = copy.deepcopy(job.content())
        _put(content, parts, value, key)
        try:
            found = job_from(content, _UNLIKELY)
        except InvalidJob as error:
            faults = error if faults is None or not isinstance(value, str | list) else faults
            continue
        return found if job.file is None else found.at(job.file)
    problems = () if faults is None else faults.problems
    raise InvalidJob(Problem(_place(key, each.place), each.found, each.remedy) for each in problems)


def _readings(text: str) -> Iterator[object]:
    """What a text can mean, the likeliest first: setting by setting, the first that the schema takes is meant."""
    found: list[object] = [text]
    try:
        found.append(tomllib.loads(f"value = {text}")["value"])
    except ValueError:
        pass
    else:
        if text.startswith(_WRITTEN_AS_TOML):
            found.reverse()
    yield from found
    yield text.split(",")


def _parts(key: str) -> tuple[str, ...]:
    """The names that a dotted key leads through; names in quotes may have dots, as in TOML."""
    try:
        inside: Any = tomllib.loads(f"{key} = 0")
    except ValueError:  # a name with blanks or letters that TOML wants in quotes
        parts = tuple(key.split("."))
    else:
        found = []
        while isinstance(inside, dict):
            name, inside = next(iter(inside.items()))
            found.append(name)
        parts = tuple(found)
    if len(parts) < 2 or not all(parts):
        raise InvalidJob(Problem(key, tr("this is no setting"), tr("Write section.key, as in suppression.limit.")))
    return parts


def _put(content: dict[str, Any], parts: tuple[str, ...], value: object, key: str) -> None:
    inside: Any = content
    for part in parts[:-1]:
        if isinstance(inside, list):
            inside = _of_list(inside, part, key)
        elif isinstance(inside, dict):
            inside = inside.setdefault(part, {})
    if not isinstance(inside, dict):
        raise InvalidJob(
            Problem(
                key, tr("{parts} has no settings of its own", parts=quoted(parts[-2])), tr("Write its whole value.")
            )
        )
    inside[parts[-1]] = value


def _of_list(tables: list[Any], part: str, key: str) -> object:
    """The table of a list that a number, or the name of its kind, means."""
    if part.isdecimal() and 1 <= int(part) <= len(tables):
        return tables[int(part) - 1]
    names = [next((each[name] for name in _NAMES if name in each), "") for each in tables]
    if names.count(part) == 1:
        return tables[names.index(part)]
    if part in names:
        raise InvalidJob(
            Problem(key, tr("several tables are named {part}", part=quoted(part)), tr("Write its number, from 1."))
        )
    numbers = [str(number + 1) for number in range(len(tables))]
    raise InvalidJob(
        Problem(key, tr("the job has no {part} there", part=quoted(part)), suggestion(part, (*numbers, *names)))
    )


def _place(key: str, place: str) -> str:
    """The key; for a fault of another setting, what the job says of its place."""
    return key if place.endswith(key) or place == _UNLIKELY else f"{key} ({place.removeprefix(_UNLIKELY).lstrip(', ')})"
