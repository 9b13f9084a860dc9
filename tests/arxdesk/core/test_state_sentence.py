"""The sentence about the state of the project: always what holds, and the way out."""

from __future__ import annotations

import dataclasses
import datetime as dt
from pathlib import Path

import pytest

from arxdesk.core.document import Document
from arxdesk.core.session.search_work import apply
from arxdesk.core.state_sentence import WITHOUT_RECODING, StateSentence, describe, proof
from arxdesk.core.values.results import Result
from arxdesk_engine.anonymizer import Anonymizer
from arxdesk_engine.foundation.control import Control
from arxdesk_engine.job.search import LocalRecodingSettings
from arxdesk_engine.search.solution import Status
from tests.arxdesk.changes import change_privacy, change_suppression_limit
from tests.arxdesk.conftest import small_project


@pytest.fixture
def result(small_document: Document) -> Result:
    anonymizer = Anonymizer.formulate(small_document.job, small_document.dataset, small_document.hierarchies)
    return Result(anonymizer, anonymizer.search())


def test_that_without_a_project_that_is_said():
    assert describe(None, "configure", searching=False) == StateSentence("ArxDesk", "No project open")


def test_that_a_search_says_what_it_searches_and_what_is_locked(small_document: Document):
    sentence = describe(small_document, "explore", searching=True)
    assert sentence.lead == "Searching all 4 transformations"
    assert "locked" in sentence.rest


def test_that_configure_says_where_the_project_is(small_document: Document, tmp_path: Path):
    def rest(document: Document) -> str:
        return describe(document, "configure", searching=False).rest

    assert rest(small_document) == "small.csv, not saved as a project yet"
    saved = Document(*small_project(), tmp_path / "project.toml")
    assert rest(saved) == "small.csv, all changes saved"
    saved.push(change_suppression_limit(saved, 0.5))
    assert rest(saved) == "small.csv, changes not saved"


def test_that_quasi_identifiers_without_any_hierarchy_are_told_before_somebody_searches():
    job, dataset, _hierarchies = small_project()
    rest = describe(Document(job, dataset, {}, None), "configure", searching=False).rest
    assert rest.startswith("None of the 2 quasi-identifiers has a hierarchy: records can only be kept or removed.")


def test_that_an_obstacle_goes_before_everything_else(small_document: Document):
    small_document.push(change_privacy(small_document, (), "Remove", mergeable=False))
    assert describe(small_document, "explore", searching=False).rest == "Add a privacy model."


@pytest.mark.parametrize(
    ("status", "lead", "rest"),
    [
        (Status.OPTIMAL, "Optimum proven.", "No other of the 4 transformations keeps more detail"),
        (Status.BEST_FOUND, "Best found.", "At most 50 % from the best possible; the search ended early."),
        (Status.INFEASIBLE, "Nothing satisfies these rules.", "Relax the rules in Configure."),
        (Status.NONE_FOUND, "Nothing found.", "before it found"),
    ],
)
def test_that_each_end_of_a_search_has_its_sentence_and_proven_only_where_it_is(
    small_document: Document, result: Result, status: Status, lead: str, rest: str
):
    found = status in (Status.OPTIMAL, Status.BEST_FOUND)
    best = result.solution.best if found else None
    bound = result.solution.best.score * (1.0 if status is Status.OPTIMAL else 0.5)
    solution = dataclasses.replace(result.solution, status=status, best=best, lower_bound=bound)
    small_document.set_result(Result(result.anonymizer, solution, cut_short=True))
    sentence = describe(small_document, "explore", searching=False)
    assert sentence.lead == lead
    assert rest in sentence.rest
    text = f"{sentence.lead} {sentence.rest}".lower()
    assert ("proven" in text) == (status in (Status.OPTIMAL, Status.INFEASIBLE))


