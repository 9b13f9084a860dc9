"""The texts of the search panel: progress, what the end has proven, the use of searching on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk.core.state_sentence import DRAWN, proof
from arxdesk.explore.search.algorithm_words import algorithm_words
from arxdesk.ui.words import percent, score
from arxdesk_engine.exploration.reliefs import Relief
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.search.solution import Solution, Status


@dataclass(frozen=True, slots=True)
class PanelText:
    """A lead sentence with its continuation, and the name of the shown transformation ("" without one)."""

    lead: str
    rest: str = ""
    best: str = "Best so far"


MOST_RELIEFS = 3
BEGINNING = PanelText("Looking for a first anonymous transformation.")
FAILED = PanelText("The search failed.", "The previous result is kept.", "")


def underway(progress: SearchProgress) -> PanelText:
    """The progress of a search."""
    if progress.score is None or progress.gap is None:
        return BEGINNING
    return PanelText(
        f"The best found so far is at most {percent(progress.gap)} from the best possible.",
        f"Score {score(progress.score)}; nothing below {score(progress.lower_bound)} can exist. "
        "When the lines meet, the optimum is proven.",
    )


def ended(solution: Solution, size: int, *, can_go_on: bool) -> PanelText:
    """The outcome of a search over `size` transformations, and whether searching on could improve it."""
    name = algorithm_words(solution.algorithm).name
    match solution.status:
        case Status.OPTIMAL:
            return PanelText("Optimum proven.", proof(size, solution.checks), "The optimum")
        case Status.INFEASIBLE:
            rest = "Allow more records to be removed, coarser levels, or a smaller k."
            return PanelText("Proven: nothing satisfies these rules.", rest, "")
        case Status.BEST_FOUND if solution.is_drawn:
            return PanelText("Drawn at random, the better ones more likely.", DRAWN, "Drawn")
        case Status.BEST_FOUND:
            gap = percent(solution.gap or 0.0)
            proven = f"Proven: nothing below {score(solution.lower_bound)} can exist."
            if can_go_on:
                rest = f"{proven} {_going_on(solution, name)}"
                return PanelText(f"Ended early: at most {gap} from the best possible.", rest, "Best found")
            rest = f"{proven} {name} has ended; the optimal search could prove more."
            return PanelText(f"Best found: at most {gap} from the best possible.", rest, "Best found")
        case _ if can_go_on:
            return PanelText("Ended before anything was found.", f"Nothing is proven. {_going_on(solution, name)}", "")
        case _:
            rest = f"{name} has ended without a proof. The optimal search finds a result if there is one."
            return PanelText("Nothing was found.", rest, "")


def relief_words(found: Sequence[Relief], models: Sequence[str]) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """Reliefs if nothing satisfies: a lead, a sentence, and links by the numbers of the reliefs."""
    if not found:
        return "No single limit is the cause.", "Release several of them, or ask for less protection.", ()
    shown = found[:MOST_RELIEFS]
    said = " ".join(f"{_relief(each, models)}." for each in shown)
    links = tuple((str(place), _release(each, models)) for place, each in enumerate(shown))
    return "Possible changes.", f"Each of these is sufficient alone. {said}" if len(shown) > 1 else said, links


def _relief(relief: Relief, models: Sequence[str]) -> str:
    if relief.attribute:
        return f"{relief.attribute} is limited to level {relief.level}; without that limit there is a result"
    if relief.suppression is not None:
        return f"With {percent(relief.suppression)} of the records removed there is a result"
    return f"Without {models[relief.model or 0]} there is a result"


def _release(relief: Relief, models: Sequence[str]) -> str:
    if relief.attribute:
        return f"Release the limit of {relief.attribute}"
    if relief.suppression is not None:
        return f"Allow {percent(relief.suppression)} to be removed"
    return f"Pause {models[relief.model or 0]}"


def _going_on(solution: Solution, name: str) -> str:
    """The use of searching on: most algorithms cannot continue from their end."""
    if solution.continuation is not None:
        return "Searching on goes on where it ended, and the lines close further."
    return (
        f"{name} cannot go on where it ended: searching on begins again, for the time it had and more, "
        "and keeps the better result."
    )
