"""The settings of a method as fields of a form: what kind each is, and its limits, read off its declaration."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from arxdesk_engine.perturbation.method import Perturbation

LARGEST = 2.0**31 - 1.0
"""The limit of a field of numbers that have none."""
_STEP = 1e-4


class FieldKind(StrEnum):
    """What a field of a form holds."""

    COLUMNS = "columns"
    WHOLE = "whole number"
    NUMBER = "number"
    SWITCH = "switch"
    WEIGHTS = "weights"
    """A whole number for each of the columns that are changed."""
    OTHER = "other"
    """What only a job file says: tables."""


@dataclass(frozen=True, slots=True)
class SettingField:
    """A setting of a method: numbers lie between `least` and `most`. `default` is None where it has to be said."""

    name: str
    kind: FieldKind
    least: float = 0.0
    most: float = LARGEST
    default: object = None

    @property
    def is_needed(self) -> bool:
        """Whether it has no default."""
        return self.default is None


def fields_of(method: type[Perturbation]) -> tuple[SettingField, ...]:
    """The fields of a method in the order of its declaration, the columns that it changes first."""
    declared: Mapping[str, Mapping[str, Any]] = method.model_json_schema()["properties"]
    found = [_field(name, each) for name, each in declared.items() if name != "method"]
    return tuple(sorted(found, key=lambda each: each.name != "columns"))


def _field(name: str, declared: Mapping[str, Any]) -> SettingField:
    kinds = {
        "array": FieldKind.COLUMNS,
        "integer": FieldKind.WHOLE,
        "number": FieldKind.NUMBER,
        "boolean": FieldKind.SWITCH,
    }
    kind = kinds.get(declared.get("type", ""), FieldKind.OTHER)
    of_each = declared.get("additionalProperties")
    if isinstance(of_each, Mapping) and of_each.get("type") == "integer":
        limits = float(of_each.get("minimum", 0.0)), float(of_each.get("maximum", LARGEST))
        return SettingField(name, FieldKind.WEIGHTS, *limits, declared.get("default") or {})
    above = declared.get("exclusiveMinimum")
    least = declared.get("minimum", 0.0) if above is None else above + _STEP
    default = declared.get("default")
    if kind is FieldKind.OTHER:
        default = declared.get("default") or {}
    return SettingField(name, kind, float(least), float(declared.get("maximum", LARGEST)), default)
