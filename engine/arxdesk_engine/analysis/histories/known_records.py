"""The people that known records single out in a table, by the columns that an attacker knows; and by which records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.people.known_events import KNOWN, MOST_COUNTED, KnownEvents, singled_out
from arxdesk_engine.analysis.tables import AnalyzedTable, OutputTable
from arxdesk_engine.classes.histories import Histories
from arxdesk_engine.data.dataset import Codes
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.preparation.people import people_of
from arxdesk_engine.release.treatments.treatments import as_judged
from arxdesk_engine.risk.wildcards import cell_codes, distinct_tuples

Rows = NDArray[np.intp]
SIDES = {"before": marked("input"), "after": marked("output")}


@dataclass(frozen=True, eq=False)
class KnownRecords:
    """The people of a table whom 1 to 3 of their records single out, as `columns` show these.

    `of_records` int32[records] is the person of each record, by their place in `names`; `groups` int64[records] the
    group of records that look alike, from 1, 0 where a record does not count or was removed; `events` int64[people] are
    the records of each person that count. `found` are the shares by the number of known records, and `people`
    intp[n] who was singled out among those looked at, with the fewest records first. Numbers without either have too
    many combinations.
    """

    columns: tuple[str, ...]
    names: tuple[str, ...]
    of_records: Codes
    groups: NDArray[np.int64]
    histories: Histories
    events: NDArray[np.int64]
    found: Mapping[int, KnownEvents]
    people: Mapping[int, Rows]

    def rows(self, known: int) -> Rows:
        """The records of everybody who is singled out by so many, person by person, intp[records]."""
        is_found = np.zeros(len(self.names), np.bool_)
        is_found[self.people[known]] = True
        found = np.flatnonzero((self.groups > 0) & is_found[self.of_records])
        return found[np.argsort(self.of_records[found], kind="stable")]

    def rows_of(self, person: int) -> Rows:
        """The records of a person, intp[n], in their order."""
        return np.flatnonzero((self.of_records == person) & (self.groups > 0))

    def history(self, person: int, known: int, control: Control | None = None) -> History:
        """The records of a person, and the fewest of them, up to `known`, that nobody else has together.

        Raises Stopped.
        """
        rows = self.rows_of(person)
        combination = self._combination(person, known, control or Control())
        marked = np.zeros(len(rows), np.bool_)
        for group, times in combination:
            marked[np.flatnonzero(self.groups[rows] == group)[:times]] = True
        return History(self.names[person], rows, marked)

    def _combination(self, person: int, known: int, control: Control) -> tuple[tuple[int, int], ...]:
        """The groups of the fewest records that nobody else has together, and the records of each; () without such."""
        of = self.histories
        own = slice(int(of.starts[person]), int(of.starts[person + 1]))
        classes, times = of.classes[own], of.times[own]
        owners = np.repeat(np.arange(len(of.starts) - 1), np.diff(of.starts))
        place = np.searchsorted(classes, of.classes)
        place[place == len(classes)] = 0
        shared = (classes[place] == of.classes) & (owners != person)
        people, row = np.unique(owners[shared], return_inverse=True)
        has = np.zeros((len(people), len(classes)), np.int32)
        has[row, place[shared]] = of.times[shared]
        for number in range(1, min(known, int(times.sum())) + 1):
            combination = _alone(has, times, number, 0, control)
            if combination is not None:
                return tuple((int(classes[entry]), used) for entry, used in combination)
        return ()


@dataclass(frozen=True, eq=False)
class History:
    """The records of a person, intp[n], and those of them that single the person out, bool[n]; none where none do."""

    name: str
    rows: Rows
    marked: NDArray[np.bool_]


def known_records(table: AnalyzedTable, columns: Sequence[str], control: Control) -> KnownRecords:
    """Count the people whom known records single out, of those who count and, in an output, of those who are kept.

    Raises ValueError where nobody says whose records these are, a UserError where the research subset cannot be read;
    Stopped.
    """
    control.raise_if_stopped()
    person = table.job.data.person
    if person is None:
        raise ValueError("nobody says whose records these are")
    original = table.input.dataset if isinstance(table, OutputTable) else table.dataset
    people, column = people_of(original, person), original[person]
    names = tuple(column.values[code] for code in np.unique(column.codes).tolist())
    groups = _groups(table, columns)
    chosen = groups > 0
    ones = np.ones(int(chosen.sum()), np.uint32)
    histories = Histories.from_records(people[chosen], groups[chosen], ones, len(names))
    events = np.bincount(people[chosen], minlength=len(names)).astype(np.int64)
    found, who = {}, {}
    for place, known in enumerate(KNOWN):
        control.report(Progress(tr("Counting combinations of records"), place / len(KNOWN)))
        if histories.combinations(known) <= MOST_COUNTED:
            found[known], is_found = singled_out(histories, known, control=control)
            alone = np.flatnonzero(is_found)
            who[known] = alone[np.argsort(events[alone], kind="stable")]
    return KnownRecords(tuple(columns), names, people, groups, histories, events, found, who)


def known_records_sentence(sides: Mapping[str, KnownRecords], known: int = 2, words: Words = ENGLISH) -> str:
    """Whom so many known records single out, "before" and "after", with the interval where a sample was looked at."""
    said: list[str] = []
    for side, each in sides.items():
        if known in each.found:
            said.append(tr(_ON_SIDES[side], share=_share(each.found[known], words, is_first=not said)))
    if not said:
        return tr("Combinations of so many records are too many to count.")
    return tr_n(
        known,
        "One known record singles out {shares}.",
        "{n} known records single out {shares}.",
        shares=", ".join(said),
    )


_ON_SIDES = {"before": marked("{share} in the input"), "after": marked("{share} in the output")}


def _share(found: KnownEvents, words: Words, *, is_first: bool) -> str:
    if found.some == 0.0 and found.is_exact:
        return tr("nobody")
    share = words.percent(found.some)
    if is_first:
        share = tr("{share} of the people", share=share)
    if found.is_exact:
        return share
    return tr(
        "about {share} ({low} to {high})", share=share, low=words.percent(found.low), high=words.percent(found.high)
    )


def _groups(table: AnalyzedTable, columns: Sequence[str]) -> NDArray[np.int64]:
    """The group of every record by what some columns show, int64[records] from 1; 0 for none."""
    if isinstance(table, OutputTable) and tuple(columns) == table.quasi_identifiers:
        return table.classes.of_records.astype(np.int64) + 1
    dataset = table.dataset if isinstance(table, OutputTable) else as_judged(table.job, table.dataset)
    alike = distinct_tuples([cell_codes(dataset[name]) for name in columns]).tuple_of_record
    groups: NDArray[np.int64] = alike.astype(np.int64) + 1
    chosen = table.included if isinstance(table, OutputTable) else table.chosen
    if chosen is not None:
        groups[~chosen] = 0
    if isinstance(table, OutputTable):
        groups[table.suppressed] = 0
    return groups


def _alone(
    has: NDArray[np.int32], times: NDArray[np.int32], number: int, first: int, control: Control
) -> tuple[tuple[int, int], ...] | None:
    """A combination of so many records that none of the others has, as entries with the records taken of each.

    `has` int32[others, entries] are the records that each other person has; entries before `first` are taken.
    """
    control.raise_if_stopped()
    last = np.flatnonzero(times[first:] >= number) + first
    alone = last[~(has[:, last] >= number).any(axis=0)]
    if len(alone):
        return ((int(alone[0]), number),)
    for entry in range(first, len(times) - 1):
        for used in range(1, min(number - 1, int(times[entry])) + 1):
            rest = _alone(has[has[:, entry] >= used], times, number - used, entry + 1, control)
            if rest is not None:
                return ((entry, used), *rest)
    return None
