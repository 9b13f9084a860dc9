"""The Parquet files that are one table: which they are, and that they have the same columns."""

from __future__ import annotations

import fnmatch
import os
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from arxdesk_engine.foundation.errors import InvalidData, Problem, UnreadableFile, quoted
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.io.databases.address import is_address
from arxdesk_engine.io.databases.same_place import is_one_of
from arxdesk_engine.io.parquet import PARQUET_SUFFIXES, is_parquet, stored_columns
from arxdesk_engine.job.job import Job

if TYPE_CHECKING:
    import pyarrow as pa

Stamp = tuple[int, int]
"""The size of a file in bytes and the time of its last change in nanoseconds."""

_PATTERN_SIGNS = "*?["
_UNFINISHED = ("_", ".")
"""Names that begin so are those of unfinished files, checksums and logs, as programs that write folders agree."""
_WAY_OUT = marked('Write the table as one Parquet file, and engine = "memory" in the section [data].')


def parquet_files(path: Path) -> tuple[Path, ...]:
    """The files of a table, in the order of their names: those of a folder or a pattern, or the path itself.

    Folders within a folder belong to it. A file whose name looks like a pattern is that file.
    """
    if path.is_dir():
        found = (each for each in path.rglob("*") if _is_part(each.relative_to(path)) and is_parquet(each))
    elif _is_pattern(path):
        found = (each for each in path.parent.glob(path.name) if _is_part(Path(each.name)))
    else:
        return (path,)
    return tuple(sorted(each for each in found if each.is_file()))


