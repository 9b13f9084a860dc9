"""What the reports of a result disclose to an attacker."""

from pathlib import Path

import pytest

from arxdesk_engine.disclosed_choices import choices_of
from tests.engine.verification.runs import job_on, people

K = [{"model": "k-anonymity", "k": 4}]


def chosen(folder: Path, models=K, **sections):
    anonymizer = job_on(folder, people(), models, **sections)
    solution = anonymizer.search()
    if anonymizer.job.search.recoding_settings is None:
        return anonymizer, solution, anonymizer.apply(solution.best.levels), None
    recoding = anonymizer.recode(solution)
    return anonymizer, solution, anonymizer.apply_recoding(recoding), recoding


def test_that_an_optimum_discloses_its_levels_and_its_proof(tmp_path: Path):
    anonymizer, solution, output, _recoding = chosen(tmp_path)
    choices = choices_of(anonymizer, solution, output)
    assert choices.way == "one transformation"
    assert [(each.levels, each.is_proven) for each in choices.steps] == [(solution.best.levels, True)]
    assert (choices.least, choices.removed) == (4, solution.best.suppressed_records)
    assert all(choices.measure.rises)
    assert choices.attributes == tuple(anonymizer.quasi_identifiers)


def test_that_what_a_person_chose_is_not_proven(tmp_path: Path):
    anonymizer, solution, _output, _recoding = chosen(tmp_path)
    top = anonymizer.problem.lattice.top
    assert top != solution.best.levels
    choices = choices_of(anonymizer, solution, anonymizer.apply(top))
    assert [(each.levels, each.is_proven) for each in choices.steps] == [(top, False)]


@pytest.mark.parametrize(("factor", "rises"), [(0.0, True), (1.0, False)])
def test_that_iterations_have_a_factor_of_their_own(tmp_path: Path, factor: float, rises: bool):
    search = {"local_recoding": {"iterations": 10, "generalization_suppression_factor": factor}}
    anonymizer, solution, output, recoding = chosen(tmp_path, search=search)
    choices = choices_of(anonymizer, solution, output, recoding)
    assert choices.way == "iterations"
    iterations = [each.levels for each in recoding.iterations]
    assert [each.levels for each in choices.steps][-len(iterations) :] == iterations
    assert len(choices.steps) == len(iterations) + (not recoding.is_fresh)
    assert set(choices.measure.rises) == {rises}


@pytest.mark.parametrize("defence", ["none", "public-splits"])
def test_that_groups_disclose_the_defence_and_the_loss(tmp_path: Path, defence: str):
    found = chosen(tmp_path, search={"recoding": "groupwise", "defence": defence})
    choices = choices_of(*found)
    assert (choices.way, choices.defence, choices.steps) == ("groups", defence, ())
    assert choices.loss == found[3].groupwise.loss
    assert choices.is_improved == (defence == "none")


def test_that_nothing_is_disclosed_where_more_than_records_is_judged(tmp_path: Path):
    models = [*K, {"model": "l-diversity", "attribute": "diagnosis", "l": 2}]
    assert choices_of(*chosen(tmp_path, models)) is None
    groups = chosen(tmp_path, models, search={"recoding": "groupwise"})
    assert not choices_of(*groups).is_by_size


def test_that_nothing_is_concluded_from_records_that_chance_drew(tmp_path: Path):
    models = [{"model": "differential-privacy", "epsilon": 2.0, "delta": 0.01, "scheme": "medium"}]
    assert choices_of(*chosen(tmp_path, models)) is None
