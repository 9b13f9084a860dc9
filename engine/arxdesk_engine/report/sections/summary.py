"""The summary: requirements, results, remaining detail."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.foundation.words import in_parts
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.transformation import TransformationFacts
from arxdesk_engine.report.layout.blocks import Block, Cell, Figure, Figures, Paragraph, code, named
from arxdesk_engine.report.layout.words import count, joined, name, one_in, part_of, percent, score, text_line
from arxdesk_engine.report.sections.configuration import limit_sentence
from arxdesk_engine.report.sections.data import part_name
from arxdesk_engine.report.sections.verdict import verdict


def blocks(facts: Facts) -> Iterator[Block]:
    """The verdict, key numbers, and the same as a list."""
    yield verdict(facts)
    if facts.applied is not None:
        yield _figures(facts, facts.applied)
    for line in facts.project.description.splitlines():
        if line.strip():
            yield Paragraph(text_line(line.strip()))
    yield named(tr("In short"), tuple(_in_short(facts)))


def _figures(facts: Facts, applied: TransformationFacts) -> Figures:
    removes_people = applied.removes_people and applied.people is not None
    title, every = tr("Records kept"), applied.records
    if removes_people:
        title, every = tr("People kept"), applied.people or 0
    kept = every - applied.removed
    figures = [Figure(title, percent(kept / max(every, 1)), part_of(kept, every))]
    after = facts.risk.after
    if after is not None and after.prosecutor.records:
        found = after.prosecutor
        before = percent(facts.risk.before.prosecutor.highest)
        was = tr("{rate}, before {share}", rate=one_in(found.highest), share=before)
        figures.append(Figure(tr("Highest risk"), percent(found.highest), was))
        groups = tr_n(applied.classes, "of {n} groups", "of {n} groups", n=count(applied.classes))
        figures.append(Figure(tr("Smallest group"), count(applied.smallest_class), groups))
    if facts.quality is not None:
        figures.append(Figure(tr("Detail kept"), percent(facts.quality.kept), tr("100 % is as in the input")))
    return Figures(tuple(figures))


def _in_short(facts: Facts) -> Iterator[tuple[str, str | Cell]]:
    configuration, data = facts.configuration, facts.data
    table = tr(
        "{table}: {records} records, {columns} columns",
        table=name(data.origin),
        records=count(data.records),
        columns=count(len(data.columns)),
    )
    yield tr("Table"), table
    if data.part is not None:
        part = part_name(data.part.kind)
        yield tr("Records that count"), tr("{number} of them, the {part}", number=count(data.part.records), part=part)
    quasi = [name(each.attribute) for each in configuration.hierarchies]
    yield tr("Quasi-identifiers"), joined(quasi, 12)
    yield tr("Requirements"), in_parts(name(model.title) for model in configuration.models)
    yield tr("Removal"), limit_sentence(configuration)
    applied = facts.applied
    if applied is not None and applied.perturbations:
        perturbed = [name(column) for each in applied.perturbations for column in each.asked.columns]
        yield tr("Perturbed, without a guarantee"), joined(perturbed, 12)
    if applied is not None and applied.score is not None:
        model = QUALITY_MODELS[configuration.quality_model].description
        yield tr("Score"), f"{tr(model.name)} {score(applied.score)}. {tr(model.meaning)}"
    if facts.checks is not None and not facts.checks.has_tuples:
        yield tr("SHA-256 of the result"), code(facts.checks.sha256)
