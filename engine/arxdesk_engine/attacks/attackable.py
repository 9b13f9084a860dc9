"""What an attack needs of a table: the release, or the input taken for one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.kernels.attacks.candidates import CandidateFigures

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]


class Told(NamedTuple):
    """The likeliest value that guesses stand for, int64[n], -1 for none; its share among the values that each covers,
    float64[n]; and whether it is the only one, bool[n]."""

    values: Numbers
    shares: NDArray[np.float64]
    is_one: Bools


class Attackable(Protocol):
    """Rows that are shared, beside the people whom an attacker looks for in them."""

    @property
    def members(self) -> Bools:
        """The records that were to be shared, bool[records]."""
        ...

    @property
    def outside(self) -> Bools:
        """The records of nobody among them, bool[records]."""
        ...

    def candidates(self, known: Sequence[str], records: Numbers, secret: str | None = None) -> CandidateFigures:
        """The rows that some records int64[n] can be, of whom the columns `known` are known, int64[n] each; `secret` is
        the column that is told apart among them."""
        ...

    def commonest(self, secret: str) -> int:
        """The code of what most rows show of a column, the first of several; -1 without rows."""
        ...

    def told(self, secret: str, guesses: Numbers) -> Told:
        """What guesses of a column, int64[n] as rows show it, tell of its value; of -1 nothing."""
        ...

    def truth(self, secret: str, records: Numbers) -> Numbers:
        """The codes of what is true of some records int64[n], int64[n]."""
        ...
