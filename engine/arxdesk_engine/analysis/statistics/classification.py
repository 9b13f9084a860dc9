"""The accuracy of predictions of a target from the output, compared with the input (engine reference 7)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.classifiers import CLASSIFIERS, Classifier, majority
from arxdesk_engine.analysis.statistics.features import UNKNOWN, Features, TargetClasses
from arxdesk_engine.analysis.statistics.performance import Performance, Probabilities, performance
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import marked, tr

DEFAULT_FOLDS = 10

Rows = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class Side:
    """The input or the output as a classifier sees it: features and classes of the same records."""

    features: Features
    target: TargetClasses


@dataclass(frozen=True, slots=True)
class MethodPerformance:
    """What one method reaches with the input and with the output; `after` is None where nothing could be learned.

    `relative_accuracy` is (accuracy after - baseline after) / (accuracy before - baseline before): how much of what
    can be known beyond guessing is still known, 1 all of it. Where the input tells no more than the baseline it is the
    accuracy after divided by the baseline after. `brier_skill` is 1 - Brier score after / Brier score before, 0 when
    the output predicts as well as the input, None where only the input is perfect.
    """

    method: str
    before: Performance
    after: Performance | None
    relative_accuracy: float | None
    brier_skill: float | None


ACTIVITIES = {
    "logistic-regression": marked("Predicting by logistic regression"),
    "naive-bayes": marked("Predicting by naive bayes"),
    "random-forest": marked("Predicting by random forest"),
}
"""What is done while a method is tried."""


@dataclass(frozen=True, slots=True)
class ClassificationPerformance:
    """`records` were used in `folds` parts. The baselines predict the most frequent class; `methods` are those that
    were finished, `complete` says whether all of them were.
    """

    records: int
    folds: int
    baseline_before: Performance
    baseline_after: Performance | None
    methods: tuple[MethodPerformance, ...]
    complete: bool


def chosen_records(usable: NDArray[np.bool_], most: int, seed: int) -> Rows:
    """The places of the records to use (bool[records]), in random order, no more than `most`."""
    places = np.flatnonzero(usable)
    chosen: Rows = np.random.default_rng(seed).permutation(places)[:most]
    return chosen


def folds_of(classes: NDArray[np.int32], folds: int) -> NDArray[np.int64]:
    """The fold of each record, int64[records]: each class is dealt out evenly, in the order of the records."""
    parts = np.empty(len(classes), np.int64)
    parts[np.argsort(classes, kind="stable")] = np.arange(len(classes)) % folds
    return parts


def classification_performance(
    before: Side,
    after: Side | None,
    suppressed: NDArray[np.bool_] | None,
    methods: Sequence[str],
    folds: int = DEFAULT_FOLDS,
    seed: int = 0,
    control: Control | None = None,
) -> ClassificationPerformance | None:
    """Cross-validate methods (names of `CLASSIFIERS`) on records in random order; None for fewer than two of them.

    In every fold a method learns the input from the other folds, and the output from their records that are not
    `suppressed` (bool[records]) and have a class. Each predicts all records of the fold from its own features: the
    model of the output from the output, suppressed records included, and is judged by the class that the output has.
    Without an output (`after` None) only the input is predicted. Without features all methods guess. Stops between two
    fits when `control` is stopped. Every class of the input must be known. Raises ValueError for fewer than 2 folds.
    """
    control = control or Control()
    records = len(before.target.codes)
    if folds < 2:
        raise ValueError("cross-validation needs at least 2 folds")
    if records < 2:
        return None
    folds = min(folds, records)
    parts = folds_of(before.target.codes, folds)
    everything = np.ones(records, np.bool_)
    trial = _Trial(parts, folds, seed, control, len(methods) * (1 if after is None else 2))

    def of_output(classifier: Classifier) -> Performance | None:
        if after is None:
            return None
        kept = after.target.codes != UNKNOWN
        return trial.run(classifier, after, kept if suppressed is None else kept & ~suppressed)

    baseline = trial.run(majority, before, everything)
    baseline_after = of_output(majority)
    finished = []
    for method in methods:
        trial.begin(method)
        of_input = trial.run(CLASSIFIERS[method], before, everything)
        found = of_output(CLASSIFIERS[method])
        if control.stopped or of_input is None:
            break
        finished.append(_compared(method, of_input, found, baseline, baseline_after))
    if baseline is None:
        return None
    complete = len(finished) == len(methods)
    return ClassificationPerformance(records, folds, baseline, baseline_after, tuple(finished), complete)


class _Trial:
    """Cross-validation in given folds, with progress."""

    def __init__(self, parts: NDArray[np.int64], folds: int, seed: int, control: Control, trials: int) -> None:
        self._parts, self._folds, self._seed, self._control = parts, folds, seed, control
        self._method: str | None = None
        self._fits, self._done = folds * trials, 0

    def begin(self, method: str) -> None:
        """What follows is told as progress of this method."""
        self._method = method

    def run(self, classifier: Classifier, side: Side, usable: NDArray[np.bool_]) -> Performance | None:
        """None when stopped, or when there is a fold that nothing can be learned for."""
        target = side.target
        found: Probabilities = np.zeros((len(self._parts), len(target.labels)), np.float32)
        for fold in range(self._folds):
            if self._method is not None:
                if self._control.stopped:
                    return None
                activity = tr(ACTIVITIES[self._method])
                self._control.report(Progress(activity, self._done / self._fits))
                self._done += 1
            learn = np.flatnonzero(usable & (self._parts != fold))
            test = np.flatnonzero(self._parts == fold)
            if not len(learn):
                return None
            known = np.unique(target.codes[learn])
            if len(known) == 1:
                found[test, known[0]] = 1.0
            else:
                threads = self._control.threads
                seed = (self._seed + fold) % 2**32
                learner = classifier if side.features.number else majority
                found[np.ix_(test, known)] = learner(side.features, target.codes, learn, test, seed, threads)
        return performance(found, target.codes, target.labels)


def _compared(
    method: str,
    before: Performance,
    after: Performance | None,
    baseline: Performance | None,
    baseline_after: Performance | None,
) -> MethodPerformance:
    if after is None or baseline is None or baseline_after is None:
        return MethodPerformance(method, before, None, None, None)
    gain = before.accuracy - baseline.accuracy
    if gain > 0.0:
        relative: float | None = (after.accuracy - baseline_after.accuracy) / gain
    else:
        relative = after.accuracy / baseline_after.accuracy if baseline_after.accuracy else None
    if before.brier_score:
        skill: float | None = 1.0 - after.brier_score / before.brier_score
    else:
        skill = None if after.brier_score else 0.0
    return MethodPerformance(method, before, after, relative, skill)
