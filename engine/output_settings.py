"""What a job says of its result: where it goes, and how it is written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Literal

from pydantic import AfterValidator, Field

from engine.attributes import FilePath, Section
from engine.io.address import password_in, with_file


def _without_password(value: str) -> str:
    if password_in(value) is not None:
        remedy = "Take it out: it is asked for, or comes from the variable ARXDESK_DATABASE_PASSWORD"
        raise ValueError(f"the address holds a password. {remedy}.")
    return value


TablePath = Annotated[FilePath, AfterValidator(_without_password)]
"""A file with a table, or the address of a database without its password."""


class OutputSettings(Section):
    """Where to write the result, and how.

    `path` is a file, whose suffix says in which format, or a database; `table` is the table to make there
    ("schema.table" where it needs one), which takes the place of another one only where `replace_table` says so.
    `suppressed`: whether removed records are written as "*" or left out. `shuffle`: the records come in a random order
    that nobody can repeat. `codebook` is a file (.html, .csv, .xlsx) that says what each column of the result means.
    """

    path: TablePath | None = None
    table: str | None = Field(default=None, min_length=1)
    replace_table: bool = Field(default=False, strict=True)
    suppressed: Literal["keep", "drop"] = "keep"
    shuffle: bool = Field(default=False, strict=True)
    codebook: FilePath | None = None

    def with_paths(self, change: Callable[[str], str]) -> OutputSettings:
        """The same settings with the paths changed."""
        path = None if self.path is None else with_file(self.path, change)
        return self.model_copy(update={"path": path, "codebook": self.codebook and change(self.codebook)})
