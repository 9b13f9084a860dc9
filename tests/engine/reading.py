"""Reading one file into a dataset, as a job that names nothing but types does."""

from dataclasses import dataclass, field
from pathlib import Path

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.io.table import RawTable, TableOptions, read_table
from arxdesk_engine.job.attributes import AttributeSettings
from arxdesk_engine.job.data_source import DataSource
from arxdesk_engine.preparation.preparation import prepared


@dataclass(frozen=True)
class ReadOptions:
    delimiter: str | None = None
    encoding: str | None = None
    header: bool | None = None
    null_values: tuple[str, ...] = ("",)
    multiline_cells: bool = False
    types: dict[str, ValueType | None] = field(default_factory=dict)


def read_raw(path: Path | str, password: str | None = None, rows: int | None = None, **options) -> RawTable:
    return read_table(str(path), TableOptions(**options), Control(), password, rows)


def read_dataset(path: Path, options: ReadOptions | None = None) -> Dataset:
    options = options or ReadOptions()
    raw = read_raw(
        path,
        delimiter=options.delimiter,
        encoding=options.encoding,
        header=options.header,
        null_values=options.null_values,
        multiline_cells=options.multiline_cells,
    )
    return dataset_of(raw, path, options.types)


def read_parquet(path: Path, null_values=("",), types=None) -> Dataset:
    return dataset_of(read_raw(path, null_values=tuple(null_values)), path, types or {})


def dataset_of(raw: RawTable, path: Path, types: dict[str, ValueType | None]) -> Dataset:
    attributes = {
        name: AttributeSettings(type=kind.kind, format=kind.format, order=kind.order)
        for name, kind in types.items()
        if kind is not None
    }
    return prepared(raw, DataSource(path=str(path)), attributes, str(path))
