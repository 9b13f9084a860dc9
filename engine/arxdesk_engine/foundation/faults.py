"""Faults of values in a job, in words that people can act on, from those that pydantic reports."""

from __future__ import annotations

import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from arxdesk_engine.foundation.errors import Problem, UnfitValue, found_and_remedy, quoted, suggestion
from arxdesk_engine.foundation.language import tr, tr_of
from arxdesk_engine.foundation.refusals import should


def one_of(value: str, allowed: Iterable[str]) -> str:
    """The value. Raises UnfitValue where it is not among those allowed, with the nearest of them."""
    known = tuple(allowed)
    if value not in known:
        raise UnfitValue(tr("{value} is not known", value=quoted(value)), suggestion(value, known))
    return value


def problems_of(
    error: ValidationError, source: str, prefix: tuple[str | int, ...], model: type[BaseModel]
) -> Iterator[Problem]:
    """A problem for each fault that pydantic found in a section, which stands at `prefix` in the job `source`."""
    for fault in error.errors(include_url=False):
        dotted = ".".join(str(part) for part in (*prefix, *fault["loc"]))
        place = f"{source}, {dotted}" if dotted else source
        yield Problem(place, *_explained(fault["type"], fault, _fields_at(model, fault["loc"][:-1])))


def _explained(kind: str, fault: Mapping[str, Any], fields: tuple[str, ...]) -> tuple[str, str]:
    """The finding and the remedy of one fault that pydantic reports."""
    found, allowed = fault.get("input"), fault.get("ctx", {})
    if isinstance(found, str):
        shown = quoted(found)
    else:
        shown = reprlib.repr(found) if isinstance(found, list | dict) else f"{found}"[:80]
    match kind:
        case "extra_forbidden":
            return tr("this key is not known"), suggestion(str(fault["loc"][-1]), fields)
        case "missing":
            return tr("is missing"), tr("Add it.")
        case "model_type" | "model_attributes_type" | "dict_type":
            return tr("{value} is not allowed", value=shown), tr("It should be a table of settings.")
        case "enum" | "literal_error":
            return tr("{value} is not allowed", value=shown), tr(
                "Allowed: {names}.", names=_listed(allowed["expected"])
            )
        case "value_error":
            return found_and_remedy(allowed["error"])
        case _:
            return tr("{value} is not allowed", value=shown), should(fault)


def _listed(expected: str) -> str:
    """The allowed values as pydantic lists them, "'a', 'b' or 'c'", with the word of the language."""
    return expected.replace(" or ", tr_of("between the last two of several", " or "))


def _fields_at(model: type[BaseModel], location: Sequence[str | int]) -> tuple[str, ...]:
    """The names allowed in the section that a fault's location leads to."""
    for part in location:
        if not isinstance(part, str) or part not in model.model_fields:
            continue  # the name of an attribute, the number of a model
        annotation = model.model_fields[part].annotation
        for kind in (annotation, *get_args(annotation)):  # a section, an optional one, or one for each attribute
            if isinstance(kind, type) and issubclass(kind, BaseModel):
                model = kind
    return tuple(model.model_fields)
