"""What can be guessed about people without their records: models that learn from those of all others.

Francis and Wagner (2025, arXiv 2507.01710) compare an attack with the best model of the original data without the
target: what that tells holds whether or not somebody takes part. Records are divided into folds, each is guessed by
models that learned from the others, and the model whose probabilities lose least there is the best.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.attacks.attacked import AttackedColumn, AttackedTable
from arxdesk_engine.foundation.language import marked

FOLDS = 3
MOST_RECORDS = 12_000
"""Models learn from so many records, drawn from a larger table, and guess them."""
MOST_CLASSES = 40
"""So many values of a secret can be guessed, the commonest ones; nobody guesses the others right."""
FEWEST_RECORDS = 30
"""Of fewer records nothing is learned."""
FREQUENCIES = marked("frequencies")
_BINS, _TREES, _LEAF, _STEPS, _TOLERANCE = 12, 60, 5, 100, 1e-3
_MOST_INDICATORS = 60
_LEAST = 1e-6

Numbers = NDArray[np.int64]
Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Baseline:
    """Guesses about some records int64[n], none of which the `model` has learned from: the value that is guessed
    int64[n], the probability that the model gives it float64[n], and whether it is right bool[n]."""

    model: str
    records: Numbers
    guess: Numbers
    confidence: Floats
    right: NDArray[np.bool_]


def baseline(table: AttackedTable, known: Sequence[str], secret: str, seed: int = 0) -> Baseline | None:
    """Guess a secret of members of whom some columns are known, without their own records; None where there are too few
    to learn from. The records of a person are in one fold."""
    generator = np.random.default_rng(seed)
    number = len(table.members)
    drawn = np.sort(generator.permutation(number)[:MOST_RECORDS])
    drawn = drawn[table.members[drawn] | table.outside[drawn]]
    if len(drawn) < FEWEST_RECORDS or not table.members[drawn].any():
        return None
    truth = table.columns[secret].values[drawn]
    classes, values = _classes(truth)
    whose = drawn if table.people is None else table.people[drawn]
    people, person = np.unique(whose, return_inverse=True)
    fold = (generator.permutation(len(people)) % FOLDS)[person]
    features = _Features.of([table.columns[name] for name in known], drawn)
    models = _models(features, seed) if known and len(values) > 1 else [(FREQUENCIES, _frequencies)]
    best, least = models[0][0], np.inf
    found = np.zeros((len(drawn), len(values)))
    for name, model in models:
        probabilities = _cross_fitted(model, classes, fold, len(values))
        loss = -np.log(np.maximum(probabilities[np.arange(len(drawn)), classes], _LEAST)).mean()
        if loss < least:
            best, least, found = name, loss, probabilities
    member = table.members[drawn]
    guess = np.where(values >= 0, found, -1.0).argmax(axis=1)
    confidence = found[np.arange(len(drawn)), guess]
    told = values[guess]
    return Baseline(best, drawn[member], told[member], confidence[member], (told == truth)[member])


def _classes(values: Numbers) -> tuple[Numbers, Numbers]:
    """The class of each value int64[n], and the value of each class int64[classes], -1 for all others together.

    Classes are in the order of values, not of how common they are: between classes that are as probable the first one
    is guessed, and which one that is must not depend on the record that is guessed.
    """
    found, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    kept = np.sort(np.argsort(-counts, kind="stable")[:MOST_CLASSES])
    place = np.full(len(found), len(kept))
    place[kept] = np.arange(len(kept))
    told = found[kept]
    return place[which], told if len(kept) == len(found) else np.append(told, -1)


@dataclass(frozen=True, slots=True, eq=False)
class _Features:
    """Known columns of records: numbers float64[n, columns], codes where there is no scale, and the part of each column
    that a record is in, int64[n, columns], of `sizes` parts."""

    ordered: Floats
    parts: Numbers
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, columns: Sequence[AttackedColumn], records: Numbers) -> _Features:
        ordered, parts, sizes = [], [], []
        for column in columns:
            codes = column.values[records]
            part = _common(codes)
            numbers = codes.astype(np.float64)
            if column.positions is not None and np.isfinite(positions := column.positions[codes]).any():
                known = np.isfinite(positions)
                numbers = np.where(known, positions, np.nanmin(positions) - 1.0)
                limits = np.unique(np.quantile(positions[known], np.linspace(0, 1, _BINS + 1)[1:-1]))
                if len(np.unique(codes)) > _BINS:
                    part = np.where(known, np.searchsorted(limits, numbers), len(limits) + 1)
            ordered.append(numbers)
            parts.append(part)
            sizes.append(int(part.max(initial=0)) + 1)
        shape = (len(records), len(columns))
        if not columns:
            return cls(np.zeros(shape), np.zeros(shape, np.int64), ())
        return cls(np.stack(ordered, axis=1), np.stack(parts, axis=1).astype(np.int64), tuple(sizes))

    def indicators(self) -> Any:  # noqa: ANN401 - the library has no types
        """A sparse column for each part."""
        from scipy.sparse import csr_matrix  # noqa: PLC0415 - slow to import

        number, columns = self.parts.shape
        starts = np.concatenate([[0], np.cumsum(self.sizes)])
        places = (self.parts + starts[:-1]).ravel()
        bounds = np.arange(number + 1) * columns
        return csr_matrix((np.ones(number * columns), places, bounds), shape=(number, int(starts[-1])))


def _common(codes: Numbers) -> Numbers:
    """The place of each code among the commonest ones; all others have the last place together."""
    found, which, counts = np.unique(codes, return_inverse=True, return_counts=True)
    rank = np.empty(len(found), np.int64)
    rank[np.argsort(-counts, kind="stable")] = np.arange(len(found))
    return np.minimum(rank, _MOST_INDICATORS)[which]


_Model = Callable[[Numbers, Numbers, Numbers, int], Floats]
"""Learns the classes int64[records] of some rows, and gives the probabilities of all classes in others."""


def _frequencies(classes: Numbers, learn: Numbers, guess: Numbers, number: int) -> Floats:
    """Knows nothing: each class is as probable as it is common."""
    counts = np.bincount(classes[learn], minlength=number)
    return np.tile(counts / counts.sum(), (len(guess), 1))


def _models(features: _Features, seed: int) -> list[tuple[str, _Model]]:
    """Frequencies, regression and a forest, by the names that reports have for them."""
    from sklearn.ensemble import RandomForestClassifier  # type: ignore[import-untyped]  # noqa: PLC0415 - slow
    from sklearn.linear_model import LogisticRegression  # type: ignore[import-untyped]  # noqa: PLC0415

    def learned(make: Callable[[], Any], values: Any) -> _Model:  # noqa: ANN401 - the library has no types
        def fitted(classes: Numbers, learn: Numbers, guess: Numbers, number: int) -> Floats:
            if len(np.unique(classes[learn])) == 1:
                return _frequencies(classes, learn, guess, number)
            model = make()
            model.fit(values[learn], classes[learn])
            found = np.zeros((len(guess), number))
            found[:, model.classes_] = model.predict_proba(values[guess])
            return found

        return fitted

    def regression() -> Any:  # noqa: ANN401 - the library has no types
        return LogisticRegression(max_iter=_STEPS, tol=_TOLERANCE)

    def forest() -> Any:  # noqa: ANN401 - the library has no types
        return RandomForestClassifier(_TREES, min_samples_leaf=_LEAF, random_state=seed)

    return [
        (FREQUENCIES, _frequencies),
        (marked("logistic regression"), learned(regression, features.indicators())),
        (marked("random forest"), learned(forest, features.ordered)),
    ]


def _cross_fitted(model: _Model, classes: Numbers, fold: Numbers, number: int) -> Floats:
    """The probabilities of classes in each fold, by a model of the others: float64[n, classes]."""
    found = np.zeros((len(classes), number))
    for each in range(FOLDS):
        guess, learn = np.flatnonzero(fold == each), np.flatnonzero(fold != each)
        if len(guess) and len(learn):
            found[guess] = model(classes, learn, guess, number)
    return found
