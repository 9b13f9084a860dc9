"""The treatments of attributes beside generalization that a job asks for: checked against the table, and applied.

Microaggregation, suppression of attributes, top and bottom coding, masking of identifying attributes, shifted dates.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, DataType, Role
from arxdesk_engine.foundation.errors import Problem, UserError, quoted, suggestion
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.job.attributes import AGGREGATING, AttributeSettings, MaskingSettings, ShiftSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.transform.apply import UNTREATED, Treatment
from arxdesk_engine.release.transform.coding import coded_column
from arxdesk_engine.release.transform.date_shift import shifted_dates
from arxdesk_engine.release.transform.keys import create_key, read_key, write_secret
from arxdesk_engine.release.transform.masking import masked_column, redacted
from arxdesk_engine.release.transform.microaggregate import Aggregation
from arxdesk_engine.release.transform.pseudonyms import mapping, pseudonyms, require_different, require_free


def merging(column: Column) -> BoundHierarchy:
    """One level with one label for all values: what a quasi-identifier has by which nothing is grouped."""
    everything = np.zeros(len(column.values), np.int32)
    one, none = np.ones(1, np.int64), np.zeros(1, np.int64)
    return BoundHierarchy((everything,), ((SUPPRESSED,),), (one,), 1, (none,), ((SUPPRESSED,),))


def aggregation_of(settings: AttributeSettings) -> Aggregation | None:
    """How the values of a class become one; None where they do not, or no function is named."""
    if not settings.is_aggregated or settings.function is None:
        return None
    return Aggregation(settings.function, settings.missing)


def as_judged(job: Job, dataset: Dataset) -> Dataset:
    """The table that privacy models see: with the bounds of top and bottom coding in place of what lies beyond."""
    columns = []
    for column in dataset:
        coding = job.settings_of(column.name).coding
        columns.append(column if coding is None else coded_column(column, coding.bottom, coding.top))
    return dataset.with_columns(columns)


def treatment_of(release: Release | None) -> Treatment:
    """The treatment of a release; None: nothing is treated beside generalization."""
    return UNTREATED if release is None else release.treatment


class Release:
    """The treatments of the attributes of a table beside generalization. Formed when first needed."""

    def __init__(self, job: Job, dataset: Dataset) -> None:
        self._job = job
        self._dataset = dataset

    @cached_property
    def treatment(self) -> Treatment:
        """For `release.transform.apply`. Keys that are to be created are.

        Raises InvalidJob for a key that is none, InvalidData where pseudonyms collide or dates cannot be written,
        UnreadableFile and UnwritableFile.
        """
        job = self._job
        if not policy_of(job).shows_every_role:
            return Treatment(columns=self._stars())
        settings = {name: job.settings_of(name) for name in self._dataset.names}
        columns = {name: column for name in settings if (column := self._shown(name)) is not None}
        hidden = {Role.IDENTIFYING}
        hidden |= {Role.SENSITIVE} if job.suppression.sensitive else set()
        hidden |= {Role.INSENSITIVE} if job.suppression.insensitive else set()
        return Treatment(
            columns | self._stars(),
            {name: found for name, each in settings.items() if (found := aggregation_of(each)) is not None},
            frozenset(name for name, each in settings.items() if each.role in hidden),
        )

    def write_mappings(self) -> None:
        """Write the mapping of pseudonyms where the job says so; the same mapping that is there already stays.

        Raises InvalidJob, before anything is written, where another file is there; UnwritableFile.
        """
        missing = [each for each in self._mappings() if require_free(*each)]
        for path, content, place in missing:
            try:
                write_secret(path, content)
            except FileExistsError:  # since it was asked for
                require_free(path, content, place)

    def require_free_mappings(self) -> None:
        """Raises InvalidJob where `write_mappings` would."""
        for each in self._mappings():
            require_free(*each)

    def _stars(self) -> dict[str, Column]:
        suppressed = (name for name in self._dataset.names if self._job.settings_of(name).transformation == "suppress")
        return {name: Column(name, np.zeros_like(self._dataset[name].codes), (SUPPRESSED,)) for name in suppressed}

    def _shown(self, name: str) -> Column | None:
        """A column that is no quasi-identifier, changed; None where it stays as it is or "*" by its role."""
        settings, column = self._job.settings_of(name), self._dataset[name]
        if settings.role is Role.IDENTIFYING and settings.masking.method == "redact":
            masking = settings.masking
            texts = redacted(column.values, masking.keep_first, masking.keep_last, masking.character)
            return masked_column(column, texts)
        if settings.role is Role.IDENTIFYING and settings.masking.method == "pseudonym":
            return masked_column(column, self._pseudonyms[name])
        if settings.coding is not None:
            return coded_column(column, settings.coding.bottom, settings.coding.top)
        if settings.shift is not None:
            shift = settings.shift
            key = self._key(shift, _place(self._job, name, "shift.key_file"))
            return shifted_dates(column, self._dataset[shift.person], shift.days, key)
        return None

    @cached_property
    def _pseudonyms(self) -> Mapping[str, list[str]]:
        """Of every value of the attributes that have them."""
        found = {}
        for column in self._dataset:
            settings = self._job.settings_of(column.name)
            masking = settings.masking
            if settings.role is Role.IDENTIFYING and masking.method == "pseudonym":
                key = self._key(masking, _place(self._job, column.name, "masking.key_file"))
                texts = pseudonyms(column.values, key, masking.length, masking.alphabet)
                require_different(column.values, texts, _place(self._job, column.name, "masking"))
                found[column.name] = texts
        return found

    def _mappings(self) -> Iterator[tuple[Path, bytes, str]]:
        """Of each mapping its file, its content, and its place in the job."""
        for name, texts in self._pseudonyms.items():
            path = self._job.settings_of(name).masking.mapping_file
            if path is not None:
                content = mapping(self._dataset[name].values, texts)
                yield self._job.resolve(path), content, _place(self._job, name, "masking.mapping_file")

    def _key(self, settings: MaskingSettings | ShiftSettings, place: str) -> bytes:
        if settings.key_file is None:
            raise ValueError("there is no key file")
        path = self._job.resolve(settings.key_file)
        if path in _created_keys(self._job):
            create_key(path)
        return read_key(path, place)


def faults_of(job: Job, dataset: Dataset) -> list[Problem]:
    """Treatments of the job that contradict its table."""
    faults: list[Problem] = []
    for column in dataset:
        settings = job.settings_of(column.name)
        faults.extend(_of_transformation(job, column, settings))
        faults.extend(_of_coding(job, column, settings))
        faults.extend(_of_masking(job, column, settings))
        faults.extend(_of_shift(job, dataset, column, settings))
    faults.extend(_of_secret_files(job, dataset))
    faults.extend(_of_sampling(job))
    return faults


def _place(job: Job, name: str, field: str) -> str:
    return f"{job.source}, attributes.{name}.{field}"


def _models_of(job: Job, name: str) -> list[str]:
    return [model.title for model in job.privacy if model.sensitive_attribute == name]


def _of_transformation(job: Job, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    name, chosen = column.name, settings.transformation
    place = _place(job, name, "transformation")
    if chosen in AGGREGATING and settings.role is not Role.QUASI_IDENTIFYING:
        found = f"only quasi-identifying attributes can be aggregated, and this one is {settings.role.value}"
        yield Problem(place, found, 'Change its role, or write "generalize" or "suppress".')
    if chosen in AGGREGATING and not policy_of(job).shows_every_role:
        found = "aggregates are not protected by differential privacy, and cannot be combined with it"
        yield Problem(place, found, 'Write "generalize" or "suppress".')
    if chosen == "suppress" and (models := _models_of(job, name)):
        found = f"{', '.join(models)} would judge values that are not shown"
        yield Problem(place, found, "Leave the model out, or show the attribute.")
    function = _place(job, name, "function")
    if chosen not in AGGREGATING and settings.function is not None:
        remedy = 'Write transformation = "microaggregate" or "cluster-microaggregate", or leave it out.'
        yield Problem(function, f"{settings.function} is not applied when an attribute is not aggregated", remedy)
    if settings.is_aggregated and settings.function is None:
        remedy = "Write one of arithmetic-mean, geometric-mean, median, mode, interval and set."
        yield Problem(function, "is missing", remedy)
    aggregation = aggregation_of(settings)
    misfit = None if aggregation is None else aggregation.misfit(column)
    if misfit is not None:
        yield Problem(function, *misfit)


def _of_coding(job: Job, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    coding, place = settings.coding, _place(job, column.name, "coding")
    if coding is None:
        return
    if settings.role is Role.QUASI_IDENTIFYING:
        said = ", ".join(f"{name} = {bound}" for name, bound in coding.model_dump(exclude_none=True).items())
        remedy = f'Write hierarchy = {{ builder = "coding", {said} }} and minimum_level = 1.'
        yield Problem(place, "quasi-identifying attributes are top and bottom coded by their hierarchy", remedy)
        return
    if settings.role is Role.IDENTIFYING or settings.transformation == "suppress":
        yield Problem(place, "the values are not shown in any case", "Leave the coding out, or change the role.")
        return
    if not column.type.has_scale:
        remedy = "Choose integer, decimal, date, or ordinal with order = [...]."
        yield Problem(place, f"values of the type {column.type.kind.value} have no order", remedy)
        return
    bounds = {"bottom": coding.bottom, "top": coding.top}
    positions = {bound: column.type.parse(text) for bound, text in bounds.items() if text is not None}
    for bound, position in positions.items():
        if position is None:
            found = f"{quoted(bounds[bound] or '')} is not of the type {column.type.kind.value}"
            yield Problem(f"{place}.{bound}", found, "Write the bound in the notation of the column.")
    low, high = positions.get("bottom"), positions.get("top")
    if low is not None and high is not None and low >= high:
        yield Problem(place, f"bottom {coding.bottom} is not below top {coding.top}", "Swap them, or drop one.")
    if any(label in column.values for label in (f"<{coding.bottom}", f">={coding.top}")):
        yield Problem(place, "the column has such labels among its values already", "Choose another bound.")


def _of_masking(job: Job, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    if settings.masking.method == "suppress":
        return
    place = _place(job, column.name, "masking")
    if settings.role is not Role.IDENTIFYING:
        found = f"only identifying attributes can be masked, and this one is {settings.role.value}"
        yield Problem(place, found, 'Write role = "identifying", or leave the masking out.')
    if settings.transformation == "suppress":
        found = 'the attribute is suppressed: every cell reads "*"'
        yield Problem(place, found, "Leave the masking or the transformation out.")
    if not policy_of(job).shows(Role.IDENTIFYING):
        remedy = "Leave the masking out."
        yield Problem(place, "with differential privacy nothing of an identifying attribute is shown", remedy)


def _of_shift(job: Job, dataset: Dataset, column: Column, settings: AttributeSettings) -> Iterator[Problem]:
    shift, place = settings.shift, _place(job, column.name, "shift")
    if shift is None:
        return
    if settings.role is Role.QUASI_IDENTIFYING:
        found = "quasi-identifying dates cannot be moved: records would be grouped by wrong days"
        yield Problem(place, found, "Generalize them with a hierarchy, or aggregate them.")
    elif settings.role is Role.IDENTIFYING or settings.transformation == "suppress":
        yield Problem(place, "the dates are not shown in any case", "Leave the shift out, or change the role.")
    if settings.coding is not None:
        remedy = "Leave one of them out."
        yield Problem(place, "bounds lose their meaning when dates are moved", remedy)
    if models := _models_of(job, column.name):
        found = f"{', '.join(models)} would treat moved dates as different values"
        yield Problem(place, found, "Leave the shift out, or choose another attribute for the model.")
    if not policy_of(job).shows_every_role:
        yield Problem(place, "with differential privacy such an attribute is not shown", "Leave the shift out.")
    if column.type.kind is not DataType.DATE:
        found = f"only dates can be moved, and this attribute is of the type {column.type.kind.value}"
        yield Problem(place, found, 'Write type = "date", with the format of the column.')
    person = f"{place}.person"
    if shift.person not in dataset:
        remedy = suggestion(shift.person, dataset.names)
        yield Problem(person, f"the table has no attribute {quoted(shift.person)}", remedy)
    elif shift.person == column.name:
        yield Problem(person, "the attribute names itself", "Name the attribute that identifies the person.")


def _with_keys(settings: AttributeSettings) -> list[tuple[str, MaskingSettings | ShiftSettings]]:
    """The sections that name a key, each with its field."""
    sections = (("masking", settings.masking), ("shift", settings.shift))
    return [(field, each) for field, each in sections if each is not None and each.key_file is not None]


def _created_keys(job: Job) -> set[Path]:
    """The keys that are made where they are missing: it is enough that one attribute says so."""
    sections = [each for settings in job.attributes.values() for _field, each in _with_keys(settings)]
    return {job.resolve(each.key_file or "") for each in sections if each.create_key}


def _of_secret_files(job: Job, dataset: Dataset) -> Iterator[Problem]:
    """Keys that are not there or none, and files that would be read and written at once."""
    mappings: dict[Path, str] = {}
    keys: set[Path] = set()
    created = _created_keys(job)
    for name in dataset.names:
        settings = job.settings_of(name)
        for field, each in _with_keys(settings):
            path = job.resolve(each.key_file or "")
            keys.add(path)
            if path.exists() or path not in created:
                yield from _of_key(path, _place(job, name, f"{field}.key_file"))
        if settings.masking.mapping_file is not None:
            path, place = job.resolve(settings.masking.mapping_file), _place(job, name, "masking.mapping_file")
            if path in mappings:
                yield Problem(place, f"another attribute has the mapping {quoted(path.name)}", "Name a file for each.")
            mappings[path] = place
    for path, place in mappings.items():
        if path in keys:
            yield Problem(place, "the mapping would overwrite a key", "Name another file.")


def _of_key(path: Path, place: str) -> Iterator[Problem]:
    if not path.exists():
        remedy = "Put the key there, or write create_key = true to have a new one made."
        yield Problem(place, f"there is no file {quoted(path.name)}", remedy)
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
        yield Problem(place, "differential privacy draws a sample itself", "Leave the section out.")
    named = [number for number, model in enumerate(job.privacy, 1) if model.names_subset]
    if named:
        found = f"privacy.{named[0]} names a research subset, and a sample already is one"
        yield Problem(place, found, "Leave the section or the subset out.")
    elif job.subset is not None:
        found = "the section [subset] names a research subset, and a sample already is one"
        yield Problem(place, found, "Leave one of the two sections out.")
