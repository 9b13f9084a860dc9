"""The configuration, in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.configuration import (
    ConfigurationFacts,
    GroupwiseRequest,
    HierarchyFacts,
    ModelFacts,
    RecodingRequest,
)
from arxdesk_engine.report.layout.blocks import Block, Cell, Paragraph, Table, TableColumn, cells, named
from arxdesk_engine.report.layout.words import count, counted, decimal, joined, name, percent, threshold
from arxdesk_engine.report.sections.data import value_text


def blocks(facts: Facts) -> Iterator[Block]:
    """Privacy models, limits of loss, hierarchies."""
    asked = facts.configuration
    rows = tuple(_model(model) for model in asked.models)
    yield Table(
        "Privacy models: all of them have to hold",
        (TableColumn("Model"), TableColumn("Promise"), TableColumn("Parameters")),
        rows,
    )
    if asked.paused:
        titles = joined([name(each) for each in asked.paused])
        yield Paragraph(f"Kept in the project, but paused: {titles}.", "note")
    yield named("Limits of loss", tuple(_limits(asked)))
    yield _hierarchies(asked)
    yield Paragraph(
        "Level 0 is the original value, each level above it is coarser. Values: how many different ones the table has "
        "at each level, from 0 up.",
        "note",
    )
    yield from (_sample(each) for each in asked.hierarchies if each.sample)


def limit_sentence(asked: ConfigurationFacts) -> str:
    """The suppression limit."""
    if asked.suppression_limit is None:
        return "As many as differential privacy requires"
    if asked.suppression_limit == 0:
        return "No records may be removed"
    unit, whole = ("people", ", with all of their records") if asked.removes_people else ("records", "")
    if asked.suppression_limit == 1:
        return f"Any number of {unit} may be removed{whole}"
    return f"At most {threshold(asked.suppression_limit)} of the {unit} may be removed{whole}"


def _model(model: ModelFacts) -> tuple[Cell, ...]:
    parameters = ", ".join(f"{_label(key)} {_value(value)}" for key, value in model.parameters)
    return cells(Cell(name(model.title), is_strong=True), name(model.sentence, 1000), parameters)


def _limits(asked: ConfigurationFacts) -> Iterator[tuple[str, str]]:
    yield "Removed people" if asked.removes_people else "Removed records", limit_sentence(asked)
    if asked.keeps_suppressed:
        shown = ["quasi-identifiers", *(f"{kind} columns" for kind in asked.hidden_when_suppressed)]
        yield "Hidden cells", f"their {joined(shown)} read *; they stay in the file"
    else:
        yield "Hidden cells", "everything: they are left out of the file"
    model = asked.quality_model
    yield "Quality model", f"{QUALITY_MODELS[model].description.name}. {QUALITY_MODELS[model].description.meaning}"
    if asked.quality_parameters:
        yield "Its parameters", ", ".join(f"{_label(key)} {_value(value)}" for key, value in asked.quality_parameters)
    limits = ["drawn at random, for differential privacy" if asked.is_drawn else f"algorithm {asked.algorithm}"]
    limits += [f"at most {decimal(asked.time_limit, 1)} s"] if asked.time_limit is not None else []
    limits += [f"at most {count(asked.check_limit)} checks"] if asked.check_limit is not None else []
    yield "Search", ", ".join(limits)
    if asked.recoding is not None:
        yield "Local recoding", _recoding(asked.recoding)
    if asked.population:
        yield "Population", ", ".join(f"{_label(key)} {_value(value)}" for key, value in asked.population)
    if asked.costs:
        yield "Costs", ", ".join(f"{_label(key)} {_value(value)}" for key, value in asked.costs)


def _recoding(asked: RecodingRequest | GroupwiseRequest) -> str:
    """Iterations and the suppression limit of the first search, also by preset; or recoding group by group."""
    if isinstance(asked, GroupwiseRequest):
        until = "until nothing better was found" if asked.time_limit is None else f"for {asked.time_limit:g} s at most"
        defence = "" if asked.defence == "none" else f"; defence: {asked.defence.replace('-', ' ')}"
        return f"group by group, {until}{defence}"
    times = counted(asked.iterations, "time", "times")
    limit, factor = percent(asked.first_limit), f"{asked.factor:g}"
    preset = ", preset as 1 - 1 / iterations" if asked.is_preset else ""
    return (
        f"who would be removed is tried again, up to {times}; the search before that may remove up to {limit}"
        f" (suppression_limit{preset}); generalization_suppression_factor {factor} in each of these searches"
    )


def _hierarchies(asked: ConfigurationFacts) -> Table:
    heads = (
        TableColumn("Quasi-identifier"),
        TableColumn("Hierarchy"),
        TableColumn("Levels", "right"),
        TableColumn("Rows", "right"),
        TableColumn("Values"),
        TableColumn("Allowed levels"),
        TableColumn("Weight", "right"),
    )
    return Table("Quasi-identifiers and their hierarchies", heads, tuple(map(_hierarchy, asked.hierarchies)))


def _hierarchy(found: HierarchyFacts) -> tuple[Cell, ...]:
    if found.source is None:
        source = "none"
    else:
        source = f"built: {found.source}" if found.is_built else name(PurePath(found.source).name)
    allowed = str(found.minimum) if found.minimum == found.maximum else f"{found.minimum}–{found.maximum}"
    left_out = found.levels - len(found.groups)
    groups = " → ".join(["…"] * bool(left_out) + [count(each) for each in found.groups])
    weight = f"{found.weight:g}"
    return cells(name(found.attribute), source, count(found.levels), count(found.rows), groups, allowed, weight)


def _sample(found: HierarchyFacts) -> Table:
    heads = tuple(TableColumn(f"Level {level}") for level in range(found.levels))
    rows = tuple(cells(*(value_text(label) for label in row)) for row in found.sample)
    more = found.groups[0] - len(rows)
    of_all = f", {count(len(rows))} of its {count(found.groups[0])} values" if more > 0 else ""
    return Table(f"Hierarchy of {name(found.attribute)}{of_all}", heads, rows)


def _label(key: str) -> str:
    return key.replace("_", " ")


def _value(value: object) -> str:
    match value:
        case bool():
            return "yes" if value else "no"
        case int():
            return count(value)
        case float():
            return f"{value:g}"
        case dict():
            return ", ".join(f"{name(str(key))} {_value(each)}" for key, each in value.items())
        case list() | tuple():
            return joined([name(str(each)) for each in value], 12)
        case _:
            return name(str(value))
