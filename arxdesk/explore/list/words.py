"""The caption of the list: its filters and its order."""

from __future__ import annotations

from arxdesk.ui.words import count, counted
from arxdesk_engine.exploration.sifting import Sifted, SortBy, Sorting

NOTHING_YET = "No search yet. Anonymize to see all alternatives."
SEARCHING = "Searching. The transformations appear here as they are found."
NONE_PASSES = "No transformation passes the filters."
WAITING = "new ones wait while the pointer is here"

_ORDERS: dict[SortBy, tuple[str, str, str]] = {
    SortBy.SCORE: ("sorted by score", "best first", "worst first"),
    SortBy.LOWER_BOUND: ("sorted by best possible score", "least first", "most first"),
    SortBy.RISK: ("sorted by highest risk", "lowest first", "highest first"),
    SortBy.AVERAGE_RISK: ("sorted by average risk", "lowest first", "highest first"),
    SortBy.REMOVED: ("sorted by removed records", "fewest first", "most first"),
    SortBy.CLASSES: ("sorted by groups", "fewest first", "most first"),
    SortBy.HEIGHT: ("sorted by sum of levels", "least coarse first", "coarsest first"),
    SortBy.FOUND: ("sorted by when they were found", "latest first", "earliest first"),
    SortBy.MARKED: ("sorted by marks", "marked ones first", "marked ones last"),
    SortBy.LEVELS: ("sorted by levels", "first attribute first", "last ones first"),
}


def order_words(sorting: Sorting) -> str:
    """The order, and which end of it is at the top: "sorted by score, best first"."""
    what, ascending, descending = _ORDERS[sorting.by]
    return f"{what}, {descending if sorting.descending else ascending}"


def caption(sifted: Sifted, *, is_searching: bool) -> str:
    """The content of the list in a sentence."""
    if is_searching:
        anonymous = sifted.passing["anonymous"] + sifted.passing["optimum"]
        noun = "anonymous transformation" if anonymous == 1 else "anonymous transformations"
        _what, ascending, descending = _ORDERS[sifted.sorting.by]
        return f"{count(anonymous)} {noun} found so far, {descending if sifted.sorting.descending else ascending}"
    listed, every = len(sifted.order), len(sifted.alternatives)
    order = order_words(sifted.sorting)
    if listed == every:
        return order
    return f"{count(listed)} of {count(every)} pass the filters, {order}"


def written(transformations: int, name: str) -> str:
    """The confirmation of a written file."""
    return f"{counted(transformations, 'transformation', 'transformations')} written to {name}"


def copied(rows: int, wanted: int) -> str:
    """The number of rows on the clipboard, and the way to copy all of them."""
    if rows < wanted:
        return f"The first {count(rows)} of {count(wanted)} rows copied. Export the list for all"
    return f"{counted(rows, 'row', 'rows')} copied"
