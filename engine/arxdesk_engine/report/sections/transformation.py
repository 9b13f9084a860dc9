"""The chosen transformation and the proof of the optimum, in words."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.analysis.items import sentences as items
from arxdesk_engine.analysis.refinement import sentences as refinement
from arxdesk_engine.foundation.language import fixed, marked, tr, tr_n
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
from arxdesk_engine.report.layout.words import count, count_with_share, name, part_of, percent, score, seconds
from arxdesk_engine.report.sections import perturbation, proof
from arxdesk_engine.report.sections.data import treatment_name
from arxdesk_engine.search.local_recoding import GroupwiseProof

MOST_ITERATIONS = 20
_ENDS = {
    "complete": marked("It ended because all records are kept now."),
    "nothing-kept": marked("It ended because no transformation keeps any of the remaining records."),
    "iterations": marked("It ended because the number of attempts was reached."),
    "limit": marked("It ended because the limit of time or checks was reached."),
    "stopped": marked("It ended because it was stopped early."),
}

_STATES = {
    "optimal": marked("optimal"),
    "best-found": marked("best-found"),
    "infeasible": marked("infeasible"),
    "none-found": marked("none-found"),
}


def blocks(facts: Facts) -> Iterator[Block]:
    """The levels, the proof or the gap, the search in figures."""
    search, applied, model = facts.search, facts.applied, facts.configuration.quality_model
    if applied is None:
        yield Message("warn", tr("Nothing was applied."), (tr("There is no transformation to describe."),))
    else:
        yield _levels(applied)
        yield Paragraph(
            tr(
                "Level 0 is the value as it was. Values: how many different ones are possible at the level, and how "
                "many the table had."
            ),
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
        told = (tr("Of the search: {proof}", proof=proof.headline(search)), *told)
    if applied is not None and applied.recoding is not None:
        by_groups = applied.recoding.groupwise is not None
        told = (*told, tr(proof.OF_GROUPS) if by_groups else tr(proof.OF_RECODING))
    yield Message("" if search.is_drawn else tone, sentence, tuple(line for line in told if line))
    if (
        not search.is_drawn
        and search.gap
        and search.best_score is not None
        and search.lower_bound is not None
        and search.lower_bound >= 0
    ):
        picture = charts.bound_line(search.best_score, search.lower_bound)
        yield Chart(tr("How far the result can be from the best possible"), picture)
    yield named(tr("The search in figures"), tuple(_search(search, applied, model)))


def _levels(applied: TransformationFacts) -> Table:
    heads = (
        TableColumn(tr("Quasi-identifier")),
        TableColumn(tr("Level")),
        TableColumn(tr("Meaning")),
        TableColumn(tr("Values"), "right"),
    )
    caption = tr("The level of each column")
    if applied.recoding is not None:
        caption = tr("The first transformation, applied to most records")
        if applied.recoding.is_fresh:
            caption = tr("The best single transformation, which recoding has replaced")
    return Table(caption, heads, tuple(_level(each) for each in applied.levels))


def _level(found: LevelFacts) -> tuple[Cell, ...]:
    title = tr(
        "{column}: level {level} of {height}", column=name(found.attribute), level=found.level, height=found.height
    )
    picture = charts.level_picture(found.level, found.height, title)
    if found.shown_as is not None:
        level = "–" if found.height == 0 else part_of(found.level, found.height)
        meaning = tr("shown as: {treatment}", treatment=treatment_name(found.shown_as))
    elif found.height == 0:
        level, meaning = "–", tr("unchanged: it has no hierarchy")
    else:
        level = part_of(found.level, found.height)
        meaning = tr("as it was") if found.level == 0 else tr("coarser")
        if found.level == found.height and found.values_after == 1 and found.level:
            meaning = tr("one value for all records: no detail is left")
    values = part_of(found.values_after, found.values_before)
    return cells(name(found.attribute), Cell(level, picture=picture), meaning, values)


def _recoding(applied: TransformationFacts, recoding: RecodingFacts) -> Iterator[Block]:
    if recoding.groupwise is not None:
        yield from _by_groups(applied, recoding.groupwise)
        return
    kept = recoding.removed_before - applied.suppressed_records
    above = tr_n(
        recoding.removed_before,
        "Local recoding: the transformation above removes {n} record.",
        "Local recoding: the transformation above removes {n} records.",
        n=count(recoding.removed_before),
    )
    ended, removed = tr(_ENDS[recoding.end]), count(applied.suppressed_records)
    if recoding.is_fresh:
        course = tr(
            "In its place records went through the transformations below, each of them anonymizing those that the one "
            "before did not keep; {removed} are removed in the end.",
            removed=removed,
        )
    else:
        course = tr(
            "Of these, {kept} were kept after all with coarser values; {removed} stay removed.",
            kept=count(kept),
            removed=removed,
        )
    yield Paragraph(f"{above} {course} {ended}")
    if recoding.over_limit is not None:
        anew = tr_n(
            recoding.over_limit,
            "Starting over would have removed {n} record: more than the rules allow.",
            "Starting over would have removed {n} records: more than the rules allow.",
            n=count(recoding.over_limit),
        )
        yield Paragraph(anew)
    if recoding.anew_score is not None:
        anew = tr("Starting over would have scored {score}, which is worse.", score=fixed(recoding.anew_score, 4))
        yield Paragraph(anew)
    names = [each.attribute for each in applied.levels]
    rows = [
        cells(count(place), count(each.records), ", ".join(map(str, each.levels)))
        for place, each in enumerate(recoding.iterations[:MOST_ITERATIONS], 1)
    ]
    if rows:
        heads = (
            TableColumn(tr("Attempt")),
            TableColumn(tr("Records kept"), "right"),
            TableColumn(tr("Levels of {number} columns, in their order", number=count(len(names)))),
        )
        whose = tr("Transformations of the records removed at first")
        yield Table(tr("Transformations, in their order") if recoding.is_fresh else whose, heads, tuple(rows))
    more = len(recoding.iterations) - len(rows)
    if more > 0:
        yield Paragraph(tr_n(more, "And {n} further one.", "And {n} further ones.", n=count(more)), "note")


def _by_groups(applied: TransformationFacts, found: GroupwiseProof) -> Iterator[Block]:
    """What was formed in place of the transformation, and how much better it could be."""
    recoded = tr_n(
        found.groups,
        "Recoded group by group: in place of the transformation above each of {n} group has levels of its own, and "
        "satisfies every rule.",
        "Recoded group by group: in place of the transformation above each of {n} groups has levels of its own, and "
        "satisfies every rule.",
        n=count(found.groups),
    )
    removed = tr(
        "{part} of {whole} records are removed.", part=count(applied.suppressed_records), whole=count(applied.records)
    )
    lost = tr(
        "A record loses {loss} of its detail on average (0 keeps every detail, 1 keeps none), at most {gap} from the "
        "best possible: no recoding with groups as large goes below {bound}.",
        loss=fixed(found.loss, 4),
        gap=percent(found.gap),
        bound=fixed(found.lower_bound, 4),
    )
    yield Paragraph(f"{recoded} {removed} {lost}")
    if found.bounded_records < applied.records - applied.suppressed_records:
        bounded = tr("The bound takes {number} records into account.", number=count(found.bounded_records))
        yield Paragraph(bounded, "note")
    picture = charts.bound_line(found.loss, found.lower_bound)
    yield Chart(tr("How far the recoding can be from the best possible"), picture)


def _search(search: SearchFacts, applied: TransformationFacts | None, model: str) -> Iterator[tuple[str, str]]:
    yield tr("Outcome"), tr(_STATES.get(search.status, search.status))
    yield tr("Algorithm"), tr("drawn at random") if search.is_drawn else search.algorithm
    yield tr("Transformations"), count(search.lattice_size)
    yield tr("Checked"), count(search.checks)
    if search.best_score is not None:
        title = tr("Score ({measure})", measure=QUALITY_MODELS[model].description.name)
        yield title, _in_full(search.best_score)
    if search.lower_bound is not None and not search.is_drawn:
        yield tr("Proven lower bound"), _in_full(search.lower_bound)
    if search.gap is not None and not search.is_drawn:
        yield tr("Gap"), percent(search.gap)
    if applied is not None:
        if applied.score is not None and not applied.is_best:
            yield tr("Score of the applied transformation"), _in_full(applied.score)
        if applied.score is not None and applied.recoding is not None:
            yield tr("Score of the whole table"), _in_full(applied.score)
        yield tr("Removed records"), count(applied.suppressed_records)
        if applied.removed_people is not None and applied.people is not None:
            yield tr("Removed people"), count_with_share(applied.removed_people, applied.people, "people")
        if applied.allowed is not None:
            limit = tr("Limit of removed people") if applied.removes_people else tr("Limit of removed records")
            yield limit, count(applied.allowed)
        yield tr("Groups"), count(applied.classes)
        yield tr("Smallest group"), count(applied.smallest_class)
        yield tr("Largest group"), count(applied.largest_class)
    time = tr_n(
        search.threads,
        "{time} on {n} core",
        "{time} on {n} cores",
        n=count(search.threads),
        time=seconds(search.seconds),
    )
    yield tr("Time"), time
    yield tr("Seed"), str(search.seed)


def _in_full(value: float) -> str:
    """A score as it is read, and with every digit, as JSON has it."""
    return tr("{score}, in full {digits}", score=score(value), digits=repr(float(value)))
