"""The configuration, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath

from arxdesk_engine.foundation.language import marked, short, tr, tr_n, tr_of
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
from arxdesk_engine.report.layout.words import count, decimal, joined, name, percent, threshold
from arxdesk_engine.report.sections.data import value_text

_DEFENCES = {"public-splits": marked("public splits")}


def blocks(facts: Facts) -> Iterator[Block]:
    """Privacy models, limits of loss, hierarchies."""
    asked = facts.configuration
    rows = tuple(_model(model) for model in asked.models)
    yield Table(
        tr("Privacy models: all of them have to hold"),
        (TableColumn(tr("Model")), TableColumn(tr("Promise")), TableColumn(tr("Parameters"))),
        rows,
    )
    if asked.paused:
        titles = joined([name(each) for each in asked.paused])
        yield Paragraph(tr("Kept in the project, but paused: {models}.", models=titles), "note")
    yield named(tr("Limits of loss"), tuple(_limits(asked)))
    yield _hierarchies(asked)
    yield Paragraph(
        tr(
            "Level 0 is the original value, each level above it is coarser. Values: how many different ones the table "
            "has at each level, from 0 up."
        ),
        "note",
    )
    yield from (_sample(each) for each in asked.hierarchies if each.sample)


def limit_sentence(asked: ConfigurationFacts) -> str:
    """The suppression limit."""
    if asked.suppression_limit is None:
        return tr("As many as differential privacy requires")
    if asked.suppression_limit == 0:
        return tr("No records may be removed")
    share = threshold(asked.suppression_limit)
    if asked.removes_people:
        if asked.suppression_limit == 1:
            return tr("Any number of people may be removed, with all of their records")
        return tr("At most {share} of the people may be removed, with all of their records", share=share)
    if asked.suppression_limit == 1:
        return tr("Any number of records may be removed")
    return tr("At most {share} of the records may be removed", share=share)


def _model(model: ModelFacts) -> tuple[Cell, ...]:
    parameters = _listed(model.parameters)
    return cells(Cell(name(model.title), is_strong=True), name(model.sentence, 1000), parameters)


def _limits(asked: ConfigurationFacts) -> Iterator[tuple[str, str]]:
    yield tr("Removed people") if asked.removes_people else tr("Removed records"), limit_sentence(asked)
    if asked.keeps_suppressed:
        hidden = {"sensitive": tr("sensitive columns"), "insensitive": tr("insensitive columns")}
        shown = [tr("quasi-identifiers"), *(hidden[kind] for kind in asked.hidden_when_suppressed)]
        yield tr("Hidden cells"), tr("their {columns} read *; they stay in the file", columns=joined(shown))
    else:
        yield tr("Hidden cells"), tr("everything: they are left out of the file")
    model = QUALITY_MODELS[asked.quality_model].description
    yield tr("Quality model"), f"{tr(model.name)}. {tr(model.meaning)}"
    if asked.quality_parameters:
        yield (
            tr("Its parameters"),
            _listed(asked.quality_parameters),
        )
    limits = [tr("algorithm {algorithm}", algorithm=asked.algorithm)]
    if asked.is_drawn:
        limits = [tr("drawn at random, for differential privacy")]
    if asked.time_limit is not None:
        limits.append(tr("at most {seconds} s", seconds=decimal(asked.time_limit, 1)))
    if asked.check_limit is not None:
        limits.append(tr_n(asked.check_limit, "at most {n} checks", "at most {n} checks", n=count(asked.check_limit)))
    yield tr("Search"), ", ".join(limits)
    if asked.recoding is not None:
        yield tr("Local recoding"), _recoding(asked.recoding)
    if asked.population:
        yield tr("Population"), _listed(asked.population)
    if asked.costs:
        yield tr("Costs"), _listed(asked.costs)


def _recoding(asked: RecodingRequest | GroupwiseRequest) -> str:
    """Iterations and the suppression limit of the first search, also by preset; or recoding group by group."""
    if isinstance(asked, GroupwiseRequest):
        told = tr("group by group, until nothing better was found")
        if asked.time_limit is not None:
            told = tr("group by group, for {seconds} s at most", seconds=short(asked.time_limit))
        if asked.defence == "none":
            return told
        defence = tr(_DEFENCES.get(asked.defence, asked.defence))
        return tr("{recoding}; defence: {defence}", recoding=told, defence=defence)
    first = {"n": count(asked.iterations), "limit": percent(asked.first_limit), "factor": short(asked.factor)}
    if asked.is_preset:
        return tr_n(
            asked.iterations,
            "who would be removed is tried again, up to {n} time; the search before that may remove up to {limit} "
            "(suppression_limit, preset as 1 - 1 / iterations); generalization_suppression_factor {factor} in each of "
            "these searches",
            "who would be removed is tried again, up to {n} times; the search before that may remove up to {limit} "
            "(suppression_limit, preset as 1 - 1 / iterations); generalization_suppression_factor {factor} in each of "
            "these searches",
            **first,
        )
    return tr_n(
        asked.iterations,
        "who would be removed is tried again, up to {n} time; the search before that may remove up to {limit} "
        "(suppression_limit); generalization_suppression_factor {factor} in each of these searches",
        "who would be removed is tried again, up to {n} times; the search before that may remove up to {limit} "
        "(suppression_limit); generalization_suppression_factor {factor} in each of these searches",
        **first,
    )


def _hierarchies(asked: ConfigurationFacts) -> Table:
    heads = (
        TableColumn(tr("Quasi-identifier")),
        TableColumn(tr("Hierarchy")),
        TableColumn(tr("Levels"), "right"),
        TableColumn(tr("Rows"), "right"),
        TableColumn(tr("Values")),
        TableColumn(tr("Allowed levels")),
        TableColumn(tr("Weight"), "right"),
    )
    return Table(tr("Quasi-identifiers and their hierarchies"), heads, tuple(map(_hierarchy, asked.hierarchies)))


def _hierarchy(found: HierarchyFacts) -> tuple[Cell, ...]:
    if found.source is None:
        source = tr_of("a hierarchy", "none")
    elif found.is_built:
        source = tr("built: {builder}", builder=found.source)
    else:
        source = name(PurePath(found.source).name)
    allowed = str(found.minimum) if found.minimum == found.maximum else f"{found.minimum}–{found.maximum}"
    left_out = found.levels - len(found.groups)
    groups = " → ".join(["…"] * bool(left_out) + [count(each) for each in found.groups])
    weight = short(found.weight)
    return cells(name(found.attribute), source, count(found.levels), count(found.rows), groups, allowed, weight)


def _sample(found: HierarchyFacts) -> Table:
    heads = tuple(TableColumn(tr("Level {level}", level=level)) for level in range(found.levels))
    rows = tuple(cells(*(value_text(label) for label in row)) for row in found.sample)
    more = found.groups[0] - len(rows)
    title = tr("Hierarchy of {column}", column=name(found.attribute))
    if more > 0:
        title = tr(
            "Hierarchy of {column}, {shown} of its {values} values",
            column=name(found.attribute),
            shown=count(len(rows)),
            values=count(found.groups[0]),
        )
    return Table(title, heads, rows)


def _listed(parameters: Iterable[tuple[str, object]]) -> str:
    return ", ".join(f"{_label(key)} {_value(value)}" for key, value in parameters)


def _label(key: str) -> str:
    """The name of a parameter; letters of formulas, such as k, are the same in every language."""
    return tr(_PARAMETERS.get(key, key.replace("_", " ")))


_PARAMETERS = {
    "absent_values": marked("absent values"),
    "adversary_cost": marked("adversary cost"),
    "adversary_gain": marked("adversary gain"),
    "aggregate": marked("aggregate"),
    "attack": marked("attack"),
    "attacker": marked("attacker"),
    "attribute": marked("attribute"),
    "estimator": marked("estimator"),
    "features": marked("features"),
    "generalization_suppression_factor": marked("generalization suppression factor"),
    "highest": marked("highest"),
    "levels": marked("levels"),
    "monotonic_variant": marked("monotonic variant"),
    "population": marked("population"),
    "publisher_benefit": marked("publisher benefit"),
    "publisher_loss": marked("publisher loss"),
    "records": marked("records"),
    "region": marked("region"),
    "removal_limit": marked("removal limit"),
    "sampling_fraction": marked("sampling fraction"),
    "scheme": marked("scheme"),
    "search_budget": marked("search budget"),
    "seed": marked("seed"),
    "significance": marked("significance"),
    "size": marked("size"),
    "steps": marked("steps"),
    "subset": marked("subset"),
    "targets": marked("targets"),
    "threshold": marked("threshold"),
    "variant": marked("variant"),
}
"""The parameters of models, costs and populations by their keys in a job."""


def _value(value: object) -> str:
    match value:
        case bool():
            return tr("yes") if value else tr("no")
        case int():
            return count(value)
        case float():
            return short(value)
        case dict():
            return ", ".join(f"{name(str(key))} {_value(each)}" for key, each in value.items())
        case list() | tuple():
            return joined([name(str(each)) for each in value], 12)
        case _:
            return name(str(value))
