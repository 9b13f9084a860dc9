"""What a column can be declared as beside its role: settings of `[data]` that name one column each."""

from __future__ import annotations

from typing import Literal

from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.foundation.language import marked
from arxdesk_engine.foundation.messages import told
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import Job

DeclaredPart = Literal["person", "weight", "household"]
DECLARED_PARTS: tuple[DeclaredPart, ...] = ("person", "weight", "household")

DECLARED_TITLES: dict[DeclaredPart, str] = {
    "person": marked("Person"),
    "weight": marked("Sampling weight"),
    "household": marked("Household"),
}
DECLARED_NAMES: dict[DeclaredPart, str] = {
    "person": marked("person"),
    "weight": marked("sampling weight"),
    "household": marked("household"),
}
"""The same within a sentence."""
DECLARED_HINTS: dict[DeclaredPart, str] = {
    "person": marked("Says whose record each is: people are counted then, in place of records"),
    "weight": marked("Says how many people of the population each record stands for"),
    "household": marked("Records with the same value live together"),
}
_STEPS: dict[DeclaredPart, tuple[str, str]] = {
    "person": (marked("{name} as person column"), marked("No person column")),
    "weight": (marked("{name} as sampling weight"), marked("No sampling weight")),
    "household": (marked("{name} as household column"), marked("No household column")),
}


def declared_step(part: DeclaredPart, name: str | None) -> str:
    """The step of undo that declares a column, or none (None)."""
    said, nothing = _STEPS[part]
    return told(nothing) if name is None else told(said, name=name)


_USUAL_ROLES: dict[DeclaredPart, tuple[Role, ...]] = {
    "person": (Role.IDENTIFYING,),
    "weight": (Role.INSENSITIVE,),
    "household": (Role.IDENTIFYING, Role.INSENSITIVE),
}
"""The roles with which each is offered. A job may have weights and households with any role but quasi-identifying."""


def can_be(part: DeclaredPart, role: Role) -> bool:
    """Whether a job may have it with a role."""
    return role is Role.IDENTIFYING if part == "person" else role is not Role.QUASI_IDENTIFYING


def is_offered(part: DeclaredPart, role: Role, type_of: ValueType) -> bool:
    """Whether people are offered to declare a column of a role and a type so."""
    suits = {"person": True, "weight": type_of.kind.is_numeric, "household": type_of.kind is not DataType.DECIMAL}
    return role in _USUAL_ROLES[part] and suits[part]


def with_sample_of(job: Job, other: Job) -> Job:
    """A job with the weights and households of another: they change the figures of a result, and never the result."""
    now = {part: getattr(other.data, part) for part in ("weight", "household")}
    if all(getattr(job.data, part) == name for part, name in now.items()):
        return job
    return job.model_copy(update={"data": job.data.model_copy(update=now)})


def declared_parts(data: DataSource, name: str) -> tuple[DeclaredPart, ...]:
    """What a column is declared as."""
    return tuple(part for part in DECLARED_PARTS if getattr(data, part) == name)
