"""Privacy models: what a table must fulfil before it may be shared. `MODELS` lists them by name."""

from __future__ import annotations

from arxdesk_engine.privacy.closeness import TCloseness
from arxdesk_engine.privacy.differential import DifferentialPrivacy
from arxdesk_engine.privacy.disclosure import BetaLikeness, DeltaDisclosure
from arxdesk_engine.privacy.diversity import LDiversity
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.presence import DeltaPresence
from arxdesk_engine.privacy.profitability import Profitability
from arxdesk_engine.privacy.size import KAnonymity, KMap
from arxdesk_engine.privacy.threshold import AverageRisk, PopulationUniqueness, SampleUniqueness

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
