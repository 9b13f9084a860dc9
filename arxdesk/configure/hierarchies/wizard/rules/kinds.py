"""The kinds of hierarchies in words. Knows no Qt."""

from __future__ import annotations

from dataclasses import astuple, dataclass

from arxdesk_engine.foundation.language import marked, tr


@dataclass(frozen=True, slots=True)
class KindWords:
    """The name of a kind, alone and within a text, its effect in a sentence, and the heading of its page."""

    title: str
    word: str
    sentence: str
    step: str
    hint: str
    short: str = ""


KINDS = {
    "automatic": KindWords(
        marked("Automatic"),
        marked("automatic"),
        marked("ArxDesk chooses by the values, each time the table is read."),
        marked("Proposal"),
        marked("The proposal follows the table: another table may get another hierarchy."),
    ),
    "interval": KindWords(
        marked("Intervals"),
        marked("intervals"),
        marked("Numbers or dates become ranges, and ranges become wider ones."),
        marked("Ranges and groups"),
        marked("Drag a handle, or type below. Grey bars: how many people have each value."),
    ),
    "order": KindWords(
        marked("Ordering"),
        marked("ordering"),
        marked("Neighbours in an order become one group. All values get coarser alike."),
        marked("Order and groups"),
        marked(
            "All values get coarser alike: set how many neighbours form a group. To keep some whole, choose Priorities."
        ),
    ),
    "redaction": KindWords(
        marked("Redaction"),
        marked("redaction"),
        marked("Characters of a code are replaced one after the other."),
        marked("Characters"),
        marked("Set the end from which characters are removed, and how many at each level."),
    ),
    "date": KindWords(
        marked("Dates"),
        marked("dates"),
        marked("Days become months, quarters, years and decades."),
        marked("Calendar"),
        marked("Choose the levels of the calendar, fine to coarse. Each has to lie within the next."),
    ),
    "priority": KindWords(
        marked("Priorities"),
        marked("priorities"),
        marked("Single values become *, the rare or least important first. The others stay whole."),
        marked("Priorities"),
        marked(
            "The most important values stay whole longest, the others become *. To join neighbours, choose Ordering."
        ),
    ),
    "coding": KindWords(
        marked("Bottom and top coding"),
        marked("bottom and top coding"),
        marked("Extreme values form one group at each end. The rest stays as it is."),
        marked("Thresholds"),
        marked("Values between the thresholds stay as they are."),
        marked("coding"),
    ),
    "ready-made": KindWords(
        marked("Ready-made"),
        marked("ready-made"),
        marked("Ages, dates, ZIP codes, countries and diagnoses from lists that come with ArxDesk."),
        marked("List"),
        marked("Choose a list that knows the values."),
    ),
}


def words_of(kind: str) -> KindWords:
    """The words of a kind in the language that is set; KeyError for an unknown one."""
    return KindWords(*map(tr, astuple(KINDS[kind])))
