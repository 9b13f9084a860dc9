"""The kinds of hierarchies in words. Knows no Qt."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KindWords:
    """The name of a kind, its effect in a sentence, and the heading of its page."""

    title: str
    sentence: str
    step: str
    hint: str
    short: str = ""


KINDS = {
    "automatic": KindWords(
        "Automatic",
        "ArxDesk chooses by the values, each time the table is read.",
        "Proposal",
        "The proposal follows the table: another table may get another hierarchy.",
    ),
    "interval": KindWords(
        "Intervals",
        "Numbers or dates become ranges, and ranges become wider ones.",
        "Ranges and groups",
        "Drag a handle, or type below. Grey bars: how many people have each value.",
    ),
    "order": KindWords(
        "Ordering",
        "Neighbours in an order become one group. All values get coarser alike.",
        "Order and groups",
        "All values get coarser alike: set how many neighbours form a group. To keep some whole, choose Priorities.",
    ),
    "redaction": KindWords(
        "Redaction",
        "Characters of a code are replaced one after the other.",
        "Characters",
        "Set the end from which characters are removed, and how many at each level.",
    ),
    "date": KindWords(
        "Dates",
        "Days become months, quarters, years and decades.",
        "Calendar",
        "Choose the levels of the calendar, fine to coarse. Each has to lie within the next.",
    ),
    "priority": KindWords(
        "Priorities",
        "Single values become *, the rare or least important first. The others stay whole.",
        "Priorities",
        "The most important values stay whole longest, the others become *. To join neighbours, choose Ordering.",
    ),
    "coding": KindWords(
        "Bottom and top coding",
        "Extreme values form one group at each end. The rest stays as it is.",
        "Thresholds",
        "Values between the thresholds stay as they are.",
        "coding",
    ),
    "ready-made": KindWords(
        "Ready-made",
        "Ages, dates, ZIP codes, countries and diagnoses from lists that come with ArxDesk.",
        "List",
        "Choose a list that knows the values.",
    ),
}
