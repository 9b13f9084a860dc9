"""What was asked for and what was done: privacy models, treatment of columns, removed records, detail kept."""

from __future__ import annotations

from arxdesk_engine.foundation.language import tr
from arxdesk_engine.privacy.description import ATTRIBUTE, IDENTITY
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.configuration import ModelFacts
from arxdesk_engine.report.layout.blocks import Block, Cell, Paragraph, Table, TableColumn, cells, named
from arxdesk_engine.report.layout.words import count, joined, name, percent, percent_fixed
from arxdesk_engine.report.sections import perturbation
from arxdesk_engine.report.sections.answer import Answer, NotApplicable, no_table
from arxdesk_engine.report.sections.data import role_name, treatment_name

_CODES = ("pseudonym", "number")
_MOST_NAMES = 40


def models(facts: Facts) -> Answer:
    """All privacy models."""
    return _models(facts, facts.configuration.models)


def identity_models(facts: Facts) -> Answer:
    """The models against identity disclosure, which form groups of a least size."""
    found = tuple(each for each in facts.configuration.models if each.term == IDENTITY)
    if not found:
        return NotApplicable(tr("No privacy model of this project asks for groups of people who look alike."))
    return _models(facts, found)


def attribute_models(facts: Facts) -> Answer:
    """The models against attribute disclosure, which look at sensitive values in each group."""
    found = tuple(each for each in facts.configuration.models if each.term == ATTRIBUTE)
    sensitive = [each.name for each in facts.data.columns if each.role == "sensitive"]
    if not found and not sensitive:
        return NotApplicable(tr("No column is sensitive, and no privacy model looks at values of a group."))
    blocks: list[Block] = list(_models(facts, found)) if found else []
    if facts.risk.unlimited:
        names = joined([name(each) for each in facts.risk.unlimited], _MOST_NAMES)
        blocks.append(
            Paragraph(
                tr(
                    "No privacy model covers {columns}: a value shared by a group is known for each member.",
                    columns=names,
                )
            )
        )
    elif not found:
        blocks.append(Paragraph(tr("No privacy model looks at sensitive values in a group.")))
    return tuple(blocks)


def _models(facts: Facts, found: tuple[ModelFacts, ...]) -> tuple[Block, ...]:
    heads = (TableColumn(tr("Privacy model")), TableColumn(tr("Promise")))
    rows = tuple(cells(Cell(name(each.title), is_strong=True), name(each.sentence, 1000)) for each in found)
    shown = Table(tr("Privacy models that have to hold"), heads, rows)
    applied = facts.applied
    if applied is None:
        return (shown,)
    sizes = [
        (tr("Smallest group"), count(applied.smallest_class)),
        (tr("Largest group"), count(applied.largest_class)),
        (tr("Groups"), count(applied.classes)),
    ]
    return shown, named(tr("Groups in the released table"), sizes)


def treatment(facts: Facts) -> Answer:
    """What became of each column."""
    applied = facts.applied
    if applied is None:
        return no_table()
    levels = {each.attribute: each for each in applied.levels}
    heads = (TableColumn(tr("Column")), TableColumn(tr("Role")), TableColumn(tr("Treatment")), TableColumn(tr("Level")))
    rows = []
    for column in facts.data.columns:
        found = levels.get(column.name)
        level, became = "", treatment_name(column.becomes)
        if found is not None and found.height:
            level = tr("{level} of {height}", level=found.level, height=found.height)
            became = became if found.level else tr("as it was")
        rows.append(cells(name(column.name), role_name(column.role), became, level))
    blocks: list[Block] = [Table(tr("Treatment of the columns"), heads, tuple(rows))]
    if applied.recoding is not None:
        blocks.append(Paragraph(tr("Some records were recoded on their own, with other levels than these."), "note"))
    return tuple(blocks)


def randomization(facts: Facts) -> Answer:
    """Columns that were perturbed, or a transformation that was drawn at random."""
    applied = facts.applied
    if applied is None:
        return no_table()
    blocks: list[Block] = []
    if facts.configuration.is_drawn:
        blocks.append(
            Paragraph(tr("The transformation was drawn at random, so that the release keeps its mathematical promise."))
        )
        blocks += _models(facts, facts.configuration.models)
    blocks += perturbation.blocks(facts)
    if not blocks:
        return NotApplicable(
            tr("Nothing was changed by chance: no column is perturbed, and no transformation is drawn.")
        )
    return tuple(blocks)


def pseudonyms(facts: Facts) -> Answer:
    """Columns with pseudonyms or numbers in place of keys."""
    coded = [each.name for each in facts.data.columns if each.becomes in _CODES]
    if not coded:
        return NotApplicable(tr("No column has pseudonyms or codes in place of its values."))
    names = joined([name(each) for each in coded], _MOST_NAMES)
    told = tr(
        "Pseudonyms or numbers in place of values: {columns}. Whoever has the key can undo pseudonyms.", columns=names
    )
    return (Paragraph(told),)


def removed_records(facts: Facts) -> Answer:
    """The records that were removed, and how many may be."""
    applied = facts.applied
    if applied is None:
        return no_table()
    share = percent(applied.suppressed_records / max(applied.records, 1))
    rows = [
        (tr("Records"), count(applied.records)),
        (tr("Removed records"), tr("{number} ({share})", number=count(applied.suppressed_records), share=share)),
    ]
    if applied.people is not None and applied.removed_people is not None:
        rows.append((tr("Removed people"), count(applied.removed_people)))
    if applied.allowed is not None:
        allowed = (
            tr("Most people that may be removed") if applied.removes_people else tr("Most records that may be removed")
        )
        rows.append((allowed, count(applied.allowed)))
    return (named(tr("Removed records"), rows),)


def detail_kept(facts: Facts) -> Answer:
    """The detail kept of each quasi-identifier."""
    found = facts.quality
    if found is None:
        return no_table()
    heads = (TableColumn(tr("Quasi-identifier")), TableColumn(tr("Detail kept"), "right"))
    rows = [cells(name(attribute), percent_fixed(share)) for attribute, share in found.kept_of.items()]
    rows.append(cells(Cell(tr("All together"), is_strong=True), Cell(percent_fixed(found.kept), is_strong=True)))
    return (
        Table(tr("Detail kept"), heads, tuple(rows)),
        Paragraph(tr("100 % is every value as in the input, 0 % nothing but *. Removed records count as 0 %."), "note"),
    )
