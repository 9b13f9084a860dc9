"""What the smallest keys of a table say, in sentences, rows and bars."""

from __future__ import annotations

from collections.abc import Mapping

from arxdesk.risk.keys.model import KeysOfSize, KeysWith
from arxdesk.risk.keys.work import TENTHS, FoundKeys
from arxdesk.risk.uniqueness.words import small_percent
from arxdesk.ui import words
from arxdesk.ui.widgets.charts.bar_chart import BarCategory
from arxdesk_engine.risk.attributes import number_of_sets

USUAL_LARGEST = 3
ASKED_FROM = 200_000
"""From so many combinations on nothing is done before somebody says so."""
LARGEST = 12
_SIDES = {"before": "input", "after": "output"}


def sizes(attributes: int) -> list[tuple[str, str]]:
    """What the largest keys can be."""
    return [(str(size), f"up to {size}") for size in range(1, min(attributes, LARGEST) + 1)]


def usual_largest(attributes: int) -> int:
    """The size that is looked for without being asked."""
    fitting = [size for size in range(1, USUAL_LARGEST + 1) if number_of_sets(attributes, size) < ASKED_FROM]
    return min(max(fitting, default=1), max(1, attributes))


def question(attributes: int, largest: int) -> str:
    """What is said before many combinations are looked at."""
    number = number_of_sets(attributes, largest)
    return (
        f"{words.count(number)} combinations of up to {largest} of {words.count(attributes)} attributes: this can take "
        "a while. You can stop it, and see what was found until then."
    )


def sentence(found: Mapping[str, FoundKeys]) -> str:
    """How many people can be named, before and after."""
    parts = [_named(side, known, is_first=place == 0) for place, (side, known) in enumerate(found.items())]
    return " ".join(parts)


def _named(side: str, found: FoundKeys, *, is_first: bool) -> str:
    table, largest = _SIDES[side], found.keys.largest
    if not is_first:
        who = "nobody" if not found.named else _people(found)
        return f"In the {table}, {who}."
    if not found.named:
        return f"Nobody in the {table} can be named by {fewer(largest)}."
    said = f"{words.capitalized(_people(found))} can be named by {fewer(largest)}"
    single = int(found.people[0])
    return f"{said}; {words.count(single)} of them by a single value." if single and largest > 1 else f"{said}."


def fewer(largest: int) -> str:
    """Of how many values a key is: "3 values or fewer"."""
    return "a single value" if largest == 1 else f"{words.count(largest)} values or fewer"


def _people(found: FoundKeys) -> str:
    share = found.named / max(1, found.keys.records)
    return f"{words.people(found.named)} ({words.percent(share)})"


def by_size(found: FoundKeys) -> list[KeysOfSize]:
    """The numbers of keys and people by size."""
    rows = zip(found.keys.keys_by_size.tolist(), found.people.tolist(), strict=True)
    return [KeysOfSize(size, keys, people) for size, (keys, people) in enumerate(rows, 1)]


def by_attribute(found: FoundKeys) -> list[KeysWith]:
    """What each attribute contributes."""
    rows = zip(found.attributes, found.contributions, strict=True)
    return [KeysWith(name, each.keys, each.share, each.score_share) for name, each in rows]


def scores_sentence(found: Mapping[str, FoundKeys], *, is_dis: bool) -> str:
    """What the bars of the scores show."""
    side, first = next(iter(found.items()))
    if not first.named:
        return sentence({side: first})
    if not is_dis:
        highest = words.decimal(first.highest_score, 0)
        return f"Scores of the people with a key in the {_SIDES[side]}, of the highest, which is {highest}."
    assert first.dis is not None and first.sampling_fraction is not None  # noqa: S101, PT018 - is_dis says so
    highest = words.percent(float(first.dis.max(initial=0.0)))
    return (
        f"Where the table is {small_percent(first.sampling_fraction)} of the population, a match with somebody of the "
        f"{_SIDES[side]} is likely right in at most {highest} of the cases."
    )


def bars(found: Mapping[str, FoundKeys], *, is_dis: bool) -> list[BarCategory]:
    """People by tenths of their score, before and after."""
    numbers = {side: _tenths(known, is_dis=is_dis) for side, known in found.items()}
    made = []
    for tenth in range(TENTHS):
        counted = {side: float(each[tenth]) for side, each in numbers.items() if each is not None}
        meaning = ", ".join(f"{words.people(int(number))} in the {_SIDES[side]}" for side, number in counted.items())
        label = f"{10 * tenth}–{10 * (tenth + 1)}" if tenth < TENTHS - 1 else f"{10 * tenth}+"
        made.append(BarCategory(label, "", counted.get("before"), counted.get("after"), meaning))
    return made


def _tenths(found: FoundKeys, *, is_dis: bool) -> list[int] | None:
    numbers = found.by_dis if is_dis else found.by_score
    return None if numbers is None else [int(number) for number in numbers]
