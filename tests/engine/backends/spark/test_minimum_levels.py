"""Values that Spark puts together before it groups the rows: the release of memory, and estimates."""

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.backends.spark import backend
from arxdesk_engine.backends.spark.coarsening import SparkCoarsening
from arxdesk_engine.foundation.errors import InvalidJob
from arxdesk_engine.job.job import Job, job_from
from tests.engine.backends.releases import released
from tests.engine.backends.test_coarser import MINIMUM_LEVELS, always_coarser, require_the_release_of_memory
from tests.engine.backends.test_grouped_table import tables
from tests.tiers import examples

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("spark")]


@given(table=tables(), suppressed=st.sampled_from(["keep", "drop"]), levels=MINIMUM_LEVELS)
@settings(max_examples=examples(15), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_that_the_release_from_minimum_levels_is_that_of_memory(table, suppressed, levels):
    with always_coarser(backend, SparkCoarsening):
        require_the_release_of_memory(table, suppressed, levels, "spark", ".parquet")


def job_of(folder, engine="spark", minimum_level=0) -> Job:
    """Of a table with 6,000 codes, ten of which begin alike; those of the research subset end with other digits."""
    path = folder / "codes.parquet"
    if not path.exists():
        cells = [f"{number:04}" for number in range(6000)]
        pq.write_table(pa.table({"code": cells, "level 2": [each[-1] for each in cells], "number": range(6000)}), path)
    quasi = {"role": "quasi-identifying", "hierarchy": {"builder": "redaction"}}
    return job_from(
        {
            "data": {"path": str(path), "engine": engine},
            "attributes": {
                "code": {**quasi, "minimum_level": minimum_level},
                "level 2": {"role": "sensitive", "replace": {"7": "8"}},
            },
            "privacy": [
                {"model": "k-anonymity", "k": 5},
                {"model": "l-diversity", "attribute": "level 2", "l": 2},
            ],
            "subset": {"select": "code < '4000' and number >= 100"},
            "output": {"path": str(folder / f"{engine}.parquet")},
        }
    )


def test_that_too_many_tuples_are_refused_with_levels_that_fit(tmp_path, monkeypatch):
    monkeypatch.setattr(backend, "most_tuples", lambda _columns: 2000)
    with pytest.raises(InvalidJob, match=r"about (5,\d\d\d|6,\d\d\d) distinct") as refused:
        Anonymizer.open(job_of(tmp_path))
    # Three digits left: 600 codes with ten last digits each. Two left: 60 of them, and some inside and outside.
    assert 'minimum_level = 2 for "code"' in refused.value.message


def test_that_the_tuples_of_minimum_levels_are_released_with_treatments_and_a_subset(tmp_path, monkeypatch):
    monkeypatch.setattr(backend, "most_tuples", lambda _columns: 2000)
    anonymizer = Anonymizer.open(job_of(tmp_path, minimum_level=2))
    assert anonymizer.dataset.records < 1000
    assert anonymizer.dataset.total_records == 6000
    assert "CREATE OR REPLACE TEMPORARY VIEW coarser AS" in anonymizer.rows.explained
    assert "USING parquet OPTIONS (path 'values_0.parquet')" in anonymizer.rows.explained
    assert anonymizer.rows.minimum_levels == {"code": 2}
    rows, others = (released(job_of(tmp_path, each, 2))[2] for each in ("spark", "memory"))
    assert rows == others
    assert sum(rows.values()) == 3900


def test_that_tuples_that_fit_are_grouped_as_they_are(tmp_path, monkeypatch):
    monkeypatch.setattr(backend, "most_tuples", lambda _columns: 5999)
    monkeypatch.setattr(SparkCoarsening, "estimate", lambda _self, candidates, _control: [5999 for _each in candidates])
    anonymizer = Anonymizer.open(job_of(tmp_path, minimum_level=2))
    assert anonymizer.dataset.records == 6000
    assert anonymizer.rows.minimum_levels == {}
