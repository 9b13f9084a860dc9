"""The settings of each attribute of a project: levels, transformation, weight."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from arxdesk_engine.arx.files.configuration import CONFIG_OBJECTS, Configuration
from arxdesk_engine.arx.files.definition import Definition
from arxdesk_engine.arx.files.java_values import Constant, Instance
from arxdesk_engine.arx.files.left_out import Findings
from arxdesk_engine.arx.files.sections import section
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.foundation.errors import quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.job.attributes import AttributeSettings

MODES: Mapping[str, str] = MappingProxyType(
    {
        "GENERALIZATION": "generalize",
        "MICRO_AGGREGATION": "microaggregate",
        "CLUSTERING_AND_MICRO_AGGREGATION": "cluster-microaggregate",
    }
)
_FUNCTIONS: Mapping[str, str] = MappingProxyType(
    {
        "arithmetic mean": "arithmetic-mean",
        "geometric mean": "geometric-mean",
        "median": "median",
        "mode": "mode",
        "interval": "interval",
        "set": "set",
    }
)
_MEANS = ("arithmetic-mean", "geometric-mean")


def attribute_settings(
    defined: Definition,
    kind: ValueType,
    source: str | HierarchyBuilder | None,
    heights: tuple[int, bool],
    found: Configuration,
    findings: Findings,
) -> AttributeSettings:
    """The settings of one attribute. `heights`: the highest level in ARX, and whether the hierarchy here has another
    one above it, which has to stay unused."""
    name = defined.name
    height, has_root = heights
    minimum, maximum = _levels(defined, height, found, findings)
    if has_root and maximum is None:
        maximum = height
    values: dict[str, object] = {
        "role": defined.role,
        "type": kind.kind,
        "format": kind.format,
        "order": kind.order,
        "hierarchy": source,
        "minimum_level": minimum,
        "maximum_level": maximum,
        "weight": found.weights.get(name, 0.5),
    }
    if defined.role is Role.QUASI_IDENTIFYING:
        values |= _transformation(name, kind, found, findings)
    if values.get("transformation") == "microaggregate":
        values |= {"minimum_level": 0, "maximum_level": None}  # nothing is grouped by it
    return section(AttributeSettings, values, f"attribute {quoted(name)}", findings) or AttributeSettings()


def _levels(defined: Definition, height: int, found: Configuration, findings: Findings) -> tuple[int, int | None]:
    """The lowest and the highest level that may be used; None where nothing limits it."""
    name = defined.name
    limits: list[int | None] = []
    for field, written in (("min", defined.minimum), ("max", defined.maximum)):
        stored = found.input.table(field)
        level = stored.get(name, written)
        limits.append(level if isinstance(level, int) and level >= 0 else None)
    lowest, highest = limits
    for level in limits:
        if level is not None and level > height:
            what = tr(
                "level {level} of {name} is asked for, and its hierarchy ends with level {height}",
                level=level,
                name=quoted(name),
                height=height,
            )
            findings.leave_out(CONFIG_OBJECTS, what, tr("The highest level of the hierarchy is used."))
    lowest = min(lowest or 0, height)
    if highest is None or highest >= height:
        return lowest, None
    if highest < lowest:
        what = tr("the highest level of {name} lies below the lowest", name=quoted(name))
        findings.leave_out(CONFIG_OBJECTS, what, tr("Nothing limits it upwards."))
        return lowest, None
    return lowest, highest


def _transformation(name: str, kind: ValueType, found: Configuration, findings: Findings) -> dict[str, object]:
    stored = found.input.table("transformationModes").get(name)
    if not isinstance(stored, Constant):
        return {}
    place = f"{CONFIG_OBJECTS}, {quoted(name)}"
    mode = MODES.get(stored.name)
    if mode is None:
        findings.leave_out(
            place, tr("the transformation {name} is not known", name=stored.name), tr("The column is generalized.")
        )
        return {}
    if mode == "generalize":
        return {}
    function = _function(found.input.table("microAggregationFunctions").get(name))
    if function is None:
        findings.leave_out(place, tr("the aggregate shown is not known"), tr("The most frequent value is shown."))
        function = "mode"
    values: dict[str, object] = {"transformation": mode, "function": function}
    if found.input.table("microAggregationIgnoreMissingData").get(name) is False:
        values |= _with_missing(function, kind, place, findings)
    return values


def _with_missing(function: str, kind: ValueType, place: str, findings: Findings) -> dict[str, object]:
    """The treatment of missing cells that are not ignored: means count them as 0, modes and sets as a value."""
    if function in ("mode", "set"):
        return {"missing": "as-value"}
    if function in _MEANS and kind.kind in (DataType.INTEGER, DataType.DECIMAL):
        return {"missing": "as-zero"}
    findings.leave_out(
        place,
        tr("the {function} counts missing cells, which have no place in it", function=function),
        tr("They are ignored."),
    )
    return {}


def _function(stored: object) -> str | None:
    """The aggregate by its label, or by the name of its class."""
    if not isinstance(stored, Instance):
        return None
    label = (stored.text("label") or "").strip().lower()
    if label in _FUNCTIONS:
        return _FUNCTIONS[label]
    letters = "".join(each for each in stored.name.lower() if each.isalpha())
    return next((ours for theirs, ours in _FUNCTIONS.items() if theirs.replace(" ", "") in letters), None)
