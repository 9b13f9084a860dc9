"""The input taken for a release: what attackers would find if everybody's values were shared as they are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attackable import Told
from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.kernels.attacks.candidates import CandidateFigures
from arxdesk_engine.verification.texts import categorical, group_numbers

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]


@dataclass(frozen=True, slots=True, eq=False)
class InputAsRelease:
    """The records that were to be shared as the input has them; values that top and bottom coding hides are its bounds,
    as everywhere before."""

    table: AttackedTable

    @property
    def members(self) -> Bools:
        """The records that would be shared, bool[records]."""
        return self.table.members

    @property
    def outside(self) -> Bools:
        """The records of nobody among them, bool[records]."""
        return self.table.outside

    def candidates(self, known: Sequence[str], records: Numbers, secret: str | None = None) -> CandidateFigures:
        """The shared records with the same values in all columns `known`, int64[n] each; without a known column all.

        `guess` is -1 without a candidate. Without a `secret` all of them count as showing the same.
        """
        group, number = self._groups(known)
        shared = group[self.members]
        counts = np.bincount(shared, minlength=number)
        shown = np.zeros(len(shared), np.int64) if secret is None else self._values(secret)[self.members]
        width = int(shown.max(initial=0)) + 1
        pairs, sizes = np.unique(shared * width + shown, return_counts=True)
        of_pair = pairs // width
        order = np.lexsort((pairs, -sizes, of_pair))  # the commonest of each group first, of several the first one
        groups, first = np.unique(of_pair[order], return_index=True)
        most, guess = np.zeros(number, np.int64), np.full(number, -1, np.int64)
        most[groups], guess[groups] = sizes[order][first], (pairs % width)[order][first]
        different = np.bincount(of_pair, minlength=number)
        found = group[records]
        return CandidateFigures(*(each[found].astype(np.int64) for each in (counts, most, guess, different)))

    def commonest(self, secret: str) -> int:
        """The code of the commonest value of a column, the first of several; -1 without records."""
        shown = self._values(secret)[self.members]
        return int(np.bincount(shown).argmax()) if len(shown) else -1

    def told(self, secret: str, guesses: Numbers) -> Told:
        """What guessed values int64[n] of a column tell: themselves."""
        del secret
        is_any = guesses >= 0
        return Told(guesses, is_any.astype(np.float64), is_any)

    def truth(self, secret: str, records: Numbers) -> Numbers:
        """The codes of the values of some records int64[n], int64[n]."""
        return self._values(secret)[records]

    def _groups(self, known: Sequence[str]) -> tuple[Numbers, int]:
        """The group of each record, int64[records], by what is known of it; and how many there are."""
        values = [self._values(name) for name in known]
        coded = [categorical(each, np.arange(int(each.max(initial=0)) + 1)) for each in values]
        group = group_numbers(coded) if coded else np.zeros(len(self.members), np.int64)
        return group, int(group.max(initial=-1)) + 1

    def _values(self, name: str) -> Numbers:
        return self.table.columns[name].values
