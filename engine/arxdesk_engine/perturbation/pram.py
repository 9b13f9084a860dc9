"""PRAM: each cell is exchanged for another value of its column with known probabilities.

The post-randomisation method of Gouweleeuw, Kooiman, Willenborg and de Wolf (1998, Journal of Official Statistics
14(4), 463-478). Whoever knows the matrix can correct frequencies for it; an invariant matrix makes that needless, as
the expected frequencies are those of the table.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import UnfitValue, quoted, suggestion
from arxdesk_engine.foundation.language import fixed, marked, tr, whole
from arxdesk_engine.foundation.translated import ClassText
from arxdesk_engine.perturbation.method import (
    FigureTable,
    Keeps,
    Perturbation,
    PerturbedColumns,
    PerturbedRecords,
    Unfit,
    generator_of,
    missing_cells,
)

Matrix = NDArray[np.float64]

MOST_VALUES = 200
"""Different values of a column: their matrix has the square of it."""
MOST_SHOWN = 12
"""Values whose matrix is shown in a report; those of larger ones are in the JSON report alone."""
_ROUNDING = 1e-9


class Pram(Perturbation):
    """Each cell gets a value drawn from the row of its own value in a transition matrix.

    `retention` is the probability with which the matrix keeps a value, all others being equally likely; `matrix` says
    all probabilities of one column instead, by value and new value, and values that it does not list stay. `invariant`
    makes of it one that keeps the expected frequencies of the records, or of each stratum: of those that have the same
    values in `strata`. `alpha` in [0, 1] weighs that matrix against leaving every cell as it is.
    """

    title: ClassVar[ClassText] = ClassText(marked("PRAM"))
    does: ClassVar[ClassText] = ClassText(marked("exchanges values by known probabilities"))
    keeps: ClassVar[Keeps] = Keeps.VALUES

    method: Literal["pram"] = "pram"
    strata: tuple[str, ...] = ()
    retention: float = Field(default=0.8, ge=0.0, le=1.0, strict=True)
    matrix: dict[str, dict[str, float]] | None = None
    invariant: bool = Field(default=True, strict=True)
    alpha: float = Field(default=0.5, ge=0.0, le=1.0, strict=True)
    seed: int = Field(default=0, ge=0, strict=True)

    @model_validator(mode="after")
    def _has_a_matrix_of_probabilities(self) -> Self:
        if self.matrix is None:
            return self
        if len(self.columns) > 1:
            raise UnfitValue(
                tr("a matrix is that of one column"), tr("Write a table [[perturbation]] for each column.")
            )
        if "retention" in self.model_fields_set:
            raise UnfitValue(tr("the matrix says how likely values stay"), tr("Leave retention or the matrix out."))
        for value, row in self.matrix.items():
            if not all(0.0 <= share <= 1.0 for share in row.values()):
                raise UnfitValue(
                    tr("the matrix has no probabilities for {value}", value=quoted(value)),
                    tr("Write numbers from 0 to 1."),
                )
            if not math.isclose(math.fsum(row.values()), 1.0, abs_tol=_ROUNDING):
                raise UnfitValue(
                    tr("the probabilities for {value} do not add up to 1", value=quoted(value)),
                    tr("Correct the matrix."),
                )
        return self

    @property
    def also_reads(self) -> Mapping[str, tuple[str, ...]]:
        """The columns of the strata."""
        return {"strata": self.strata}

    @property
    def new_values(self) -> tuple[str, ...]:
        """Those that the matrix leads to."""
        return tuple(value for row in (self.matrix or {}).values() for value in row)

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        strata = ", ".join(map(quoted, self.strata))
        if self.invariant and strata:
            told = marked("Cells change to other values of their column; expected frequencies stay within {strata}.")
        elif self.invariant:
            told = marked("Cells change to other values of their column; expected frequencies stay.")
        elif strata:
            told = marked(
                "Cells change to other values of their column, with the probabilities of a matrix within {strata}."
            )
        else:
            told = marked("Cells change to other values of their column, with the probabilities of a matrix.")
        return tr(told, strata=strata)

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Columns of too many values, and values of the matrix that a column does not have."""
        for name in self.columns:
            column = records.columns[name]
            number = len(np.unique(column.codes[~missing_cells(column)]))
            if number > MOST_VALUES:
                found = tr(
                    "{name} has {number} different values, and a matrix of at most {most} is formed",
                    name=quoted(name),
                    number=whole(number),
                    most=whole(MOST_VALUES),
                )
                yield Unfit("columns", found, tr('Choose "rank-swapping", or a column of fewer values.'))
            named = [value for source, row in (self.matrix or {}).items() for value in (source, *row)]
            for value in dict.fromkeys(named):
                if not value or value not in column.values:
                    found = tr("{name} has no value {value}", name=quoted(name), value=quoted(value))
                    yield Unfit("matrix", found, suggestion(value, [each for each in column.values if each]))

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Draw every cell anew, stratum by stratum."""
        strata = [records.columns[name] for name in self.strata]
        stratum, examples = _strata(strata, records.number)
        changed, drawn_of = [], {}
        for place, name in enumerate(self.columns):
            column = records.columns[name]
            codes, told = column.codes.copy(), []
            generator = generator_of(self.seed, place)
            missing = missing_cells(column)
            for number, example in enumerate(examples):
                rows = np.flatnonzero((stratum == number) & ~missing)
                values, before = self._domain(column, rows)
                if not len(values):
                    continue
                matrix = self._transitions(column, values, before)
                position = np.searchsorted(values, column.codes[rows])
                drawn = _draw(matrix, position, generator)
                codes[rows] = values[drawn]
                found = _Drawn(
                    {each.name: each.values[each.codes[example]] for each in strata},
                    [column.values[code] for code in values.tolist()],
                    matrix,
                    before,
                    np.bincount(drawn, minlength=len(values)),
                    int((drawn != position).sum()),
                )
                told.append(found)
            changed.append(Column(name, codes, column.values, column.type))
            drawn_of[name] = told
        facts = {name: [each.plain() for each in told] for name, told in drawn_of.items()}
        return PerturbedColumns(tuple(changed), {"transitions": facts}, partial(_tables, drawn_of))

    def _domain(self, column: Column, rows: NDArray[np.intp]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The codes that the cells of a stratum have or may get, in order, and how many cells have each of them."""
        counts = np.bincount(column.codes[rows], minlength=len(column.values))
        occurs = counts > 0
        if self.matrix is not None and len(rows):
            named = {value for source, row in self.matrix.items() for value in (source, *row)}
            occurs |= np.array([value in named for value in column.values], np.bool_)
        values = np.flatnonzero(occurs)
        return values, counts[values]

    def _transitions(self, column: Column, values: NDArray[np.int64], before: NDArray[np.int64]) -> Matrix:
        """The matrix that the cells of a stratum are drawn by."""
        if self.matrix is None:
            first = retaining(len(values), self.retention)
        else:
            first = np.eye(len(values))
            place = {column.values[code]: row for row, code in enumerate(values.tolist())}
            for value, row in self.matrix.items():
                first[place[value]] = 0.0
                for new, share in row.items():
                    first[place[value], place[new]] = share
        matrix = invariant_matrix(first, before / before.sum()) if self.invariant else first
        mixed: Matrix = self.alpha * matrix + (1.0 - self.alpha) * np.eye(len(values))
        return mixed


