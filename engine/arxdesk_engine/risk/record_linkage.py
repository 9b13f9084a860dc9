"""Distance-based record linkage: who has the original cells of perturbed columns looks for the nearest records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr

_EQUAL = 1e-12
"""Distances are shares: those that differ by less are the same."""
_AT_A_TIME = 16
_SEED = 20_261_128


@dataclass(frozen=True, slots=True, eq=False)
class ComparedRecords:
    """The same records before and after a perturbation.

    `before` and `after` float64[records, numbers] are numbers divided by the range that their column has in both, NaN
    for a missing cell; `codes_before` and `codes_after` int32[records, categories] are common codes, -1 for such a one.
    """

    before: NDArray[np.float64]
    after: NDArray[np.float64]
    codes_before: NDArray[np.int32]
    codes_after: NDArray[np.int32]

    @classmethod
    def of(
        cls,
        numbers: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]],
        categories: Sequence[tuple[NDArray[np.int32], NDArray[np.int32]]],
    ) -> ComparedRecords:
        """Records of columns, each with its cells before and after; there is at least one column."""
        records = len(numbers[0][0]) if numbers else len(categories[0][0])
        made = cls(
            np.empty((records, len(numbers))),
            np.empty((records, len(numbers))),
            np.empty((records, len(categories)), np.int32),
            np.empty((records, len(categories)), np.int32),
        )
        for place, (before, after) in enumerate(numbers):
            width = _range(np.concatenate([before, after]))
            made.before[:, place], made.after[:, place] = before / width, after / width
        for place, (codes_before, codes_after) in enumerate(categories):
            made.codes_before[:, place], made.codes_after[:, place] = codes_before, codes_after
        return made

    @property
    def records(self) -> int:
        """The number of records."""
        return len(self.before)

    def distances(self) -> NDArray[np.float64]:
        """The distance of each record before to each after, float64[records, records] in [0, 1]: the mean difference in
        the columns in which both have a cell, 1 where there is none (Gower 1971)."""
        from arxdesk_engine.kernels.perturbation.linkage import fill_distances  # noqa: PLC0415 - Numba is loaded when needed

        found = np.empty((self.records, self.records))
        fill_distances(self.before, self.after, self.codes_before, self.codes_after, found)
        return found


def _range(numbers: NDArray[np.float64]) -> float:
    known = numbers[~np.isnan(numbers)]
    return (float(np.ptp(known)) if len(known) else 0.0) or 1.0


@dataclass(frozen=True, slots=True)
class NearestLinks:
    """What the nearest records give away: of `tried` records, `correct` are expected to be linked to their own, where
    one of all at the least distance is picked at random; `alone` are surely, since nothing else is as near."""

    tried: int
    correct: float
    alone: int


def nearest_links(compared: ComparedRecords, tried: NDArray[np.int64], control: Control | None = None) -> NearestLinks:
    """Link some records before (int64[n]) to the nearest of all after (Domingo-Ferrer & Torra 2001). Raises Stopped."""
    from arxdesk_engine.kernels.perturbation.linkage import count_nearest  # noqa: PLC0415 - Numba is loaded when needed

    control = control or Control()
    arrays = compared.before, compared.after, compared.codes_before, compared.codes_after
    ties = np.zeros(len(tried), np.int64)
    for start in range(0, len(tried), _AT_A_TIME):
        control.raise_if_stopped()
        control.report(Progress(tr("Linking perturbed records"), start / len(tried)))
        part = slice(start, start + _AT_A_TIME)
        count_nearest(*arrays, tried[part], _EQUAL, ties[part])
    linked = ties[ties > 0]
    return NearestLinks(len(tried), float((1.0 / linked).sum()), int((linked == 1).sum()))


def optimal_links(distances: NDArray[np.float64]) -> NDArray[np.intp]:
    """The record after that each record before is linked to, intp[records], where each is linked to another one and the
    sum of the distances, float64[records, records], is the least possible (Herranz, Nin, Rodríguez & Tassa 2015).

    Where several links are as good, chance decides, always in the same way: the order of the records decides nothing.
    """
    from scipy.optimize import linear_sum_assignment  # noqa: PLC0415 - importing it takes long, and few need it

    order = np.random.Generator(np.random.PCG64(_SEED)).permutation(distances.shape[1])
    _rows, chosen = linear_sum_assignment(distances[:, order])
    found: NDArray[np.intp] = order[chosen]
    return found
