"""Sections that are lists of tables, each of a kind that it names: privacy models, perturbations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from arxdesk_engine.foundation.errors import Problem, quoted, suggestion
from arxdesk_engine.foundation.faults import problems_of
from arxdesk_engine.foundation.language import tr

_Kind = TypeVar("_Kind", bound=BaseModel)


def listed(
    entries: object,
    kinds: Mapping[str, type[_Kind]],
    named: tuple[str, str],
    source: str,
    problems: list[Problem],
    made: type[Any],
) -> Iterator[_Kind]:
    """The tables of a section, each of the kind that it says under a key; `named` are the section and the key.

    An entry that is `made` of a table already stays as it is.
    """
    section, key = named
    if not isinstance(entries, list | tuple):
        remedy = tr("Write each {key} under [[{section}]].", key=key, section=section)
        problems.append(Problem(f"{source}, {section}", tr("is not a list of tables"), remedy))
        return
    for number, entry in enumerate(entries, 1):
        if isinstance(entry, made):
            yield entry
            continue
        place = f"{source}, {section}.{number}.{key}"
        name = entry.get(key) if isinstance(entry, dict) else None
        if not isinstance(name, str):
            problems.append(Problem(place, tr("is missing"), suggestion("", tuple(kinds))))
        elif name not in kinds:
            problems.append(
                Problem(place, tr("{name} is not known", name=quoted(name)), suggestion(name, tuple(kinds)))
            )
        else:
            try:
                yield kinds[name].model_validate(entry)
            except ValidationError as error:
                problems.extend(problems_of(error, source, (section, number), kinds[name]))
