"""The summary: requirements, results, remaining detail."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.transformation import TransformationFacts
from arxdesk_engine.report.layout.blocks import Block, Cell, Figure, Figures, Paragraph, code, named
from arxdesk_engine.report.layout.words import count, joined, name, one_in, percent, score, text_line
from arxdesk_engine.report.sections.configuration import limit_sentence
from arxdesk_engine.report.sections.verdict import verdict


def blocks(facts: Facts) -> Iterator[Block]:
    """The verdict, key numbers, and the same as a list."""
    yield verdict(facts)
    if facts.applied is not None:
        yield _figures(facts, facts.applied)
    for line in facts.project.description.splitlines():
        if line.strip():
            yield Paragraph(text_line(line.strip()))
    yield named("In short", tuple(_in_short(facts)))


def _figures(facts: Facts, applied: TransformationFacts) -> Figures:
    removes_people = applied.removes_people and applied.people is not None
    title, every = ("People kept", applied.people or 0) if removes_people else ("Records kept", applied.records)
    kept = every - applied.removed
    figures = [Figure(title, percent(kept / max(every, 1)), f"{count(kept)} of {count(every)}")]
    after = facts.risk.after
    if after is not None and after.prosecutor.records:
        found = after.prosecutor
        was = f"{one_in(found.highest)}, before {percent(facts.risk.before.prosecutor.highest)}"
        figures.append(Figure("Highest risk", percent(found.highest), was))
        figures.append(Figure("Smallest group", count(applied.smallest_class), f"of {count(applied.classes)} groups"))
    if facts.quality is not None:
        figures.append(Figure("Detail kept", percent(facts.quality.kept), "100 % is as in the input"))
    return Figures(tuple(figures))


def _in_short(facts: Facts) -> Iterator[tuple[str, str | Cell]]:
    configuration, data = facts.configuration, facts.data
    yield "Table", f"{name(data.origin)}: {count(data.records)} records, {count(len(data.columns))} columns"
    if data.part is not None:
        yield "Records that count", f"{count(data.part.records)} of them, the {data.part.kind}"
    quasi = [name(each.attribute) for each in configuration.hierarchies]
    yield "Quasi-identifiers", joined(quasi, 12)
    yield "Requirements", "; ".join(name(model.title) for model in configuration.models)
    yield "Removal", limit_sentence(configuration)
    applied = facts.applied
    if applied is not None and applied.perturbations:
        perturbed = [name(column) for each in applied.perturbations for column in each.asked.columns]
        yield "Perturbed, without a guarantee", joined(perturbed, 12)
    if applied is not None and applied.score is not None:
        model = QUALITY_MODELS[configuration.quality_model].description
        yield "Score", f"{model.name} {score(applied.score)}. {model.meaning}"
    if facts.checks is not None and not facts.checks.has_tuples:
        yield "SHA-256 of the result", code(facts.checks.sha256)
