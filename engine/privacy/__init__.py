"""Privacy models: what a table must fulfil before it may be shared. `MODELS` lists them by name."""

from __future__ import annotations

from engine.privacy.model import PrivacyModel
from engine.privacy.size import KAnonymity

MODELS: dict[str, type[PrivacyModel]] = {"k-anonymity": KAnonymity}
"""Every privacy model by the name it has in a job."""
