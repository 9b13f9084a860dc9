"""The input of a classifier: features as categories or numbers, and the classes of a target."""

from __future__ import annotations

import zlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.attribute_measures import MISSING
from arxdesk_engine.analysis.statistics.cells import combinations
from arxdesk_engine.data.dataset import Codes, Column
from arxdesk_engine.data.schema import SUPPRESSED

MOST_CATEGORIES = 1000
"""A feature with more values is hashed into this many categories (engine reference 7)."""
MOST_CLASSES = 100
"""A target with more classes has its rarer ones as a single one."""
MOST_OF_NUMBERS = 1e30
"""Larger numbers of a feature are divided by the largest of them, so that classifiers can calculate with them."""
UNKNOWN = -1
OTHERS = "(others)"

Mask = NDArray[np.bool_]
Numbers = NDArray[np.float64]

SCALINGS: dict[str, Callable[[Numbers], Numbers]] = {
    "linear": lambda x: x,
    "reciprocal": lambda x: 1.0 / x,
    "log": np.log,
    "sqrt": np.sqrt,
    "square": np.square,
}
"""The scalings of numeric features, by the name in a job."""


@dataclass(frozen=True, slots=True)
class Features:
    """`codes` int32[records, categorical features], each below its one of `sizes`; missing and suppressed cells are
    categories like any other. `numbers` float64[records, numeric features], NaN where the number is not known.
    """

    codes: Codes
    sizes: tuple[int, ...]
    numbers: Numbers

    @property
    def number(self) -> int:
        """The number of features."""
        return len(self.sizes) + int(self.numbers.shape[1])

    def ordered(self, rows: NDArray[np.intp]) -> NDArray[np.float32]:
        """Of some records a column per feature: the number of the category, or the number; -1 with a column that says
        so where a number is not known. float32[rows, features]; for classifiers that ask only what is larger.
        """
        numbers = self.numbers[rows]
        known = np.isfinite(numbers)
        return np.hstack([self.codes[rows], np.where(known, numbers, -1.0), known]).astype(np.float32)

    def indicators(self, rows: NDArray[np.intp], scale: tuple[Numbers, Numbers]) -> Any:  # noqa: ANN401 - untyped library
        """Of some records a column per category, 1 where it is the one of the record, as a sparse matrix.

        Numbers are standardized by their mean and deviation in `scale`; unknown ones are 0, with a column that says so.
        """
        from scipy.sparse import csr_matrix, hstack  # noqa: PLC0415 - slow to import

        codes, starts = self.codes[rows], np.cumsum([0, *self.sizes])
        places = (codes + starts[:-1]).astype(np.int32).ravel()
        ends = np.arange(0, codes.size + 1, max(codes.shape[1], 1)) if codes.shape[1] else np.zeros(len(rows) + 1)
        categories = csr_matrix(
            (np.ones(len(places)), places, ends.astype(np.int32)), shape=(len(rows), int(starts[-1]))
        )
        numbers = (self.numbers[rows] - scale[0]) / scale[1]
        known = np.isfinite(numbers)
        return hstack([categories, csr_matrix(np.where(known, numbers, 0.0)), csr_matrix(~known * 1.0)], format="csr")

    def scale(self, rows: NDArray[np.intp]) -> tuple[Numbers, Numbers]:
        """Mean and standard deviation of the known numbers in some records, float64[numeric features] each."""
        numbers = self.numbers[rows]
        known = np.isfinite(numbers)
        amount = np.maximum(known.sum(axis=0), 1)
        mean = np.where(known, numbers, 0.0).sum(axis=0) / amount
        variance = (np.where(known, numbers - mean, 0.0) ** 2).sum(axis=0) / amount
        return mean, np.where(variance > 0.0, np.sqrt(variance), 1.0)


def features_of(
    columns: Sequence[Column], numbers: Sequence[tuple[Numbers, str]], records: NDArray[np.intp]
) -> Features:
    """The features of some records, by their places.

    `columns` are categories; `numbers` float64[places], NaN where unknown, each with the name of its scaling. What a
    scaling is not defined for is unknown.
    """
    codes, sizes = [], []
    for column in columns:
        category, size = _categories(column)
        codes.append(category[column.codes[records]])
        sizes.append(size)
    scaled = []
    for values, scaling in numbers:
        with np.errstate(all="ignore"):
            found = SCALINGS[scaling](values[records])
        found = np.where(np.isfinite(found), found, np.nan)
        greatest = float(np.fmax.reduce(np.abs(found), initial=0.0))
        scaled.append(found / greatest if greatest > MOST_OF_NUMBERS else found)
    return Features(
        np.stack(codes, axis=1) if codes else np.zeros((len(records), 0), np.int32),
        tuple(sizes),
        np.stack(scaled, axis=1) if scaled else np.zeros((len(records), 0)),
    )


def _categories(column: Column) -> tuple[Codes, int]:
    """The category of each value, int32[values], and how many there are."""
    number = len(column.values)
    if number <= MOST_CATEGORIES:
        return np.arange(number, dtype=np.int32), number
    hashed = [zlib.crc32(value.encode(errors="surrogatepass")) % MOST_CATEGORIES for value in column.values]
    return np.array(hashed, np.int32), MOST_CATEGORIES


@dataclass(frozen=True, slots=True)
class TargetClasses:
    """The class of each record: `codes` int32[records] point into `labels`, UNKNOWN where there is none."""

    codes: Codes
    labels: tuple[str, ...]


def target_before(column: Column) -> TargetClasses:
    """The classes of a column of the input; cells that are missing or read "*" are unknown."""
    unknown = [value in (MISSING, SUPPRESSED) for value in column.values]
    return _with_few_classes(np.where(np.array(unknown, np.bool_)[column.codes], UNKNOWN, column.codes), column.values)


def target_after(before: Column, after: Column, suppressed: Mask) -> TargetClasses:
    """The classes of the same column of the output.

    In suppressed records that read "*" it is the label that kept records with the same value mostly have, unknown where
    there are none: what the model of the output should have said of them.
    """
    hidden = suppressed & np.array([text == SUPPRESSED for text in after.values], np.bool_)[after.codes]
    codes = after.codes.copy()
    if hidden.any():
        label_of = np.full(len(before.values), UNKNOWN, np.int32)
        if not hidden.all():
            shown = combinations(
                [(before.codes[~hidden], len(before.values)), (after.codes[~hidden], len(after.values))]
            )
            order = np.argsort(shown.counts, kind="stable")  # the most frequent label is written last
            label_of[shown.codes[0][order]] = shown.codes[1][order]
        codes[hidden] = label_of[before.codes[hidden]]
    missing = np.array([text == MISSING for text in after.values], np.bool_)
    return _with_few_classes(np.where((codes >= 0) & missing[codes], UNKNOWN, codes), after.values)


def _with_few_classes(codes: Codes, labels: tuple[str, ...]) -> TargetClasses:
    """Only the classes that occur, the rarest of too many as a single one at the end."""
    counts = np.bincount(codes[codes >= 0], minlength=len(labels))
    present = np.flatnonzero(counts)
    if len(present) > MOST_CLASSES:
        frequent = np.argsort(-counts[present], kind="stable")[: MOST_CLASSES - 1]
        present = np.sort(present[frequent])
        texts = (*(labels[code] for code in present), OTHERS)
    else:
        texts = tuple(labels[code] for code in present)
    number = np.full(len(labels) + 1, len(present), np.int32)
    number[present] = np.arange(len(present))
    number[UNKNOWN] = UNKNOWN
    return TargetClasses(number[codes], texts)
