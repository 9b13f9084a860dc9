"""The protocol of perturbation: the settings of a method in a job, and what it makes of some records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, ClassVar, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import BaseModel, ConfigDict, Field, model_validator

from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.schema import ValueType
from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import fixed, marked, tr, tr_n, whole
from arxdesk_engine.foundation.translated import ClassText
from arxdesk_engine.foundation.words import ENGLISH


class Keeps(StrEnum):
    """What of a column a method leaves as it was, whatever chance decides: it can be counted again."""

    VALUES = "values"
    """No cell has a value that the column did not have, and missing cells stay missing."""
    COUNTS = "counts"
    """Every value occurs as often as before."""
    MISSING = "missing cells"
    """Cells are numbers, and missing where they were."""
    DATES = "dates"
    """Cells are dates, and missing where they were."""
    CELLS = "cells"
    """Every cell is as it was, or missing."""


@dataclass(frozen=True, slots=True)
class Unfit:
    """Why a method cannot be applied: the field of its settings, what was found, and what to do."""

    field: str
    found: str
    remedy: str


@dataclass(frozen=True, slots=True, eq=False)
class PerturbedRecords:
    """The records that a method is applied to: all that are written.

    `columns` are those that its settings name, with the cells of these records alone; `households` int32[records] is
    the household of each record, None where the job declares none.
    """

    columns: Mapping[str, Column]
    households: Codes | None = None

    @property
    def number(self) -> int:
        """The number of records."""
        return next(iter(self.columns.values())).records


@dataclass(frozen=True, slots=True)
class FigureTable:
    """Figures of a perturbation as a table for the report; `shows_values`: some of its texts are values of the data."""

    caption: str
    heads: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    shows_values: bool = False


def in_percent(share: float, decimals: int) -> str:
    """A share in a table of figures."""
    return f"{fixed(100.0 * share, decimals)}\u00a0%"


@dataclass(frozen=True, slots=True, eq=False)
class PerturbedColumns:
    """What a method makes of some records: the columns it changes, and its figures.

    `facts` are plain values for the JSON report, `tables` the same figures, or the main ones, for people: in the
    language that is set when they are asked for.
    """

    columns: tuple[Column, ...]
    facts: Mapping[str, Any]
    tables: Callable[[], Iterable[FigureTable]] = tuple


@dataclass(frozen=True, slots=True, eq=False)
class AppliedPerturbation:
    """A perturbation of a release. `changed` says how many cells of each column read otherwise than before."""

    asked: Perturbation
    records: int
    changed: Mapping[str, int]
    facts: Mapping[str, Any] = field(default_factory=dict)
    tables: Callable[[], Iterable[FigureTable]] = tuple

    def plain(self) -> dict[str, Any]:
        """As it stands in the JSON report: the settings with their defaults, and the figures."""
        settings = self.asked.model_dump(mode="json", exclude_none=True)
        told = {"guarantee": "none", "records": self.records, "changed": dict(self.changed)}
        return {**settings, **told, **self.facts}

    @property
    def sentence(self) -> str:
        """How much it changed, in one sentence."""
        (first, changed), *others = self.changed.items()
        cells = tr_n(
            self.records,
            "{changed} of 1 cell of {column}",
            "{changed} of {n} cells of {column}",
            changed=whole(changed),
            column=quoted(first),
        )
        listed = [cells, *(tr("{changed} of {column}", changed=whole(n), column=quoted(name)) for name, n in others)]
        together = ENGLISH.joined(listed, at_most=len(listed))
        return tr("{method} changed {cells}.", method=self.asked.title, cells=together)


CLAIM = "perturbation of "
"""The begin of what the second count says of a perturbation: that the file has what the method never changes."""
NO_GUARANTEE = marked("Perturbation gives no guarantee: how well it protects shows only when a result is attacked.")


class Perturbation(BaseModel, ABC):
    """A method of perturbation with its settings, which pydantic validates. `method` is its name in a job.

    A method is a file in this package with a class that has a `title`: nothing else needs to name it.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: ClassVar[ClassText]
    does: ClassVar[ClassText]
    """What it does in general, as the end of a sentence."""
    keeps: ClassVar[Keeps]
    is_ordered: ClassVar[bool] = False
    """Whether its columns go from the coarsest to the finest."""
    needs_households: ClassVar[bool] = False
    """Whether the job has to say which household each record belongs to."""

    method: str
    columns: tuple[str, ...] = Field(min_length=1)
    """The columns whose cells are changed."""

    @model_validator(mode="after")
    def _names_each_column_once(self) -> Self:
        for name in self.columns:
            if self.columns.count(name) > 1:
                raise UnfitValue(
                    tr("the column {name} is named twice", name=quoted(name)), tr("Name each column once.")
                )
        for part, names in self.also_reads.items():
            for name in names:
                if name in self.columns:
                    raise UnfitValue(
                        tr("{part} names {name}, whose cells are changed", part=part, name=quoted(name)),
                        tr("Name it in one place."),
                    )
        return self

    @classmethod
    def suits(cls, kind: ValueType) -> bool:  # noqa: ARG003 - some methods fit every type
        """Whether it can change columns of a type."""
        return True

    @property
    def also_reads(self) -> Mapping[str, tuple[str, ...]]:
        """The columns that it looks at and leaves as they are, by the field that names them."""
        return {}

    @property
    def least_matches(self) -> int | None:
        """The number of records that every record is made to look like in the columns, itself among them, where a
        missing cell matches any value; None: no number is reached."""
        return None

    @property
    def new_values(self) -> tuple[str, ...]:
        """The values that its settings name for cells, whether a record has them or not."""
        return ()

    @property
    def ordered_within(self) -> tuple[str, ...]:
        """The columns that say whose the dates are that stay in their order; none where no order stays."""
        return ()

    @property
    def most_days(self) -> int | None:
        """The number of days that dates move by at most; None: no number holds."""
        return None

    @property
    def names(self) -> tuple[str, ...]:
        """All columns that it names: those it changes, and then the others."""
        return (*self.columns, *(name for group in self.also_reads.values() for name in group))

    def with_names(self, change: Callable[[str], str]) -> Self:
        """The same settings with the names of columns changed."""
        fields = ("columns", *self.also_reads)
        return self.model_copy(update={each: tuple(map(change, getattr(self, each))) for each in fields})

    @property
    @abstractmethod
    def sentence(self) -> str:
        """What it does, in one plain sentence."""

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:  # noqa: ARG002 - some methods fit everything
        """Why it cannot be applied to some records; nothing where it can."""
        yield from ()

    @abstractmethod
    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Change the columns. The same records and settings give the same result."""


def generator_of(seed: int, place: int) -> np.random.Generator:
    """The random numbers for the column at a place of the settings: each column has its own, from one seed."""
    return np.random.default_rng(np.random.SeedSequence(seed, spawn_key=(place,)))


def missing_cells(column: Column) -> NDArray[np.bool_]:
    """The cells of a column that are missing, bool[records]."""
    empty = np.array([not value for value in column.values], np.bool_)
    return empty[column.codes] if len(empty) else np.zeros(column.records, np.bool_)
