"""People with several records: what an attacker finds out who knows one of them, or all.

One record is enough to find somebody, and nobody knows which one is known: people have the fewest candidates that a
record of theirs has. Where the release shows whose each row is, by pseudonyms, candidates are the people who have a
candidate row, and all records of somebody together leave those who have one for each.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.attacks.inference import Guesses, Inference
from arxdesk_engine.attacks.singling_out import SinglingOut
from arxdesk_engine.foundation.language import marked, tr
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.risk.intervals import Share
from arxdesk_engine.verification.texts import categorical, group_numbers

MOST_PEOPLE = 1_000
"""So many are looked at, drawn at random, where the release shows whose each row is."""

Numbers = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class ToldPeople:
    """A secret of people: those of whom a record tells it with certainty, and those whose surest guess is right."""

    secret: str
    certain: Share
    right: Share

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {"secret": self.secret, "certain": self.certain.plain(), "right": self.right.plain()}


@dataclass(frozen=True, slots=True, eq=False)
class FoundPeople:
    """The candidates of `of` people, or of a sample of them: int64[looked at] by the record of theirs that has fewest,
    and by all of their records together where the release shows whose each row is, None otherwise."""

    of: int
    by_one: SinglingOut
    by_all: SinglingOut | None
    told: tuple[ToldPeople, ...]

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {
            "people": self.of,
            "by_one_record": self.by_one.plain(),
            "by_all_records": None if self.by_all is None else self.by_all.plain(),
            "told": [each.plain() for each in self.told],
        }

    def sentences(self, words: Words = ENGLISH) -> tuple[str, ...]:
        """What is found out of people."""
        told = marked("Of {people}: {share} are singled out by one of their records.")
        if self.by_all is not None:
            told = marked("Of {people}, of {drawn} drawn: {share} are singled out by one of their records.")
        found = [
            tr(
                told,
                people=words.people(self.of),
                drawn=words.count(len(self.by_one.candidates)),
                share=words.percent_fixed(self.by_one.single.value),
            )
        ]
        if self.by_all is not None:
            every = words.percent_fixed(self.by_all.single.value)
            found.append(
                tr("The release shows whose each row is: {every} are singled out by all of their records.", every=every)
            )
        for each in self.told:
            certain, right = words.percent_fixed(each.certain.value), words.percent_fixed(each.right.value)
            found.append(
                tr(
                    "{secret}: a record tells it with certainty of {certain}; the surest is right of {right}.",
                    secret=each.secret,
                    certain=certain,
                    right=right,
                )
            )
        return tuple(found)


def found_people(
    table: AttackedTable, known: Sequence[str], records: SinglingOut, inferences: Sequence[Inference], seed: int = 0
) -> FoundPeople | None:
    """Bring what is known of records to their people; None where everybody has one record."""
    if table.people is None:
        return None
    numbers, person = np.unique(table.people[table.members], return_inverse=True)
    if len(numbers) == len(person):
        return None
    told = tuple(_told(each.secret, each.members, person, len(numbers)) for each in inferences)
    whose = table.whose
    if whose is None:
        return FoundPeople(len(numbers), SinglingOut(_fewest(records.candidates, person), records.least), None, told)
    drawn = np.sort(np.random.default_rng(seed).permutation(len(numbers))[:MOST_PEOPLE])
    one, every = _among_people(table, known, whose, person, drawn)
    return FoundPeople(len(numbers), SinglingOut(one, records.least), SinglingOut(every, records.least), told)


def _fewest(candidates: Numbers, person: Numbers) -> Numbers:
    """The fewest candidates that a record of each person has, int64[people]; 0 where none has any."""
    never = np.iinfo(np.int64).max
    found = np.full(int(person.max(initial=-1)) + 1, never)
    np.minimum.at(found, person, np.where(candidates > 0, candidates, never))
    return np.where(found == never, 0, found)


def _told(secret: str, guesses: Guesses, person: Numbers, number: int) -> ToldPeople:
    certain = np.bincount(person, guesses.certain, minlength=number) > 0
    surest = np.lexsort((-guesses.confidence, person))
    _person, first = np.unique(person[surest], return_index=True)
    right = guesses.right[surest][first]
    return ToldPeople(secret, Share(int(certain.sum()), number), Share(int(right.sum()), number))


def _among_people(
    table: AttackedTable, known: Sequence[str], released: Numbers, person: Numbers, drawn: Numbers
) -> tuple[Numbers, Numbers]:
    """Of some people those of the release, `released` int64[rows], that they can be, int64[drawn] each: by the record
    with fewest, and by all."""
    members = np.flatnonzero(table.members)
    order = np.argsort(person, kind="stable")
    starts = np.searchsorted(person[order], drawn)
    ends = np.searchsorted(person[order], drawn, side="right")
    tuples = _PeopleOfTuples.of(table, known, released)
    one, every = np.zeros(len(drawn), np.int64), np.zeros(len(drawn), np.int64)
    for place, (start, end) in enumerate(zip(starts.tolist(), ends.tolist(), strict=True)):
        left, fewest = np.ones(tuples.number, np.bool_), 0
        for record in members[order[start:end]].tolist():
            can_be = tuples.of_record(table, known, record)
            number = int(can_be.sum())
            fewest = min(fewest, number) if fewest and number else max(fewest, number)
            left &= can_be
        one[place], every[place] = fewest, int(left.sum())
    return one, every


@dataclass(frozen=True, slots=True, eq=False)
class _PeopleOfTuples:
    """The released people who have a row of each distinct tuple of the known columns.

    `rows` int64[tuples] has a row of each; the people of tuple t, of `number` in all, are
    `people[starts[t]:starts[t + 1]]`.
    """

    rows: Numbers
    starts: Numbers
    people: Numbers
    number: int

    @classmethod
    def of(cls, table: AttackedTable, known: Sequence[str], released: Numbers) -> _PeopleOfTuples:
        labels = [table.columns[name].labels for name in known]
        coded = [categorical(each, range(int(each.max(initial=0)) + 1)) for each in labels]
        group = group_numbers(coded) if coded else np.zeros(len(released), np.int64)
        _tuples, rows = np.unique(group, return_index=True)
        names, whose = np.unique(released, return_inverse=True)
        pairs = np.unique(group * len(names) + whose)
        starts = np.searchsorted(pairs // len(names), np.arange(len(rows) + 1))
        return cls(rows, starts, pairs % len(names), len(names))

    def of_record(self, table: AttackedTable, known: Sequence[str], record: int) -> NDArray[np.bool_]:
        """The people with a row that a record can be, bool[people]."""
        can_be = np.ones(len(self.rows), np.bool_)
        for name in known:
            column = table.columns[name]
            can_be &= column.covers.holds(int(column.values[record]))[column.labels[self.rows]]
        found = np.zeros(self.number, np.bool_)
        for each in np.flatnonzero(can_be).tolist():
            found[self.people[self.starts[each] : self.starts[each + 1]]] = True
        return found
