"""What a release tells together with the releases in the ledger of its project."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.projects.input_identity import InputIdentity
from arxdesk_engine.projects.ledger import NOT_RELEASED, Ledger, LedgerEntry
from arxdesk_engine.risk.intersection import ABSENT, Intersection, ReleasePair, intersected, pairs_of

Numbers = NDArray[np.int64]

FEW = 5
"""People who are fewer are few, whatever the releases promise."""


@dataclass(frozen=True, slots=True, eq=False)
class Overlap:
    """A release beside earlier ones by the groups that its records are in.

    `found` is about the records of the input and, behind them, the people whom only earlier releases of other inputs
    show; the release comes first, the others follow as in `names`. `least` people are not few. `left_out` are the
    releases whose people cannot be found in this input.
    """

    found: Intersection
    names: tuple[str, ...]
    pairs: tuple[ReleasePair, ...]
    least: int
    left_out: tuple[str, ...]

    @property
    def some(self) -> int:
        """All who are among fewer than `least` in the releases together, and among more in each alone."""
        return int(self.found.narrowed(self.least).sum())

    @property
    def offending(self) -> ReleasePair | None:
        """The first two releases that narrow somebody down by themselves; None where no two do."""
        return next((pair for pair in self.pairs if pair.narrowed.some), None)


def present_in(entry: LedgerEntry, identity: InputIdentity) -> NDArray[np.bool_] | None:
    """The records of an input whom a release shows, bool[records]; None where its people cannot be found there."""
    look = _look(entry, identity)
    return None if look is None else look[: identity.records] != ABSENT


def overlap_of(
    ledger: Ledger, identity: InputIdentity, classes: NDArray[np.int32], name: str, most: int = FEW
) -> Overlap:
    """Put a release beside those in a ledger, the latest first.

    Few are fewer than the smallest group of any of them has, and than `most`.

    `classes` int32[records] is the group of each record of the input, NOT_RELEASED for none. Releases of the same input
    are compared record by record; those of another one person by person, where the same column tells people apart in
    both. A person with several records there looks like those whose records are in the same groups.
    """
    entries = [each for each in reversed(ledger.entries) if _is_found(each, identity)]
    left_out = tuple(each.name for each in ledger.entries if not _is_found(each, identity))
    gone = _gone(entries, identity)
    looks = [np.concatenate([classes.astype(np.int64), np.full(len(gone), ABSENT, np.int64)])]
    for each in entries:
        look = _look(each, identity, gone)
        assert look is not None  # noqa: S101 - it was asked for above
        looks.append(look)
    names = (name, *(each.name for each in entries))
    least = max(2, min(most, *map(_smallest, looks)))
    return Overlap(intersected(looks), names, pairs_of(looks, names, least), least, left_out)


def _smallest(look: Numbers) -> int:
    """The people in the smallest group of a release; without any more than there can be."""
    sizes = np.bincount(look[look != ABSENT])
    return int(sizes[sizes > 0].min(initial=len(look) + 1))


def _is_found(entry: LedgerEntry, identity: InputIdentity) -> bool:
    shown = entry.shown
    if shown is None:
        return False
    if entry.input_digest == identity.digest and len(shown.classes) == identity.records:
        return True
    both = shown.people is not None and identity.people is not None
    return both and entry.person == identity.person


def _is_same_input(entry: LedgerEntry, identity: InputIdentity) -> bool:
    return entry.shown is not None and entry.input_digest == identity.digest


def _gone(entries: Sequence[LedgerEntry], identity: InputIdentity) -> Numbers:
    """The people whom only releases of other inputs show, int64[people], in order."""
    others = [each.shown for each in entries if each.shown is not None and not _is_same_input(each, identity)]
    if identity.people is None or not others:
        return np.zeros(0, np.int64)
    found = [each.people[each.classes != NOT_RELEASED] for each in others if each.people is not None]
    return np.setdiff1d(np.concatenate(found), identity.people)


def _look(entry: LedgerEntry, identity: InputIdentity, gone: Numbers | None = None) -> Numbers | None:
    """How everybody looks in a release, int64[records of the input and people who are gone]."""
    shown, extra = entry.shown, np.zeros(0, np.int64) if gone is None else gone
    if shown is None or not _is_found(entry, identity):
        return None
    if _is_same_input(entry, identity):
        return np.concatenate([shown.classes.astype(np.int64), np.full(len(extra), ABSENT, np.int64)])
    assert shown.people is not None  # noqa: S101 - else nobody would be found
    assert identity.people is not None  # noqa: S101
    people, looks = _looks_of_people(shown.people, shown.classes)
    wanted = np.concatenate([identity.people, extra])
    place = np.searchsorted(people, wanted)
    place[place == len(people)] = 0
    is_there = people[place] == wanted if len(people) else np.zeros(len(wanted), np.bool_)
    return np.where(is_there, looks[place] if len(people) else 0, ABSENT)


def _looks_of_people(people: Numbers, classes: NDArray[np.int32]) -> tuple[Numbers, Numbers]:
    """The people with released records, int64[people] in order, and a number for the groups of each, int64[people].

    Two people have the same number where their records are in the same groups, as often. The groups of a person are
    told apart by the sum of random numbers of 64 bits, one for each group (Zobrist 1970).
    """
    released = classes != NOT_RELEASED
    order = np.argsort(people[released], kind="stable")
    ordered, groups = people[released][order], classes[released][order]
    distinct, first = np.unique(ordered, return_index=True)
    if not len(distinct):
        return distinct, distinct
    numbers = np.random.default_rng(0).integers(0, 2**64, int(groups.max()) + 1, np.uint64)
    sums = np.add.reduceat(numbers[groups], first)
    return distinct, np.unique(sums, return_inverse=True)[1].astype(np.int64)
