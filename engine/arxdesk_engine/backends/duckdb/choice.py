"""Which engine holds the rows of a table, and what of a job an engine outside memory cannot do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from arxdesk_engine.backends.duckdb.parquet_files import is_among, parquet_files
from arxdesk_engine.foundation.errors import InvalidJob, Problem, quoted
from arxdesk_engine.hierarchies.builder import HierarchyBuilder
from arxdesk_engine.io.cells.memory import available_bytes
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.parquet import PARQUET_SUFFIXES, is_parquet
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.job import DataSource, Job
from arxdesk_engine.job.output import OutputSettings

SHARE_OF_MEMORY = 0.25
"""Files that take more than this share of the free memory are left where they are."""
_REMEDY = 'Leave it out, or write engine = "memory" in the section [data].'
_SUPPORTED_OUTPUT = {"path", "suppressed", "leave_out"}


def is_outside_memory(job: Job) -> bool:
    """Whether the rows of a job stay where they are. Raises InvalidJob for what cannot be done there."""
    wished = job.data.engine
    if wished == "memory":
        return False
    if wished == "auto" and not _is_large(job):
        return False
    if faults := list(_faults(job)):
        if wished == "auto" and files_of(job) == (Path(job.table_place),):
            return False  # one file, which fits as far as anyone knows: reading it says otherwise
        raise InvalidJob(faults)
    return True


def files_of(job: Job) -> tuple[Path, ...]:
    """The files of a table; none where it is in a database."""
    return () if is_address(job.data.path) else parquet_files(Path(job.table_place))


def _is_large(job: Job) -> bool:
    """Whether a table is several files, or larger than the share of memory."""
    if is_address(job.data.path):
        return False
    files = files_of(job)
    if files != (Path(job.table_place),):
        return True
    free = available_bytes()
    return (
        is_parquet(files[0])
        and files[0].is_file()
        and free is not None
        and files[0].stat().st_size > free * SHARE_OF_MEMORY
    )


def _faults(job: Job) -> Iterator[Problem]:
    data = f"{job.source}, data"
    files = files_of(job)
    if not files and not is_address(job.data.path):
        remedy = "Check the name of the folder or the pattern."
        yield Problem(f"{data}.path", f"there is no Parquet file at {quoted(job.data.path)}", remedy)
    elif not files or not all(is_parquet(each) for each in files):
        found = f"DuckDB reads tables in Parquet files ({', '.join(PARQUET_SUFFIXES)}), and this is none"
        yield Problem(f"{data}.path", found, 'Write the path of such files or of their folder, or engine = "memory".')
    for name in ("rename", "row_limit", "cleanse", "null_values", "count"):
        if getattr(job.data, name) != DataSource.model_fields[name].get_default(call_default_factory=True):
            yield _fault(f"{data}.{name}", f"{name} is")
    for name, settings in job.attributes.items():
        yield from _faults_of_attribute(f"{job.source}, attributes.{name}", settings)
    for number, model in enumerate(job.privacy, 1):
        if model.names_subset or model.mechanism is not None:
            yield _fault(f"{job.source}, privacy.{number}", f"{model.title} is")
    sections = {
        "subset": job.subset is not None,
        "sampling": job.sampling is not None,
        "utility": job.utility is not None,
        "search.recoding": job.search.recoding_settings is not None,
        "suppression.sensitive": job.suppression.sensitive,
        "suppression.insensitive": job.suppression.insensitive,
        "quality.targets": job.quality.model == "classification",
    }
    yield from (_fault(f"{job.source}, {section}", f"{section} is") for section, asked in sections.items() if asked)
    yield from _faults_of_output(job)


def _faults_of_attribute(place: str, settings: AttributeSettings) -> Iterator[Problem]:
    changes = {
        "replace": bool(settings.replace),
        "replacements": bool(settings.replacements),
        "coding": settings.coding is not None,
        "shift": settings.shift is not None,
        "masking": settings.masking.method != "suppress",
        "transformation": settings.transformation not in ("generalize", "suppress"),
    }
    yield from (_fault(f"{place}.{name}", f"{name} is") for name, asked in changes.items() if asked)
    if isinstance(settings.hierarchy, HierarchyBuilder) and settings.hierarchy.counts_records:
        found = (
            "a hierarchy by the number of records with each value is not possible where the rows stay outside memory"
        )
        remedy = 'Write out its settings, name a file, or write engine = "memory" in the section [data].'
        yield Problem(f"{place}.hierarchy", found, remedy)


def _faults_of_output(job: Job) -> Iterator[Problem]:
    for name, field in OutputSettings.model_fields.items():
        if name not in _SUPPORTED_OUTPUT and getattr(job.output, name) != field.get_default():
            yield _fault(f"{job.source}, output.{name}", f"{name} is")
    path = job.output_place
    if path is not None and is_among(Path(path), Path(job.table_place)):
        yield among_the_source(job, Path(path))
    if path is not None and Path(path).suffix.lower() not in (".csv", *PARQUET_SUFFIXES):
        found = f"DuckDB writes {quoted('.csv')} and Parquet files only"
        yield Problem(f"{job.source}, output.path", found, "Name such a file.")


def among_the_source(job: Job, target: Path) -> Problem:
    """The fault of a result that would lie among the files of the table."""
    found = f"{quoted(target.name)} would lie among the files of the table"
    return Problem(f"{job.source}, output.path", found, "Choose another folder; the input is never changed.")


def _fault(place: str, subject: str) -> Problem:
    return Problem(place, f"{subject} not possible where the rows stay outside memory", _REMEDY)
