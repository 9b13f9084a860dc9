"""Local recoding that begins with a search of its own: more detail, and still no more removed than the job allows."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.job import job_from
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.release.recoding import limits_of_recoding
from arxdesk_engine.search.local_recoding import End
from arxdesk_engine.search.solution import Limits
from tests.engine.verification.runs import write_rows

OWN = LocalRecodingSettings(suppression_limit=0.05, generalization_suppression_factor=0.5)


def test_that_adult_keeps_more_detail_than_from_the_limit_of_the_job(adult: Anonymizer):
    solution = adult.search()
    alone, _each = adult.detail_kept(adult.apply(solution.best.levels))
    kept = {}
    for settings in (OWN, LocalRecodingSettings()):
        found = adult.recode(solution, settings=settings)
        output = adult.apply_recoding(found)
        assert int(output.class_sizes.min()) >= 5
        assert (found.end, output.suppressed_records) == (End.COMPLETE, 0)
        kept[found.is_fresh], _each = adult.detail_kept(output, found)
    assert alone == pytest.approx(0.6984, abs=1e-4)
    assert kept == {False: pytest.approx(0.7168, abs=1e-4), True: pytest.approx(0.9323, abs=1e-4)}


def test_that_what_is_common_keeps_its_detail_and_the_report_says_how_it_began(adult: Anonymizer):
    solution = adult.search()
    found = adult.recode(solution, settings=LocalRecodingSettings(iterations=10))
    assert found.is_fresh
    assert found.iterations[0].records >= 3017  # a tenth of 30,162
    assert found.recoding.transformations[0] == solution.best.levels
    assert not (found.recoding.chosen[~found.recoding.suppressed] == 0).any()
    facts = adult.describe(solution, adult.apply_recoding(found), found)["local_recoding"]
    assert (facts["begins"], facts["over_limit"]) == ("anew", None)


def test_that_one_that_is_stopped_before_it_begins_is_the_search_of_the_job(adult: Anonymizer):
    solution, control = adult.search(), Control()
    control.stop()
    found = adult.recode(solution, control, settings=LocalRecodingSettings())
    assert (found.is_fresh, found.end, found.iterations) == (False, End.STOPPED, ())
    assert (found.suppressed_records, found.over_limit) == (solution.best.suppressed_records, 30_162)


def test_that_a_search_that_used_up_the_time_leaves_half_of_it(adult: Anonymizer):
    late = replace(adult.search(), seconds=60.0)
    search = adult.job.search.model_copy(update={"time_limit": 60.0})
    job = adult.job.model_copy(update={"search": search})
    assert limits_of_recoding(job, LocalRecodingSettings(), late) == Limits(30.0)
    assert limits_of_recoding(job, OWN, late) == Limits(0.0)


ROWS = [("a", "x", "y"), ("b", "x", "y"), ("c", "z", "y"), ("d", "d", "y")]


@pytest.mark.parametrize(("cells", "limit"), [("aaaabbbccd", 0.0), ("aaaabbbccd", 0.1), ("aaaabbbbd", 0.0)])
@pytest.mark.parametrize("iterations", [2, 10])
def test_that_no_more_are_removed_than_the_job_allows(tmp_path: Path, cells: str, limit: float, iterations: int):
    (tmp_path / "table.csv").write_text("\n".join(["q", *cells, ""]))
    plain = {
        "data": {"path": "table.csv", "header": True},
        "attributes": {"q": {"role": "quasi-identifying", "hierarchy": write_rows(tmp_path / "q.csv", ROWS)}},
        "privacy": [{"model": "k-anonymity", "k": 3}],
        "suppression": {"limit": limit},
        "search": {"local_recoding": {"iterations": iterations}},
    }
    anonymizer = Anonymizer.open(job_from(plain).at(tmp_path / "job.toml"))
    solution = anonymizer.search()
    found = anonymizer.recode(solution)
    output = anonymizer.apply_recoding(found)
    assert found.suppressed_records == output.suppressed_records <= limit * len(cells)
    assert output.class_sizes.min() >= 3
    detail, _each = anonymizer.detail_kept(output, found)
    alone, _each = anonymizer.detail_kept(anonymizer.apply(solution.best.levels))
    assert detail > alone or (cells == "aaaabbbbd" and detail == alone)  # "d" has nobody but all others
    exported = anonymizer.write(output, tmp_path / "out.csv", local_recoding=found)
    facts = anonymizer.describe(solution, output, found) | {"output": exported.plain()}
    assert anonymizer.verify(facts, output, exported).refuted == ()
