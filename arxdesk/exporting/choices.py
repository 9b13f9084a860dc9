"""The choices of the export wizard, and the options they make for the writer. Knows no Qt."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from arxdesk.core.writing_work import ExportOptions
from arxdesk.exporting.formats import FORMATS, Format, format_named
from arxdesk_engine.foundation.file_names import named_beside, suffix_of
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.files.archive import ARCHIVE_SUFFIXES
from arxdesk_engine.job.job import Job

Where = Literal["file", "database"]
Removed = Literal["keep", "drop"]
Mark = Literal[".", ","]
LineEnd = Literal["lf", "crlf"]
DELIMITED, TABBED = ("CSV", "TSV"), "TSV"
OUTSIDE_SUFFIXES = (".parquet", ".csv")
"""The formats of rows that stay in their files; the first is proposed."""
SQLITE_SUFFIXES = (".sqlite", ".sqlite3", ".db")
LONGEST_TABLE = 63
"""So many characters a name of a table has at most everywhere."""


@dataclass(frozen=True, slots=True)
class ExportChoices:
    """The place and format of the table; `codebook` and `report` are the suffixes of the files beside it, or "".
    `spread`: whether a copy with drawn values is written beside it, in the format of the table.

    `address` is that of a database, without its password. `companions` is the file whose name prefixes those beside a
    database table. `leave_out` are the excluded columns. Delimited text is written as the input is
    where `delimiter`, `decimal_mark` and `encoding` are None.
    """

    path: Path
    companions: Path
    where: Where = "file"
    address: str = ""
    table: str = ""
    replace_table: bool = False
    suppressed: Removed = "drop"
    shuffle: bool = False
    codebook: str = ""
    spread: bool = False
    report: str = ""
    leave_out: tuple[str, ...] = ()
    delimiter: str | None = None
    decimal_mark: Mark | None = None
    encoding: str | None = None
    line_end: LineEnd = "lf"
    linked: tuple[str, ...] = ()
    """The linked tables, each of which gets a file beside that of the first one."""

    @property
    def target(self) -> str:
        """The file, or the address of the database."""
        return str(self.path) if self.where == "file" else self.address

    @property
    def format(self) -> Format | None:
        """The format of the file; None for a database, and for a suffix that means none."""
        return format_named(self.path) if self.where == "file" else None

    @property
    def codebook_path(self) -> Path | None:
        """The path of the codebook."""
        return self._beside("-codebook", self.codebook)

    @property
    def spread_path(self) -> Path | None:
        """The path of the copy with drawn values; beside a table of a database it is a CSV."""
        suffix = suffix_of(self.path) if self.where == "file" else FORMATS[0].suffix
        return self._beside("-spread", suffix if self.spread else "")

    @property
    def report_path(self) -> Path | None:
        """The path of the evidence report."""
        return self._beside("-report", self.report)

    @property
    def linked_paths(self) -> tuple[Path, ...]:
        """The files of linked tables."""
        return tuple(named_beside(self.path, name) for name in self.linked)

    @property
    def options(self) -> ExportOptions:
        """The options of the writer."""
        is_table = self.where == "database"
        return ExportOptions(
            suppressed=self.suppressed,
            shuffle=self.shuffle,
            table=self.table.strip() if is_table else None,
            replace_table=is_table and self.replace_table,
            codebook=self.codebook_path,
            spread=self.spread_path,
            leave_out=self.leave_out,
            delimiter=self.delimiter if self.is_delimited and not self.is_tabbed else None,
            decimal_mark=self.decimal_mark,
            encoding=self.encoding,
            line_end=self.line_end,
        )

    @property
    def is_delimited(self) -> bool:
        """Whether it is a file of text, in which cells are separated by a character."""
        return self.format is not None and self.format.name in DELIMITED

    @property
    def is_tabbed(self) -> bool:
        """Whether the name of the file says that its cells are separated by tabs."""
        return self.format is not None and self.format.name == TABBED

    @property
    def manner(self) -> dict[str, object]:
        """The format, independent of the place: kept in the section [output] of the project.

        A copy with drawn values is named without its folder: it lies beside the project then.
        """
        return {
            "suppressed": self.suppressed,
            "shuffle": self.shuffle,
            "leave_out": self.leave_out,
            "spread": None if self.spread_path is None else self.spread_path.name,
            "delimiter": self.delimiter,
            "decimal_mark": self.decimal_mark,
            "encoding": self.encoding,
            "line_end": self.line_end,
        }

    def fault(self) -> str:
        """Why nothing can be written there, or nothing."""
        if self.where == "database":
            if not self.address:
                return tr("Choose a database.")
            return "" if self.table.strip() else tr("Give the table a name.")
        if not self.path.name or self.path.name in (".", ".."):
            return tr("Give the file a name.")
        if not self.path.is_absolute():
            return tr("Enter the absolute path of the file.")
        if self.format is None:
            known = ", ".join(each.suffix for each in FORMATS)
            return tr("The name has no suffix of a known format. End it in one of {known}.", known=known)
        return ""

    def as_format(self, wanted: Format) -> ExportChoices:
        """The same file in another format."""
        if not self.path.name or self.format is wanted:
            return self
        name = self.path.name if self.format is None else self.path.name.removesuffix(suffix_of(self.path))
        return replace(self, path=self.path.with_name(name + wanted.suffix))

    def files(self) -> tuple[Path, ...]:
        """All files that would be written, but for that of a database."""
        named = (self.spread_path, self.codebook_path, self.report_path)
        beside = [*self.linked_paths, *(path for path in named if path is not None)]
        return (self.path, *beside) if self.where == "file" else tuple(beside)

    def _beside(self, what: str, suffix: str) -> Path | None:
        whose = self.path if self.where == "file" else self.companions
        stem = whose.name.removesuffix(suffix_of(whose))
        return whose.with_name(f"{stem}{what}{suffix}") if suffix else None


def outside_memory(chosen: ExportChoices, job: Job) -> ExportChoices:
    """The choices for rows that stay where they are, of which `job` is: Parquet, or a table of their database."""
    plain = replace(
        chosen,
        spread=False,
        delimiter=None,
        decimal_mark=None,
        encoding=None,
        line_end="lf",
    )
    if job.data.engine == "database":
        return replace(plain, where="database", address=job.data.path)
    own = suffix_of(plain.path)
    renamed = plain.path.with_name(plain.path.name.removesuffix(own) + OUTSIDE_SUFFIXES[0])
    return replace(plain, where="file", path=plain.path if own.lower() in OUTSIDE_SUFFIXES else renamed)


def of_linked_tables(chosen: ExportChoices, linked: tuple[str, ...]) -> ExportChoices:
    """The choices for linked tables: files, without what is made for a single one."""
    return replace(chosen, where="file", suppressed="drop", codebook="", spread=False, linked=linked)


def first_choices(
    job: Job, proposed: Path, *, suppressed: Removed, shuffle: bool, empty: tuple[str, ...] = ()
) -> ExportChoices:
    """The choices in the job; by default the `proposed` file and the settings of the user.

    `empty` are columns that read "*" in every record, which can be excluded without loss.
    """
    said, place = job.output, job.output_place
    chosen = ExportChoices(proposed, proposed)
    if place is not None and ("://" in place or Path(place).suffix.lower() in SQLITE_SUFFIXES):
        chosen = replace(chosen, where="database", address=place, replace_table=said.replace_table)
    elif place is not None and format_named(Path(place)) is not None:
        # An archive may come from anybody: it may name the file, but not its folder.
        is_archived = job.file is not None and job.file.suffix.lower() in ARCHIVE_SUFFIXES
        chosen = replace(chosen, path=proposed.with_name(Path(place).name) if is_archived else Path(place).absolute())
    return replace(
        chosen,
        table=said.table or re.sub(r"\W+", "_", proposed.stem)[:LONGEST_TABLE].strip("_") or "result",
        suppressed=said.suppressed if "suppressed" in said.model_fields_set else suppressed,
        shuffle=said.shuffle if "shuffle" in said.model_fields_set else shuffle,
        codebook=Path(said.codebook).suffix.lower() if said.codebook else "",
        spread=said.spread is not None,
        leave_out=said.leave_out if "leave_out" in said.model_fields_set else empty,
        delimiter=said.delimiter,
        decimal_mark=said.decimal_mark,
        encoding=said.encoding,
        line_end=said.line_end,
    )
