"""Reading what the window opens."""

from __future__ import annotations

from pathlib import Path

import pytest

from arxdesk.core.session.loading_work import load
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.foundation.errors import InvalidJob


def test_that_a_table_of_rows_with_counts_is_refused(tmp_path: Path):
    (tmp_path / "people.csv").write_text("age,n\n20,3\n30,2\n")
    job = tmp_path / "job.toml"
    job.write_text('[data]\npath = "people.csv"\ncount = "n"\n')
    with pytest.raises(InvalidJob) as raised:
        load(job, Control())
    problem = raised.value.problems[0]
    assert problem.place.endswith("job.toml, data.count")
    assert "stand for several records" in problem.found
    assert "arxdesk run" in problem.remedy
    job.write_text('[data]\npath = "people.csv"\n')
    assert load(job, Control()).dataset.names == ("age", "n")
