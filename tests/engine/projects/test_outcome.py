"""What a file says of a search is looked at again before anybody sees it."""

import dataclasses
import math

import numpy as np
import pytest

from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control, Stopped
from arxdesk_engine.job.job import job_from
from arxdesk_engine.projects.archive import read_project, write_project
from arxdesk_engine.projects.outcome import Outcome, UnconfirmedOutcome, restored
from arxdesk_engine.quality.aggregate import RankedScore
from arxdesk_engine.search.solution import Solution, Status
from tests.engine.projects.projects import MOMENT, people, project_of


@pytest.fixture
def project(tmp_path):
    return people(tmp_path)


@pytest.fixture
def problem(project):
    return Anonymizer.formulate(project.job, project.dataset, project.hierarchies).problem


def outcome_of(solution: Solution, **changes) -> Outcome:
    return Outcome(
        dataclasses.replace(solution, **changes), cut_short=False, applied=None, moment=MOMENT, version="0.1.0"
    )


def test_that_an_outcome_is_restored_from_its_archive(project, tmp_path):
    write_project(tmp_path / "study.arxdesk", project)
    found = read_project(tmp_path / "study.arxdesk")
    problem = Anonymizer.open(found.job).problem
    assert restored(problem, found.outcome) == project.outcome


@pytest.mark.parametrize("aggregate", ["rank", "maximum"])
def test_that_scores_compared_by_rank_are_kept_with_their_losses(project, tmp_path, aggregate):
    job = project.job.model_copy(update={"quality": project.job.quality.model_copy(update={"aggregate": aggregate})})
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    write_project(tmp_path / "study.arxdesk", project_of(job, outcome_of(solution)))
    kept = read_project(tmp_path / "study.arxdesk").outcome.solution
    assert kept == solution
    assert isinstance(kept.best.score, RankedScore) is (aggregate == "rank")
    assert kept.gap == solution.gap
    assert [float(each.score) for each in kept.examined] == [float(each.score) for each in solution.examined]
    assert restored(anonymizer.problem, outcome_of(kept)).solution.best == solution.best


def test_that_searches_without_a_result_are_restored(tmp_path):
    (tmp_path / "t.csv").write_text("a\n1\n2\n")
    privacy = [{"model": "k-anonymity", "k": 2}]
    job = job_from({"data": {"path": "t.csv"}, "attributes": {"a": {"role": "quasi-identifying"}}, "privacy": privacy})
    job = job.at(tmp_path / "job.toml")
    anonymizer = Anonymizer.open(job)
    solution = anonymizer.search()
    assert solution.status is Status.INFEASIBLE
    write_project(tmp_path / "study.arxdesk", project_of(job, outcome_of(solution)))
    kept = read_project(tmp_path / "study.arxdesk").outcome
    assert restored(anonymizer.problem, kept) == kept
    assert kept.solution == solution


def test_that_a_score_rounded_by_another_processor_is_the_same(project, problem):
    solution = project.outcome.solution
    best = dataclasses.replace(solution.best, score=math.nextafter(solution.best.score, 2.0))
    near = outcome_of(solution, best=best, lower_bound=best.score)
    assert restored(problem, near) is near


def of_best(solution: Solution, **changes) -> dict:
    best = dataclasses.replace(solution.best, **changes)
    return {"best": best, "lower_bound": best.score}


LIES = {
    "a better score": lambda s: of_best(s, score=s.best.score / 2),
    "fewer removed": lambda s: of_best(s, suppressed_records=s.best.suppressed_records + 1),
    "more groups": lambda s: of_best(s, classes=s.best.classes + 1),
    "a larger smallest group": lambda s: of_best(s, smallest_class=s.best.smallest_class + 1),
    "another best": lambda s: of_best(s, levels=tuple(1 - level for level in s.best.levels)),
    "levels that do not exist": lambda s: of_best(s, levels=(9, 9)),
    "too few levels": lambda s: of_best(s, levels=(0,)),
    "not anonymous": lambda s: of_best(s, anonymous=False),
    "no best": lambda _s: {"best": None},
    "a best of nothing": lambda _s: {"status": Status.INFEASIBLE},
    "a bound above": lambda s: {"lower_bound": s.best.score * 2 + 1},
    "an optimum that is none": lambda s: {"lower_bound": s.best.score / 2 - 1},
    "no number": lambda _s: {"lower_bound": math.nan},
    "an unknown algorithm": lambda _s: {"algorithm": "oracle"},
    "strange looks": lambda s: {"examined": (dataclasses.replace(s.examined[0], levels=(0, 77)),)},
    "looks without number": lambda s: {"examined": (dataclasses.replace(s.examined[0], score=math.nan),)},
    "strange improvements": lambda s: {
        "improvements": (dataclasses.replace(s.improvements[0], check=dataclasses.replace(s.best, levels=(5,))),)
    },
}


@pytest.mark.parametrize("lie", LIES)
def test_that_what_the_table_does_not_confirm_is_refused(project, problem, lie):
    kept = outcome_of(project.outcome.solution, **LIES[lie](project.outcome.solution))
    with pytest.raises(UnconfirmedOutcome) as caught:
        restored(problem, kept, place="study.arxdesk")
    (*_others, last) = caught.value.problems
    assert last.place == "study.arxdesk, outcome"
    assert last.remedy == "Anonymize again: the kept result is not used."


def test_that_an_applied_transformation_has_to_exist(project, problem):
    with pytest.raises(UnconfirmedOutcome, match="do not exist here"):
        restored(problem, dataclasses.replace(project.outcome, applied=(0, 0, 0)))


def test_that_an_outcome_of_another_configuration_is_refused(project):
    stricter = project.job.model_copy(update={"privacy": (project.job.privacy[0].model_copy(update={"k": 4}),)})
    problem = Anonymizer.formulate(stricter, project.dataset, project.hierarchies).problem
    with pytest.raises(UnconfirmedOutcome, match="other figures in this table"):
        restored(problem, project.outcome)


def test_that_stopping_ends_it(project, problem):
    control = Control()
    control.stop()
    with pytest.raises(Stopped):
        restored(problem, project.outcome, control)


def test_that_a_kept_score_is_ranked_as_it_was():
    losses = (0.75, 0.1, 0.1 + 0.2)
    score = RankedScore(np.array(losses))
    kept = RankedScore.kept(float(score), score.losses)
    assert (kept, float(kept), kept.losses, hash(kept)) == (score, float(score), score.losses, hash(score))
