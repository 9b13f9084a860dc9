"""Several releases about the same people, put beside each other.

Each may keep everybody among k: where the groups differ, somebody can be alone in what two of them have in common. And
where the candidates of each release tell different secrets of somebody, what all of them allow may be one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.attacks.singling_out import FEW
from arxdesk_engine.kernels.attacks.candidates import CandidateFigures
from arxdesk_engine.risk.intervals import Share
from arxdesk_engine.verification.texts import categorical, group_numbers


@dataclass(frozen=True, slots=True, eq=False)
class NarrowedSecret:
    """A secret column: of each member how many values all releases together allow, int64[members], 0 where some release
    has no candidate; and whether one release alone allows one value only, bool[members]."""

    secret: str
    values: NDArray[np.int64]
    told_alone: NDArray[np.bool_]

    @property
    def told(self) -> Share:
        """People of whom the releases together tell the value, and none of them alone."""
        return Share(int(((self.values == 1) & ~self.told_alone).sum()), len(self.values))


@dataclass(frozen=True, slots=True, eq=False)
class SecondRelease:
    """What releases tell together of the members of the newest one.

    `together` int64[members] is how many of these people look the same in every release, `alone` the fewest who do in
    one of them, among those who have candidates in all; 0 for others.
    """

    together: NDArray[np.int64]
    alone: NDArray[np.int64]
    secrets: tuple[NarrowedSecret, ...]
    least: int

    @property
    def narrowed(self) -> Share:
        """People who are among fewer than `least` in all releases together, and in none of them alone."""
        found = (self.together > 0) & (self.together < self.least) & (self.alone >= self.least)
        return Share(int(found.sum()), len(self.together))

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        some = self.together[self.together > 0]
        return {
            "narrowed": {"below": self.least, **self.narrowed.plain()},
            "fewest_together": int(some.min()) if len(some) else None,
            "secrets": [{"secret": each.secret, "told_together": each.told.plain()} for each in self.secrets],
        }


def second_release(
    releases: Sequence[AttackedTable], known: Sequence[str], secrets: Sequence[str], least: int = FEW
) -> SecondRelease:
    """Put releases of the same input beside each other, the newest one first; known and secret columns are in all."""
    members = np.flatnonzero(releases[0].members)
    has_all = np.ones(len(members), np.bool_)
    for each in releases:
        has_all &= each.candidates(known, members).records > 0
    looks = [_looks(each, known, members) for each in releases]
    alone = np.full(len(members), len(members), np.int64)
    for look in looks:
        alone = np.minimum(alone, np.bincount(look[has_all], minlength=int(look.max(initial=0)) + 1)[look])
    both = group_numbers([categorical(look, range(int(look.max(initial=0)) + 1)) for look in looks])
    together = np.bincount(both[has_all], minlength=int(both.max(initial=0)) + 1)[both]
    narrowed = tuple(_narrowed(releases, known, secret, members) for secret in secrets)
    return SecondRelease(np.where(has_all, together, 0), np.where(has_all, alone, 0), narrowed, least)


def _looks(table: AttackedTable, known: Sequence[str], members: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which members look the same in a release: those whose values are covered by the same labels of it."""
    columns = []
    for name in known:
        column = table.columns[name]
        shown = np.unique(column.labels)
        _sets, look = np.unique(column.covers[:, shown], axis=0, return_inverse=True)
        columns.append(categorical(look.reshape(-1)[column.values[members]].astype(np.int64), range(len(_sets))))
    return group_numbers(columns) if columns else np.zeros(len(members), np.int64)


def _narrowed(
    releases: Sequence[AttackedTable], known: Sequence[str], secret: str, members: NDArray[np.int64]
) -> NarrowedSecret:
    """The values of a secret that the candidates of every release allow."""
    number = len(releases[0].columns[secret].texts)
    allowed = np.ones((len(members), number), np.bool_)
    told_alone = np.zeros(len(members), np.bool_)
    for each in releases:
        here = np.stack([_can_be(each, known, secret, value, members) for value in range(number)], axis=1)
        told_alone |= here.sum(axis=1) == 1
        allowed &= here
    return NarrowedSecret(secret, allowed.sum(axis=1), told_alone)


def _can_be(
    table: AttackedTable, known: Sequence[str], secret: str, value: int, members: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """The members who have a candidate whose secret can be this value."""
    found: CandidateFigures = table.with_secret(secret, value).candidates(known, members)
    return found.records > 0
