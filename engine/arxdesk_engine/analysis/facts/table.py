"""Risks of a table before any treatment: identifiers, quasi-identifiers, unique keys."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from arxdesk_engine.data.dataset import Dataset
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.risk.attributes import attribute_risks
from arxdesk_engine.risk.identifiers import find_identifiers
from arxdesk_engine.risk.key_uniqueness import (
    MinimalSampleUniques,
    attribute_keys,
    dis_histogram,
    dis_scores,
    minimal_sample_uniques,
    record_scores,
)
from arxdesk_engine.risk.wildcards import DistinctTuples, SuppressedCells, cell_codes, distinct_tuples


def analysis_facts(
    dataset: Dataset,
    attributes: Sequence[str],
    largest: int,
    suppressed: SuppressedCells,
    sampling_fraction: float | None = None,
    control: Control | None = None,
) -> dict[str, Any]:
    """Identifiers among all columns; distinction, separation and keys of sets of up to `largest` of the `attributes`.

    `suppressed` is the meaning of cells that read "*", given with every figure. With a `sampling_fraction` the
    records have DIS scores. No value of the data is among the facts. If `control` is stopped they are incomplete
    and marked so.
    """
    control = control or Control()
    tuples = distinct_tuples([cell_codes(dataset[name]) for name in attributes], dataset.weights)
    return {
        "identifiers": [
            {
                "column": hit.column,
                "category": hit.category.value,
                "found_by": hit.detector.value,
                "confidence": hit.confidence,
                "matched_share": hit.matched_share,
                "permitted": hit.permitted,
            }
            for hit in find_identifiers(dataset, control=control.of_step(), weights=dataset.weights)
        ],
        "quasi_identifiers": _sets(tuples, attributes, largest, suppressed, control),
        "keys": _keys(tuples, attributes, largest, suppressed, sampling_fraction, dataset.weights, control),
    }


def _sets(
    tuples: DistinctTuples, attributes: Sequence[str], largest: int, suppressed: SuppressedCells, control: Control
) -> dict[str, Any]:
    found = attribute_risks(tuples, largest, suppressed, control.of_step())
    return {
        "suppressed": found.suppressed.value,
        "largest": found.largest,
        "left_out": found.left_out,
        "complete": found.complete,
        "sets": [
            {
                "attributes": [attributes[place] for place in risk.attributes],
                "records": risk.records,
                "distinction": risk.distinction,
                "separation": risk.separation,
                "highest": risk.highest,
                "average": risk.average,
                "uniqueness": risk.uniqueness,
            }
            for risk in found.sets
        ],
    }


def _keys(
    tuples: DistinctTuples,
    attributes: Sequence[str],
    largest: int,
    suppressed: SuppressedCells,
    sampling_fraction: float | None,
    weights: NDArray[np.int64] | None,
    control: Control,
) -> dict[str, Any]:
    found = minimal_sample_uniques(tuples, largest, suppressed, control.of_step())
    facts: dict[str, Any] = {
        "suppressed": found.suppressed.value,
        "largest": found.largest,
        "complete": found.complete,
        "number": len(found),
        "by_size": found.keys_by_size.tolist(),
        "mean_size": found.mean_size,
        "records_with_keys": int((found.keys_of_records > 0).sum()),
        "highest_score": float(record_scores(found).max(initial=0.0)),
        "attributes": {
            name: {
                "keys": keys.keys,
                "share": keys.share,
                "mean_size": keys.mean_size,
                "score_share": keys.score_share,
            }
            for name, keys in zip(attributes, attribute_keys(found), strict=True)
        },
    }
    if sampling_fraction is not None:
        facts["dis"] = _intrusion(found, sampling_fraction, weights)
    return facts


def _intrusion(
    found: MinimalSampleUniques, sampling_fraction: float, weights: NDArray[np.int64] | None
) -> dict[str, Any]:
    scores: NDArray[np.float64] = dis_scores(found, sampling_fraction)
    return {
        "sampling_fraction": sampling_fraction,
        "highest": float(scores.max(initial=0.0)),
        "records_by_tenths": dis_histogram(scores, weights).tolist(),
    }
