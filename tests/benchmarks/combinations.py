"""The eleven combinations of privacy models that "The cost of quality" (2015) studies, as entries of a job.

k-anonymity (k = 5), recursive (4, 3)-diversity, 0.2-closeness with the hierarchical distance, and (0.05, 0.15)-presence
of a random tenth of the records.
"""

from __future__ import annotations

from typing import Any

from arxdesk_engine.privacy import MODELS
from tests.benchmarks.data import SETTINGS, k_anonymity

COMBINATIONS = ("k", "l", "t", "d", "kl", "kt", "kd", "ld", "td", "kld", "ktd")
"""Each combination by the letters of its models, in the order of the paper's tables."""

DATA = ("ADULT-8", "CUP-7", "ATUS-8", "IHIS-8")
"""The settings with a sensitive attribute. The paper's fifth, FARS, is not redistributed."""


def entries(combination: str, setting: str) -> list[dict[str, Any]]:
    """A combination for a setting, as it stands in a job."""
    attribute = SETTINGS[setting].sensitive
    models: dict[str, dict[str, Any]] = {
        "k": k_anonymity()[0],
        "l": {"model": "l-diversity", "attribute": attribute, "variant": "recursive", "l": 3, "c": 4.0},
        "t": {"model": "t-closeness", "attribute": attribute, "variant": "hierarchical", "t": 0.2},
        "d": {"model": "delta-presence", "dmin": 0.05, "dmax": 0.15, "subset": {"random": 0.1, "seed": 1}},
    }
    return [models[letter] for letter in combination]


def missing(combination: str, setting: str) -> list[str]:
    """The models of a combination that the engine does not have."""
    return [entry["model"] for entry in entries(combination, setting) if entry["model"] not in MODELS]
