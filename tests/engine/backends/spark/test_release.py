"""Tables that Spark groups and releases: the same release as in memory, for whatever the cells are."""

import tempfile
from pathlib import Path

import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from tests.engine.backends.releases import released, rounded
from tests.engine.backends.test_grouped_table import job_of, tables, write_hierarchies
from tests.tiers import examples

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("spark")]


@given(table=tables(), suppressed=st.sampled_from(["keep", "drop"]))
@settings(max_examples=examples(25), deadline=None, phases=[Phase.explicit, Phase.reuse, Phase.generate])
def test_that_the_release_is_that_of_memory(table, suppressed):
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        pq.write_table(table, folder / "table.parquet")
        write_hierarchies(folder / "table.parquet", folder)
        found = [
            released(
                job_of(
                    folder / "table.parquet", folder / f"{engine}.parquet", engine, output={"suppressed": suppressed}
                )
            )
            for engine in ("memory", "spark")
        ]
        (status, told, rows, _recount), (other_status, other_told, other_rows, recount) = found
        assert other_status == status
        assert rounded(other_told) == rounded(told)
        assert other_rows == rows
        if recount is not None:
            assert recount.refuted == ()
            assert recount.records == sum(rows.values())
