"""The agreement of predictions with the truth."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

ROC_POINTS = 101

Probabilities = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ClassPerformance:
    """The discrimination of one class from all others.

    `auc` is the chance that a record of the class is given a higher probability of it than one of another class, ties
    counting half. `brier_score` is the mean of (p - y)² for this class alone, 0 to 1. `sensitivity` is the share of the
    records of the class that are predicted to be of it, `specificity` the share of the others that are not. None where
    there are no such records. `roc` float64[points, 2]: false and true positive rate from (0, 0) to (1, 1), at most 101
    points.
    """

    label: str
    records: int
    auc: float | None
    brier_score: float
    sensitivity: float | None
    specificity: float | None
    roc: NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Performance:
    """The performance of a classifier on records that it did not learn from (engine reference 7).

    `accuracy` is the share of records that are predicted right; `average_error` the mean of 1 minus the probability
    given to the true class; `brier_score` the mean of Σ (p - y)² over the classes, 0 to 2 (Brier 1950).
    """

    accuracy: float
    average_error: float
    brier_score: float
    classes: tuple[ClassPerformance, ...]

    @property
    def auc(self) -> float | None:
        """The mean AUC of the classes that have one, each weighing as many as its records."""
        known = [(each.auc, each.records) for each in self.classes if each.auc is not None]
        records = sum(number for _auc, number in known)
        return sum(auc * number for auc, number in known) / records if known else None


def performance(probabilities: Probabilities, truth: NDArray[np.int32], labels: tuple[str, ...]) -> Performance:
    """Judge predicted probabilities float32[records, classes] by the true classes int32[records], at least one record.

    The class predicted is the most probable one, the first of equals. A true class of -1 is one that is not among
    `labels`: it is always missed.
    """
    known = truth >= 0
    predicted = probabilities.argmax(axis=1)
    of_truth = np.where(known, probabilities[np.arange(len(truth)), truth], 0.0).astype(np.float64)
    squares = np.einsum("ij,ij->i", probabilities, probabilities, dtype=np.float64)
    return Performance(
        accuracy=float((predicted == truth).mean()),
        average_error=float((1.0 - of_truth).mean()),
        brier_score=float((squares - 2.0 * of_truth + 1.0).mean()),
        classes=tuple(
            _of_class(label, probabilities[:, code], truth == code, predicted == code)
            for code, label in enumerate(labels)
        ),
    )


def _of_class(
    label: str, scores: Probabilities, positive: NDArray[np.bool_], predicted: NDArray[np.bool_]
) -> ClassPerformance:
    positives = int(positive.sum())
    negatives = len(positive) - positives
    rates = roc(scores, positive)
    known = positives > 0 and negatives > 0
    return ClassPerformance(
        label,
        positives,
        auc=float(np.trapezoid(rates[:, 1], rates[:, 0])) if known else None,
        brier_score=float(np.square(scores - positive, dtype=np.float64).mean()),
        sensitivity=int((predicted & positive).sum()) / positives if positives else None,
        specificity=int((~predicted & ~positive).sum()) / negatives if negatives else None,
        roc=rates[np.unique(np.linspace(0, len(rates) - 1, ROC_POINTS).round().astype(np.intp))],
    )


def roc(scores: Probabilities, positive: NDArray[np.bool_]) -> NDArray[np.float64]:
    """False and true positive rate for every threshold of `scores`, float64[points, 2], from (0, 0) to (1, 1)."""
    order = np.argsort(-scores, kind="stable")
    last = np.append(np.flatnonzero(np.diff(scores[order])), len(scores) - 1)
    true = np.append(0, np.cumsum(positive[order])[last])
    false = np.append(0, np.cumsum(~positive[order])[last])
    return np.stack([false / max(int(false[-1]), 1), true / max(int(true[-1]), 1)], axis=1)
