"""Quality models: how much a transformation loses. `MODELS` lists them by name."""

from __future__ import annotations

from engine.quality.loss import Loss
from engine.quality.model import QualityModel

MODELS: dict[str, type[QualityModel]] = {"loss": Loss}
"""Every quality model by the name it has in a job."""
