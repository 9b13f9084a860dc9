"""Texts about sizes of keys, and the bars of their scores."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk.analysis.sides import reason_in
from arxdesk.ui import words
from arxdesk.ui.widgets.charts.bar_chart import BarCategory
from arxdesk_engine.analysis.risk.keys import TENTHS, SmallestKeys
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.risk.attributes import number_of_sets

USUAL_LARGEST = 3
ASKED_FROM = 200_000
"""From this number of combinations on the user is asked first."""
LARGEST = 12


def sizes(attributes: int) -> list[tuple[str, str]]:
    """The choices for the size of the largest keys."""
    return [(str(size), tr("up to {size}", size=size)) for size in range(1, min(attributes, LARGEST) + 1)]


def usual_largest(attributes: int) -> int:
    """The size that is looked for without being asked."""
    fitting = [size for size in range(1, USUAL_LARGEST + 1) if number_of_sets(attributes, size) < ASKED_FROM]
    return min(max(fitting, default=1), max(1, attributes))


def bars(found: Mapping[str, SmallestKeys], *, is_dis: bool) -> list[BarCategory]:
    """People by tenths of their score, before and after."""
    numbers = {side: known.tenths(is_dis=is_dis) for side, known in found.items()}
    made = []
    for tenth in range(TENTHS):
        counted = {side: float(each[tenth]) for side, each in numbers.items() if each is not None}
        meaning = ", ".join(reason_in(side, words.records(int(number))) for side, number in counted.items())
        label = f"{10 * tenth}–{10 * (tenth + 1)}" if tenth < TENTHS - 1 else f"{10 * tenth}+"
        made.append(BarCategory(label, "", counted.get("before"), counted.get("after"), meaning))
    return made
