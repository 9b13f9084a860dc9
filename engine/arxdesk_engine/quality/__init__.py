"""Quality models: how much a transformation loses. `MODELS` lists them by name."""

from __future__ import annotations

from arxdesk_engine.quality.ambiguity import Ambiguity
from arxdesk_engine.quality.class_size import AverageClassSize
from arxdesk_engine.quality.classification import Classification
from arxdesk_engine.quality.discernibility import Discernibility
from arxdesk_engine.quality.entropy import EntropyLoss
from arxdesk_engine.quality.height import Height
from arxdesk_engine.quality.kl_divergence import KLDivergence
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.quality.model import QualityModel
from arxdesk_engine.quality.non_uniform_entropy import NonUniformEntropy, NormalizedNonUniformEntropy
from arxdesk_engine.quality.precision import Precision
from arxdesk_engine.quality.publisher_payout import PublisherPayout

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
