"""Treated columns, research subsets and random orders by Spark: the release of memory."""

import csv
import itertools
import re
from collections import Counter
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.border.shape import KEY
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.backends.spark.connection import SparkConnection
from arxdesk_engine.data.selection import InvalidSelection
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData, InvalidJob
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.job.subset import SubsetSettings
from tests.engine.backends.releases import recount_of_another_subset, released, rounded
from tests.engine.backends.spark.test_files import KEPT
from tests.engine.backends.test_treated_columns import jobs, require_the_release_of_memory, tables
from tests.tiers import examples

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("spark")]

QUASI = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
CITIES = {**QUASI, "maximum_level": 0}
"""Cities as they are, so that records of rare ones are removed."""


@given(table=tables(), content=jobs())
@settings(max_examples=examples(25), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_that_the_release_is_that_of_memory(table, content):
    require_the_release_of_memory(table, content, "spark", ".parquet")


def job_of(folder: Path, attributes: dict[str, object], engine: str = "spark", output=None, **more) -> Job:
    content = {
        "data": {"path": str(folder / "table.parquet"), "engine": engine},
        "attributes": attributes,
        "privacy": [{"model": "k-anonymity", "k": 2}],
        "suppression": {"limit": 1.0, "sensitive": True, "insensitive": True},
        "output": {"path": str(folder / f"{engine}.parquet"), **(output or {})},
    }
    return job_from({**content, **more})


def require_the_same(folder: Path, attributes: dict[str, object], **more) -> pa.Table:
    """Release a table in memory and by Spark; the result of Spark, which has the rows of memory."""
    found = [released(job_of(folder, attributes, engine, **more)) for engine in ("memory", "spark")]
    (status, told, rows, _recount), (other_status, other_told, other_rows, recount) = found
    assert (other_status, rounded(other_told), other_rows) == (status, rounded(told), rows)
    assert recount.refuted == ()
    return pq.read_table(folder / "spark.parquet")


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
def test_that_removed_records_of_every_type_read_as_in_memory(suppressed, tmp_path):
    """Their columns become texts as memory reads them; without removed records they keep their types."""
    kept = {name: column for name, column in KEPT.items() if name != "bytes"} | {
        "numbers": pa.array([1e16, -0.0, float("nan"), 2.5e-10]),
        "whole": pa.array([3.0, 2.0**53, None, -7.0]),
        "decimal": pa.array([1, 100, None, 0], pa.decimal128(38, 20)),
    }
    table = pa.table({"city": ["Bonn", "Bonn", "Bern", "Rome"], **kept})
    pq.write_table(table, tmp_path / "table.parquet")
    privacy = [{"model": "k-anonymity", "k": 2}, {"model": "l-diversity", "attribute": "single", "l": 2}]
    attributes = {"city": CITIES, "single": {"role": "sensitive"}, "zone": {"role": "sensitive"}}
    found = require_the_same(tmp_path, attributes, privacy=privacy, output={"suppressed": suppressed})
    assert Counter(map(str, found["single"].to_pylist()))["*"] == (2 if suppressed == "keep" else 0)
    for name in kept:
        kind = found[name].type
        is_text = str(kind) == "string" or pa.types.is_dictionary(kind)
        assert is_text if suppressed == "keep" else name == "nothing" or kind == table[name].type


def test_that_columns_may_have_the_names_of_ours(tmp_path):
    quasi, replaced = ("fate", "removed", "is removed"), ("label", "text", "label 0", "value", "cell")
    others = ("part 0", "source", "treated_0", "decided_0", "mapping_0", "marked", "number of records")
    sensitive = ("records", "in the research subset")
    names = (*quasi, *replaced, *others, *sensitive)
    cells = {name: [f"{name} {row % (2 + place % 3)}" for row in range(12)] for place, name in enumerate(names)}
    pq.write_table(pa.table({**cells, "age": list(range(12))}), tmp_path / "table.parquet")
    attributes = {
        **dict.fromkeys(quasi, QUASI),
        **{name: {"replace": {f"{name} 0": f"no {name}"}} for name in replaced},
        **{name: {"role": "sensitive", "replace": {f"{name} 0": "none"}} for name in sensitive},
    }
    diverse = [{"model": "l-diversity", "attribute": name, "l": 2} for name in sensitive]
    select = """"part 0" != 'part 0 1' and "in the research subset" is not missing or fate = 'fate 1' or age < 9"""
    privacy = [{"model": "k-anonymity", "k": 2}, *diverse]
    require_the_same(tmp_path, attributes, privacy=privacy, subset={"select": select})


def test_that_pseudonyms_have_a_key_and_a_mapping_and_people_keep_their_days(tmp_path):
    for each in ("secret", "out"):
        (tmp_path / each).mkdir()
    cells = {"person": ["P1", "P1", "P2", None], "city": ["Bonn", "Bern"] * 2, "day": pa.array([1, 11, 1, None])}
    cells["day"] = cells["day"].cast(pa.int32()).cast(pa.date32())
    pq.write_table(pa.table(cells), tmp_path / "table.parquet")
    key = {"key_file": str(tmp_path / "secret" / "a.key"), "create_key": True}
    mapping = str(tmp_path / "secret" / "people.csv")
    attributes = {
        "city": QUASI,
        "person": {"role": "identifying", "masking": {"method": "pseudonym", "mapping_file": mapping, **key}},
        "day": {"type": "date", "shift": {"person": "person", "days": 40, **key}},
    }
    output = {"path": str(tmp_path / "out" / "spark.parquet")}
    job = job_of(tmp_path, attributes, output=output)
    anonymizer = Anonymizer.open(job)
    assert not Path(mapping).exists()
    anonymizer.write(anonymizer.apply(anonymizer.search().best.levels))
    with Path(mapping).open() as stream:
        names = dict(csv.reader(stream, delimiter=";"))
    assert sorted(names) == ["P1", "P2", "original"]
    rows = pq.read_table(output["path"]).to_pylist()
    days = [[each["day"] for each in rows if each["person"] == names.get(person)] for person in ("P1", "P2", None)]
    assert abs((days[0][1] - days[0][0]).days) == 10
    assert [len(each) for each in days] == [2, 1, 1]
    assert days[2] == [None]


def test_that_a_random_order_is_another_each_time(tmp_path):
    records = 50_000
    pq.write_table(pa.table({"city": ["Bonn"] * records, "number": range(records)}), tmp_path / "table.parquet")
    orders = []
    for _time in range(2):
        released(job_of(tmp_path, {"city": QUASI}, output={"shuffle": True}))
        orders.append(pq.read_table(tmp_path / "spark.parquet")["number"].to_pylist())
    for order in orders:
        assert sorted(order) == list(range(records))
        # Of each tenth, whose mean has a standard deviation of 1.1% of that of all:
        for start in range(0, records, records // 10):
            tenth = order[start : start + records // 10]
            assert abs(sum(tenth) / len(tenth) / (records / 2) - 1) < 0.06
            assert abs(sum(a < b for a, b in itertools.pairwise(tenth)) / len(tenth) - 0.5) < 0.05
    assert sum(one == other for one, other in zip(*orders, strict=True)) < 20


def test_that_the_explanation_has_every_statement_that_runs(tmp_path, monkeypatch):
    cells = {"city": ["Bonn", "Bonn", "Bern"], "note": ["a", "b", "a"], "cost": [1.5, 2.5, 3.5], "age": [1, 2, 3]}
    pq.write_table(pa.table(cells), tmp_path / "table.parquet")
    attributes = {"city": CITIES, "note": {"role": "sensitive", "replace": {"a": "c"}}}
    privacy = [{"model": "k-anonymity", "k": 2}, {"model": "l-diversity", "attribute": "note", "l": 2}]
    more = {"privacy": privacy, "subset": {"select": "age >= 1 and (note = 'a' or note = 'b')"}}
    job, run = job_of(tmp_path, attributes, output={"shuffle": True}, **more), []
    for method in ("run", "count", "define"):
        theirs = getattr(SparkConnection, method)

        def recorded(self, first, *arguments, method=method, theirs=theirs):
            run.append((method, first))
            return theirs(self, first, *arguments)

        monkeypatch.setattr(SparkConnection, method, recorded)
    released(job)
    shown = explained(job, Control())
    place = 0
    for method, first in run:
        if first.startswith("TABLE "):  # the number of records of a relation
            continue
        statement = f"CREATE OR REPLACE TEMPORARY VIEW {first}\nUSING parquet" if method == "define" else first
        statement = re.sub(r"^INSERT OVERWRITE DIRECTORY '.*'\n", "", statement)
        statement = re.sub(r"concat\('[0-9a-f]{64}'", f"concat('{KEY}'", statement)
        assert statement in shown[place:]
        place = shown.index(statement, place)
    assert [first for method, first in run if method == "define"] == [
        *("source", "decided_0", "decided_1", "treated_0", "treated_1", "labelled", "written")
    ]
    assert "'c'" not in shown


def test_that_nothing_is_made_for_an_explanation(tmp_path):
    pq.write_table(pa.table({"city": ["Bonn"], "name": ["Ann"]}), tmp_path / "table.parquet")
    masking = {"method": "pseudonym", "key_file": str(tmp_path / "a.key"), "create_key": True}
    job = job_of(tmp_path, {"city": QUASI, "name": {"role": "identifying", "masking": masking}})
    assert "treated_0" in explained(job, Control())
    assert [each.name for each in tmp_path.iterdir()] == ["table.parquet"]


def test_that_faults_are_told_before_the_search(tmp_path):
    cells = {"city": ["Bonn", "Bern"], "note": ["a", "b"], "day": pa.array([1, 2], pa.int32()).cast(pa.date32())}
    pq.write_table(pa.table(cells), tmp_path / "table.parquet")
    note = {"type": "integer", "replace": {"a": "7"}}
    with pytest.raises(InvalidData, match=r'"note", distinct cell 2: "b" is not of type integer'):
        Anonymizer.open(job_of(tmp_path, {"city": QUASI, "note": note}))
    with pytest.raises(InvalidJob, match="only identifying attributes can be masked"):
        Anonymizer.open(job_of(tmp_path, {"city": QUASI, "note": {"masking": {"method": "redact"}}}))
    for select, found in (("day > 'x'", "is of type date"), ("dya = 'x'", "no attribute"), ("(", "column 2")):
        with pytest.raises((InvalidJob, InvalidSelection), match=found):
            Anonymizer.open(job_of(tmp_path, {"city": QUASI}, subset={"select": select}))


def test_that_another_subset_of_the_same_tuples_is_written(tmp_path):
    cells = {"city": ["Bonn", "Bonn", "Bern", "Bern"] * 3, "age": [1, 1, 2, 2, 3, 3] * 2, "number": range(12)}
    pq.write_table(pa.table(cells), tmp_path / "table.parquet")
    attributes = {"city": QUASI, "age": QUASI}
    first = Anonymizer.open(job_of(tmp_path, attributes, subset={"select": "number < 9"}))
    for select, expected in (("age > 1", 8), ("city = 'Bonn'", 6), (None, 12)):
        subset = None if select is None else SubsetSettings(select=select)
        recount = recount_of_another_subset(first, subset)
        assert recount.refuted == ()
        assert recount.records == expected
