"""From the terms of a test to the engine's objects: small cases, and the data sets of the reference folder."""

import dataclasses
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import numpy as np

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.classes.classes import Grouping
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.costs import Costs
from arxdesk_engine.hierarchies.hierarchy import BoundHierarchy, Hierarchy, bind
from arxdesk_engine.hierarchies.validation import check
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.lattice.lattice import Lattice
from arxdesk_engine.privacy.model import PrivacyModel
from arxdesk_engine.privacy.size import MinimalSize
from arxdesk_engine.privacy.table import WholeTable
from arxdesk_engine.quality.loss import Loss
from arxdesk_engine.search.problem import SearchProblem
from tests.engine.models import MODELS
from tests.engine.naive import Case
from tests.engine.privacy.combined import Combined

ADULT = (
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
    "salary-class",
)
CUP = ("ZIP", "AGE", "GENDER", "INCOME", "STATE", "RAMNTALL", "NGIFTALL", "MINRAMNT")
ATTRIBUTES = {"adult": ADULT, "cup": CUP}


def column_of(name: str, cells: tuple[str, ...]) -> Column:
    """A column of texts, encoded without the readers."""
    dictionary = sorted(set(cells))
    codes = np.array([dictionary.index(cell) for cell in cells], np.int32)
    return Column.encode(name, codes, dictionary)


def columns_and_hierarchies(case: Case) -> tuple[list[Column], list[BoundHierarchy]]:
    """The table of a case as the engine holds it."""
    columns = [column_of(f"q{index}", cells) for index, cells in enumerate(case.columns)]
    checked = [check(Hierarchy(tuple(tuple(row) for row in rows))) for rows in case.hierarchies]
    return columns, [bind(hierarchy, column) for hierarchy, column in zip(checked, columns, strict=True)]


def grouping_of(case: Case) -> Grouping:
    """The grouping of a case."""
    columns, bound = columns_and_hierarchies(case)
    return Grouping([column.codes for column in columns], bound)


def problem_of(case: Case) -> SearchProblem:
    """A case as the search takes it."""
    grouping = grouping_of(case)
    weights = None if case.weights is None else np.array(case.weights)
    quality = Loss(grouping, weights, case.aggregate, case.factor)
    privacy = tuple(MODELS[name](n=n) for name, n in case.models)
    if case.k > 1 or not privacy:
        privacy = (MinimalSize(case.k), *privacy)
    return SearchProblem(grouping, Lattice(case.lowest, case.highest), privacy, quality, case.limit)


def combined_problem(combined: Combined) -> SearchProblem:
    """A small problem with any privacy models, as the search takes it."""
    case, included = combined.case, None if combined.included is None else np.array(combined.included)
    columns, bound = columns_and_hierarchies(case)
    sensitive = {name: column_of(name, cells) for name, cells in combined.sensitive.items()}
    codes = {name: column.codes for name, column in sensitive.items()}
    grouping = Grouping([column.codes for column in columns], bound, codes, included)
    trees = {name: Hierarchy(tuple(map(tuple, rows))) for name, rows in combined.sensitive_hierarchies.items()}
    quality = Loss(grouping, None if case.weights is None else np.array(case.weights), case.aggregate, case.factor)
    table = table_of(grouping, sensitive, trees, combined.population, combined.costs)
    privacy = tuple(model.bind(table) for model in combined.models)
    return SearchProblem(grouping, Lattice(case.lowest, case.highest), privacy, quality, case.limit)


def table_of(
    grouping: Grouping,
    sensitive: Mapping[str, Column],
    hierarchies: Mapping[str, Hierarchy],
    population: int | None,
    costs: Costs,
) -> WholeTable:
    """What privacy models are told of a table, from its grouping and its sensitive attributes."""
    counted = slice(None) if grouping.included is None else grouping.included
    return WholeTable(
        records=grouping.records,
        value_counts={
            name: np.bincount(column.codes[counted], minlength=len(column.values)) for name, column in sensitive.items()
        },
        hierarchies={name: bind(check(hierarchies[name]), sensitive[name]) for name in hierarchies},
        domain_sizes=np.array([hierarchy.domain_size for hierarchy in grouping.hierarchies]),
        population=population,
        costs=costs,
    )


def with_models(
    known: Anonymizer, trees: Mapping[str, Hierarchy], models: Iterable[PrivacyModel], limit: float, costs: Costs
) -> SearchProblem:
    """The problem of an anonymizer under other privacy models; nothing is grouped anew.

    `trees` are the hierarchies of its sensitive attributes.
    """
    grouping = known.problem.grouping
    sensitive = {name: known.dataset[name] for name in grouping.rows.sensitive}
    table = table_of(grouping, sensitive, {name: trees[name] for name in sensitive}, None, costs)
    privacy = tuple(model.bind(table) for model in models)
    return dataclasses.replace(known.problem, privacy=privacy, suppression_limit=limit)


def reference_job(  # the terms of a reference case
    shared: Path,
    dataset: str,
    attributes: tuple[str, ...],
    *,
    k: int = 5,
    limit: float = 0.05,
    quality: dict[str, Any] | None = None,
    weights: dict[str, float] | None = None,
) -> Job:
    """A job on a data set of the reference folder."""
    folder = shared / "data" / dataset
    settings = {
        name: {"role": "quasi-identifying", "type": "string", "hierarchy": str(folder / f"hierarchy_{name}.csv")}
        for name in attributes
    }
    for name, weight in (weights or {}).items():
        settings[name]["weight"] = weight
    return job_from(
        {
            "data": {"path": str(folder / f"{dataset}.csv")},
            "attributes": settings,
            "privacy": [{"model": "k-anonymity", "k": k}],
            "suppression": {"limit": limit},
            "quality": {"model": "loss", **(quality or {})},
        }
    )


def adult_anonymizer(shared: Path, limit: float = 0.05) -> Anonymizer:
    """ADULT as in most reference values."""
    return Anonymizer.open(reference_job(shared, "adult", ADULT, limit=limit))
