"""The caption of the list: its filters and its order."""

from __future__ import annotations

from arxdesk.ui.words import count
from arxdesk_engine.exploration.sifting import Sifted, SortBy, Sorting
from arxdesk_engine.foundation.language import marked, tr, tr_n

NOTHING_YET = marked("No search yet. Anonymize to see all alternatives.")
SEARCHING = marked("Searching. The transformations appear here as they are found.")
NONE_PASSES = marked("No transformation passes the filters.")
WAITING = marked("new ones wait while the pointer is here")

_ORDERS: dict[SortBy, tuple[str, str, str]] = {
    SortBy.SCORE: (marked("sorted by score"), marked("best first"), marked("worst first")),
    SortBy.LOWER_BOUND: (marked("sorted by best possible score"), marked("least first"), marked("most first")),
    SortBy.RISK: (marked("sorted by highest risk"), marked("lowest first"), marked("highest first")),
    SortBy.AVERAGE_RISK: (marked("sorted by average risk"), marked("lowest first"), marked("highest first")),
    SortBy.REMOVED: (marked("sorted by removed records"), marked("fewest first"), marked("most first")),
    SortBy.CLASSES: (marked("sorted by groups"), marked("fewest first"), marked("most first")),
    SortBy.HEIGHT: (marked("sorted by sum of levels"), marked("least coarse first"), marked("coarsest first")),
    SortBy.FOUND: (marked("sorted by when they were found"), marked("latest first"), marked("earliest first")),
    SortBy.MARKED: (marked("sorted by marks"), marked("marked ones first"), marked("marked ones last")),
    SortBy.LEVELS: (marked("sorted by levels"), marked("first attribute first"), marked("last ones first")),
}


def order_words(sorting: Sorting) -> str:
    """The order, and which end of it is at the top: "sorted by score, best first"."""
    what, ascending, descending = _ORDERS[sorting.by]
    return f"{tr(what)}, {tr(descending if sorting.descending else ascending)}"


def first_words(sorting: Sorting) -> str:
    """Which end of the order is at the top: "best first"."""
    _what, ascending, descending = _ORDERS[sorting.by]
    return tr(descending if sorting.descending else ascending)


def caption(sifted: Sifted, *, is_searching: bool) -> str:
    """The content of the list in a sentence."""
    if is_searching:
        anonymous = sifted.passing["anonymous"] + sifted.passing["optimum"]
        _what, ascending, descending = _ORDERS[sifted.sorting.by]
        return tr_n(
            anonymous,
            "{n} anonymous transformation found so far, {order}",
            "{n} anonymous transformations found so far, {order}",
            order=tr(descending if sifted.sorting.descending else ascending),
            n=count(anonymous),
        )
    listed, every = len(sifted.order), len(sifted.alternatives)
    order = order_words(sifted.sorting)
    if listed == every:
        return order
    return tr("{listed} of {every} pass the filters, {order}", listed=count(listed), every=count(every), order=order)


def written(transformations: int, name: str) -> str:
    """The confirmation of a written file."""
    return tr_n(
        transformations,
        "{n} transformation written to {name}",
        "{n} transformations written to {name}",
        name=name,
        n=count(transformations),
    )


def copied(rows: int, wanted: int) -> str:
    """The number of rows on the clipboard, and the way to copy all of them."""
    if rows < wanted:
        return tr(
            "The first {rows} of {wanted} rows copied. Export the list for all", rows=count(rows), wanted=count(wanted)
        )
    return tr_n(rows, "{n} row copied", "{n} rows copied")
