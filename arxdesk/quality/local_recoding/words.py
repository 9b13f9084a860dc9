"""The figures and steps of local recoding as rows of tables."""

from __future__ import annotations

from collections.abc import Sequence

from arxdesk.ui import words
from arxdesk.ui.models.figures import FigureRow
from arxdesk.ui.models.read_only_table import Heading
from arxdesk.ui.widgets.tables.comparison_table import ComparisonRow
from arxdesk_engine.analysis.applied import Recoded
from arxdesk_engine.analysis.tables import OutputTable
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.search.local_recoding import GroupwiseProof
from arxdesk_engine.search.solution import Status

NOTHING = "–"
FORMED = marked("Groups that end with equal labels read as one.")
STEPS = (
    Heading(
        marked("Step"),
        is_text=True,
        width=84,
        hint=marked("The transformation that came first, then the iterations in their order"),
    ),
    Heading(marked("Records"), hint=marked("Records recovered in this step")),
    Heading(marked("Score"), hint=marked("Score of the records of this step, including those it left removed")),
    Heading(marked("Proven"), hint=marked("Proof that no other transformation has a lower score for them")),
    Heading(marked("Levels"), is_text=True, hint=marked("The generalization levels, one for each quasi-identifier")),
)


def step_rows(recoded: Recoded, output: OutputTable) -> list[FigureRow]:
    """The first transformation and every iteration, below STEPS."""
    first, solution, names = recoded.first, output.solution, output.quasi_identifiers
    kept = output.records - first.suppressed_records
    is_best = solution.best is not None and solution.best.levels == first.levels
    proven = solution.status is Status.OPTIMAL and is_best
    found = recoded.found
    rows = [] if found.is_fresh else [_row(tr("First"), kept, first.score, first.levels, names, is_proven=proven)]
    for place, each in enumerate(found.iterations, 0 if found.is_fresh else 1):
        name = tr("Iteration {number}", number=words.count(place)) if place else tr("First")
        proven = each.status is Status.OPTIMAL
        rows.append(_row(name, each.records, each.score, each.levels, names, is_proven=proven))
    return rows


def _row(name: str, people: int, score: float, levels: Levels, names: Sequence[str], *, is_proven: bool) -> FigureRow:
    changed = [f"{each} {level}" for each, level in zip(names, levels, strict=True) if level]
    figures = (words.count(people), words.score(score), tr("yes") if is_proven else tr("no"))
    return FigureRow((name, *figures, words.shortened(levels)), hint=words.joined(changed or [tr("all unchanged")], 30))


def both_sides(recoded: Recoded, people: int, read: int) -> list[ComparisonRow]:
    """The table before and after local recoding; `read` is the number of groups that its labels tell apart."""
    first, found = recoded.first, recoded.found
    before, after = first.suppressed_records, found.suppressed_records
    score = NOTHING if found.score is None else words.score(found.score)
    hint = "" if found.score is not None else tr("Score: the quality model defines none for several transformations.")
    shares = [words.percent_fixed(number / people if people else 0.0) for number in (before, after)]
    rows = [
        ComparisonRow(tr("Records removed"), words.count(before), words.count(after)),
        ComparisonRow(tr("Of all records"), shares[0], shares[1]),
        ComparisonRow(tr("Score"), words.score(first.score), score, hint),
        ComparisonRow(
            tr("Detail kept"), words.percent_fixed(recoded.detail_before), words.percent_fixed(recoded.detail_after)
        ),
    ]
    if found.groupwise is None:
        return rows
    return [rows[0], *rows[2:], *_of_groups(first.classes, found.groupwise, read)]


def _of_groups(groups_before: int, proof: GroupwiseProof, read: int) -> list[ComparisonRow]:
    """What is known of a table that was recoded group by group."""
    is_bounded = proof.lower_bound > 0.0
    bound = words.percent_fixed(proof.lower_bound) if is_bounded else NOTHING
    gap = words.percent(proof.gap) if is_bounded else NOTHING
    lost = words.percent_fixed(proof.loss)
    return [
        ComparisonRow(tr("Groups formed"), words.count(groups_before), words.count(proof.groups), tr(FORMED)),
        ComparisonRow(tr("Groups read"), words.count(groups_before), words.count(read), tr(FORMED)),
        ComparisonRow(
            tr("Detail lost"), NOTHING, lost, tr("Detail lost: the mean over all cells, everything if removed.")
        ),
        ComparisonRow(tr("Proven bound"), NOTHING, bound, tr("Bound: no recoding with groups as large loses less.")),
        ComparisonRow(tr("Gap"), NOTHING, gap, tr("Gap: how far it is from the best possible at most.")),
    ]
