"""Local recoding under a limit of time: shares of it, and never a worse table than the search of the job gave."""

from __future__ import annotations

import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.release.recoding import recode_as_asked
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.local_recoding import End, LocalRecoding
from arxdesk_engine.search.problem import SearchProblem
from arxdesk_engine.search.solution import Check, Limits, Solution


class Recorder:
    """The search of the job with few checks; it records the time it is given, and stops all after some searches."""

    def __init__(self, control: Control, most: int = 1_000) -> None:
        self.control, self.most = control, most
        self.seconds: list[float] = []

    def __call__(self, problem: SearchProblem, control: Control, limits: Limits) -> Solution:
        assert limits.seconds is not None
        self.seconds.append(limits.seconds)
        if len(self.seconds) >= self.most:
            self.control.stop()
        return ALGORITHMS["top-down"](problem, Control(), Limits(None, 60), 0)


def recoded(
    adult: Anonymizer, limit: float, settings: LocalRecodingSettings, search: Recorder
) -> tuple[Check, LocalRecoding]:
    job = adult.job.model_copy(update={"suppression": adult.job.suppression.model_copy(update={"limit": limit})})
    anonymizer = Anonymizer.open(job)
    best = anonymizer.search().best
    assert best is not None
    names = anonymizer.quasi_identifiers
    limits = Limits(30.0)
    return best, recode_as_asked(job, names, anonymizer.problem, best, settings, search, search.control, limits)


def test_that_a_step_leaves_time_for_those_after_it(adult: Anonymizer):
    search = Recorder(Control())
    recoded(adult, 1.0, LocalRecodingSettings(iterations=10), search)
    assert search.seconds[0] == pytest.approx(30.0 / 11, rel=0.02)
    assert min(search.seconds[:10]) > 0.5 * search.seconds[0]


def test_that_a_table_that_is_worse_than_one_transformation_is_not_taken(adult: Anonymizer):
    best, found = recoded(adult, 1.0, LocalRecodingSettings(), Recorder(Control(), most=1))
    assert (found.is_fresh, found.over_limit, found.end) == (False, None, End.STOPPED)
    assert found.score == pytest.approx(best.score)
    assert found.anew_score is not None
    assert found.anew_score > best.score
