"""The result of `arxdesk run`, in plain lines."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.cli.terminal import table
from arxdesk_engine.analysis.class_counts import risk_of
from arxdesk_engine.analysis.items.sentences import kept_sentence
from arxdesk_engine.analysis.people.known_events import known_events_facts, known_events_sentence
from arxdesk_engine.analysis.people.limited_records import limited_records
from arxdesk_engine.analysis.refinement.sentences import sentence
from arxdesk_engine.analysis.refinement.totals import RefinementTotals
from arxdesk_engine.analysis.risk.linkage import linkage_of, linkage_sentence
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.progress_line import percent
from arxdesk_engine.foundation.words import LARGE_SCORE
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.perturbation.method import NO_GUARANTEE
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.local_recoding import END_REASONS, GroupwiseProof, LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check, Solution, Status

STATUS_SENTENCES = {
    Status.OPTIMAL: "Optimum proven: no other transformation keeps more detail under these rules.",
    Status.BEST_FOUND: "Best found: the search ended before it could prove more.",
    Status.INFEASIBLE: "Proven: no transformation satisfies the job. Allow more removed records or coarser levels.",
    Status.NONE_FOUND: "Nothing found: the search ended before it found a transformation that satisfies the job.",
}

MOST_ITERATIONS_SHOWN = 10


def outcome(
    anonymizer: Anonymizer,
    solution: Solution,
    output: Output | None,
    recoding: LocalRecoding | None,
    refinement: RefinementTotals | None,
    written: str,
) -> str:
    """The result in a few plain lines; `refinement` is what whoever knows the algorithm concludes of `recoding`."""
    lines = [STATUS_SENTENCES[solution.status]]
    searched = f"{solution.checks:,} of {anonymizer.problem.lattice.size:,} transformations checked"
    lines.append(f"{searched} in {solution.seconds:.2f} s.")
    best = solution.best
    if best is not None and output is not None:
        records = anonymizer.problem.grouping.records
        model = QUALITY_MODELS[anonymizer.job.quality.model].description
        score, meaning = f"{model.name} {_score(best.score)}", model.meaning
        if solution.gap:
            gap = percent(solution.gap)
            lines.append(f"{score}, at most {gap} from the best possible. {meaning}")
        else:
            lines.append(f"{score}. {meaning}")
        lines.append(table(_attributes(anonymizer, best.levels)))
        lines.append(_removed(anonymizer.problem, best))
        if (limit := limited_records(anonymizer.job, anonymizer.dataset)) is not None:
            lines.append(limit.sentence())
        if recoding is not None and recoding.groupwise is not None:
            lines.append(_recoded_by_groups(recoding, recoding.groupwise, records))
        elif recoding is not None:
            lines.append(_recoded(recoding, tuple(anonymizer.hierarchies), records))
        if refinement is not None:
            lines.append(sentence(refinement))
        lines.extend(kept_sentence(shown) for shown in output.items.values())
        lines.extend(each.sentence for each in output.perturbations)
        lines.extend([NO_GUARANTEE] if output.perturbations else [])
        if (linkage := linkage_of(anonymizer.dataset, output)) is not None:
            lines.append(linkage_sentence(linkage))
        grouping = anonymizer.problem.grouping
        before = risk_of(grouping.input_groups[0], grouping.input_people)
        after = risk_of(output.groups[0], output.people)
        lines.append(f"Highest risk: before {percent(before.highest)}, now {percent(after.highest)}.")
        lines.append(f"Average risk: before {percent(before.average)}, now {percent(after.average)}.")
        known = known_events_facts(anonymizer.problem, output)
        if known and (told := known_events_sentence(known)):
            lines.append(told)
        lines.append(written)
    return "\n".join(lines)


def _removed(problem: SearchProblem, best: Check) -> str:
    """The removed records, or people with theirs, and the sizes of the groups."""
    sizes = f"{best.classes:,} groups of {best.smallest_class:,} to {best.largest_class:,}"
    records, people = problem.grouping.records, problem.grouping.people
    removed, unit = f"{best.suppressed_records:,} of {records:,} records", " people" if people else ""
    if problem.removes_people:
        share = percent(best.suppressed_people / people)
        return f"{best.suppressed_people:,} of {people:,} people removed ({share}), with {removed}; {sizes}{unit}."
    return f"{removed} removed ({percent(best.suppressed_records / records)}); {sizes}{unit}."


def _attributes(anonymizer: Anonymizer, levels: Levels) -> list[tuple[str, str]]:
    """The level or treatment of each quasi-identifier."""
    rows = []
    for (name, hierarchy), level in zip(anonymizer.hierarchies.items(), levels, strict=True):
        settings = anonymizer.job.settings_of(name)
        said = [f"level {level} of {hierarchy.maximum_level}"] if settings.is_grouped else []
        said += [settings.shown_as] if settings.transformation != "generalize" else []
        rows.append((name, ", ".join(said)))
    return rows


def _score(value: float) -> str:
    return f"{value:.4f}" if value < LARGE_SCORE else f"{value:,.0f}"


def _recoded(recoding: LocalRecoding, names: Sequence[str], records: int) -> str:
    """The result of local recoding, in a few plain lines."""
    kept, left = sum(iteration.records for iteration in recoding.iterations), recoding.suppressed_records
    whom = f"{kept + left:,} removed records after all"
    if recoding.is_fresh:
        whom = f"{records:,} records with transformations of its own, in place of the one above"
    lines = [f"Local recoding kept {kept:,} of the {whom}."]
    if recoding.over_limit is not None:
        lines.append(
            "It continues from the transformation above: starting over would have removed "
            f"{_records(recoding.over_limit)}, more than the job allows."
        )
    if recoding.anew_score is not None:
        lines.append(
            "It continues from the transformation above: starting over, the score of the whole table would have been "
            f"{_score(recoding.anew_score)}, which is worse."
        )
    rows = []
    for iteration in recoding.iterations[:MOST_ITERATIONS_SHOWN]:
        levels = zip(names, iteration.levels, strict=True)
        rows.append((_records(iteration.records), ", ".join(f"{name} {level}" for name, level in levels)))
    if rows:
        lines.append(table([("", "levels"), *rows]))
    if len(recoding.iterations) > len(rows):
        lines.append(f"  and {len(recoding.iterations) - len(rows):,} more; the report lists them all.")
    if left:
        verb = "stays" if left == 1 else "stay"
        lines.append(f"{_records(left)} ({percent(left / records)}) {verb} removed: {END_REASONS[recoding.end]}.")
    if recoding.score is not None:
        lines.append(f"Score of the whole table {_score(recoding.score)}.")
    return "\n".join(lines)


def _recoded_by_groups(recoding: LocalRecoding, proof: GroupwiseProof, records: int) -> str:
    """The result of recoding group by group, in a few plain lines."""
    removed = recoding.suppressed_records
    formed = f"{proof.groups:,} groups with levels of their own, {_records(removed)} of {records:,} removed"
    gap = f"at most {percent(proof.gap)} from the best possible"
    lines = [
        f"Recoded group by group, in place of the transformation above: {formed}.",
        f"Loss of a record {proof.loss:.4f} on average (0 keeps every detail, 1 keeps none), {gap}.",
        f"No recoding with groups as large loses less than {proof.lower_bound:.4f}.",
    ]
    if proof.bounded_records < records - removed:
        lines.append(f"The bound takes {proof.bounded_records:,} records into account; more time makes it tighter.")
    if recoding.score is not None:
        lines.append(f"Score of the whole table {_score(recoding.score)}.")
    return "\n".join(lines)


def _records(number: int) -> str:
    return f"{number:,} {'record' if number == 1 else 'records'}"
