"""A release and the people it is about, as an attack looks at both."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.attacks.attackable import Told
from arxdesk_engine.attacks.labels.coverage import Coverage, coverage
from arxdesk_engine.attacks.labels.ends import LabelEnds
from arxdesk_engine.attacks.labels.errors import KnownError, with_error
from arxdesk_engine.data.schema import DataType, Role, ValueType
from arxdesk_engine.foundation.errors import InvalidData, Problem, quoted
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.job.attackers import distance_and_share
from arxdesk_engine.job.job import Job
from arxdesk_engine.kernels.attacks.candidates import CandidateFigures, Covers, ReleasedTuples, count_candidates
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import categorical, group_numbers

Numbers = NDArray[np.int64]
Bools = NDArray[np.bool_]
SECONDS_OF_DAY = 86_400.0
_LEAST = np.finfo(np.float64).tiny


@dataclass(frozen=True, slots=True, eq=False)
class AttackedColumn:
    """A column as people have it and as it is released.

    `values` int64[records] are the codes of what is true, `labels` int64[rows] of what is shown, and `covers` says
    which labels can stand for a value. `texts` are those of the values, `shown` those of the
    labels, and `positions` float64[values] where the values are on their scale, NaN for one without a place there; None
    without a scale. `kind` is the type by which they are read.
    """

    values: Numbers
    labels: Numbers
    covers: Coverage
    texts: tuple[str, ...]
    shown: tuple[str, ...] = ()
    positions: NDArray[np.float64] | None = None
    kind: ValueType = field(default_factory=ValueType)

    @property
    def ends(self) -> LabelEnds:
        """Where the labels begin and end on the scale."""
        return LabelEnds.read(self.shown, self.kind)


@dataclass(frozen=True, slots=True, eq=False)
class AttackedTable:
    """A written file beside the input that it was made of.

    `members` bool[records] are the records that were to be shared, `outside` those of nobody among them: what holds for
    those as well is no disclosure. `roles` are those of the job. `removed` rows of the file show nothing in any
    quasi-identifier: nobody looks for people among them, so that a file that keeps removed records tells as much as one
    that drops them. Where all rows are like that, all are candidates. `people` int64[records] says
    whose each record is; None: everybody has one. `whose` int64[rows] is who the release says each row belongs to, by
    pseudonyms; None where it does not.
    """

    columns: Mapping[str, AttackedColumn]
    members: Bools
    outside: Bools
    roles: Mapping[str, Role]
    removed: int = 0
    people: Numbers | None = None
    whose: Numbers | None = None

    @classmethod
    def of(cls, job: Job, source: Source, table: pd.DataFrame) -> AttackedTable:
        """From the input and a released table, both as texts. Columns that are not in both are left out."""
        columns, roles = {}, {}
        for name in map(str, source.table.columns):
            if name not in table:
                continue
            cells, shown = source.judged(name), table[name].array
            levels = [source.labels(name, level) for level in range(source.height(name))]
            kind, values, labels = source.kind(name), list(cells.categories), list(shown.categories)
            columns[name] = AttackedColumn(
                cells.codes.astype(np.int64),
                shown.codes.astype(np.int64),
                coverage(labels, values, kind, levels if name in source.quasi_identifiers else ()),
                tuple(values),
                tuple(labels),
                kind.positions(values) if kind.has_scale else None,
                kind,
            )
            roles[name] = job.settings_of(name).role
        number = len(source.table)
        members = np.ones(number, np.bool_) if source.included is None else source.included
        people = source.people
        outside = ~members if people is None else ~np.isin(people, people[members])
        whose = None if people is None else _whose(table, str(job.data.person))
        return cls(columns, members, outside, roles, 0, people, whose).without_removed()

    @property
    def rows(self) -> int:
        """The rows of the file among which somebody is looked for."""
        return len(next(iter(self.columns.values())).labels)

    def require(self, names: Sequence[str]) -> None:
        """Raises InvalidData for columns that the release or the input does not have."""
        missing = [name for name in names if name not in self.columns]
        if missing:
            found = tr("{name} is not in the input and in the release", name=quoted(missing[0]))
            raise InvalidData(Problem("attack", found, tr("Name columns that both have.")))

    def unread(self, known: Collection[str]) -> dict[str, int]:
        """How many labels of each of some columns stand for no value of the input; of columns that have such labels."""
        found = {
            name: int((column.covers.widths[np.unique(column.labels)] == 0).sum())
            for name, column in self.columns.items()
            if name in known
        }
        return {name: number for name, number in found.items() if number}

    def candidates(self, known: Sequence[str], records: Numbers, secret: str | None = None) -> CandidateFigures:
        """The candidates of some records int64[n] of whom the columns `known` are known, int64[n] each.

        Candidates are the released rows whose labels cover what is known; without a known column all. `secret` is the
        column whose labels are told apart among them.
        """
        known = sorted(known, key=lambda name: -self.columns[name].covers.size)
        released = self._released(known, secret)
        group, first = _groups([self.columns[name].values[records] for name in known], len(records))
        number = len(first)
        targets = np.empty((number, len(known)), np.int32)
        for place, name in enumerate(known):
            targets[:, place] = self.columns[name].values[records][first]
        order = np.lexsort(targets.T[::-1]) if known else np.arange(number)
        figures = CandidateFigures(*(np.zeros(number, np.int64) for _each in CandidateFigures._fields))
        secrets = 1 if secret is None else self.columns[secret].covers.size
        count_candidates(np.ascontiguousarray(targets[order]), released, self._covers(known), secrets, figures)
        rank = np.empty(number, np.int64)
        rank[order] = np.arange(number)
        return CandidateFigures(*(each[rank[group]] for each in figures))

    def rows_of(self, known: Sequence[str], record: int) -> Numbers:
        """The released rows that a record can be of whom some columns are known, int64[candidates]."""
        rows = np.ones(self.rows, np.bool_)
        for name in known:
            column = self.columns[name]
            rows &= column.covers.holds(int(column.values[record]))[column.labels]
        return np.flatnonzero(rows)

    def commonest(self, secret: str) -> int:
        """The code of the label that most rows show of a column, the first of several; -1 without rows."""
        column = self.columns[secret]
        return int(np.bincount(column.labels, minlength=column.covers.size).argmax()) if self.rows else -1

    def told(self, secret: str, guesses: Numbers) -> Told:
        """What guessed labels int64[n] of a column tell of its value; of -1 nothing.

        A row stands for each value that its label covers with the same weight. The likeliest value of a label is that
        with the largest weight in the whole release, the first of several.
        """
        covers, shown = self.columns[secret].covers, self.columns[secret].labels
        if not len(covers.labels):
            return Told(np.full(len(guesses), -1), np.zeros(len(guesses)), np.zeros(len(guesses), np.bool_))
        covered, below = covers.widths, covers.values
        weights = covers.spread(np.bincount(shown, minlength=covers.size).astype(np.float64))
        values, shares = np.full(covers.size, -1), (covered > 0).astype(np.float64)
        order = np.lexsort((below, -weights[below], covers.labels))  # the likeliest of each label first
        labels, first = np.unique(covers.labels[order], return_index=True)
        values[labels] = below[order][first]
        wholes = covers.gathered(weights)
        several = covered > 1
        shares[several] = weights[values[several]] / np.maximum(wholes[several], _LEAST)
        is_any = (guesses >= 0) & (covered[guesses] > 0)
        return Told(
            np.where(is_any, values[guesses], -1),
            np.where(is_any, shares[guesses], 0.0),
            is_any & (covered[guesses] == 1),
        )

    def truth(self, secret: str, records: Numbers) -> Numbers:
        """The codes of the values of some records int64[n], int64[n]."""
        return self.columns[secret].values[records]

    def with_secret(self, secret: str, value: int) -> AttackedTable:
        """The release without the rows whose secret cannot be a value, given by its code."""
        column = self.columns[secret]
        return self._with_rows(column.covers.holds(value)[column.labels])

    def without_removed(self) -> AttackedTable:
        """The release without the rows that show nothing in any quasi-identifier, unless all of them do."""
        quasi = [each for name, each in self.columns.items() if self.roles[name] is Role.QUASI_IDENTIFYING]
        if not quasi or not self.rows:
            return self
        hidden = np.ones(self.rows, np.bool_)
        for each in quasi:
            hidden &= (each.covers.widths == each.covers.number)[each.labels]
        if not hidden.any() or hidden.all():
            return self
        return replace(self._with_rows(~hidden), removed=int(hidden.sum()))

    def known_with(self, error: Mapping[str, float | str]) -> AttackedTable:
        """The release as somebody looks at it who knows some columns with an error (`AttackerSettings.error`).

        Raises InvalidData for columns without a scale.
        """
        if not error:
            return self
        self.require(tuple(error))
        columns = dict(self.columns)
        for name, each in error.items():
            column, (distance, share) = columns[name], distance_and_share(each)
            if column.positions is None:
                found = tr("{name} has no scale on which something could be near", name=quoted(name))
                raise InvalidData(Problem(tr("attackers, error"), found, tr("Give it a type, or leave the error out.")))
            is_date = column.kind.kind is DataType.DATE
            if is_date and share:
                found = tr("{name} is a date, of which there is no share", name=quoted(name))
                raise InvalidData(Problem(tr("attackers, error"), found, tr("Write the error in days.")))
            known = KnownError(distance * (SECONDS_OF_DAY if is_date else 1.0), share)
            columns[name] = replace(column, covers=with_error(column.covers, column.positions, column.ends, known))
        return replace(self, columns=columns)

    def as_shared(self) -> AttackedTable:
        """The input taken for the release: the records that were to be shared, with their values as labels."""
        columns = {}
        for name, each in self.columns.items():
            codes = np.arange(len(each.texts))
            covers = Coverage.of_pairs(codes, codes, (len(codes), len(codes)))
            columns[name] = replace(each, labels=each.values[self.members], covers=covers, shown=each.texts)
        return replace(self, columns=columns, removed=0, whose=None)

    def _with_rows(self, rows: Bools) -> AttackedTable:
        """The release with some of its rows, bool[rows]."""
        kept = {name: replace(each, labels=each.labels[rows]) for name, each in self.columns.items()}
        return replace(self, columns=kept, whose=None if self.whose is None else self.whose[rows])

    def _released(self, known: Sequence[str], secret: str | None) -> ReleasedTuples:
        names = [*known, *([] if secret is None else [secret])]
        group, first = _groups([self.columns[name].labels for name in names], self.rows)
        number = len(first)
        labels = np.empty((number, len(known)), np.int32)
        for place, name in enumerate(known):
            labels[:, place] = self.columns[name].labels[first]
        of_secret = np.zeros(number, np.int32)
        if secret is not None:
            of_secret[:] = self.columns[secret].labels[first]
        records = np.bincount(group, minlength=number).astype(np.int64)
        if not known:
            return ReleasedTuples(labels, records, of_secret, np.zeros(0, np.int32), np.zeros(1, np.int64))
        firsts = np.zeros(self.columns[known[0]].covers.size + 1, np.int64)
        np.cumsum(np.bincount(labels[:, 0], minlength=len(firsts) - 1), out=firsts[1:])
        order = np.argsort(labels[:, 0], kind="stable").astype(np.int32)
        return ReleasedTuples(labels, records, of_secret, order, firsts)

    def _covers(self, known: Sequence[str]) -> Covers:
        parts = [self.columns[name].covers for name in known]
        pairs = np.cumsum([0, *(len(part.labels) for part in parts)])
        starts = [part.starts + before for part, before in zip(parts, pairs[:-1], strict=True)]
        return Covers(
            np.concatenate([np.zeros(0, np.int32), *(part.labels for part in parts)]),
            np.concatenate([np.zeros(0, np.int64), *starts]),
            np.cumsum([0, *(len(each) for each in starts)])[:-1].astype(np.int64),
            np.cumsum([0, *(part.size for part in parts)]).astype(np.int64),
        )


def _whose(table: pd.DataFrame, person: str) -> Numbers | None:
    """Who the rows of a release belong to by its column of people, int64[rows]; None where that tells nothing, since it
    is not there, the same everywhere, or another one in each row."""
    if person not in table:
        return None
    codes = table[person].array.codes.astype(np.int64)
    return codes if 1 < len(np.unique(codes)) < len(codes) else None


def _groups(columns: Sequence[Numbers], rows: int) -> tuple[Numbers, Numbers]:
    """Rows with the same codes: the group of each, int64[rows], and a row of each group; one of all without columns."""
    coded = [categorical(codes, np.arange(int(codes.max(initial=0)) + 1)) for codes in columns]
    group = group_numbers(coded) if coded else np.zeros(rows, np.int64)
    first = np.zeros(int(group.max(initial=-1)) + 1, np.int64)
    first[group[::-1]] = np.arange(rows)[::-1]
    return group, first
