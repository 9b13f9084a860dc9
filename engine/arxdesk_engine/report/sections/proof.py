"""The quality of a result and its proof, in plain sentences."""

from __future__ import annotations

from arxdesk_engine.quality import MODELS as QUALITY_MODELS
from arxdesk_engine.report.facts.transformation import SearchFacts, TransformationFacts
from arxdesk_engine.report.layout.words import count, moment, name, percent, score, two_scores

DRAWN = (
    "Differential privacy draws a transformation at random, the better ones more likely. Choosing the best one by the "
    "data would disclose information about single people, so a proof that it is the best cannot exist."
)


def headline(search: SearchFacts) -> str:
    """The proof of a search, as one sentence."""
    if search.is_drawn:
        return "The transformation was drawn at random."
    match search.status:
        case "optimal" if search.lattice_size == 1:
            return "There was only one possible transformation."
        case "optimal":
            return f"{_proven(search)}: no transformation keeps more detail under these rules."
        case "best-found" if not search.gap:
            return "The best that was found: its score is as low as the proven bound."
        case "best-found":
            return f"The best that was found: at most {percent(search.gap or 0.0)} from the best possible."
        case "infeasible":
            return f"{_proven(search)}: no transformation satisfies these rules."
        case _:
            return "The search ended before it found a transformation that satisfies the rules."


def explanation(search: SearchFacts, model: str) -> tuple[str, ...]:
    """The reason: checked and excluded transformations, and the meaning of the bound."""
    return (*_reasons(search, model), *_restored(search))


def _reasons(search: SearchFacts, model: str) -> tuple[str, ...]:
    size, looked = search.lattice_size, search.checks
    if search.is_drawn:
        return (DRAWN,)
    if size == 1:
        return ("It is the only transformation that these rules allow.",)
    there = f"The levels of all quasi-identifiers together make {count(size)} transformations."
    match search.status:
        case "optimal":
            return (there, _looked(looked, size), _meeting(search, model))
        case "infeasible":
            return (there, f"{_looked(looked, size)} None of them satisfies all the rules.")
        case "best-found":
            return (there, f"{_seen(looked)}, then the search ended{_why(search)}.", _gap(search, model))
        case _:
            return (there, f"{_seen(looked)}, then the search ended{_why(search)}. That proves nothing.")


OF_GROUPS = (
    "That is said of the single transformation alone. How far the recoding group by group can be from the best "
    "possible is said with its figures."
)
OF_RECODING = (
    "This applies to the first transformation only. It is not proven that no other local recoding keeps more detail."
)


def _proven(search: SearchFacts) -> str:
    return "Proven" if search.restored is None else "Proven by the search that the project keeps"


def _restored(search: SearchFacts) -> tuple[str, ...]:
    """The state of a search that was not done for this report."""
    found = search.restored
    if found is None or search.is_drawn:
        return ()
    when = "" if found.moment is None else f" on {moment(found.moment)}"
    by = f" with ArxDesk {name(found.version)}" if found.version else ""
    again = "" if search.best is None else " Its best transformation was checked again and confirmed."
    told = f"That search was done before{when}{by}. Its proof is stated as kept in the project."
    return (f"{told}{again} To prove it again, anonymize again, or use arxdesk report.",)


def chosen_otherwise(search: SearchFacts, applied: TransformationFacts, model: str) -> str:
    """The meaning of applying another transformation than the best of the search; "" for the best one."""
    if applied.is_best or search.best is None or search.best_score is None:
        return ""
    best = "the optimum" if search.status == "optimal" else "the best that was found"
    measure = QUALITY_MODELS[model].description.name
    if applied.score is None:
        return f"A person chose another transformation than {best}."
    here, there = two_scores(applied.score, search.best_score)
    if here == there:
        return f"A person chose another transformation than {best}, with the same {measure}: {here}."
    return f"A person chose another transformation than {best}: {measure} {here} instead of {there}."


def _looked(looked: int, size: int) -> str:
    if looked >= size:
        return "Every one of them was checked."
    was = "was" if looked == 1 else "were"
    return (
        f"{count(looked)} of them {was} checked; each of the others is excluded by proof: the groups found in one "
        "check hold for whole ranges of coarser or more detailed transformations."
    )


def _seen(looked: int) -> str:
    return f"{count(looked)} of them {'was' if looked == 1 else 'were'} checked"


def _why(search: SearchFacts) -> str:
    return " early, by a limit or by a person" if search.cut_short else ""


def _meeting(search: SearchFacts, model: str) -> str:
    measure = QUALITY_MODELS[model].description.name
    if search.lower_bound is None or search.best_score is None:
        return ""
    found, bound = score(search.best_score), score(search.lower_bound)
    return (
        f"{measure} of the result is {found}. The proven lower bound is {bound}: "
        "no transformation that satisfies the rules can have a lower one. As both are the same, it is optimal."
    )


def _gap(search: SearchFacts, model: str) -> str:
    measure = QUALITY_MODELS[model].description.name
    if search.lower_bound is None or search.best_score is None:
        return "No lower bound is known, so the possible improvement is unknown."
    found, bound = two_scores(search.best_score, search.lower_bound)
    told = f"{measure} of the result is {found}. It is proven that nothing below {bound} can exist."
    return f"{told} The best possible result is better by at most {percent(search.gap)}." if search.gap else told
