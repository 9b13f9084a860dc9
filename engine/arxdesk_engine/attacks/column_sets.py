"""All attackers who know a few columns: which sets of them single out most people."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk_engine.attacks.attacked import AttackedTable
from arxdesk_engine.attacks.singling_out import FEW, singling_out
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.intervals import Share


@dataclass(frozen=True, slots=True)
class ColumnSet:
    """What an attacker finds who knows these columns: people with one candidate, and with fewer than `least`."""

    known: tuple[str, ...]
    single: Share
    few: Share
    expected: float

    def plain(self) -> dict[str, object]:
        """As it stands in a JSON report."""
        return {
            "knows": list(self.known),
            "single": self.single.plain(),
            "few": self.few.plain(),
            "expected_hits": self.expected,
        }


def column_sets(
    table: AttackedTable, names: Sequence[str], largest: int, least: int = FEW, control: Control | None = None
) -> tuple[ColumnSet, ...]:
    """All sets of up to `largest` of some columns, the riskiest first: by people with few candidates, then by the hits
    to expect. Raises Stopped."""
    control = control or Control()
    sets = [each for size in range(1, largest + 1) for each in itertools.combinations(names, size)]
    found = []
    for number, known in enumerate(sets):
        control.raise_if_stopped()
        control.report(Progress(tr("Attacking by sets of columns"), number / len(sets)))
        out = singling_out(table, known, least)
        found.append(ColumnSet(known, out.single, out.few, out.expected))
    return tuple(sorted(found, key=lambda each: (-each.few.some, -each.expected, len(each.known), each.known)))
