"""The output settings of a job: the target of its result, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.io.databases.address import password_in, with_file
from arxdesk_engine.io.text.detect import DELIMITER_REMEDY, can_delimit
from arxdesk_engine.job.attributes import FilePath, Section


def _without_password(value: str) -> str:
    if password_in(value) is not None:
        remedy = tr("Take it out: it is requested, or comes from the variable ARXDESK_DATABASE_PASSWORD.")
        raise UnfitValue(tr("the address holds a password"), remedy)
    return value


def _delimiter(value: str) -> str:
    if not can_delimit(value):
        raise UnfitValue(tr("{value} cannot separate cells", value=quoted(value)), tr(DELIMITER_REMEDY))
    return value


def _encoding(value: str) -> str:
    try:
        "".encode(value)
    except (LookupError, ValueError) as error:
        remedy = tr("Write utf-8, utf-8-sig (with a byte order mark), utf-16, cp1252, iso8859-1 or another one.")
        raise UnfitValue(tr("{value} is not a known encoding", value=quoted(value)), remedy) from error
    return value


Delimiter = Annotated[str, AfterValidator(_delimiter)]
"""The character between the cells of delimited text."""
TablePath = Annotated[FilePath, AfterValidator(_without_password)]
"""A file with a table, or the address of a database without its password."""


class OutputSettings(Section):
    """The target of the result, and how it is written.

    `path` is a file, whose suffix says in which format, or a database; `table` is the table to make there
    ("schema.table" where it needs one), which takes the place of another one only where `replace_table` says so.
    `suppressed`: whether removed records are written as "*" or left out. `shuffle`: the records come in a random order
    that nobody can repeat. `codebook` is a file (.html, .csv, .xlsx) that says what each column of the result means.
    `spread` is a file beside the result in which every label is replaced by a value drawn from those below it, with the
    seed `spread_seed`. `leave_out` names columns that are not written, as the job names them.

    How delimited text is written; other formats ignore it. `delimiter`, `encoding` and `decimal_mark` are those of the
    input where they are None. `quote`: cells stand in quotation marks where they need them, or all of them do.
    `escape_formulas`: what a spreadsheet would run as a formula begins with an apostrophe.
    """

    path: TablePath | None = None
    table: str | None = Field(default=None, min_length=1)
    replace_table: bool = Field(default=False, strict=True)
    suppressed: Literal["keep", "drop"] = "keep"
    shuffle: bool = Field(default=False, strict=True)
    codebook: FilePath | None = None
    spread: FilePath | None = None
    spread_seed: int = Field(default=0, ge=0, strict=True)
    leave_out: tuple[str, ...] = ()
    delimiter: Delimiter | None = None
    quote: Literal["minimal", "all"] = "minimal"
    encoding: Annotated[str, AfterValidator(_encoding)] | None = None
    decimal_mark: Literal[".", ","] | None = None
    line_end: Literal["lf", "crlf"] = "lf"
    escape_formulas: bool = Field(default=False, strict=True)

    def with_paths(self, change: Callable[[str], str]) -> OutputSettings:
        """The same settings with the paths changed."""
        path = None if self.path is None else with_file(self.path, change)
        beside = {name: file and change(file) for name, file in (("codebook", self.codebook), ("spread", self.spread))}
        return self.model_copy(update={"path": path, **beside})
