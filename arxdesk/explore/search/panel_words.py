"""The texts of the search panel: progress, what the end has proven, the use of searching on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from arxdesk.core.state_sentence import DRAWN, proof
from arxdesk.explore.search.algorithm_words import algorithm_words
from arxdesk.ui.words import percent, score
from arxdesk_engine.exploration.reliefs import Relief
from arxdesk_engine.foundation.control import SearchProgress
from arxdesk_engine.foundation.language import tr
from arxdesk_engine.search.solution import Solution, Status


@dataclass(frozen=True, slots=True)
class PanelText:
    """A lead sentence with its continuation, and the name of the shown transformation ("" without one)."""

    lead: str
    rest: str = ""
    best: str = ""


MOST_RELIEFS = 3


def beginning() -> PanelText:
    """The start of a search."""
    return PanelText(tr("Looking for a first anonymous transformation."), "", tr("Best so far"))


def failed() -> PanelText:
    """The end of a search that failed."""
    return PanelText(tr("The search failed."), tr("The previous result is kept."))


def underway(progress: SearchProgress) -> PanelText:
    """The progress of a search."""
    if progress.score is None or progress.gap is None:
        return beginning()
    return PanelText(
        tr("The best found so far is at most {gap} from the best possible.", gap=percent(progress.gap)),
        tr(
            "Score {score}; nothing below {lower_bound} can exist. When the lines meet, the optimum is proven.",
            score=score(progress.score),
            lower_bound=score(progress.lower_bound),
        ),
        tr("Best so far"),
    )


def ended(solution: Solution, size: int, *, can_go_on: bool) -> PanelText:
    """The outcome of a search over `size` transformations, and whether searching on could improve it."""
    name = tr(algorithm_words(solution.algorithm).name)
    match solution.status:
        case Status.OPTIMAL:
            return PanelText(tr("Optimum proven."), proof(size, solution.checks), tr("The optimum"))
        case Status.INFEASIBLE:
            rest = tr("Allow more records to be removed, coarser levels, or a smaller k.")
            return PanelText(tr("Proven: nothing satisfies these rules."), rest)
        case Status.BEST_FOUND if solution.is_drawn:
            return PanelText(tr("Drawn at random, the better ones more likely."), tr(DRAWN), tr("Drawn"))
        case Status.BEST_FOUND:
            gap = percent(solution.gap or 0.0)
            proven = tr("Proven: nothing below {lower_bound} can exist.", lower_bound=score(solution.lower_bound))
            if can_go_on:
                rest = f"{proven} {_going_on(solution, name)}"
                return PanelText(
                    tr("Ended early: at most {gap} from the best possible.", gap=gap), rest, tr("Best found")
                )
            rest = f"{proven} {tr('{name} has ended; the optimal search could prove more.', name=name)}"
            return PanelText(tr("Best found: at most {gap} from the best possible.", gap=gap), rest, tr("Best found"))
        case _ if can_go_on:
            return PanelText(
                tr("Ended before anything was found."),
                f"{tr('Nothing is proven.')} {_going_on(solution, name)}",
            )
        case _:
            rest = tr("{name} has ended without a proof. The optimal search finds a result if there is one.", name=name)
            return PanelText(tr("Nothing was found."), rest)


def relief_words(found: Sequence[Relief], models: Sequence[str]) -> tuple[str, str, tuple[tuple[str, str], ...]]:
    """Reliefs if nothing satisfies: a lead, a sentence, and links by the numbers of the reliefs."""
    if not found:
        return tr("No single limit is the cause."), tr("Release several of them, or ask for less protection."), ()
    shown = found[:MOST_RELIEFS]
    said = " ".join(f"{_relief(each, models)}." for each in shown)
    links = tuple((str(place), _release(each, models)) for place, each in enumerate(shown))
    if len(shown) > 1:
        said = f"{tr('Each of these is sufficient alone.')} {said}"
    return tr("Possible changes."), said, links


def _relief(relief: Relief, models: Sequence[str]) -> str:
    if relief.attribute:
        return tr(
            "{attribute} is limited to level {level}; without that limit there is a result",
            attribute=relief.attribute,
            level=relief.level,
        )
    if relief.suppression is not None:
        return tr("With {share} of the records removed there is a result", share=percent(relief.suppression))
    return tr("Without {model} there is a result", model=models[relief.model or 0])


def _release(relief: Relief, models: Sequence[str]) -> str:
    if relief.attribute:
        return tr("Release the limit of {attribute}", attribute=relief.attribute)
    if relief.suppression is not None:
        return tr("Allow {share} to be removed", share=percent(relief.suppression))
    return tr("Pause {model}", model=models[relief.model or 0])


def _going_on(solution: Solution, name: str) -> str:
    """The use of searching on: most algorithms cannot continue from their end."""
    if solution.continuation is not None:
        return tr("Searching on goes on where it ended, and the lines close further.")
    return tr(
        "{name} cannot go on where it ended: searching on begins again, for the time it had and more, and keeps the "
        "better result.",
        name=name,
    )
