"""The front door: load a job's table and hierarchies, search, apply, describe, write."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from engine import __version__
from engine.classes import Grouping
from engine.control import Control, Progress
from engine.dataset import Dataset
from engine.errors import InvalidData, InvalidHierarchy, InvalidJob, UnreadableFile, UserError, quoted, suggestion
from engine.errors import Problem as Fault
from engine.hierarchies.hierarchy import BoundHierarchy, Hierarchy, bind
from engine.hierarchies.validation import check, check_complete
from engine.io.delimited import ReadOptions, read_dataset, write_delimited
from engine.io.detect import detect_syntax
from engine.io.hierarchy import read_hierarchy
from engine.job import ALL_OTHERS, AttributeSettings, Job, LocalRecodingSettings, SearchSettings, load_job
from engine.lattice.lattice import Lattice, Levels
from engine.quality import MODELS as QUALITY_MODELS
from engine.quality.model import QualityModel
from engine.report import summary
from engine.schema import Role
from engine.search import ALGORITHMS
from engine.search.classification import Classified, classify
from engine.search.genetic import GeneticParameters, genetic
from engine.search.local_recoding import LocalRecoding, recode_locally
from engine.search.problem import Problem
from engine.search.solution import Algorithm, Limits, Solution
from engine.transform.apply import Output, apply
from engine.transform.local_recoding import recode

DELIMITER_OF_SUFFIX = {".csv": None, ".tsv": "\t"}
"""Formats a result can be written in; None: as the input is delimited."""


def load_dataset(job: Job) -> Dataset:
    """Read the table of a job. Raises UnreadableFile or InvalidData."""
    source = job.data
    types = {name: settings.value_type for name, settings in job.attributes.items() if settings.type is not None}
    options = ReadOptions(source.delimiter, source.encoding, source.header, source.null_values, dict(types))
    return read_dataset(job.resolve(source.path), options)


def load_hierarchies(job: Job, dataset: Dataset) -> dict[str, Hierarchy]:
    """Read every hierarchy that the job names for a column of the table.

    Raises UnreadableFile, InvalidData, or InvalidHierarchy with the faults of all of them.
    """
    hierarchies: dict[str, Hierarchy] = {}
    faults: list[Fault] = []
    for column in dataset:
        path = job.settings_of(column.name).hierarchy
        if path is None:
            continue
        try:
            hierarchies[column.name] = read_hierarchy(job.resolve(path), job.data.null_values)
        except InvalidHierarchy as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidHierarchy(faults)
    return hierarchies


@dataclass(frozen=True, slots=True)
class Anonymizer:
    """A job ready to be searched: its table, its hierarchies bound to the table, and the problem they pose.

    `hierarchies` holds the quasi-identifiers in the order of the table's columns, which is that of all levels.
    """

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, BoundHierarchy]
    problem: Problem

    @classmethod
    def open(cls, job: Job | Path | str, control: Control | None = None) -> Anonymizer:
        """Load everything a job (or job file) names. Raises a UserError that says what is wrong where."""
        control = control or Control()
        job = job if isinstance(job, Job) else load_job(Path(job))
        control.report(Progress("Reading the table"))
        dataset = load_dataset(job)
        control.report(Progress("Reading the hierarchies"))
        hierarchies = load_hierarchies(job, dataset)
        control.report(Progress("Grouping the records"))
        return cls.formulate(job, dataset, hierarchies)

    @classmethod
    def formulate(cls, job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> Anonymizer:
        """Pose the problem of a job for a table that is loaded already.

        Raises InvalidJob, InvalidData (no records) or InvalidHierarchy.
        """
        _require_valid(job, dataset)
        bound = _bind_all(job, dataset, hierarchies)
        lattice = _lattice(job, bound)
        grouping = Grouping([dataset[name].codes for name in bound], list(bound.values()))
        problem = Problem(grouping, lattice, job.privacy, _quality(job, tuple(bound), grouping), job.suppression.limit)
        return cls(job, dataset, bound, problem)

    @property
    def quasi_identifiers(self) -> tuple[str, ...]:
        """The attributes that transformations have levels for, in that order."""
        return tuple(self.hierarchies)

    @property
    def roles(self) -> dict[str, Role]:
        """The role of every attribute."""
        return {name: self.job.settings_of(name).role for name in self.dataset.names}

    def search(self, control: Control | None = None, seed: int | None = None) -> Solution:
        """Search as the job says; `seed` overrides its seed."""
        settings = self.job.search
        limits = Limits(settings.time_limit, settings.check_limit)
        return _algorithm(settings)(self.problem, control or Control(), limits, settings.seed if seed is None else seed)

    def classify(self, control: Control | None = None) -> Iterator[Classified]:
        """Classify and score every transformation of the lattice exactly, some thousands at a time.

        They come in lexicographic order of their levels. Ends early where `control` is stopped.
        """
        return classify(self.problem, control)

    def apply(self, levels: Levels) -> Output:
        """Transform the table with one transformation of the lattice. Raises ValueError for any other levels.

        Every violating class is suppressed, also where that is more than the limit allows.
        """
        if levels not in self.problem.lattice:
            raise ValueError(f"{levels} is not in the lattice of this job")
        grouping = self.problem.grouping
        classes = grouping.classes(levels)
        return apply(self.dataset, grouping, classes, self.problem.violating(classes), self.roles, self.hierarchies)

    def recode(self, solution: Solution, control: Control | None = None, seed: int | None = None) -> LocalRecoding:
        """Anonymize what the best of a search suppresses, in as many iterations as the job says (100 without).

        The limits of the job hold for the search and all iterations together. Raises ValueError for a solution
        without a best transformation, and for a privacy model that does not hold for a union of parts.
        """
        if solution.best is None:
            raise ValueError("there is no transformation to go on from")
        search = self.job.search
        settings = search.local_recoding or LocalRecodingSettings()
        algorithm, chosen = _algorithm(search), search.seed if seed is None else seed
        return recode_locally(
            self.problem,
            solution.best,
            settings.iterations,
            lambda part, step, limits: algorithm(part, step, limits, chosen),
            lambda grouping: _quality(self.job, self.quasi_identifiers, grouping),
            control or Control(),
            Limits(
                None if search.time_limit is None else search.time_limit - solution.seconds,
                None if search.check_limit is None else search.check_limit - solution.checks,
            ),
        )

    def apply_recoding(self, local_recoding: LocalRecoding) -> Output:
        """Transform the table as local recoding left it: every record by its own transformation, or suppressed."""
        output = recode(self.dataset, self.problem.grouping, local_recoding.recoding, self.roles, self.hierarchies)
        if self.problem.violating(output).any():
            raise AssertionError("the union of the iterations violates a privacy model")
        return output

    def write(self, output: Output, path: Path) -> str:
        """Write an output table, whole or not at all; returns the SHA-256 of the file.

        Suppressed records are left out when the job says so. Raises InvalidJob for a suffix that cannot be
        written, UnwritableFile when the file system refuses.
        """
        require_writable_format(path, "output.path")
        delimiter = DELIMITER_OF_SUFFIX[path.suffix.lower()] or self._input_delimiter()
        records = ~output.suppressed if self.job.output.suppressed == "drop" else None
        write_delimited(path, output.dataset.columns, delimiter=delimiter, records=records)
        try:
            with path.open("rb") as stream:
                return hashlib.file_digest(stream, "sha256").hexdigest()
        except OSError as error:
            raise UnreadableFile.from_os_error(path, error) from error

    def describe(
        self, solution: Solution, output: Output | None = None, local_recoding: LocalRecoding | None = None
    ) -> dict[str, Any]:
        """The report of a search, and of what was applied, as plain values (the JSON report).

        `local_recoding` is given where the output is that of `apply_recoding`.
        """
        names = self.quasi_identifiers
        sensitive = tuple(name for name, role in self.roles.items() if role is Role.SENSITIVE)
        facts: dict[str, Any] = {
            "arxdesk": __version__,
            "input": summary.input_facts(self.problem, names, sensitive),
            "search": summary.search_facts(self.problem, solution),
            "solution": summary.solution_facts(solution, names),
            "risk": summary.risk_facts(self.problem, output),
        }
        if output is not None:
            recoding = None if local_recoding is None else local_recoding.recoding
            facts["quality"] = summary.quality_facts(self.problem, output, names, recoding)
            if local_recoding is not None:
                facts["local_recoding"] = summary.local_recoding_facts(local_recoding, output, names)
        return facts

    def _input_delimiter(self) -> str:
        """That of the input file; a comma where the table did not come from one, or the file is gone."""
        source = self.job.data
        try:
            return source.delimiter or detect_syntax(self.job.resolve(source.path), encoding=source.encoding).delimiter
        except UserError:
            return ","


def require_writable_format(path: Path, place: str) -> None:
    """Raises InvalidJob when the suffix of `path` names no format that can be written."""
    if path.suffix.lower() not in DELIMITER_OF_SUFFIX:
        remedy = suggestion(path.suffix, tuple(DELIMITER_OF_SUFFIX))
        raise InvalidJob(Fault(place, f"{quoted(path.name)} has no suffix that can be written", remedy))


def require_no_input(path: Path, job: Job, place: str) -> None:
    """Raises InvalidJob when `path` is a file that the job reads, for programs that promise not to change those."""
    read = [job.data.path, *(settings.hierarchy for settings in job.attributes.values() if settings.hierarchy)]
    if os.path.realpath(path) in {os.path.realpath(job.resolve(name)) for name in read}:
        found = f"{quoted(path.name)} is a file that the job reads"
        raise InvalidJob(Fault(place, found, "Choose another file to write to; the input is never changed."))


def _require_valid(job: Job, dataset: Dataset) -> None:
    """Everything about a job that only shows beside its table."""
    if dataset.records == 0:
        raise InvalidData(Fault(dataset.source, "the table has no records", "Choose a table with records."))
    faults = _unknown_attributes(job, dataset)
    if not any(job.settings_of(name).role is Role.QUASI_IDENTIFYING for name in dataset.names):
        faults.append(
            Fault(f"{job.source}, attributes", "no attribute is quasi-identifying", "Give one attribute that role.")
        )
    if not job.privacy:
        faults.append(Fault(f"{job.source}, privacy", "there is no privacy model", "Add one, such as k-anonymity."))
    if job.search.local_recoding is not None:
        faults.extend(_not_for_local_recoding(job))
    if faults:
        raise InvalidJob(faults)


def _not_for_local_recoding(job: Job) -> list[Fault]:
    return [
        Fault(
            f"{job.source}, search.local_recoding",
            f"{model.title} cannot be combined with local recoding, which anonymizes the table in parts",
            "Write local_recoding = false, or choose another privacy model.",
        )
        for model in job.privacy
        if not model.holds_for_union_of_parts
    ]


def require_fitting(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> None:
    """Raises InvalidJob where a job names attributes or levels that are not there; it may still be incomplete."""
    faults = _unknown_attributes(job, dataset)
    for name in dataset.names:
        settings, hierarchy = job.settings_of(name), hierarchies.get(name)
        if settings.role is Role.QUASI_IDENTIFYING:
            faults.extend(_unknown_levels(job, name, hierarchy.levels - 1 if hierarchy else 0))
    if faults:
        raise InvalidJob(faults)


def _unknown_attributes(job: Job, dataset: Dataset) -> list[Fault]:
    return [
        Fault(f"{job.source}, attributes.{name}", "the table has no such attribute", suggestion(name, dataset.names))
        for name in job.attributes
        if name not in dataset and name != ALL_OTHERS
    ]


def _unknown_levels(job: Job, name: str, maximum_level: int) -> list[Fault]:
    low, high = _level_limits(job.settings_of(name), maximum_level)
    if low <= high <= maximum_level:
        return []
    found = f"the levels {low} to {high} do not exist"
    return [Fault(f"{job.source}, attributes.{name}", found, f"Its hierarchy has the levels 0 to {maximum_level}.")]


def _bind_all(job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy]) -> dict[str, BoundHierarchy]:
    bound: dict[str, BoundHierarchy] = {}
    faults: list[Fault] = []
    for column in dataset:
        if job.settings_of(column.name).role is not Role.QUASI_IDENTIFYING:
            continue
        hierarchy = hierarchies.get(column.name) or Hierarchy.identity(column.values)
        try:
            check_complete(check(hierarchy), column)
            bound[column.name] = bind(hierarchy, column)
        except InvalidHierarchy as error:
            faults.extend(error.problems)
    if faults:
        raise InvalidHierarchy(faults)
    return bound


def _algorithm(settings: SearchSettings) -> Algorithm:
    """The algorithm of a job, with its own parameters where it has some."""
    if settings.algorithm == "genetic":
        return partial(genetic, parameters=GeneticParameters(**settings.genetic.model_dump()))
    return ALGORITHMS[settings.algorithm]


def _quality(job: Job, attributes: tuple[str, ...], grouping: Grouping) -> QualityModel:
    return QUALITY_MODELS[job.quality.model](
        grouping,
        np.array([job.settings_of(name).weight for name in attributes]),
        job.quality.aggregate,
        job.quality.generalization_suppression_factor,
    )


def _lattice(job: Job, hierarchies: Mapping[str, BoundHierarchy]) -> Lattice:
    faults = [
        fault
        for name, hierarchy in hierarchies.items()
        for fault in _unknown_levels(job, name, hierarchy.maximum_level)
    ]
    if faults:
        raise InvalidJob(faults)
    limits = [_level_limits(job.settings_of(name), each.maximum_level) for name, each in hierarchies.items()]
    return Lattice(tuple(low for low, _ in limits), tuple(high for _, high in limits))


def _level_limits(settings: AttributeSettings, maximum_level: int) -> tuple[int, int]:
    return settings.minimum_level, maximum_level if settings.maximum_level is None else settings.maximum_level
