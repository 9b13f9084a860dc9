"""Reading tables, projects and hierarchies, away from the main thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.control import Control, Progress
from engine.dataset import Dataset
from engine.formulation import require_fitting
from engine.hierarchies.hierarchy import Hierarchy
from engine.hierarchies.validation import missing_values
from engine.job import DataSource, Job, load_job
from engine.loading import load_dataset, load_hierarchies

JOB_SUFFIX = ".toml"


@dataclass(frozen=True, slots=True)
class LoadedProject:
    """Everything a document starts with; `file` is None for a table that is no project yet."""

    job: Job
    dataset: Dataset
    hierarchies: Mapping[str, Hierarchy]
    file: Path | None
    missing: Mapping[str, tuple[int, ...]]
    """The codes of the values that a hierarchy does not list, by attribute."""

    @classmethod
    def of(cls, job: Job, dataset: Dataset, hierarchies: Mapping[str, Hierarchy], file: Path | None) -> LoadedProject:
        """With what the window shows at once and the main thread shall not look for."""
        missing = {name: tuple(missing_values(each, dataset[name])) for name, each in hierarchies.items()}
        return cls(job, dataset, hierarchies, file, missing)


def load(path: Path, control: Control, password: str | None = None) -> LoadedProject:
    """Read a job file with all it names, or a table alone. `password` is that of its database.

    Raises a UserError; PasswordNeeded where the password does not open the database.
    """
    if path.suffix.lower() == JOB_SUFFIX:
        job, file = load_job(path), path
    else:
        job, file = Job(data=DataSource(path=str(path.absolute()))), None
    return load_job_and_data(job, file, control, password)


def load_job_and_data(job: Job, file: Path | None, control: Control, password: str | None = None) -> LoadedProject:
    """Read all that a job names. Raises a UserError."""
    control.report(Progress("Reading the table"))
    dataset = load_dataset(job, control, password)
    control.report(Progress("Reading the hierarchies"))
    hierarchies = load_hierarchies(job, dataset)
    require_fitting(job, dataset, hierarchies)
    return LoadedProject.of(job, dataset, hierarchies, file)
