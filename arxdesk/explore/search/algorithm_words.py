"""The search algorithms in plain words: a name, a sentence, and what their end proves."""

from __future__ import annotations

from dataclasses import dataclass

from arxdesk.ui.durations import rough_duration
from arxdesk_engine.foundation.language import marked, tr, tr_n
from arxdesk_engine.job.search import SearchSettings

PROPOSED = "optimal"


@dataclass(frozen=True, slots=True)
class AlgorithmWords:
    """`proves`: an end by itself is a proof; `is_seeded`: chance decides, by a seed."""

    name: str
    sentence: str
    proves: bool
    is_seeded: bool = False


_DRAWN = AlgorithmWords(
    marked("Draw at random"), marked("Differential privacy draws a transformation, the better ones more likely."), False
)
ALGORITHM_WORDS: dict[str, AlgorithmWords] = {
    "optimal": AlgorithmWords(
        marked("Optimal"),
        marked(
            "Checks the most promising transformations first and excludes those proven to be worse. Shows at any time "
            "how far the best so far can be from the best possible."
        ),
        True,
    ),
    "flash": AlgorithmWords("Flash", marked("Checks paths from detailed to coarse by binary search."), True),
    "two-phase": AlgorithmWords(
        marked("Two-phase Flash"),
        marked("Classifies transformations by Flash, then checks the remaining candidates."),
        True,
    ),
    "best-first": AlgorithmWords(
        marked("Best-first"), marked("Starts from the original values and always continues from the best score."), True
    ),
    "ola": AlgorithmWords(
        "OLA", marked("Halves the lattice of transformations until the least coarse safe ones remain."), True
    ),
    "incognito": AlgorithmWords(
        "Incognito",
        marked("Decides for single attributes first, then for pairs, and so on to all of them."),
        True,
    ),
    "exhaustive": AlgorithmWords(
        marked("Exhaustive"), marked("Checks every transformation, one after the other."), True
    ),
    "bottom-up": AlgorithmWords(
        marked("Bottom-up"), marked("Goes greedily from the original values to coarser ones."), False
    ),
    "top-down": AlgorithmWords(
        marked("Top-down"), marked("Goes greedily from the coarsest values to more detailed ones."), False
    ),
    "genetic": AlgorithmWords(
        marked("Genetic"),
        marked("A genetic algorithm: crosses and mutates good transformations at random."),
        False,
        True,
    ),
    "igreedy": AlgorithmWords(
        marked("Improved greedy"),
        marked("Always takes the step after which the smallest group is largest, until it is safe."),
        False,
    ),
    "datafly": AlgorithmWords(
        "DataFly", marked("Makes the attribute with most distinct values coarser, until it is safe."), False
    ),
}
"""All algorithms of the engine, by the names they have in a job."""


def algorithm_words(algorithm: str) -> AlgorithmWords:
    """The words of an algorithm by its name in a job or a solution; drawing by chance is the one without a choice."""
    return ALGORITHM_WORDS.get(algorithm, _DRAWN)


def what_the_end_proves(algorithm: str) -> str:
    """The knowledge at the regular end of an algorithm."""
    words = algorithm_words(algorithm)
    if words.proves:
        return tr("A finished search proves the optimum.")
    return tr("It finds a good result quickly, but proves nothing unless it has checked all transformations.")


def settings_words(settings: SearchSettings) -> str:
    """The settings of a search: the algorithm, its limits and its seed."""
    words = algorithm_words(settings.algorithm)
    parts = [tr(words.name)]
    if settings.time_limit is not None:
        parts.append(tr("at most {duration}", duration=rough_duration(settings.time_limit)))
    if settings.check_limit is not None:
        parts.append(tr_n(settings.check_limit, "at most {n} check", "at most {n} checks"))
    if words.is_seeded:
        parts.append(tr("seed {seed}", seed=settings.seed))
    return ", ".join(parts)
