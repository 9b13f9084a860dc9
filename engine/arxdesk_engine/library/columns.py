"""The words for figures: the same in every data frame that the library returns."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from arxdesk_engine.analysis.statistics.measure_words import ATTRIBUTE_MEASURES, TABLE_MEASURES

if TYPE_CHECKING:
    import pandas as pd

WORDS: Mapping[str, Mapping[str, str]] = {
    "The table": {
        "rows": "rows of the frame that was given",
        "rows_released": "rows of the released frame",
        "records": "rows that are judged: those of the research subset; people where these are counted",
        "suppressed_records": "rows that were removed: they read `*`, or are left out",
        "suppressed_share": "their share, from 0 to 1",
        "passed_through": "columns that nobody named, which are in the release as they are",
        "notes": "what was done with the frame before",
    },
    "The search": {
        "privacy": "the privacy models, with their parameters",
        "status": '"optimal": proven that nothing loses less; "best-found": not proven; "infeasible": nothing found',
        "recoding": "how groups got levels of their own: iterated or groupwise",
        "levels": "the level of each quasi-identifier; the lowest and the highest where groups have their own",
        "score": "what is lost by the quality model that was asked for: smaller is better",
        "loss": "the mean loss of a row where groups have levels of their own, from 0 to 1",
        "lower_bound": "what is proven: no other result has a smaller score (or loss)",
        "gap": "how far the score can be from the best possible, as a share of the score",
        "anonymous": "whether the transformation satisfies every privacy model; missing where that is unknown",
        "transformations": "transformations that there are",
        "transformations_checked": "those that were checked one by one",
        "seconds": "how long it took",
        "found_after_seconds": "when the search found it; missing where it did not",
        "digest": "of which data and settings the row is, for `resume`",
        "found": "why there is no result",
    },
    "Groups of rows that look the same": {
        "groups": "their number, without removed rows",
        "smallest_group": "the rows of the smallest",
        "largest_group": "the rows of the largest",
    },
    "Risk of being found, from 0 to 1": {
        "highest_risk": "of the row that is found most easily, by the prosecutor",
        "average_risk": "of all rows, by the prosecutor",
        "lowest": "of the row that is hardest to find, by the attacker of the row",
        "highest": "of the row that is found most easily, by that attacker",
        "average": "of all rows, by that attacker",
        "records_at_risk": "the share of rows above the threshold",
        "threshold": "the risk that may not be exceeded",
        "sample_uniques": "rows that are alone in their group",
        "success_rate": "the share of rows that somebody finds who tries all of them",
    },
}
"""The meaning of each word, by subject. Frames also have columns named after those of the data, and, from `sweep`,
after the arguments that were varied."""

KEPT = "What is left, from 0 (nothing) to 1 (as in the input)"
"""The subject of the measures of quality, whose words are those of the window."""
_OF_ENGINE = {"classes": "groups", "smallest_class": "smallest_group", "largest_class": "largest_group"}
"""The names of the engine and of JSON that have another word here."""


def in_words(frame: pd.DataFrame) -> pd.DataFrame:
    """A frame with the words of the library for names of the engine."""
    return frame.rename(columns=_OF_ENGINE)


def meanings() -> dict[str, dict[str, str]]:
    """The meaning of each word, by subject."""
    found = {subject: dict(words) for subject, words in WORDS.items()}
    found[KEPT] = {name: told.meaning for name, told in (ATTRIBUTE_MEASURES | TABLE_MEASURES).items()}
    return found
