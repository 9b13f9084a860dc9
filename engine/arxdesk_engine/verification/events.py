"""Event anonymity by its definition, asked of the people of a written table."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict

from arxdesk_engine.verification.evidence import Evidence


def judge_events(k: int, m: int, evidence: Evidence) -> tuple[bool | None, str]:
    """Whether every combination of at most m records of a person belongs to k people, each counted once for each.

    Combinations are multisets of groups, listed for everybody.
    """
    if evidence.group_and_person is None:
        return None, "nobody says whose records these are"
    records: defaultdict[int, list[int]] = defaultdict(list)
    for group, person in zip(*(each.tolist() for each in evidence.group_and_person), strict=True):
        records[person].append(group)
    people: Counter[tuple[int, ...]] = Counter()
    for groups in records.values():
        groups.sort()
        for size in range(1, m + 1):
            people.update(set(itertools.combinations(groups, size)))
    rare = sum(number < k for number in people.values())
    if rare == 0:
        return True, ""
    return False, f"{rare:,} of {len(people):,} combinations of records belong to fewer than {k:,} people"
