"""Every algorithm has words, and they say what its end proves."""

from __future__ import annotations

import pytest

from arxdesk.explore.search.algorithm_words import ALGORITHM_WORDS, algorithm_words, settings_words, what_the_end_proves
from arxdesk_engine.job.search import SearchSettings
from arxdesk_engine.search import ALGORITHMS
from arxdesk_engine.search.solution import DRAWING

PROVING = ("optimal", "flash", "two-phase", "best-first", "ola", "incognito", "exhaustive")


def test_that_every_algorithm_has_a_name_of_its_own_and_a_sentence():
    assert list(ALGORITHM_WORDS) == list(ALGORITHMS)
    assert len({each.name for each in ALGORITHM_WORDS.values()}) == len(ALGORITHMS)
    assert all(each.sentence.endswith(".") for each in ALGORITHM_WORDS.values())


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_that_only_those_that_prove_say_so(algorithm: str):
    assert algorithm_words(algorithm).proves == (algorithm in PROVING)
    assert ("proves the optimum" in what_the_end_proves(algorithm)) == (algorithm in PROVING)


def test_that_drawing_by_chance_has_words_without_being_a_choice():
    assert DRAWING not in ALGORITHM_WORDS
    assert "random" in algorithm_words(DRAWING).name


def test_that_settings_are_told_with_limits_and_the_seed_where_it_counts():
    assert settings_words(SearchSettings()) == "Optimal"
    limited = SearchSettings(algorithm="genetic", time_limit=60.0, check_limit=1000, seed=7)
    assert settings_words(limited) == "Genetic, at most 1 min, at most 1,000 checks, seed 7"
