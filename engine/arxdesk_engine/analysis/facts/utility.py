"""The usefulness of an output as plain values (the JSON report), from `analysis.statistics.utility`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.analysis.facts.summary import cells_of
from arxdesk_engine.analysis.statistics.cells import Cells
from arxdesk_engine.analysis.statistics.classification import ClassificationPerformance
from arxdesk_engine.analysis.statistics.performance import Performance
from arxdesk_engine.analysis.statistics.utility import Prediction, Utility, predictions, utility
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy, bind
from arxdesk_engine.job.utility import UtilitySettings
from arxdesk_engine.lattice.recoding import Recoding
from arxdesk_engine.release.transform.apply import Output
from arxdesk_engine.search.problem import SearchProblem


def utility_of(
    problem: SearchProblem,
    dataset: Dataset,
    output: Output,
    attributes: tuple[str, ...],
    settings: UtilitySettings,
    recoding: Recoding | None = None,
    control: Control | None = None,
) -> Utility:
    """Compare an output with its input, `dataset`: the quasi-identifiers `attributes`, targets and features.

    Raises InvalidJob for attributes that the table does not have.
    """
    others = tuple(name for name in dataset.names if name in {*settings.targets, *settings.features} - set(attributes))
    cells = cells_of(problem, dataset, output, attributes, recoding, others)
    targets, included = targets_of(settings, attributes), problem.grouping.included
    return utility(cells, output.suppressed, included, targets, prediction_of(settings), control)


def predictions_of(
    problem: SearchProblem,
    dataset: Dataset,
    output: Output,
    attributes: tuple[str, ...],
    settings: UtilitySettings,
    recoding: Recoding | None = None,
    control: Control | None = None,
) -> dict[str, ClassificationPerformance | None]:
    """The predictions of `utility_of` alone."""
    targets = targets_of(settings, attributes)
    used = {*targets, *(name for features in targets.values() for name in features)}
    others = tuple(name for name in dataset.names if name in used - set(attributes))
    cells = cells_of(problem, dataset, output, attributes, recoding, others, used)
    how, included = prediction_of(settings), problem.grouping.included
    return predictions(cells, output.suppressed, included, targets, how, control or Control())


def predictions_of_input(
    dataset: Dataset,
    included: NDArray[np.bool_] | None,
    attributes: tuple[str, ...],
    settings: UtilitySettings,
    control: Control | None = None,
) -> dict[str, ClassificationPerformance | None]:
    """The same of a table without an output; `included` bool[records] are those that count."""
    targets = targets_of(settings, attributes)
    used = {*targets, *(name for features in targets.values() for name in features)}
    nothing = np.zeros(dataset.records, np.bool_)

    def cells(column: Column) -> Cells:
        return Cells(column, column, bind(Hierarchy.identity(column.values), column), nothing, included)

    every = {name: cells(dataset[name]) for name in dataset.names if name in used}
    return predictions(every, None, included, targets, prediction_of(settings), control or Control())


def targets_of(settings: UtilitySettings, attributes: tuple[str, ...]) -> dict[str, list[str]]:
    """The features that each target is predicted from; `attributes` are the quasi-identifiers."""
    features = settings.features or attributes
    return {target: [name for name in features if name != target] for target in settings.targets}


def prediction_of(settings: UtilitySettings) -> Prediction:
    """The settings of predictions in a job."""
    return Prediction(settings.methods, settings.scaling, settings.folds, settings.seed, settings.max_records)


def utility_facts(found: Utility) -> dict[str, Any]:
    """The section "utility" of the report. Of the values of the data it has the classes that the output shows."""
    return {
        "complete": found.complete,
        "classification": {
            target: None if each is None else _classification(each) for target, each in found.classification.items()
        },
        "distances": {name: asdict(each) for name, each in found.distances.items()},
        "associations": [
            {
                "attributes": [each.first, each.second],
                "measure": each.kind.value,
                "before": each.before,
                "after": each.after,
                "difference": each.difference,
            }
            for each in found.associations
        ],
    }


def _classification(found: ClassificationPerformance) -> dict[str, Any]:
    return {
        "records": found.records,
        "folds": found.folds,
        "complete": found.complete,
        "baseline": {"before": _performance(found.baseline_before), "after": _performance(found.baseline_after)},
        "methods": {
            each.method: {
                "before": _performance(each.before),
                "after": _performance(each.after, with_classes=True),
                "relative_accuracy": each.relative_accuracy,
                "brier_skill": each.brier_skill,
            }
            for each in found.methods
        },
    }


def _performance(found: Performance | None, *, with_classes: bool = False) -> dict[str, Any] | None:
    if found is None:
        return None
    facts: dict[str, Any] = {
        "accuracy": found.accuracy,
        "average_error": found.average_error,
        "brier_score": found.brier_score,
        "auc": found.auc,
    }
    if with_classes:
        facts["classes"] = {
            each.label: {
                "records": each.records,
                "auc": each.auc,
                "brier_score": each.brier_score,
                "sensitivity": each.sensitivity,
                "specificity": each.specificity,
            }
            for each in found.classes
        }
    return facts