def stored_records(file: Path) -> int:
    """The number of records of a Parquet file, as its description says. Raises UnreadableFile, InvalidData."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import
    import pyarrow.parquet as pq  # noqa: PLC0415

    try:
        return int(pq.read_metadata(file).num_rows)
    except OSError as error:
        raise UnreadableFile.from_os_error(file, error) from error
    except pa.ArrowException as error:
        problem = Problem(
            str(file), tr("is no complete Parquet file"), tr("Write it again, or take it out of the folder.")
        )
        raise InvalidData(problem) from error


def is_among(target: Path, path: Path) -> bool:
    """Whether a file is one of the files of the table at a path, or would be one when it is written."""
    folder = Path(os.path.realpath(path if path.is_dir() else path.parent))
    place = Path(os.path.realpath(target))
    if path.is_dir():
        will_be = is_parquet(target) and place.is_relative_to(folder)
    else:
        will_be = _is_pattern(path) and place.parent == folder and fnmatch.fnmatch(place.name, path.name)
    return will_be or is_one_of(target, parquet_files(path))


def stamps_of(files: Sequence[Path]) -> dict[Path, Stamp | None]:
    """Size in bytes and time of the last change in nanoseconds of each file, which tell whether it is still the same.

    None for a file that is gone.
    """
    found: dict[Path, Stamp | None] = {}
    for file in files:
        try:
            status = file.stat()
        except OSError:
            found[file] = None
        else:
            found[file] = status.st_size, status.st_mtime_ns
    return found


def require_same_columns(place: str, files: Sequence[Path], wanted: Sequence[str] = ()) -> tuple[str, ...]:
    """The names of the columns to read; `wanted`: of these alone, in this order.

    All files must hold them, each of one kind: an engine that reads the types of the first file only would round the
    numbers of the others. Names must differ by more than capitals: to SQL they are one.
    Raises UnreadableFile; InvalidData with every fault, `place` naming the table.
    """
    first = stored_columns(files[0], wanted)
    faults = list(_unfit_columns(place, first))
    for file in files[1:]:
        faults += _differences(file, stored_columns(file, wanted), files[0], first)
    if faults:
        raise InvalidData(faults)
    return tuple(first)


def _unfit_columns(place: str, columns: dict[str, pa.Field]) -> Iterator[Problem]:
    seen: dict[str, str] = {}
    for name, field in columns.items():
        if name != field.name:
            found = tr(
                "the column {name} is stored with blanks around its name, or with accents of their own",
                name=quoted(name),
            )
            yield Problem(place, found, f"{tr('Rename it.')} {tr(_WAY_OUT)}")
        same = seen.setdefault(name.lower(), name)
        if same != name:
            found = tr(
                "the columns {same} and {name} differ by capital letters only", same=quoted(same), name=quoted(name)
            )
            yield Problem(place, found, f"{tr('Rename one of them.')} {tr(_WAY_OUT)}")
        if _kind(field.type) == "halffloat":
            found = tr(
                "the column {name} holds numbers of half precision, which SQL reads with other digits",
                name=quoted(name),
            )
            yield Problem(place, found, tr(_WAY_OUT))


def _differences(
    file: Path, columns: dict[str, pa.Field], first: Path, expected: dict[str, pa.Field]
) -> Iterator[Problem]:
    remedy = f"{tr('Give all files the same columns.')} {tr(_WAY_OUT)}"
    for name, field in expected.items():
        if name not in columns:
            yield Problem(
                str(file),
                tr("there is no column {name}, which {file} has", name=quoted(name), file=quoted(first.name)),
                remedy,
            )
            continue
        kind, other = _kind(columns[name].type), _kind(field.type)
        if kind not in (other, "null"):
            found = tr(
                "the column {name} holds {kind}, in {file} {other}",
                name=quoted(name),
                kind=kind,
                file=quoted(first.name),
                other=other,
            )
            yield Problem(str(file), found, remedy)
    for name in columns:
        if name not in expected:
            yield Problem(
                str(file),
                tr("the column {name} is not in {file}", name=quoted(name), file=quoted(first.name)),
                remedy,
            )


def _kind(kind: pa.DataType) -> str:
    """The type in a word; types that hold the same values with the same texts have one."""
    import pyarrow as pa  # noqa: PLC0415 - slow to import

    if pa.types.is_dictionary(kind):
        kind = kind.value_type
    if pa.types.is_integer(kind):
        return tr("whole numbers")
    return "text" if pa.types.is_string(kind) or pa.types.is_large_string(kind) else str(kind)


def _is_pattern(path: Path) -> bool:
    return not path.exists() and any(sign in path.name for sign in _PATTERN_SIGNS)


def _is_part(place: Path) -> bool:
    """Whether a path within a folder is that of data."""
    return not any(part.startswith(_UNFINISHED) for part in place.parts)


def faults_of_files(job: Job, engine: str) -> Iterator[Problem]:
    """The faults of a table that an engine is to read from Parquet files."""
    place, path = f"{job.source}, data.path", job.data.path
    files = () if is_address(path) else parquet_files(Path(job.table_place))
    if not files and not is_address(path):
        remedy = tr("Check the name of the folder or the pattern.")
        yield Problem(place, tr("there is no Parquet file at {path}", path=quoted(path)), remedy)
    elif not files or not all(map(is_parquet, files)):
        found = tr(
            "{engine} reads tables in Parquet files ({suffixes}), and this is none",
            engine=engine,
            suffixes=", ".join(PARQUET_SUFFIXES),
        )
        yield Problem(place, found, tr('Write the path of such files or of their folder, or engine = "memory".'))


def faults_among_files(job: Job) -> Iterator[Problem]:
    """The fault of a result that would be one of the files of its table."""
    target = job.output_place
    if target is not None and not is_address(target) and is_among(Path(target), Path(job.table_place)):
        found = tr("{path} would lie among the files of the table", path=quoted(Path(target).name))
        yield Problem(f"{job.source}, output.path", found, tr("Choose another folder; the input is never changed."))


def require_same_files(place: str, files: Sequence[Path], before: Mapping[Path, Stamp | None]) -> None:
    """Raises InvalidData where the files of a table have other stamps than when it was grouped."""
    _require(place, None if stamps_of(files) == before else tr("its files have changed since the records were grouped"))


def require_same_number(place: str, found: int, grouped: int) -> None:
    """Raises InvalidData where a table has another number of records than when it was grouped."""
    _require(
        place,
        None
        if found == grouped
        else tr("{before} records were grouped, and now there are {now}", before=whole(grouped), now=whole(found)),
    )


def _require(place: str, problem: str | None) -> None:
    if problem is not None:
        remedy = tr("Wait until the table does not change any more. Nothing was written.")
        raise InvalidData(Problem(place, problem, remedy))
