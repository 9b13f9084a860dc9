"""What a job says of one attribute: its role, how it is read, and how it may be transformed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, PlainValidator, SerializeAsAny

from engine.errors import quoted
from engine.hierarchies.builder import HierarchyBuilder
from engine.hierarchies.builders import builder_from
from engine.schema import DataType, Role, ValueType


class Section(BaseModel):
    """A table of settings in a job: unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False)


def _path(value: str) -> str:
    if not value or "\0" in value:
        raise ValueError(f"{quoted(value)} is not the name of a file. Write a path, relative to the job file.")
    return value


FilePath = Annotated[str, AfterValidator(_path)]


def _hierarchy(value: object) -> str | HierarchyBuilder | None:
    if value is None:
        return None
    if isinstance(value, str):
        return _path(value)
    if isinstance(value, dict | HierarchyBuilder):
        return builder_from(value)
    remedy = 'Write the name of a file, or a table such as { builder = "automatic" }.'
    raise ValueError(f"{f'{value}'[:80]} is not allowed. {remedy}")


HierarchySource = Annotated[str | SerializeAsAny[HierarchyBuilder] | None, PlainValidator(_hierarchy)]
"""Where the hierarchy of an attribute comes from: a file, or a builder and its specification."""


class AttributeSettings(Section):
    """What one column is and how it may be transformed."""

    role: Role = Role.INSENSITIVE
    type: DataType | None = None
    format: str | None = None
    order: tuple[str, ...] = ()
    hierarchy: HierarchySource = None
    minimum_level: int = Field(default=0, ge=0, strict=True)
    maximum_level: int | None = Field(default=None, ge=0, strict=True)
    weight: float = Field(default=0.5, ge=0.0, le=1.0, strict=True)
    transformation: Literal["generalize"] = "generalize"

    @property
    def hierarchy_file(self) -> str | None:
        """The file that its hierarchy is read from, where it is not built."""
        return self.hierarchy if isinstance(self.hierarchy, str) else None

    @property
    def value_type(self) -> ValueType | None:
        """The type to read the column as; None: detected."""
        return None if self.type is None else ValueType(self.type, self.format, self.order)
