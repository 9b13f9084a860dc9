"""Values that are put together before the rows are grouped: the same release with fewer tuples, and estimates."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.border import coarser
from arxdesk_engine.backends.border.coarser import representatives
from arxdesk_engine.backends.duckdb import backend
from arxdesk_engine.backends.duckdb.coarsening import Coarsening
from arxdesk_engine.data.dataset import Column
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.hierarchies.hierarchy import Hierarchy
from arxdesk_engine.job.job import Job, job_from
from arxdesk_engine.report.facts import facts_of
from arxdesk_engine.report.facts.subject import Subject
from arxdesk_engine.report.html import html_of
from tests.engine.backends.test_grouped_table import QUASI, job_of, released, rounded, tables, write_hierarchies
from tests.tiers import examples

VALUES = ("", "*", "a", "b", "c", "d")


@given(
    cells=st.lists(st.sampled_from(VALUES), min_size=1, max_size=12),
    labels=st.lists(st.lists(st.sampled_from("xyz"), min_size=6, max_size=6), max_size=3),
)
def test_that_the_first_of_those_with_the_same_labels_stands_for_them(cells, labels):
    column = Column.encode("q", np.array([VALUES.index(each) for each in cells], np.int32), VALUES)
    rows = {value: (value, *(labels_of[place] for labels_of in labels)) for place, value in enumerate(VALUES)}
    found = representatives(Hierarchy(tuple(rows.values())), column)
    assert found.shape == (len(labels) + 1, len(cells))
    for level, chosen in enumerate(found.tolist()):
        for cell, representative in zip(cells, chosen, strict=True):
            alike = [
                place
                for place, other in enumerate(cells)
                if rows[other][level:] == rows[cell][level:]
                and ("" in (cell, other) or "*" in (cell, other)) <= (cell == other)
            ]
            assert representative == alike[0]


def with_minimum_levels(job: Job, levels: dict[str, int]) -> Job:
    """The job with these minimum levels."""
    attributes = {
        name: each.model_copy(update={"minimum_level": levels.get(name, 0)}) for name, each in job.attributes.items()
    }
    return job.model_copy(update={"attributes": attributes})


@contextmanager
def always_coarser(engine: ModuleType, estimates: type) -> Iterator[None]:
    """As if only the tuples of minimum levels fitted into memory; an engine is the module that asks for `estimates`."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(engine, "most_tuples", lambda _columns: 0)
        patch.setattr(
            estimates,
            "estimate",
            lambda _self, candidates, _control: [int(not any(each.values())) for each in candidates],
        )
        yield


def require_the_release_of_memory(
    table: pa.Table, suppressed: str, levels: list[int], engine: str, suffix: str
) -> None:
    """Release a table in memory and from its minimum levels by an engine, with the same result."""
    with tempfile.TemporaryDirectory() as name:
        folder, starts = Path(name), dict(zip(QUASI, levels, strict=True))
        pq.write_table(table, folder / "table.parquet")
        write_hierarchies(folder / "table.parquet", folder)
        found = []
        for each in ("memory", engine):
            target = folder / f"{each}{suffix}"
            job = job_of(folder / "table.parquet", target, each, output={"suppressed": suppressed})
            found.append(released(with_minimum_levels(job, starts)))
        (status, told, rows, _recount), (other_status, other_told, other_rows, recount) = found
        assert other_status == status
        assert other_rows == rows
        if recount is not None:
            assert recount.refuted == ()
            assert recount.records == sum(rows.values())
            assert rounded(other_told["solution"]) == rounded(told["solution"])
            assert rounded(other_told["risk"]["output"]) == rounded(told["risk"]["output"])
            kept = "granularity_per_attribute"
            assert rounded(other_told["quality"][kept]) == rounded(told["quality"][kept])
            assert other_told["input"]["minimum_levels"] == {each: level for each, level in starts.items() if level}


MINIMUM_LEVELS = st.lists(st.integers(0, 2), min_size=4, max_size=4).filter(any)


