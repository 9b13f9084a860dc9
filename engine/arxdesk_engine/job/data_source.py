"""The section [data] of a job: the place of the table and how it is read."""

from __future__ import annotations

import datetime as dt
from typing import Literal, Self

from pydantic import Field, model_validator

from arxdesk_engine.foundation.errors import UnfitValue
from arxdesk_engine.foundation.language import tr, tr_n
from arxdesk_engine.io.cells.options import MOST_SKIPPED_LINES
from arxdesk_engine.job.attributes import DecimalMark, Section, ThousandsMark
from arxdesk_engine.job.output import Delimiter, TablePath


class PerPersonSettings(Section):
    """At most so many `records` of each person are in the table: drawn at random with a `seed`, or the commonest ones.

    The commonest are those whose values in the quasi-identifiers most people have, the first ones of equals.
    """

    records: int = Field(ge=1, strict=True)
    keep: Literal["random", "common"] = "random"
    seed: int = Field(default=0, ge=0, strict=True)

    @model_validator(mode="after")
    def _draws_where_it_has_a_seed(self) -> Self:
        if self.seed and self.keep != "random":
            raise UnfitValue(
                tr("seed has no meaning for the most common records"), tr('Leave it out, or write keep = "random".')
            )
        return self

    @property
    def in_brief(self) -> str:
        """The number of records in words."""
        return tr_n(self.records, "at most 1 record", "at most {n} records")

    @property
    def sentence(self) -> str:
        """The rule in words."""
        if self.keep == "common":
            return tr_n(
                self.records,
                "at most {n} record of each person, the most common ones",
                "at most {n} records of each person, the most common ones",
            )
        return tr_n(
            self.records,
            "at most {n} record of each person, drawn at random with the seed {seed}",
            "at most {n} records of each person, drawn at random with the seed {seed}",
            seed=self.seed,
        )


class DataSource(Section):
    """The place of the table and how it is read; None: detected.

    `path` is a file or the address of a database without its password, `sheet` a sheet of a workbook, `table` a table
    of a database ("schema.table" where it needs one). `columns` names the columns to read as the file does, in their
    order (none: all), `rename` gives some of them other names. `count` is the column, by its name after that, which
    says how many records each row stands for; it is no attribute (None: one each). `person` is the column, likewise,
    that says whose record each is: an identifying attribute. Privacy models count people, then (None: records).
    `weight` is an attribute with the sampling weight of each record, a positive number, and `household` one that says
    which household it belongs to; neither is quasi-identifying, and both only change the risk of the sample.
    `per_person` leaves records of people with very many of them out, as if they were not in the table (None: none).
    `labels`: statistical files show the labels of their codes. `decimal_mark` stands before the decimals of numbers,
    `thousands_mark` between their thousands ("": nothing).
    Years of two digits are the latest ones that put no date after `two_digit_years_until`; None: 1969 to 2068.
    `cleanse`: cells that do not fit the type of their column are read as missing; otherwise they are errors.
    Of delimited text `skip_lines` are left out before the table, `multiline_cells` allows cells in quotes with lines
    that look like records, `ragged_rows` = "fill" reads cells that rows lack at the end as missing, and `repair_names`
    numbers columns without a name or named "*", and names that occur twice; otherwise such are errors.
    `numbers_as_text`: numbers are texts with the decimal mark, although the format could hold numbers.
    `engine` is where the rows are: in memory, or where they were, in files that DuckDB or Spark reads or in their
    database. Left to itself, that is memory unless the table is a folder or several Parquet files, or one that takes
    more than a quarter of the free memory.
    """

    path: TablePath
    engine: Literal["auto", "memory", "duckdb", "database", "spark"] = "auto"
    sheet: str | None = None
    table: str | None = None
    columns: tuple[str, ...] = ()
    rename: dict[str, str] = Field(default_factory=dict)
    count: str | None = None
    person: str | None = None
    weight: str | None = None
    household: str | None = None
    per_person: PerPersonSettings | None = None
    row_limit: int | None = Field(default=None, ge=1, strict=True)
    delimiter: Delimiter | None = None
    quote: Literal['"', "'", ""] = '"'
    multiline_cells: bool = Field(default=False, strict=True)
    skip_lines: int = Field(default=0, ge=0, le=MOST_SKIPPED_LINES, strict=True)
    ragged_rows: Literal["error", "fill"] = "error"
    repair_names: bool = Field(default=False, strict=True)
    encoding: str | None = None
    header: bool | None = Field(default=None, strict=True)
    decimal_mark: DecimalMark = "."
    thousands_mark: ThousandsMark = ""
    two_digit_years_until: dt.date | None = None
    null_values: tuple[str, ...] = ("",)
    labels: bool = Field(default=True, strict=True)
    cleanse: bool = Field(default=False, strict=True)
    numbers_as_text: bool = Field(default=False, strict=True)

    @model_validator(mode="after")
    def _has_two_marks(self) -> Self:
        if self.decimal_mark == self.thousands_mark:
            raise UnfitValue(
                tr("the same mark stands before decimals and between thousands"), tr("Write two different ones.")
            )
        return self
