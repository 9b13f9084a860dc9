"""The treatments of attributes beside generalization that a job asks for: checked against the table, and applied.

Microaggregation, suppression of attributes, top and bottom coding, masking of identifying attributes, shifted dates,
perturbation.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path

import numpy as np

from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import SUPPRESSED, Role
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy
from arxdesk_engine.job.attributes import AttributeSettings, MaskingSettings, ShiftSettings
from arxdesk_engine.job.job import Job
from arxdesk_engine.job.policy import policy_of
from arxdesk_engine.release.transform.apply import UNTREATED, Treatment
from arxdesk_engine.release.transform.coding import coded_column
from arxdesk_engine.release.transform.date_shift import shifted_dates
from arxdesk_engine.release.transform.keys import create_key, read_key, write_secret
from arxdesk_engine.release.transform.masking import masked_column, redacted
from arxdesk_engine.release.transform.microaggregate import Aggregation
from arxdesk_engine.release.transform.perturbing import Perturbing
from arxdesk_engine.release.transform.pseudonyms import mapping, pseudonyms, require_different, require_free
from arxdesk_engine.release.transform.shown_items import ItemRecoding
from arxdesk_engine.release.treatments.places import created_keys, place_of


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

    def __init__(
        self,
        job: Job,
        dataset: Dataset,
        items: Mapping[str, ItemRecoding] | None = None,
        perturbing: Perturbing | None = None,
    ) -> None:
        """`items` are the recodings of columns of sets (`release.treatments.items`), `perturbing` the perturbations."""
        self._job = job
        self._dataset = dataset
        self._items = items or {}
        self._perturbing = perturbing

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
            self._items,
            self._perturbing,
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
            key = self._key(shift, place_of(self._job, name, "shift.key_file"))
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
                key = self._key(masking, place_of(self._job, column.name, "masking.key_file"))
                texts = pseudonyms(column.values, key, masking.length, masking.alphabet)
                require_different(column.values, texts, place_of(self._job, column.name, "masking"))
                found[column.name] = texts
        return found

    def _mappings(self) -> Iterator[tuple[Path, bytes, str]]:
        """Of each mapping its file, its content, and its place in the job."""
        for name, texts in self._pseudonyms.items():
            path = self._job.settings_of(name).masking.mapping_file
            if path is not None:
                content = mapping(self._dataset[name].values, texts)
                yield self._job.resolve(path), content, place_of(self._job, name, "masking.mapping_file")

    def _key(self, settings: MaskingSettings | ShiftSettings, place: str) -> bytes:
        if settings.key_file is None:
            raise ValueError("there is no key file")
        path = self._job.resolve(settings.key_file)
        if path in created_keys(self._job):
            create_key(path)
        return read_key(path, place)
