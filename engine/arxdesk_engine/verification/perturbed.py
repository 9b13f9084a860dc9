"""What a file has to show of perturbed columns, whatever chance decided: counted by definition, without drawing again.

Nothing of this is a guarantee of privacy. It says that the file is the one that the job describes: that swapped columns
have the values of the input as often as before, that no value is new where values are exchanged, and so on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import numpy as np
import pandas as pd
from numpy.typing import NDArray

from arxdesk_engine.data.schema import SUPPRESSED
from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.job.job import Job
from arxdesk_engine.perturbation.method import CLAIM, Keeps, Perturbation
from arxdesk_engine.verification.findings import Finding
from arxdesk_engine.verification.source import Source
from arxdesk_engine.verification.texts import are_equal, group_numbers

Bools = NDArray[np.bool_]
_DAY = 86_400


def findings_on_perturbed(
    job: Job, source: Source, table: pd.DataFrame, expected: NDArray[np.int64], shown: Bools
) -> Iterator[Finding]:
    """A finding for each perturbation of a job.

    `expected` int64[rows] are the records of the input in the order of the file, `shown` bool[rows] those of them that
    are not removed: the others show nothing.
    """
    for asked in job.perturbation:
        columns = {name: table[name].array for name in asked.columns if name in table}
        faults = [_fault(asked, source, name, cells[shown], expected[shown]) for name, cells in columns.items()]
        faults += [
            _told(name, ~np.asarray(cells[~shown] == SUPPRESSED), tr("a value in a removed record"))
            for name, cells in columns.items()
        ]
        if asked.needs_households and job.data.household is not None:
            homes = source.cells(job.data.household)[expected[shown]]
            faults += [
                _told(name, _torn(homes, cells[shown]), tr("another value than others of their household"))
                for name, cells in columns.items()
            ]
        if asked.least_matches is not None and columns:
            faults.append(_too_rare([cells[shown] for cells in columns.values()], asked.least_matches))
        if asked.ordered_within and asked.most_days is not None:
            whose = group_numbers([source.cells(name)[expected[shown]] for name in asked.ordered_within])
            days = [
                (_seconds(source, name, source.judged(name)[expected[shown]]), _seconds(source, name, cells[shown]))
                for name, cells in columns.items()
            ]
            faults.append(_disordered(whose, days, asked.most_days))
        found = [fault for fault in faults if fault]
        yield Finding(f"{CLAIM}{', '.join(asked.columns)} ({asked.method})", not found, "".join(found[:1]))


def _seconds(source: Source, name: str, cells: pd.Categorical) -> NDArray[np.float64]:
    """The dates of some cells as seconds, float64[rows]; nan where there is none."""
    positions = source.kind(name).positions(list(cells.categories))
    found: NDArray[np.float64] = np.append(positions, np.nan)[cells.codes]
    return found


def _disordered(
    whose: NDArray[np.int64], dates: Sequence[tuple[NDArray[np.float64], NDArray[np.float64]]], most: int
) -> str:
    """What is wrong about dates before and after, column by column: moved too far, by parts of days, out of order."""
    people = np.concatenate([whose] * len(dates))
    before, after = (np.concatenate(side) for side in zip(*dates, strict=True))
    there = ~np.isnan(before) & ~np.isnan(after)
    people, before, after = people[there], before[there], after[there]
    moved = np.round(after - before)
    if (moved % _DAY != 0).any() or (np.abs(moved) > most * _DAY).any():
        return tr("a date has not moved by whole days, or by more than {most}", most=whole(most))
    first, second = np.floor(before / _DAY), np.floor(after / _DAY)
    order = np.lexsort((second, first, people))
    same = np.diff(people[order]) == 0
    later, now = np.diff(first[order])[same], np.diff(second[order])[same]
    torn = int((np.sign(later) != np.sign(now)).sum())
    if not torn:
        return ""
    return tr_n(
        torn,
        "the order of {n} pair of dates of one person has changed",
        "the order of {n} pairs of dates of one person has changed",
    )


def _torn(homes: pd.Categorical, cells: pd.Categorical) -> Bools:
    """The records that differ from the first of their household, bool[records]."""
    home = group_numbers([homes])
    first = np.unique(home, return_index=True)[1]
    torn: Bools = cells.codes != cells.codes[first[home]]
    return torn


def least_matches(columns: Sequence[pd.Categorical]) -> int:
    """The least number of records that a record agrees with, itself among them, where missing cells match any value.

    Records that lack the same cells are taken together: those that lack the cells P and those that lack Q are compared
    by what neither lacks. 0 without records.
    """
    lacks = np.stack([np.asarray(cells.isin(["", SUPPRESSED])) for cells in columns])
    patterns, pattern = np.unique(lacks, axis=1, return_inverse=True)
    members = [np.flatnonzero(pattern.reshape(-1) == number) for number in range(patterns.shape[1])]
    found = np.zeros(lacks.shape[1], np.int64)
    for mine, ours in enumerate(members):
        for theirs, others in enumerate(members):
            both = ~(patterns[:, mine] | patterns[:, theirs])
            compared = [
                cells[np.append(ours, others)] for cells, is_there in zip(columns, both, strict=True) if is_there
            ]
            group = group_numbers(compared) if compared else np.zeros(len(ours) + len(others), np.int64)
            found[ours] += np.bincount(group[len(ours) :], minlength=int(group.max(initial=0)) + 1)[group[: len(ours)]]
    return int(found.min()) if len(found) else 0


def _too_rare(columns: Sequence[pd.Categorical], k: int) -> str:
    least = least_matches(columns)
    return (
        ""
        if least >= k or not len(columns[0])
        else tr("a record looks like {least} in place of {k}, itself among them", least=least, k=k)
    )


def _fault(asked: Perturbation, source: Source, name: str, after: pd.Categorical, records: NDArray[np.int64]) -> str:
    """What of a column contradicts its perturbation; "" where nothing does."""
    before, after = source.judged(name)[records], source.as_judged(name, after)
    match asked.keeps:
        case Keeps.VALUES:
            known = [*before.unique(), *asked.new_values]
            wrong = ~np.asarray(after.isin(known)) | (_is_missing(after) != _is_missing(before))
            return _told(name, wrong, tr("a value that the column did not have"))
        case Keeps.COUNTS:
            if _counts(before) == _counts(after):
                return ""
            return tr("the values of {name} do not occur as often as in the input", name=name)
        case Keeps.MISSING:
            kind = source.kind(name)
            numbers = np.array([not text or kind.parse(text) is not None for text in after.categories], np.bool_)
            wrong = ~numbers[after.codes] | (_is_missing(after) != _is_missing(before))
            return _told(name, wrong, tr("no number, or one where a cell was missing"))
        case Keeps.DATES:
            kind = source.kind(name)
            dates = np.array([not text or kind.parse(text) is not None for text in after.categories], np.bool_)
            wrong = ~dates[after.codes] | (_is_missing(after) != _is_missing(before))
            return _told(name, wrong, tr("no date, or one where a cell was missing"))
        case Keeps.CELLS:
            wrong = ~(are_equal(after, before) | _is_missing(after))
            return _told(name, wrong, tr("another value than in the input"))


def _is_missing(cells: pd.Categorical) -> Bools:
    return np.asarray(cells == "")


def _counts(cells: pd.Categorical) -> dict[str, int]:
    counts = np.bincount(cells.codes, minlength=len(cells.categories)).tolist()
    return {str(text): number for text, number in zip(cells.categories, counts, strict=True) if number}


def _told(name: str, wrong: Bools, what: str) -> str:
    number = int(wrong.sum())
    if not number:
        return ""
    return tr_n(number, "in {name} {n} cell has {what}", "in {name} {n} cells have {what}", name=name, what=what)
