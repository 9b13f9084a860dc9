"""The usefulness of an output: predictions, distributions, and associations of attributes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.statistics.association import Association, associations
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.classification import (
    ClassificationPerformance,
    Side,
    chosen_records,
    classification_performance,
)
from arxdesk_engine.analysis.statistics.distances import Distances, distances
from arxdesk_engine.analysis.statistics.features import (
    UNKNOWN,
    Features,
    TargetClasses,
    features_of,
    target_after,
    target_before,
)
from arxdesk_engine.analysis.statistics.numbers import numeric_cells
from arxdesk_engine.foundation.control import Control, Progress
from arxdesk_engine.foundation.language import tr


@dataclass(frozen=True, slots=True)
class Prediction:
    """How predictions are tried: see `job.utility.UtilitySettings`."""

    methods: Sequence[str]
    scaling: Mapping[str, str]
    folds: int
    seed: int
    most_records: int


@dataclass(frozen=True, slots=True)
class Utility:
    """`classification` by target, None where there are not two records to learn from; `distances` by attribute.

    `complete` says whether everything was computed: otherwise it was stopped, and the rest is missing.
    """

    classification: dict[str, ClassificationPerformance | None]
    distances: dict[str, Distances]
    associations: tuple[Association, ...]
    complete: bool


def utility(
    attributes: Mapping[str, Cells],
    suppressed: NDArray[np.bool_],
    included: NDArray[np.bool_] | None,
    targets: Mapping[str, Sequence[str]],
    prediction: Prediction,
    control: Control | None = None,
) -> Utility:
    """Compare an output with its input.

    `attributes` are all that are looked at; `targets` names the features that each target is predicted from. Both masks
    are bool[records] of the table, `included` those that count.
    """
    control = control or Control()
    control.report(Progress(tr("Comparing distributions")))
    distance = {name: distances(cells) for name, cells in attributes.items()}
    pairs = associations(attributes, control)
    classification = predictions(attributes, suppressed, included, targets, prediction, control)
    finished = all(each is None or each.complete for each in classification.values())
    return Utility(
        classification, distance, pairs, finished and len(classification) == len(targets) and not control.stopped
    )


def predictions(
    attributes: Mapping[str, Cells],
    suppressed: NDArray[np.bool_] | None,
    included: NDArray[np.bool_] | None,
    targets: Mapping[str, Sequence[str]],
    prediction: Prediction,
    control: Control,
) -> dict[str, ClassificationPerformance | None]:
    """How well every target can be predicted, as in `Utility.classification`; fewer targets when stopped.

    `suppressed` None: there is no output, and the cells are looked at as they are in the input alone.
    """
    found: dict[str, ClassificationPerformance | None] = {}
    for target, features in targets.items():
        if control.stopped:
            break
        found[target] = _predict(attributes, suppressed, included, target, features, prediction, control)
    return found


def _predict(
    attributes: Mapping[str, Cells],
    suppressed: NDArray[np.bool_] | None,
    included: NDArray[np.bool_] | None,
    target: str,
    features: Sequence[str],
    prediction: Prediction,
    control: Control,
) -> ClassificationPerformance | None:
    cells = attributes[target]
    before = target_before(cells.before)
    usable = before.codes != UNKNOWN
    records = chosen_records(
        usable if included is None else usable & included, prediction.most_records, prediction.seed
    )

    def side(classes: TargetClasses, *, of_output: bool) -> Side:
        learned = _features(attributes, features, included, records, prediction.scaling, of_output=of_output)
        return Side(learned, TargetClasses(classes.codes[records], classes.labels))

    after = None
    if suppressed is not None:
        after = side(target_after(cells.before, cells.after, suppressed), of_output=True)
    return classification_performance(
        side(before, of_output=False),
        after,
        None if suppressed is None else suppressed[records],
        prediction.methods,
        prediction.folds,
        prediction.seed,
        control,
    )


def _features(
    attributes: Mapping[str, Cells],
    features: Sequence[str],
    included: NDArray[np.bool_] | None,
    records: NDArray[np.intp],
    scaling: Mapping[str, str],
    *,
    of_output: bool,
) -> Features:
    columns, numbers = [], []
    for name in features:
        cells = attributes[name]
        number = numeric_cells(cells) if name in scaling else None
        if number is None:
            columns.append(cells.after if of_output else cells.before)
            continue
        shown = np.where(number.hidden, np.nan, number.middle) if of_output else number.values
        everywhere = np.full(cells.before.records, np.nan)
        everywhere[slice(None) if included is None else included] = shown[number.of_record]
        numbers.append((everywhere, scaling[name]))
    return features_of(columns, numbers, records)
