"""Count the records that break each privacy model in the present table."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from arxdesk_engine.analysis.items.rare import rare_in
from arxdesk_engine.analysis.tables import InputTable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import UserError
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job
from arxdesk_engine.privacy.model import PrivacyModel


def count_breaking(
    job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], control: Control
) -> Mapping[int, int]:
    """The records to be removed if nothing were made coarser than it must be, by the place of the model.

    Of models of the items of sets: the records with a rare combination, whose items have to be made coarser.

    Models are left out that cannot be asked of the table, or that take long.
    """
    asked = {place: model for place, model in enumerate(job.privacy) if not model.is_slow}
    try:
        return _counted(job, asked, dataset, hierarchies, control)
    except UserError:
        found: dict[int, int] = {}
        for place, model in asked.items():
            if control.stopped:
                break
            try:
                found |= _counted(job, {place: model}, dataset, hierarchies, control)
            except UserError:
                continue  # the card reports the missing part
        return found


def _counted(
    job: Job,
    models: Mapping[int, PrivacyModel],
    dataset: Dataset,
    hierarchies: Mapping[str, Hierarchy],
    control: Control,
) -> dict[int, int]:
    if not models:
        return {}
    limit = job.suppression.model_copy(update={"limit": 1.0})
    posed = job.model_copy(update={"privacy": tuple(models.values()), "suppression": limit})
    problem = Anonymizer.formulate(posed, dataset, hierarchies).problem
    classes = problem.grouping.classes(problem.lattice.bottom)
    found = {
        place: replace(problem, privacy=(criterion,)).judge(classes, chooses=False).suppressed_records
        for place, criterion in zip(models, problem.privacy, strict=True)
    }
    asked = {place: each for place, model in models.items() if (each := model.item_combinations) is not None}
    table = InputTable(posed, dataset)
    return found | {place: len(rare_in(table, each, control).rows) for place, each in asked.items()}
