"""Local recoding as people say it: what was done, why it ended, what `arxdesk run` would do."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.ui import words
from arxdesk.ui.models.figures import FigureRow
from arxdesk.ui.models.read_only_table import Heading
from arxdesk.ui.widgets.tables.comparison_table import ComparisonRow
from arxdesk_engine.analysis.applied import Recoded
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.local_recoding import End, LocalRecoding
from arxdesk_engine.search.solution import Solution, Status

NOTHING = "–"
STEPS = (
    Heading(
        "Step", is_text=True, width=84, hint="The transformation that came first, then the iterations in their order"
    ),
    Heading("People", hint="Who are kept by it"),
    Heading("Score", hint="Of these people alone, with those that the step left removed"),
    Heading("Proven", hint="Whether it is proven that no other transformation scores less for them"),
    Heading("Levels", is_text=True, hint="The generalization levels, one for each quasi-identifier"),
)
_ENDS = {
    End.NOTHING_KEPT: "no transformation keeps any of them",
    End.ITERATIONS: "all iterations are used up",
    End.LIMIT: "the time was up",
    End.STOPPED: "it was stopped",
}


def step_rows(recoded: Recoded, output: OutputTable) -> list[FigureRow]:
    """The first transformation and every iteration, below STEPS."""
    first, solution, names = recoded.first, output.solution, output.quasi_identifiers
    kept = output.records - first.suppressed_records
    is_best = solution.best is not None and solution.best.levels == first.levels
    proven = solution.status is Status.OPTIMAL and is_best
    found = recoded.found
    rows = [] if found.is_fresh else [_row("First", kept, first.score, first.levels, names, is_proven=proven)]
    for place, each in enumerate(found.iterations, 0 if found.is_fresh else 1):
        name, proven = f"Iteration {words.count(place)}" if place else "First", each.status is Status.OPTIMAL
        rows.append(_row(name, each.records, each.score, each.levels, names, is_proven=proven))
    return rows


def _row(name: str, people: int, score: float, levels: Levels, names: Sequence[str], *, is_proven: bool) -> FigureRow:
    changed = [f"{each} {level}" for each, level in zip(names, levels, strict=True) if level]
    figures = (words.count(people), words.score(score), "yes" if is_proven else "no")
    return FigureRow((name, *figures, words.shortened(levels)), hint=words.joined(changed or ["all as they were"], 30))


def both_sides(recoded: Recoded, people: int) -> list[ComparisonRow]:
    """What the table was before, and what it is with the people that are kept after all."""
    first, found = recoded.first, recoded.found
    before, after = first.suppressed_records, found.suppressed_records
    score = NOTHING if found.score is None else words.score(found.score)
    hint = "" if found.score is not None else "Score: the quality model defines none for several transformations."
    shares = [words.percent_fixed(number / people if people else 0.0) for number in (before, after)]
    return [
        ComparisonRow("People removed", words.count(before), words.count(after)),
        ComparisonRow("Of all people", shares[0], shares[1]),
        ComparisonRow("Score", words.score(first.score), score, hint),
        ComparisonRow(
            "Detail kept", words.percent_fixed(recoded.detail_before), words.percent_fixed(recoded.detail_after)
        ),
    ]


def sentence(recoded: Recoded) -> str:
    """How many people are kept after all, and why not the others."""
    found, gone = recoded.found, recoded.first.suppressed_records
    if found.is_fresh:
        return _fresh(found)
    if found.over_limit is not None and found.end not in (End.STOPPED, End.LIMIT):
        removed = words.people(found.over_limit)
        anew = f"Begun anew it would have removed {removed}, more than the suppression limit allows."
        if not gone:
            return f"{anew} The table stays as it was: nobody was removed from it."
        return f"{anew} {_gone_on(recoded)}"
    if found.anew_score is not None:
        return f"Begun anew it would have kept less detail. {_gone_on(recoded)}"
    return _gone_on(recoded)


def _fresh(found: LocalRecoding) -> str:
    """Of recoding that began with everybody."""
    steps = words.counted(len(found.iterations), "step", "steps")
    if not found.suppressed_records:
        return f"{steps} keep everybody, most people with finer values than one transformation for all could."
    removed = words.people(found.suppressed_records)
    return f"{steps}; {removed} removed, which the suppression limit allows: {_ENDS[found.end]}."


def _gone_on(recoded: Recoded) -> str:
    found, gone = recoded.found, recoded.first.suppressed_records
    steps = words.counted(len(found.iterations), "iteration", "iterations")
    if not found.iterations:
        return f"Nobody of the {words.people(gone)} could be kept: {_ENDS[found.end]}."
    if found.end is End.COMPLETE:
        return f"{steps} kept all {words.people(gone)} who were removed, with coarser values."
    left = words.people(found.suppressed_records)
    verb = "is" if found.suppressed_records == 1 else "are"
    kept = f"{words.count(recoded.people_kept)} of the {words.people(gone)} who were removed"
    return f"{steps} kept {kept}, with coarser values; {left} {verb} still removed: {_ENDS[found.end]}."


def note_on_running(recoded: Recoded, solution: Solution, search: SearchSettings, *, cut_short: bool) -> str:
    """Why `arxdesk run` may make another table than this one; "" where it makes the same."""
    begins_alike = recoded.found.is_fresh and solution.best is not None
    if not begins_alike and (solution.best is None or solution.best.levels != recoded.first.levels):
        return "arxdesk run begins with the best transformation, not with the one that is applied here."
    if is_cut_short(recoded.found) or cut_short:
        return "arxdesk run does not end early as it did here, so that its table may differ."
    if search.time_limit is not None or search.check_limit is not None:
        return "In arxdesk run the limits of the search hold for the iterations, too: its table may differ."
    return ""


def is_cut_short(found: LocalRecoding) -> bool:
    """Whether it would have gone on but for a person or a limit."""
    return found.end in (End.STOPPED, End.LIMIT)


def unfit(titles: Sequence[str]) -> str:
    """Why models forbid it."""
    verb = "does" if len(titles) == 1 else "do"
    return (
        f"{words.joined(titles)} {verb} not allow local recoding: it anonymizes the table in parts, and what holds for "
        "each part need not hold for all of them together."
    )
