"""Handing out a result: where it may be written, and how."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob, Problem, UnwritableFile, UserError, quoted, suggestion
from arxdesk_engine.foundation.file_names import named_beside
from arxdesk_engine.foundation.language import marked, tr, tr_n, whole
from arxdesk_engine.io.databases.address import file_of, is_address, is_same_database, system_of, with_file
from arxdesk_engine.io.databases.same_place import SourceTable, is_one_of, is_same_file
from arxdesk_engine.io.files.archive import ARCHIVE_SUFFIXES, inside, on_disk
from arxdesk_engine.io.files.atomic import put_back_on_failure, require_writable
from arxdesk_engine.io.table import TableFormat, format_of
from arxdesk_engine.io.text.detect import detect_syntax
from arxdesk_engine.io.text.form import TextForm
from arxdesk_engine.io.writing import WRITABLE, Target, require_table, require_writable_format, write_table
from arxdesk_engine.job.job import Job
from arxdesk_engine.preparation.preparation import spelling_of
from arxdesk_engine.release.codebook.writing import require_codebook_format
from arxdesk_engine.release.spreading.spread import Spread
from arxdesk_engine.release.spreading.written import WrittenSpread

SPREAD_SUFFIXES = tuple(each for kind, known in WRITABLE.items() if kind is not TableFormat.DATABASE for each in known)
"""A copy with drawn values is a file of any format, and no table of a database."""
SPREAD_WORDS = ("spread", "drawn")
"""Words in the name of a file that say that its values are drawn."""


_IGNORING_CASE = ("mysql", "mssql")
"""Systems in which the names of two tables may be one name though their capital letters differ."""


@dataclass(frozen=True, slots=True, eq=False)
class Exported:
    """A written result.

    `place` is its file, or the address of its database, with the `table` there; `sha256` that of the file, or of the
    records in the table; `order` (int64[records written]) are the records of the input in output order;
    `delimiter` separates the cells of delimited text, whose `form` has its other settings; `renamed` are
    the columns renamed by the format, `left_out` those that were not written. `notes` are sentences for
    the user. `spread` is the copy with drawn values. `tables` are the files of linked tables by their names, the first
    one "", whose place this is; `order` are the records of their join.
    """

    place: str
    sha256: str
    order: NDArray[np.int64]
    delimiter: str | None
    table: str | None
    renamed: Mapping[str, str]
    is_shuffled: bool = False
    codebook: Path | None = None
    form: TextForm | None = None
    left_out: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    spread: WrittenSpread | None = None
    tables: Mapping[str, Exported] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The name without the place."""
        return Path(self.place).name if self.table is None else self.table

    @property
    def sentence(self) -> str:
        """A sentence that names the place."""
        where = (
            self.place if self.table is None else tr("the table {table} of {place}", table=self.table, place=self.place)
        )
        if self.tables:
            where = tr(
                "{number} files: {values}",
                number=whole(len(self.tables)),
                values=", ".join(each.place for each in self.tables.values()),
            )
        return tr("Written to {where}.", where=where)

    @property
    def records(self) -> int:
        """The number of written records, or of rows where they stand for several."""
        return len(self.order)

    def plain(self) -> dict[str, Any]:
        """The form in the JSON report."""
        more = {
            "table": self.table,
            "shuffled": self.is_shuffled,
            "renamed": dict(self.renamed),
            "left_out": list(self.left_out),
            "codebook": None if self.codebook is None else str(self.codebook),
            "spread": None if self.spread is None else self.spread.plain(),
            "tables": [
                {"table": name, "path": each.place, "sha256": each.sha256, "rows": len(each.order)}
                for name, each in self.tables.items()
            ],
        }
        return {"path": self.place, "sha256": self.sha256} | {name: fact for name, fact in more.items() if fact}


def writing_order(job: Job, number: int, records: NDArray[np.bool_] | None) -> NDArray[np.int64]:
    """The records that a job writes of a number of them, in their order: all, or the chosen ones (bool[number])."""
    chosen = np.arange(number) if records is None else np.flatnonzero(records)
    return shuffled(chosen) if job.output.shuffle else chosen


