"""What a job says of one attribute: its role, how it is read, and how it may be transformed."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field

from engine.errors import quoted
from engine.schema import DataType, Role, ValueType


class Section(BaseModel):
    """A table of settings in a job: unknown keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid", use_enum_values=False)


def _path(value: str) -> str:
    if not value or "\0" in value:
        raise ValueError(f"{quoted(value)} is not the name of a file. Write a path, relative to the job file.")
    return value


FilePath = Annotated[str, AfterValidator(_path)]


class AttributeSettings(Section):
    """What one column is and how it may be transformed."""

    role: Role = Role.INSENSITIVE
    type: DataType | None = None
    format: str | None = None
    order: tuple[str, ...] = ()
    hierarchy: FilePath | None = None
    minimum_level: int = Field(default=0, ge=0, strict=True)
    maximum_level: int | None = Field(default=None, ge=0, strict=True)
    weight: float = Field(default=0.5, ge=0.0, le=1.0, strict=True)
    transformation: Literal["generalize"] = "generalize"

    @property
    def value_type(self) -> ValueType | None:
        """The type to read the column as; None: detected."""
        return None if self.type is None else ValueType(self.type, self.format, self.order)
