"""The chosen transformation and the proof of the optimum, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.analysis.items import sentences as items
from arxdesk_engine.analysis.refinement import sentences as refinement
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.report.facts import Facts
from arxdesk_engine.report.facts.transformation import LevelFacts, RecodingFacts, SearchFacts, TransformationFacts
from arxdesk_engine.report.layout import charts
from arxdesk_engine.report.layout.blocks import (
    Block,
    Cell,
    Chart,
    Message,
    Paragraph,
    Table,
    TableColumn,
    Tone,
    cells,
    named,
)
from arxdesk_engine.report.layout.words import count, count_with_share, counted, name, percent, score, seconds
from arxdesk_engine.report.sections import perturbation, proof
from arxdesk_engine.search.local_recoding import GroupwiseProof

MOST_ITERATIONS = 20
_ENDS = {
    "complete": "all records are kept now",
    "nothing-kept": "no transformation keeps any of the remaining records",
    "iterations": "the number of attempts was reached",
    "limit": "the limit of time or checks was reached",
    "stopped": "it was stopped early",
}


def blocks(facts: Facts) -> Iterator[Block]:
    """The levels, the proof or the gap, the search in figures."""
    search, applied, model = facts.search, facts.applied, facts.configuration.quality_model
    if applied is None:
        yield Message("warn", "Nothing was applied.", ("There is no transformation to describe.",))
    else:
        yield _levels(applied)
        yield Paragraph(
            "Level 0 is the value as it was. Values: how many different ones are possible at the level, and how many "
            "the table had.",
            "note",
        )
        if applied.recoding is not None:
            yield from _recoding(applied, applied.recoding)
        for shown in applied.items:
            yield Paragraph(items.kept_sentence(shown))
        if applied.refinement is not None:
            yield Paragraph(refinement.sentence(applied.refinement))
        yield from perturbation.blocks(facts)
    tone: Tone = "ok" if search.status == "optimal" and (applied is None or applied.is_best) else "warn"
    otherwise = "" if applied is None else proof.chosen_otherwise(search, applied, model)
    told = proof.explanation(search, model)
    sentence = otherwise or proof.headline(search)
    if otherwise:
        told = (f"Of the search: {proof.headline(search)}", *told)
    if applied is not None and applied.recoding is not None:
        by_groups = applied.recoding.groupwise is not None
        told = (*told, proof.OF_GROUPS if by_groups else proof.OF_RECODING)
    yield Message("" if search.is_drawn else tone, sentence, tuple(line for line in told if line))
    if (
        not search.is_drawn
        and search.gap
        and search.best_score is not None
        and search.lower_bound is not None
        and search.lower_bound >= 0
    ):
        yield Chart(
            "How far the result can be from the best possible", charts.bound_line(search.best_score, search.lower_bound)
        )
    yield named("The search in figures", tuple(_search(search, applied, model)))


def _levels(applied: TransformationFacts) -> Table:
    heads = (
        TableColumn("Quasi-identifier"),
        TableColumn("Level"),
        TableColumn("Meaning"),
        TableColumn("Values", "right"),
    )
    caption = "The level of each column"
    if applied.recoding is not None:
        caption = "The first transformation, applied to most records"
        if applied.recoding.is_fresh:
            caption = "The best single transformation, which recoding has replaced"
    return Table(caption, heads, tuple(_level(each) for each in applied.levels))


def _level(found: LevelFacts) -> tuple[Cell, ...]:
    title = f"{name(found.attribute)}: level {found.level} of {found.height}"
    picture = charts.level_picture(found.level, found.height, title)
    if found.shown_as is not None:
        level = "–" if found.height == 0 else f"{found.level} of {found.height}"
        meaning = f"shown as: {found.shown_as}"
    elif found.height == 0:
        level, meaning = "–", "unchanged: it has no hierarchy"
    else:
        level = f"{found.level} of {found.height}"
        meaning = "as it was" if found.level == 0 else "coarser"
        if found.level == found.height and found.values_after == 1 and found.level:
            meaning = "one value for all records: no detail is left"
    values = f"{count(found.values_after)} of {count(found.values_before)}"
    return cells(name(found.attribute), Cell(level, picture=picture), meaning, values)


def _recoding(applied: TransformationFacts, recoding: RecodingFacts) -> Iterator[Block]:
    if recoding.groupwise is not None:
        yield from _by_groups(applied, recoding.groupwise)
        return
    kept = recoding.removed_before - applied.suppressed_records
    above = f"Local recoding: the transformation above removes {counted(recoding.removed_before, 'record', 'records')}."
    ended = f"It ended because {_ENDS.get(recoding.end, recoding.end)}."
    if recoding.is_fresh:
        yield Paragraph(
            f"{above} In its place records went through the transformations below, each of them anonymizing those that "
            f"the one before did not keep; {count(applied.suppressed_records)} are removed in the end. {ended}"
        )
    else:
        yield Paragraph(
            f"{above} Of these, {count(kept)} were kept after all with coarser values; "
            f"{count(applied.suppressed_records)} stay removed. {ended}"
        )
    if recoding.over_limit is not None:
        removed = counted(recoding.over_limit, "record", "records")
        yield Paragraph(f"Starting over would have removed {removed}: more than the rules allow.")
    if recoding.anew_score is not None:
        yield Paragraph(f"Starting over would have scored {recoding.anew_score:.4f}, which is worse.")
    names = [each.attribute for each in applied.levels]
    rows = [
        cells(count(place), count(each.records), ", ".join(map(str, each.levels)))
        for place, each in enumerate(recoding.iterations[:MOST_ITERATIONS], 1)
    ]
    if rows:
        heads = (
            TableColumn("Attempt"),
            TableColumn("Records kept", "right"),
            TableColumn(f"Levels of {count(len(names))} columns, in their order"),
        )
        whose = "Transformations of the records removed at first"
        yield Table("Transformations, in their order" if recoding.is_fresh else whose, heads, tuple(rows))
    more = len(recoding.iterations) - len(rows)
    if more > 0:
        yield Paragraph(f"And {counted(more, 'further one', 'further ones')}.", "note")


def _by_groups(applied: TransformationFacts, found: GroupwiseProof) -> Iterator[Block]:
    """What was formed in place of the transformation, and how much better it could be."""
    groups, removed = counted(found.groups, "group", "groups"), count(applied.suppressed_records)
    yield Paragraph(
        f"Recoded group by group: in place of the transformation above each of {groups} has levels of its own, and "
        f"satisfies every rule. {removed} of {count(applied.records)} records are removed. A record loses "
        f"{found.loss:.4f} of its detail on average (0 keeps every detail, 1 keeps none), at most {percent(found.gap)} "
        f"from the best possible: no recoding with groups as large goes below {found.lower_bound:.4f}."
    )
    if found.bounded_records < applied.records - applied.suppressed_records:
        yield Paragraph(f"The bound takes {count(found.bounded_records)} records into account.", "note")
    yield Chart("How far the recoding can be from the best possible", charts.bound_line(found.loss, found.lower_bound))


def _search(search: SearchFacts, applied: TransformationFacts | None, model: str) -> Iterator[tuple[str, str]]:
    yield "Outcome", search.status
    yield "Algorithm", "drawn at random" if search.is_drawn else search.algorithm
    yield "Transformations", count(search.lattice_size)
    yield "Checked", count(search.checks)
    if search.best_score is not None:
        yield (
            f"Score ({QUALITY_MODELS[model].description.name})",
            f"{score(search.best_score)}, in full {float(search.best_score)!r}",
        )
    if search.lower_bound is not None and not search.is_drawn:
        yield "Proven lower bound", f"{score(search.lower_bound)}, in full {float(search.lower_bound)!r}"
    if search.gap is not None and not search.is_drawn:
        yield "Gap", percent(search.gap)
    if applied is not None:
        if applied.score is not None and not applied.is_best:
            yield "Score of the applied transformation", f"{score(applied.score)}, in full {float(applied.score)!r}"
        if applied.score is not None and applied.recoding is not None:
            yield "Score of the whole table", f"{score(applied.score)}, in full {float(applied.score)!r}"
        yield "Removed records", count(applied.suppressed_records)
        if applied.removed_people is not None and applied.people is not None:
            yield "Removed people", count_with_share(applied.removed_people, applied.people, "people")
        if applied.allowed is not None:
            unit = "people" if applied.removes_people else "records"
            yield f"Limit of removed {unit}", count(applied.allowed)
        yield "Groups", count(applied.classes)
        yield "Smallest group", count(applied.smallest_class)
        yield "Largest group", count(applied.largest_class)
    yield "Time", f"{seconds(search.seconds)} on {counted(search.threads, 'core', 'cores')}"
    yield "Seed", str(search.seed)
