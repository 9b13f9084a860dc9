"""The treatments of a job that contradict its table."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, Role
from arxdesk_engine.foundation.errors import Problem, UserError, quoted, suggestion
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attributes import AGGREGATING, AttributeSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.transform.keys import read_key
from arxdesk_engine.release.treatments.items import faults_of_sets
from arxdesk_engine.release.treatments.places import created_keys, place_of, with_keys
from arxdesk_engine.release.treatments.treatments import aggregation_of


def faults_of(job: Job, dataset: Dataset) -> list[Problem]:
    """Treatments of the job that contradict its table."""
    faults: list[Problem] = []
    for column in dataset:
        settings = job.settings_of(column.name)
        faults.extend(_of_transformation(job, column, settings))
        faults.extend(_of_coding(job, column, settings))
        faults.extend(_of_masking(job, column, settings))
        faults.extend(_of_shift(job, dataset, column, settings))
    faults.extend(faults_of_sets(job, dataset))
    faults.extend(_of_secret_files(job, dataset))
    faults.extend(_of_sampling(job))
    return faults


def _models_of(job: Job, name: str) -> list[str]:
    return [model.title for model in job.privacy if model.sensitive_attribute == name]


def _of_transformation(job: Job, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    name, chosen = column.name, settings.transformation
    place = place_of(job, name, "transformation")
    if chosen in AGGREGATING and settings.role is not Role.QUASI_IDENTIFYING:
        found = tr(
            "only quasi-identifying attributes can be aggregated, and this one is {role}", role=tr(settings.role.value)
        )
        yield Problem(place, found, tr('Change its role, or write "generalize" or "suppress".'))
    if chosen in AGGREGATING and not policy_of(job).shows_every_role:
        found = tr("aggregates are not protected by differential privacy, and cannot be combined with it")
        yield Problem(place, found, tr('Write "generalize" or "suppress".'))
    if chosen == "suppress" and (models := _models_of(job, name)):
        found = tr("{models} would judge values that are not shown", models=", ".join(models))
        yield Problem(place, found, tr("Leave the model out, or show the attribute."))
    function = place_of(job, name, "function")
    if chosen not in AGGREGATING and settings.function is not None:
        remedy = tr('Write transformation = "microaggregate" or "cluster-microaggregate", or leave it out.')
        yield Problem(
            function,
            tr("{function} is not applied when an attribute is not aggregated", function=settings.function),
            remedy,
        )
    if settings.is_aggregated and settings.function is None:
        remedy = tr("Write one of arithmetic-mean, geometric-mean, median, mode, interval and set.")
        yield Problem(function, tr("is missing"), remedy)
    aggregation = aggregation_of(settings)
    misfit = None if aggregation is None else aggregation.misfit(column)
    if misfit is not None:
        yield Problem(function, *misfit)


def _of_coding(job: Job, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    coding, place = settings.coding, place_of(job, column.name, "coding")
    if coding is None:
        return
    if settings.role is Role.QUASI_IDENTIFYING:
        said = ", ".join(f"{name} = {bound}" for name, bound in coding.model_dump(exclude_none=True).items())
        remedy = tr('Write hierarchy = {{ builder = "coding", {said} }} and minimum_level = 1.', said=said)
        yield Problem(place, tr("quasi-identifying attributes are top and bottom coded by their hierarchy"), remedy)
        return
    if settings.role is Role.IDENTIFYING or settings.transformation == "suppress":
        yield Problem(
            place, tr("the values are not shown in any case"), tr("Leave the coding out, or change the role.")
        )
        return
    if not column.type.has_scale:
        remedy = tr("Choose integer, decimal, date, or ordinal with order = [...].")
        yield Problem(place, tr("values of the type {kind} have no order", kind=tr(column.type.kind.value)), remedy)
        return
    bounds = {"bottom": coding.bottom, "top": coding.top}
    positions = {bound: column.type.parse(text) for bound, text in bounds.items() if text is not None}
    for bound, position in positions.items():
        if position is None:
            found = tr(
                "{value} is not of the type {kind}", value=quoted(bounds[bound] or ""), kind=tr(column.type.kind.value)
            )
            yield Problem(f"{place}.{bound}", found, tr("Write the bound in the notation of the column."))
    low, high = positions.get("bottom"), positions.get("top")
    if low is not None and high is not None and low >= high:
        yield Problem(
            place,
            tr("bottom {bottom} is not below top {top}", bottom=coding.bottom, top=coding.top),
            tr("Swap them, or drop one."),
        )
    if any(label in column.values for label in (f"<{coding.bottom}", f">={coding.top}")):
        yield Problem(place, tr("the column has such labels among its values already"), tr("Choose another bound."))


def _of_masking(job: Job, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    if settings.masking.method == "suppress":
        return
    place = place_of(job, column.name, "masking")
    if settings.role is not Role.IDENTIFYING:
        found = tr("only identifying attributes can be masked, and this one is {role}", role=tr(settings.role.value))
        yield Problem(place, found, tr('Write role = "identifying", or leave the masking out.'))
    if settings.transformation == "suppress":
        found = tr('the attribute is suppressed: every cell reads "*"')
        yield Problem(place, found, tr("Leave the masking or the transformation out."))
    if not policy_of(job).shows(Role.IDENTIFYING):
        remedy = tr("Leave the masking out.")
        yield Problem(place, tr("with differential privacy nothing of an identifying attribute is shown"), remedy)


def _of_shift(job: Job, dataset: Dataset, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    shift, place = settings.shift, place_of(job, column.name, "shift")
    if shift is None:
        return
    if settings.role is Role.QUASI_IDENTIFYING:
        found = tr("quasi-identifying dates cannot be moved: records would be grouped by wrong days")
        yield Problem(place, found, tr("Generalize them with a hierarchy, or aggregate them."))
    elif settings.role is Role.IDENTIFYING or settings.transformation == "suppress":
        yield Problem(place, tr("the dates are not shown in any case"), tr("Leave the shift out, or change the role."))
    if settings.coding is not None:
        remedy = tr("Leave one of them out.")
        yield Problem(place, tr("bounds lose their meaning when dates are moved"), remedy)
    if models := _models_of(job, column.name):
        found = tr("{models} would treat moved dates as different values", models=", ".join(models))
        yield Problem(place, found, tr("Leave the shift out, or choose another attribute for the model."))
    if not policy_of(job).shows_every_role:
        yield Problem(place, tr("with differential privacy such an attribute is not shown"), tr("Leave the shift out."))
    if column.type.kind is not DataType.DATE:
        found = tr("only dates can be moved, and this attribute is of the type {kind}", kind=tr(column.type.kind.value))
        yield Problem(place, found, tr('Write type = "date", with the format of the column.'))
    person = f"{place}.person"
    if shift.person not in dataset:
        remedy = suggestion(shift.person, dataset.names)
        yield Problem(person, tr("the table has no attribute {name}", name=quoted(shift.person)), remedy)
    elif shift.person == column.name:
        yield Problem(person, tr("the attribute names itself"), tr("Name the attribute that identifies the person."))


def _of_secret_files(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Keys that are not there or none, and files that would be read and written at once."""
    mappings: dict[Path, str] = {}
    keys: set[Path] = set()
    created = created_keys(job)
    for name in dataset.names:
        settings = job.settings_of(name)
        for field, each in with_keys(settings):
            path = job.resolve(each.key_file or "")
            keys.add(path)
            if path.exists() or path not in created:
                yield from _of_key(path, place_of(job, name, f"{field}.key_file"))
        if settings.masking.mapping_file is not None:
            path, place = job.resolve(settings.masking.mapping_file), place_of(job, name, "masking.mapping_file")
            if path in mappings:
                yield Problem(
                    place,
                    tr("another attribute has the mapping {path}", path=quoted(path.name)),
                    tr("Name a file for each."),
                )
            mappings[path] = place
    for path, place in mappings.items():
        if path in keys:
            yield Problem(place, tr("the mapping would overwrite a key"), tr("Name another file."))


def _of_key(path: Path, place: str) -> Iterator[Problem]:
    if not path.exists():
        remedy = tr("Put the key there, or write create_key = true to have a new one made.")
        yield Problem(place, tr("there is no file {path}", path=quoted(path.name)), remedy)
        return
    try:
        read_key(path, place)
    except UserError as error:
        yield from error.problems


def _of_sampling(job: Job) -> Iterator[Problem]:
    if job.sampling is None:
        return
    place = f"{job.source}, sampling"
    if policy_of(job).draws_sample:
        yield Problem(place, tr("differential privacy draws a sample itself"), tr("Leave the section out."))
    named = [number for number, model in enumerate(job.privacy, 1) if model.names_subset]
    if named:
        found = tr("privacy.{named} names a research subset, and a sample already is one", named=named[0])
        yield Problem(place, found, tr("Leave the section or the subset out."))
    elif job.subset is not None:
        found = tr("the section [subset] names a research subset, and a sample already is one")
        yield Problem(place, found, tr("Leave one of the two sections out."))
