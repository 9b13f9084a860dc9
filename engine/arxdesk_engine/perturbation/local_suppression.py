"""Local suppression: single values are removed until each record looks like at least k - 1 others.

As in sdcMicro (Templ, Kowarik and Meindl 2015, Journal of Statistical Software 67(4)), a missing cell
matches every value: the frequency of a record is the number of records that agree with it in every key that neither
lacks. Suppressing a cell lowers no frequency, so that each record has to be looked at once: it loses the cells whose
importance is least in sum among all sets of keys that lead it to k.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any, ClassVar, Literal, Self

import numpy as np
from numpy.typing import NDArray
from pydantic import Field, model_validator

from arxdesk_engine.data.dataset import Column
from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.errors import UnfitValue, quoted
from arxdesk_engine.foundation.language import marked, tr, whole
from arxdesk_engine.foundation.translated import ClassText
from arxdesk_engine.perturbation.method import (
    FigureTable,
    Keeps,
    Perturbation,
    PerturbedColumns,
    PerturbedRecords,
    Unfit,
    in_percent,
)
from arxdesk_engine.risk.wildcards import DistinctTuples, cell_codes, compatible_records, distinct_tuples

MOST_KEYS = 12
"""All sets of keys are weighed against each other: there are 2^keys."""
_MATCHES_ALL = ("", SUPPRESSED)


class LocalSuppression(Perturbation):
    """Cells of the keys `columns` become missing until every record is compatible with `k` records, itself among them.

    `importance` says how much a cell of a key weighs, 1 where it says nothing: of all sets of cells that lead a record
    to k, one with the least sum is suppressed. Nothing is drawn: there is no seed.
    """

    title: ClassVar[ClassText] = ClassText(marked("Local suppression"))
    does: ClassVar[ClassText] = ClassText(marked("removes single values until each record looks like k - 1 others"))
    keeps: ClassVar[Keeps] = Keeps.CELLS

    method: Literal["local-suppression"] = "local-suppression"
    k: int = Field(ge=2, le=2**31 - 1, strict=True)
    importance: dict[str, Annotated[int, Field(ge=1, le=1000, strict=True)]] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _weighs_its_own_keys(self) -> Self:
        for name in self.importance:
            if name not in self.columns:
                raise UnfitValue(
                    tr("importance names {name}, which is no key", name=quoted(name)),
                    tr("Name columns of columns = [...]."),
                )
        if len(self.columns) > MOST_KEYS:
            raise UnfitValue(tr("there are {n} keys", n=len(self.columns)), tr("Name at most {most}.", most=MOST_KEYS))
        return self

    @property
    def least_matches(self) -> int:
        """The k of the settings."""
        return self.k

    def with_names(self, change: Callable[[str], str]) -> Self:
        """The same settings with the names of columns changed."""
        importance = {change(name): weight for name, weight in self.importance.items()}
        return super().with_names(change).model_copy(update={"importance": importance})

    @property
    def sentence(self) -> str:
        """What it does, in one plain sentence."""
        return tr(
            "Cells are left out until every record looks like {k} in {columns}; a missing cell matches any value.",
            k=self.k,
            columns=", ".join(map(quoted, self.columns)),
        )

    def unfit(self, records: PerturbedRecords) -> Iterator[Unfit]:
        """Tables of fewer than k records."""
        if records.number < self.k:
            yield Unfit(
                "k", tr("the table has {number} records", number=whole(records.number)), tr("Write a smaller k.")
            )

    def perturb(self, records: PerturbedRecords) -> PerturbedColumns:
        """Suppress tuple by tuple, the rarest first."""
        from arxdesk_engine.kernels.perturbation.local_suppression import suppress_cells  # noqa: PLC0415 - loads Numba

        columns = [records.columns[name] for name in self.columns]
        tuples = distinct_tuples([cell_codes(column, _MATCHES_ALL) for column in columns])
        before = _frequencies(tuples)
        rare = np.flatnonzero(before < self.k)
        order = rare[np.argsort(before[rare], kind="stable")].astype(np.int64)
        codes = np.array(tuples.codes.T, order="C")
        costs = _costs([self.importance.get(name, 1) for name in self.columns])
        suppress_cells(codes, tuples.counts, order, self.k, costs, np.zeros(len(costs), np.int64))
        gone = (codes < 0) & (tuples.codes.T >= 0)
        left = distinct_tuples(list(codes.T), tuples.counts)
        after = _frequencies(left)
        suppressed = gone.T @ tuples.counts
        changed = [
            _without(column, gone[:, place][tuples.tuple_of_record]) if suppressed[place] else column
            for place, column in enumerate(columns)
        ]
        facts = self._facts(suppressed.tolist(), records.number)
        facts |= {
            "records_below_k": {
                "before": int(tuples.counts[rare].sum()),
                "after": int(left.counts[after < self.k].sum()),
            },
            "least_matches": {"before": _least(before), "after": _least(after)},
        }
        return PerturbedColumns(tuple(changed), facts, partial(self._tables, facts, records.number))

    def _facts(self, suppressed: list[int], records: int) -> dict[str, Any]:
        keys = {
            name: {"importance": self.importance.get(name, 1), "suppressed": number, "share": number / max(1, records)}
            for name, number in zip(self.columns, suppressed, strict=True)
        }
        return {"keys": keys}

    def _tables(self, facts: dict[str, Any], records: int) -> Iterator[FigureTable]:
        rows = tuple(
            (name, f"{each['importance']}", whole(each["suppressed"]), in_percent(each["share"], 2))
            for name, each in facts["keys"].items()
        )
        heads = (tr("Key"), tr("Importance"), tr("Suppressed"), tr("Share"))
        yield FigureTable(tr("Suppressed cells"), heads, rows)
        below, least = facts["records_below_k"], facts["least_matches"]
        found = (
            (
                tr("Records like fewer than {k}", k=self.k),
                tr("{part} of {whole}", part=whole(below["before"]), whole=whole(records)),
                whole(below["after"]),
            ),
            (tr("Records like the rarest one, itself among them"), whole(least["before"]), whole(least["after"])),
        )
        yield FigureTable(tr("Records that look alike in the keys"), ("", tr("Before"), tr("After")), found)


def _least(frequencies: NDArray[np.int64]) -> int:
    return int(frequencies.min()) if len(frequencies) else 0


def _frequencies(tuples: DistinctTuples) -> NDArray[np.int64]:
    """How many records are compatible with each tuple, int64[tuples]."""
    if not len(tuples):
        return np.zeros(0, np.int64)
    found = compatible_records(tuples)
    if found is None:
        raise ValueError("counting ended early")
    return found


def _costs(importance: list[int]) -> NDArray[np.int64]:
    """The importance of every set of keys in sum, int64[2^keys]; a set has a bit for each key."""
    sets = np.arange(2 ** len(importance))
    bits = (sets[:, None] >> np.arange(len(importance))) & 1
    costs: NDArray[np.int64] = bits @ np.array(importance, np.int64)
    return costs


def _without(column: Column, gone: NDArray[np.bool_]) -> Column:
    """The column with missing cells in some records, bool[records]."""
    values = column.values if "" in column.values else (*column.values, "")
    codes = np.where(gone, np.int32(values.index("")), column.codes)
    return Column.encode(column.name, codes, values, column.type)
