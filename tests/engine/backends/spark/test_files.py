"""Files, columns and names that Spark has other ideas of: each is read, kept and written as it is."""

import datetime as dt
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.opening import explained
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidData
from arxdesk_engine.job.job import Job, job_from
from tests.engine.backends.test_grouped_table import released, rounded

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("spark")]

MOMENTS = {
    "zone": pa.array([1, 1, 10**15, 10**15], pa.timestamp("us", "Europe/Berlin")),
    "nanoseconds": pa.array([1, 1, 10**18 + 1, 10**18 + 1], pa.timestamp("ns")),
    "milliseconds": pa.array([1, 1, None, None], pa.timestamp("ms")),
}
KEPT = {
    **MOMENTS,
    "tiny": pa.array([255, 1, None, 0], pa.uint8()),
    "large": pa.array([2**64 - 1, 1, None, 0], pa.uint64()),
    "single": pa.array([1.5, 0.1, None, 0], pa.float32()),
    "day": pa.array([dt.date(1500, 1, 1), dt.date(2024, 2, 29), None, None], pa.date32()),
    "bytes": pa.array([b"a", b"", None, b"\xff"], pa.binary()),
    "flag": pa.array([True, False, None, None]),
    "nothing": pa.nulls(4),
}


def job_of(path: Path, quasi: str, target: Path, engine: str = "spark") -> Job:
    return job_from(
        {
            "data": {"path": str(path), "engine": engine},
            "attributes": {quasi: {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}},
            "privacy": [{"model": "k-anonymity", "k": 2}],
            "output": {"path": str(target)},
        }
    )


def written(job: Job) -> pa.Table:
    """The result of a search, whose second count has nothing against it."""
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    exported = anonymizer.write(output)
    facts = {**anonymizer.describe(solution, output), "output": exported.plain()}
    assert anonymizer.verify(facts, output, exported).refuted == ()
    return pq.read_table(exported.place)


def test_that_columns_that_are_not_generalized_keep_their_types_and_values(tmp_path):
    table = pa.table({"city": ["Bonn", "Bonn", "Bern", "Bern"], "number": list(range(4)), **KEPT})
    pq.write_table(table, tmp_path / "table.parquet")
    found = written(job_of(tmp_path / "table.parquet", "city", tmp_path / "out.parquet")).sort_by("number")
    assert found["city"].to_pylist() == table["city"].to_pylist()
    for name in ("number", *KEPT):
        assert found[name].to_pylist() == table[name].to_pylist()
        assert pa.types.is_null(table[name].type) or found[name].type == table[name].type


@pytest.mark.parametrize(("name", "old"), [*((each, False) for each in MOMENTS), ("of twelve bytes", True)])
def test_that_moments_are_grouped_as_in_memory(name, old, tmp_path):
    moments = pa.array([1_000, 1_000, 10**18, 10**18], pa.timestamp("ns")) if old else MOMENTS[name]
    table = pa.table({name: moments, "other": ["a", "b", "c", "d"]})
    pq.write_table(table, tmp_path / "table.parquet", use_deprecated_int96_timestamps=old)
    (status, told, rows, _recount), (other_status, other_told, other_rows, recount) = (
        released(job_of(tmp_path / "table.parquet", name, tmp_path / f"{engine}.parquet", engine))
        for engine in ("memory", "spark")
    )
    assert (other_status, rounded(other_told), other_rows) == (status, rounded(told), rows)
    assert recount.refuted == ()


def test_that_a_folder_is_one_table_whatever_its_names_and_widths_are(tmp_path):
    folder = tmp_path / "visits, 50% [old] {a}"
    for number, (place, kind) in enumerate([("year=2024", pa.int8()), ("b*", pa.int64()), ("c", pa.uint32())]):
        (folder / place).mkdir(parents=True)
        cells = {"${age}`": pa.array([number, 7], kind), "a.b": pa.array(["x", "y"], pa.large_string())}
        pq.write_table(pa.table(cells), folder / place / "part[0].parquet")
    (folder / "_temporary").mkdir()
    (folder / "_temporary" / "0.parquet").write_text("unfinished")
    found = written(job_of(folder, "${age}`", tmp_path / "out.parquet"))
    assert found.column_names == ["${age}`", "a.b"]
    assert sorted(found["a.b"].to_pylist()) == ["x"] * 3 + ["y"] * 3
    assert sorted(map(str, found["${age}`"].to_pylist())) == ["*"] * 6


def test_that_a_table_without_records_is_told(tmp_path):
    pq.write_table(pa.table({"city": pa.array([], pa.string())}), tmp_path / "table.parquet")
    with pytest.raises(InvalidData, match="no records"):
        Anonymizer.open(job_of(tmp_path / "table.parquet", "city", tmp_path / "out.parquet"))


def test_that_statements_are_told_without_starting_spark(tmp_path, monkeypatch):
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("JAVA_HOME", raising=False)
    (tmp_path / "it's").mkdir()
    pq.write_table(pa.table({"a`b": ["Bonn"], "name": ["x"]}), tmp_path / "it's" / "0.parquet")
    told = explained(job_of(tmp_path / "it's", "a`b", tmp_path / "out.parquet"), Control())
    assert "it\\'s', recursiveFileLookup 'true'" in told
    assert "GROUP BY `a``b`" in told
    assert "LEFT JOIN mapping_0 ON source.`a``b` <=> mapping_0.value" in told