@pytest.mark.parametrize("suffix", [".parquet", ".csv"])
@given(table=tables(), suppressed=st.sampled_from(["keep", "drop"]), levels=MINIMUM_LEVELS)
@settings(max_examples=examples(25), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_that_the_release_from_minimum_levels_is_that_of_memory(suffix, table, suppressed, levels):
    with always_coarser(backend, Coarsening):
        require_the_release_of_memory(table, suppressed, levels, "duckdb", suffix)


def test_that_values_have_the_type_that_all_of_them_have():
    """One that looks like a number stands for all, among which 7 and 007 are different texts."""
    texts = ["0", "7", "007", "7.0", "x,y", None, "7", "A"]
    cells = {QUASI[0]: texts, **dict.fromkeys((*QUASI[1:], "note"), ["q"] * 8)}
    table = pa.table({**cells, "diagnosis": ["a", "b"] * 4})
    with always_coarser(backend, Coarsening):
        require_the_release_of_memory(table, "keep", [2, 0, 0, 1], "duckdb", ".parquet")


@pytest.fixture
def codes(tmp_path: Path) -> Path:
    """A table with 6,000 different codes, ten of which begin alike."""
    path = tmp_path / "codes.parquet"
    cells = [f"{number:04}" for number in range(6000)]
    pq.write_table(pa.table({"code": cells, "group": [each[-1] for each in cells]}), path)
    return path


def job_of_codes(path: Path, minimum_level: int = 0, **sections) -> Job:
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    return job_from(
        {
            "data": {"path": str(path), "engine": "duckdb"},
            "attributes": {"code": {**quasi, "minimum_level": minimum_level}, "group": {"role": "sensitive"}},
            "privacy": [
                {"model": "k-anonymity", "k": 5},
                {"model": "l-diversity", "attribute": "group", "l": 2},
            ],
            "output": {"path": str(path.with_name("released.parquet"))},
            **sections,
        }
    )


def test_that_too_many_tuples_are_refused_with_levels_that_fit(codes, monkeypatch):
    monkeypatch.setattr(backend, "most_tuples", lambda _columns: 1000)
    with pytest.raises(InvalidJob, match=r"about 5,\d\d\d|6,\d\d\d distinct") as refused:
        Anonymizer.open(job_of_codes(codes))
    # Two digits left: 60 codes with ten groups each.
    assert 'minimum_level = 2 for "code"' in refused.value.message


def test_that_groups_at_minimum_levels_are_told(codes, monkeypatch):
    monkeypatch.setattr(backend, "most_tuples", lambda _columns: 1000)
    anonymizer = Anonymizer.open(job_of_codes(codes, minimum_level=2))
    assert anonymizer.dataset.records == 600
    assert anonymizer.dataset.total_records == 6000
    of_rows = anonymizer.rows.job_of_rows(anonymizer.job.model_copy())
    assert of_rows.attributes["code"] == job_of_codes(codes, minimum_level=2).attributes["code"]
    solution = anonymizer.search()
    output = anonymizer.apply(solution.best.levels)
    [note] = anonymizer.write(output).notes
    assert 'level 2 of "code"' in note
    facts = facts_of(Subject(anonymizer, solution, output))
    [column] = [each for each in facts.data.columns if each.name == "code"]
    assert column.distinct is None
    page = html_of(facts)
    assert "figures of the input are of the values at these levels" in page
    assert "listed values 0" in page
    assert "arxdesk-data" not in page


def test_that_measures_of_original_values_are_refused_or_left_out(codes, monkeypatch):
    monkeypatch.setattr(backend, "most_tuples", lambda _columns: 1000)
    with pytest.raises(InvalidJob, match="original values"):
        Anonymizer.open(job_of_codes(codes, 2, quality={"model": "non-uniform-entropy"}))
    anonymizer = Anonymizer.open(job_of_codes(codes, 2))
    solution = anonymizer.search()
    found = anonymizer.describe(solution, anonymizer.apply(solution.best.levels))["quality"]
    assert found["attributes"]["code"]["non_uniform_entropy"] is None
    assert "non_uniform_entropy" not in found["aggregates"]
    assert found["table"]["explained_variance"] is None


def test_that_the_tuples_may_take_a_share_of_the_memory_that_is_free(monkeypatch):
    monkeypatch.setattr(coarser, "available_bytes", lambda: 4 * 10**9)
    assert 10**6 < coarser.most_tuples(10) < 4 * 10**6
    monkeypatch.setattr(coarser, "available_bytes", lambda: None)
    assert coarser.most_tuples(10) is None
