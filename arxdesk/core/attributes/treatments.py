"""Treatments of attributes: those that suit a role and type, and their consequences in words."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from arxdesk.ui.words import count, count_with_share
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.attributes import (
    AGGREGATING,
    AggregateFunction,
    AttributeSettings,
    CodingSettings,
    MaskingSettings,
    MissingValues,
    ShiftSettings,
)
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.bounds import cells_beyond, proposed_bounds

DEFAULT_DAYS = 30


class Treatment(StrEnum):
    """The treatment of an attribute, beside its role."""

    GENERALIZE = "generalize"
    MICROAGGREGATE = "microaggregate"
    CLUSTER = "cluster-microaggregate"
    SUPPRESS = "suppress"
    KEEP = "keep"
    CODE = "code"
    SHIFT = "shift"
    REDACT = "redact"
    PSEUDONYM = "pseudonym"


TITLES = {
    Treatment.GENERALIZE: marked("Generalize"),
    Treatment.MICROAGGREGATE: marked("Microaggregate"),
    Treatment.CLUSTER: marked("Cluster, microaggregate"),
    Treatment.SUPPRESS: marked("Suppress"),
    Treatment.KEEP: marked("Keep as it is"),
    Treatment.CODE: marked("Top and bottom coding"),
    Treatment.SHIFT: marked("Shift dates"),
    Treatment.REDACT: marked("Redact"),
    Treatment.PSEUDONYM: marked("Pseudonyms"),
}
FUNCTIONS: dict[AggregateFunction, str] = {
    "mode": marked("Mode"),
    "set": marked("Set of values"),
    "median": marked("Median"),
    "interval": marked("Interval"),
    "arithmetic-mean": marked("Arithmetic mean"),
    "geometric-mean": marked("Geometric mean"),
}
MISSING: dict[MissingValues, str] = {
    "ignore": marked("Omit missing"),
    "as-value": marked("Missing: value"),
    "as-zero": marked("Missing: 0"),
}
ITEMS = marked("Items are shown as themselves or as groups of the hierarchy, so that the privacy model holds.")
_SHOWN_AS: dict[str, str] = {
    "mode": marked("the most frequent one"),
    "set": marked("all of its different values"),
    "median": marked("the one in the middle"),
    "interval": marked("its lowest and highest"),
    "arithmetic-mean": marked("their mean"),
    "geometric-mean": marked("their geometric mean"),
}
_ONE = marked("one value")
_OF_ROLE = {
    Role.QUASI_IDENTIFYING: (Treatment.GENERALIZE, Treatment.MICROAGGREGATE, Treatment.CLUSTER, Treatment.SUPPRESS),
    Role.IDENTIFYING: (Treatment.SUPPRESS, Treatment.REDACT, Treatment.PSEUDONYM),
    Role.SENSITIVE: (Treatment.KEEP, Treatment.CODE, Treatment.SHIFT, Treatment.SUPPRESS),
    Role.INSENSITIVE: (Treatment.KEEP, Treatment.CODE, Treatment.SHIFT, Treatment.SUPPRESS),
}


def treatment_of(settings: AttributeSettings) -> Treatment:
    """The treatment that the settings give an attribute."""
    if settings.transformation == "suppress":
        return Treatment.SUPPRESS
    if settings.role is Role.QUASI_IDENTIFYING:
        return Treatment(settings.transformation)
    if settings.role is Role.IDENTIFYING:
        return Treatment(settings.masking.method)
    if settings.shift is not None:
        return Treatment.SHIFT
    return Treatment.KEEP if settings.coding is None else Treatment.CODE


_WITHOUT_ROWS = (Treatment.GENERALIZE, Treatment.SUPPRESS, Treatment.KEEP, Treatment.CODE)
"""The treatments of columns whose rows stay where they are."""


def treatments_for(role: Role, kind: ValueType, *, has_rows: bool = True) -> tuple[Treatment, ...]:
    """The treatments that suit a role and a type; fewer without the rows (`has_rows` false)."""
    unfit = set[Treatment]() if has_rows else set(Treatment) - set(_WITHOUT_ROWS)
    if not kind.has_scale:
        unfit.add(Treatment.CODE)
    if kind.kind is not DataType.DATE:
        unfit.add(Treatment.SHIFT)
    return tuple(each for each in _OF_ROLE[role] if each not in unfit)


def functions_for(kind: ValueType) -> tuple[AggregateFunction, ...]:
    """Aggregate functions for a type."""
    found: list[AggregateFunction] = ["mode", "set"]
    if kind.has_scale:
        found += ["median", "interval"]
    if kind.kind.is_numeric or kind.kind is DataType.DATE:
        found.append("arithmetic-mean")
    if kind.kind.is_numeric:
        found.append("geometric-mean")
    return tuple(found)


def missing_for(function: AggregateFunction | None, kind: ValueType) -> tuple[MissingValues, ...]:
    """The options for missing cells."""
    found: list[MissingValues] = ["ignore"]
    if function in ("mode", "set"):
        found.append("as-value")
    if kind.kind.is_numeric:
        found.append("as-zero")
    return tuple(found)


def with_role(settings: AttributeSettings, role: Role) -> AttributeSettings:
    """The settings with another role, without options that the role does not allow."""
    update: dict[str, object] = {"role": role}
    if role is not Role.QUASI_IDENTIFYING and settings.transformation in AGGREGATING:
        update |= _plain()
    if role in (Role.QUASI_IDENTIFYING, Role.IDENTIFYING):
        update |= {"coding": None, "shift": None}
    if role is not Role.IDENTIFYING:
        update["masking"] = MaskingSettings()
    return settings.model_copy(update=update)


def needs_key(treatment: Treatment) -> bool:
    """Whether a key file must be chosen first."""
    return treatment in (Treatment.SHIFT, Treatment.PSEUDONYM)


def with_treatment(
    settings: AttributeSettings, treatment: Treatment, column: Column, key_file: Path | None = None, person: str = ""
) -> AttributeSettings:
    """The settings with another treatment, its parameters preset. Those that need a key get it, and a person."""
    update = _plain() | {"coding": None, "shift": None, "masking": MaskingSettings()}
    match treatment:
        case Treatment.MICROAGGREGATE | Treatment.CLUSTER:
            function = settings.function or _preset_function(column.type)
            kept = settings.missing if settings.function else "ignore"
            update |= {"transformation": treatment.value, "function": function, "missing": kept}
        case Treatment.SUPPRESS if settings.role is not Role.IDENTIFYING:
            update["transformation"] = "suppress"
        case Treatment.CODE:
            update["coding"] = proposed_bounds(column)
        case Treatment.SHIFT:
            key, create = _key(key_file)
            update["shift"] = ShiftSettings(person=person, days=DEFAULT_DAYS, key_file=key, create_key=create)
        case Treatment.REDACT:
            update["masking"] = MaskingSettings(method="redact", keep_first=1)
        case Treatment.PSEUDONYM:
            key, create = _key(key_file)
            update["masking"] = MaskingSettings(method="pseudonym", key_file=key, create_key=create)
    return settings.model_copy(update=update)


def with_key(settings: AttributeSettings, key_file: Path) -> AttributeSettings:
    """The settings with the key in another file; it is created where it does not exist."""
    key, create = _key(key_file)
    update = {"key_file": key, "create_key": create}
    if settings.shift is not None:
        return settings.model_copy(update={"shift": settings.shift.model_copy(update=update)})
    return settings.model_copy(update={"masking": settings.masking.model_copy(update=update)})


def suggested_key(job: Job, project: str) -> Path:
    """The key that the project uses already; else one in the home folder, apart from table and result."""
    sections = [section for each in job.attributes.values() for section in (each.masking, each.shift) if section]
    used = next((each.key_file for each in sections if each.key_file), "")
    return Path(used) if used else Path.home() / f"{project}.key"


def proposed_person(dataset: Dataset, roles: dict[str, Role], name: str) -> str:
    """The column that probably says whose the dates of a column are: an identifying one, else the first."""
    others = [each for each in dataset.names if each != name]
    return next((each for each in others if roles.get(each) is Role.IDENTIFYING), others[0] if others else "")


def bound_problem(column: Column, bottom: str, top: str) -> str:
    """Why two texts are not valid bounds of a column, or ""; an empty text means no bound."""
    if not bottom and not top:
        return tr("Write at least one bound.")
    places = [column.type.parse(text) for text in (bottom, top) if text]
    for text, place in zip([text for text in (bottom, top) if text], places, strict=True):
        if place is None:
            return tr("{text} is not in the format of the column.", text=text)
    if bottom and top and (places[0] or 0.0) >= (places[1] or 0.0):
        return tr("The lower bound has to be below the upper one.")
    return ""


def consequence(settings: AttributeSettings, column: Column, hierarchy: Hierarchy | None) -> str:
    """The consequence of the settings, in one or two sentences."""
    match treatment_of(settings):
        case Treatment.GENERALIZE:
            return _generalized(settings, column, hierarchy)
        case Treatment.MICROAGGREGATE:
            shown = tr(_SHOWN_AS.get(str(settings.function), _ONE))
            return tr(
                "A group shows one value for all its people: {shown}. The column does not form groups.", shown=shown
            )
        case Treatment.CLUSTER:
            shown = tr(_SHOWN_AS.get(str(settings.function), _ONE))
            return tr(
                "Its hierarchy forms groups of similar values. A group shows one for all its people: {shown}.",
                shown=shown,
            )
        case Treatment.SUPPRESS:
            if settings.role is Role.QUASI_IDENTIFYING:
                return tr("Every cell reads *. It no longer tells anyone apart.")
            return tr("Every cell reads *.")
        case Treatment.CODE:
            return _coded(column, settings.coding or CodingSettings(top="0"))
        case Treatment.SHIFT:
            return _shifted(settings.shift)
        case Treatment.REDACT:
            return _redacted(settings.masking, column)
        case Treatment.PSEUDONYM:
            return tr(
                "A value has the same pseudonym wherever this key is used. Anyone with the key can read every value: "
                "keep it apart from table and result."
            )
        case _:
            if settings.role is Role.SENSITIVE:
                return tr("Values stay as they are. Privacy models limit the disclosure by groups.")
            return tr("Values stay as they are.")


def _plain() -> dict[str, object]:
    return {"transformation": "generalize", "function": None, "missing": "ignore"}


def _key(file: Path | None) -> tuple[str, bool]:
    if file is None:
        raise ValueError("a key is needed")
    return str(file), not file.exists()


def _preset_function(kind: ValueType) -> AggregateFunction:
    if kind.kind.is_numeric or kind.kind is DataType.DATE:
        return "arithmetic-mean"
    return "median" if kind.has_scale else "mode"


def _generalized(settings: AttributeSettings, column: Column, hierarchy: Hierarchy | None) -> str:
    if hierarchy is None:
        return tr("Without a hierarchy its values are kept, or removed with their record.")
    highest = hierarchy.levels - 1
    top = highest if settings.maximum_level is None else min(settings.maximum_level, highest)
    low = min(settings.minimum_level, top)
    example = next((value for value in column.values if value), "")
    row = next((row for row in hierarchy.rows if row[0] == example), hierarchy.rows[0])
    if low == top:
        return tr("Always shown at level {level}, such as\u00a0{example}.", level=count(low), example=_short(row[low]))
    return tr(
        "As coarse as needed, from level {low}, such as\u00a0{fine}, to level {high}, such as\u00a0{coarse}.",
        low=count(low),
        fine=_short(row[low]),
        high=count(top),
        coarse=_short(row[top]),
    )


def _coded(column: Column, coding: CodingSettings) -> str:
    below, above = cells_beyond(column, coding)
    cells = count_with_share(below + above, column.records, tr("cells"))
    bounds = {"bottom": coding.bottom, "top": coding.top, "cells": cells}
    if coding.bottom and coding.top:
        return tr("Values below {bottom} read <{bottom} and values from {top} on read >={top}: {cells}.", **bounds)
    if coding.bottom:
        return tr("Values below {bottom} read <{bottom}: {cells}.", **bounds)
    return tr("Values from {top} on read >={top}: {cells}.", **bounds)


def _shifted(shift: ShiftSettings | None) -> str:
    if shift is None:
        return ""
    return tr_n(
        shift.days,
        "All dates of one {person} move by the same number of days, up to {n} day back or forth.",
        "All dates of one {person} move by the same number of days, up to {n} days back or forth.",
        n=count(shift.days),
        person=shift.person,
    )


def _redacted(masking: MaskingSettings, column: Column) -> str:
    value = next((value for value in column.values if value), "")
    hidden = len(value) - masking.keep_first - masking.keep_last
    last = value[len(value) - masking.keep_last :] if masking.keep_last else ""
    shown = value[: masking.keep_first] + masking.character * hidden + last if hidden > 0 else ""
    rest = tr("The rest still discloses something, and no privacy model covers it.")
    if not value:
        return rest
    read = _short(shown or masking.character * len(value))
    return f"{tr('{value} reads {shown}.', value=_short(value), shown=read)} {rest}"


def _short(text: str) -> str:
    return (text if len(text) <= 24 else f"{text[:23]}…") or tr("the empty value")
