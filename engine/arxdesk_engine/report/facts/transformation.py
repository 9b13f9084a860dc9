"""The facts of a search and of the applied transformation."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from arxdesk_engine.analysis.risk.linkage import LinkageFigures
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.perturbation.method import AppliedPerturbation
from arxdesk_engine.release.transform.shown_items import ShownItems
from arxdesk_engine.report.facts.subject import Restored, Subject
from arxdesk_engine.search.local_recoding import GroupwiseProof, LocalRecoding


@dataclass(frozen=True, slots=True)
class SearchFacts:
    """The course and the proof of a search. `status` is that of `search.solution`, `seed` the one it ran with.

    `lower_bound` and `gap` are None if unknown; `best` are the levels of the best transformation and
    `best_score` is its score, None without one.
    """

    algorithm: str
    status: str
    is_drawn: bool
    cut_short: bool
    lattice_size: int
    checks: int
    lower_bound: float | None
    gap: float | None
    seconds: float
    threads: int
    seed: int
    best: Levels | None
    best_score: float | None
    restored: Restored | None = None
    """The project that keeps the search: its proof was not repeated."""


@dataclass(frozen=True, slots=True)
class LevelFacts:
    """The level of a quasi-identifier, of `height` levels above the original values.

    `values_before` and `values_after` are the numbers of distinct values of the table at level 0 and at this one.
    `shown_as` is the aggregate shown instead of a label, None for labels.
    """

    attribute: str
    level: int
    height: int
    values_before: int
    values_after: int
    shown_as: str | None


@dataclass(frozen=True, slots=True)
class IterationFacts:
    """A transformation of local recoding, and how many of the removed records it kept after all."""

    levels: Levels
    records: int
    status: str


@dataclass(frozen=True, slots=True)
class RecodingFacts:
    """Local recoding: the records that were removed before it, and why it ended."""

    removed_before: int
    iterations: tuple[IterationFacts, ...]
    end: str
    is_fresh: bool = False
    """Whether it began with all records, in place of the transformation of the search."""
    over_limit: int | None = None
    """The number of records removed after starting over, if above the limit."""
    anew_score: float | None = None
    """The score it would have had then, where that was worse."""
    groupwise: GroupwiseProof | None = None
    """What is known of it where every group has levels of its own."""


@dataclass(frozen=True, slots=True)
class TransformationFacts:
    """The applied transformation and its table.

    `is_best`: whether it is the best one of the search. `score` is that of the whole table, None if undefined.
    `allowed` is the largest number of removed records, or of people where they are removed as wholes; None without a
    limit. `people` and `removed_people` are None where nobody says whose records these are.
    """

    levels: tuple[LevelFacts, ...]
    is_best: bool
    score: float | None
    records: int
    suppressed_records: int
    allowed: int | None
    classes: int
    smallest_class: int
    largest_class: int
    recoding: RecodingFacts | None
    refinement: RefinementTotals | None
    """What whoever knows the algorithm concludes; None where that cannot be counted."""
    items: tuple[ShownItems, ...] = ()
    """How the items of columns of sets are shown."""
    people: int | None = None
    removed_people: int | None = None
    removes_people: bool = False
    perturbations: tuple[AppliedPerturbation, ...] = ()
    linkage: LinkageFigures | None = None
    """Who is found again in perturbed columns."""

    @property
    def removed(self) -> int:
        """The number that the limit is about."""
        is_of_people = self.removes_people and self.removed_people is not None
        return self.removed_people or 0 if is_of_people else self.suppressed_records

    @property
    def transformation(self) -> Levels:
        """The levels only."""
        return tuple(each.level for each in self.levels)


def search_facts(subject: Subject) -> SearchFacts:
    """Describe the search."""
    solution, job = subject.solution, subject.anonymizer.job
    best = solution.best
    return SearchFacts(
        solution.algorithm,
        solution.status.value,
        solution.is_drawn,
        subject.cut_short,
        subject.anonymizer.problem.lattice.size,
        solution.checks,
        solution.lower_bound if math.isfinite(solution.lower_bound) else None,
        solution.gap,
        solution.seconds,
        solution.threads,
        job.search.seed if subject.seed is None else subject.seed,
        None if best is None else best.levels,
        None if best is None else best.score,
        subject.restored,
    )


def transformation_facts(subject: Subject, described: Mapping[str, Any]) -> TransformationFacts | None:
    """Describe the applied transformation; None without one. `described` is the report of `Anonymizer.describe`."""
    anonymizer, output = subject.anonymizer, subject.output
    if output is None:
        return None
    best, sizes = subject.solution.best, output.groups[0].tolist()
    problem = anonymizer.problem
    records = problem.grouping.records
    return TransformationFacts(
        _levels(subject, output.levels),
        best is not None and best.levels == output.levels,
        _score(subject, output.levels),
        records,
        output.suppressed_records,
        None if problem.suppression_limit >= 1.0 else problem.suppressible,
        len(sizes),
        min(sizes, default=0),
        max(sizes, default=0),
        _recoding(subject.local_recoding, _removed_by(subject, output.levels)) if subject.local_recoding else None,
        RefinementTotals.from_report(described),
        tuple(output.items.values()),
        problem.grouping.people or None,
        None if output.people is None else output.people.removed,
        problem.removes_people,
        output.perturbations,
        LinkageFigures.from_report(described),
    )


def _score(subject: Subject, levels: Levels) -> float | None:
    if subject.local_recoding is not None:
        return subject.local_recoding.score
    best = subject.solution.best
    if best is not None and best.levels == levels:
        return best.score
    found = subject.anonymizer.look_at([levels])
    return found[0].score if found and math.isfinite(found[0].score) else None


def _removed_by(subject: Subject, levels: Levels) -> int:
    """The number of records removed by a transformation before local recoding."""
    best = subject.solution.best
    if best is not None and best.levels == levels:
        return best.suppressed_records
    found = subject.anonymizer.look_at([levels])
    return found[0].suppressed_records if found else 0


def _levels(subject: Subject, levels: Levels) -> tuple[LevelFacts, ...]:
    anonymizer = subject.anonymizer
    made = []
    for (name, hierarchy), level in zip(anonymizer.hierarchies.items(), levels, strict=True):
        settings = anonymizer.job.settings_of(name)
        values = len(anonymizer.dataset[name].values)
        shown = settings.shown_as if settings.transformation != "generalize" else None
        after = len(hierarchy.labels[level]) if settings.is_grouped else values
        height = hierarchy.maximum_level if settings.is_grouped else 0
        made.append(LevelFacts(name, level, height, values, after, shown))
    return tuple(made)


def _recoding(recoding: LocalRecoding, removed_before: int) -> RecodingFacts:
    iterations = (IterationFacts(each.levels, each.records, each.status.value) for each in recoding.iterations)
    end, fresh = recoding.end.value, recoding.is_fresh
    return RecodingFacts(
        removed_before,
        tuple(iterations),
        end,
        fresh,
        recoding.over_limit,
        recoding.anew_score,
        recoding.groupwise,
    )
