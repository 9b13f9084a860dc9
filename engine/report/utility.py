"""What an output is still good for as plain values (the JSON report), from `engine.quality.statistics.utility`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from engine.control import Control
from engine.dataset import Dataset
from engine.lattice.recoding import Recoding
from engine.quality.statistics.classification import ClassificationPerformance
from engine.quality.statistics.performance import Performance
from engine.quality.statistics.utility import Prediction, Utility, utility
from engine.report.summary import cells_of
from engine.search.problem import Problem
from engine.transform.apply import Output
from engine.utility_settings import UtilitySettings


def utility_of(
    problem: Problem,
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
    names = {*settings.targets, *settings.features} - set(attributes)
    others = tuple(name for name in dataset.names if name in names)
    cells = cells_of(problem, dataset, output, attributes, recoding, others)
    features = settings.features or attributes
    targets = {target: [name for name in features if name != target] for target in settings.targets}
    prediction = Prediction(settings.methods, settings.scaling, settings.folds, settings.seed, settings.max_records)
    return utility(cells, output.suppressed, problem.grouping.included, targets, prediction, control)


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
                "sensitivity": each.sensitivity,
                "specificity": each.specificity,
            }
            for each in found.classes
        }
    return facts
