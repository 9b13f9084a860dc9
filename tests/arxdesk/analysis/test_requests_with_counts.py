"""Questions about a table whose rows stand for several records: the answers are those about the records written out."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from arxdesk.analysis.request import Request
from arxdesk.analysis.work import (
    AboveRisk,
    ClassesOf,
    GroupOfRecord,
    HiddenRecords,
    IdentifiersOf,
    InClassesOfSize,
    RecordsShowing,
    Removed,
)
from arxdesk.quality.classification.work import PredictionsOf  # noqa: F401 - so that it is among the questions
from arxdesk.quality.contingency.work import AssociationOf, ContingencyOf
from arxdesk.quality.detail.work import LevelsOf, MeasuresOf
from arxdesk.quality.distribution.work import DistributionOf, SummaryOf
from arxdesk.quality.local_recoding.work import Recode  # noqa: F401 - the same
from arxdesk.quality.tables.work import RowsToShow
from arxdesk.risk.attackers.population_records import AboveJournalistRisk
from arxdesk.risk.histories.work import KnownRecordsOf  # noqa: F401 - the same
from arxdesk.risk.items.work import RareItems  # noqa: F401 - the same
from arxdesk.risk.keys.work import KeysOf
from arxdesk.risk.ranking.work import RankingOfSets, RankingOfSingles, UniqueRecords
from arxdesk.risk.uniqueness.work import UniquenessOf
from arxdesk_engine.analysis.applied import Applied
from arxdesk_engine.analysis.shown.rows import SideName
from arxdesk_engine.analysis.tables import InputTable, OutputTable
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.data.dataset import Column, Dataset
from arxdesk_engine.data.schema import DataType, ValueType
from arxdesk_engine.exploration import applying
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job, job_from

ROWS = 60
SIDES: tuple[SideName, ...] = ("before", "after")
HIERARCHIES = {
    "age": Hierarchy(tuple((str(age), f"{age // 10}0s", "*") for age in range(20, 60))),
    "sex": Hierarchy((("", "*"), ("f", "*"), ("m", "*"))),
    "town": Hierarchy(tuple((town, town[0], "*") for town in ("A1", "A2", "B1", "B2"))),
}
NAMES = tuple(HIERARCHIES)
FIGURES: tuple[Request[Any], ...] = (
    ClassesOf(),
    *(DistributionOf(name, None) for name in (*NAMES, "illness", "born")),
    *(SummaryOf(name, complete) for name in (*NAMES, "illness", "born") for complete in (False, True)),
    ContingencyOf("age", "illness", False),
    ContingencyOf("sex", "town", False),
    AssociationOf("age", "born"),
    AssociationOf("age", "illness"),
    AssociationOf("sex", "town"),
    MeasuresOf(),
    LevelsOf(),
    UniquenessOf(None),
    RankingOfSingles(NAMES),
    RankingOfSets(NAMES, 2, 3),
    KeysOf(NAMES, 3, None),
    IdentifiersOf(),
)
RECORDS: tuple[Request[Any], ...] = (
    InClassesOfSize(1, 2),
    AboveRisk(0.3),
    Removed(),
    GroupOfRecord(0),
    RecordsShowing((("sex", ("f",)),)),
    HiddenRecords("age"),
    AboveJournalistRisk(0.3),
    UniqueRecords(NAMES),
)
NEED_ROWS = ("PredictionsOf", "Recode", "RareItems", "RecordsWithItems")
"""Asked by views that say where rows stay outside memory that they need them, or of sets, which are refused there."""
OF_KEYS = ("RecordsWithKey", "RecordsWithKeyAttribute", "RecordsInTenth")
"""They find records by the answer of KeysOf; whoever has a key is alone, and so has a row of its own."""
OF_PEOPLE = (
    *("KnownRecordsOf", "ColumnsInPeople", "HistoryOfPerson", "LimitedRecordsOf"),
    *("RecordsSingledOut", "RecordsDiffering"),
)
"""Whose records these are is asked of records alone: a row that stands for several has no person."""
OF_SAMPLES = ("SampleRisksOf", "RecordsOfRisk", "SampleUniques", "LinkageOf")
"""Only single records belong to a sample, or are perturbed: rows with counts are refused."""
OF_FILES = (
    *("ReadTrial", "RowsAlone", "ChoicesKnown", "BesideEarlier", "NarrowedRecords"),
    *("AttackBy", "LossesBy", "AttackBySets", "RecordsFound", "CandidatesOf"),
)
"""A written file is attacked row by row; where its rows stand for several records, the view says that rows are
counted."""
OF_ROWS = ("of_records", "keys", "coded_cells", "scores", "dis")
"""Parts of answers that have an entry for each row, whatever it stands for."""


def test_that_figures_are_those_of_the_records(tables: Mapping[str, tuple[Any, Any]], request_of_figures: Request[Any]):
    for side in SIDES:
        counted, written_out = (request_of_figures.run(table, Control()) for table in tables[side])
        assert plain(counted) == plain(written_out), side


def test_that_records_behind_a_figure_are_as_many(
    tables: Mapping[str, tuple[Any, Any]], request_of_records: Request[Any]
):
    for side in SIDES:
        few, many = tables[side]
        counted, written_out = request_of_records.run(few, Control()), request_of_records.run(many, Control())
        assert few.dataset.weights[counted].sum() == len(written_out), side
        shown = RowsToShow(records=request_of_records, side=side)
        assert shown.run(few, Control()).shown == len(written_out), side


def test_that_the_tables_tell_how_many_records_they_show(tables: Mapping[str, tuple[Any, Any]]):
    for side in SIDES:
        counted, written_out = (RowsToShow().run(table, Control()) for table in tables[side])
        for name in ("shown", "people", "outside", "gone", "smallest", "largest"):
            assert getattr(counted, name) == getattr(written_out, name), (side, name)


def test_that_every_question_is_compared():
    asked = {type(each).__name__ for each in (*FIGURES, *RECORDS)} | {RowsToShow.__name__}
    every = {each.__name__ for each in Request.__subclasses__() if each.__module__.startswith("arxdesk.")}
    assert every - asked == {*NEED_ROWS, *OF_KEYS, *OF_PEOPLE, *OF_SAMPLES, *OF_FILES}


@pytest.fixture(params=FIGURES, ids=repr)
def request_of_figures(request: pytest.FixtureRequest) -> Request[Any]:
    return request.param


@pytest.fixture(params=RECORDS, ids=repr)
def request_of_records(request: pytest.FixtureRequest) -> Request[Any]:
    return request.param


@pytest.fixture(scope="module")
def tables() -> dict[str, tuple[Any, Any]]:
    """Input and output, each with counts and written out, of the same transformation."""
    draw = np.random.default_rng(5)
    weights = np.minimum(draw.geometric(0.5, ROWS), 4).astype(np.int64)
    places = np.repeat(np.arange(ROWS), weights)
    columns = [
        made("age", draw.integers(20, 60, ROWS).astype(str), ValueType(DataType.INTEGER)),
        made("sex", draw.choice(["f", "m", ""], ROWS, p=[0.5, 0.4, 0.1]), ValueType()),
        made("town", draw.choice(["A1", "A2", "B1", "B2"], ROWS), ValueType()),
        made("illness", draw.choice(["flu", "asthma"], ROWS), ValueType()),
        made("born", [f"19{year}-05-01" for year in draw.integers(50, 99, ROWS)], ValueType(DataType.DATE, "%Y-%m-%d")),
    ]
    few = Dataset(tuple(columns), weights=weights)
    many = Dataset(tuple(column.at(places) for column in columns))
    found: dict[str, list[Any]] = {side: [] for side in SIDES}
    for dataset, count in ((few, "number"), (many, None)):
        job = job_of(count)
        anonymizer = Anonymizer.formulate(job, dataset, HIERARCHIES)
        applied = applying.apply(anonymizer, (1, 0, 0), None, Control())
        before = InputTable(job, dataset)
        found["before"].append(before)
        found["after"].append(output_of(before, anonymizer, applied))
    assert (
        0 < found["after"][0].applied.output.suppressed_records == found["after"][1].applied.output.suppressed_records
    )
    return {side: (pair[0], pair[1]) for side, pair in found.items()}


def output_of(before: InputTable, anonymizer: Anonymizer, applied: Applied) -> OutputTable:
    solution = anonymizer.search()
    return OutputTable(before, anonymizer.job, anonymizer.problem, anonymizer.hierarchies, solution, applied)


def made(name: str, texts: Any, kind: ValueType) -> Column:
    dictionary, codes = np.unique(np.array(texts, dtype=object), return_inverse=True)
    return Column.encode(name, codes.astype(np.int32), dictionary.tolist(), kind)


def job_of(count: str | None) -> Job:
    return job_from(
        {
            "data": {"path": "people.csv", **({} if count is None else {"count": count})},
            "attributes": {
                **{name: {"role": "quasi-identifying"} for name in NAMES},
                "illness": {"role": "sensitive"},
            },
            "privacy": [{"model": "k-anonymity", "k": 3}],
            "suppression": {"limit": 0.9},
        }
    )


def plain(found: Any) -> Any:
    """An answer as plain values, without what has an entry for each row."""
    if isinstance(found, np.ndarray):
        return plain(found.tolist())
    if isinstance(found, float):
        return "nan" if math.isnan(found) else pytest.approx(found, rel=1e-9, abs=1e-12)
    if dataclasses.is_dataclass(found) and not isinstance(found, type):
        names = [field.name for field in dataclasses.fields(found)]
        return {name: plain(getattr(found, name)) for name in names if name not in OF_ROWS}
    if isinstance(found, Mapping):
        return {str(key): plain(value) for key, value in found.items()}
    if isinstance(found, list | tuple):
        return [plain(each) for each in found]
    return found