@pytest.mark.parametrize("status", [Status.BEST_FOUND, Status.NONE_FOUND])
def test_that_a_search_that_came_to_its_end_without_a_proof_did_not_end_early(
    small_document: Document, result: Result, status: Status
):
    best = result.solution.best if status is Status.BEST_FOUND else None
    small_document.set_result(
        Result(result.anonymizer, dataclasses.replace(result.solution, status=status, best=best, lower_bound=0.0))
    )
    said = describe(small_document, "explore", searching=False).rest
    assert "has ended without a proof" in said
    assert "ended early" not in said


def test_that_a_changed_configuration_makes_the_result_out_of_date(small_document: Document, result: Result):
    small_document.set_result(result)
    small_document.push(change_suppression_limit(small_document, 0.5))
    sentence = describe(small_document, "quality", searching=False)
    assert sentence.lead == "Out of date."
    assert "Anonymize again" in sentence.rest


def test_that_a_job_with_local_recoding_says_who_does_it(small_document: Document):
    job = small_document.job
    settings = job.search.model_copy(update={"local_recoding": LocalRecodingSettings(iterations=7)})
    document = Document(
        job.model_copy(update={"search": settings}), small_document.dataset, small_document.hierarchies, None
    )
    anonymizer = Anonymizer.formulate(document.job, document.dataset, document.hierarchies)
    result = Result(anonymizer, anonymizer.search())
    document.set_result(result)
    document.set_applied(apply(result, result.solution.best.levels, Control()))
    for perspective in ("quality", "risk"):
        assert describe(document, perspective, searching=False).rest == f"the optimum, applied; {WITHOUT_RECODING}"
    document.push(change_suppression_limit(document, 0.5))
    assert document.job.search.local_recoding == LocalRecodingSettings(iterations=7)


def test_that_a_proof_tells_what_it_took():
    assert proof(12_960, 271) == (
        "No other of the 12,960 transformations keeps more detail under these rules. "
        "271 were checked; the rest was excluded by proof."
    )
    assert proof(6, 6) == "No other of the 6 transformations keeps more detail under these rules. All were checked."
    assert proof(2, 2) == "The other one does not keep more detail under these rules. Both were checked."
    assert proof(2, 1).endswith("1 was checked; the rest was excluded by proof.")
    assert proof(1, 1) == "It is the only transformation that these rules allow."


def test_that_what_was_drawn_by_chance_is_not_to_be_searched_again(small_document: Document, result: Result):
    solution = dataclasses.replace(result.solution, status=Status.BEST_FOUND, algorithm="exponential", lower_bound=0.0)
    small_document.set_result(Result(result.anonymizer, solution))
    sentence = describe(small_document, "explore", searching=False)
    assert sentence.lead == "Drawn at random."
    assert "spend the budget again" in sentence.rest
    small_document.set_applied(apply(result, solution.best.levels, Control()))
    assert describe(small_document, "quality", searching=False).rest == "drawn at random, applied"


@pytest.mark.parametrize("perspective", ["explore", "quality"])
def test_that_what_a_project_says_is_not_called_proven_now(small_document: Document, result: Result, perspective: str):
    moment = dt.datetime(2026, 3, 4, 12, 30, tzinfo=dt.UTC)
    kept = dataclasses.replace(result, moment=moment, is_restored=True)
    small_document.set_result(kept)
    small_document.set_applied(apply(kept, kept.solution.best.levels, Control()))
    sentence = describe(small_document, perspective, searching=False)
    assert f"the search of {moment.astimezone():%Y-%m-%d %H:%M} that the project keeps" in sentence.rest
    assert "proven." not in sentence.lead


@pytest.mark.parametrize("status", list(Status))
def test_that_no_end_that_a_project_says_is_called_proven_now(small_document: Document, result: Result, status: Status):
    best = result.solution.best if status in (Status.OPTIMAL, Status.BEST_FOUND) else None
    solution = dataclasses.replace(result.solution, status=status, best=best)
    small_document.set_result(dataclasses.replace(result, solution=solution, is_restored=True))
    assert "according to the project" in describe(small_document, "explore", searching=False).lead
