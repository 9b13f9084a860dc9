"""The job of an archive: names of entries in place of paths to what is archived, and paths into the archive again."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from pathlib import Path

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.job.job import ALL_OTHERS, Job
from arxdesk_engine.job.linked_table import LinkedTable
from arxdesk_engine.preparation.linking import row_names
from arxdesk_engine.projects.layout import DATA_NAME
from arxdesk_engine.release.export import syntax_of_input


def archived(
    job: Job, path: Path, hierarchies: Mapping[str, str], subsets: Mapping[Path, str], dataset: Dataset
) -> Job:
    """The job as it is written into the archive at `path`.

    `hierarchies` are the entries by attribute, `subsets` by the file of the subset; `dataset` is the table that is
    archived. Paths to what is not archived are relative to the folder of the archive where they lead into it, and
    absolute otherwise.
    """
    attributes = {
        name: _with_hierarchy(settings, hierarchies.get(name, str(job.resolve(settings.hierarchy_file).absolute())))
        if settings.hierarchy_file is not None
        else settings
        for name, settings in job.attributes.items()
    }

    def entry(file: str) -> str:
        place = job.resolve(file).absolute()
        return subsets.get(place, str(place))

    update = {"data": job.data.model_copy(update={"path": DATA_NAME})}
    placed = job.model_copy(update=update).saved_at(path)  # the output, keys and mappings
    return _with_subsets(placed, job, entry).model_copy(
        update={
            "data": _data_inside(job),
            "attributes": _merged(placed, attributes),
            "tables": tuple(_tables_inside(placed.tables, dataset)),
        }
    )


def led_into(job: Job, path: Path, entries: Collection[str]) -> Job:
    """The job of the archive at `path`, with paths that lead into it in place of the names of entries."""

    def lead(name: str) -> str:
        return f"{path.name}/{name}" if name in entries else name

    attributes = {
        name: settings if settings.hierarchy_file is None else _with_hierarchy(settings, lead(settings.hierarchy_file))
        for name, settings in job.attributes.items()
    }
    data = job.data.model_copy(update={"path": lead(job.data.path)})
    return _with_subsets(job, job, lead).model_copy(update={"data": data, "attributes": attributes}).at(path)


def subset_files(job: Job, *, paused: bool) -> Iterator[str]:
    """The files with the records of research subsets, of the models that count or of those that are paused."""
    if not paused and job.subset is not None and job.subset.file is not None:
        yield job.subset.file
    yield from (model.subset_file for model in (job.paused if paused else job.privacy) if model.subset_file is not None)


def require_self_contained(job: Job, columns: Collection[str], entries: Collection[str], place: str) -> None:
    """Raises InvalidData where the job of an archive would read what is not in it."""
    read = [job.data.path, *subset_files(job, paused=False)]
    read += [each.path for each in job.tables if each.path is not None]
    for name, settings in job.attributes.items():
        is_read = name in columns or (name == ALL_OTHERS and any(each not in job.attributes for each in columns))
        if is_read and settings.hierarchy_file is not None:
            read.append(settings.hierarchy_file)
    if outside := [each for each in read if each not in entries]:
        found = tr("its job reads {file}, which is not in it", file=quoted(outside[0]))
        raise InvalidData(Problem(place, found, tr("Choose another copy of the project.")))


def _data_inside(job: Job) -> DataSource:
    """The data section of the table in the archive: without the steps that were applied to it already.

    Delimiter and encoding are kept for the output, which is written as the input was.
    """
    is_text = job.data.numbers_as_text or format_of(job.data.path) is TableFormat.DELIMITED
    delimiter, encoding = syntax_of_input(job)
    done: dict[str, object] = {
        "columns": (),
        "rename": {},
        "sheet": None,
        "table": None,
        "row_limit": None,
        "encoding": None if encoding == "utf-8" else encoding,
    }
    update = {
        "path": DATA_NAME,
        **done,
        "header": None,
        "quote": '"',
        "delimiter": None if delimiter == "," else delimiter,
    }
    decimals = [job.data.decimal_mark, *(each.decimal_mark for each in job.attributes.values())]
    thousands = [job.data.thousands_mark, *(each.thousands_mark for each in job.attributes.values())]
    is_marked = "," in decimals or any(thousands)
    return job.data.model_copy(update={**update, "numbers_as_text": is_text and is_marked})


def _tables_inside(tables: Sequence[LinkedTable], dataset: Dataset) -> Iterator[LinkedTable]:
    """Linked tables as they are in the join that the archive has."""
    linked = {each.name: each for each in dataset.linked}
    rows = row_names(tables, dataset.names)
    for each in tables:
        found = linked[each.name]
        columns = tuple(name for name in found.columns if name in dataset)
        yield LinkedTable(
            name=each.name,
            key=each.key,
            parent=each.parent,
            parent_key=found.parent_key,
            output=each.output,
            rows=rows[each.name],
            columns=columns,
        )


def _with_hierarchy(settings: AttributeSettings, path: str) -> AttributeSettings:
    return settings.model_copy(update={"hierarchy": path})


def _with_subsets(job: Job, original: Job, change: Callable[[str], str]) -> Job:
    """The job with the subsets of `original`, their files changed."""
    privacy, paused = (
        tuple(model.with_paths(change) for model in each) for each in (original.privacy, original.paused)
    )
    subset = None if original.subset is None else original.subset.with_path(change)
    return job.model_copy(update={"privacy": privacy, "paused": paused, "subset": subset})


def _merged(placed: Job, attributes: Mapping[str, AttributeSettings]) -> dict[str, AttributeSettings]:
    """The attributes with the secret files as they are placed and the hierarchies as they are archived."""
    return {
        name: settings.model_copy(update={"hierarchy": attributes[name].hierarchy})
        for name, settings in placed.attributes.items()
    }