def retaining(values: int, retention: float) -> Matrix:
    """The matrix that keeps a value with a probability, float64[values, values]; all others are equally likely."""
    if values == 1:
        return np.ones((1, 1))
    matrix = np.full((values, values), (1.0 - retention) / (values - 1))
    np.fill_diagonal(matrix, retention)
    return matrix


def invariant_matrix(first: Matrix, shares: NDArray[np.float64]) -> Matrix:
    """A matrix R with shares R = shares: `first`, then back by Bayes' rule (invariant PRAM, Gouweleeuw et al. 1998).

    `first` float64[values, values] has rows that add up to 1, `shares` float64[values] are the relative frequencies.
    The second matrix has Q[k, j] = P[j, k] p[j] / (sum over i of P[i, k] p[i]): how likely a value k came from j.
    """
    joint = first * shares[:, None]
    reached = joint.sum(axis=0)
    back = np.eye(len(shares))
    possible = reached > 0.0
    back[possible] = (joint[:, possible] / reached[possible]).T
    found: Matrix = first @ back
    return found


def _draw(matrix: Matrix, rows: NDArray[np.int64], generator: np.random.Generator) -> NDArray[np.int64]:
    """A column for each cell, int64[cells], by the probabilities of its row in the matrix."""
    ends = np.cumsum(matrix, axis=1)
    ends /= ends[:, -1:]
    points = generator.random(len(rows))
    places = np.searchsorted((ends + np.arange(len(ends))[:, None]).ravel(), rows + points, side="right")
    drawn: NDArray[np.int64] = np.clip(places - rows * len(ends), 0, len(ends) - 1)
    return drawn


def _strata(columns: list[Column], records: int) -> tuple[NDArray[np.int64], list[int]]:
    """The stratum of each record, int64[records], and a record of each stratum."""
    if not columns:
        return np.zeros(records, np.int64), [0] if records else []
    together = np.stack([column.codes for column in columns])
    _rows, examples, stratum = np.unique(together, axis=1, return_index=True, return_inverse=True)
    return stratum.reshape(-1), examples.tolist()


def _tables(drawn: Mapping[str, Sequence[_Drawn]]) -> Iterator[FigureTable]:
    yield from (each.table(name) for name, told in drawn.items() for each in told)


class _Drawn:
    """What became of one column in one stratum."""

    def __init__(
        self,
        stratum: Mapping[str, str],
        values: list[str],
        matrix: Matrix,
        before: NDArray[np.int64],
        after: NDArray[np.int64],
        changed: int,
    ) -> None:
        self._stratum, self._values, self._matrix, self._changed = stratum, values, matrix, changed
        self._before, self._after = before, after
        self._expected = before @ matrix

    def plain(self) -> dict[str, Any]:
        return {
            "stratum": dict(self._stratum),
            "values": self._values,
            "matrix": self._matrix.tolist(),
            "before": self._before.tolist(),
            "expected": self._expected.tolist(),
            "after": self._after.tolist(),
            "changed": self._changed,
        }

    def table(self, name: str) -> FigureTable:
        within = ", ".join(f"{column} = {value}" for column, value in self._stratum.items())
        caption = tr("Transition matrix of {column}", column=name)
        if within:
            caption = tr("Transition matrix of {column} where {condition}", column=name, condition=within)
        shown = self._values if len(self._values) <= MOST_SHOWN else []
        ends = [tr("to {value}", value=value) for value in shown] or [tr("Stays")]
        heads = (tr("Value"), tr("Before"), tr("Expected"), tr("After"), *ends)
        rows = []
        for place, value in enumerate(self._values):
            shares = self._matrix[place] if shown else self._matrix[place, place : place + 1]
            figures = (whole(self._before[place]), fixed(self._expected[place], 1), whole(self._after[place]))
            rows.append((value, *figures, *(fixed(share, 4) for share in shares.tolist())))
        return FigureTable(caption, heads, tuple(rows), shows_values=True)
