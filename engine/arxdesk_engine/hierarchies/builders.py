"""All builders by the name they have in a job, and reading one of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import InitErrorDetails, PydanticCustomError

from arxdesk_engine.foundation.errors import UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.automatic import AutomaticBuilder
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.hierarchies.coding import CodingBuilder
from arxdesk_engine.hierarchies.date import DateBuilder
from arxdesk_engine.hierarchies.interval import IntervalBuilder
from arxdesk_engine.hierarchies.order import OrderBuilder
from arxdesk_engine.hierarchies.priority import PriorityBuilder
from arxdesk_engine.hierarchies.ready_made import ReadyMadeBuilder
from arxdesk_engine.hierarchies.redaction import RedactionBuilder
from arxdesk_engine.hierarchies.table import TableBuilder

BUILDERS: dict[str, type[HierarchyBuilder]] = {
    "automatic": AutomaticBuilder,
    "interval": IntervalBuilder,
    "order": OrderBuilder,
    "redaction": RedactionBuilder,
    "date": DateBuilder,
    "priority": PriorityBuilder,
    "coding": CodingBuilder,
    "ready-made": ReadyMadeBuilder,
    "table": TableBuilder,
}
"""Every builder by its name."""


def register(builder: type[HierarchyBuilder]) -> None:
    """Add a builder to `BUILDERS`. Raises ValueError where it has no name, or that of another one."""
    field = builder.model_fields.get("builder")
    name = None if field is None else field.default
    if not isinstance(name, str):
        raise ValueError(f'{builder.__name__} has no name in a job. Write builder: Literal["name"] = "name".')
    if BUILDERS.get(name, builder) is not builder:
        raise ValueError(f"there are two builders {name}. Rename one of them.")
    BUILDERS[name] = builder


def builder_from(content: object) -> HierarchyBuilder:
    """A specification from plain values of a job, or from itself.

    Raises ValidationError with every fault; unknown keys are reported with the nearest known one.
    """
    if isinstance(content, HierarchyBuilder):
        return content
    name = content.get("builder") if isinstance(content, dict) else None
    if not isinstance(name, str) or name not in BUILDERS:
        found = tr("is missing") if name is None else tr("{name} is not known", name=quoted(str(name)))
        raise _faults([(("builder",), UnfitValue(found, suggestion(str(name or ""), tuple(BUILDERS))), name)])
    kind = BUILDERS[name]
    try:
        return kind.model_validate(content)
    except ValidationError as error:
        faults = error.errors(include_url=False)
        if all(fault["type"] != "extra_forbidden" for fault in faults):
            raise
        raise ValidationError.from_exception_data(
            kind.__name__, [_with_nearest_key(kind, each) for each in faults]
        ) from error


def _with_nearest_key(kind: type[BaseModel], fault: Mapping[str, Any]) -> InitErrorDetails:
    location, found = tuple(fault["loc"]), fault.get("input")
    if fault["type"] == "extra_forbidden":
        near = suggestion(str(location[-1]), _keys_at(kind, location[:-1]))
        return _fault(location, UnfitValue(tr("this key is not known"), near), found)
    if fault["type"] == "value_error":
        return _fault(location, fault["ctx"]["error"], found)
    return InitErrorDetails(type=fault["type"], loc=location, input=found, ctx=fault.get("ctx", {}))


def _keys_at(model: type[BaseModel], location: Sequence[str | int]) -> tuple[str, ...]:
    """The keys that are allowed in the table at a place."""
    for part in location:
        if isinstance(part, str) and part in model.model_fields:
            model = next(_tables_in(model.model_fields[part].annotation), model)
    return tuple(model.model_fields)


def _tables_in(annotation: Any) -> Any:  # noqa: ANN401 - annotations of any form, and the models in them
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for argument in get_args(annotation):
        yield from _tables_in(argument)


def _fault(location: tuple[str | int, ...], unfit: ValueError, found: object) -> InitErrorDetails:
    error = PydanticCustomError("value_error", "{error}", {"error": unfit})
    return InitErrorDetails(type=error, loc=location, input=found)


def _faults(faults: Sequence[tuple[tuple[str | int, ...], ValueError, object]]) -> ValidationError:
    return ValidationError.from_exception_data("hierarchy", [_fault(*fault) for fault in faults])
