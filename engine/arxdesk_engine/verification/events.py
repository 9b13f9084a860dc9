"""Event and history anonymity by their definitions, asked of the people of a written table."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any

from arxdesk_engine.foundation.language import tr, tr_n, whole
from arxdesk_engine.verification.evidence import Evidence


def judge_histories(k: int, evidence: Evidence) -> tuple[bool | None, str]:
    """Whether all records of a person, as a multiset of groups, are those of k people.

    In linked tables the files show as well which records are of one row, and where there is none.
    """
    if evidence.group_and_person is None:
        return None, tr("nobody says whose records these are")
    group, person = (each.tolist() for each in evidence.group_and_person)
    rows = evidence.linked_rows.tolist()
    records: defaultdict[int, list[tuple[list[int], int]]] = defaultdict(list)
    for each in zip(person, rows, group, strict=True):
        records[each[0]].append(each[1:])
    people = Counter(_history(each) for each in records.values())
    rare = sum(number < k for number in people.values())
    if rare == 0:
        return True, ""
    return False, tr_n(
        rare,
        "{n} of {number} histories are those of fewer than {k} people",
        "{n} of {number} histories are those of fewer than {k} people",
        number=whole(len(people)),
        k=whole(k),
    )


def _history(records: Sequence[tuple[list[int], int]], table: int = 0) -> tuple[Any, ...]:
    """The multiset of the groups of some records, those of one row of a linked table together, table by table.

    Each record has its rows, negative where a table has none, and its group.
    """
    if table >= len(records[0][0]):
        return tuple(sorted((group, *(row < 0 for row in rows)) for rows, group in records))
    parts: defaultdict[int, list[tuple[list[int], int]]] = defaultdict(list)
    for rows, group in records:
        parts[rows[table]].append((rows, group))
    return tuple(sorted(_history(part, table + 1) for part in parts.values()))


def judge_events(k: int, m: int, evidence: Evidence) -> tuple[bool | None, str]:
    """Whether every combination of at most m records of a person belongs to k people, each counted once for each.

    Combinations are multisets of groups, listed for everybody.
    """
    if (records := _records_of_people(evidence)) is None:
        return None, tr("nobody says whose records these are")
    people: Counter[tuple[int, ...]] = Counter()
    for groups in records.values():
        groups.sort()
        for size in range(1, m + 1):
            people.update(set(itertools.combinations(groups, size)))
    rare = sum(number < k for number in people.values())
    if rare == 0:
        return True, ""
    return False, tr_n(
        rare,
        "{n} of {number} combinations of records belong to fewer than {k} people",
        "{n} of {number} combinations of records belong to fewer than {k} people",
        number=whole(len(people)),
        k=whole(k),
    )


def _records_of_people(evidence: Evidence) -> Mapping[int, list[int]] | None:
    """The groups of the records of each person; None where nobody says whose they are."""
    if evidence.group_and_person is None:
        return None
    records: defaultdict[int, list[int]] = defaultdict(list)
    for group, person in zip(*(each.tolist() for each in evidence.group_and_person), strict=True):
        records[person].append(group)
    return records
