"""The quality of a result and its proof, in plain sentences."""

from __future__ import annotations

from arxdesk_engine.foundation.language import marked, moment, tr, tr_n
from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.report.facts.subject import Restored
from arxdesk_engine.report.facts.transformation import SearchFacts, TransformationFacts
from arxdesk_engine.report.layout.words import count, name, percent, score, two_scores

DRAWN = marked(
    "Differential privacy draws a transformation at random, the better ones more likely. Choosing the best one by the "
    "data would disclose information about single people, so a proof that it is the best cannot exist."
)


def headline(search: SearchFacts) -> str:
    """The proof of a search, as one sentence."""
    if search.is_drawn:
        return tr("The transformation was drawn at random.")
    match search.status:
        case "optimal" if search.lattice_size == 1:
            return tr("There was only one possible transformation.")
        case "optimal":
            if search.restored is not None:
                return tr(
                    "Proven by the search that the project keeps: no transformation keeps more detail under these "
                    "rules."
                )
            return tr("Proven: no transformation keeps more detail under these rules.")
        case "best-found" if not search.gap:
            return tr("The best that was found: its score is as low as the proven bound.")
        case "best-found":
            gap = percent(search.gap or 0.0)
            return tr("The best that was found: at most {share} from the best possible.", share=gap)
        case "infeasible":
            if search.restored is not None:
                return tr("Proven by the search that the project keeps: no transformation satisfies these rules.")
            return tr("Proven: no transformation satisfies these rules.")
        case _:
            return tr("The search ended before it found a transformation that satisfies the rules.")


def explanation(search: SearchFacts, model: str) -> tuple[str, ...]:
    """The reason: checked and excluded transformations, and the meaning of the bound."""
    return (*_reasons(search, model), *_restored(search))


def _reasons(search: SearchFacts, model: str) -> tuple[str, ...]:
    size, looked = search.lattice_size, search.checks
    if search.is_drawn:
        return (tr(DRAWN),)
    if size == 1:
        return (tr("It is the only transformation that these rules allow."),)
    there = tr("The levels of all quasi-identifiers together make {number} transformations.", number=count(size))
    match search.status:
        case "optimal":
            return (there, _looked(looked, size), _meeting(search, model))
        case "infeasible":
            return (there, f"{_looked(looked, size)} {tr('None of them satisfies all the rules.')}")
        case "best-found":
            return (there, _ended(search, looked), _gap(search, model))
        case _:
            return (there, f"{_ended(search, looked)} {tr('That proves nothing.')}")


OF_GROUPS = marked(
    "That is said of the single transformation alone. How far the recoding group by group can be from the best "
    "possible is said with its figures."
)
OF_RECODING = marked(
    "This applies to the first transformation only. It is not proven that no other local recoding keeps more detail."
)


def _restored(search: SearchFacts) -> tuple[str, ...]:
    """The state of a search that was not done for this report."""
    found = search.restored
    if found is None or search.is_drawn:
        return ()
    parts = (
        _done_before(found),
        tr("Its proof is stated as kept in the project."),
        "" if search.best is None else tr("Its best transformation was checked again and confirmed."),
        tr("To prove it again, anonymize again, or use arxdesk report."),
    )
    return (" ".join(part for part in parts if part),)


def _done_before(found: Restored) -> str:
    version = name(found.version)
    if found.moment is None:
        if not found.version:
            return tr("That search was done before.")
        return tr("That search was done before with ArxDesk {version}.", version=version)
    when = moment(found.moment)
    if not found.version:
        return tr("That search was done before on {moment}.", moment=when)
    return tr("That search was done before on {moment} with ArxDesk {version}.", moment=when, version=version)


def chosen_otherwise(search: SearchFacts, applied: TransformationFacts, model: str) -> str:
    """The meaning of applying another transformation than the best of the search; "" for the best one."""
    if applied.is_best or search.best is None or search.best_score is None:
        return ""
    is_optimum = search.status == "optimal"
    measure = QUALITY_MODELS[model].description.name
    if applied.score is None:
        if is_optimum:
            return tr("A person chose another transformation than the optimum.")
        return tr("A person chose another transformation than the best that was found.")
    here, there = two_scores(applied.score, search.best_score)
    if here == there:
        same = marked("A person chose another transformation than the optimum, with the same {measure}: {score}.")
        if not is_optimum:
            same = marked(
                "A person chose another transformation than the best that was found, with the same {measure}: {score}."
            )
        return tr(same, measure=measure, score=here)
    other = marked("A person chose another transformation than the optimum: {measure} {score} instead of {best}.")
    if not is_optimum:
        other = marked(
            "A person chose another transformation than the best that was found: {measure} {score} instead of {best}."
        )
    return tr(other, measure=measure, score=here, best=there)


def _looked(looked: int, size: int) -> str:
    if looked >= size:
        return tr("Every one of them was checked.")
    return tr_n(
        looked,
        "{n} of them was checked; each of the others is excluded by proof: the groups found in one check hold for "
        "whole ranges of coarser or more detailed transformations.",
        "{n} of them were checked; each of the others is excluded by proof: the groups found in one check hold for "
        "whole ranges of coarser or more detailed transformations.",
        n=count(looked),
    )


def _ended(search: SearchFacts, looked: int) -> str:
    if search.cut_short:
        return tr_n(
            looked,
            "{n} of them was checked, then the search ended early, by a limit or by a person.",
            "{n} of them were checked, then the search ended early, by a limit or by a person.",
            n=count(looked),
        )
    return tr_n(
        looked,
        "{n} of them was checked, then the search ended.",
        "{n} of them were checked, then the search ended.",
        n=count(looked),
    )


def _meeting(search: SearchFacts, model: str) -> str:
    measure = QUALITY_MODELS[model].description.name
    if search.lower_bound is None or search.best_score is None:
        return ""
    found, bound = score(search.best_score), score(search.lower_bound)
    return tr(
        "{measure} of the result is {score}. The proven lower bound is {bound}: "
        "no transformation that satisfies the rules can have a lower one. As both are the same, it is optimal.",
        measure=measure,
        score=found,
        bound=bound,
    )


def _gap(search: SearchFacts, model: str) -> str:
    measure = QUALITY_MODELS[model].description.name
    if search.lower_bound is None or search.best_score is None:
        return tr("No lower bound is known, so the possible improvement is unknown.")
    found, bound = two_scores(search.best_score, search.lower_bound)
    told = tr(
        "{measure} of the result is {score}. It is proven that nothing below {bound} can exist.",
        measure=measure,
        score=found,
        bound=bound,
    )
    if not search.gap:
        return told
    return f"{told} {tr('The best possible result is better by at most {share}.', share=percent(search.gap))}"
