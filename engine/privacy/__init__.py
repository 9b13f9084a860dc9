"""Privacy models: what a table must fulfil before it may be shared. `MODELS` lists them by name."""

from __future__ import annotations

from engine.privacy.closeness import TCloseness
from engine.privacy.differential import DifferentialPrivacy
from engine.privacy.disclosure import BetaLikeness, DeltaDisclosure
from engine.privacy.diversity import LDiversity
from engine.privacy.model import PrivacyModel
from engine.privacy.presence import DeltaPresence
from engine.privacy.profitability import Profitability
from engine.privacy.size import KAnonymity, KMap
from engine.privacy.threshold import AverageRisk, PopulationUniqueness, SampleUniqueness

MODELS: dict[str, type[PrivacyModel]] = {
    "k-anonymity": KAnonymity,
    "k-map": KMap,
    "l-diversity": LDiversity,
    "t-closeness": TCloseness,
    "delta-presence": DeltaPresence,
    "delta-disclosure": DeltaDisclosure,
    "beta-likeness": BetaLikeness,
    "average-risk": AverageRisk,
    "sample-uniqueness": SampleUniqueness,
    "population-uniqueness": PopulationUniqueness,
    "differential-privacy": DifferentialPrivacy,
    "profitability": Profitability,
}
"""Every privacy model by the name it has in a job."""