def export(
    job: Job,
    dataset: Dataset,
    order: NDArray[np.int64],
    control: Control | None = None,
    password: str | None = None,
    numbers: Collection[str] = (),
) -> Exported:
    """Write records of a table in an order (int64[records written]) to the place in section [output] of a job, without
    its omitted columns, and with the counts of rows that stand for several records.

    `numbers` are the columns of numbers, which have a decimal mark in delimited text. The codebook and the copy with
    drawn values are not written.
    """
    target = with_decimal_marks(target_of(job), job, numbers)
    table = dataset_to_write(job, dataset)
    columns = [column for column in table.columns if column.name not in job.output.leave_out]
    written = write_table(target, columns, order, control, password)
    return Exported(
        *(target.path, written.sha256, order, target.separator, target.table, written.renamed),
        is_shuffled=job.output.shuffle,
        codebook=None if job.output.codebook is None else job.resolve(job.output.codebook),
        form=written.form,
        left_out=tuple(name for name in dataset.names if name in job.output.leave_out),
        notes=written.notes,
    )


def dataset_to_write(job: Job, dataset: Dataset) -> Dataset:
    """A released table as its file has it: with the counts of its rows, where the job reads some."""
    return dataset if job.data.count is None else dataset.with_counts(job.data.count)


def write_spread(
    job: Job, spread: Spread, control: Control | None = None, numbers: Collection[str] = ()
) -> WrittenSpread:
    """Write a copy with drawn values to the file in section [output] of a job, in the form of its result.

    Raises InvalidData for what the format cannot hold; UnwritableFile; Stopped.
    """
    path = job.resolve(job.output.spread or "")
    form = text_form(job)
    target = with_decimal_marks(Target(str(path), delimiter=form.delimiter, form=form), job, numbers)
    written = write_table(target, spread.dataset.columns, None, control)
    return WrittenSpread(
        path,
        written.sha256,
        job.output.spread_seed,
        spread.drawn,
        spread.kept,
        target.separator,
        written.form,
        written.renamed,
        written.notes,
    )


def with_decimal_marks(target: Target, job: Job, numbers: Collection[str]) -> Target:
    """The target with the columns of numbers that have decimal commas there, by their names in the job."""
    if target.form is None:
        return target
    with_comma = frozenset(name for name in numbers if _decimal_mark(job, name) == ",")
    return replace(target, form=replace(target.form, with_comma=with_comma))


@contextlib.contextmanager
def all_or_nothing(job: Job) -> Iterator[None]:
    """A block that writes a copy with drawn values, then the result, then its codebook: on an error, all earlier files
    are restored.

    A table already written to a database stays; the error says so.
    """
    with contextlib.ExitStack() as stack:
        if job.output.spread is not None:
            stack.enter_context(put_back_on_failure(job.resolve(job.output.spread)))
        stack.enter_context(_together_with_codebook(job))
        yield


@contextlib.contextmanager
def _together_with_codebook(job: Job) -> Iterator[None]:
    """A block that writes a result and then its codebook: on an error the earlier file is restored.

    A table already written to a database stays; the error says so.
    """
    if job.output.codebook is None:
        yield
        return
    file = file_of(job.output_place or "")
    has_table = target_of(job).format is TableFormat.DATABASE and (file is None or Path(file).exists())
    if file is not None and not has_table:
        with put_back_on_failure(Path(file)):
            yield
        return
    codebook = str(job.resolve(job.output.codebook or ""))
    try:
        yield
    except UnwritableFile as error:
        if error.problems[0].place != codebook:
            raise
        found = tr("the table was written before that, and was not recounted")
        own = Problem(
            tr("{database}, table {table}", database=job.output_place, table=job.output.table),
            found,
            tr("Drop it, or write it again."),
        )
        raise type(error)([*error.problems, own]) from error


def note_of_removed(job: Job, removed: int) -> tuple[str, ...]:
    """The warning that removed records are in the table, in a sentence."""
    if not removed:
        return ()
    hides_all = job.suppression.sensitive and job.suppression.insensitive
    found = (
        tr_n(
            removed,
            "1 removed record is in the table as a row of *.",
            "{n} removed records are in the table as rows of *.",
        )
        if hides_all
        else tr_n(
            removed,
            "1 removed record is in the table as a row of *, which keeps its other columns.",
            "{n} removed records are in the table as rows of *, which keep their other columns.",
        )
    )
    way_out = tr('suppressed = "drop" in [output] leaves removed records out.')
    return (f"{found} {way_out}",)


def target_of(job: Job) -> Target:
    """The target that a job names for its result."""
    settings, place = job.output, job.output_place
    if place is None:
        raise ValueError("the job does not say where its result is written")
    source = SourceTable(job.data.path, job.data.table) if job.table_file is None else None
    form, is_within = text_form(job), job.data.engine == "database"
    return Target(place, settings.table, settings.replace_table, form.delimiter, source, form, is_within)


