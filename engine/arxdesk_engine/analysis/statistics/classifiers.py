"""The classifiers that outputs are tried with, and the majority that they are compared with (engine reference 7).

All are made the same way by a seed, whatever the number of threads.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.features import Features
from arxdesk_engine.analysis.statistics.performance import Probabilities

TREES = 100
SMALLEST_LEAF = 5
WORTH_THREADS = 5000
"""With fewer records a forest grows faster in one thread."""
STEPS = 200
TOLERANCE = 1e-3

Rows = NDArray[np.intp]
Classifier = Callable[[Features, NDArray[np.int32], Rows, Rows, int, int], Probabilities]
"""Learns the classes (int32[records]) of some rows from their features, and gives the probabilities of each class in
other rows, float32[rows, classes that were learned]; then a seed and the number of threads."""


def logistic_regression(
    features: Features, classes: NDArray[np.int32], learn: Rows, test: Rows, seed: int, threads: int
) -> Probabilities:
    """Multinomial, with a quadratic penalty, on a sparse column for each category."""
    from sklearn.exceptions import ConvergenceWarning  # type: ignore[import-untyped]  # noqa: PLC0415 - slow
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]  # noqa: PLC0415

    del threads
    scale = features.scale(learn)
    model = LogisticRegression(max_iter=STEPS, tol=TOLERANCE, random_state=seed)
    with _any_classes(), warnings.catch_warnings():
        warnings.simplefilter("ignore", ConvergenceWarning)  # what is reached after all steps is good enough
        model.fit(features.indicators(learn, scale), classes[learn])
    return _probabilities(model, features.indicators(test, scale))


def naive_bayes(
    features: Features, classes: NDArray[np.int32], learn: Rows, test: Rows, seed: int, threads: int
) -> Probabilities:
    """Over categories, each counted once more than it occurs; numbers are divided at their quartiles.

    A category that does not occur among the records that are learned from, such as "*" in suppressed records, says
    nothing about the class.
    """
    from sklearn.naive_bayes import CategoricalNB  # type: ignore[import-untyped]  # noqa: PLC0415

    del seed, threads
    codes, sizes = features.codes, list(features.sizes)
    for numbers in features.numbers.T:
        known = numbers[learn][np.isfinite(numbers[learn])]
        limits = np.unique(np.quantile(known, (0.25, 0.5, 0.75))) if len(known) else np.empty(0)
        parts = np.where(np.isfinite(numbers), np.searchsorted(limits, numbers), len(limits) + 1)
        codes = np.column_stack([codes, parts])
        sizes.append(len(limits) + 2)
    model = CategoricalNB(min_categories=sizes)
    with _any_classes():
        model.fit(codes[learn], classes[learn])
    for learned, counted in zip(model.feature_log_prob_, model.category_count_, strict=True):
        learned[:, counted.sum(axis=0) == 0] = 0.0  # counting them once would speak for the rarest class
    return _probabilities(model, codes[test])


def random_forest(
    features: Features, classes: NDArray[np.int32], learn: Rows, test: Rows, seed: int, threads: int
) -> Probabilities:
    """100 trees with leaves of at least 5 records, √features tried at each split; categories by their order."""
    from sklearn.ensemble import RandomForestClassifier  # type: ignore[import-untyped]  # noqa: PLC0415

    jobs = threads if len(learn) >= WORTH_THREADS else 1
    model = RandomForestClassifier(TREES, min_samples_leaf=SMALLEST_LEAF, n_jobs=jobs, random_state=seed)
    with _any_classes():
        model.fit(features.ordered(learn), classes[learn])
    model.n_jobs = 1  # threads would add up the trees in any order
    return _probabilities(model, features.ordered(test))


def majority(
    features: Features, classes: NDArray[np.int32], learn: Rows, test: Rows, seed: int, threads: int
) -> Probabilities:
    """Knows no features: the probability of a class is its frequency."""
    del features, seed, threads
    counts = np.bincount(classes[learn])
    counts = counts[counts > 0]
    return np.tile((counts / counts.sum()).astype(np.float32), (len(test), 1))


@contextmanager
def _any_classes() -> Iterator[None]:
    """Nobody is told that there are many classes for so few records: small tables are like that."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "The number of unique classes is greater", UserWarning)
        yield


def _probabilities(model: Any, features: Any) -> Probabilities:  # noqa: ANN401 - the library has no types
    probabilities: Probabilities = model.predict_proba(features).astype(np.float32)
    return probabilities


CLASSIFIERS: dict[str, Classifier] = {
    "logistic-regression": logistic_regression,
    "naive-bayes": naive_bayes,
    "random-forest": random_forest,
}
"""Every classifier by the name it has in a job."""
