"""Confirming the saved result of a project, away from the main thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from arxdesk.core.session.search_work import apply
from arxdesk.core.values.results import Result
from arxdesk_engine.analysis.applied import Applied, Recoded
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.search import GroupwiseSettings
from arxdesk_engine.lattice.lattice import Levels
from arxdesk_engine.projects.outcome import Outcome, restored


@dataclass(frozen=True, slots=True)
class Restored:
    """A result that the table has confirmed, and what was applied of it."""

    result: Result
    applied: Applied | None


def restore_result(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], outcome: Outcome, control: Control
) -> Restored:
    """Pose the problem of a job again and see whether it has the outcome that was kept.

    Raises UnconfirmedOutcome where it does not, another UserError where the problem cannot be posed; Stopped.
    """
    control.report(Progress(tr("Grouping the records")))
    anonymizer = Anonymizer.formulate(job, dataset, hierarchies)
    control.raise_if_stopped()
    confirmed = restored(anonymizer.problem, outcome, control)
    solution = replace(confirmed.solution, continuation=None)
    result = Result(anonymizer, solution, confirmed.cut_short, confirmed.moment, confirmed.version, is_restored=True)
    applied = None if confirmed.applied is None else _applied(result, confirmed.applied, control)
    control.raise_if_stopped()
    return Restored(result, applied)


def _applied(result: Result, levels: Levels, control: Control) -> Applied:
    """The applied transformation, with local recoding if the job asks for it."""
    return recoded_as_asked(result, apply(result, levels, control), control)


def has_to_be_recoded(result: Result) -> bool:
    """Whether local recoding follows a search that was asked for it: it found something, and nobody has stopped it."""
    search, solution = result.job.search, result.solution
    by_person = result.cut_short and search.time_limit is None and search.check_limit is None
    return (
        search.recoding_settings is not None and solution.best is not None and not solution.is_drawn and not by_person
    )


def recoded_as_asked(result: Result, first: Applied, control: Control) -> Applied:
    """A transformation that was applied, with local recoding where the job of the result asks for that.

    Recoding group by group tells how it goes, and keeps what there is where it is stopped.
    """
    settings = result.job.search.recoding_settings
    if settings is None:
        return first
    anonymizer = result.anonymizer
    solution = replace(result.solution, best=first.check)
    by_groups = isinstance(settings, GroupwiseSettings)
    found = anonymizer.recode(solution, control if by_groups else control.of_step(), None, settings)
    if not by_groups:
        control.raise_if_stopped()
    control.report(Progress(tr("Measuring the detail kept")))
    after, _by_attribute = anonymizer.detail_kept(anonymizer.apply_recoding(found), found)
    recoded = Recoded(first.check, found, settings, first.mean_granularity, after)
    return apply(result, first.check.levels, control, recoded)