def text_form(job: Job) -> TextForm:
    """The form of delimited text: that of the job, else that of its input."""
    settings = job.output
    delimiter, encoding = syntax_of_input(job)
    return TextForm(
        delimiter=settings.delimiter or delimiter,
        quotes_all=settings.quote == "all",
        encoding=settings.encoding or encoding,
        line_end={"lf": "\n", "crlf": "\r\n"}[settings.line_end],
        escapes_formulas=settings.escape_formulas,
        is_asked=settings.encoding is not None,
    )


def absolute_place(target: Path | str) -> str:
    """A path, or the address of a database, that means the same wherever the job is."""
    return with_file(str(target), lambda path: str(Path(path).absolute()))


def written_to(job: Job, target: Path | str) -> Job:
    """The job, its result written to a file or a database instead; only databases have the table of the job."""
    no_table: dict[str, object] = {} if writes_tables(str(target)) else {"table": None, "replace_table": False}
    return job.with_output(path=absolute_place(target), **no_table)


def writes_tables(place: str) -> bool:
    """Whether a result there is a table of a database, which needs a name."""
    return is_address(place) or Path(place).suffix.lower() in WRITABLE[TableFormat.DATABASE]


def require_exportable(job: Job, place: str, password: str | None = None) -> None:
    """Refuse, before long work, a result that cannot be written or would change the input of its job.

    `place` is how messages name its path.

    Raises InvalidJob, UnwritableFile; where the result goes into a database, TableExists, PasswordNeeded,
    UnreadableFile or InvalidData.
    """
    target = target_of(job)
    require_writable_format(target.path, place)
    file = file_of(target.path)
    if file is not None and "\0" in file:
        raise InvalidJob(Problem(place, tr("the path has a null character"), tr("Remove it.")))
    require_input_kept(job, place)
    if file is not None:
        require_apart(Path(file), job, place)
        require_writable(Path(file))
    require_table(target, place, password)
    if job.output.codebook is not None:
        _require_codebook(job, job.resolve(job.output.codebook), file)
    if job.output.spread is not None:
        _require_spread(job, job.resolve(job.output.spread), file)


def require_columns_left(job: Job, names: Sequence[str]) -> None:
    """Raises InvalidJob if columns to be left out do not exist, or are all columns."""
    place, left_out = f"{job.source}, output.leave_out", job.output.leave_out
    unknown = [
        Problem(place, tr("the table has no column {name}", name=quoted(each)), suggestion(each, names))
        for each in left_out
        if each not in names
    ]
    if unknown:
        raise InvalidJob(unknown)
    if names and set(names) <= set(left_out):
        raise InvalidJob(Problem(place, tr("no column would be left"), tr("Write at least one column.")))


def _require_codebook(job: Job, path: Path, file: str | None) -> None:
    place = f"{job.source}, output.codebook"
    require_codebook_format(path, place)
    require_no_input(path, job, place)
    if file is not None and is_same_file(path, file):
        raise InvalidJob(Problem(place, tr("the codebook would replace the result"), tr("Choose another file.")))
    require_writable(path)


def _require_spread(job: Job, path: Path, file: str | None) -> None:
    place = f"{job.source}, output.spread"
    require_writable_format(str(path), place, SPREAD_SUFFIXES)
    require_no_input(path, job, place)
    if file is not None and is_same_file(path, file):
        raise InvalidJob(Problem(place, tr("the drawn values would replace the result"), tr("Choose another file.")))
    if job.output.codebook is not None and is_same_file(path, job.resolve(job.output.codebook)):
        raise InvalidJob(Problem(place, tr("the codebook would replace the drawn values"), tr("Choose another file.")))
    if job.output.codebook is None and not any(word in path.name.lower() for word in SPREAD_WORDS):
        found = tr("neither a codebook nor the name {path} says that values are drawn", path=quoted(path.name))
        remedy = tr("Name it {name}, or have a codebook written.", name=quoted(named_beside(path, "spread").name))
        raise InvalidJob(Problem(place, found, remedy))
    require_apart(path, job, place)
    require_writable(path)


def require_input_kept(job: Job, place: str) -> None:
    """Raises InvalidJob when the result would change a file, or take the place of the table, that the job reads.

    For programs that promise not to do that.
    """
    target = target_of(job)
    file = file_of(target.path)
    if file is not None and not _is_beside_table(job, file):
        require_no_input(Path(file), job, place)
    elif file is not None or (is_address(job.data.path) and is_same_database(job.data.path, target.path)):
        table, ignores_case = job.data.table, file is not None or system_of(target.path) in _IGNORING_CASE
        if table is None or is_same_table(table, target.table or "", ignores_case=ignores_case):
            found = tr(
                "the result would stand in the place of the table that is read, or beside it in a way that is not clear"
            )
            remedy = tr("Choose another table, and name the one that is read (data.table).")
            raise InvalidJob(Problem(place, found, remedy))


