"""The perturbations of a job: what contradicts its table or would break its promises, and the records they are of."""

from __future__ import annotations

from collections.abc import Iterator

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import Role
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted, suggestion
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.preparation.samples import sample_of
from arxdesk_engine.release.transform.perturbing import Perturbing, perturbable
from arxdesk_engine.release.treatments.treatments import as_judged

_SHOWN_AS_IT_IS = marked(
    'Write role = "insensitive" or "sensitive" under attributes.{name}, or leave the column out here.'
)


def perturbing_of(job: Job, dataset: Dataset) -> Perturbing | None:
    """What a job does to cells at the end; None where it asks for nothing. Nothing is wrong about it."""
    if not job.perturbation:
        return None
    sample = sample_of(dataset, job.data)
    households = None if sample is None else sample.households
    return Perturbing(dataset, job.perturbation, households)


def faults_of_perturbation(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Everything wrong about the perturbations of a job beside its table, as far as their settings name its columns."""
    if not job.perturbation:
        return
    section = f"{job.source}, perturbation"
    if policy_of(job).mechanism is not None:
        found = tr("with differential privacy no column is shown that could be perturbed")
        yield Problem(section, found, tr("Leave the section or the privacy model out."))
    if dataset.weights is not None:
        found = tr("cells are changed one by one, and the rows have counts")
        yield Problem(section, found, tr("Give every record a row of its own, and leave count out of [data]."))
    if job.tables:
        found = tr("cells are changed row by row of the join, and a row of a linked table may stand in several")
        yield Problem(section, found, tr("Leave the section out, or perturb the table by itself."))
    named: dict[str, int] = {}
    for number, asked in enumerate(job.perturbation, 1):
        place = f"{section}.{number}"
        for name in asked.columns:
            yield from _of_column(job, dataset, name, f"{place}.columns")
            if name in named:
                found = tr("{name} is perturbed by perturbation.{named} already", name=quoted(name), named=named[name])
                yield Problem(f"{place}.columns", found, tr("Name each column in one of them."))
            named[name] = number
        for field, names in asked.also_reads.items():
            yield from _of_other_columns(dataset, names, f"{place}.{field}")
        if asked.needs_households and job.data.household is None:
            remedy = tr('Write household = "..." under [data]: the column that says who lives together.')
            yield Problem(place, tr("{method} moves whole households, and none are named", method=asked.title), remedy)


def require_perturbable(job: Job, dataset: Dataset) -> None:
    """Raises InvalidJob where methods cannot be applied to the columns of a table: every cell of them is looked at."""
    if not job.perturbation:
        return
    shown, sample = as_judged(job, dataset), sample_of(dataset, job.data)
    households = None if sample is None else sample.households
    faults = [
        Problem(f"{job.source}, perturbation.{number}.{each.field}", each.found, each.remedy)
        for number, asked in enumerate(job.perturbation, 1)
        for each in asked.unfit(perturbable(shown, asked, households))
    ]
    if faults:
        raise InvalidJob(faults)


def _of_column(job: Job, dataset: Dataset, name: str, place: str) -> Iterator[Problem]:
    if name not in dataset:
        yield Problem(place, tr("the table has no column {name}", name=quoted(name)), suggestion(name, dataset.names))
        return
    settings = job.settings_of(name)
    if settings.role is Role.QUASI_IDENTIFYING:
        found = tr(
            "{name} is quasi-identifying: groups are formed by its values, and k is proven for those", name=quoted(name)
        )
        yield Problem(place, found, tr(_SHOWN_AS_IT_IS, name=name))
    elif settings.role is Role.IDENTIFYING or settings.transformation == "suppress":
        yield Problem(
            place,
            tr("the values of {name} are not shown in any case", name=quoted(name)),
            tr(_SHOWN_AS_IT_IS, name=name),
        )
    models = [model.title for model in job.privacy if model.sensitive_attribute == name]
    if models:
        found = tr(
            "{models} would judge other values of {name} than those that are shown",
            models=", ".join(models),
            name=quoted(name),
        )
        yield Problem(place, found, tr("Leave the column out here, or choose another attribute for the model."))
    if settings.shift is not None:
        found = tr("the dates of {name} are moved already", name=quoted(name))
        yield Problem(place, found, tr("Leave the column out here, or its shift."))
    for field, says in (
        ("weight", tr("has sampling weights")),
        ("household", tr("says which household a record belongs to")),
    ):
        if getattr(job.data, field) == name:
            yield Problem(
                place,
                tr("{name} {says}, and must stay what it is", name=quoted(name), says=says),
                tr("Leave the column out here."),
            )


def _of_other_columns(dataset: Dataset, names: tuple[str, ...], place: str) -> Iterator[Problem]:
    for name in names:
        if name not in dataset:
            yield Problem(
                place, tr("the table has no column {name}", name=quoted(name)), suggestion(name, dataset.names)
            )
