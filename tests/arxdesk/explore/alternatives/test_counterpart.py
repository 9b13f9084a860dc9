"""The selection is compared with the best, or with what is applied; where that is the same, with nothing."""

from __future__ import annotations

from arxdesk.core.document import Document
from arxdesk.explore.alternatives.counterpart import counterpart
from tests.arxdesk.analysis.applied_documents import find, put_on
from tests.arxdesk.changes import change_suppression_limit


def test_that_without_a_result_there_is_nothing_to_compare_with(small_document: Document):
    assert counterpart(small_document) is None


def test_that_the_selection_is_compared_with_the_best(small_document: Document):
    find(small_document)
    best = small_document.result.solution.best.levels
    assert small_document.selected == best
    assert counterpart(small_document) is None
    small_document.select((3, 0))
    assert counterpart(small_document) == best


def test_that_the_best_is_compared_with_what_is_applied(small_document: Document):
    put_on(small_document, (3, 0))
    small_document.select(small_document.result.solution.best.levels)
    assert counterpart(small_document) == (3, 0)
    small_document.select(None)
    assert counterpart(small_document) is None


def test_that_what_a_search_under_other_rules_finds_is_not_compared_with_what_was_found_before(
    small_document: Document,
):
    find(small_document)
    small_document.select((3, 0))
    small_document.set_locked(True)
    assert counterpart(small_document) is not None
    small_document.set_locked(False)
    small_document.push(change_suppression_limit(small_document, 0.5))
    assert counterpart(small_document) is not None
    small_document.set_locked(True)
    assert counterpart(small_document) is None