def _is_beside_table(job: Job, file: str) -> bool:
    """Whether the result is a table in the file of the database that is read, which makes it itself."""
    return job.data.engine == "database" and job.table_file is not None and is_same_file(job.table_file, file)


def is_same_table(first: str, second: str, *, ignores_case: bool = False) -> bool:
    """Whether two names can mean the same table: one of them may leave out the schema."""
    if ignores_case:
        first, second = first.lower(), second.lower()
    return first == second or first.endswith(f".{second}") or second.endswith(f".{first}")


def require_no_input(path: Path, job: Job, place: str) -> None:
    """Raises InvalidJob if `path` is an input file of the job, for programs that promise not to change those."""
    read = [each.hierarchy_file for each in job.attributes.values() if each.hierarchy_file]
    _require_none_of(path, [*_files_of(job, read), *_tables_of(job), *([] if job.file is None else [job.file])], place)


def require_tables_kept(path: Path, job: Job) -> None:
    """The same for a project or a job that is saved: it may take its own place, and never that of a table or a key."""
    _require_none_of(path, [each for each in _tables_of(job) if each.suffix.lower() not in ARCHIVE_SUFFIXES], str(path))


def _tables_of(job: Job) -> list[Path]:
    """The input files of a job, save hierarchies; for a part of an archive, the archive."""
    read = [model.subset_file for model in job.privacy if model.subset_file is not None]
    read += [job.subset.file] if job.subset is not None and job.subset.file is not None else []
    read += [file for settings in job.attributes.values() for file in settings.secret_files]
    linked = (file_of(job.place_of_linked(each)) for each in job.tables if each.path is not None)
    read += [file for file in linked if file is not None]
    return [*_files_of(job, read), *([] if job.table_file is None else _files_of(job, [str(job.table_file)]))]


def _files_of(job: Job, named: Sequence[str]) -> list[Path]:
    places = [job.resolve(name) for name in named]
    return [each if (archived := inside(each)) is None else archived[0] for each in places]


def _require_none_of(path: Path, places: Sequence[Path], place: str) -> None:
    if is_one_of(path, places):
        found = tr("{path} is a file that the job reads, or the job itself", path=quoted(path.name))
        raise InvalidJob(Problem(place, found, tr("Choose another file to write to; the input is never changed.")))


def require_apart(path: Path, job: Job, place: str) -> None:
    """Raises InvalidJob if a key or a mapping of pseudonyms is in the folder of the result."""
    folder = Path(os.path.realpath(path)).parent
    for settings in job.attributes.values():
        for secret in settings.secret_files:
            if Path(os.path.realpath(job.resolve(secret))).is_relative_to(folder):
                found = marked("the key {path} would lie in the folder of the result")
                if secret == settings.masking.mapping_file:
                    found = marked("the mapping {path} would lie in the folder of the result")
                told = tr(found, path=quoted(Path(secret).name))
                raise InvalidJob(Problem(place, told, tr("Choose a folder that is not shared.")))


def shuffled(numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """The numbers in an order drawn by the operating system, every order as likely as any other.

    It cannot be drawn again: with a seed, the order could identify records.
    """
    while True:
        keys = np.frombuffer(secrets.token_bytes(8 * len(numbers)), np.uint64)
        order = np.argsort(keys, kind="stable")
        if not (np.diff(keys[order]) == 0).any():  # equal keys would leave their records in the order of the input
            return numbers[order]


def _decimal_mark(job: Job, name: str) -> str:
    """The decimal mark of a column: that of the output settings, else that of the input."""
    return job.output.decimal_mark or spelling_of(job.settings_of(name), job.data, has_numbers=False).decimal_mark


def syntax_of_input(job: Job) -> tuple[str, str]:
    """The delimiter and the encoding of the job, or those of the input file.

    Without such a file: UTF-8, and a comma, or a semicolon if the comma marks decimals.
    """
    source = job.data
    delimiter, encoding = source.delimiter, source.encoding
    if format_of(source.path) is TableFormat.DELIMITED and (delimiter is None or encoding is None):
        with contextlib.suppress(UserError), on_disk(job.resolve(source.path)) as file:
            found = detect_syntax(file, delimiter=delimiter, encoding=encoding, quote=source.quote)
            delimiter, encoding = found.delimiter, found.encoding
    return delimiter or (";" if source.decimal_mark == "," else ","), encoding or "utf-8"
