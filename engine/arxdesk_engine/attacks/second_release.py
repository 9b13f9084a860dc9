"""Several releases about the same people, put beside each other.

Each may keep everybody among k: where the groups differ, somebody can be alone in what two of them have in common. And
where the candidates of each release tell different secrets of somebody, what all of them allow may be one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedColumn, AttackedTable
from arxdesk_engine.attacks.singling_out import FEW
from arxdesk_engine.kernels.attacks.candidates import CandidateFigures
from arxdesk_engine.risk.intersection import ABSENT, Intersection, ReleasePair, intersected, pairs_of
from arxdesk_engine.risk.intervals import Share
from arxdesk_engine.verification.texts import categorical, group_numbers

MOST_VALUES = 200
"""Each value is intersected by itself: secrets with thousands of them would take hours."""


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
    """What releases tell together of the members of the newest one, which comes first.

    `found` is about these people; somebody is in a release who is known to be and has a candidate there. `pairs` tells
    the same of any two releases. Fewer than `least` are few.
    """

    found: Intersection
    pairs: tuple[ReleasePair, ...]
    secrets: tuple[NarrowedSecret, ...]
    least: int
    left_out: tuple[str, ...] = ()
    """The secrets with more than `most_values` different values, which are not intersected."""
    most_values: int = MOST_VALUES

    @property
    def together(self) -> NDArray[np.int64]:
        """How many of these people look the same in every release, int64[members]; 0 for those not in all."""
        return np.where(self.found.shown.all(axis=0), self.found.together, 0)

    @property
    def narrowed(self) -> Share:
        """People who are among fewer than `least` in all releases together, and among more in each alone."""
        return Share(self.found.stayed(self.least).some, len(self.found.together))

    @property
    def offending(self) -> ReleasePair | None:
        """The first two releases that narrow somebody down by themselves; None where no two do."""
        return next((pair for pair in self.pairs if pair.narrowed.some), None)

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        some = self.together[self.together > 0]
        return {
            "narrowed": {"below": self.least, **self.narrowed.plain()},
            "fewest_together": int(some.min()) if len(some) else None,
            "came": self.found.came(self.least).plain(),
            "went": self.found.went(self.least).plain(),
            "pairs": [each.plain() for each in self.pairs],
            "secrets": [{"secret": each.secret, "told_together": each.told.plain()} for each in self.secrets],
            "secrets_left_out": list(self.left_out),
        }


def second_release(
    releases: Sequence[AttackedTable],
    known: Sequence[str],
    secrets: Sequence[str],
    least: int = FEW,
    names: Sequence[str] = (),
) -> SecondRelease:
    """Put releases about the same people beside each other, the newest one first.

    Of each the known columns count that it has; a secret with at most MOST_VALUES different values is intersected
    over the releases that have it. `names` are those of the releases, by default their places from 1 on.
    """
    members = np.flatnonzero(releases[0].members)
    looks = [_looks(each, [name for name in known if name in each.columns], members) for each in releases]
    few = [secret for secret in secrets if len(releases[0].columns[secret].texts) <= MOST_VALUES]
    told = tuple(_narrowed(releases, known, secret, members) for secret in few)
    named = names or [str(place) for place in range(1, len(releases) + 1)]
    return SecondRelease(
        intersected(looks),
        pairs_of(looks, named, least),
        told,
        least,
        tuple(each for each in secrets if each not in few),
    )


def _looks(table: AttackedTable, known: Sequence[str], members: NDArray[np.int64]) -> NDArray[np.int64]:
    """Which members look the same in a release: those whose values are covered by the same labels of it; ABSENT for
    those who are not in it."""
    columns = []
    for name in known:
        column = table.columns[name]
        look = _alike(column)
        columns.append(categorical(look[column.values[members]], range(int(look.max(initial=-1)) + 1)))
    looks = group_numbers(columns) if columns else np.zeros(len(members), np.int64)
    is_in = table.members[members] & (table.candidates(known, members).records > 0)
    return np.where(is_in, looks, ABSENT)


def _alike(column: AttackedColumn) -> NDArray[np.int64]:
    """Which values are covered by the same of the labels that are shown, int64[values]."""
    shown = np.zeros(column.covers.size, np.bool_)
    shown[column.labels] = True
    covers = column.covers.within(shown)
    most = int(np.diff(covers.starts).max(initial=0))
    look = np.zeros(covers.number, np.int64)
    for place in range(most):
        here = covers.starts[:-1] + place
        is_any = here < covers.starts[1:]
        label = np.full(covers.number, -1, np.int64)
        label[is_any] = covers.labels[here[is_any]]
        _pairs, look = np.unique(look * (covers.size + 1) + label + 1, return_inverse=True)
    return look


def _narrowed(
    releases: Sequence[AttackedTable], known: Sequence[str], secret: str, members: NDArray[np.int64]
) -> NarrowedSecret:
    """The values of a secret that the candidates of every release allow that has the person and the secret."""
    telling = [each for each in releases if secret in each.columns]
    together = np.zeros(len(members), np.int64)
    alone = np.zeros((len(telling), len(members)), np.int64)
    for value in range(len(releases[0].columns[secret].texts)):
        allowed = np.ones(len(members), np.bool_)
        for place, each in enumerate(telling):
            has = [name for name in known if name in each.columns]
            here = _can_be(each, has, secret, value, members) | ~each.members[members]
            alone[place] += here
            allowed &= here
        together += allowed
    return NarrowedSecret(secret, together, (alone == 1).any(axis=0))


def _can_be(
    table: AttackedTable, known: Sequence[str], secret: str, value: int, members: NDArray[np.int64]
) -> NDArray[np.bool_]:
    """The members who have a candidate whose secret can be this value."""
    found: CandidateFigures = table.with_secret(secret, value).candidates(known, members)
    return found.records > 0
