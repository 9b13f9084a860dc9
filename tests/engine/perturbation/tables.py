"""Tables that are perturbed, and jobs that ask for it."""

from __future__ import annotations

from typing import Any

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.perturbation.method import PerturbedRecords
from arxdesk_engine.release.transform.apply import Output
from tests.engine.problems import column_of

SEX = Hierarchy((("f", "*"), ("m", "*")), "sex.csv")


def records_of(households=None, **columns) -> PerturbedRecords:
    """Records with these cells, their types detected."""
    found = {name: _column(name, list(map(str, cells))) for name, cells in columns.items()}
    return PerturbedRecords(found, None if households is None else np.array(households, np.int32))


def _column(name: str, cells: list[str]) -> Column:
    dictionary, codes = np.unique(np.array(cells, object), return_inverse=True)
    return Column.encode(name, codes.astype(np.int32), dictionary.tolist())


def texts_of(column) -> list[str]:
    """The cells of a column."""
    return [column.values[code] for code in column.codes.tolist()]


def job_with(*perturbation: dict[str, Any], roles: dict[str, str] | None = None, **sections: Any) -> Job:
    """A job whose only quasi-identifier is sex, with perturbations."""
    attributes = {
        "sex": {"role": "quasi-identifying"},
        **{name: {"role": each} for name, each in (roles or {}).items()},
    }
    data = {"path": "t.csv", **sections.pop("data", {})}
    content = {
        "data": data,
        "attributes": attributes,
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "perturbation": list(perturbation),
        **sections,
    }
    return job_from(content)


def released(job: Job, /, **columns) -> tuple[Anonymizer, Output]:
    """The best output of a job on a table; half of the records are women where nothing else is said."""
    number = len(next(iter(columns.values())))
    cells = {"sex": ["f", "m"] * (number // 2) + ["f"] * (number % 2), **columns}
    dataset = Dataset(tuple(column_of(name, tuple(map(str, each))) for name, each in cells.items()), "t")
    anonymizer = Anonymizer.formulate(job, dataset, {"sex": SEX})
    best = anonymizer.search().best
    assert best is not None
    return anonymizer, anonymizer.apply(best.levels)
