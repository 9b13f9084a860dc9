"""Local recoding never keeps records that read "*" everywhere: nobody could tell them from those it removes."""

from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.job.job import job_from
from tests.engine.verification.runs import write_rows

# The star appears below the top: level 1 hides a, b and c, and keeps e.
ROWS = [("a", "*", "*"), ("b", "*", "*"), ("c", "*", "*"), ("e", "e", "*")]
CELLS = "aaaa bb cc eee".replace(" ", "")


def described(folder: Path, cells: str, k: int, suppressed: str = "keep"):
    (folder / "table.csv").write_text("\n".join(["q", *cells, ""]))
    hierarchy = write_rows(folder / "q.csv", ROWS)
    plain = {
        "data": {"path": "table.csv", "header": True},
        "attributes": {"q": {"role": "quasi-identifying", "hierarchy": hierarchy}},
        "privacy": [{"model": "k-anonymity", "k": k}],
        "suppression": {"limit": 1.0},
        "search": {"local_recoding": {"iterations": 10}},
        "output": {"suppressed": suppressed},
    }
    anonymizer = Anonymizer.open(job_from(plain).at(folder / "job.toml"))
    solution = anonymizer.search()
    recoding = anonymizer.recode(solution)
    output = anonymizer.apply_recoding(recoding)
    exported = anonymizer.write(output, folder / "out.csv")
    facts = anonymizer.describe(solution, output, recoding) | {"output": exported.plain()}
    return facts["local_recoding"], output, anonymizer.verify(facts, output, exported)


@pytest.mark.parametrize("suppressed", ["keep", "drop"])
@pytest.mark.parametrize("cells", [CELLS, "aaaabbcceeee", "abceeeee", "abc", "aabbccee"])
@pytest.mark.parametrize("k", [2, 3, 4])
def test_that_what_reads_stars_alone_counts_as_removed_and_a_right_file_is_confirmed(
    tmp_path: Path, cells: str, k: int, suppressed: str
):
    found, output, counted = described(tmp_path, cells, k, suppressed)
    shown = output.dataset["q"].texts().tolist()
    assert found["suppressed_records"] == shown.count("*") == output.suppressed_records
    assert counted.refuted == ()
    assert all(each.verified for each in (*counted.models, *counted.facts))
    assert counted.suppressed_records == shown.count("*")
