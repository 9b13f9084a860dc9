"""Quality models: how much a transformation loses. `MODELS` lists them by name."""

from __future__ import annotations

from engine.quality.ambiguity import Ambiguity
from engine.quality.class_size import AverageClassSize
from engine.quality.classification import Classification
from engine.quality.discernibility import Discernibility
from engine.quality.entropy import EntropyLoss
from engine.quality.height import Height
from engine.quality.kl_divergence import KLDivergence
from engine.quality.loss import Loss
from engine.quality.model import QualityModel
from engine.quality.non_uniform_entropy import NonUniformEntropy, NormalizedNonUniformEntropy
from engine.quality.precision import Precision
from engine.quality.publisher_payout import PublisherPayout

MODELS: dict[str, type[QualityModel]] = {
    "loss": Loss,
    "precision": Precision,
    "non-uniform-entropy": NonUniformEntropy,
    "normalized-non-uniform-entropy": NormalizedNonUniformEntropy,
    "discernibility": Discernibility,
    "average-class-size": AverageClassSize,
    "ambiguity": Ambiguity,
    "height": Height,
    "kl-divergence": KLDivergence,
    "entropy": EntropyLoss,
    "classification": Classification,
    "publisher-payout": PublisherPayout,
}
"""Every quality model by the name it has in a job."""
