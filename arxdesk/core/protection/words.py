"""The privacy models in words, for choosing one: what they are called, what they promise and what they need."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from arxdesk.ui import help_text
from arxdesk.ui.help_topics import of_privacy_model


class ModelWords(NamedTuple):
    """A model before it has parameters. `needs` is "" where quasi-identifiers are all that it needs."""

    name: str
    against: str
    promise: str
    needs: str = ""


_SENSITIVE = "a sensitive column"
_SUBSET = "a research subset"
_POPULATION = "the size of the population"

WORDS: Mapping[str, ModelWords] = {
    "k-anonymity": ModelWords("k-Anonymity", "being found", "Everybody looks like at least k − 1 others in the table."),
    "k-map": ModelWords(
        "k-Map",
        "being found",
        "Everybody looks like at least k − 1 others in the population.",
        f"{_SUBSET}, or {_POPULATION}",
    ),
    "l-diversity": ModelWords(
        "l-Diversity",
        "what is learned",
        "In every group the sensitive values are many and none is certain.",
        _SENSITIVE,
    ),
    "t-closeness": ModelWords(
        "t-Closeness",
        "what is learned",
        "In every group the sensitive values are spread almost as in the whole table.",
        _SENSITIVE,
    ),
    "delta-presence": ModelWords(
        "δ-Presence", "being known to be in it", "Whether somebody is in the shared part stays uncertain.", _SUBSET
    ),
    "delta-disclosure": ModelWords(
        "δ-Disclosure privacy",
        "what is learned",
        "In no group a sensitive value is much more, or much less, frequent than in the table.",
        _SENSITIVE,
    ),
    "beta-likeness": ModelWords(
        "β-Likeness",
        "what is learned",
        "In no group a sensitive value is much more frequent than in the table.",
        _SENSITIVE,
    ),
    "average-risk": ModelWords(
        "Average risk", "being found", "On average over all people the risk of being found stays small."
    ),
    "sample-uniqueness": ModelWords(
        "Sample uniqueness", "being found", "Few people are the only ones of their kind in the table."
    ),
    "population-uniqueness": ModelWords(
        "Population uniqueness",
        "being found",
        "Few people are likely to be the only ones of their kind in the population.",
        _POPULATION,
    ),
    "differential-privacy": ModelWords(
        "Differential privacy", "all of these", "Whether one person is in the table hardly changes what is published."
    ),
    "profitability": ModelWords(
        "Profitability", "being found for gain", "Finding somebody does not pay.", "benefits and costs"
    ),
}
"""By the name that a model has in a job."""


def formula(model: str) -> str:
    """How a model is computed, as Markdown from the help."""
    return help_text.section(of_privacy_model(model), "Formula")
