"""Settings that a program makes by calling their class: what is wrong with them is told in sentences."""

from __future__ import annotations

from inspect import isabstract
from typing import TYPE_CHECKING, Any, Literal, cast, dataclass_transform, get_args, get_origin

from pydantic import BaseModel, Field, ValidationError

from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.foundation.faults import problems_of

if TYPE_CHECKING:
    from pydantic._internal._model_construction import ModelMetaclass as _Kind
else:
    _Kind = type(BaseModel)  # which pydantic gives no public name


class UnfitSettings(InvalidJob, ValueError):
    """What a program gave to a model, a builder or a section of a job is not allowed there."""


@dataclass_transform(kw_only_default=True, field_specifiers=(Field,))
class NamedSettings(_Kind):
    """The class of such classes. A job's settings are validated without it, and gather all faults of the job."""

    def __call__(cls, *given: object, **values: object) -> Any:  # noqa: N805, ANN401 - a class, and its instance
        """An instance. Raises UnfitSettings; TypeError for settings without names."""
        kind = cast("type[BaseModel]", cls)
        if given:
            free = [name for name, field in kind.model_fields.items() if not _is_fixed(field.annotation)]
            names, public = ", ".join(f"{name}=..." for name in free), _public_name(kind)
            raise TypeError(f"the parameters of {public} have names: write {public}({names})")
        if not kind.__pydantic_complete__:  # its types are those of whoever calls this, one frame further than usual
            kind.model_rebuild(raise_errors=False, _parent_namespace_depth=3)
        try:
            return super().__call__(**values)
        except ValidationError as error:
            raise UnfitSettings(problems_of(error, _public_name(kind), (), kind)) from None

    def __dir__(cls) -> list[str]:  # noqa: N805
        """What `help` tells of a class: without what pydantic has, and of what can be made, its own things alone."""
        known = super().__dir__() if isabstract(cls) else vars(cls)
        return [name for name in known if name not in _OF_PYDANTIC and not name.startswith("_")]


_OF_PYDANTIC = {*dir(BaseModel)}


def _is_fixed(annotation: object) -> bool:
    """Whether a setting has one value alone, the name of its model or builder."""
    return get_origin(annotation) is Literal and len(get_args(annotation)) == 1


def _public_name(kind: type[BaseModel]) -> str:
    unset: Any = kind.model_construct()
    return str(unset.__repr_name__())
