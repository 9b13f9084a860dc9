"""What a search has found is read from its reports as it tells it in the end, however seldom it reports."""

from __future__ import annotations

from random import Random

import pytest

from arxdesk.explore.search.finds import Find, Finds
from arxdesk_engine.foundation.control import Control, Progress, SearchProgress
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.journal import SearchReport
from arxdesk_engine.search.solution import Limits
from tests.engine.search.exact.test_by_losses import random_problem


@pytest.mark.parametrize("algorithm", ["optimal", "flash", "genetic", "top-down"])
@pytest.mark.parametrize("seed", range(4))
def test_that_reports_and_the_end_tell_the_same(algorithm: str, seed: int):
    reports: list[SearchProgress] = []

    def remember(progress: Progress) -> None:
        assert isinstance(progress, SearchReport)
        reports.append(progress)

    solution = ALGORITHMS[algorithm](random_problem(seed), Control(remember, 1), Limits(checks=400), 0)
    live, generator = Finds(), Random(seed)  # noqa: S311 - nothing secret
    read = [find for report in reports[:-1] if generator.random() < 0.5 for find in live.read(report)]
    read += live.read(reports[-1])
    assert read == live.found
    ended = Finds()
    ended.replace(solution.improvements)
    assert [(each.score, each.levels) for each in live.found] == [(each.score, each.levels) for each in ended.found]
    assert live.found[-1].levels == solution.best.levels


def test_that_a_report_without_a_journal_tells_its_best():
    finds = Finds()
    assert finds.read(SearchProgress("Searching", seconds=1.0)) == []
    told = SearchProgress("Searching", None, 2.0, 5, 0.4, (1, 0), 12)
    assert finds.read(told) == [Find(2.0, 0.4, (1, 0), 12)]
    assert finds.read(told) == []
