"""Applying transformations for analysis: the output, the detail kept, and local recoding of removed records."""

from __future__ import annotations

from dataclasses import replace

from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Progress, RecodingProgress
from arxdesk_engine.foundation.errors import InvalidData, Problem
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.job.search import RecodingSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.solution import Check, Limits, Solution


def apply(
    anonymizer: Anonymizer, levels: Levels, recoded: Recoded | None = None, control: Control | None = None
) -> Applied:
    """Check a transformation, and apply it (`made_real`).

    Raises InvalidData for one that is not anonymous after all: a claim of a project may be wrong.
    """
    control = control or Control()
    control.report(Progress(tr("Applying the transformation")))
    check = anonymizer.look_at([levels])[0]
    if not check.anonymous:
        found = tr("this transformation is not anonymous")
        raise InvalidData(Problem(", ".join(map(str, levels)), found, tr("Choose another one, or anonymize again.")))
    return made_real(anonymizer, check, recoded, control)


def made_real(
    anonymizer: Anonymizer, check: Check, recoded: Recoded | None = None, control: Control | None = None
) -> Applied:
    """The output of a checked transformation, and the detail kept.

    With `recoded`, a recoding of the removed records, the recovered ones go through transformations of their own.
    """
    recoding = None if recoded is None else recoded.found
    output = anonymizer.apply(check.levels) if recoding is None else anonymizer.apply_recoding(recoding)
    (control or Control()).report(Progress(tr("Analyzing the result")))
    mean, kept = anonymizer.detail_kept(output, recoding)
    return Applied(
        check=check if recoded is None else _of_all(check, output),
        output=output,
        granularity=kept,
        mean_granularity=mean,
        recoded=recoded,
    )


def _of_all(first: Check, output: Output) -> Check:
    """The numbers of the whole table instead of those of its first transformation."""
    sizes = output.class_sizes
    smallest, largest = (int(sizes.min()), int(sizes.max())) if len(sizes) else (0, 0)
    return replace(
        first,
        suppressed_records=output.suppressed_records,
        classes=len(sizes),
        smallest_class=smallest,
        largest_class=largest,
    )


def input_table(anonymizer: Anonymizer) -> InputTable:
    """The input, for analysis."""
    drawn = anonymizer.problem.grouping.included if anonymizer.policy.draws_sample else None
    return InputTable(anonymizer.job, anonymizer.dataset, drawn)


def output_table(
    anonymizer: Anonymizer, solution: Solution, applied: Applied, before: InputTable | None = None
) -> OutputTable:
    """The applied output, beside the input (`before`, None: a table of its own), for analysis."""
    source = before or input_table(anonymizer)
    return OutputTable(source, anonymizer.job, anonymizer.problem, anonymizer.hierarchies, solution, applied)


def recode(
    anonymizer: Anonymizer,
    solution: Solution,
    applied: Applied,
    settings: RecodingSettings,
    *,
    seconds: float | None = None,
    control: Control | None = None,
    words: Words = ENGLISH,
) -> Recoded:
    """Recode the records removed by an applied transformation, within `seconds` (None: to the end).

    If `control` is stopped: with the finished iterations. Raises ValueError for models that do not hold for a
    union of parts.
    """
    control = control or Control()
    first = anonymizer.look_at([applied.check.levels])[0]
    step = control.of_step(lambda progress: control.report(_told(progress, words)))
    found = anonymizer.recode(replace(solution, best=first), step, None, settings, Limits(seconds))
    control.report(Progress(tr("Measuring the detail kept")))
    after, _by_attribute = anonymizer.detail_kept(anonymizer.apply_recoding(found), found)
    before = applied.mean_granularity if applied.recoded is None else applied.recoded.detail_before
    return Recoded(first, found, settings, before, after)


def _told(progress: Progress, words: Words) -> Progress:
    if not isinstance(progress, RecodingProgress):
        return progress
    left = tr("{records} left", records=words.records(progress.records_left))
    told = tr(
        "Iteration {iteration} of up to {iterations}, {left}",
        iteration=words.count(progress.iteration),
        iterations=words.count(progress.iterations),
        left=left,
    )
    if progress.iteration == 0:
        told = tr("First step, {left}", left=left)
    return Progress(told, progress.fraction)
