"""What known records of a person give away: how many people an attacker singles out who knows m of their records."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.classes.histories import Histories
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.language import tr_n
from arxdesk_engine.foundation.words import ENGLISH, Words
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.risk.intervals import Share
from arxdesk_engine.search.problem import SearchProblem

KNOWN = (1, 2, 3)
"""How many records an attacker is assumed to know."""
MOST_JUDGED = 5_000_000
"""So many combinations of known records are looked at; where there are more, those of a sample of the people."""
MOST_COUNTED = 200_000_000
"""With more combinations of all people, so many known records are left out: counting them would take minutes."""
_SAMPLES = 20


@dataclass(frozen=True, slots=True)
class KnownEvents:
    """The people singled out by `known` of their records, or by all they have where these are fewer.

    `some`: the share of the people who have `known` records together that nobody else has. `random`: the share of cases
    in which records picked at random of a person picked at random are such. `judged` of the `people` were looked at;
    where these are not all, `low` and `high` enclose `some` with 95 % confidence (Wilson 1927).
    """

    known: int
    people: int
    judged: int
    some: float
    random: float
    low: float
    high: float

    @property
    def is_exact(self) -> bool:
        """Whether everybody was looked at."""
        return self.judged == self.people

    def plain(self) -> dict[str, Any]:
        """As it stands in a JSON report."""
        found: dict[str, Any] = {"known_records": self.known, "people": self.people, "singled_out": self.some}
        found["singled_out_at_random"] = self.random
        return found if self.is_exact else found | {"judged": self.judged, "interval": [self.low, self.high]}


def known_events(histories: Histories, known: int, seed: int = 0) -> KnownEvents:
    """Look at the combinations of so many known records, of all people or of a sample of them drawn with a seed."""
    return singled_out(histories, known, seed)[0]


def singled_out(
    histories: Histories, known: int, seed: int = 0, control: Control | None = None
) -> tuple[KnownEvents, NDArray[np.bool_]]:
    """The same, and who is singled out among those looked at, bool[people]. Raises Stopped."""
    everybody = np.flatnonzero(histories.people)
    judged, order = histories.people, np.random.default_rng(seed).permutation(everybody)
    part = len(everybody)
    for _half in range(_SAMPLES):
        if histories.combinations(known, judged) <= MOST_JUDGED:
            break
        part = max(1, part // 2)
        judged = np.zeros_like(histories.people)
        judged[order[:part]] = True
    every = histories.shared(known, 2, judged, control)
    who, found = every[:, 2] > 0, every[judged]
    if len(found) == 0:
        return KnownEvents(known, 0, 0, 0.0, 0.0, 0.0, 0.0), who
    some, random = Share(int((found[:, 2] > 0).sum()), len(found)), float((found[:, 2] / found[:, 0]).mean())
    low, high = (some.value, some.value) if part == len(everybody) else some.interval
    return KnownEvents(known, len(everybody), len(found), some.value, random, low, high), who


def events_of_input(problem: SearchProblem) -> Histories | None:
    """The histories of the people who count, by the combinations of values in the input, also in records that are left
    out as a surplus; None where nobody says whose records these are."""
    people, grouping = problem.grouping.people_of_records, problem.grouping
    if people is None:
        return None
    groups = grouping.tuple_of_record.astype(np.int64) + 1
    return _histories(people, groups, grouping.chosen, grouping.all_people)


def events_of_output(problem: SearchProblem, output: Output) -> Histories | None:
    """The same by the groups of an output; removed people have no history."""
    people, grouping = problem.grouping.people_of_records, problem.grouping
    if people is None:
        return None
    return _histories(people, output.members.astype(np.int64) + 1, output.included, grouping.all_people)


def known_events_facts(problem: SearchProblem, output: Output | None) -> dict[str, Any]:
    """What 1 to 3 known records give away before, and after where a transformation was applied; {} without people."""
    before = events_of_input(problem)
    if before is None:
        return {}
    feasible = [known for known in KNOWN if before.combinations(known) <= MOST_COUNTED]
    facts = {"input": [known_events(before, known).plain() for known in feasible]}
    after = None if output is None else events_of_output(problem, output)
    if after is not None:
        facts["output"] = [known_events(after, known).plain() for known in feasible]
    return facts


def known_events_sentence(facts: Mapping[str, Any], known: int = 2, words: Words = ENGLISH) -> str:
    """How many people so many known records single out, before and after; "" where that was not counted."""
    if all(each["known_records"] != known for each in facts["input"]):
        return ""

    def share(side: str) -> str:
        return words.percent(next(each["singled_out"] for each in facts[side] if each["known_records"] == known))

    if "output" in facts:
        return tr_n(
            known,
            "One known record singles out {before} of the people before, now {now}.",
            "{n} known records single out {before} of the people before, now {now}.",
            before=share("input"),
            now=share("output"),
        )
    return tr_n(
        known,
        "One known record singles out {share} of the people.",
        "{n} known records single out {share} of the people.",
        share=share("input"),
    )


def _histories(
    people: NDArray[np.int32], groups: NDArray[np.int64], included: NDArray[np.bool_] | None, number: int
) -> Histories:
    chosen = groups > 0
    if included is not None:
        chosen &= included
    return Histories.from_records(people[chosen], groups[chosen], np.ones(int(chosen.sum()), np.uint32), number)
